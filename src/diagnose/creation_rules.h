/* What the rules know about a workload whose pods are not made. */
#ifndef DIAGNOSE_CREATION_RULES_H
#define DIAGNOSE_CREATION_RULES_H

#include "diagnose/context.h"

/*
 * Of the API server's refusal: the cause's code where ours would be vaguer (NULL: no rule knows),
 * and what to do.
 */
const char *advise_refusal(struct report *r, const struct diagnosis *d, enum kind kind,
			   const struct workload *w, const char *said);

/* The workload's own newest events since a moment say why; its cause is set then. */
bool explain_by_events(struct report *r, const struct diagnosis *d, enum kind kind,
		       const struct workload *w, struct opt_time since);

/* Of a Job that Kueue holds back: why, behind the summary of the cause. */
void add_kueue(struct report *r, const struct diagnosis *d, enum kind kind, const struct workload *w);

#endif
