#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "fetch/address.h"
#include "fetch/auth_provider.h"
#include "fetch/exec_plugin.h"
#include "fetch/loading.h"
#include "fetch/plugin_policy.h"
#include "fetch/secret.h"

/* A certificate or key: data beats a path, a flag beats both. */
struct source {
	const char *data, *path; /* "" if not there */
};

static struct source source(struct loading *l, const char *flag, sym path, sym data)
{
	if (given(flag))
		return (struct source){ "", flag };
	return (struct source){ sym_text(data), loading_path(l, l->user_directory, sym_text(path)) };
}

static struct source certificate_source(struct loading *l)
{
	return source(l, l->flags->client_certificate, l->user->certificate, l->user->certificate_data);
}

static struct source key_source(struct loading *l)
{
	return source(l, l->flags->client_key, l->user->key, l->user->key_data);
}

static bool there(struct source s)
{
	return *s.data || *s.path;
}

static bool has_token(const struct loading *l)
{
	return *flag_or(l->flags->token, l->user->token) || !sym_empty(l->user->token_file);
}

static bool has_basic(const struct loading *l)
{
	return *flag_or(l->flags->username, l->user->username) ||
	       *flag_or(l->flags->password, l->user->password);
}

/* A password alone is no authentication. */
static bool uses_basic(const struct loading *l)
{
	return *flag_or(l->flags->username, l->user->username);
}

static bool has_certificate(struct loading *l)
{
	return there(certificate_source(l)) && there(key_source(l));
}

static bool has_any(struct loading *l)
{
	return has_token(l) || has_basic(l) || has_certificate(l) || l->user->exec ||
	       l->user->auth_provider;
}

/* ---- what cannot be ---- */

static bool is_mode(sym mode)
{
	return sym_is(mode, "Never") || sym_is(mode, "IfAvailable") || sym_is(mode, "Always");
}

static void check_exec(const struct kube_exec *e, const char *user, struct problems *p)
{
	if (sym_empty(e->command))
		problems_add(p, _("command must be specified for %s to use exec authentication plugin"), user);
	if (sym_empty(e->api_version))
		problems_add(p, _("apiVersion must be specified for %s to use exec authentication plugin"),
			     user);
	for (uint32_t i = 0; i < e->env.n; i++)
		if (sym_empty(e->env.v[i].name))
			problems_add(p, _("env variable name must be specified for %s to use exec "
				     "authentication plugin"), user);
	if (!sym_empty(e->interactive_mode) && !is_mode(e->interactive_mode))
		problems_add(p, _("invalid interactiveMode for %s: \"%.100s\""), user,
			     e->interactive_mode.s);
	else if (sym_empty(e->interactive_mode) && !sym_is(e->api_version, EXEC_VERSION_PREFIX "v1beta1") &&
		 !sym_is(e->api_version, EXEC_VERSION_PREFIX "v1alpha1"))
		problems_add(p, _("interactiveMode must be specified for %s to use exec authentication "
			     "plugin"), user);
}

void loading_check_user(struct loading *l, bool https, struct problems *p)
{
	const struct connection_flags *f = l->flags;
	const char *user = l->user_name;

	/* kubectl would ask for a user name and a password here. */
	if (https && *user && !l->has_user && !has_any(l))
		problems_add(p, _("user \"%.253s\" was not found for context \"%.253s\""), user,
			     l->context_name);
	if (there(certificate_source(l)) && !there(key_source(l)))
		problems_add(p, _("client-key-data or client-key must be specified for %s to use the "
			     "clientCert authentication method"), user);
	if (l->user->exec && l->user->auth_provider)
		problems_add(p, _("authProvider cannot be provided in combination with an exec plugin for %s"),
			     user);
	if (l->user->exec)
		check_exec(l->user->exec, user, p);
	if (*flag_or(f->token, l->user->token) && has_basic(l))
		problems_add(p, _("more than one authentication method found for %s; found [token "
			     "basicAuth], only one is allowed"), user);
	if (!*flag_or(f->as, l->user->as) &&
	    (*flag_or(f->as_uid, l->user->as_uid) || f->as_group_count || l->user->as_groups.n ||
	     f->as_user_extra_count || l->user->as_extra.n))
		problems_add(p, _("requesting uid, groups or user-extra for %s without impersonating a user"),
			     user);
}

