#include "load/decode_value.h"

#include <string.h>

#include "base/i18n.h"
#include "load/load.h"
#include "model/quantity.h"
#include "model/time.h"

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

/* False, with d->error filled. */
static bool decode_wrong(struct decode *d, const struct path *at, const char *what)
{
	struct strbuf path = STRBUF_LIMIT(512);

	path_text(at, &path);
	error_set(&d->error, ERR_PARSE, "%s%s%s", path.buf, path.len ? _(": ") : "", tr(what));
	strbuf_release(&path);
	return false;
}

/* "wants an integer, found a string"; of a text the beginning is shown. */
bool decode_wrong_type(struct decode *d, const struct path *at, const struct json_value *v,
		       const char *wants)
{
	struct strbuf what = STRBUF_LIMIT(256);
	enum json_type type = json_type(v);

	strbuf_addf(&what, _("wants %s, found %s"), tr(wants), tr(json_type_name(type)));
	if (type == JSON_NUMBER && !d->secret)
		strbuf_addf(&what, " (%.40s)", json_text(v));
	decode_wrong(d, at, what.buf);
	strbuf_release(&what);
	return false;
}

void decode_warn_twice(struct decode *d, const struct path *at)
{
	if (d->warning.len)
		return;
	path_text(at, &d->warning);
	strbuf_adds(&d->warning, _(" is there twice; the last one counts"));
}

/* ---- scalars ---- */

sym decode_intern(struct decode *d, const char *text)
{
	return sym_str(d->c->syms, text);
}

bool decode_sym(struct decode *d, const struct path *at, const struct json_value *v, sym *ret)
{
	if (json_type(v) != JSON_STRING)
		return decode_wrong_type(d, at, v, N_("a string"));
	*ret = decode_intern(d, json_text(v));
	return true;
}

bool decode_bool(struct decode *d, const struct path *at, const struct json_value *v, bool *ret)
{
	enum json_type type = json_type(v);

	if (type != JSON_TRUE && type != JSON_FALSE)
		return decode_wrong_type(d, at, v, N_("true or false"));
	*ret = type == JSON_TRUE;
	return true;
}

bool decode_tri(struct decode *d, const struct path *at, const struct json_value *v, enum tri *ret)
{
	bool value = false;

	if (!decode_bool(d, at, v, &value))
		return false;
	*ret = value ? TRI_TRUE : TRI_FALSE;
	return true;
}

bool decode_i64(struct decode *d, const struct path *at, const struct json_value *v,
		struct opt_i64 *ret)
{
	if (json_type(v) != JSON_NUMBER || !parse_int64(json_text(v), &ret->v))
		return decode_wrong_type(d, at, v, N_("an integer"));
	ret->set = true;
	return true;
}

bool decode_time(struct decode *d, const struct path *at, const struct json_value *v,
		 struct opt_time *ret)
{
	if (json_type(v) != JSON_STRING)
		return decode_wrong_type(d, at, v, N_("a time"));
	if (time_parse(json_text(v), &ret->us) < 0)
		return decode_wrong(d, at, N_("wants a time such as 2026-11-01T08:00:10Z"));
	ret->set = true;
	return true;
}

bool decode_int_or_string(struct decode *d, const struct path *at, const struct json_value *v,
			  struct int_or_string *ret)
{
	struct opt_i64 num;

	if (json_type(v) == JSON_STRING) {
		*ret = (struct int_or_string){ true, true, 0, decode_intern(d, json_text(v)) };
		return true;
	}
	if (json_type(v) != JSON_NUMBER || !decode_i64(d, at, v, &num))
		return decode_wrong_type(d, at, v, N_("an integer or a string"));
	*ret = (struct int_or_string){ .set = true, .num = num.v };
	return true;
}

