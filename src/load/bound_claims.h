#ifndef LOAD_BOUND_CLAIMS_H
#define LOAD_BOUND_CLAIMS_H

#include "model/cluster.h"

/*
 * Objects written by hand lack the annotation that tells the scheduler that a claim is bound.  Where it
 * looked at nodes for a pod, it had it: PreFilter lets no pod with an unbound immediate claim get there.
 */
void infer_bound_claims(struct cluster *c);

#endif
