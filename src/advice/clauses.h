/*
 * The table of the pod's requirements: how many nodes meet each, how many fail nothing else, and
 * what the nodes have instead; and which of them leave no node together.
 */
#ifndef ADVICE_CLAUSES_H
#define ADVICE_CLAUSES_H

#include "advice/requirements.h"
#include "report/advice.h"

/*
 * Fills clauses, conjunctions and fits_when_empty.  r is the replay of that pod in that view.  On
 * the empty cluster there is no pod to have affinity to: that alone is taken from the cluster as it
 * is.
 */
void clauses_find(struct view *v, const struct pod *pod, const struct profile *p,
		  const struct replay *r, struct arena *arena, struct advice *ret);

/* What the nodes have instead, in arena; NULL: nothing to say. */
const char *clause_suggestion(const struct requirements *q, const struct requirement *r,
			      const struct view *v, const struct replay *replay,
			      struct arena *arena);

#endif
