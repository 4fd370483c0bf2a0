/*
 * Could the scheduler's allocator find devices for these claims on a node?  Selectors, constraints,
 * counters and capacities are not computed: the answer is a bound from either side (stateful
 * reference 7.7), and unknown in between.
 */
#ifndef REPLAY_DRA_ALLOCATE_H
#define REPLAY_DRA_ALLOCATE_H

#include "replay/dra_cel.h"
#include "replay/dra_claims.h"
#include "replay/dra_pools.h"

struct dra_problem {
	const struct cycle_input *in;
	const struct dra_claims *claims; /* none of them allocated */
	const struct dra_index *index;
	const struct node *node;
	bool claims_hidden; /* claims of other namespaces could not be read: more may be taken */
};

/*
 * SUCCESS, UNRESOLVABLE or ERROR with the scheduler's text, UNKNOWN.  Memory comes from arena,
 * which may be reset afterwards.
 */
enum code dra_allocate(const struct dra_problem *p, struct arena *arena, struct outcome *out);

#endif
