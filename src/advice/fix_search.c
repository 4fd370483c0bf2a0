/*
 * Cheapest first over sets of changes.  A set is replayed once for all nodes that are near; what the
 * plugins then still object to says which changes to add.
 */
#include "advice/fix_search.h"

#include <stdlib.h>
#include <string.h>

#include "advice/fix_options.h"
#include "replay/cycle.h"

#define NODES_MAX 24     /* nodes that are looked at */
#define NODES_ALIKE_MAX 3 /* of those that fail in the same way */
#define REPLAYS_MAX 400
#define REPLAYS_MIN 24
#define REPLAY_WORK_MAX 4000000u /* pods, nodes and rules that all replays together look at */
#define FOUND_MAX 40
#define FOUND_ALIKE_MAX 5
#define REST_COST 12 /* for each plugin that objects still */

/* The plan with a repair on top is to be tried, unless it was thought of before. */
static void propose(struct search *s, const struct plan *base, const struct repair *r, int rest)
{
	struct plan p = *base;
	union pairmap_value *seen;

	for (uint32_t i = 0; i < r->n; i++) {
		if (plan_has(&p, r->v[i]))
			continue;
		if (p.n == PLAN_CHANGES_MAX)
			return;
		p.v[p.n++] = r->v[i];
	}
	if (p.n == base->n && base->n)
		return;
	p.cost = plan_cost(&p) + REST_COST * rest;
	p.turn = s->turns++;
	seen = pairmap_put(&s->seen, plan_key(s, &p).s, NULL);
	if (seen->num)
		return;
	seen->num = 1;
	queue_push(s, &p);
}

/* Which nodes to look at: the nearest, but not many of one sort. */

static int compare_nearness(const void *a, const void *b)
{
	const struct node_result *x = *(const struct node_result *const *)a;
	const struct node_result *y = *(const struct node_result *const *)b;

	if (x->nearness != y->nearness)
		return x->nearness < y->nearness ? -1 : 1;
	return strcmp(x->name, y->name);
}

static const struct node_result *const *by_nearness(struct search *s)
{
	const struct replay *r = s->request->replay;
	const struct node_result **v = ARENA_ARRAY(s->arena, r->nodes.n, const struct node_result *);

	for (uint32_t i = 0; i < r->nodes.n; i++)
		v[i] = &r->nodes.v[i];
	if (r->nodes.n)
		qsort(v, r->nodes.n, sizeof(*v), compare_nearness);
	return v;
}

static sym sort_of_node(struct search *s, const struct node_result *n)
{
	struct strbuf text = STRBUF_INIT;
	sym key;

	strbuf_addf(&text, "%d", (int)n->nearness);
	for (uint32_t i = 0; i < n->rejections.n; i++)
		strbuf_addf(&text, " %s", n->rejections.v[i].plugin);
	key = sym_str(s->ids, text.buf);
	strbuf_release(&text);
	return key;
}

static void choose_nodes(struct search *s)
{
	const struct replay *r = s->request->replay;
	const struct node_result *const *v = by_nearness(s);
	struct pairmap sorts;

	pairmap_init(&sorts, s->arena);
	s->nodes.v = ARENA_ARRAY(s->arena, NODES_MAX, sym);
	for (uint32_t i = 0; i < r->nodes.n && s->nodes.n < NODES_MAX; i++) {
		bool many = r->nodes.n > NODES_MAX;

		if (many && pairmap_put(&sorts, sort_of_node(s, v[i]).s, NULL)->num++ >=
				    NODES_ALIKE_MAX)
			continue;
		s->nodes.v[s->nodes.n++] = view_sym(s->request->view, v[i]->name);
	}
}

/* One replay */

struct look { /* at one plan */
	struct search *s;
	const struct plan *plan;
	struct trial trial;
	struct cycle *cycle;
	bool fits, dead; /* dead: nothing can come of it */
	struct { struct repairs repairs; int rest; } nodes[NODES_MAX + 1];
	uint32_t n;
};

static bool is_rejection(enum code c)
{
	return c == CODE_UNSCHEDULABLE || c == CODE_UNRESOLVABLE || c == CODE_ERROR;
}

static struct question question_of(struct look *l, struct node_info *n, uint32_t plugin,
				   const struct outcome *out)
{
	return (struct question){
		.trial = &l->trial,
		.cycle = l->cycle,
		.node = n,
		.plugin = cycle_in(l->cycle)->profile->plugins[plugin],
		.out = out,
		.arena = l->s->arena,
		.ids = l->s->ids,
		.budgets = l->s->budgets,
		.ret = &l->nodes[l->n].repairs,
	};
}

