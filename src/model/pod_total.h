/*
 * What the containers of a pod ask for together, by its spec alone: the rule of admission, where no
 * status exists yet.  (The scheduler's sums look at the status too: replay/requests.h.)
 */
#ifndef MODEL_POD_TOTAL_H
#define MODEL_POD_TOTAL_H

#include "base/arena.h"
#include "model/pod.h"

struct pod_total {
	bool limits;    /* else requests */
	bool pod_level; /* spec.resources replaces what the containers say */
	bool overhead;  /* spec.overhead is added, to limits only where there is one */
};

/* Sorted by name; a resource that no container names is absent. */
struct resources pod_total(const struct pod_spec *s, struct pod_total form, struct arena *arena);

/* cpu, memory, hugepages-*: what spec.resources may hold. */
bool resource_is_pod_level(const char *name);
/* spec.resources says something about one of those. */
bool pod_level_resources_set(const struct pod_spec *s);

#endif
