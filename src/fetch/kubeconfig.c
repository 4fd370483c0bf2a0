#include "fetch/kubeconfig.h"

#include <errno.h>
#include <string.h>

#include "base/i18n.h"
#include "fetch/secret.h"
#include "load/document.h"

/* ---- what is read of a file; the rest is ignored ---- */

static const struct field extension_rows[] = {
	{ F_SYM("name", struct kube_extension, name) },
	{ F_RAW("extension", struct kube_extension, json) },
};
static const struct field_table extension_table = TABLE(extension_rows);

static const struct field cluster_rows[] = {
	{ F_SYM("server", struct kube_cluster, server) },
	{ F_SYM("tls-server-name", struct kube_cluster, tls_server_name) },
	{ F_SYM("proxy-url", struct kube_cluster, proxy_url) },
	{ F_SYM("certificate-authority", struct kube_cluster, ca) },
	{ F_SYM("certificate-authority-data", struct kube_cluster, ca_data) },
	{ F_BOOL("insecure-skip-tls-verify", struct kube_cluster, insecure) },
	{ F_BOOL("disable-compression", struct kube_cluster, disable_compression) },
	{ F_LIST("extensions", struct kube_cluster, extensions, extension_table) },
};
static const struct field_table cluster_table = TABLE(cluster_rows);

static const struct field variable_rows[] = {
	{ F_SYM("name", struct kube_variable, name) },
	{ F_SYM("value", struct kube_variable, value) },
};
static const struct field_table variable_table = TABLE(variable_rows);

static const struct field exec_rows[] = {
	{ F_SYM("command", struct kube_exec, command) },
	{ F_SYM("apiVersion", struct kube_exec, api_version) },
	{ F_SYM("interactiveMode", struct kube_exec, interactive_mode) },
	{ F_SYM("installHint", struct kube_exec, install_hint) },
	{ F_SYMS("args", struct kube_exec, args) },
	{ F_LIST("env", struct kube_exec, env, variable_table) },
	{ F_BOOL("provideClusterInfo", struct kube_exec, provide_cluster_info) },
};
static const struct field_table exec_table = TABLE(exec_rows);

static const struct field auth_provider_rows[] = {
	{ F_SYM("name", struct kube_auth_provider, name) },
	{ F_LABELS("config", struct kube_auth_provider, config) },
};
static const struct field_table auth_provider_table = TABLE(auth_provider_rows);

static const struct field user_rows[] = {
	{ F_SYM("client-certificate", struct kube_user, certificate) },
	{ F_SYM("client-certificate-data", struct kube_user, certificate_data) },
	{ F_SYM("client-key", struct kube_user, key) },
	{ F_SYM("client-key-data", struct kube_user, key_data) },
	{ F_SYM("token", struct kube_user, token) },
	{ F_SYM("tokenFile", struct kube_user, token_file) },
	{ F_SYM("username", struct kube_user, username) },
	{ F_SYM("password", struct kube_user, password) },
	{ F_SYM("as", struct kube_user, as) },
	{ F_SYM("as-uid", struct kube_user, as_uid) },
	{ F_SYMS("as-groups", struct kube_user, as_groups) },
	{ F_LISTS("as-user-extra", struct kube_user, as_extra) },
	{ F_POINTER("auth-provider", struct kube_user, auth_provider, auth_provider_table) },
	{ F_POINTER("exec", struct kube_user, exec, exec_table) },
};
static const struct field_table user_table = TABLE(user_rows);

static const struct field context_rows[] = {
	{ F_SYM("cluster", struct kube_context, cluster) },
	{ F_SYM("user", struct kube_context, user) },
	{ F_SYM("namespace", struct kube_context, namespace_) },
};
static const struct field_table context_table = TABLE(context_rows);

static const struct field named_cluster_rows[] = {
	{ F_SYM("name", struct named_cluster, name) },
	{ F_STRUCT("cluster", struct named_cluster, cluster, cluster_table) },
};
static const struct field_table named_cluster_table = TABLE(named_cluster_rows);

static const struct field named_user_rows[] = {
	{ F_SYM("name", struct named_user, name) },
	{ F_STRUCT("user", struct named_user, user, user_table) },
};
static const struct field_table named_user_table = TABLE(named_user_rows);

static const struct field named_context_rows[] = {
	{ F_SYM("name", struct named_context, name) },
	{ F_STRUCT("context", struct named_context, context, context_table) },
};
static const struct field_table named_context_table = TABLE(named_context_rows);

static const struct field file_rows[] = {
	{ F_SYM("kind", struct kubeconfig_file, kind) },
	{ F_SYM("apiVersion", struct kubeconfig_file, api_version) },
	{ F_SYM("current-context", struct kubeconfig_file, current_context) },
	{ F_LIST("clusters", struct kubeconfig_file, clusters, named_cluster_table) },
	{ F_LIST("users", struct kubeconfig_file, users, named_user_table) },
	{ F_LIST("contexts", struct kubeconfig_file, contexts, named_context_table) },
};
static const struct field_table file_table = TABLE(file_rows);

/* ---- files ---- */

/* The name that each element of a list begins with. */
static sym name_at(const void *v, size_t i, size_t size)
{
	sym name;

	memcpy(&name, (const char *)v + i * size, sizeof(name));
	return name;
}

static int check_names(const char *list, const void *v, size_t n, size_t size, struct error *err)
{
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++)
			if (sym_same(name_at(v, i, size), name_at(v, j, size)))
				return error_set(err, ERR_PARSE, _("duplicate name \"%.253s\" in list %s"),
						 sym_text(name_at(v, i, size)), list);
	return 0;
}

