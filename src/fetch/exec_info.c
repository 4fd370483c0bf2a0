#include "fetch/exec_info.h"

#include <string.h>

#include "fetch/base64.h"
#include "load/json.h"

static void add_member(struct strbuf *out, const char *name, const char *value)
{
	strbuf_addf(out, ",\"%s\":", name);
	json_write_string(out, value);
}

static void add_cluster(const struct connection *c, const char *config, struct strbuf *out)
{
	strbuf_adds(out, "\"cluster\":{\"server\":");
	json_write_string(out, c->server);
	if (c->tls_server_name)
		add_member(out, "tls-server-name", c->tls_server_name);
	if (c->insecure)
		strbuf_adds(out, ",\"insecure-skip-tls-verify\":true");
	if (c->ca.data) {
		strbuf_adds(out, ",\"certificate-authority-data\":\"");
		base64_encode(c->ca.data, c->ca.len, out);
		strbuf_addc(out, '"');
	}
	if (c->proxy_url)
		add_member(out, "proxy-url", c->proxy_url);
	if (!c->compress)
		strbuf_adds(out, ",\"disable-compression\":true");
	if (config)
		strbuf_addf(out, ",\"config\":%s", config);
	strbuf_adds(out, "},");
}

void exec_info(const char *api_version, bool interactive, const struct connection *c,
	       const char *cluster_config, struct strbuf *ret)
{
	strbuf_adds(ret, "{\"kind\":\"ExecCredential\",\"apiVersion\":");
	json_write_string(ret, api_version);
	strbuf_adds(ret, ",\"spec\":{");
	if (c)
		add_cluster(c, cluster_config, ret);
	strbuf_addf(ret, "\"interactive\":%s}}", interactive ? "true" : "false");
}

static bool is_variable(const char *entry, const char *name)
{
	size_t len = strlen(name);

	return strncmp(entry, name, len) == 0 && entry[len] == '=';
}

static bool overridden(const char *entry, const struct exec_variable *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (is_variable(entry, v[i].name))
			return true;
	return false;
}

static bool comes_again(const struct exec_variable *v, size_t i, size_t n)
{
	for (size_t j = i + 1; j < n; j++)
		if (strcmp(v[i].name, v[j].name) == 0)
			return true;
	return false;
}

char **exec_environment(struct arena *arena, const char *const *parent,
			const struct exec_variable *v, size_t n)
{
	size_t n_parent = 0, used = 0;
	char **env;

	while (parent && parent[n_parent])
		n_parent++;
	env = ARENA_ARRAY(arena, n_parent + n + 1, char *);
	for (size_t i = 0; i < n_parent; i++)
		if (!overridden(parent[i], v, n))
			env[used++] = arena_strdup(arena, parent[i]);
	for (size_t i = 0; i < n; i++)
		if (!comes_again(v, i, n))
			env[used++] = arena_printf(arena, "%s=%s", v[i].name, v[i].value);
	return env;
}
