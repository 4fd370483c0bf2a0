#include "advice/budgets.h"

#include "base/pairmap.h"
#include "model/selector.h"

struct budget {
	const struct pdb *pdb;
	int64_t left;
};

struct budgets {
	struct budget *v;
	uint32_t n;
	struct pairmap first; /* by namespace: index + 1; budgets are sorted by namespace */
};

struct budgets *budgets_new(const struct view *v, struct arena *arena)
{
	const struct objects *l = view_objects(v, KIND_PDB);
	struct budgets *b = ARENA_NEW(arena, struct budgets);

	b->v = ARENA_ARRAY(arena, l->n, struct budget);
	pairmap_init(&b->first, arena);
	for (size_t i = 0; i < l->n; i++) {
		const struct pdb *pdb = (const struct pdb *)(const void *)l->v[i];
		union pairmap_value *first;

		b->v[b->n++] = (struct budget){ pdb, pdb->disruptions_allowed.v };
		if (!pdb->meta.namespace_.s)
			continue;
		first = pairmap_put(&b->first, pdb->meta.namespace_.s, NULL);
		if (!first->num)
			first->num = b->n;
	}
	return b;
}

/* A pod that has not started yet has nothing to disrupt. */
static bool is_covered(const struct pod *p)
{
	return p->meta.labels.n > 0 && !sym_is(p->status.phase, "Pending");
}

/* The budgets that select the pod: how many, and the first. */
static uint32_t find_budgets(const struct budgets *b, const struct pod *p, uint32_t *ret_first)
{
	const union pairmap_value *first =
		p->meta.namespace_.s ? pairmap_get(&b->first, p->meta.namespace_.s, NULL) : NULL;
	uint32_t n = 0;

	if (!first || !is_covered(p))
		return 0;
	for (uint32_t i = (uint32_t)first->num - 1; i < b->n; i++) {
		if (!sym_eq(b->v[i].pdb->meta.namespace_, p->meta.namespace_))
			break;
		if (label_selector_matches(b->v[i].pdb->selector, &p->meta.labels) && !n++)
			*ret_first = i;
	}
	return n;
}

const struct pdb *budgets_against(const struct budgets *b, const struct pod *p)
{
	uint32_t at = 0, n = find_budgets(b, p, &at);

	/* Of two budgets the API refuses to choose one. */
	return n > 1 || (n && b->v[at].left <= 0) ? b->v[at].pdb : NULL;
}

bool budgets_take(struct budgets *b, const struct pod *p)
{
	uint32_t at = 0;

	if (budgets_against(b, p))
		return false;
	if (find_budgets(b, p, &at))
		b->v[at].left--;
	return true;
}

void budgets_return(struct budgets *b, const struct pod *p)
{
	uint32_t at = 0;

	if (find_budgets(b, p, &at) == 1)
		b->v[at].left++;
}