static int count_objections(const struct look *l, const struct node_info *n)
{
	struct outcome quiet = outcome_init(WANT_CODE, l->s->arena);
	int count = 0;

	for (uint32_t i = 0; i < cycle_in(l->cycle)->profile->n; i++)
		count += is_rejection(cycle_filter(l->cycle, i, n, &quiet));
	return count;
}

static void offer_nominated(struct look *l, struct question *q)
{
	const struct pod **pods =
		ARENA_ARRAY(l->s->arena, q->node->nominated.n, const struct pod *);
	uint32_t n = 0;

	for (uint32_t i = 0; i < q->node->nominated.n; i++)
		if (cycle_counts_nominated(l->cycle, q->node->nominated.v[i]))
			pods[n++] = q->node->nominated.v[i]->pod;
	offer_evictions(q, pods, n);
}

static int find_affinity(const struct look *l)
{
	const struct profile *p = cycle_in(l->cycle)->profile;

	for (uint32_t i = 0; i < p->n; i++)
		if (!strcmp(p->plugins[i]->name, "NodeAffinity"))
			return (int)i;
	return -1;
}

static void look_at_node(struct look *l, struct node_info *n)
{
	struct outcome out = outcome_init(WANT_DETAILS, l->s->arena);
	struct node_status st = cycle_filter_all(l->cycle, n, &out);
	bool excluded = cycle_excludes(l->cycle, n);
	int plugin = st.plugin;
	struct question q;

	if (st.code == CODE_UNKNOWN)
		return;
	if (st.code == CODE_SUCCESS && !excluded) {
		l->fits = true;
		return;
	}
	if (st.code == CODE_SUCCESS)
		plugin = find_affinity(l);
	if (plugin < 0)
		return;
	q = question_of(l, n, (uint32_t)plugin, &out);
	ask_options(&q);
	if (st.nominated)
		offer_nominated(l, &q);
	l->nodes[l->n].rest = count_objections(l, n) - 1;
	if (l->nodes[l->n].rest < 0)
		l->nodes[l->n].rest = 0;
	l->n++;
}

/* PreFilter rejects the pod as a whole: what any node would say does not matter yet. */
static bool look_at_prefilter(struct look *l)
{
	const struct prefilter_end *end = cycle_prefilter_end(l->cycle);
	const struct profile *p = cycle_in(l->cycle)->profile;
	struct question q;

	if (!end->stopped)
		return false;
	for (uint32_t i = 0; i < p->n; i++) {
		const struct plugin_result *r = cycle_prefilter(l->cycle, i);

		if (strcmp(p->plugins[i]->name, end->plugin) != 0 || !is_rejection(r->code))
			continue;
		q = question_of(l, NULL, i, &r->out);
		ask_options(&q);
		l->nodes[l->n++].rest = 0;
		return true;
	}
	return false; /* node sets with nothing in common: NodeAffinity says it for each node */
}

static const struct change *added_node(const struct plan *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[i]->kind == &change_kinds[CHANGE_ADD_NODE])
			return p->v[i];
	return NULL;
}

static void look_at_nodes(struct look *l)
{
	const struct change *added = added_node(l->plan);
	struct search *s = l->s;

	if (added) {
		struct node_info *n = view_find_node(s->request->view, added->object->name);

		if (n)
			look_at_node(l, n);
		l->dead = true; /* further changes are for nodes that exist */
		return;
	}
	for (uint32_t i = 0; i < s->nodes.n && !l->fits; i++) {
		struct node_info *n = view_find_node(s->request->view, s->nodes.v[i]);

		if (n)
			look_at_node(l, n);
	}
}

static void look(struct search *s, const struct plan *p, struct look *l)
{
	const struct fix_request *r = s->request;

	memset(l, 0, sizeof(*l));
	l->s = s;
	l->plan = p;
	trial_begin(&l->trial, r->view, r->pod, s->arena, NULL);
	if (!plan_make(p, &l->trial)) {
		l->dead = true;
	} else {
		l->cycle = cycle_new(r->view, l->trial.pod, r->profile);
		if (!look_at_prefilter(l))
			look_at_nodes(l);
		cycle_free(l->cycle);
	}
	trial_end(&l->trial);
	if (s->left)
		s->left--;
}

