#include "load/decode.h"

#include <string.h>

#include "model/quantity.h"
#include "model/time.h"

/* The way to the value being decoded, for messages; lives on the stack. */
struct path {
	const struct path *up;
	const char *name; /* of a member, or NULL: an element of a list */
	uint32_t index;
};

static bool decode_value(struct decode *d, const struct path *up, const struct json_value *v,
			 const struct field *row, char *base);

/* ---- messages ---- */

static void path_text(const struct path *p, struct strbuf *out)
{
	if (!p)
		return;
	path_text(p->up, out);
	if (!p->name) {
		strbuf_addf(out, "[%u]", (unsigned)p->index);
		return;
	}
	if (p->up)
		strbuf_addc(out, '.');
	strbuf_adds(out, p->name);
}

static bool wrong(struct decode *d, const struct path *at, const char *what)
{
	struct strbuf path = STRBUF_LIMIT(512);

	path_text(at, &path);
	error_set(&d->error, ERR_PARSE, "%s%s%s", path.buf, path.len ? ": " : "", what);
	strbuf_release(&path);
	return false;
}

/* "wants an integer, found a string"; of a text the beginning is shown. */
static bool wrong_type(struct decode *d, const struct path *at, const struct json_value *v,
		       const char *wants)
{
	struct strbuf what = STRBUF_LIMIT(256);
	enum json_type type = json_type(v);

	strbuf_addf(&what, "wants %s, found %s", wants, json_type_name(type));
	if (type == JSON_NUMBER)
		strbuf_addf(&what, " (%.40s)", json_text(v));
	wrong(d, at, what.buf);
	strbuf_release(&what);
	return false;
}

static void warn_twice(struct decode *d, const struct path *at)
{
	if (d->warning.len)
		return;
	path_text(at, &d->warning);
	strbuf_adds(&d->warning, " is there twice; the last one counts");
}

/* ---- scalars ---- */

static sym intern(struct decode *d, const char *text)
{
	return sym_str(d->c->syms, text);
}

static bool decode_sym(struct decode *d, const struct path *at, const struct json_value *v, sym *ret)
{
	if (json_type(v) != JSON_STRING)
		return wrong_type(d, at, v, "a string");
	*ret = intern(d, json_text(v));
	return true;
}

static bool decode_bool(struct decode *d, const struct path *at, const struct json_value *v,
			bool *ret)
{
	enum json_type type = json_type(v);

	if (type != JSON_TRUE && type != JSON_FALSE)
		return wrong_type(d, at, v, "true or false");
	*ret = type == JSON_TRUE;
	return true;
}

static bool decode_tri(struct decode *d, const struct path *at, const struct json_value *v,
		       enum tri *ret)
{
	bool value = false;

	if (!decode_bool(d, at, v, &value))
		return false;
	*ret = value ? TRI_TRUE : TRI_FALSE;
	return true;
}

static bool decode_i64(struct decode *d, const struct path *at, const struct json_value *v,
		       struct opt_i64 *ret)
{
	if (json_type(v) != JSON_NUMBER || !parse_int64(json_text(v), &ret->v))
		return wrong_type(d, at, v, "an integer");
	ret->set = true;
	return true;
}

static bool decode_time(struct decode *d, const struct path *at, const struct json_value *v,
			struct opt_time *ret)
{
	if (json_type(v) != JSON_STRING)
		return wrong_type(d, at, v, "a time");
	if (time_parse(json_text(v), &ret->us) < 0)
		return wrong(d, at, "wants a time such as 2026-11-01T08:00:10Z");
	ret->set = true;
	return true;
}

static bool decode_int_or_string(struct decode *d, const struct path *at,
				 const struct json_value *v, struct int_or_string *ret)
{
	struct opt_i64 num;

	if (json_type(v) == JSON_STRING) {
		*ret = (struct int_or_string){ true, true, 0, intern(d, json_text(v)) };
		return true;
	}
	if (json_type(v) != JSON_NUMBER || !decode_i64(d, at, v, &num))
		return wrong_type(d, at, v, "an integer or a string");
	*ret = (struct int_or_string){ .set = true, .num = num.v };
	return true;
}

