#include "fetch/auth_provider.h"

#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "fetch/base64.h"
#include "fetch/secret.h"
#include "load/document.h"
#include "load/yaml_scalar.h"
#include "model/selector.h"
#include "model/time.h"

#define LEEWAY_US INT64_C(10000000) /* a token is too old this long before it expires */
#define SECONDS_MAX INT64_C(200000000000)

struct claims {
	sym expires; /* a number as it was written: some issuers write 1.7e9 */
};

static const struct field claims_rows[] = {
	{ F_RAW("exp", struct claims, expires) },
};
static const struct field_table claims_table = TABLE(claims_rows);

/* "1700000000", "1.7e9", "1700000000.5" */
static bool parse_seconds(const char *text, int64_t *ret)
{
	struct strbuf number = STRBUF_INIT;
	bool ok = scalar_resolve(text, strlen(text), &number) == SCALAR_NUMBER;

	strbuf_truncate(&number, strcspn(number.buf, "."));
	ok = ok && parse_int64(number.buf, ret) && *ret > -SECONDS_MAX && *ret < SECONDS_MAX;
	strbuf_release(&number);
	return ok;
}

static bool read_claims(const char *json, size_t len, int64_t *ret_us)
{
	struct arena *arena = arena_new();
	struct symtab *syms = symtab_new();
	struct error err = ERROR_INIT;
	struct claims c = { { NULL } };
	int64_t seconds = 0;
	bool ok = document_decode(json, len, &claims_table, &c, arena, syms, &err) == 0 &&
		  parse_seconds(sym_text(c.expires), &seconds);

	*ret_us = seconds * 1000000;
	symtab_free(syms);
	arena_free(arena);
	return ok;
}

/* The time in the middle part of a JSON web token. */
static bool token_expires(const char *token, int64_t *ret_us)
{
	const char *payload = strchr(token, '.');
	const char *end = payload ? strchr(payload + 1, '.') : NULL;
	size_t len, used;
	char *json;
	bool ok;

	if (!end || strchr(end + 1, '.'))
		return false;
	len = (size_t)(end - ++payload);
	json = xmalloc(BASE64_DECODED_MAX(len) + 1);
	ok = base64_decode(BASE64_URL, payload, len, json, &used) == 0;
	if (ok) {
		json[used] = '\0';
		ok = read_claims(json, used, ret_us);
	}
	xfree(json);
	return ok;
}

static const char *config_value(const struct kube_auth_provider *p, const char *key)
{
	for (uint32_t i = 0; i < p->config.n; i++)
		if (sym_is(p->config.v[i].key, key))
			return sym_text(p->config.v[i].value);
	return "";
}

static int expired(int64_t us, struct error *err)
{
	struct strbuf when = STRBUF_INIT;

	time_format(us, &when);
	error_set(err, ERR_IO, _("the id-token expired at %s, and this program only reads: refresh it "
		  "with any kubectl command, or log in again"), when.buf);
	strbuf_release(&when);
	return -1;
}

static int oidc_token(const struct kube_auth_provider *p, int64_t now_us, struct secret *ret,
		      struct error *err)
{
	const char *token = config_value(p, "id-token");
	int64_t expires_us;

	if (!*token)
		return error_set(err, ERR_IO, _("there is no id-token, and this program only reads: get "
				 "one with any kubectl command, or log in again"));
	if (!token_expires(token, &expires_us))
		return error_set(err, ERR_PARSE, _("ID Token is not a valid JWT"));
	if (now_us + LEEWAY_US >= expires_us)
		return expired(expires_us, err);
	secret_set_text(ret, token);
	return 0;
}

int auth_provider_token(const struct kube_auth_provider *provider, int64_t now_us,
			struct secret *ret, struct error *err)
{
	const char *name = sym_text(provider->name);

	if (strcmp(name, "oidc") == 0) {
		if (oidc_token(provider, now_us, ret, err) < 0)
			return error_wrap(err, _("auth-provider oidc"));
		return 0;
	}
	if (strcmp(name, "gcp") == 0)
		return error_set(err, ERR_PARSE, _("the gcp auth plugin has been removed; please use the "
				 "\"gke-gcloud-auth-plugin\" credential plugin instead (see https://cloud."
				 "google.com/blog/products/containers-kubernetes/kubectl-auth-changes-in-gke)"));
	if (strcmp(name, "azure") == 0)
		return error_set(err, ERR_PARSE, _("the azure auth plugin has been removed; please use the "
				 "\"kubelogin\" credential plugin instead (https://github.com/Azure/kubelogin)"));
	return error_set(err, ERR_PARSE, _("no Auth Provider found for name \"%.100s\""), name);
}
