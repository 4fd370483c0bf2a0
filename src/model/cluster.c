#include "model/cluster.h"

#include <stdint.h>
#include <string.h>

#include "base/die.h"
#include "base/i18n.h"

#define NOTES_MAX 1000 /* of a file in which everything is wrong, the first are enough */

const struct kind_info kinds[KIND_COUNT] = {
#define KIND(id, name, type, group, plural, namespaced) \
	[KIND_##id] = { name, group, plural, namespaced, sizeof(struct type) },
#include "model/kinds.def"
#undef KIND
};

int kind_find(const char *name, const char *group)
{
	for (int k = 0; k < KIND_COUNT; k++) {
		if (strcmp(kinds[k].name, name) != 0)
			continue;
		if (strcmp(kinds[k].group, group) == 0)
			return k;
		if (k == KIND_EVENT && strcmp(group, "events.k8s.io") == 0)
			return k;
	}
	return -1;
}

static struct cluster *new_cluster(struct arena *arena, struct symtab *syms)
{
	struct cluster *c = xcalloc(1, sizeof(*c));

	c->arena = arena;
	c->syms = syms;
	for (int k = 0; k < KIND_COUNT; k++)
		pairmap_init(&c->by_key[k], c->arena);
	pairmap_init(&c->quantities, c->arena);
	return c;
}

struct cluster *cluster_new(void)
{
	return new_cluster(arena_new(), symtab_new());
}

struct cluster *cluster_beside(const struct cluster *c)
{
	struct cluster *ret = new_cluster(c->arena, c->syms);

	ret->beside = true;
	return ret;
}

void cluster_free(struct cluster *c)
{
	if (!c)
		return;
	for (int k = 0; k < KIND_COUNT; k++)
		xfree(c->objects[k].v);
	xfree(c->notes.v);
	if (!c->beside) {
		symtab_free(c->syms);
		arena_free(c->arena);
	}
	xfree(c);
}

/* Room for one more element: the array, with its capacity doubled if it was full. */
static void *grown(void *v, size_t n, size_t *cap, size_t size)
{
	if (n < *cap)
		return v;
	*cap = *cap ? *cap * 2 : 16;
	if (*cap > SIZE_MAX / size)
		die("array of %zu times %zu bytes", *cap, size);
	return xrealloc(v, *cap * size);
}

void objects_add(struct objects *list, struct meta *object)
{
	list->v = grown(list->v, list->n, &list->cap, sizeof(struct meta *));
	list->v[list->n++] = object;
}

void cluster_add(struct cluster *c, enum kind kind, struct meta *object)
{
	union pairmap_value *slot =
		pairmap_put(&c->by_key[kind], object->name.s, object->namespace_.s);

	if (slot->ptr) {
		cluster_note(c, false, _("%s %s%s%s appears twice; the later one counts"),
			     kinds[kind].name, sym_text(object->namespace_),
			     object->namespace_.s ? "/" : "", sym_text(object->name));
		memcpy(slot->ptr, object, kinds[kind].size);
		return;
	}
	objects_add(&c->objects[kind], object);
	slot->ptr = object;
}

void cluster_put(struct cluster *c, enum kind kind, struct meta *object)
{
	struct meta *old = cluster_find(c, kind, object->namespace_, object->name);

	if (old)
		memcpy(old, object, kinds[kind].size);
	else
		cluster_add(c, kind, object);
}

struct meta *cluster_find(const struct cluster *c, enum kind kind, sym namespace_, sym name)
{
	const union pairmap_value *slot;

	if (!name.s)
		return NULL;
	slot = pairmap_get(&c->by_key[kind], name.s, namespace_.s);
	return slot ? slot->ptr : NULL;
}

static void add_note(struct cluster *c, bool lost, const char *text)
{
	struct note *note;

	c->notes.v = grown(c->notes.v, c->notes.n, &c->notes.cap, sizeof(*c->notes.v));
	note = &c->notes.v[c->notes.n++];
	note->severity = lost ? NOTE_LOST : NOTE_WARNING;
	note->text = text;
}

void cluster_note(struct cluster *c, bool lost, const char *fmt, ...)
{
	va_list ap;

	if (c->notes.n > NOTES_MAX)
		return;
	if (c->notes.n == NOTES_MAX) {
		add_note(c, true, _("more than 1000 problems in the input; the rest is not listed"));
		return;
	}
	va_start(ap, fmt);
	add_note(c, lost, arena_vprintf(c->arena, fmt, ap));
	va_end(ap);
}

/*
 * One lost pod or node among many makes a diagnosis less certain, not impossible.  Of the other
 * kinds each object may be the one that decides.
 */
static bool is_crowd(int kind)
{
	return kind == KIND_POD || kind == KIND_NODE || kind == KIND_EVENT;
}

void cluster_finish(struct cluster *c)
{
	for (int k = 0; k < KIND_COUNT; k++) {
		if (c->coverage[k] != COVER_READ)
			continue;
		if (c->lost[k] && (c->objects[k].n == 0 || !is_crowd(k))) {
			c->coverage[k] = COVER_NONE;
			c->coverage_why[k] = arena_printf(c->arena,
							  _("%zu of them could not be read"),
							  c->lost[k]);
		} else if (c->objects[k].n == 0 && !c->coverage_known) {
			c->coverage[k] = COVER_ABSENT;
		}
	}
}

const struct priority_class *cluster_default_priority_class(const struct cluster *c)
{
	const struct objects *classes = &c->objects[KIND_PRIORITY_CLASS];
	const struct priority_class *best = NULL;

	for (size_t i = 0; i < classes->n; i++) {
		const struct priority_class *p = (const struct priority_class *)classes->v[i];

		if (p->global_default == TRI_TRUE && (!best || p->value.v < best->value.v))
			best = p;
	}
	return best;
}
