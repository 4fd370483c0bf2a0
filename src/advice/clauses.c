#include "advice/clauses.h"

#include "advice/conjunctions.h"
#include "replay/affinity_terms.h"

static void fill_clauses(const struct requirements *q, const struct view *v, const struct replay *r,
			 struct arena *arena, struct advice *ret)
{
	ret->clauses.v = ARENA_ARRAY(arena, q->n, struct clause);
	for (uint32_t i = 0; i < q->n; i++)
		ret->clauses.v[ret->clauses.n++] = (struct clause){
			.requirement = arena_strdup(arena, q->v[i].text),
			.plugin = q->v[i].plugin,
			.nodes_matching = q->v[i].matching,
			.nodes_matching_alone = q->v[i].alone,
			.suggestion = clause_suggestion(q, &q->v[i], v, r, arena),
		};
}

/* On the empty cluster */

static struct pod without_pod_affinity(const struct pod *pod, struct affinity *ret)
{
	struct pod copy = *pod;

	if (!pod->spec.affinity)
		return copy;
	*ret = *pod->spec.affinity;
	ret->pod = NULL;
	copy.spec.affinity = ret;
	return copy;
}

/* Node by node, as far as the pod's affinity to other pods goes. */
static bool pods_are_there(const struct requirements *q, uint32_t node)
{
	for (uint32_t i = 0; i < q->n; i++)
		if (q->v[i].type == REQUIRE_PODS && !node_set_has(q->v[i].open, node))
			return false;
	return true;
}

static bool knows_pod_affinity(const struct requirements *q, const struct pod *pod)
{
	const struct pod_affinity_terms *l = required_affinity(pod);

	for (uint32_t i = 0; i < q->n; i++)
		if (q->v[i].type == REQUIRE_PODS)
			return true;
	return !l || !l->n;
}

static int64_t count_fitting(struct view *v, const struct pod *pod, const struct profile *p,
			     const struct requirements *q)
{
	struct arena *scratch = arena_new();
	struct cycle *c = cycle_new(v, pod, p);
	const struct prefilter_end *end = cycle_prefilter_end(c);
	int64_t fitting = 0;
	bool unknown = end->stopped && !end->certain;

	for (uint32_t i = 0; i < view_node_count(v) && !end->stopped; i++) {
		struct outcome quiet = outcome_init(WANT_CODE, scratch);
		const struct node_info *n = view_node(v, i);
		enum code code;

		if (cycle_excludes(c, n) || !pods_are_there(q, i))
			continue;
		code = cycle_filter_plain(c, n, &quiet).code;
		fitting += code == CODE_SUCCESS;
		unknown |= code == CODE_UNKNOWN;
	}
	cycle_free(c);
	arena_free(scratch);
	return fitting || !unknown ? fitting : -1;
}

static int64_t count_when_empty(struct view *v, const struct pod *pod, const struct profile *p,
				const struct requirements *q)
{
	view_mark_t mark = view_mark(v);
	struct affinity affinity;
	struct pod variant = without_pod_affinity(pod, &affinity);
	int64_t fitting;

	if (!knows_pod_affinity(q, pod))
		return -1;
	for (uint32_t i = 0; i < view_pods(v)->n; i++)
		if (view_pods(v)->v[i]->node)
			view_unbind(v, view_pods(v)->v[i]);
	fitting = count_fitting(v, &variant, p, q);
	view_undo(v, mark);
	return fitting;
}

static void copy_texts(struct advice *a, struct arena *arena)
{
	for (uint32_t i = 0; i < a->conjunctions.n; i++) {
		struct strings *l = &a->conjunctions.v[i].requirements;

		for (uint32_t k = 0; k < l->n; k++)
			l->v[k] = arena_strdup(arena, l->v[k]);
	}
}

void clauses_find(struct view *v, const struct pod *pod, const struct profile *p,
		  const struct replay *r, struct arena *arena, struct advice *ret)
{
	struct arena *scratch;
	struct requirements q;

	ret->fits_when_empty = -1;
	if (!r->nodes.n || r->nodes.n != view_node_count(v))
		return;
	scratch = arena_new();
	q = requirements_of(v, pod, p, r, scratch);
	fill_clauses(&q, v, r, arena, ret);
	conjunctions_find(&q, arena, ret);
	copy_texts(ret, arena);
	ret->fits_when_empty = count_when_empty(v, pod, p, &q);
	arena_free(scratch);
}
