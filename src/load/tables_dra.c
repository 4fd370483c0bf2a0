/* resource.k8s.io: ResourceClaim, DeviceClass, ResourceSlice, in v1, v1beta2 and v1beta1. */
#include "load/field.h"

static const struct field cel_rows[] = {
	{ F_SYM("expression", struct device_selector, cel), .hide = HIDE_CEL },
};
static const struct field_table cel_table = TABLE(cel_rows);

static const struct field selector_rows[] = {
	{ F_HERE("cel", cel_table) },
};
static const struct field_table selector_table = TABLE(selector_rows);

static const struct field toleration_rows[] = {
	{ F_SYM("key", struct device_toleration, key), .hide = HIDE_KEY },
	{ F_SYM("operator", struct device_toleration, op), .hide = HIDE_NOTHING },
	{ F_SYM("value", struct device_toleration, value), .hide = HIDE_LABEL },
	{ F_SYM("effect", struct device_toleration, effect), .hide = HIDE_NOTHING },
};
static const struct field_table toleration_table = TABLE(toleration_rows);

/* m: where in s the device_request is, "" or "direct." */
#define REQUEST_ROWS(s, m) \
	{ F_SYM("deviceClassName", s, m device_class), .hide = HIDE_CLASS }, \
	{ F_LIST("selectors", s, m selectors, selector_table) }, \
	{ F_SYM("allocationMode", s, m allocation_mode), .hide = HIDE_NOTHING }, \
	{ F_I64("count", s, m count) }, \
	{ F_TRI("adminAccess", s, m admin_access) }, \
	{ F_LIST("tolerations", s, m tolerations, toleration_table) }, \
	{ F_PRESENT("capacity", s, m has_capacity) }

static const struct field exactly_rows[] = { REQUEST_ROWS(struct device_request, ) };
static const struct field_table exactly_table = TABLE(exactly_rows);

static const struct field alternative_rows[] = {
	{ F_SYM("name", struct device_request, name), .hide = HIDE_DEVICE },
	REQUEST_ROWS(struct device_request, ),
};
static const struct field_table alternative_table = TABLE(alternative_rows);

static const struct field request_rows[] = {
	{ F_SYM("name", struct claim_request, name), .flags = FF_ALSO, .hide = HIDE_DEVICE },
	{ F_SYM("name", struct claim_request, direct.name), .hide = HIDE_DEVICE },
	{ F_POINTER("exactly", struct claim_request, exactly, exactly_table) },
	{ F_LIST("firstAvailable", struct claim_request, first_available, alternative_table) },
	REQUEST_ROWS(struct claim_request, direct.), /* v1beta1 */
};
static const struct field_table request_table = TABLE(request_rows);

static const struct field constraint_rows[] = {
	{ F_SYMS("requests", struct device_constraint, requests), .hide = HIDE_DEVICE },
	{ F_SYM("matchAttribute", struct device_constraint, match_attribute), .hide = HIDE_KEY },
	{ F_SYM("distinctAttribute", struct device_constraint, distinct_attribute), .hide = HIDE_KEY },
};
static const struct field_table constraint_table = TABLE(constraint_rows);

static const struct field claim_devices_rows[] = {
	{ F_LIST("requests", struct resource_claim, requests, request_table) },
	{ F_LIST("constraints", struct resource_claim, constraints, constraint_table) },
};
static const struct field_table claim_devices_table = TABLE(claim_devices_rows);

static const struct field claim_spec_rows[] = {
	{ F_HERE("devices", claim_devices_table) },
};
static const struct field_table claim_spec_table = TABLE(claim_spec_rows);

static const struct field result_rows[] = {
	{ F_SYM("request", struct device_result, request), .hide = HIDE_DEVICE },
	{ F_SYM("driver", struct device_result, driver), .hide = HIDE_DRIVER },
	{ F_SYM("pool", struct device_result, pool), .hide = HIDE_DEVICE },
	{ F_SYM("device", struct device_result, device), .hide = HIDE_DEVICE },
	{ F_TRI("adminAccess", struct device_result, admin_access) },
	{ F_SYM("shareID", struct device_result, share_id), .hide = HIDE_UID },
	{ F_SYMS("bindingConditions", struct device_result, binding_conditions), .hide = HIDE_WORD },
	{ F_SYMS("bindingFailureConditions", struct device_result, binding_failure_conditions),
	  .hide = HIDE_WORD },
};
static const struct field_table result_table = TABLE(result_rows);

static const struct field allocation_devices_rows[] = {
	{ F_LIST("results", struct claim_allocation, results, result_table) },
};
static const struct field_table allocation_devices_table = TABLE(allocation_devices_rows);

static const struct field allocation_rows[] = {
	{ F_HERE("devices", allocation_devices_table) },
	{ F_POINTER("nodeSelector", struct claim_allocation, node_selector, table_node_selector) },
	{ F_TIME("allocationTimestamp", struct claim_allocation, allocated) },
};
static const struct field_table allocation_table = TABLE(allocation_rows);

static const struct field device_status_rows[] = {
	{ F_SYM("driver", struct device_status, driver), .hide = HIDE_DRIVER },
	{ F_SYM("pool", struct device_status, pool), .hide = HIDE_DEVICE },
	{ F_SYM("device", struct device_status, device), .hide = HIDE_DEVICE },
	{ F_SYM("shareID", struct device_status, share_id), .hide = HIDE_UID },
	{ F_LIST("conditions", struct device_status, conditions, table_conditions) },
};
static const struct field_table device_status_table = TABLE(device_status_rows);

