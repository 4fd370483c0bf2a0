/* The subjects once more, after everything else: whether they moved while it was being read. */
#ifndef FETCH_AGAIN_H
#define FETCH_AGAIN_H

#include "fetch/plan.h"

/*
 * One round trip: some subjects one by one, more as a list of the pods that are Pending.  What is
 * newer replaces what was read, and notes of the cluster say what changed.
 */
void again_read(struct plan *p, struct http *h);

#endif
