#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "fetch/address.h"
#include "fetch/loading.h"
#include "fetch/secret.h"

static int load_ca(struct loading *l, const char *path, const char *data, struct error *err)
{
	struct secret *ca = &l->to->ca;
	int failure;

	if (*data) {
		const char *what = arena_printf(l->files.arena, _("certificate-authority-data of cluster "
						  "\"%.253s\""), l->cluster_name);

		if (loading_data(ca, data, what, err) < 0)
			return -1;
	} else if (*path) {
		failure = secret_read(ca, path, SECRET_FILE_BYTES_MAX);
		if (failure)
			return error_set(err, ERR_IO, _("invalid configuration: unable to read "
					 "certificate-authority %.400s for %.253s due to %s"), path,
					 l->cluster_name, os_error(failure));
	} else {
		return 0;
	}
	if (!strstr(ca->data, "-----BEGIN CERTIFICATE-----") &&
	    !strstr(ca->data, "-----BEGIN TRUSTED CERTIFICATE-----"))
		return error_set(err, ERR_PARSE, _("unable to load root certificates: unable to parse "
				 "bytes as PEM block"));
	return 0;
}

/* A flag about trust overrides all that the file says about it. */
static int load_trust(struct loading *l, struct error *err)
{
	const struct connection_flags *f = l->flags;
	const struct kube_cluster *c = l->cluster;
	bool skip = f->insecure_given && f->insecure_skip_tls_verify;

	l->to->insecure = skip || (c->insecure && !f->insecure_given &&
				   !given(f->certificate_authority));
	if (given(f->certificate_authority)) {
		if (load_ca(l, f->certificate_authority, "", err) < 0)
			return -1;
	} else if (!skip) {
		const char *path = loading_path(l, l->cluster_directory, sym_text(c->ca));

		if (load_ca(l, path, sym_text(c->ca_data), err) < 0)
			return -1;
	}
	if (l->to->insecure && l->to->ca.data)
		return error_set(err, ERR_USAGE,
				 _("specifying a root certificates file with the insecure flag is not allowed"));
	return 0;
}

/* Another server is not the one that the name in the file was written for. */
static void load_server_name(struct loading *l)
{
	const struct connection_flags *f = l->flags;
	const char *name = sym_text(l->cluster->tls_server_name);

	if (given(f->tls_server_name) || given(f->server))
		name = f->tls_server_name;
	if (given(name))
		l->to->tls_server_name = xstrdup(name);
}

/* Without the user name and the password that may stand in it. */
static const char *without_password(const char *url)
{
	return strchr(url, '@') ? "..." : url;
}

static int load_proxy(struct loading *l, struct error *err)
{
	const char *url = flag_or(l->flags->proxy_url, l->cluster->proxy_url);

	if (!*url)
		return 0;
	if (address_check_proxy(url, err) < 0)
		return error_wrap(err, _("invalid configuration: invalid 'proxy-url' \"%.300s\" for "
				  "cluster \"%.253s\""), without_password(url), l->cluster_name);
	l->to->proxy_url = xstrdup(url);
	return 0;
}

int loading_server(struct loading *l, const char *address, struct error *err)
{
	struct strbuf server = STRBUF_INIT;
	int rc = address_of_server(address, &server, err);

	if (rc == 0)
		l->to->server = xstrdup(server.buf);
	strbuf_release(&server);
	l->to->compress = !l->flags->disable_compression && !l->cluster->disable_compression;
	if (rc < 0 || load_proxy(l, err) < 0)
		return -1;
	if (!address_is_https(l->to->server))
		return 0;
	load_server_name(l);
	return load_trust(l, err);
}
