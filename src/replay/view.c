#include <string.h>

#include "base/die.h"
#include "replay/view_state.h"

static const struct meta removed_mark;

/* Objects by kind */

static void set_changed(struct view *v, enum kind kind, const struct meta *key,
			const struct meta *value)
{
	union pairmap_value *slot =
		pairmap_put(&v->changed[kind], key->name.s, key->namespace_.s);
	struct step *s = view_record(v, STEP_OBJECT);

	s->kind = kind;
	s->object = key;
	s->old = slot->cptr;
	slot->cptr = value;
}

static const struct meta *lookup(const struct view *v, enum kind kind, sym namespace_, sym name)
{
	const union pairmap_value *slot;

	if (!name.s)
		return NULL;
	slot = pairmap_get(&v->changed[kind], name.s, namespace_.s);
	if (slot && slot->cptr)
		return slot->cptr == &removed_mark ? NULL : slot->cptr;
	return cluster_find(v->cluster, kind, namespace_, name);
}

static void unlist_current(struct view *v, enum kind kind, const struct meta *object)
{
	struct objects *l = &v->objects[kind];
	uint32_t at = objects_place(l, kind, object);
	struct step *s;

	if (at >= l->n || l->v[at] != object)
		die("object is not where the view has it");
	s = view_record(v, STEP_UNLISTED);
	s->kind = kind;
	s->index = at;
	s->object = object;
	objects_delete(l, at);
}

static void forget(struct view *v, enum kind kind, const struct meta *object)
{
	struct pod_info *p;
	struct node_info *n;

	if (kind == KIND_POD && (p = view_find_pod(v, object->namespace_, object->name)))
		view_drop_pod(v, p);
	if (kind == KIND_NODE && (n = view_find_node(v, object->name)))
		view_drop_node(v, n);
	unlist_current(v, kind, object);
}

void view_remove(struct view *v, enum kind kind, const struct meta *object)
{
	const struct meta *current = lookup(v, kind, object->namespace_, object->name);

	if (!current)
		return;
	forget(v, kind, current);
	set_changed(v, kind, current, &removed_mark);
}

void view_put(struct view *v, enum kind kind, const struct meta *object)
{
	const struct meta *current = lookup(v, kind, object->namespace_, object->name);
	uint32_t at;
	struct step *s;

	if (current)
		forget(v, kind, current);
	at = objects_place(&v->objects[kind], kind, object);
	s = view_record(v, STEP_LISTED);
	s->kind = kind;
	s->index = at;
	s->object = object;
	objects_insert(&v->objects[kind], at, object);
	set_changed(v, kind, object, object);
	if (kind == KIND_POD && !pod_is_finished((const struct pod *)(const void *)object))
		view_add_pod(v, (const struct pod *)(const void *)object);
	if (kind == KIND_NODE) {
		view_add_node(v, (const struct node *)(const void *)object);
		view_settle_pods_of(v, (const struct node *)(const void *)object);
	}
}

/* Life */

static void copy_objects(struct view *v, enum kind kind)
{
	const struct objects *from = &v->cluster->objects[kind];
	struct objects *to = &v->objects[kind];

	to->n = to->cap = from->n;
	if (!from->n)
		return;
	to->v = xmalloc(from->n * sizeof(struct meta *));
	memcpy(to->v, from->v, from->n * sizeof(struct meta *));
	objects_sort(to, kind);
}

struct view *view_new(const struct cluster *c, const struct release *r)
{
	struct view *v = xcalloc(1, sizeof(*v));

	v->cluster = c;
	v->release = r;
	v->arena = arena_new();
	v->leaned = ARENA_NEW(v->arena, uint64_t);
	v->topologies = ARENA_NEW(v->arena, struct pairmap);
	pairmap_init(v->topologies, v->arena);
	pairmap_init(&v->node_by_name, v->arena);
	pairmap_init(&v->pod_by_key, v->arena);
	for (int k = 0; k < KIND_COUNT; k++) {
		pairmap_init(&v->changed[k], v->arena);
		copy_objects(v, (enum kind)k);
	}
	for (size_t i = 0; i < v->objects[KIND_NODE].n; i++)
		view_add_node(v, (const struct node *)(const void *)v->objects[KIND_NODE].v[i]);
	for (size_t i = 0; i < v->objects[KIND_POD].n; i++) {
		const struct pod *p = (const struct pod *)(const void *)v->objects[KIND_POD].v[i];

		if (!pod_is_finished(p))
			view_add_pod(v, p);
	}
	view_look_for_hidden(v);
	v->recording = true;
	v->nodes_changed = 0;
	return v;
}

/* Every node info that ever was is in the list or in the log. */
void view_free(struct view *v)
{
	if (!v)
		return;
	view_undo(v, 0);
	pod_groups_release(&v->groups);
	for (uint32_t i = 0; i < v->nodes.n; i++)
		node_info_release(v->nodes.v[i]);
	for (int k = 0; k < KIND_COUNT; k++)
		xfree(v->objects[k].v);
	xfree(v->nodes.v);
	xfree(v->pods.v);
	xfree(v->log.v);
	arena_free(v->arena);
	xfree(v);
}

/* Questions */

const struct cluster *view_cluster(const struct view *v)
{
	return v->cluster;
}

const struct release *view_release(const struct view *v)
{
	return v->release;
}

sym view_sym(const struct view *v, const char *text)
{
	return sym_str(v->cluster->syms, text);
}

uint32_t view_node_count(const struct view *v)
{
	return v->nodes.n;
}

struct node_info *view_node(const struct view *v, uint32_t index)
{
	return v->nodes.v[index];
}

struct node_info *view_find_node(const struct view *v, sym name)
{
	const union pairmap_value *slot = name.s ? pairmap_get(&v->node_by_name, name.s, NULL) : NULL;

	return slot ? slot->ptr : NULL;
}

const struct pod_infos *view_pods(const struct view *v)
{
	return &v->pods;
}

const struct pod_groups *view_pod_groups(const struct view *v)
{
	return &v->groups;
}

struct pod_info *view_find_pod(const struct view *v, sym namespace_, sym name)
{
	const union pairmap_value *slot =
		name.s ? pairmap_get(&v->pod_by_key, name.s, namespace_.s) : NULL;

	return slot ? slot->ptr : NULL;
}

static void lean(const struct view *v, enum kind kind)
{
	if (v->cluster->coverage[kind] == COVER_ABSENT)
		*v->leaned |= (uint64_t)1 << kind;
}

const struct meta *view_find(const struct view *v, enum kind kind, sym namespace_, sym name)
{
	lean(v, kind);
	return lookup(v, kind, namespace_, name);
}

const struct objects *view_objects(const struct view *v, enum kind kind)
{
	lean(v, kind);
	return &v->objects[kind];
}

enum coverage view_coverage(const struct view *v, enum kind kind)
{
	return v->cluster->coverage[kind];
}

uint64_t view_leaned(const struct view *v)
{
	return *v->leaned;
}

void view_reset_leaned(struct view *v)
{
	*v->leaned = 0;
}
