#include "load/encode.h"

#include <string.h>

#include "load/decode.h"
#include "model/quantity.h"
#include "model/time.h"

static void encode_members(struct strbuf *out, const struct field_table *t, const char *base);

/* ---- texts ---- */

/* C1 controls take two bytes, 0xc2 and one of 0x80 to 0x9f; terminals obey them as they do ESC. */
static bool is_c1(const unsigned char *s)
{
	return s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0;
}

/* A text as a JSON string, quotes included. */
static void encode_string(struct strbuf *out, const char *text)
{
	strbuf_addc(out, '"');
	for (const unsigned char *s = (const unsigned char *)text; *s; s++) {
		if (*s == '"' || *s == '\\')
			strbuf_addc(out, '\\');
		if (*s < 0x20 || *s == 0x7f)
			strbuf_addf(out, "\\u%04x", (unsigned)*s);
		else if (is_c1(s))
			strbuf_addf(out, "\\u%04x", (unsigned)*++s);
		else
			strbuf_addc(out, (char)*s);
	}
	strbuf_addc(out, '"');
}

static void encode_key(struct strbuf *out, const char *name)
{
	char last = out->len ? out->buf[out->len - 1] : '{';

	if (last != '{')
		strbuf_addc(out, ',');
	encode_string(out, name);
	strbuf_addc(out, ':');
}

static void separate(struct strbuf *out, uint32_t i)
{
	if (i)
		strbuf_addc(out, ',');
}

static void encode_time(struct strbuf *out, struct opt_time t)
{
	strbuf_addc(out, '"');
	time_format(t.us, out);
	strbuf_addc(out, '"');
}

static void encode_quantity(struct strbuf *out, const struct quantity *q)
{
	struct strbuf text = STRBUF_INIT;

	if (q->text) {
		encode_string(out, q->text);
		return;
	}
	quantity_format(q, &text);
	encode_string(out, text.buf);
	strbuf_release(&text);
}

/* ---- lists and maps: v is there, n may be 0 ---- */

static void encode_syms(struct strbuf *out, const struct syms *list)
{
	strbuf_addc(out, '[');
	for (uint32_t i = 0; i < list->n; i++) {
		separate(out, i);
		encode_string(out, sym_text(list->v[i]));
	}
	strbuf_addc(out, ']');
}

static void encode_keys(struct strbuf *out, const struct syms *keys)
{
	strbuf_addc(out, '{');
	for (uint32_t i = 0; i < keys->n; i++) {
		encode_key(out, sym_text(keys->v[i]));
		strbuf_adds(out, "true");
	}
	strbuf_addc(out, '}');
}

static void encode_labels(struct strbuf *out, const struct labels *l)
{
	strbuf_addc(out, '{');
	for (uint32_t i = 0; i < l->n; i++) {
		encode_key(out, sym_text(l->v[i].key));
		encode_string(out, sym_text(l->v[i].value));
	}
	strbuf_addc(out, '}');
}

static void encode_resources(struct strbuf *out, const struct resources *r)
{
	strbuf_addc(out, '{');
	for (uint32_t i = 0; i < r->n; i++) {
		encode_key(out, sym_text(r->v[i].name));
		encode_quantity(out, r->v[i].quantity);
	}
	strbuf_addc(out, '}');
}

static void encode_lists(struct strbuf *out, const struct named_lists *l)
{
	strbuf_addc(out, '{');
	for (uint32_t i = 0; i < l->n; i++) {
		encode_key(out, sym_text(l->v[i].name));
		encode_syms(out, &l->v[i].values);
	}
	strbuf_addc(out, '}');
}

static void encode_list(struct strbuf *out, const struct field *row, const struct any_list *list)
{
	strbuf_addc(out, '[');
	for (uint32_t i = 0; i < list->n; i++) {
		separate(out, i);
		encode_object(out, row->sub, (const char *)list->v + (size_t)i * row->size);
	}
	strbuf_addc(out, ']');
}

/* The key stands at the front of each element. */
static void encode_map(struct strbuf *out, const struct field *row, const struct any_list *list)
{
	strbuf_addc(out, '{');
	for (uint32_t i = 0; i < list->n; i++) {
		const char *at = (const char *)list->v + (size_t)i * row->size;
		sym key;

		memcpy(&key, at, sizeof(key));
		encode_key(out, sym_text(key));
		encode_object(out, row->sub, at);
	}
	strbuf_addc(out, '}');
}

static void encode_large(struct strbuf *out, const struct field *row, const char *member)
{
	const void *list = member;

	switch ((enum field_type)row->type) {
	case FT_SYMS: encode_syms(out, list); break;
	case FT_KEYS: encode_keys(out, list); break;
	case FT_LABELS: encode_labels(out, list); break;
	case FT_RESOURCES: encode_resources(out, list); break;
	case FT_LISTS: encode_lists(out, list); break;
	case FT_MAP: encode_map(out, row, list); break;
	default: encode_list(out, row, list); break;
	}
}

/* ---- members ---- */

static void encode_sym_row(struct strbuf *out, const struct field *row, const char *member)
{
	sym s;

	memcpy(&s, member, sizeof(s));
	if (!s.s)
		return;
	encode_key(out, row->name);
	if (row->type == FT_RAW)
		strbuf_adds(out, s.s);
	else
		encode_string(out, s.s);
}