bool plan_fits(struct search *s, const struct plan *p)
{
	struct look l;

	look(s, p, &l);
	return l.fits;
}

/* The search */

static bool is_superfluous(const struct search *s, const struct plan *p)
{
	for (uint32_t i = 0; i < s->found.n; i++)
		if (plan_covers(p, &s->found.v[i]))
			return true;
	return false;
}

static bool is_plentiful(struct search *s, const struct plan *p)
{
	return pairmap_put(&s->sorts, plan_sort(s, p).s, NULL)->num >= FOUND_ALIKE_MAX;
}

static void try_plan(struct search *s, const struct plan *p)
{
	struct look l;

	look(s, p, &l);
	if (l.fits && p->n) {
		plans_add(s, &s->found, p);
		pairmap_put(&s->sorts, plan_sort(s, p).s, NULL)->num++;
	}
	if (l.fits || l.dead)
		return;
	for (uint32_t i = 0; i < l.n; i++)
		for (uint32_t k = 0; k < l.nodes[i].repairs.n; k++)
			propose(s, p, &l.nodes[i].repairs.v[k], l.nodes[i].rest);
}

/* The gates have to go in any case; without any the pod as it is. */
static void start(struct search *s)
{
	const struct fix_request *r = s->request;
	struct repairs repairs = { 0 };
	struct plan none = { 0 };
	struct trial t;
	struct question q = { .trial = &t, .arena = s->arena, .ids = s->ids, .ret = &repairs };
	uint32_t gates;

	trial_begin(&t, r->view, r->pod, s->arena, NULL);
	if (r->pod->spec.gates.n)
		options_gates(&q);
	gates = repairs.n;
	for (uint32_t i = 0; i < s->nodes.n; i++)
		options_new_node(&q, view_find_node(r->view, s->nodes.v[i])->node);
	trial_end(&t);
	if (gates) {
		propose(s, &none, &repairs.v[0], 0);
		none.v[none.n++] = repairs.v[0].v[0];
	} else {
		try_plan(s, &none);
	}
	for (uint32_t i = gates; i < repairs.n; i++)
		propose(s, &none, &repairs.v[i], 0);
}

/* What the plugins go through for each node, beside the pods. */
static uint64_t rules_of(const struct pod *p)
{
	const struct pod_spec *s = &p->spec;
	const struct affinity *a = s->affinity;
	uint64_t n = (uint64_t)s->containers.n + s->init_containers.n + s->tolerations.n +
		     s->node_selector.n + s->spread.n + s->volumes.n;

	if (a && a->pod)
		n += a->pod->required.n;
	if (a && a->pod_anti)
		n += a->pod_anti->required.n;
	for (uint32_t i = 0; a && a->node && a->node->required && i < a->node->required->terms.n; i++)
		n += (uint64_t)a->node->required->terms.v[i].match_expressions.n +
		     a->node->required->terms.v[i].match_fields.n + 1;
	return n;
}

/* Of one replay. */
static uint64_t work_of(const struct search *s)
{
	const struct view *v = s->request->view;
	uint64_t work = (uint64_t)view_node_count(v) + view_pods(v)->n + 1;

	for (uint32_t i = 0; i < s->nodes.n; i++)
		work += view_find_node(v, s->nodes.v[i])->node->taints.n;
	return work + s->nodes.n * rules_of(s->request->pod);
}

void search_init(struct search *s, const struct fix_request *r)
{
	uint64_t replays;

	*s = (struct search){ .request = r, .arena = arena_new(), .ids = symtab_new() };
	if (view_coverage(r->view, KIND_PDB) == COVER_READ)
		s->budgets = budgets_new(r->view, s->arena);
	pairmap_init(&s->seen, s->arena);
	pairmap_init(&s->sorts, s->arena);
	choose_nodes(s);
	replays = REPLAY_WORK_MAX / work_of(s);
	s->left = replays > REPLAYS_MAX ? REPLAYS_MAX :
		  replays < REPLAYS_MIN ? REPLAYS_MIN : (uint32_t)replays;
}

void search_run(struct search *s)
{
	start(s);
	while (s->queue.n && s->left && s->found.n < FOUND_MAX) {
		struct plan p = queue_pop(s);

		if (!is_superfluous(s, &p) && !is_plentiful(s, &p))
			try_plan(s, &p);
	}
}

void search_release(struct search *s)
{
	symtab_free(s->ids);
	arena_free(s->arena);
}
