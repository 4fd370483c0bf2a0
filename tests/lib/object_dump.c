#include "lib/object_dump.h"

#include <inttypes.h>
#include <string.h>

#include "model/quantity.h"

struct list { /* any of the lists of the model */
	const void *v;
	uint32_t n;
};

static void put_text(struct strbuf *out, const char *s)
{
	strbuf_addc(out, '"');
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			strbuf_addc(out, '\\');
		if ((unsigned char)*s < 0x20)
			strbuf_addf(out, "\\u%04x", (unsigned)*s);
		else
			strbuf_addc(out, *s);
	}
	strbuf_addc(out, '"');
}

static void put_comma(struct strbuf *out, bool *some)
{
	if (*some)
		strbuf_addc(out, ',');
	*some = true;
}

static void put_key(struct strbuf *out, const char *key, bool *some)
{
	put_comma(out, some);
	put_text(out, key);
	strbuf_addc(out, ':');
}

static void put_syms(struct strbuf *out, const struct list *l)
{
	const sym *v = l->v;
	bool some = false;

	strbuf_addc(out, '[');
	for (uint32_t i = 0; i < l->n; i++) {
		put_comma(out, &some);
		put_text(out, v[i].s);
	}
	strbuf_addc(out, ']');
}

static void put_labels(struct strbuf *out, const struct list *l)
{
	const struct label *v = l->v;
	bool some = false;

	strbuf_addc(out, '{');
	for (uint32_t i = 0; i < l->n; i++) {
		put_key(out, v[i].key.s, &some);
		put_text(out, v[i].value.s);
	}
	strbuf_addc(out, '}');
}

static void put_quantity(struct strbuf *out, const struct quantity *q)
{
	if (q->text) {
		put_text(out, q->text);
		return;
	}
	strbuf_addc(out, '"');
	quantity_format(q, out);
	strbuf_addc(out, '"');
}

static void put_resources(struct strbuf *out, const struct list *l)
{
	const struct resource *v = l->v;
	bool some = false;

	strbuf_addc(out, '{');
	for (uint32_t i = 0; i < l->n; i++) {
		put_key(out, v[i].name.s, &some);
		put_quantity(out, v[i].quantity);
	}
	strbuf_addc(out, '}');
}

static void put_elements(struct strbuf *out, const struct field *row, const struct list *l)
{
	bool map = row->type == FT_MAP, some = false;
	const char *p = l->v;

	strbuf_addc(out, map ? '{' : '[');
	for (uint32_t i = 0; i < l->n; i++, p += row->size) {
		if (map) {
			sym key;

			memcpy(&key, p, sizeof(key));
			put_key(out, key.s, &some);
		} else {
			put_comma(out, &some);
		}
		object_dump(out, row->sub, p);
	}
	strbuf_addc(out, map ? '}' : ']');
}

static void put_list(struct strbuf *out, const struct field *row, const struct list *l)
{
	switch ((enum field_type)row->type) {
	case FT_SYMS: case FT_KEYS: put_syms(out, l); break;
	case FT_LABELS: put_labels(out, l); break;
	case FT_RESOURCES: put_resources(out, l); break;
	default: put_elements(out, row, l); break;
	}
}

static void put_lent(struct strbuf *out, const struct field *row, const void *lent, bool *some)
{
	struct field_table one = { NULL, 1 };
	struct strbuf text = STRBUF_INIT;

	for (uint32_t i = 0; lent && i < row->sub->n; i++) {
		if (strcmp(row->sub->rows[i].name, row->name) != 0)
			continue;
		one.rows = &row->sub->rows[i];
		object_dump(&text, &one, lent);
		if (text.len > 2) {
			put_comma(out, some);
			strbuf_add(out, text.buf + 1, text.len - 2);
		}
	}
	strbuf_release(&text);
}

static void put_scalar(struct strbuf *out, const struct field *row, const char *member, bool *some)
{
	union {
		sym s;
		bool b;
		int i;
		struct opt_i64 i64;
		struct opt_time time;
		struct int_or_string either;
		const void *p;
		struct list list;
	} u;

	memset(&u, 0, sizeof(u));
#define READ(field) memcpy(&u.field, member, sizeof(u.field))
	switch ((enum field_type)row->type) {
	case FT_SYM: case FT_RAW:
		if (READ(s), u.s.s)
			put_key(out, row->name, some), put_text(out, u.s.s);
		break;
	case FT_BOOL: case FT_PRESENT:
		if (READ(b), u.b)
			put_key(out, row->name, some), strbuf_adds(out, "true");
		break;
	case FT_TRI:
		if (READ(i), u.i)
			put_key(out, row->name, some), strbuf_adds(out, u.i == TRI_TRUE ? "true" : "false");
		break;
	case FT_I64:
		if (READ(i64), u.i64.set)
			put_key(out, row->name, some), strbuf_addf(out, "%" PRId64, u.i64.v);
		break;
	case FT_TIME:
		if (READ(time), u.time.set)
			put_key(out, row->name, some), strbuf_addf(out, "%" PRId64, u.time.us);
		break;
	case FT_INT_OR_STRING:
		if (READ(either), !u.either.set)
			break;
		put_key(out, row->name, some);
		if (u.either.is_string)
			put_text(out, u.either.text.s);
		else
			strbuf_addf(out, "%" PRId64, u.either.num);
		break;
	case FT_ENUM:
		if (READ(i), u.i)
			put_key(out, row->name, some), put_text(out, row->names[u.i]);
		break;
	case FT_QUANTITY:
		if (READ(p), u.p)
			put_key(out, row->name, some), put_quantity(out, u.p);
		break;
	case FT_POINTER:
		if (READ(p), u.p)
			put_key(out, row->name, some), object_dump(out, row->sub, u.p);
		break;
	case FT_MATCH_LABELS:
		if (READ(p), u.p) {
			const struct label_selector *s = u.p;
			struct list labels = { s->match_labels.v, s->match_labels.n };

			put_key(out, row->name, some), put_labels(out, &labels);
		}
		break;
	case FT_LEND:
		READ(p);
		put_lent(out, row, u.p, some);
		break;
	case FT_LISTS: /* in no kind's table */
		break;
	default:
		if (READ(list), u.list.v)
			put_key(out, row->name, some), put_list(out, row, &u.list);
		break;
	}
#undef READ
}

static void put_struct(struct strbuf *out, const struct field *row, const char *member, bool *some)
{
	struct strbuf text = STRBUF_INIT;

	object_dump(&text, row->sub, member);
	if (text.len > 2)
		put_key(out, row->name, some), strbuf_add(out, text.buf, text.len);
	strbuf_release(&text);
}

void object_dump(struct strbuf *out, const struct field_table *t, const void *base)
{
	bool some = false, follows = false;

	strbuf_addc(out, '{');
	for (uint32_t i = 0; i < t->n; i++) {
		const struct field *row = &t->rows[i];
		const char *member = (const char *)base + row->offset;

		if (!follows && !(row->flags & FF_FALLBACK)) {
			if (row->type == FT_STRUCT)
				put_struct(out, row, member, &some);
			else
				put_scalar(out, row, member, &some);
		}
		follows = row->flags & FF_ALSO;
	}
	strbuf_addc(out, '}');
}
