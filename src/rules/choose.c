#include <string.h>

#include "rules/rule.h"

static bool names(const struct syms *ids, const char *id)
{
	for (uint32_t i = 0; i < ids->n; i++)
		if (sym_is(ids->v[i], id))
			return true;
	return false;
}

static bool any_of(const struct syms *ids, const struct rule_match *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (names(ids, v[i].id))
			return true;
	return false;
}

/* It can be a cause at all: some say something only beside others. */
static bool can_be_cause(const struct rules *r, const struct rule_match *v, size_t n, size_t i)
{
	const struct rule *rule = rules_find(r, v[i].id);

	if (v[i].rank < RANK_CAUSE || v[i].order >= phase_beside())
		return false;
	return !rule || !rule->with.n || any_of(&rule->with, v, n);
}

/* Ranks need not be asked: a rule knows that it explains the other. */
static bool beats(const struct rules *r, const struct rule_match *a, const struct rule_match *b)
{
	const struct rule *rule = rules_find(r, a->id);

	return rule && (names(&rule->beats, b->id) || names(&rule->with, b->id));
}

static bool is_better(const struct rules *r, const struct rule_match *a, struct opt_time at_a,
		      const struct rule_match *b, struct opt_time at_b)
{
	if (beats(r, a, b) || beats(r, b, a))
		return beats(r, a, b);
	if (a->rank != b->rank)
		return a->rank > b->rank;
	if (a->order != b->order)
		return a->order < b->order;
	return at_a.set && (!at_b.set || at_a.us > at_b.us);
}

int rules_choose(const struct rules *rules, const struct rule_match *v, const struct opt_time *at,
		 size_t n)
{
	static const struct opt_time never = { false, 0 };
	int best = -1;

	for (size_t i = 0; i < n; i++) {
		if (!can_be_cause(rules, v, n, i))
			continue;
		if (best < 0 || is_better(rules, &v[i], at ? at[i] : never, &v[best],
					  at ? at[best] : never))
			best = (int)i;
	}
	return best;
}