static bool decode_enum(struct decode *d, const struct path *at, const struct json_value *v,
			const char *const *names, int *ret)
{
	if (json_type(v) != JSON_STRING)
		return wrong_type(d, at, v, "a string");
	*ret = 0;
	for (int i = 0; names[i]; i++)
		if (strcmp(names[i], json_text(v)) == 0)
			*ret = i;
	return true;
}

/* The API server trims blanks around an amount. */
static sym trimmed(struct decode *d, const char *s)
{
	size_t len;

	s += strspn(s, " \t\r\n");
	for (len = strlen(s); len && strchr(" \t\r\n", s[len - 1]); len--)
		;
	return sym_intern(d->c->syms, s, len);
}

static bool decode_quantity(struct decode *d, const struct path *at, const struct json_value *v,
			    const struct quantity **ret)
{
	enum json_type type = json_type(v);
	union pairmap_value *known;
	struct error err = ERROR_INIT;
	struct quantity q = QUANTITY_ZERO, *copy;
	sym text;

	if (type != JSON_STRING && type != JSON_NUMBER)
		return wrong_type(d, at, v, "a quantity");
	text = trimmed(d, json_text(v));
	known = pairmap_put(&d->c->quantities, text.s, NULL);
	if (!known->cptr) {
		if (quantity_parse(text.s, &q, &err) < 0)
			return wrong(d, at, err.msg);
		copy = ARENA_NEW(d->c->arena, struct quantity);
		*copy = q;
		known->ptr = copy;
	}
	*ret = known->cptr;
	return true;
}

/* ---- lists and maps ---- */

static uint32_t count(const struct json_value *v)
{
	uint32_t n = 0;

	for (const struct json_value *e = json_first(v); e; e = json_next(e))
		n++;
	return n;
}

static bool list_begins(struct decode *d, const struct path *at, const struct json_value *v,
			enum json_type type, const char *wants, size_t size, struct any_list *ret)
{
	if (json_type(v) != type)
		return wrong_type(d, at, v, wants);
	ret->n = count(v);
	ret->v = arena_array(d->c->arena, ret->n, size);
	return true;
}

static bool decode_syms(struct decode *d, const struct path *up, const struct json_value *v,
			struct any_list *ret)
{
	struct path at = { up, NULL, 0 };
	sym *to;

	if (!list_begins(d, up, v, JSON_LIST, "a list of strings", sizeof(sym), ret))
		return false;
	to = ret->v;
	for (const struct json_value *e = json_first(v); e; e = json_next(e), at.index++) {
		if (json_type(e) == JSON_NULL)
			to[at.index] = intern(d, "");
		else if (!decode_sym(d, &at, e, &to[at.index]))
			return false;
	}
	return true;
}

/* The key at the front of a map's element. */
static sym key_at(const void *v, size_t i, size_t size)
{
	sym key;

	memcpy(&key, (const char *)v + i * size, sizeof(key));
	return key;
}

static int key_order(const void *v, size_t i, size_t j, size_t size)
{
	return strcmp(key_at(v, i, size).s, key_at(v, j, size).s);
}

/* Merges two sorted runs of `from` into `to`; the earlier element comes first among equals. */
static void merge_runs(char *to, const char *from, size_t begin, size_t middle, size_t end,
		       size_t size)
{
	size_t i = begin, j = middle;

	for (size_t k = begin; k < end; k++) {
		bool left = j == end || (i < middle && key_order(from, i, j, size) <= 0);
		size_t at = left ? i++ : j++;

		memcpy(to + k * size, from + at * size, size);
	}
}

static bool is_sorted(const void *v, size_t n, size_t size)
{
	for (size_t i = 1; i < n; i++)
		if (key_order(v, i - 1, i, size) >= 0)
			return false;
	return true;
}

