#include <string.h>
#include <sys/stat.h>

#include "base/die.h"
#include "base/i18n.h"
#include "fetch/address.h"
#include "fetch/loading.h"
#include "fetch/secret.h"

#define NAMESPACE_BYTES_MAX 4096

static const char *variable(const struct connection_env *env, const char *name)
{
	const char *value = env->getenv(name);

	return value ? value : "";
}

static char *account_file(const struct connection_env *env, const char *name)
{
	struct strbuf path = STRBUF_INIT;
	char *copy;

	strbuf_addf(&path, "%s/%s", env->service_account_dir ? env->service_account_dir : "", name);
	copy = xstrdup(path.buf);
	strbuf_release(&path);
	return copy;
}

bool incluster_possible(const struct connection_env *env)
{
	char *token = account_file(env, "token");
	struct stat st;
	bool possible = env->service_account_dir && *variable(env, "KUBERNETES_SERVICE_HOST") &&
			*variable(env, "KUBERNETES_SERVICE_PORT") && stat(token, &st) == 0 &&
			!S_ISDIR(st.st_mode);

	xfree(token);
	return possible;
}

/* The file of the authority, or NULL: then the system's, as client-go falls back to. */
static char *find_ca(struct loading *l)
{
	char *path = account_file(l->env, "ca.crt");
	struct secret text = { NULL, 0 };
	int failure = secret_read(&text, path, SECRET_FILE_BYTES_MAX);

	secret_release(&text);
	if (!failure)
		return path;
	connection_warn(l->to, _("expected to load root CA config from %s, but got: %s"), path,
			os_error(failure));
	xfree(path);
	return NULL;
}

int incluster_load(struct loading *l, struct error *err)
{
	struct kube_cluster *c = ARENA_NEW(l->files.arena, struct kube_cluster);
	struct strbuf server = STRBUF_INIT;
	char *ca = find_ca(l);
	int rc;

	if (ca)
		c->ca = sym_str(l->files.syms, ca);
	xfree(ca);
	l->cluster = c;
	l->cluster_name = "in-cluster";
	strbuf_adds(&server, "https://");
	address_join(variable(l->env, "KUBERNETES_SERVICE_HOST"),
		     variable(l->env, "KUBERNETES_SERVICE_PORT"), &server);
	rc = loading_server(l, server.buf, err);
	strbuf_release(&server);
	if (rc < 0 || loading_user(l, err) < 0)
		return -1;
	if (!l->to->token.data && !l->to->username.data && !l->to->client_certificate.data)
		l->to->token_file = account_file(l->env, "token");
	return 0;
}

char *incluster_namespace(const struct connection_env *env)
{
	const char *name = variable(env, "POD_NAMESPACE");
	struct secret text = { NULL, 0 };
	char *path = account_file(env, "namespace");
	char *copy = NULL;

	if (*name) {
		copy = xstrdup(name);
	} else if (secret_read(&text, path, NAMESPACE_BYTES_MAX) == 0) {
		char *begin = text.data + strspn(text.data, " \t\r\n");

		begin[strcspn(begin, " \t\r\n")] = '\0';
		copy = *begin ? xstrdup(begin) : NULL;
	}
	secret_release(&text);
	xfree(path);
	return copy ? copy : xstrdup("default");
}
