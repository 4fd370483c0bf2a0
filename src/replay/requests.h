/*
 * What a pod asks for and what a node offers, in the integers that the scheduler compares.
 */
#ifndef REPLAY_REQUESTS_H
#define REPLAY_REQUESTS_H

#include "base/arena.h"
#include "model/pod.h"
#include "replay/release.h"

/* Integer amounts as the scheduler's Resource struct: cpu in thousandths, others in units. */
struct scalar {
	sym name;
	int64_t v;
};

struct amounts {
	int64_t cpu, memory, ephemeral, pods;
	struct { struct scalar *v; uint32_t n, cap; } scalars; /* unsorted, no name twice */
};

struct host_port {
	sym ip, protocol; /* normalised: "0.0.0.0", "TCP" */
	int32_t port;
};

struct host_ports {
	struct host_port *v;
	uint32_t n, cap;
};

/*
 * Requests of a pod: the form for the pod being scheduled (never negative), or
 * the status-aware form for bound and nominated pods.  pods is 1.
 */
void pod_requests(const struct pod *p, const struct release *r, bool bound, struct arena *arena,
		  struct amounts *ret);
/* The pod's total per resource as exact quantities, for reports; pending form, sorted by name. */
struct resources pod_request_quantities(const struct pod *p, const struct release *r,
					struct arena *arena);

/* A resource list as it is: a node's allocatable. */
void amounts_of(const struct resources *l, struct arena *arena, struct amounts *ret);
/* sum += a, or sum -= a.  Wraps as the scheduler's int64 does. */
void amounts_add(struct amounts *sum, const struct amounts *a, bool subtract, struct arena *arena);
int64_t amounts_get(const struct amounts *a, sym name); /* by resource name; 0 if absent */

bool resource_is_scalar(const char *name);

/* Host ports of regular containers and, by release, of sidecars. */
void host_ports_of(const struct pod *p, const struct release *r, struct symtab *syms,
		   struct arena *arena, struct host_ports *ret);
void host_ports_add(struct host_ports *set, const struct host_port *p, struct arena *arena);
void host_ports_remove(struct host_ports *set, const struct host_port *p);

#endif