/* Stable sort by key.  Not qsort: that need not keep the order of equal keys. */
static void sort_by_key(struct decode *d, struct any_list *list, size_t size)
{
	char *from = list->v, *to;

	if (is_sorted(list->v, list->n, size))
		return;
	to = arena_array(d->c->arena, list->n, size);
	for (size_t run = 1; run < list->n; run *= 2) {
		char *other = from;

		for (size_t i = 0; i < list->n; i += 2 * run) {
			size_t middle = i + run < list->n ? i + run : list->n;
			size_t end = i + 2 * run < list->n ? i + 2 * run : list->n;

			merge_runs(to, from, i, middle, end, size);
		}
		from = to;
		to = other;
	}
	list->v = from;
}

/* Sorted by key, and of equal keys only the last. */
static void finish_map(struct decode *d, const struct path *at, struct any_list *list, size_t size)
{
	char *v;
	uint32_t n = 0;

	sort_by_key(d, list, size);
	v = list->v;
	for (uint32_t i = 0; i < list->n; i++) {
		if (n && sym_eq(key_at(v, n - 1, size), key_at(v, i, size))) {
			struct path key = { at, key_at(v, i, size).s, 0 };

			warn_twice(d, &key);
			n--;
		}
		if (n != i)
			memcpy(v + n * size, v + i * size, size);
		n++;
	}
	list->n = n;
}

static bool decode_keys(struct decode *d, const struct path *at, const struct json_value *v,
			struct any_list *ret)
{
	sym *to;

	if (!list_begins(d, at, v, JSON_OBJECT, "an object", sizeof(sym), ret))
		return false;
	to = ret->v;
	for (const struct json_value *e = json_first(v); e; e = json_next(e))
		*to++ = intern(d, json_key(e));
	finish_map(d, at, ret, sizeof(sym));
	return true;
}

static bool decode_labels(struct decode *d, const struct path *up, const struct json_value *v,
			  struct any_list *ret)
{
	struct label *to;

	if (!list_begins(d, up, v, JSON_OBJECT, "a map of strings", sizeof(*to), ret))
		return false;
	to = ret->v;
	for (const struct json_value *e = json_first(v); e; e = json_next(e), to++) {
		struct path at = { up, json_key(e), 0 };

		to->key = intern(d, json_key(e));
		if (json_type(e) == JSON_NULL)
			to->value = intern(d, "");
		else if (!decode_sym(d, &at, e, &to->value))
			return false;
	}
	finish_map(d, up, ret, sizeof(*to));
	return true;
}

static bool decode_resources(struct decode *d, const struct path *up, const struct json_value *v,
			     struct any_list *ret)
{
	struct resource *to;
	uint32_t n = 0;

	if (!list_begins(d, up, v, JSON_OBJECT, "a map of quantities", sizeof(*to), ret))
		return false;
	to = ret->v;
	for (const struct json_value *e = json_first(v); e; e = json_next(e)) {
		struct path at = { up, json_key(e), 0 };

		if (json_type(e) == JSON_NULL)
			continue;
		to[n].name = intern(d, json_key(e));
		if (!decode_quantity(d, &at, e, &to[n].quantity))
			return false;
		n++;
	}
	ret->n = n;
	finish_map(d, up, ret, sizeof(*to));
	return true;
}

static bool decode_match_labels(struct decode *d, const struct path *at,
				const struct json_value *v, const void **ret)
{
	struct label_selector *s = ARENA_NEW(d->c->arena, struct label_selector);
	struct any_list labels;

	if (!decode_labels(d, at, v, &labels))
		return false;
	s->match_labels.v = labels.v;
	s->match_labels.n = labels.n;
	*ret = s;
	return true;
}

/* ---- objects ---- */

