/* From controllers to what they made, by ownerReferences. */
#ifndef DIAGNOSE_OWNERS_H
#define DIAGNOSE_OWNERS_H

#include "diagnose/context.h"

struct child { /* in the order of the input, newest first */
	enum kind kind; /* KIND_POD, KIND_REPLICA_SET, KIND_JOB */
	const struct meta *object;
	const struct child *next;
};

void init_children(struct diagnosis *d);
/* The first child that a controller of that kind owns, or NULL; the next one after `c`. */
const struct child *first_child(const struct diagnosis *d, enum kind kind, const struct meta *owner);
const struct child *next_child(const struct child *c, const struct meta *owner);

bool kind_is_workload(enum kind kind);
/* The workload that controls the object, or NULL. */
const struct workload *controller_of(const struct diagnosis *d, const struct meta *m,
				     enum kind *ret_kind);
/* "deployment/web", as kubectl takes it; NULL if no workload controls the object. */
const char *owner_as_argument(const struct diagnosis *d, const struct meta *m, struct arena *a);
/* "deployment" for KIND_DEPLOYMENT */
const char *kind_as_argument(enum kind kind, struct arena *a);
/*
 * Calls fn for every pod of a workload, those of its ReplicaSets and Jobs included.  Where the
 * snapshot lacks ReplicaSets, the selector of a Deployment finds its pods.
 */
void each_pod(const struct diagnosis *d, enum kind kind, const struct workload *w,
	      void (*fn)(const struct pod *p, void *ctx), void *ctx);

#endif
