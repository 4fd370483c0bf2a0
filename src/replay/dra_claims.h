/*
 * The ResourceClaims of a pod: which they are, and the classes that their requests name.
 */
#ifndef REPLAY_DRA_CLAIMS_H
#define REPLAY_DRA_CLAIMS_H

#include "replay/predicate.h"

#define DRA_RESULTS_MAX 32 /* devices in one claim: AllocationResultsMaxSize */

struct dra_claims {
	const struct resource_claim **v; /* in the order of spec.resourceClaims */
	uint32_t n;
};

/*
 * Looks the claims of spec.resourceClaims up: SUCCESS with *ret,
 * UNRESOLVABLE with the scheduler's text, UNKNOWN.
 */
enum code dra_find_claims(const struct cycle_input *in, struct dra_claims *ret,
			  struct outcome *out);
/* "namespace/name" of a claim, as the scheduler names it in texts. */
const char *dra_claim_key(const struct resource_claim *claim, struct arena *arena);
/* The scheduler may take the allocation back: nobody, or only this pod, has reserved the claim. */
bool dra_claim_is_idle(const struct resource_claim *claim, const struct pod *pod);

/* The class that provides an extended resource; NULL: none.  7.6: newest, then the smaller name. */
const struct device_class *dra_class_of_resource(const struct view *v, sym resource);
/*
 * The claim that an earlier attempt wrote for the pod's extended resources and that went stale;
 * NULL: none.
 */
const struct resource_claim *dra_find_stale_claim(const struct cycle_input *in);
/* "deviceclass.resource.kubernetes.io/..." or an extended resource. */
bool dra_resource_name(const char *name);

/*
 * What the pod's containers want of `resource` as device requests: adds to
 * the requests of *claim, which has room for one per container.
 */
void dra_add_container_requests(const struct cycle_input *in, sym resource,
				const struct device_class *class, struct arena *arena,
				struct resource_claim *claim);

#endif