/* What a member of that type takes up; 0: not a member by itself. */
static size_t member_size(enum field_type type)
{
	switch (type) {
	case FT_SYM: return sizeof(sym);
	case FT_BOOL: case FT_PRESENT: return sizeof(bool);
	case FT_TRI: return sizeof(enum tri);
	case FT_I64: return sizeof(struct opt_i64);
	case FT_TIME: return sizeof(struct opt_time);
	case FT_INT_OR_STRING: return sizeof(struct int_or_string);
	case FT_ENUM: return sizeof(int);
	case FT_QUANTITY: case FT_MATCH_LABELS: case FT_POINTER: return sizeof(void *);
	case FT_SYMS: case FT_KEYS: case FT_LABELS: case FT_RESOURCES: case FT_LIST: case FT_MAP:
		return sizeof(struct any_list);
	case FT_STRUCT: case FT_LEND: return 0;
	}
	return 0;
}

/* For FF_FALLBACK: an empty string is worth as little as none. */
static bool is_unset(const struct field *row, const char *member)
{
	size_t size = member_size(row->type);

	if (row->type == FT_SYM) {
		sym s;

		memcpy(&s, member, sizeof(s));
		return sym_empty(s);
	}
	for (size_t i = 0; i < size; i++)
		if (member[i])
			return false;
	return true;
}

static bool decode_row(struct decode *d, const struct path *up, const struct json_value *v,
		       const struct field *row, char *base)
{
	if ((row->flags & FF_FALLBACK) && !is_unset(row, base + row->offset))
		return true;
	return decode_value(d, up, v, row, base);
}

/* The object itself is there: rows without a name. */
static void mark_present(const struct field_table *t, char *base)
{
	for (uint32_t i = 0; i < t->n && !t->rows[i].name[0]; i++)
		base[t->rows[i].offset] = true;
}

static bool decode_members(struct decode *d, const struct path *up, const struct json_value *v,
			   const struct field_table *t, char *base)
{
	uint64_t seen = 0;

	if (json_type(v) != JSON_OBJECT)
		return wrong_type(d, up, v, "an object");
	mark_present(t, base);
	for (const struct json_value *e = json_first(v); e; e = json_next(e)) {
		uint32_t i = (uint32_t)(json_key(e)[0] - ROW_KEY_FIRST);
		const struct field *row = &t->rows[i];
		struct path at = { up, row->name, 0 };

		if (seen >> i & 1) {
			warn_twice(d, &at);
			memset(base + row->offset, 0, member_size(row->type));
		}
		seen |= (uint64_t)1 << i;
		if (json_type(e) == JSON_NULL)
			continue;
		for (;; row++) {
			if (!decode_row(d, &at, e, row, base))
				return false;
			if (!(row->flags & FF_ALSO))
				break;
		}
	}
	return true;
}

static bool decode_pointer(struct decode *d, const struct path *at, const struct json_value *v,
			   const struct field *row, const void **ret)
{
	char *base = arena_alloc(d->c->arena, row->size);

	*ret = base;
	return decode_members(d, at, v, row->sub, base);
}

static bool decode_list(struct decode *d, const struct path *up, const struct json_value *v,
			const struct field *row, struct any_list *ret)
{
	struct path at = { up, NULL, 0 };
	char *to;

	if (!list_begins(d, up, v, JSON_LIST, "a list", row->size, ret))
		return false;
	to = ret->v;
	for (const struct json_value *e = json_first(v); e; e = json_next(e), at.index++) {
		if (json_type(e) != JSON_NULL && !decode_members(d, &at, e, row->sub, to))
			return false;
		to += row->size;
	}
	return true;
}

static bool decode_map(struct decode *d, const struct path *up, const struct json_value *v,
		       const struct field *row, struct any_list *ret)
{
	char *to;

	if (!list_begins(d, up, v, JSON_OBJECT, "an object", row->size, ret))
		return false;
	to = ret->v;
	for (const struct json_value *e = json_first(v); e; e = json_next(e)) {
		struct path at = { up, json_key(e), 0 };
		sym key = intern(d, json_key(e));

		memcpy(to, &key, sizeof(key));
		if (json_type(e) != JSON_NULL && !decode_members(d, &at, e, row->sub, to))
			return false;
		to += row->size;
	}
	finish_map(d, up, ret, row->size);
	return true;
}