/* ---- impersonation ---- */

/* Header values: no line may be broken into two. */
static int check_header(const char *what, const char *value, struct error *err)
{
	for (const char *s = value; *s; s++)
		if (((unsigned char)*s < 0x20 && *s != '\t') || *s == 0x7f)
			return error_set(err, ERR_USAGE, _("%s has a control character in it"), what);
	return 0;
}

static char *text_or_null(const char *text)
{
	return *text ? xstrdup(text) : NULL;
}

static int add_group(struct connection *c, const char *group, struct error *err)
{
	c->as_groups[c->as_group_count++] = xstrdup(group);
	return check_header(_("a group to impersonate"), group, err);
}

static int load_groups(struct loading *l, struct error *err)
{
	size_t n = l->flags->as_group_count;

	l->to->as_groups = xcalloc(n + l->user->as_groups.n + 1, sizeof(*l->to->as_groups));
	for (size_t i = 0; i < n; i++)
		if (add_group(l->to, l->flags->as_groups[i], err) < 0)
			return -1;
	for (uint32_t i = 0; !n && i < l->user->as_groups.n; i++)
		if (add_group(l->to, sym_text(l->user->as_groups.v[i]), err) < 0)
			return -1;
	return 0;
}

static int add_extra(struct connection *c, const char *key, size_t key_len, const char *value,
		     struct error *err)
{
	char *copy = xcalloc(key_len + 1, 1);

	memcpy(copy, key, key_len);
	c->as_extra_keys[c->as_extra_count] = copy;
	c->as_extra_values[c->as_extra_count++] = xstrdup(value);
	return check_header(_("user-extra to impersonate"), value, err);
}

static bool flag_has_extra(const struct connection_flags *f, const char *key)
{
	size_t len = strlen(key);

	for (size_t i = 0; i < f->as_user_extra_count; i++)
		if (strncmp(f->as_user_extras[i], key, len) == 0 && f->as_user_extras[i][len] == '=')
			return true;
	return false;
}

static int load_extra_flags(struct loading *l, struct error *err)
{
	for (size_t i = 0; i < l->flags->as_user_extra_count; i++) {
		const char *pair = l->flags->as_user_extras[i], *equals = strchr(pair, '=');

		if (!equals || equals == pair)
			return error_set(err, ERR_USAGE, _("--as-user-extra wants key=value"));
		if (add_extra(l->to, pair, (size_t)(equals - pair), equals + 1, err) < 0)
			return -1;
	}
	return 0;
}

/* A key that a flag has takes all its values from flags. */
static int load_extras(struct loading *l, struct error *err)
{
	const struct named_lists *file = &l->user->as_extra;
	size_t n = l->flags->as_user_extra_count;

	for (uint32_t i = 0; i < file->n; i++)
		n += file->v[i].values.n;
	l->to->as_extra_keys = xcalloc(n + 1, sizeof(char *));
	l->to->as_extra_values = xcalloc(n + 1, sizeof(char *));
	if (load_extra_flags(l, err) < 0)
		return -1;
	for (uint32_t i = 0; i < file->n; i++) {
		const char *key = sym_text(file->v[i].name);
		const struct syms *values = &file->v[i].values;

		for (uint32_t k = 0; !flag_has_extra(l->flags, key) && k < values->n; k++)
			if (add_extra(l->to, key, strlen(key), sym_text(values->v[k]), err) < 0)
				return -1;
	}
	return 0;
}

static int load_impersonation(struct loading *l, struct error *err)
{
	const char *as = flag_or(l->flags->as, l->user->as);
	const char *uid = flag_or(l->flags->as_uid, l->user->as_uid);

	l->to->as = text_or_null(as);
	l->to->as_uid = text_or_null(uid);
	if (check_header(_("the user to impersonate"), as, err) < 0 ||
	    check_header(_("the uid to impersonate"), uid, err) < 0)
		return -1;
	return load_groups(l, err) < 0 ? -1 : load_extras(l, err);
}

