#include <string.h>

#include "base/die.h"
#include "replay/view_state.h"

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

void view_attach(struct view *v, struct pod_info *p, struct node_info *node, uint32_t at)
{
	pod_infos_insert(&node->pods, at, p);
	p->node = node;
	amounts_add(&node->used, &p->requests, false, v->arena);
}

void view_detach(struct view *v, struct pod_info *p, uint32_t at)
{
	pod_infos_delete(&p->node->pods, at);
	amounts_add(&p->node->used, &p->requests, true, v->arena);
	p->node = NULL;
}

void view_bind(struct view *v, struct pod_info *p, struct node_info *node)
{
	struct step *s = view_record(v, STEP_BOUND);
	uint32_t at = pod_infos_place(&node->pods, p);

	s->pod = p;
	s->node = node;
	s->index = at;
	save_ports(v, s, node, p);
	view_attach(v, p, node, at);
	for (uint32_t i = 0; i < p->ports.n; i++)
		host_ports_add(&node->ports, &p->ports.v[i], v->arena);
}

void view_unbind(struct view *v, struct pod_info *p)
{
	struct step *s = view_record(v, STEP_UNBOUND);
	struct node_info *node = p->node;
	uint32_t at = pod_infos_find(&node->pods, p);

	s->pod = p;
	s->node = node;
	s->index = at;
	save_ports(v, s, node, p);
	view_detach(v, p, at);
	for (uint32_t i = 0; i < p->ports.n; i++)
		host_ports_remove(&node->ports, &p->ports.v[i]);
}

static void nominate(struct view *v, struct pod_info *p, struct node_info *node)
{
	struct step *s = view_record(v, STEP_NOMINATED);

	s->pod = p;
	s->node = node;
	s->index = pod_infos_place(&node->nominated, p);
	pod_infos_insert(&node->nominated, pod_infos_place(&node->nominated, p), p);
}

static void unnominate(struct view *v, struct pod_info *p, struct node_info *node)
{
	struct step *s = view_record(v, STEP_UNNOMINATED);
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

	p->pod = pod;
	pod_requests(pod, v->release, true, v->arena, &p->requests);
	host_ports_of(pod, v->release, v->cluster->syms, v->arena, &p->ports);
	p->terminating = pod->meta.deleted.set;
	return p;
}

void view_list_pod(struct view *v, struct pod_info *p, uint32_t at)
{
	const struct meta *m = &p->pod->meta;

	pod_infos_insert(&v->pods, at, p);
	pairmap_put(&v->pod_by_key, m->name.s, m->namespace_.s)->ptr = p;
	pod_groups_join(&v->groups, p);
}

void view_unlist_pod(struct view *v, struct pod_info *p, uint32_t at)
{
	const struct meta *m = &p->pod->meta;

	pod_infos_delete(&v->pods, at);
	pairmap_put(&v->pod_by_key, m->name.s, m->namespace_.s)->ptr = NULL;
	pod_groups_leave(&v->groups, p);
}

void view_add_pod(struct view *v, const struct pod *pod)
{
	struct pod_info *p = new_pod_info(v, pod);
	uint32_t at = pod_infos_place(&v->pods, p);
	struct step *s = view_record(v, STEP_POD_LISTED);

	s->pod = p;
	s->index = at;
	view_list_pod(v, p, at);
	settle(v, p);
}

void view_drop_pod(struct view *v, struct pod_info *p)
{
	uint32_t at = pod_infos_find(&v->pods, p);
	struct step *s;

	unsettle(v, p);
	s = view_record(v, STEP_POD_UNLISTED);
	s->pod = p;
	s->index = at;
	view_unlist_pod(v, p, at);
}

void view_list_node(struct view *v, struct node_info *n, uint32_t at)
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

void view_unlist_node(struct view *v, struct node_info *n)
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

void view_add_node(struct view *v, const struct node *node)
{
	struct node_info *n = ARENA_NEW(v->arena, struct node_info);
	uint32_t at = nodes_place(v, node);
	struct step *s = view_record(v, STEP_NODE_LISTED);

	n->node = node;
	amounts_of(&node->allocatable, v->arena, &n->allocatable);
	s->node = n;
	s->index = at;
	v->nodes_changed++;
	view_list_node(v, n, at);
}

/* Pods that name the node and are not on it yet: after the node appeared. */
void view_settle_pods_of(struct view *v, const struct node *node)
{
	for (uint32_t i = 0; i < v->pods.n; i++) {
		struct pod_info *p = v->pods.v[i];

		if (sym_eq(p->pod->spec.node_name, node->meta.name) ||
		    (sym_empty(p->pod->spec.node_name) &&
		     sym_eq(p->pod->status.nominated_node, node->meta.name)))
			settle(v, p);
	}
}

void view_drop_node(struct view *v, struct node_info *n)
{
	struct step *s;

	while (n->pods.n)
		view_unbind(v, n->pods.v[n->pods.n - 1]);
	while (n->nominated.n)
		unnominate(v, n->nominated.v[n->nominated.n - 1], n);
	s = view_record(v, STEP_NODE_UNLISTED);
	s->node = n;
	s->index = n->index;
	v->nodes_changed++;
	view_unlist_node(v, n);
}

void node_info_release(struct node_info *n)
{
	xfree(n->pods.v);
	xfree(n->nominated.v);
	n->pods = n->nominated = (struct pod_infos){ 0 };
}
