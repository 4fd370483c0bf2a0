/* How many new nodes all waiting pods of the same controller would need. */
#include "advice/fix_search.h"

#include "base/i18n.h"
#include "replay/cycle.h"

#define SIBLINGS_MAX 50
#define NEW_NODES_MAX 20

struct siblings {
	const struct pod *v[SIBLINGS_MAX];
	uint32_t n;
};

static bool is_sibling(const struct pod *p, const struct pod *subject, const struct owner *o)
{
	const struct owner *other = meta_controller(&p->meta);

	return other && sym_empty(p->spec.node_name) && !pod_is_finished(p) &&
	       sym_eq(p->meta.namespace_, subject->meta.namespace_) && sym_eq(other->kind, o->kind) &&
	       sym_eq(other->name, o->name);
}

static void find_siblings(const struct fix_request *r, struct siblings *ret)
{
	const struct owner *o = meta_controller(&r->pod->meta);
	const struct pod_infos *pods = view_pods(r->view);

	for (uint32_t i = 0; o && i < pods->n && ret->n < SIBLINGS_MAX; i++)
		if (is_sibling(pods->v[i]->pod, r->pod, o))
			ret->v[ret->n++] = pods->v[i]->pod;
}

/* The pod goes to one of the new nodes; false: it fits on none of them. */
static bool settle(struct trial *t, const struct fix_request *r, const struct pod *p,
		   const struct node *const *nodes, uint32_t n)
{
	struct cycle *c = cycle_new(t->view, p, r->profile);
	struct outcome quiet = outcome_init(WANT_CODE, t->arena);
	const struct node *chosen = NULL;
	struct pod *placed;

	for (uint32_t i = 0; i < n && !chosen && !cycle_prefilter_end(c)->stopped; i++) {
		struct node_info *info = view_find_node(t->view, nodes[i]->meta.name);

		if (!cycle_excludes(c, info) &&
		    cycle_filter_all(c, info, &quiet).code == CODE_SUCCESS)
			chosen = nodes[i];
	}
	cycle_free(c);
	if (!chosen)
		return false;
	placed = ARENA_NEW(t->arena, struct pod);
	*placed = *p;
	placed->spec.node_name = chosen->meta.name;
	trial_put(t, KIND_POD, &placed->meta);
	return true;
}

static uint32_t count_nodes(struct search *s, const struct change *add, const struct siblings *l)
{
	const struct fix_request *r = s->request;
	const struct node *nodes[NEW_NODES_MAX];
	uint32_t n = 0, done = 0;
	struct trial t;

	trial_begin(&t, r->view, r->pod, s->arena, NULL);
	while (done < l->n) {
		if (n && settle(&t, r, l->v[done], nodes, n)) {
			done++;
			continue;
		}
		if (n == NEW_NODES_MAX || (n && view_find_node(t.view, nodes[n - 1]->meta.name)->pods.n == 0))
			break; /* not even an empty one takes it */
		nodes[n] = node_like(&t, (const struct node *)(const void *)add->object);
		trial_put(&t, KIND_NODE, &nodes[n++]->meta);
	}
	trial_end(&t);
	return done == l->n ? n : 0;
}

const char *tell_new_nodes(struct search *s, const struct plan *p)
{
	const struct owner *o = meta_controller(&s->request->pod->meta);
	struct siblings l = { .n = 0 };
	uint32_t n;

	if (p->n != 1 || p->v[0]->kind != &change_kinds[CHANGE_ADD_NODE])
		return NULL;
	find_siblings(s->request, &l);
	if (l.n < 2)
		return NULL;
	n = count_nodes(s, p->v[0], &l);
	if (!n)
		return NULL;
	return arena_printf(s->request->arena,
			    tr_n("%u such node for the %u waiting pods of %s",
				 "%u such nodes for the %u waiting pods of %s", n),
			    (unsigned)n, (unsigned)l.n, sym_text(o->name));
}
