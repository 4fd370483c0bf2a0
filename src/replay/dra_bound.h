/* Claims that are allocated already: where they can be used, and evidence about them. */
#ifndef REPLAY_DRA_BOUND_H
#define REPLAY_DRA_BOUND_H

#include "replay/dra_cel.h"
#include "replay/predicate.h"

/* MAYBE: its binding conditions are not met, and only the scheduler's clock tells how long. */
enum dra_match dra_claim_usable(const struct resource_claim *claim, const struct node *node,
				const struct release *r);
void dra_unavailable_detail(const struct resource_claim *claim, const struct node *node,
			    struct outcome *out);
void dra_stale_detail(const struct resource_claim *claim, struct outcome *out);

#endif
