#include "replay/view.h"

#include <stdlib.h>
#include <string.h>

#include "base/die.h"

enum step_kind {
	STEP_OBJECT,     /* overlay entry of (kind, key) was `old` */
	STEP_LISTED,     /* object was put into the list at index */
	STEP_UNLISTED,   /* object was taken out of the list at index */
	STEP_BOUND,      /* pod went to node at index */
	STEP_UNBOUND,    /* pod left node at index */
	STEP_NOMINATED,  /* pod was put into node->nominated at index */
	STEP_UNNOMINATED,
	STEP_POD_LISTED, /* pod info was put into the pod list at index */
	STEP_POD_UNLISTED,
	STEP_NODE_LISTED, /* node info was put into the node list at index */
	STEP_NODE_UNLISTED,
};

struct step { /* one change, with what undoing it needs */
	enum step_kind what;
	enum kind kind;
	uint32_t index;
	const struct meta *object;
	const void *old;
	struct pod_info *pod;
	struct node_info *node;
	struct host_ports ports; /* of the node before a pod with ports came or left; owned copy */
};

struct view {
	const struct cluster *cluster;
	const struct release *release;
	struct arena *arena;
	struct objects objects[KIND_COUNT]; /* owned arrays, sorted */
	struct pairmap changed[KIND_COUNT]; /* overlay: key -> object, removed_mark, or NULL: as read */
	struct { struct node_info **v; uint32_t n, cap; } nodes;
	struct pairmap node_by_name; /* -> struct node_info; NULL: removed */
	struct pod_infos pods;
	struct pairmap pod_by_key;
	struct { struct step *v; size_t n, cap; } log;
	bool recording; /* false while the view is built or undone */
	struct step unused; /* written instead of the log while not recording, never read */
	uint64_t *leaned;
};

static const struct meta removed_mark;

/* Lists with insertion at a place */

static void pod_infos_insert(struct pod_infos *l, uint32_t at, struct pod_info *p)
{
	if (l->n == l->cap) {
		l->cap = l->cap ? l->cap * 2 : 4;
		l->v = xrealloc(l->v, l->cap * sizeof(struct pod_info *));
	}
	memmove(l->v + at + 1, l->v + at, (l->n - at) * sizeof(struct pod_info *));
	l->v[at] = p;
	l->n++;
}

static void pod_infos_delete(struct pod_infos *l, uint32_t at)
{
	l->n--;
	memmove(l->v + at, l->v + at + 1, (l->n - at) * sizeof(struct pod_info *));
}

static uint32_t pod_infos_find(const struct pod_infos *l, const struct pod_info *p)
{
	uint32_t i = 0;

	while (i < l->n && l->v[i] != p)
		i++;
	if (i == l->n)
		die("pod is not where the view has it");
	return i;
}

/* Order */

static int compare_pods(const struct meta *a, const struct meta *b)
{
	if (a->created.set != b->created.set)
		return a->created.set ? 1 : -1;
	if (a->created.set && a->created.us != b->created.us)
		return a->created.us < b->created.us ? -1 : 1;
	return meta_compare(a, b);
}

typedef int (*meta_order)(const struct meta *a, const struct meta *b);

static meta_order order_of(enum kind kind)
{
	return kind == KIND_POD ? compare_pods : meta_compare;
}

static int qsort_meta(const void *a, const void *b)
{
	return meta_compare(*(struct meta *const *)a, *(struct meta *const *)b);
}

static int qsort_pods(const void *a, const void *b)
{
	return compare_pods(*(struct meta *const *)a, *(struct meta *const *)b);
}

static void sort_objects(struct objects *l, enum kind kind)
{
	meta_order order = order_of(kind);

	for (size_t i = 1; i < l->n; i++) {
		if (order(l->v[i - 1], l->v[i]) > 0) {
			qsort(l->v, l->n, sizeof(l->v[0]),
			      kind == KIND_POD ? qsort_pods : qsort_meta);
			return;
		}
	}
}