/* The row of the lent struct that has this row's name; the struct is made at the first of them. */
static bool decode_lent(struct decode *d, const struct path *up, const struct json_value *v,
			const struct field *row, char *member)
{
	char *base;

	memcpy(&base, member, sizeof(base));
	if (!base) {
		base = arena_alloc(d->c->arena, row->size);
		memcpy(member, &base, sizeof(base));
	}
	for (uint32_t i = 0; i < row->sub->n; i++)
		if (strcmp(row->sub->rows[i].name, row->name) == 0)
			return decode_value(d, up, v, &row->sub->rows[i], base);
	return true;
}

/* Everything that is a pointer or a list: what can be shared. */
static bool decode_large(struct decode *d, const struct path *at, const struct json_value *v,
			 const struct field *row, union shared_value *ret)
{
	switch ((enum field_type)row->type) {
	case FT_SYMS: return decode_syms(d, at, v, &ret->list);
	case FT_KEYS: return decode_keys(d, at, v, &ret->list);
	case FT_LABELS: return decode_labels(d, at, v, &ret->list);
	case FT_RESOURCES: return decode_resources(d, at, v, &ret->list);
	case FT_LIST: return decode_list(d, at, v, row, &ret->list);
	case FT_MAP: return decode_map(d, at, v, row, &ret->list);
	case FT_POINTER: return decode_pointer(d, at, v, row, &ret->pointer);
	default: return decode_match_labels(d, at, v, &ret->pointer);
	}
}

bool decode_shared(struct decode *d, const struct json_value *v, const struct field *row,
		   const char *path, union shared_value *ret)
{
	struct path at = { NULL, path, 0 };

	return decode_large(d, &at, v, row, ret);
}

static size_t shared_number(const struct json_value *v)
{
	size_t n = 0;

	for (const char *p = json_text(v); *p; p++)
		n = n * 10 + (size_t)(*p - '0');
	return n;
}

static bool decode_value(struct decode *d, const struct path *at, const struct json_value *v,
			 const struct field *row, char *base)
{
	char *member = base + row->offset;
	union shared_value large = { NULL };

	if (json_type(v) == JSON_SHARED) {
		memcpy(member, &d->shared[shared_number(v)], member_size(row->type));
		return true;
	}
	switch ((enum field_type)row->type) {
	case FT_SYM: return decode_sym(d, at, v, (void *)member);
	case FT_BOOL: return decode_bool(d, at, v, (void *)member);
	case FT_TRI: return decode_tri(d, at, v, (void *)member);
	case FT_PRESENT: *member = true; return true;
	case FT_I64: return decode_i64(d, at, v, (void *)member);
	case FT_TIME: return decode_time(d, at, v, (void *)member);
	case FT_QUANTITY: return decode_quantity(d, at, v, (void *)member);
	case FT_INT_OR_STRING: return decode_int_or_string(d, at, v, (void *)member);
	case FT_ENUM: return decode_enum(d, at, v, row->names, (void *)member);
	case FT_STRUCT: return decode_members(d, at, v, row->sub, member);
	case FT_LEND: return decode_lent(d, at, v, row, member);
	case FT_SYMS: case FT_KEYS: case FT_LABELS: case FT_RESOURCES: case FT_MATCH_LABELS:
	case FT_POINTER: case FT_LIST: case FT_MAP:
		break;
	}
	if (!decode_large(d, at, v, row, &large))
		return false;
	memcpy(member, &large, member_size(row->type));
	return true;
}

bool decode_object(struct decode *d, const struct json_value *v, const struct field_table *t,
		   void *base)
{
	return decode_members(d, NULL, v, t, base);
}
