#include "fetch/plugin_policy.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "fetch/exec_run.h"
#include "fetch/kubeconfig.h"
#include "fetch/secret.h"
#include "load/document.h"

struct allowed {
	sym command; /* "name" before Kubernetes 1.36 */
};

struct policy {
	sym type;
	struct {
		struct allowed *v;
		uint32_t n;
	} allowed;
};

static const struct field allowed_rows[] = {
	{ F_SYM("command", struct allowed, command) },
	{ F_SYM("name", struct allowed, command), .flags = FF_FALLBACK },
};
static const struct field_table allowed_table = TABLE(allowed_rows);

static const struct field policy_rows[] = {
	{ F_SYM("credentialPluginPolicy", struct policy, type) },
	{ F_LIST("credentialPluginAllowlist", struct policy, allowed, allowed_table) },
};
static const struct field_table policy_table = TABLE(policy_rows);

static const char *text_of(const char *value)
{
	return value ? value : "";
}

/* NULL: there is none, or the user has switched it off. */
static const char *policy_path(struct arena *arena, const struct connection_env *env)
{
	const char *path = text_of(env->getenv("KUBERC")), *home = text_of(env->getenv("HOME"));

	if (strcmp(path, "off") == 0 || strcmp(text_of(env->getenv("KUBECTL_KUBERC")), "false") == 0)
		return NULL;
	if (*path)
		return path;
	return *home ? arena_printf(arena, "%s/.kube/kuberc", home) : NULL;
}

static const char *absolute(struct arena *arena, const char *path)
{
	char cwd[4096];

	if (*path == '/' || !getcwd(cwd, sizeof(cwd)))
		return path;
	while (strncmp(path, "./", 2) == 0)
		path += 2;
	return arena_printf(arena, "%s/%s", cwd, path);
}

/* The file that would be run; NULL: none. */
static const char *resolved(struct arena *arena, const char *command, const struct connection_env *env)
{
	if (strchr(command, '/'))
		return absolute(arena, command);
	return exec_find(arena, command, env->getenv("PATH"));
}

static bool is_allowed(const struct policy *p, const char *command, struct arena *arena,
		       const struct connection_env *env)
{
	const char *file = resolved(arena, command, env);

	for (uint32_t i = 0; i < p->allowed.n; i++) {
		const char *entry = sym_text(p->allowed.v[i].command), *entry_file;

		if (!*entry)
			continue;
		entry_file = resolved(arena, entry, env);
		if (strcmp(entry, command) == 0 || (file && entry_file && strcmp(file, entry_file) == 0))
			return true;
	}
	return false;
}

static int apply(const struct policy *p, const char *command, struct arena *arena,
		 const struct connection_env *env, struct error *err)
{
	if (sym_empty(p->type) || sym_is(p->type, "AllowAll"))
		return 0;
	if (sym_is(p->type, "DenyAll"))
		return error_set(err, ERR_USAGE, _("plugin \"%.300s\" not allowed: policy set to \"DenyAll\""),
				 command);
	if (!sym_is(p->type, "Allowlist"))
		return error_set(err, ERR_PARSE, _("unknown plugin policy: \"%.100s\""), p->type.s);
	if (is_allowed(p, command, arena, env))
		return 0;
	return error_set(err, ERR_USAGE, _("plugin path \"%.300s\" is not permitted by the credential "
			 "plugin allowlist"), command);
}

static int check_in(const char *command, const struct connection_env *env, struct arena *arena,
		    struct symtab *syms, struct error *err)
{
	const char *path = policy_path(arena, env);
	struct secret text = { NULL, 0 };
	struct policy policy = { .type = { NULL } };
	int failure = path ? secret_read(&text, path, KUBECONFIG_BYTES_MAX) : ENOENT;
	int rc;

	if (failure == ENOENT)
		return 0;
	if (failure)
		return error_set(err, ERR_IO, "%.400s: %s", path, os_error(failure));
	rc = document_decode(text.data, text.len, &policy_table, &policy, arena, syms, err);
	secret_release(&text);
	if (rc < 0 || apply(&policy, command, arena, env, err) < 0)
		return error_wrap(err, "%.400s", path);
	return 0;
}

int plugin_policy_check(const char *command, const struct connection_env *env, struct error *err)
{
	struct arena *arena = arena_new();
	struct symtab *syms = symtab_new();
	int rc = check_in(command, env, arena, syms, err);

	symtab_free(syms);
	arena_free(arena);
	return rc;
}
