#include "load/yaml_json.h"

#include <string.h>

#include "base/i18n.h"
#include "base/pairmap.h"

#define ANCHORS_MAX 1000
#define RECORDINGS_MAX (2 * LOAD_DEPTH_MAX + 2)
#define ANCHOR_BYTES_MAX ((size_t)8 << 20)  /* text kept for aliases, and text they expand to */
#define KEY_BYTES_MAX ((size_t)16 << 20)
#define MERGES_MAX 100 /* in one mapping */

struct merge {
	struct merge *next; /* in the order they were written */
	const char *text;
	size_t len;
};

void yaml_json_init(struct yaml_json *y)
{
	memset(y, 0, sizeof(*y));
	y->out = (struct strbuf)STRBUF_INIT;
	y->recorded = (struct strbuf)STRBUF_LIMIT(ANCHOR_BYTES_MAX);
	y->keys = (struct strbuf)STRBUF_LIMIT(KEY_BYTES_MAX);
	y->arena = arena_new();
}

void yaml_json_release(struct yaml_json *y)
{
	strbuf_release(&y->out);
	strbuf_release(&y->recorded);
	strbuf_release(&y->keys);
	arena_free(y->arena);
}

void yaml_json_begin(struct yaml_json *y, struct error *err)
{
	strbuf_reset(&y->out);
	strbuf_reset(&y->recorded);
	strbuf_reset(&y->keys);
	arena_reset(y->arena);
	y->anchors = ARENA_ARRAY(y->arena, ANCHORS_MAX, struct anchor);
	y->recordings = ARENA_ARRAY(y->arena, RECORDINGS_MAX, struct recording);
	y->n_anchors = y->n_recordings = y->expanded = 0;
	y->depth = y->muted = 0;
	y->level[0] = (struct yaml_level){ .mapping = false };
	y->err = err;
}

static void emit(struct yaml_json *y, const char *text, size_t len)
{
	if (y->n_recordings)
		strbuf_add(&y->recorded, text, len);
	if (!y->muted)
		strbuf_add(&y->out, text, len);
}

static int too_large(struct yaml_json *y)
{
	return error_set(y->err, ERR_LIMIT, _("its anchors and aliases stand for more than 8 MiB"));
}

static void record(struct yaml_json *y, const char *anchor)
{
	y->recordings[y->n_recordings++] = (struct recording){ anchor, y->recorded.len, y->depth };
}

/* Separators before a value, and what is to be remembered of it. */
static void value_begins(struct yaml_json *y, const char *anchor)
{
	struct yaml_level *l = &y->level[y->depth];

	if (!l->mapping && l->some)
		emit(y, ",", 1);
	l->value_next = false;
	if (l->merge_next) {
		y->muted++;
		record(y, NULL);
	} else {
		l->some = true;
	}
	if (anchor)
		record(y, arena_strdup(y->arena, anchor));
}

static int add_anchor(struct yaml_json *y, const char *name, const char *text, size_t len)
{
	if (y->n_anchors == ANCHORS_MAX)
		return error_set(y->err, ERR_LIMIT, _("more than %d anchors"), ANCHORS_MAX);
	if (len > ANCHOR_BYTES_MAX - y->expanded)
		return too_large(y);
	y->expanded += len;
	y->anchors[y->n_anchors++] =
		(struct anchor){ name, arena_strndup(y->arena, text, len), len };
	return 0;
}

static int add_merge(struct yaml_json *y, const char *text, size_t len)
{
	struct yaml_level *l = &y->level[y->depth];
	struct merge *m = ARENA_NEW(y->arena, struct merge), **at = &l->merges;
	size_t n = 0;

	if (len > ANCHOR_BYTES_MAX - y->expanded)
		return too_large(y);
	y->expanded += len;
	for (; *at; at = &(*at)->next)
		n++;
	if (n == MERGES_MAX)
		return error_set(y->err, ERR_LIMIT, _("more than %d merge keys"), MERGES_MAX);
	m->text = arena_strndup(y->arena, text, len);
	m->len = len;
	*at = m;
	l->merge_next = false;
	return 0;
}

/* A value is complete: its recordings become anchors and merges. */
static int value_ends(struct yaml_json *y)
{
	if (y->recorded.full)
		return too_large(y);
	while (y->n_recordings && y->recordings[y->n_recordings - 1].depth == y->depth) {
		struct recording r = y->recordings[--y->n_recordings];
		const char *text = y->recorded.buf + r.start;
		size_t len = y->recorded.len - r.start;

		if (r.anchor) {
			if (add_anchor(y, r.anchor, text, len) < 0)
				return -1;
			continue;
		}
		y->muted--;
		if (add_merge(y, text, len) < 0)
			return -1;
	}
	if (!y->n_recordings)
		strbuf_reset(&y->recorded);
	return 0;
}

bool yaml_json_wants_key(const struct yaml_json *y)
{
	return y->level[y->depth].mapping && !y->level[y->depth].value_next;
}

int yaml_json_scalar(struct yaml_json *y, const char *anchor, const char *text, size_t len)
{
	value_begins(y, anchor);
	emit(y, text, len);
	return value_ends(y);
}

