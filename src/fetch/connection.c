#include "fetch/connection.h"

#include <stdarg.h>
#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "fetch/base64.h"
#include "fetch/duration.h"
#include "fetch/exec_plugin.h"
#include "fetch/loading.h"
#include "fetch/secret.h"

/* ---- for all parts ---- */

void connection_warn(struct connection *c, const char *fmt, ...)
{
	struct strbuf text = STRBUF_LIMIT(4096);
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&text, fmt, ap);
	va_end(ap);
	c->warnings = xrealloc(c->warnings, (c->warning_count + 1) * sizeof(*c->warnings));
	c->warnings[c->warning_count++] = xstrdup(text.buf);
	strbuf_release(&text);
}

const char *loading_path(struct loading *l, const char *directory, const char *path)
{
	if (!*path || *path == '/' || !*directory)
		return path;
	return arena_printf(l->files.arena, "%s/%s", directory, path);
}

int loading_data(struct secret *to, const char *text, const char *what, struct error *err)
{
	size_t len = strlen(text), used;

	secret_release(to);
	to->len = BASE64_DECODED_MAX(len);
	to->data = xcalloc(to->len + 1, 1);
	if (base64_decode(BASE64_PADDED, text, len, to->data, &used) < 0) {
		secret_release(to);
		return error_set(err, ERR_PARSE, _("%s: illegal base64 data at input byte %zu"), what, used);
	}
	to->len = used;
	to->data[used] = '\0';
	return 0;
}

/* ---- which context, cluster and user ---- */

static int choose_context(struct loading *l, struct error *err)
{
	static const struct kube_context none;
	const char *flag = l->flags->context;

	l->context_name = given(flag) ? flag : l->files.current_context;
	l->context = kubeconfig_context(&l->files, l->context_name);
	l->has_context = l->context;
	if (!l->context) {
		if (given(flag))
			return error_set(err, ERR_USAGE, _("context \"%.253s\" does not exist"), flag);
		l->context = &none;
	}
	return 0;
}

static int choose_user(struct loading *l, struct error *err)
{
	static const struct kube_user none;
	const char *flag = l->flags->user;

	l->user_directory = "";
	l->user_name = flag_or(flag, l->context->user);
	l->user = kubeconfig_user(&l->files, l->user_name, &l->user_directory);
	l->has_user = l->user;
	if (!l->user) {
		if (given(flag))
			return error_set(err, ERR_USAGE, _("auth info \"%.253s\" does not exist"), flag);
		l->user = &none;
	}
	return 0;
}

static int choose_cluster(struct loading *l, struct error *err)
{
	static const struct kube_cluster none;
	const char *flag = l->flags->cluster;

	l->cluster_directory = "";
	l->cluster_name = flag_or(flag, l->context->cluster);
	l->cluster = kubeconfig_cluster(&l->files, l->cluster_name, &l->cluster_directory);
	l->has_cluster = l->cluster;
	if (!l->cluster) {
		if (given(flag))
			return error_set(err, ERR_USAGE, _("cluster \"%.253s\" does not exist"), flag);
		l->cluster = &none;
	}
	return 0;
}

/* ---- what is wrong ---- */

static void check_cluster(struct loading *l, const char *server, struct problems *p)
{
	if (*server)
		return;
	if (l->has_cluster)
		problems_add(p, _("no server found for cluster \"%.253s\""), l->cluster_name);
	else if (*l->cluster_name)
		problems_add(p, _("cluster \"%.253s\" was not found for context \"%.253s\""),
			     l->cluster_name, l->context_name);
}

static int check(struct loading *l, const char *server, struct error *err)
{
	struct problems p = PROBLEMS_INIT;

	if (*l->context_name && !l->has_context)
		problems_add(&p, _("context was not found for specified context: %.253s"), l->context_name);
	else
		check_cluster(l, server, &p);
	loading_check_user(l, strncmp(server, "https:", 6) == 0, &p);
	return problems_result(&p, err);
}

/* ---- the namespace ---- */

static int check_namespace(const char *name, struct error *err)
{
	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strpbrk(name, "/%"))
		return error_set(err, ERR_USAGE, _("invalid namespace \"%.253s\""), name);
	return 0;
}

static int load_namespace(struct loading *l, struct error *err)
{
	const char *name = flag_or(l->flags->namespace_, l->context->namespace_);

	l->to->namespace_given = *name;
	if (*name)
		l->to->namespace_ = xstrdup(name);
	else if (incluster_possible(l->env))
		l->to->namespace_ = incluster_namespace(l->env);
	else
		l->to->namespace_ = xstrdup("default");
	return check_namespace(l->to->namespace_, err);
}

/* ---- all of it ---- */

static const char *find_server(struct loading *l)
{
	return flag_or(l->flags->server, l->cluster->server);
}

static int load_connection(struct loading *l, struct error *err)
{
	const char *server = find_server(l);

	if (!*server && incluster_possible(l->env))
		return incluster_load(l, err);
	if (!*server && l->env->getenv("KUBERNETES_MASTER"))
		server = l->env->getenv("KUBERNETES_MASTER");
	if (!*server)
		return error_set(err, ERR_IO, _("invalid configuration: no configuration has been "
				 "provided, try setting KUBERNETES_MASTER environment variable"));
	if (*l->context_name)
		l->to->context = xstrdup(l->context_name);
	return loading_server(l, server, err) < 0 ? -1 : loading_user(l, err);
}

static int load(struct loading *l, struct error *err)
{
	const struct connection_env *env = l->env;

	if (kubeconfig_load(&l->files, l->flags->kubeconfig, env->getenv("KUBECONFIG"),
			    env->getenv("HOME"), err) < 0)
		return -1;
	if (l->files.missing.len)
		connection_warn(l->to, _("Config not found: %s"), l->files.missing.buf);
	if (given(l->flags->request_timeout) &&
	    duration_parse(l->flags->request_timeout, &l->to->timeout_ms, err) < 0)
		return -1;
	if (choose_context(l, err) < 0 || choose_user(l, err) < 0 || choose_cluster(l, err) < 0 ||
	    check(l, find_server(l), err) < 0 || load_namespace(l, err) < 0)
		return -1;
	return load_connection(l, err);
}

int connection_load(struct connection *ret, const struct connection_flags *flags,
		    const struct connection_env *env, struct error *err)
{
	struct loading l = { .to = ret, .flags = flags, .env = env };
	int rc;

	memset(ret, 0, sizeof(*ret));
	ret->compress = true;
	rc = load(&l, err);
	kubeconfig_release(&l.files);
	return rc;
}

static void free_texts(char **v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		xfree(v[i]);
	xfree(v);
}

void connection_release(struct connection *c)
{
	struct secret *secrets[] = { &c->ca, &c->client_certificate, &c->client_key, &c->token,
				     &c->username, &c->password };
	char *texts[] = { c->server, c->namespace_, c->context, c->tls_server_name, c->token_file,
			  c->proxy_url, c->as, c->as_uid };

	for (size_t i = 0; i < sizeof(secrets) / sizeof(secrets[0]); i++)
		secret_release(secrets[i]);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		xfree(texts[i]);
	exec_plugin_free(c->exec);
	free_texts(c->as_groups, c->as_group_count);
	free_texts(c->as_extra_keys, c->as_extra_count);
	free_texts(c->as_extra_values, c->as_extra_count);
	free_texts(c->warnings, c->warning_count);
	memset(c, 0, sizeof(*c));
}