static const struct field consumer_rows[] = {
	{ F_SYM("apiGroup", struct claim_consumer, group), .hide = HIDE_DRIVER },
	{ F_SYM("resource", struct claim_consumer, resource), .hide = HIDE_KIND },
	{ F_SYM("name", struct claim_consumer, name), .hide = HIDE_NAME },
	{ F_SYM("uid", struct claim_consumer, uid), .hide = HIDE_UID },
};
static const struct field_table consumer_table = TABLE(consumer_rows);

static const struct field claim_status_rows[] = {
	{ F_POINTER("allocation", struct resource_claim, allocation, allocation_table) },
	{ F_LIST("devices", struct resource_claim, devices, device_status_table) },
	{ F_LIST("reservedFor", struct resource_claim, reserved_for, consumer_table) },
};
static const struct field_table claim_status_table = TABLE(claim_status_rows);

static const struct field claim_rows[] = {
	{ F_STRUCT("metadata", struct resource_claim, meta, table_meta) },
	{ F_HERE("spec", claim_spec_table) },
	{ F_HERE("status", claim_status_table) },
};
const struct field_table table_RESOURCE_CLAIM = TABLE(claim_rows);

static const struct field class_spec_rows[] = {
	{ F_LIST("selectors", struct device_class, selectors, selector_table) },
	{ F_SYM("extendedResourceName", struct device_class, extended_resource), .hide = HIDE_RESOURCE },
};
static const struct field_table class_spec_table = TABLE(class_spec_rows);

static const struct field class_rows[] = {
	{ F_STRUCT("metadata", struct device_class, meta, table_meta) },
	{ F_HERE("spec", class_spec_table) },
};
const struct field_table table_DEVICE_CLASS = TABLE(class_rows);

static const struct field device_taint_rows[] = {
	{ F_SYM("key", struct device_taint, key), .hide = HIDE_KEY },
	{ F_SYM("value", struct device_taint, value), .hide = HIDE_LABEL },
	{ F_SYM("effect", struct device_taint, effect), .hide = HIDE_NOTHING },
};
static const struct field_table device_taint_table = TABLE(device_taint_rows);

static const struct field counter_use_rows[] = {
	{ F_SYM("counterSet", struct counter_use, counter_set), .hide = HIDE_DEVICE },
};
static const struct field_table counter_use_table = TABLE(counter_use_rows);

#define DEVICE_ROWS \
	{ F_SYM("nodeName", struct device, node_name), .hide = HIDE_NODE }, \
	{ F_POINTER("nodeSelector", struct device, node_selector, table_node_selector) }, \
	{ F_TRI("allNodes", struct device, all_nodes) }, \
	{ F_LIST("taints", struct device, taints, device_taint_table) }, \
	{ F_TRI("allowMultipleAllocations", struct device, allow_multiple) }, \
	{ F_TRI("bindsToNode", struct device, binds_to_node) }, \
	{ F_LIST("consumesCounters", struct device, consumes, counter_use_table) }, \
	{ F_SYMS("bindingConditions", struct device, binding_conditions), .hide = HIDE_WORD }

static const struct field basic_rows[] = { DEVICE_ROWS };
static const struct field_table basic_table = TABLE(basic_rows);

static const struct field device_rows[] = {
	{ F_SYM("name", struct device, name), .hide = HIDE_DEVICE },
	{ F_HERE("basic", basic_table), .flags = FF_ALIAS }, /* v1beta1 */
	DEVICE_ROWS,
};
static const struct field_table device_table = TABLE(device_rows);

static const struct field counter_set_rows[] = {
	{ F_SYM("name", struct counter_set, name), .hide = HIDE_DEVICE },
};
static const struct field_table counter_set_table = TABLE(counter_set_rows);

static const struct field pool_rows[] = {
	{ F_SYM("name", struct resource_slice, pool), .hide = HIDE_DEVICE },
	{ F_I64("generation", struct resource_slice, generation) },
	{ F_I64("resourceSliceCount", struct resource_slice, slice_count) },
};
static const struct field_table pool_table = TABLE(pool_rows);

static const struct field slice_spec_rows[] = {
	{ F_SYM("driver", struct resource_slice, driver), .hide = HIDE_DRIVER },
	{ F_HERE("pool", pool_table) },
	{ F_SYM("nodeName", struct resource_slice, node_name), .hide = HIDE_NODE },
	{ F_POINTER("nodeSelector", struct resource_slice, node_selector, table_node_selector) },
	{ F_TRI("allNodes", struct resource_slice, all_nodes) },
	{ F_TRI("perDeviceNodeSelection", struct resource_slice, per_device_node_selection) },
	{ F_LIST("sharedCounters", struct resource_slice, shared_counters, counter_set_table) },
	{ F_LIST("devices", struct resource_slice, devices, device_table) },
};
static const struct field_table slice_spec_table = TABLE(slice_spec_rows);

static const struct field slice_rows[] = {
	{ F_STRUCT("metadata", struct resource_slice, meta, table_meta) },
	{ F_HERE("spec", slice_spec_table) },
};
const struct field_table table_RESOURCE_SLICE = TABLE(slice_rows);
