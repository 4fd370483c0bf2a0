/*
 * What would let a pod that no node takes be scheduled: single changes, then pairs and more, each
 * replayed on the overlay of the view.
 */
#ifndef ADVICE_FIX_H
#define ADVICE_FIX_H

#include "replay/profile.h"

struct fix_request {
	struct view *view; /* unchanged afterwards */
	const struct pod *pod;
	const struct pod *subject; /* where pod is one that is supposed: as it is; NULL: pod */
	const struct profile *profile;
	const struct replay *replay; /* of the pod as it is */
	struct arena *arena; /* of the result */
};

/* Appends to advice->fixes, best first. */
void fixes_find(const struct fix_request *r, struct advice *ret);

#endif