static uint32_t objects_place(const struct objects *l, enum kind kind, const struct meta *object)
{
	size_t low = 0, high = l->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (order_of(kind)(l->v[mid], object) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return (uint32_t)low;
}

static uint32_t pods_place(const struct pod_infos *l, const struct pod_info *p)
{
	uint32_t low = 0, high = l->n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (compare_pods(&l->v[mid]->pod->meta, &p->pod->meta) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The log */

static struct step *record(struct view *v, enum step_kind what)
{
	struct step *s;

	if (!v->recording)
		return &v->unused;
	if (v->log.n == v->log.cap) {
		v->log.cap = v->log.cap ? v->log.cap * 2 : 64;
		v->log.v = xrealloc(v->log.v, v->log.cap * sizeof(struct step));
	}
	s = &v->log.v[v->log.n++];
	*s = (struct step){ .what = what };
	return s;
}

/* Node accounting */

static void save_ports(struct view *v, struct step *s, const struct node_info *node,
		       const struct pod_info *p)
{
	if (!v->recording || !p->ports.n)
		return;
	s->ports = node->ports;
	s->ports.v = xmalloc(node->ports.n * sizeof(struct host_port));
	if (node->ports.n)
		memcpy(s->ports.v, node->ports.v, node->ports.n * sizeof(struct host_port));
	s->ports.cap = node->ports.n + 1; /* marks the copy, also of an empty set */
}

static void restore_ports(struct step *s, struct node_info *node)
{
	if (!s->ports.cap)
		return;
	/* Only pods that hold ports get here, so the array once was at least this large. */
	memcpy(node->ports.v, s->ports.v, s->ports.n * sizeof(struct host_port));
	node->ports.n = s->ports.n;
	xfree(s->ports.v);
	s->ports = (struct host_ports){ 0 };
}

static void attach(struct view *v, struct pod_info *p, struct node_info *node, uint32_t at)
{
	pod_infos_insert(&node->pods, at, p);
	p->node = node;
	amounts_add(&node->used, &p->requests, false, v->arena);
}

static void detach(struct view *v, struct pod_info *p, uint32_t at)
{
	pod_infos_delete(&p->node->pods, at);
	amounts_add(&p->node->used, &p->requests, true, v->arena);
	p->node = NULL;
}

void view_bind(struct view *v, struct pod_info *p, struct node_info *node)
{
	struct step *s = record(v, STEP_BOUND);
	uint32_t at = pods_place(&node->pods, p);

	s->pod = p;
	s->node = node;
	s->index = at;
	save_ports(v, s, node, p);
	attach(v, p, node, at);
	for (uint32_t i = 0; i < p->ports.n; i++)
		host_ports_add(&node->ports, &p->ports.v[i], v->arena);
}

void view_unbind(struct view *v, struct pod_info *p)
{
	struct step *s = record(v, STEP_UNBOUND);
	struct node_info *node = p->node;
	uint32_t at = pod_infos_find(&node->pods, p);

	s->pod = p;
	s->node = node;
	s->index = at;
	save_ports(v, s, node, p);
	detach(v, p, at);
	for (uint32_t i = 0; i < p->ports.n; i++)
		host_ports_remove(&node->ports, &p->ports.v[i]);
}

static void nominate(struct view *v, struct pod_info *p, struct node_info *node)
{
	struct step *s = record(v, STEP_NOMINATED);

	s->pod = p;
	s->node = node;
	s->index = pods_place(&node->nominated, p);
	pod_infos_insert(&node->nominated, pods_place(&node->nominated, p), p);
}

static void unnominate(struct view *v, struct pod_info *p, struct node_info *node)
{
	struct step *s = record(v, STEP_UNNOMINATED);
	uint32_t at = pod_infos_find(&node->nominated, p);

	s->pod = p;
	s->node = node;
	s->index = at;
	pod_infos_delete(&node->nominated, at);
}

/* Where a pod belongs, from its own fields. */

static struct node_info *nominated_node(const struct view *v, const struct pod *p)
{
	if (!sym_empty(p->spec.node_name) || sym_empty(p->status.nominated_node))
		return NULL;
	return view_find_node(v, p->status.nominated_node);
}

static void settle(struct view *v, struct pod_info *p)
{
	struct node_info *bound = NULL, *nominated = nominated_node(v, p->pod);

	if (!sym_empty(p->pod->spec.node_name))
		bound = view_find_node(v, p->pod->spec.node_name);
	if (bound)
		view_bind(v, p, bound);
	if (nominated)
		nominate(v, p, nominated);
}

static void unsettle(struct view *v, struct pod_info *p)
{
	struct node_info *nominated = nominated_node(v, p->pod);

	if (p->node)
		view_unbind(v, p);
	if (nominated)
		unnominate(v, p, nominated);
}

/* Pods and nodes come and go */

static struct pod_info *new_pod_info(struct view *v, const struct pod *pod)
{
	struct pod_info *p = ARENA_NEW(v->arena, struct pod_info);
	const struct affinity *a = pod->spec.affinity;

	p->pod = pod;
	pod_requests(pod, v->release, true, v->arena, &p->requests);
	host_ports_of(pod, v->release, v->cluster->syms, v->arena, &p->ports);
	p->required_anti_affinity = a && a->pod_anti && a->pod_anti->required.n > 0;
	return p;
}

static void add_pod(struct view *v, const struct pod *pod)
{
	struct pod_info *p = new_pod_info(v, pod);
	uint32_t at = pods_place(&v->pods, p);
	struct step *s = record(v, STEP_POD_LISTED);

	s->pod = p;
	s->index = at;
	pod_infos_insert(&v->pods, at, p);
	pairmap_put(&v->pod_by_key, pod->meta.name.s, pod->meta.namespace_.s)->ptr = p;
	settle(v, p);
}

static void drop_pod(struct view *v, struct pod_info *p)
{
	uint32_t at = pod_infos_find(&v->pods, p);
	struct step *s;

	unsettle(v, p);
	s = record(v, STEP_POD_UNLISTED);
	s->pod = p;
	s->index = at;
	pod_infos_delete(&v->pods, at);
	pairmap_put(&v->pod_by_key, p->pod->meta.name.s, p->pod->meta.namespace_.s)->ptr = NULL;
}

static void list_node(struct view *v, struct node_info *n, uint32_t at)
{
	if (v->nodes.n == v->nodes.cap) {
		v->nodes.cap = v->nodes.cap ? v->nodes.cap * 2 : 16;
		v->nodes.v = xrealloc(v->nodes.v, v->nodes.cap * sizeof(struct node_info *));
	}
	memmove(v->nodes.v + at + 1, v->nodes.v + at,
		(v->nodes.n - at) * sizeof(struct node_info *));
	v->nodes.v[at] = n;
	v->nodes.n++;
	for (uint32_t i = at; i < v->nodes.n; i++)
		v->nodes.v[i]->index = i;
	pairmap_put(&v->node_by_name, n->node->meta.name.s, NULL)->ptr = n;
}

static void unlist_node(struct view *v, struct node_info *n)
{
	v->nodes.n--;
	memmove(v->nodes.v + n->index, v->nodes.v + n->index + 1,
		(v->nodes.n - n->index) * sizeof(struct node_info *));
	for (uint32_t i = n->index; i < v->nodes.n; i++)
		v->nodes.v[i]->index = i;
	pairmap_put(&v->node_by_name, n->node->meta.name.s, NULL)->ptr = NULL;
}

static uint32_t nodes_place(const struct view *v, const struct node *node)
{
	uint32_t low = 0, high = v->nodes.n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (meta_compare(&v->nodes.v[mid]->node->meta, &node->meta) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static struct node_info *add_node(struct view *v, const struct node *node)
{
	struct node_info *n = ARENA_NEW(v->arena, struct node_info);
	struct step *s = record(v, STEP_NODE_LISTED);

	n->node = node;
	amounts_of(&node->allocatable, v->arena, &n->allocatable);
	s->node = n;
	s->index = nodes_place(v, node);
	list_node(v, n, nodes_place(v, node));
	return n;
}

/* Pods that name the node and are not on it yet: after the node appeared. */
static void settle_pods_of(struct view *v, const struct node *node)
{
	for (uint32_t i = 0; i < v->pods.n; i++) {
		struct pod_info *p = v->pods.v[i];

		if (sym_eq(p->pod->spec.node_name, node->meta.name) ||
		    (sym_empty(p->pod->spec.node_name) &&
		     sym_eq(p->pod->status.nominated_node, node->meta.name)))
			settle(v, p);
	}
}

static void drop_node(struct view *v, struct node_info *n)
{
	struct step *s;

	while (n->pods.n)
		view_unbind(v, n->pods.v[n->pods.n - 1]);
	while (n->nominated.n)
		unnominate(v, n->nominated.v[n->nominated.n - 1], n);
	s = record(v, STEP_NODE_UNLISTED);
	s->node = n;
	s->index = n->index;
	unlist_node(v, n);
}

/* Objects by kind */

static void list_object(struct objects *l, size_t at, const struct meta *object)
{
	if (l->n == l->cap) {
		l->cap = l->cap ? l->cap * 2 : 16;
		l->v = xrealloc(l->v, l->cap * sizeof(struct meta *));
	}
	memmove(l->v + at + 1, l->v + at, (l->n - at) * sizeof(struct meta *));
	/* The list hands out const objects only; the cluster's own type for it is not const. */
	memcpy(&l->v[at], &object, sizeof(object));
	l->n++;
}

static void unlist_object(struct objects *l, size_t at)
{
	l->n--;
	memmove(l->v + at, l->v + at + 1, (l->n - at) * sizeof(struct meta *));
}

static void set_changed(struct view *v, enum kind kind, const struct meta *key,
			const struct meta *value)
{
	union pairmap_value *slot =
		pairmap_put(&v->changed[kind], key->name.s, key->namespace_.s);
	struct step *s = record(v, STEP_OBJECT);

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
	s = record(v, STEP_UNLISTED);
	s->kind = kind;
	s->index = at;
	s->object = object;
	unlist_object(l, at);
}

static void forget(struct view *v, enum kind kind, const struct meta *object)
{
	struct pod_info *p;
	struct node_info *n;

	if (kind == KIND_POD && (p = view_find_pod(v, object->namespace_, object->name)))
		drop_pod(v, p);
	if (kind == KIND_NODE && (n = view_find_node(v, object->name)))
		drop_node(v, n);
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
	s = record(v, STEP_LISTED);
	s->kind = kind;
	s->index = at;
	s->object = object;
	list_object(&v->objects[kind], at, object);
	set_changed(v, kind, object, object);
	if (kind == KIND_POD && !pod_is_finished((const struct pod *)(const void *)object))
		add_pod(v, (const struct pod *)(const void *)object);
	if (kind == KIND_NODE) {
		add_node(v, (const struct node *)(const void *)object);
		settle_pods_of(v, (const struct node *)(const void *)object);
	}
}

/* Undo */

static void free_node_lists(struct node_info *n)
{
	xfree(n->pods.v);
	xfree(n->nominated.v);
	n->pods = n->nominated = (struct pod_infos){ 0 };
}

view_mark_t view_mark(const struct view *v)
{
	return v->log.n;
}

static void undo_pod_listed(struct view *v, const struct step *s, bool listed)
{
	const struct meta *m = &s->pod->pod->meta;

	if (listed)
		pod_infos_delete(&v->pods, s->index);
	else
		pod_infos_insert(&v->pods, s->index, s->pod);
	pairmap_put(&v->pod_by_key, m->name.s, m->namespace_.s)->ptr = listed ? NULL : s->pod;
}

static void undo_step(struct view *v, struct step *s)
{
	switch (s->what) {
	case STEP_OBJECT:
		pairmap_put(&v->changed[s->kind], s->object->name.s, s->object->namespace_.s)->cptr =
			s->old;
		break;
	case STEP_LISTED:
		unlist_object(&v->objects[s->kind], s->index);
		break;
	case STEP_UNLISTED:
		list_object(&v->objects[s->kind], s->index, s->object);
		break;
	case STEP_BOUND:
		detach(v, s->pod, s->index);
		restore_ports(s, s->node);
		break;
	case STEP_UNBOUND:
		attach(v, s->pod, s->node, s->index);
		restore_ports(s, s->node);
		break;
	case STEP_NOMINATED:
		pod_infos_delete(&s->node->nominated, s->index);
		break;
	case STEP_UNNOMINATED:
		pod_infos_insert(&s->node->nominated, s->index, s->pod);
		break;
	case STEP_POD_LISTED:
		undo_pod_listed(v, s, true);
		break;
	case STEP_POD_UNLISTED:
		undo_pod_listed(v, s, false);
		break;
	case STEP_NODE_LISTED:
		unlist_node(v, s->node);
		free_node_lists(s->node); /* it came with the change and is gone for good */
		break;
	case STEP_NODE_UNLISTED:
		list_node(v, s->node, s->index);
		break;
	}
}

void view_undo(struct view *v, view_mark_t mark)
{
	v->recording = false;
	while (v->log.n > mark)
		undo_step(v, &v->log.v[--v->log.n]);
	v->recording = true;
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
	sort_objects(to, kind);
}

struct view *view_new(const struct cluster *c, const struct release *r)
{
	struct view *v = xcalloc(1, sizeof(*v));

	v->cluster = c;
	v->release = r;
	v->arena = arena_new();
	v->leaned = ARENA_NEW(v->arena, uint64_t);
	pairmap_init(&v->node_by_name, v->arena);
	pairmap_init(&v->pod_by_key, v->arena);
	for (int k = 0; k < KIND_COUNT; k++) {
		pairmap_init(&v->changed[k], v->arena);
		copy_objects(v, (enum kind)k);
	}
	for (size_t i = 0; i < v->objects[KIND_NODE].n; i++)
		add_node(v, (const struct node *)(const void *)v->objects[KIND_NODE].v[i]);
	for (size_t i = 0; i < v->objects[KIND_POD].n; i++) {
		const struct pod *p = (const struct pod *)(const void *)v->objects[KIND_POD].v[i];

		if (!pod_is_finished(p))
			add_pod(v, p);
	}
	v->recording = true;
	return v;
}

/* Every node info that ever was is in the list or in the log. */
void view_free(struct view *v)
{
	if (!v)
		return;
	view_undo(v, 0);
	for (uint32_t i = 0; i < v->nodes.n; i++)
		free_node_lists(v->nodes.v[i]);
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
