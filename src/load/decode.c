#include "base/i18n.h"
#include "load/decode_value.h"

#include <string.h>

static bool decode_value(struct decode *d, const struct path *up, const struct json_value *v,
			 const struct field *row, char *base);

/* What a member of that type takes up; 0: not a member by itself. */
static size_t member_size(enum field_type type)
{
	switch (type) {
	case FT_SYM: case FT_RAW: return sizeof(sym);
	case FT_BOOL: case FT_PRESENT: return sizeof(bool);
	case FT_TRI: return sizeof(enum tri);
	case FT_I64: return sizeof(struct opt_i64);
	case FT_TIME: return sizeof(struct opt_time);
	case FT_INT_OR_STRING: return sizeof(struct int_or_string);
	case FT_ENUM: return sizeof(int);
	case FT_QUANTITY: case FT_MATCH_LABELS: case FT_POINTER: return sizeof(void *);
	case FT_SYMS: case FT_KEYS: case FT_LABELS: case FT_RESOURCES: case FT_LIST: case FT_MAP:
	case FT_LISTS:
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
		return decode_wrong_type(d, up, v, N_("an object"));
	mark_present(t, base);
	for (const struct json_value *e = json_first(v); e; e = json_next(e)) {
		uint32_t i = (uint32_t)(json_key(e)[0] - ROW_KEY_FIRST);
		const struct field *row = &t->rows[i];
		struct path at = { up, row->name, 0 };

		if (seen >> i & 1) {
			decode_warn_twice(d, &at);
			memset(base + row->offset, 0, member_size(row->type));
		}
		seen |= (uint64_t)1 << i;
		if (json_type(e) == JSON_NULL)
			continue;
		for (;; row++) {
			if (!decode_row(d, &at, e, row, base)) {
				if (!d->skipped || !(row->flags & FF_SHARED))
					return false;
				strbuf_addf(d->skipped, "%s ", row->name);
			}
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

	if (!decode_list_begins(d, up, v, JSON_LIST, N_("a list"), row->size, ret))
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

	if (!decode_list_begins(d, up, v, JSON_OBJECT, N_("an object"), row->size, ret))
		return false;
	to = ret->v;
	for (const struct json_value *e = json_first(v); e; e = json_next(e)) {
		struct path at = { up, json_key(e), 0 };
		sym key = decode_intern(d, json_key(e));

		memcpy(to, &key, sizeof(key));
		if (json_type(e) != JSON_NULL && !decode_members(d, &at, e, row->sub, to))
			return false;
		to += row->size;
	}
	decode_finish_map(d, up, ret, row->size);
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
	case FT_LISTS: return decode_lists(d, at, v, &ret->list);
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
	case FT_RAW: return decode_raw(d, at, v, (void *)member);
	case FT_SYMS: case FT_KEYS: case FT_LABELS: case FT_RESOURCES: case FT_MATCH_LABELS:
	case FT_POINTER: case FT_LIST: case FT_MAP: case FT_LISTS:
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