static int check_file(const struct kubeconfig_file *f, struct error *err)
{
	if ((!sym_empty(f->kind) && !sym_is(f->kind, "Config")) ||
	    (!sym_empty(f->api_version) && !sym_is(f->api_version, "v1")))
		return error_set(err, ERR_PARSE, _("no kind \"%.100s\" is registered for version \"%.100s\""),
				 sym_text(f->kind), sym_text(f->api_version));
	if (check_names("clusters", f->clusters.v, f->clusters.n, sizeof(*f->clusters.v), err) < 0 ||
	    check_names("users", f->users.v, f->users.n, sizeof(*f->users.v), err) < 0)
		return -1;
	return check_names("contexts", f->contexts.v, f->contexts.n, sizeof(*f->contexts.v), err);
}

static const char *directory_of(struct arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return ".";
	return arena_strndup(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

/* Behind the files there are.  0, ENOENT (no such file; err untouched), or -1 with err. */
static int load_file(struct kubeconfig *k, const char *path, struct error *err)
{
	struct kubeconfig_file **end = &k->files, *f;
	struct secret text = { NULL, 0 };
	int failure = secret_read(&text, path, KUBECONFIG_BYTES_MAX);
	int rc = -1;

	if (failure == ENOENT)
		return ENOENT;
	if (failure)
		return error_set(err, ERR_IO, _("error loading config file \"%s\": %s"), path,
				 os_error(failure));
	f = ARENA_NEW(k->arena, struct kubeconfig_file);
	if (document_decode(text.data, text.len, &file_table, f, k->arena, k->syms, err) == 0)
		rc = check_file(f, err);
	secret_release(&text);
	if (rc < 0)
		return error_wrap(err, _("error loading config file \"%s\""), path);
	f->path = arena_strdup(k->arena, path);
	f->directory = directory_of(k->arena, path);
	while (*end)
		end = &(*end)->next;
	*end = f;
	return 0;
}

static bool named_before(const char *list, const char *entry, size_t len)
{
	for (const char *p = list; p < entry;) {
		size_t n = strcspn(p, ":");

		if (n == len && memcmp(p, entry, len) == 0)
			return true;
		p += n + 1;
	}
	return false;
}

/* All files of KUBECONFIG that exist, each once. */
static int load_list(struct kubeconfig *k, const char *list, struct error *err)
{
	for (const char *p = list;;) {
		size_t len = strcspn(p, ":");

		if (len && !named_before(list, p, len)) {
			const char *path = arena_strndup(k->arena, p, len);
			int rc = load_file(k, path, err);

			if (rc < 0)
				return -1;
			if (rc == ENOENT)
				strbuf_addf(&k->missing, "%s%s", k->missing.len ? ", " : "", path);
		}
		if (!p[len])
			break;
		p += len + 1;
	}
	if (k->files)
		strbuf_reset(&k->missing);
	return 0;
}

static int load_files(struct kubeconfig *k, const char *explicit_path, const char *list,
		      const char *home, struct error *err)
{
	int rc;

	if (explicit_path && *explicit_path) {
		rc = load_file(k, explicit_path, err);
		if (rc == ENOENT)
			return error_set(err, ERR_IO, _("stat %s: no such file or directory"), explicit_path);
		return rc;
	}
	if (list && *list)
		return load_list(k, list, err);
	if (!home || !*home)
		return 0;
	return load_file(k, arena_printf(k->arena, "%s/.kube/config", home), err) < 0 ? -1 : 0;
}

int kubeconfig_load(struct kubeconfig *k, const char *explicit_path, const char *list,
		    const char *home, struct error *err)
{
	memset(k, 0, sizeof(*k));
	k->arena = arena_new();
	k->syms = symtab_new();
	k->missing = (struct strbuf)STRBUF_LIMIT(4096);
	k->current_context = "";
	if (load_files(k, explicit_path, list, home, err) < 0)
		return -1;
	for (const struct kubeconfig_file *f = k->files; f && !*k->current_context; f = f->next)
		k->current_context = sym_text(f->current_context);
	return 0;
}

void kubeconfig_release(struct kubeconfig *k)
{
	if (!k->arena)
		return;
	arena_wipe(k->arena);
	arena_free(k->arena);
	symtab_wipe(k->syms);
	symtab_free(k->syms);
	strbuf_release(&k->missing);
	k->arena = NULL;
}

/* ---- entries ---- */

/* The index of that name, or n. */
static size_t find(const void *v, size_t n, size_t size, const char *name)
{
	size_t i = 0;

	while (i < n && !sym_is(name_at(v, i, size), name))
		i++;
	return i;
}

const struct kube_cluster *kubeconfig_cluster(const struct kubeconfig *k, const char *name,
					      const char **ret_directory)
{
	for (const struct kubeconfig_file *f = k->files; f; f = f->next) {
		size_t i = find(f->clusters.v, f->clusters.n, sizeof(*f->clusters.v), name);

		if (i < f->clusters.n) {
			*ret_directory = f->directory;
			return &f->clusters.v[i].cluster;
		}
	}
	return NULL;
}

const struct kube_user *kubeconfig_user(const struct kubeconfig *k, const char *name,
					const char **ret_directory)
{
	for (const struct kubeconfig_file *f = k->files; f; f = f->next) {
		size_t i = find(f->users.v, f->users.n, sizeof(*f->users.v), name);

		if (i < f->users.n) {
			*ret_directory = f->directory;
			return &f->users.v[i].user;
		}
	}
	return NULL;
}

const struct kube_context *kubeconfig_context(const struct kubeconfig *k, const char *name)
{
	for (const struct kubeconfig_file *f = k->files; f; f = f->next) {
		size_t i = find(f->contexts.v, f->contexts.n, sizeof(*f->contexts.v), name);

		if (i < f->contexts.n)
			return &f->contexts.v[i].context;
	}
	return NULL;
}
