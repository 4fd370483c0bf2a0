#ifndef DIAGNOSE_FRAGMENTATION_H
#define DIAGNOSE_FRAGMENTATION_H

#include "diagnose/context.h"

/*
 * Only resources stand in the way, and only because of how they are scattered: over the nodes where
 * all other plugins pass, the request fits into the allocatable of at least one and is, for every
 * resource and for pod slots, at most the sum of what is free, but fits on none.
 */
bool is_fragmented(const struct pod_case *k);

/* Adds the moves of the advice to the summary of the cause. */
void tell_moves(const struct pod_case *k);

#endif