bool decode_enum(struct decode *d, const struct path *at, const struct json_value *v,
		 const char *const *names, int *ret)
{
	if (json_type(v) != JSON_STRING)
		return decode_wrong_type(d, at, v, N_("a string"));
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

bool decode_quantity(struct decode *d, const struct path *at, const struct json_value *v,
		     const struct quantity **ret)
{
	enum json_type type = json_type(v);
	union pairmap_value *known;
	struct error err = ERROR_INIT;
	struct quantity q = QUANTITY_ZERO, *copy;
	sym text;

	if (type != JSON_STRING && type != JSON_NUMBER)
		return decode_wrong_type(d, at, v, N_("a quantity"));
	text = trimmed(d, json_text(v));
	known = pairmap_put(&d->c->quantities, text.s, NULL);
	if (!known->cptr) {
		if (quantity_parse(text.s, &q, &err) < 0)
			return decode_wrong(d, at, err.msg);
		copy = ARENA_NEW(d->c->arena, struct quantity);
		*copy = q;
		known->ptr = copy;
	}
	*ret = known->cptr;
	return true;
}

bool decode_raw(struct decode *d, const struct path *at, const struct json_value *v, sym *ret)
{
	struct strbuf text = STRBUF_LIMIT(LOAD_STRING_BYTES_MAX);
	bool full;

	json_write(&text, v);
	full = text.full;
	*ret = sym_intern(d->c->syms, text.buf, text.len);
	strbuf_release(&text);
	return full ? decode_wrong(d, at, N_("larger than 1 MiB")) : true;
}

/* ---- lists and maps ---- */

static uint32_t count(const struct json_value *v)
{
	uint32_t n = 0;

	for (const struct json_value *e = json_first(v); e; e = json_next(e))
		n++;
	return n;
}

bool decode_list_begins(struct decode *d, const struct path *at, const struct json_value *v,
			enum json_type type, const char *wants, size_t size, struct any_list *ret)
{
	if (json_type(v) != type)
		return decode_wrong_type(d, at, v, wants);
	ret->n = count(v);
	ret->v = arena_array(d->c->arena, ret->n, size);
	return true;
}

bool decode_syms(struct decode *d, const struct path *up, const struct json_value *v,
		 struct any_list *ret)
{
	struct path at = { up, NULL, 0 };
	sym *to;

	if (!decode_list_begins(d, up, v, JSON_LIST, N_("a list of strings"), sizeof(sym), ret))
		return false;
	to = ret->v;
	for (const struct json_value *e = json_first(v); e; e = json_next(e), at.index++) {
		if (json_type(e) == JSON_NULL)
			to[at.index] = decode_intern(d, "");
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
void decode_finish_map(struct decode *d, const struct path *at, struct any_list *list, size_t size)
{
	char *v;
	uint32_t n = 0;

	sort_by_key(d, list, size);
	v = list->v;
	for (uint32_t i = 0; i < list->n; i++) {
		if (n && sym_eq(key_at(v, n - 1, size), key_at(v, i, size))) {
			struct path key = { at, key_at(v, i, size).s, 0 };

			decode_warn_twice(d, &key);
			n--;
		}
		if (n != i)
			memcpy(v + n * size, v + i * size, size);
		n++;
	}
	list->n = n;
}

bool decode_keys(struct decode *d, const struct path *at, const struct json_value *v,
		 struct any_list *ret)
{
	sym *to;

	if (!decode_list_begins(d, at, v, JSON_OBJECT, N_("an object"), sizeof(sym), ret))
		return false;
	to = ret->v;
	for (const struct json_value *e = json_first(v); e; e = json_next(e))
		*to++ = decode_intern(d, json_key(e));
	decode_finish_map(d, at, ret, sizeof(sym));
	return true;
}

bool decode_lists(struct decode *d, const struct path *up, const struct json_value *v,
		  struct any_list *ret)
{
	struct named_list *to;

	if (!decode_list_begins(d, up, v, JSON_OBJECT, N_("a map of lists"), sizeof(*to), ret))
		return false;
	to = ret->v;
	for (const struct json_value *e = json_first(v); e; e = json_next(e), to++) {
		struct path at = { up, json_key(e), 0 };
		struct any_list values = { NULL, 0 };

		to->name = decode_intern(d, json_key(e));
		if (json_type(e) != JSON_NULL && !decode_syms(d, &at, e, &values))
			return false;
		to->values = (struct syms){ values.v, values.n };
	}
	decode_finish_map(d, up, ret, sizeof(*to));
	return true;
}

bool decode_labels(struct decode *d, const struct path *up, const struct json_value *v,
		   struct any_list *ret)
{
	struct label *to;

	if (!decode_list_begins(d, up, v, JSON_OBJECT, N_("a map of strings"), sizeof(*to), ret))
		return false;
	to = ret->v;
	for (const struct json_value *e = json_first(v); e; e = json_next(e), to++) {
		struct path at = { up, json_key(e), 0 };

		to->key = decode_intern(d, json_key(e));
		if (json_type(e) == JSON_NULL)
			to->value = decode_intern(d, "");
		else if (!decode_sym(d, &at, e, &to->value))
			return false;
	}
	decode_finish_map(d, up, ret, sizeof(*to));
	return true;
}

bool decode_resources(struct decode *d, const struct path *up, const struct json_value *v,
		      struct any_list *ret)
{
	struct resource *to;
	uint32_t n = 0;

	if (!decode_list_begins(d, up, v, JSON_OBJECT, N_("a map of quantities"), sizeof(*to), ret))
		return false;
	to = ret->v;
	for (const struct json_value *e = json_first(v); e; e = json_next(e)) {
		struct path at = { up, json_key(e), 0 };

		if (json_type(e) == JSON_NULL)
			continue;
		to[n].name = decode_intern(d, json_key(e));
		if (!decode_quantity(d, &at, e, &to[n].quantity))
			return false;
		n++;
	}
	ret->n = n;
	decode_finish_map(d, up, ret, sizeof(*to));
	return true;
}

bool decode_match_labels(struct decode *d, const struct path *at, const struct json_value *v,
			 const void **ret)
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