/* ---- credentials ---- */

static int load_source(struct loading *l, struct source s, const char *name, struct secret *to,
		       struct error *err)
{
	int failure;

	if (*s.data)
		return loading_data(to, s.data, arena_printf(l->files.arena, _("%s-data of user \"%.253s\""),
							     name, l->user_name), err);
	failure = secret_read(to, s.path, SECRET_FILE_BYTES_MAX);
	if (failure)
		return error_set(err, ERR_IO,
				 _("invalid configuration: unable to read %s %.400s for %.253s due to %s"),
				 name, s.path, l->user_name, os_error(failure));
	return 0;
}

static int load_certificate(struct loading *l, struct error *err)
{
	if (!has_certificate(l))
		return 0;
	if (load_source(l, certificate_source(l), "client-certificate", &l->to->client_certificate,
			err) < 0)
		return -1;
	return load_source(l, key_source(l), "client-key", &l->to->client_key, err);
}

/* The file beats the token beside it, but not one of the command line. */
static int load_token(struct loading *l, struct error *err)
{
	const char *token = flag_or(l->flags->token, l->user->token);
	const char *file = sym_text(l->user->token_file);

	if (*token)
		secret_set_text(&l->to->token, token);
	if (*file && !given(l->flags->token))
		l->to->token_file = xstrdup(loading_path(l, l->user_directory, file));
	return check_header(_("the token"), token, err);
}

static void load_basic(struct loading *l)
{
	secret_set_text(&l->to->username, flag_or(l->flags->username, l->user->username));
	secret_set_text(&l->to->password, flag_or(l->flags->password, l->user->password));
}

static int load_auth_provider(struct loading *l, struct error *err)
{
	int64_t now_us = l->env->now_us ? l->env->now_us() : 0;

	if (auth_provider_token(l->user->auth_provider, now_us, &l->to->token, err) < 0)
		return error_wrap(err, _("user \"%.253s\""), l->user_name);
	return 0;
}

static const char *exec_extension(const struct kube_cluster *c)
{
	for (uint32_t i = 0; i < c->extensions.n; i++)
		if (sym_is(c->extensions.v[i].name, EXEC_EXTENSION))
			return c->extensions.v[i].json.s;
	return NULL;
}

static int load_exec(struct loading *l, struct error *err)
{
	const struct kube_exec *e = l->user->exec;

	if (sym_is(e->api_version, EXEC_VERSION_PREFIX "v1alpha1"))
		return error_set(err, ERR_PARSE, _("exec plugin: invalid apiVersion \"%s\": v1alpha1 is gone "
				 "since Kubernetes 1.24; update the plugin and its kubeconfig entry to v1"),
				 e->api_version.s);
	if (!sym_is(e->api_version, EXEC_VERSION_PREFIX "v1") &&
	    !sym_is(e->api_version, EXEC_VERSION_PREFIX "v1beta1"))
		return error_set(err, ERR_PARSE, _("exec plugin: invalid apiVersion \"%.100s\""),
				 sym_text(e->api_version));
	l->to->exec = exec_plugin_new(e, l->user_directory, exec_extension(l->cluster), l->env);
	return plugin_policy_check(exec_plugin_command(l->to->exec), l->env, err);
}

static int load_credentials(struct loading *l, struct error *err)
{
	bool basic = uses_basic(l);

	if (has_token(l) && load_token(l, err) < 0)
		return -1;
	if (basic)
		load_basic(l);
	if (load_certificate(l, err) < 0)
		return -1;
	if (has_token(l) || basic)
		return 0;
	if (l->user->auth_provider)
		return load_auth_provider(l, err);
	return l->user->exec && !l->to->client_certificate.data ? load_exec(l, err) : 0;
}

int loading_user(struct loading *l, struct error *err)
{
	if (load_impersonation(l, err) < 0)
		return -1;
	if (address_is_https(l->to->server))
		return load_credentials(l, err);
	if (has_any(l))
		connection_warn(l->to, _("%s is not https: credentials are not sent to it"), l->to->server);
	return 0;
}
