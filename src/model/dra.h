/*
 * Dynamic resource allocation: ResourceClaim, DeviceClass, ResourceSlice.
 * v1 and v1beta2 wrap a plain request in `exactly`, v1beta1 has its fields on the request itself:
 * use claim_request_plain().  Only what the scheduler decides by is kept; attributes, capacities and
 * the amounts of counters are left out, because no predicate computes with them.
 */
#ifndef MODEL_DRA_H
#define MODEL_DRA_H

#include "model/meta.h"
#include "model/selector.h"
#include "model/types.h"

struct device_selector {
	sym cel; /* cel.expression; .s NULL: another, unknown kind of selector */
};

struct device_selectors {
	struct device_selector *v;
	uint32_t n;
};

struct device_toleration {
	sym key, op, value, effect;
};

struct device_tolerations {
	struct device_toleration *v;
	uint32_t n;
};

/* A plain request, or one alternative of firstAvailable (which has a name of its own). */
struct device_request {
	sym name;
	sym device_class;
	struct device_selectors selectors;
	sym allocation_mode; /* ExactCount (default), All */
	struct opt_i64 count;
	enum tri admin_access;
	struct device_tolerations tolerations;
	bool has_capacity; /* capacity present and not null */
};

struct claim_request {
	sym name;
	const struct device_request *exactly; /* NULL: none, or v1beta1 */
	struct device_request direct;         /* v1beta1; its name is the request's too */
	struct { struct device_request *v; uint32_t n; } first_available;
};

/* A constraint that this version knows no member of has neither set. */
struct device_constraint {
	struct syms requests;
	sym match_attribute, distinct_attribute;
};

struct device_result { /* one allocated device */
	sym request, driver, pool, device;
	enum tri admin_access;
	sym share_id;
	struct syms binding_conditions, binding_failure_conditions;
};

struct claim_allocation {
	struct { struct device_result *v; uint32_t n; } results;
	const struct node_selector *node_selector; /* NULL: usable everywhere */
	struct opt_time allocated;                 /* allocationTimestamp */
};

struct device_status {
	sym driver, pool, device, share_id;
	struct conditions conditions;
};

struct claim_consumer { /* status.reservedFor */
	sym group, resource, name, uid;
};

struct resource_claim {
	struct meta meta;
	struct { struct claim_request *v; uint32_t n; } requests;
	struct { struct device_constraint *v; uint32_t n; } constraints;
	const struct claim_allocation *allocation; /* NULL: not allocated */
	struct { struct device_status *v; uint32_t n; } devices;
	struct { struct claim_consumer *v; uint32_t n; } reserved_for;
};

struct device_class {
	struct meta meta;
	struct device_selectors selectors;
	sym extended_resource; /* spec.extendedResourceName */
};

struct device_taint {
	sym key, value, effect;
};

struct counter_set { /* sharedCounters[] */
	sym name;
};

struct counter_use { /* consumesCounters[] */
	sym counter_set;
};

struct device {
	sym name;
	sym node_name; /* this and the next two: with per_device_node_selection */
	const struct node_selector *node_selector; /* NULL: none */
	enum tri all_nodes;
	struct { struct device_taint *v; uint32_t n; } taints;
	enum tri allow_multiple, binds_to_node;
	struct { struct counter_use *v; uint32_t n; } consumes;
	struct syms binding_conditions;
};

struct resource_slice {
	struct meta meta;
	sym driver, pool, node_name;
	struct opt_i64 generation, slice_count; /* pool.generation, pool.resourceSliceCount */
	const struct node_selector *node_selector; /* NULL: none */
	enum tri all_nodes, per_device_node_selection;
	struct { struct counter_set *v; uint32_t n; } shared_counters;
	struct { struct device *v; uint32_t n; } devices;
};

/* The plain form of a request in any API version; NULL: firstAvailable, or a shape that is unknown. */
const struct device_request *claim_request_plain(const struct claim_request *r);

#endif
