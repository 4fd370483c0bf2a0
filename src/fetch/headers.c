#include "fetch/headers.h"

#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "fetch/secret.h"

static const char tchars[] = "!#$&'*+-.^_`|~0123456789"
			     "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

static struct strbuf *next_line(struct header_lines *h)
{
	if (h->n == h->cap) {
		h->cap = h->cap ? h->cap * 2 : 8;
		h->v = xrealloc(h->v, h->cap * sizeof(*h->v));
	}
	h->v[h->n] = (struct strbuf)STRBUF_INIT;
	return &h->v[h->n++];
}

/* A line break would let a value speak for us. */
static int add(struct header_lines *h, const char *name, const char *value, struct error *err)
{
	for (const char *p = value; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return error_set(err, ERR_USAGE, _("%s: control characters cannot be sent"), name);
	strbuf_addf(next_line(h), "%s: %s", name, value);
	return 0;
}

/* As client-go escapes the keys of user extras: what may not stand in a header's name, and %. */
static int add_extra(struct header_lines *h, const char *key, const char *value, struct error *err)
{
	struct strbuf name = STRBUF_INIT;
	int rc;

	strbuf_adds(&name, "Impersonate-Extra-");
	for (const char *p = key; *p; p++) {
		if (strchr(tchars, *p))
			strbuf_addc(&name, *p);
		else
			strbuf_addf(&name, "%%%02X", (unsigned)(unsigned char)*p);
	}
	rc = add(h, name.buf, value, err);
	strbuf_release(&name);
	return rc;
}

static int add_impersonation(struct header_lines *h, const struct connection *c, struct error *err)
{
	if (c->as && *c->as && add(h, "Impersonate-User", c->as, err) < 0)
		return -1;
	if (c->as_uid && *c->as_uid && add(h, "Impersonate-Uid", c->as_uid, err) < 0)
		return -1;
	for (size_t i = 0; i < c->as_group_count; i++)
		if (add(h, "Impersonate-Group", c->as_groups[i], err) < 0)
			return -1;
	for (size_t i = 0; i < c->as_extra_count; i++)
		if (add_extra(h, c->as_extra_keys[i], c->as_extra_values[i], err) < 0)
			return -1;
	return 0;
}

int headers_build(struct header_lines *ret, const struct connection *c, const char *user_agent,
		  const char *authorization, bool credentials, struct error *err)
{
	*ret = (struct header_lines){ 0 };
	if (add(ret, "Accept", "application/json", err) < 0 ||
	    add(ret, "User-Agent", user_agent, err) < 0)
		return -1;
	if (!credentials)
		return 0;
	if (authorization && *authorization && add(ret, "Authorization", authorization, err) < 0)
		return -1;
	return add_impersonation(ret, c, err);
}

void headers_release(struct header_lines *h)
{
	for (size_t i = 0; i < h->n; i++)
		secret_strbuf_release(&h->v[i]);
	xfree(h->v);
	*h = (struct header_lines){ 0 };
}

static bool same_name(const char *line, size_t len, const char *name)
{
	size_t n = strlen(name);

	if (len <= n || line[n] != ':')
		return false;
	for (size_t i = 0; i < n; i++) {
		char c = line[i] >= 'A' && line[i] <= 'Z' ? (char)(line[i] - 'A' + 'a') : line[i];

		if (c != name[i])
			return false;
	}
	return true;
}

void header_redact(struct strbuf *out, const char *line, size_t len)
{
	static const char *const secret[] = { "authorization", "proxy-authorization", "cookie",
					      "set-cookie" };

	for (size_t i = 0; i < sizeof(secret) / sizeof(*secret); i++)
		if (same_name(line, len, secret[i])) {
			strbuf_add(out, line, strlen(secret[i]));
			strbuf_adds(out, ": <hidden>");
			return;
		}
	strbuf_add(out, line, len);
}
