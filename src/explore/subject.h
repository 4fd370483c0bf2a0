/* The pod behind a report. */
#ifndef EXPLORE_SUBJECT_H
#define EXPLORE_SUBJECT_H

#include "advice/what_if.h"
#include "diagnose/context.h"

/* NULL: the report is about something else, or about a pod that is not in the cluster. */
const struct pod *subject_pod(const struct diagnosis *d, const struct report *r);
const struct profile *subject_profile(const struct diagnosis *d, const struct pod *p);

/*
 * Makes the changes of these expressions, those that change nothing left out; to be ended by
 * trial_end().  patches and made may be NULL.
 */
void suppose(struct trial *t, struct diagnosis *d, const struct pod *p, const struct strings *flags,
	     struct arena *arena, struct patch_list *patches, struct change_list *made);

#endif
