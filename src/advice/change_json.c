#include "advice/change_json.h"

#include <string.h>

#include "base/text.h"
#include "model/quantity.h"

static void put_unit(struct strbuf *out, uint32_t c)
{
	strbuf_addf(out, "\\u%04x", (unsigned)c);
}

static void put_char(struct strbuf *out, uint32_t c)
{
	if (c == '"' || c == '\\')
		strbuf_addf(out, "\\%c", (char)c);
	else if (c >= 0x20 && c < 0x7f)
		strbuf_addc(out, (char)c);
	else if (c < 0x10000)
		put_unit(out, c);
	else {
		put_unit(out, 0xd800 + ((c - 0x10000) >> 10));
		put_unit(out, 0xdc00 + ((c - 0x10000) & 0x3ff));
	}
}

void json_put_string(struct strbuf *out, const char *s)
{
	size_t len = strlen(s);
	uint32_t c;
	int n;

	strbuf_addc(out, '"');
	while ((n = utf8_decode(s, len, &c)) != 0) {
		size_t step = n < 0 ? 1 : (size_t)n;

		put_char(out, n < 0 ? 0xfffd : c);
		s += step;
		len -= step;
	}
	strbuf_addc(out, '"');
}

static void put_key(struct strbuf *out, const char *key)
{
	if (out->len && out->buf[out->len - 1] != '{' && out->buf[out->len - 1] != '[')
		strbuf_addc(out, ',');
	if (!key)
		return;
	json_put_string(out, key);
	strbuf_addc(out, ':');
}

void json_put_member(struct strbuf *out, const char *key, const char *value)
{
	if (!value)
		return;
	put_key(out, key);
	json_put_string(out, value);
}

void json_put_raw(struct strbuf *out, const char *key, const char *json)
{
	if (!json)
		return;
	put_key(out, key);
	strbuf_adds(out, json);
}

void json_put_labels(struct strbuf *out, const char *key, const struct labels *l)
{
	if (!l->n)
		return;
	put_key(out, key);
	strbuf_addc(out, '{');
	for (uint32_t i = 0; i < l->n; i++)
		json_put_member(out, l->v[i].key.s, sym_text(l->v[i].value));
	strbuf_addc(out, '}');
}

void json_put_resources(struct strbuf *out, const char *key, const struct resources *r)
{
	struct strbuf text = STRBUF_INIT;

	put_key(out, key);
	strbuf_addc(out, '{');
	for (uint32_t i = 0; i < r->n; i++) {
		strbuf_reset(&text);
		quantity_format(r->v[i].quantity, &text);
		json_put_member(out, r->v[i].name.s, text.buf);
	}
	strbuf_addc(out, '}');
	strbuf_release(&text);
}

void json_put_syms(struct strbuf *out, const char *key, const struct syms *list)
{
	put_key(out, key);
	strbuf_addc(out, '[');
	for (uint32_t i = 0; i < list->n; i++)
		json_put_member(out, NULL, sym_text(list->v[i]));
	strbuf_addc(out, ']');
}

const char *json_string(struct arena *a, const char *s)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	json_put_string(&text, s);
	copy = arena_strdup(a, text.buf);
	strbuf_release(&text);
	return copy;
}

const char *pointer_part(struct arena *a, const char *key)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	for (const char *p = key; *p; p++) {
		if (*p == '~')
			strbuf_adds(&text, "~0");
		else if (*p == '/')
			strbuf_adds(&text, "~1");
		else
			strbuf_addc(&text, *p);
	}
	copy = arena_strdup(a, text.buf);
	strbuf_release(&text);
	return copy;
}