int yaml_json_key(struct yaml_json *y, const char *text, size_t len)
{
	struct yaml_level *l = &y->level[y->depth];

	if (l->some)
		emit(y, ",", 1);
	emit(y, text, len);
	emit(y, ":", 1);
	l->value_next = true;
	strbuf_add(&y->keys, text, len);
	strbuf_addc(&y->keys, '\0');
	if (y->keys.full)
		return error_set(y->err, ERR_LIMIT, _("a mapping with more than 16 MiB of keys"));
	return 0;
}

int yaml_json_merge_key(struct yaml_json *y)
{
	struct yaml_level *l = &y->level[y->depth];

	l->value_next = l->merge_next = true;
	return 0;
}

int yaml_json_open(struct yaml_json *y, bool mapping, const char *anchor)
{
	if (y->depth == LOAD_DEPTH_MAX)
		return error_set(y->err, ERR_LIMIT, _("nested deeper than %d levels"), LOAD_DEPTH_MAX);
	value_begins(y, anchor);
	emit(y, mapping ? "{" : "[", 1);
	y->level[++y->depth] = (struct yaml_level){ .mapping = mapping, .keys = y->keys.len };
	return 0;
}

int yaml_json_alias(struct yaml_json *y, const char *name)
{
	for (size_t i = y->n_anchors; i-- > 0;) {
		const struct anchor *a = &y->anchors[i];

		if (strcmp(a->name, name) != 0)
			continue;
		if (a->len > ANCHOR_BYTES_MAX - y->expanded)
			return too_large(y);
		y->expanded += a->len;
		if (!yaml_json_wants_key(y))
			return yaml_json_scalar(y, NULL, a->text, a->len);
		if (a->text[0] != '"')
			return error_set(y->err, ERR_PARSE, _("a key must be a string"));
		return yaml_json_key(y, a->text, a->len);
	}
	return error_set(y->err, ERR_PARSE, _("alias *%.100s without an anchor before it"), name);
}

/* ---- merge keys ---- */

/* The end of the JSON value at p, in text that this file wrote: no blanks. */
static const char *value_end(const char *p, const char *end)
{
	unsigned depth = 0;
	bool string = false;

	for (; p < end; p++) {
		if (string) {
			if (*p == '\\')
				p++;
			else if (*p == '"')
				string = false;
			continue;
		}
		if (!depth && (*p == ',' || *p == '}' || *p == ']' || *p == ':'))
			break;
		if (*p == '"')
			string = true;
		else if (*p == '{' || *p == '[')
			depth++;
		else if (*p == '}' || *p == ']')
			depth--;
	}
	return p;
}

/* Writes the members of one merged object whose keys are not there yet. */
static void merge_object(struct yaml_json *y, struct pairmap *have, struct symtab *syms,
			 const char *p, const char *end)
{
	struct yaml_level *l = &y->level[y->depth];

	while (++p < end && *p != '}') { /* past { or a comma */
		const char *colon = value_end(p, end), *stop = value_end(colon + 1, end);
		sym key = sym_intern(syms, p, (size_t)(colon - p));

		if (!pairmap_get(have, key.s, NULL)) {
			pairmap_put(have, key.s, NULL);
			if (l->some)
				emit(y, ",", 1);
			emit(y, p, (size_t)(stop - p));
			l->some = true;
		}
		p = stop;
		if (*p == '}')
			break;
	}
}

static int merge_value(struct yaml_json *y, struct pairmap *have, struct symtab *syms,
		       const struct merge *m)
{
	const char *p = m->text, *end = m->text + m->len;

	if (*p == '{') {
		merge_object(y, have, syms, p, end);
		return 0;
	}
	/* A list: at each turn p is at [ or a comma. */
	while ((*p == '[' || *p == ',') && p + 1 < end && p[1] == '{') {
		const char *stop = value_end(p + 1, end);

		merge_object(y, have, syms, p + 1, stop);
		p = stop;
	}
	if (*p == ']')
		return 0;
	return error_set(y->err, ERR_PARSE, _("<< wants a mapping or a list of mappings"));
}

static int apply_merges(struct yaml_json *y, const struct yaml_level *l)
{
	struct symtab *syms = symtab_new();
	struct pairmap have;
	int rc = 0;

	pairmap_init(&have, y->arena);
	for (size_t i = l->keys; i < y->keys.len; i += strlen(y->keys.buf + i) + 1)
		pairmap_put(&have, sym_str(syms, y->keys.buf + i).s, NULL);
	for (const struct merge *m = l->merges; m && rc == 0; m = m->next)
		rc = merge_value(y, &have, syms, m);
	symtab_free(syms);
	return rc;
}

int yaml_json_close(struct yaml_json *y)
{
	struct yaml_level *l = &y->level[y->depth];

	if (l->merges && apply_merges(y, l) < 0)
		return -1;
	strbuf_truncate(&y->keys, l->keys);
	emit(y, l->mapping ? "}" : "]", 1);
	y->depth--;
	return value_ends(y);
}
