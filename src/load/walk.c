#include "load/walk.h"

#include <stdlib.h>
#include <string.h>

#include "load/decode.h"

static void walk_members(struct walk *w, const struct field_table *t, char *base);
static void walk_row(struct walk *w, const struct field_table *t, const struct field *row, char *base);

/* What hangs on a pointer is const once it is decoded: only here is it changed. */
static char *writable(const char *member)
{
	char *p;

	memcpy(&p, member, sizeof(p));
	return p;
}

/* A struct stands where its first member does: this tells them apart. */
static const char as_member[] = "";

static bool first_visit_of(struct walk *w, const void *p, const char *what)
{
	union pairmap_value *seen = pairmap_put(&w->visited, p, what);

	return seen->num++ == 0;
}

static bool first_visit(struct walk *w, const void *p)
{
	return p && first_visit_of(w, p, NULL);
}

static void visit(struct walk *w, enum hide hide, sym key, sym *s)
{
	if (!s->s)
		return;
	w->at.hide = hide;
	w->at.key = key;
	*s = w->fn(w->self, &w->at, *s);
}

static void visit_one(struct walk *w, enum hide hide, sym *s)
{
	visit(w, hide, (sym){ NULL }, s);
}

static sym key_at(const char *v, size_t i, size_t size)
{
	sym key;

	memcpy(&key, v + i * size, sizeof(key));
	return key;
}

static int by_key(const void *a, const void *b)
{
	return strcmp(key_at(a, 0, 0).s, key_at(b, 0, 0).s);
}

/* By the keys at the front of the elements, of which no two are equal. */
static void sort_map(char *v, uint32_t n, size_t size)
{
	for (uint32_t i = 1; i < n; i++) {
		if (strcmp(key_at(v, i - 1, size).s, key_at(v, i, size).s) <= 0)
			continue;
		qsort(v, n, size, by_key);
		return;
	}
}

static void walk_labels(struct walk *w, struct label *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		sym key = v[i].key;

		visit_one(w, HIDE_KEY, &v[i].key);
		visit(w, HIDE_LABEL, key, &v[i].value);
	}
	sort_map((char *)v, n, sizeof(*v));
}

static void walk_syms(struct walk *w, enum hide hide, sym *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		visit_one(w, hide, &v[i]);
}

static void walk_lists(struct walk *w, enum hide hide, struct named_list *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		visit_one(w, hide, &v[i].name);
		walk_syms(w, hide, v[i].values.v, v[i].values.n);
	}
	sort_map((char *)v, n, sizeof(*v));
}

static void walk_resources(struct walk *w, struct resource *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		visit_one(w, HIDE_RESOURCE, &v[i].name);
	sort_map((char *)v, n, sizeof(*v));
}

static void walk_elements(struct walk *w, const struct field *row, char *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		char *element = v + (size_t)i * row->size;
		sym key;

		if (row->type == FT_MAP) {
			memcpy(&key, element, sizeof(key));
			visit_one(w, (enum hide)row->hide, &key);
			memcpy(element, &key, sizeof(key));
		}
		walk_members(w, row->sub, element);
	}
	if (row->type == FT_MAP)
		sort_map(v, n, row->size);
}

static void walk_list(struct walk *w, const struct field *row, char *member)
{
	enum hide hide = (enum hide)row->hide;
	struct any_list list;
	void *v;

	memcpy(&list, member, sizeof(list));
	v = list.v;
	if (!list.n || !first_visit(w, v))
		return;
	switch ((enum field_type)row->type) {
	case FT_SYMS: walk_syms(w, hide, v, list.n); break;
	case FT_KEYS:
		walk_syms(w, hide, v, list.n);
		sort_map(v, list.n, sizeof(sym));
		break;
	case FT_LABELS: walk_labels(w, v, list.n); break;
	case FT_RESOURCES: walk_resources(w, v, list.n); break;
	case FT_LISTS: walk_lists(w, hide, v, list.n); break;
	default: walk_elements(w, row, v, list.n); break;
	}
}