static void encode_bool_row(struct strbuf *out, const struct field *row, const char *member)
{
	enum tri t;

	if (row->type == FT_TRI)
		memcpy(&t, member, sizeof(t));
	else
		t = *member ? TRI_TRUE : TRI_UNSET;
	if (t == TRI_UNSET)
		return;
	encode_key(out, row->name);
	strbuf_adds(out, t == TRI_TRUE ? "true" : "false");
}

static void encode_number_row(struct strbuf *out, const struct field *row, const char *member)
{
	const void *p = member;
	struct opt_i64 number;
	struct opt_time t;

	if (row->type == FT_I64) {
		memcpy(&number, p, sizeof(number));
		if (!number.set)
			return;
		encode_key(out, row->name);
		strbuf_addf(out, "%lld", (long long)number.v);
		return;
	}
	memcpy(&t, p, sizeof(t));
	if (!t.set)
		return;
	encode_key(out, row->name);
	encode_time(out, t);
}

static void encode_int_or_string_row(struct strbuf *out, const struct field *row,
				     const char *member)
{
	struct int_or_string v;

	memcpy(&v, member, sizeof(v));
	if (!v.set)
		return;
	encode_key(out, row->name);
	if (v.is_string)
		encode_string(out, sym_text(v.text));
	else
		strbuf_addf(out, "%lld", (long long)v.num);
}

static void encode_enum_row(struct strbuf *out, const struct field *row, const char *member)
{
	int v;

	memcpy(&v, member, sizeof(v));
	if (!*row->names[v])
		return;
	encode_key(out, row->name);
	encode_string(out, row->names[v]);
}

static void encode_pointer_row(struct strbuf *out, const struct field *row, const char *member)
{
	const void *p;

	memcpy(&p, member, sizeof(p));
	if (!p)
		return;
	encode_key(out, row->name);
	if (row->type == FT_QUANTITY)
		encode_quantity(out, p);
	else if (row->type == FT_MATCH_LABELS)
		encode_labels(out, &((const struct label_selector *)p)->match_labels);
	else
		encode_object(out, row->sub, p);
}

static void encode_list_row(struct strbuf *out, const struct field *row, const char *member)
{
	struct any_list list;

	memcpy(&list, member, sizeof(list));
	if (!list.v)
		return;
	encode_key(out, row->name);
	encode_large(out, row, member);
}

/* 0: nothing tells; 1: the object is there; -1: it is not, whatever its members say. */
static int presence(const struct field_table *t, const char *base)
{
	int ret = 0;

	for (uint32_t i = 0; i < t->n && !t->rows[i].name[0]; i++)
		ret = base[t->rows[i].offset] ? 1 : -1;
	return ret;
}

/* An object without a struct of its own is left out where it would be empty. */
static void encode_struct_row(struct strbuf *out, const struct field *row, const char *member)
{
	int there = presence(row->sub, member);
	size_t before = out->len, start;

	if (there < 0)
		return;
	encode_key(out, row->name);
	start = out->len + 1;
	encode_object(out, row->sub, member);
	if (!there && out->len == start + 1)
		strbuf_truncate(out, before);
}

static void encode_row(struct strbuf *out, const struct field *row, const char *base);

static void encode_lent_row(struct strbuf *out, const struct field *row, const char *member)
{
	const char *base;

	memcpy(&base, member, sizeof(base));
	for (uint32_t i = 0; base && i < row->sub->n; i++)
		if (strcmp(row->sub->rows[i].name, row->name) == 0)
			encode_row(out, &row->sub->rows[i], base);
}

static void encode_row(struct strbuf *out, const struct field *row, const char *base)
{
	const char *member = base + row->offset;

	switch ((enum field_type)row->type) {
	case FT_SYM: case FT_RAW: encode_sym_row(out, row, member); break;
	case FT_BOOL: case FT_TRI: case FT_PRESENT: encode_bool_row(out, row, member); break;
	case FT_I64: case FT_TIME: encode_number_row(out, row, member); break;
	case FT_INT_OR_STRING: encode_int_or_string_row(out, row, member); break;
	case FT_ENUM: encode_enum_row(out, row, member); break;
	case FT_QUANTITY: case FT_MATCH_LABELS: case FT_POINTER:
		encode_pointer_row(out, row, member);
		break;
	case FT_SYMS: case FT_KEYS: case FT_LABELS: case FT_RESOURCES: case FT_LIST: case FT_MAP:
	case FT_LISTS:
		encode_list_row(out, row, member);
		break;
	case FT_STRUCT: encode_struct_row(out, row, member); break;
	case FT_LEND: encode_lent_row(out, row, member); break;
	}
}

/* Of rows that read one value the last is written: it has the text (FF_ALSO). */
static void encode_members(struct strbuf *out, const struct field_table *t, const char *base)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (t->rows[i].name[0] && !(t->rows[i].flags & (FF_ALSO | FF_ALIAS)))
			encode_row(out, &t->rows[i], base);
}

void encode_object(struct strbuf *out, const struct field_table *t, const void *base)
{
	strbuf_addc(out, '{');
	encode_members(out, t, base);
	strbuf_addc(out, '}');
}
