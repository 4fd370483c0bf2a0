/*
 * Which pod stands in the way of an anti-affinity rule: the first by namespace and name in each
 * domain.  Worked out for all domains at once, when the first detail is asked for.
 */
#ifndef REPLAY_AFFINITY_CULPRITS_H
#define REPLAY_AFFINITY_CULPRITS_H

#include "replay/affinity_terms.h"

struct culprits;

/* anti: the pod's own terms; borrowed. */
struct culprits *culprits_new(const struct cycle_input *in, const struct affinity_terms *anti);
void culprits_forget(struct culprits *c); /* pods have come or gone */

/* A pod in the domain that the pod's own term forbids; NULL: none for sure. */
const struct pod_info *culprit_of_term(struct culprits *c, const struct cycle_input *in,
				       const struct affinity_term *t, sym value);
/* A pod in the domain whose term, *ret_term, forbids the pod; NULL: none for sure. */
const struct pod_info *culprit_of_domain(struct culprits *c, const struct cycle_input *in, sym key,
					 sym value, const struct pod_affinity_term **ret_term);

#endif
