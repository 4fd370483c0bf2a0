/*
 * Pods that do not exist yet: made from a template as the API server and the controllers would, and
 * put on nodes one after the other.
 */
#ifndef ADVICE_MANIFEST_H
#define ADVICE_MANIFEST_H

#include "replay/profile.h"

#define REPLICAS_MAX 100 /* that are placed */

/* How many pods a workload would make; at most REPLICAS_MAX. */
uint32_t manifest_replicas(enum kind kind, const struct workload *w);
/*
 * The i-th pod of a workload, in arena: named, labelled and owned as by its controller.  spec: what
 * admission made of the template's.
 */
struct pod *manifest_pod(const struct view *v, enum kind kind, const struct workload *w, uint32_t i,
			 const struct pod_spec *spec, struct arena *arena);
/* What the pod's class gives it, if it has no priority yet. */
void manifest_priority(const struct view *v, struct pod *p);
/* Claims from the volumeClaimTemplates of a StatefulSet for one of its pods, and its volumes. */
void manifest_claims(struct view *v, const struct workload *w, struct pod *p, struct arena *arena);

/*
 * The emptiest node that passes all filters; NULL: none does.  The scheduler may choose another one
 * of them.
 */
const struct node *manifest_find_node(struct view *v, const struct pod *p,
				      const struct profile *profile);
/* Puts a copy of the pod on the node and leaves it in the view. */
void manifest_put(struct view *v, const struct pod *p, const struct node *node, struct arena *arena);

#endif