static void walk_lent(struct walk *w, const struct field *row, char *member)
{
	char *base = writable(member);

	for (uint32_t i = 0; base && i < row->sub->n; i++)
		if (strcmp(row->sub->rows[i].name, row->name) == 0)
			walk_row(w, row->sub, &row->sub->rows[i], base);
}

static void walk_sym(struct walk *w, enum hide hide, char *member)
{
	sym s;

	if (w->gated && !first_visit_of(w, member, as_member))
		return;
	memcpy(&s, member, sizeof(s));
	visit_one(w, hide, &s);
	memcpy(member, &s, sizeof(s));
}

static void walk_int_or_string(struct walk *w, enum hide hide, char *member)
{
	struct int_or_string v;

	if (w->gated && !first_visit_of(w, member, as_member))
		return;
	memcpy(&v, member, sizeof(v));
	if (v.is_string)
		visit_one(w, hide, &v.text);
	memcpy(member, &v, sizeof(v));
}

static void walk_match_labels(struct walk *w, char *member)
{
	struct label_selector *s = (void *)writable(member);

	if (s && s->match_labels.n && first_visit(w, s->match_labels.v))
		walk_labels(w, s->match_labels.v, s->match_labels.n);
}

static void walk_pointer(struct walk *w, const struct field *row, char *member)
{
	char *p = writable(member);

	if (first_visit(w, p))
		walk_members(w, row->sub, p);
}

static void walk_row(struct walk *w, const struct field_table *t, const struct field *row, char *base)
{
	char *member = base + row->offset;

	w->at.table = t;
	w->at.base = base;
	switch ((enum field_type)row->type) {
	case FT_SYM: case FT_RAW: walk_sym(w, (enum hide)row->hide, member); break;
	case FT_INT_OR_STRING: walk_int_or_string(w, (enum hide)row->hide, member); break;
	case FT_MATCH_LABELS: walk_match_labels(w, member); break;
	case FT_POINTER: walk_pointer(w, row, member); break;
	case FT_STRUCT: walk_members(w, row->sub, member); break;
	case FT_LEND: walk_lent(w, row, member); break;
	case FT_SYMS: case FT_KEYS: case FT_LABELS: case FT_RESOURCES: case FT_LIST: case FT_MAP:
	case FT_LISTS:
		walk_list(w, row, member);
		break;
	case FT_BOOL: case FT_TRI: case FT_PRESENT: case FT_I64: case FT_TIME: case FT_QUANTITY:
	case FT_ENUM:
		break; /* no text */
	}
}

/* The objects of a choice (waiting, terminated) share members, and hostile ones have several. */
static void walk_members(struct walk *w, const struct field_table *t, char *base)
{
	bool gated = w->gated;

	for (uint32_t i = 0; i < t->n && !t->rows[i].name[0]; i++) {
		if (!base[t->rows[i].offset])
			return;
		w->gated = true;
	}
	for (uint32_t i = 0; i < t->n; i++)
		if (!(t->rows[i].flags & FF_ALIAS))
			walk_row(w, t, &t->rows[i], base);
	w->gated = gated;
}

void walk_init(struct walk *w, struct arena *scratch, walk_fn fn, void *self)
{
	*w = (struct walk){ .arena = scratch, .fn = fn, .self = self };
	pairmap_init(&w->visited, scratch);
}

void walk_object(struct walk *w, int kind, const struct field_table *t, void *object)
{
	w->at.kind = kind;
	w->at.object = object;
	walk_members(w, t, object);
}

static void index_again(struct cluster *c, int kind)
{
	pairmap_init(&c->by_key[kind], c->arena);
	for (size_t i = 0; i < c->objects[kind].n; i++) {
		struct meta *m = c->objects[kind].v[i];

		pairmap_put(&c->by_key[kind], m->name.s, m->namespace_.s)->ptr = m;
	}
}

void walk_cluster(struct walk *w, struct cluster *c)
{
	for (int k = 0; k < KIND_COUNT; k++)
		for (size_t i = 0; i < c->objects[k].n; i++)
			walk_object(w, k, kind_tables[k], c->objects[k].v[i]);
	for (int k = 0; k < KIND_COUNT; k++)
		index_again(c, k);
}
