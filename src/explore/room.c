#include "explore/room.h"

#include <stdlib.h>
#include <string.h>

#include "explore/subject.h"
#include "report/strings.h"

struct looking { /* at one node */
	const struct pod *pod; /* the subject; NULL: it asks for nothing here */
	const struct node_info *node;
	struct amounts wanted;
	struct arena *arena;
	struct room *room;
};

static void add_resource(struct looking *l, const struct view *v, const char *name)
{
	sym s = view_sym(v, name);
	struct room_amount *a = &l->room->resources.v[l->room->resources.n];

	for (uint32_t i = 0; i < l->room->resources.n; i++)
		if (!strcmp(l->room->resources.v[i].resource, name))
			return;
	*a = (struct room_amount){
		.resource = arena_strdup(l->arena, name),
		.milli = !strcmp(name, "cpu"),
		.total = amounts_get(&l->node->allocatable, s),
		.used = amounts_get(&l->node->used, s),
		.wanted = amounts_get(&l->wanted, s),
	};
	if (!strcmp(name, "pods"))
		a->used = l->node->pods.n;
	if (a->total || a->used || a->wanted)
		l->room->resources.n++;
}

static void add_resources(struct looking *l, const struct view *v, const struct report *r)
{
	const struct resources *has = &l->node->node->allocatable;

	l->room->resources.v = ARENA_ARRAY(l->arena, (size_t)has->n + r->subject.requests.n + 4,
					   struct room_amount);
	add_resource(l, v, "cpu");
	add_resource(l, v, "memory");
	add_resource(l, v, "pods");
	for (uint32_t i = 0; i < has->n; i++)
		add_resource(l, v, sym_text(has->v[i].name));
	for (uint32_t i = 0; i < r->subject.requests.n; i++)
		add_resource(l, v, r->subject.requests.v[i].name);
}

static void add_pod(struct looking *l, const struct view *v, const struct pod_info *p,
		    bool nominated)
{
	struct room_pod *ret = &l->room->pods.v[l->room->pods.n++];
	const struct meta *m = &p->pod->meta;

	ret->name = arena_printf(l->arena, "%s/%s", sym_text(m->namespace_), sym_text(m->name));
	ret->priority = pod_priority(p->pod);
	ret->leaving = m->deleted.set;
	ret->nominated = nominated;
	ret->amounts = ARENA_ARRAY(l->arena, l->room->resources.n, int64_t);
	for (uint32_t i = 0; i < l->room->resources.n; i++) {
		struct room_amount *a = &l->room->resources.v[i];
		int64_t part;

		ret->amounts[i] = amounts_get(&p->requests, view_sym(v, a->resource));
		if (nominated && __builtin_add_overflow(a->kept, ret->amounts[i], &a->kept))
			a->kept = INT64_MAX;
		part = ret->amounts[i] / ((a->total > 0 ? a->total : 0) / 1000 + 1);
		if (strcmp(a->resource, "pods") != 0 && part > ret->share)
			ret->share = part;
	}
}

static int by_share(const void *va, const void *vb)
{
	const struct room_pod *a = va, *b = vb;

	if (a->share != b->share)
		return a->share > b->share ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* The scheduler keeps the place of what is nominated and at least as important. */
static bool goes_before(const struct looking *l, const struct pod *p)
{
	return l->pod && pod_priority(p) >= pod_priority(l->pod) &&
	       meta_compare(&p->meta, &l->pod->meta) != 0;
}

static void add_pods(struct looking *l, const struct view *v)
{
	const struct pod_infos *there = &l->node->pods, *coming = &l->node->nominated;

	l->room->pods.v = ARENA_ARRAY(l->arena, (size_t)there->n + coming->n, struct room_pod);
	for (uint32_t i = 0; i < there->n; i++)
		add_pod(l, v, there->v[i], false);
	for (uint32_t i = 0; i < coming->n; i++)
		if (goes_before(l, coming->v[i]->pod))
			add_pod(l, v, coming->v[i], true);
	if (l->room->pods.n)
		qsort(l->room->pods.v, l->room->pods.n, sizeof(*l->room->pods.v), by_share);
}

static void add_facts(struct looking *l)
{
	const struct node *n = l->node->node;

	l->room->cordoned = n->unschedulable == TRI_TRUE;
	for (uint32_t i = 0; i < n->meta.labels.n; i++)
		strings_push(&l->room->labels,
			     arena_printf(l->arena, "%s=%s", sym_text(n->meta.labels.v[i].key),
					  sym_text(n->meta.labels.v[i].value)), l->arena);
	for (uint32_t i = 0; i < n->taints.n; i++) {
		const struct taint *t = &n->taints.v[i];

		strings_push(&l->room->taints,
			     arena_printf(l->arena, "%s%s%s:%s", sym_text(t->key),
					  sym_empty(t->value) ? "" : "=", sym_text(t->value),
					  sym_text(t->effect)), l->arena);
	}
}

static bool look(struct looking *l, const struct view *v, const struct report *r, const char *node)
{
	l->node = view_find_node(v, view_sym(v, node));
	if (!l->node)
		return false;
	add_resources(l, v, r);
	add_pods(l, v);
	add_facts(l);
	return true;
}

bool room_of(struct diagnosis *d, const struct report *r, const char *node, struct arena *arena,
	     struct room *ret)
{
	struct looking l = { .arena = arena, .room = ret };
	const struct pod *p = subject_pod(d, r);
	struct arena *scratch;
	struct trial t;
	bool found;

	*ret = (struct room){ 0 };
	if (!p || !sym_empty(p->spec.node_name))
		return look(&l, d->view, r, node);
	scratch = arena_new();
	l.pod = p;
	suppose(&t, d, p, &r->what_if.changes, scratch, NULL, NULL);
	pod_requests(t.pod, view_release(d->view), false, scratch, &l.wanted);
	found = look(&l, d->view, r, node);
	trial_end(&t);
	arena_free(scratch);
	return found;
}
