/* --what-if: the pod and the cluster as they would be, for the time of one diagnosis. */
#ifndef DIAGNOSE_HYPOTHESIS_H
#define DIAGNOSE_HYPOTHESIS_H

#include "advice/what_if.h"
#include "diagnose/context.h"

struct hypothesis {
	bool made;
	struct trial trial;
	const struct replay *before;
};

/* Changes k->pod and the view, if there is something to suppose and the pod waits for a node. */
void hypothesis_begin(struct hypothesis *h, struct pod_case *k);
/* Tells why nothing is supposed of the subject, if something was to be. */
void hypothesis_impossible(struct report *r, const struct diagnose_options *o, const char *why);
/* What is different, into the report's replay and what_if. */
void hypothesis_compare(const struct hypothesis *h, const struct pod_case *k);
void hypothesis_end(struct hypothesis *h);

#endif
