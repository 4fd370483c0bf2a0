/*
 * The node set of PreFilter: GetEligibleNodes of
 * pkg/scheduler/framework/plugins/volumebinding/binder.go, v1.30 and v1.31; later releases have none.
 * Known differences: none.
 */
#include "replay/predicates/volume_binding.h"

static bool syms_have(const struct syms *list, sym s)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (sym_eq(list->v[i], s))
			return true;
	return false;
}

static void intersect(struct syms *to, const struct syms *with)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < to->n; i++)
		if (syms_have(with, to->v[i]))
			to->v[kept++] = to->v[i];
	to->n = kept;
}

static struct syms copy_once(const struct syms *from, struct arena *arena)
{
	struct syms copy = { ARENA_ARRAY(arena, from->n, sym), 0 };

	for (uint32_t i = 0; i < from->n; i++)
		if (!syms_have(&copy, from->v[i]))
			copy.v[copy.n++] = from->v[i];
	return copy;
}

/* The values that all hostname expressions of the term share. */
static struct syms term_hostnames(const struct node_selector_term *t, struct arena *arena)
{
	struct syms names = { NULL, 0 };

	for (uint32_t i = 0; i < t->match_expressions.n; i++) {
		const struct selector_req *r = &t->match_expressions.v[i];

		if (r->op != OP_IN || !sym_is(r->key, "kubernetes.io/hostname"))
			continue;
		if (names.v)
			intersect(&names, &r->values);
		else
			names = copy_once(&r->values, arena);
	}
	return names;
}

static struct syms pv_hostnames(const struct pv *pv, struct arena *arena)
{
	struct syms all = { NULL, 0 };

	for (uint32_t i = 0; pv->node_affinity && i < pv->node_affinity->terms.n; i++) {
		struct syms names = term_hostnames(&pv->node_affinity->terms.v[i], arena), both;

		both.v = ARENA_ARRAY(arena, all.n + names.n, sym);
		both.n = 0;
		for (uint32_t j = 0; j < all.n; j++)
			both.v[both.n++] = all.v[j];
		for (uint32_t j = 0; j < names.n; j++)
			if (!syms_have(&all, names.v[j]))
				both.v[both.n++] = names.v[j];
		all = both;
	}
	return all;
}

/* Label values are taken for node names, and what the affinity says besides them is not read. */
void binding_narrow_nodes(const struct cycle_input *in, const struct volume_binding *s,
			  struct node_set *keep)
{
	struct node_set set = { .limited = false };

	for (uint32_t i = 0; i < s->bound.n; i++) {
		struct syms names;

		if (!s->bound.v[i].pv)
			return;
		names = pv_hostnames(s->bound.v[i].pv, in->arena);
		if (!names.n)
			continue;
		if (set.limited)
			intersect(&set.names, &names);
		else
			set = (struct node_set){ .limited = true, .names = names };
	}
	*keep = set;
}
