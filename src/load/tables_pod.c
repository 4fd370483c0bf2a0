/* Pods and pod templates. */
#include "load/field.h"

static const struct field container_port_rows[] = {
	{ F_I64("containerPort", struct container_port, container_port) },
	{ F_I64("hostPort", struct container_port, host_port) },
	{ F_SYM("hostIP", struct container_port, host_ip), .hide = HIDE_ADDRESS },
	{ F_SYM("protocol", struct container_port, protocol), .hide = HIDE_NOTHING },
};
static const struct field_table container_port_table = TABLE(container_port_rows);

static const struct field restart_rule_rows[] = {
	{ F_SYM("action", struct restart_rule, action), .hide = HIDE_NOTHING },
};
static const struct field_table restart_rule_table = TABLE(restart_rule_rows);

static const struct field probe_http_rows[] = {
	{ F_PRESENT("", struct probe, http) },
	{ F_SYM("path", struct probe, http_path) },
	{ F_SYM("scheme", struct probe, http_scheme), .hide = HIDE_NOTHING },
	{ F_INT_OR_STRING("port", struct probe, port), .hide = HIDE_NAME },
};
static const struct field_table probe_http_table = TABLE(probe_http_rows);

static const struct field probe_tcp_rows[] = {
	{ F_PRESENT("", struct probe, tcp) },
	{ F_INT_OR_STRING("port", struct probe, port), .hide = HIDE_NAME },
};
static const struct field_table probe_tcp_table = TABLE(probe_tcp_rows);

static const struct field probe_grpc_rows[] = {
	{ F_PRESENT("", struct probe, grpc) },
	{ F_INT_OR_STRING("port", struct probe, port), .hide = HIDE_NAME },
};
static const struct field_table probe_grpc_table = TABLE(probe_grpc_rows);

static const struct field probe_exec_rows[] = {
	{ F_SYMS("command", struct probe, command), .hide = HIDE_ARGUMENT },
};
static const struct field_table probe_exec_table = TABLE(probe_exec_rows);

static const struct field probe_rows[] = {
	{ F_HERE("httpGet", probe_http_table) },
	{ F_HERE("tcpSocket", probe_tcp_table) },
	{ F_HERE("grpc", probe_grpc_table) },
	{ F_HERE("exec", probe_exec_table) },
	{ F_I64("periodSeconds", struct probe, period) },
	{ F_I64("failureThreshold", struct probe, failure_threshold) },
	{ F_I64("initialDelaySeconds", struct probe, initial_delay) },
};
static const struct field_table probe_table = TABLE(probe_rows);

static const struct field container_resources_rows[] = {
	{ F_RESOURCES("requests", struct container, requests) },
	{ F_RESOURCES("limits", struct container, limits) },
};
static const struct field_table container_resources_table = TABLE(container_resources_rows);

static const struct field container_rows[] = {
	{ F_SYM("name", struct container, name), .hide = HIDE_CONTAINER },
	{ F_SYM("image", struct container, image), .hide = HIDE_IMAGE },
	{ F_SYM("imagePullPolicy", struct container, image_pull_policy), .hide = HIDE_NOTHING },
	{ F_SYM("restartPolicy", struct container, restart_policy), .hide = HIDE_NOTHING },
	{ F_HERE("resources", container_resources_table) },
	{ F_LIST("ports", struct container, ports, container_port_table) },
	{ F_LIST("restartPolicyRules", struct container, restart_rules, restart_rule_table) },
	{ F_SYMS("command", struct container, command), .hide = HIDE_ARGUMENT },
	{ F_SYMS("args", struct container, args), .hide = HIDE_ARGUMENT },
	{ F_POINTER("startupProbe", struct container, startup, probe_table) },
	{ F_POINTER("livenessProbe", struct container, liveness, probe_table) },
	{ F_POINTER("readinessProbe", struct container, readiness, probe_table) },
};
static const struct field_table container_table = TABLE(container_rows);

static const struct field toleration_rows[] = {
	{ F_SYM("key", struct toleration, key), .hide = HIDE_KEY },
	{ F_SYM("operator", struct toleration, op), .hide = HIDE_NOTHING },
	{ F_SYM("value", struct toleration, value), .hide = HIDE_LABEL },
	{ F_SYM("effect", struct toleration, effect), .hide = HIDE_NOTHING },
	{ F_I64("tolerationSeconds", struct toleration, seconds) },
};
static const struct field_table toleration_table = TABLE(toleration_rows);

static const struct field pod_affinity_term_rows[] = {
	{ F_POINTER("labelSelector", struct pod_affinity_term, selector, table_label_selector) },
	{ F_SYMS("namespaces", struct pod_affinity_term, namespaces), .hide = HIDE_NAMESPACE },
	{ F_POINTER("namespaceSelector", struct pod_affinity_term, namespace_selector,
		    table_label_selector) },
	{ F_SYM("topologyKey", struct pod_affinity_term, topology_key), .hide = HIDE_KEY },
	{ F_SYMS("matchLabelKeys", struct pod_affinity_term, match_label_keys), .hide = HIDE_KEY },
	{ F_SYMS("mismatchLabelKeys", struct pod_affinity_term, mismatch_label_keys), .hide = HIDE_KEY },
};
static const struct field_table pod_affinity_term_table = TABLE(pod_affinity_term_rows);

static const struct field weighted_term_rows[] = {
	{ F_STRUCT("podAffinityTerm", struct weighted_pod_affinity_term, term,
		   pod_affinity_term_table) },
};
static const struct field_table weighted_term_table = TABLE(weighted_term_rows);

static const struct field pod_affinity_rows[] = {
	{ F_LIST("requiredDuringSchedulingIgnoredDuringExecution", struct pod_affinity, required,
		 pod_affinity_term_table) },
	{ F_LIST("preferredDuringSchedulingIgnoredDuringExecution", struct pod_affinity, preferred,
		 weighted_term_table) },
};
static const struct field_table pod_affinity_table = TABLE(pod_affinity_rows);

static const struct field node_affinity_rows[] = {
	{ F_POINTER("requiredDuringSchedulingIgnoredDuringExecution", struct node_affinity, required,
		    table_node_selector) },
};
const struct field_table table_node_affinity = TABLE(node_affinity_rows);

static const struct field affinity_rows[] = {
	{ F_POINTER("nodeAffinity", struct affinity, node, table_node_affinity) },
	{ F_POINTER("podAffinity", struct affinity, pod, pod_affinity_table) },
	{ F_POINTER("podAntiAffinity", struct affinity, pod_anti, pod_affinity_table) },
};
static const struct field_table affinity_table = TABLE(affinity_rows);

static const struct field spread_rows[] = {
	{ F_I64("maxSkew", struct spread_constraint, max_skew) },
	{ F_I64("minDomains", struct spread_constraint, min_domains) },
	{ F_SYM("topologyKey", struct spread_constraint, topology_key), .hide = HIDE_KEY },
	{ F_SYM("whenUnsatisfiable", struct spread_constraint, when_unsatisfiable), .hide = HIDE_NOTHING },
	{ F_SYM("nodeAffinityPolicy", struct spread_constraint, node_affinity_policy),
	  .hide = HIDE_NOTHING },
	{ F_SYM("nodeTaintsPolicy", struct spread_constraint, node_taints_policy), .hide = HIDE_NOTHING },
	{ F_POINTER("labelSelector", struct spread_constraint, selector, table_label_selector) },
	{ F_SYMS("matchLabelKeys", struct spread_constraint, match_label_keys), .hide = HIDE_KEY },
};
const struct field_table table_spread_constraint = TABLE(spread_rows);

static const struct field gate_rows[] = {
	{ F_SYM("name", struct gate, name), .hide = HIDE_KEY },
};
static const struct field_table gate_table = TABLE(gate_rows);

static const struct field readiness_gate_rows[] = {
	{ F_SYM("conditionType", struct readiness_gate, condition_type), .hide = HIDE_WORD },
};
static const struct field_table readiness_gate_table = TABLE(readiness_gate_rows);

static const struct field resource_claim_rows[] = {
	{ F_SYM("name", struct pod_resource_claim, name), .hide = HIDE_MOUNT },
	{ F_SYM("resourceClaimName", struct pod_resource_claim, claim_name), .hide = HIDE_CLAIM },
	{ F_SYM("resourceClaimTemplateName", struct pod_resource_claim, template_name),
	  .hide = HIDE_CLAIM },
};
static const struct field_table resource_claim_table = TABLE(resource_claim_rows);

static const struct field pod_resources_rows[] = {
	{ F_RESOURCES("requests", struct pod_spec, requests) },
	{ F_RESOURCES("limits", struct pod_spec, limits) },
};
static const struct field_table pod_resources_table = TABLE(pod_resources_rows);

static const struct field os_rows[] = {
	{ F_SYM("name", struct pod_spec, os), .hide = HIDE_NOTHING },
};
static const struct field_table os_table = TABLE(os_rows);

static const struct field scheduling_group_rows[] = {
	{ F_SYM("podGroupName", struct pod_spec, scheduling_group), .hide = HIDE_NAME },
};
static const struct field_table scheduling_group_table = TABLE(scheduling_group_rows);

static const struct field pod_spec_rows[] = {
	{ F_SYM("nodeName", struct pod_spec, node_name), .hide = HIDE_NODE },
	{ F_SYM("schedulerName", struct pod_spec, scheduler_name), .hide = HIDE_NAME },
	{ F_SYM("priorityClassName", struct pod_spec, priority_class_name), .hide = HIDE_CLASS },
	{ F_SYM("preemptionPolicy", struct pod_spec, preemption_policy), .hide = HIDE_NOTHING },
	{ F_SYM("restartPolicy", struct pod_spec, restart_policy), .hide = HIDE_NOTHING },
	{ F_SYM("serviceAccountName", struct pod_spec, service_account_name), .hide = HIDE_NAME },
	{ F_SYM("runtimeClassName", struct pod_spec, runtime_class_name), .hide = HIDE_CLASS },
	{ F_HERE("schedulingGroup", scheduling_group_table) },
	{ F_HERE("os", os_table) },
	{ F_I64("priority", struct pod_spec, priority) },
	{ F_I64("terminationGracePeriodSeconds", struct pod_spec, termination_grace) },
	{ F_I64("activeDeadlineSeconds", struct pod_spec, active_deadline) },
	{ F_TRI("hostNetwork", struct pod_spec, host_network) },
	{ F_TRI("hostUsers", struct pod_spec, host_users) },
	{ F_LABELS("nodeSelector", struct pod_spec, node_selector), .flags = FF_SHARED },
	{ F_POINTER("affinity", struct pod_spec, affinity, affinity_table), .flags = FF_SHARED },
	{ F_LIST("tolerations", struct pod_spec, tolerations, toleration_table),
	  .flags = FF_SHARED },
	{ F_LIST("containers", struct pod_spec, containers, container_table), .flags = FF_SHARED },
	{ F_LIST("initContainers", struct pod_spec, init_containers, container_table),
	  .flags = FF_SHARED },
	{ F_LIST("volumes", struct pod_spec, volumes, table_volumes), .flags = FF_SHARED },
	{ F_LIST("topologySpreadConstraints", struct pod_spec, spread, table_spread_constraint),
	  .flags = FF_SHARED },
	{ F_LIST("schedulingGates", struct pod_spec, gates, gate_table), .flags = FF_SHARED },
	{ F_LIST("readinessGates", struct pod_spec, readiness_gates, readiness_gate_table),
	  .flags = FF_SHARED },
	{ F_LIST("resourceClaims", struct pod_spec, resource_claims, resource_claim_table),
	  .flags = FF_SHARED },
	{ F_RESOURCES("overhead", struct pod_spec, overhead), .flags = FF_SHARED },
	{ F_HERE("resources", pod_resources_table) },
};
static const struct field_table pod_spec_table = TABLE(pod_spec_rows);

static const struct field pod_template_rows[] = {
	{ F_STRUCT("metadata", struct pod_template, meta, table_meta) },
	{ F_STRUCT("spec", struct pod_template, spec, pod_spec_table) },
};
const struct field_table table_pod_template = TABLE(pod_template_rows);

static const struct field waiting_rows[] = {
	{ F_PRESENT("", struct container_state, waiting) },
	{ F_SYM("reason", struct container_state, reason), .hide = HIDE_WORD },
	{ F_SYM("message", struct container_state, message), .hide = HIDE_TEXT },
};
static const struct field_table waiting_table = TABLE(waiting_rows);

static const struct field running_rows[] = {
	{ F_PRESENT("", struct container_state, running) },
	{ F_TIME("startedAt", struct container_state, started) },
};
static const struct field_table running_table = TABLE(running_rows);

static const struct field terminated_rows[] = {
	{ F_PRESENT("", struct container_state, terminated) },
	{ F_SYM("reason", struct container_state, reason), .hide = HIDE_WORD },
	{ F_SYM("message", struct container_state, message), .hide = HIDE_TEXT },
	{ F_I64("exitCode", struct container_state, exit_code) },
	{ F_I64("signal", struct container_state, signal) },
	{ F_TIME("startedAt", struct container_state, started) },
	{ F_TIME("finishedAt", struct container_state, finished) },
};
static const struct field_table terminated_table = TABLE(terminated_rows);

static const struct field state_rows[] = {
	{ F_HERE("waiting", waiting_table) },
	{ F_HERE("running", running_table) },
	{ F_HERE("terminated", terminated_table) },
};
static const struct field_table state_table = TABLE(state_rows);

static const struct field status_resources_rows[] = {
	{ F_PRESENT("", struct container_status, has_resources) },
	{ F_RESOURCES("requests", struct container_status, resource_requests),
	  .flags = FF_SHARED },
};
static const struct field_table status_resources_table = TABLE(status_resources_rows);

static const struct field container_status_rows[] = {
	{ F_SYM("name", struct container_status, name), .hide = HIDE_CONTAINER },
	{ F_SYM("image", struct container_status, image), .hide = HIDE_IMAGE },
	{ F_STRUCT("state", struct container_status, state, state_table) },
	{ F_STRUCT("lastState", struct container_status, last_state, state_table) },
	{ F_TRI("ready", struct container_status, ready) },
	{ F_TRI("started", struct container_status, started) },
	{ F_I64("restartCount", struct container_status, restart_count) },
	{ F_HERE("resources", status_resources_table) },
	{ F_RESOURCES("allocatedResources", struct container_status, allocated_resources),
	  .flags = FF_SHARED },
};
static const struct field_table container_status_table = TABLE(container_status_rows);

static const struct field claim_status_rows[] = {
	{ F_SYM("name", struct claim_status, name), .hide = HIDE_MOUNT },
	{ F_SYM("resourceClaimName", struct claim_status, claim_name), .hide = HIDE_CLAIM },
};
static const struct field_table claim_status_table = TABLE(claim_status_rows);

static const struct field extended_claim_rows[] = {
	{ F_SYM("resourceClaimName", struct pod_status, extended_resource_claim), .hide = HIDE_CLAIM },
};
static const struct field_table extended_claim_table = TABLE(extended_claim_rows);

static const struct field pod_status_resources_rows[] = {
	{ F_PRESENT("", struct pod_status, has_resources) },
	{ F_RESOURCES("requests", struct pod_status, resource_requests) },
};
static const struct field_table pod_status_resources_table = TABLE(pod_status_resources_rows);

static const struct field pod_status_rows[] = {
	{ F_SYM("phase", struct pod_status, phase), .hide = HIDE_NOTHING },
	{ F_SYM("reason", struct pod_status, reason), .hide = HIDE_WORD },
	{ F_SYM("message", struct pod_status, message), .hide = HIDE_TEXT },
	{ F_SYM("nominatedNodeName", struct pod_status, nominated_node), .hide = HIDE_NODE },
	{ F_TIME("startTime", struct pod_status, start_time) },
	{ F_PRESENT("podIP", struct pod_status, has_ip) },
	{ F_LIST("conditions", struct pod_status, conditions, table_conditions) },
	{ F_LIST("containerStatuses", struct pod_status, containers, container_status_table) },
	{ F_LIST("initContainerStatuses", struct pod_status, init_containers,
		 container_status_table) },
	{ F_LIST("resourceClaimStatuses", struct pod_status, resource_claims,
		 claim_status_table) },
	{ F_HERE("extendedResourceClaimStatus", extended_claim_table) },
	{ F_HERE("resources", pod_status_resources_table) },
	{ F_RESOURCES("allocatedResources", struct pod_status, allocated_resources) },
};
static const struct field_table pod_status_table = TABLE(pod_status_rows);

static const struct field pod_rows[] = {
	{ F_STRUCT("metadata", struct pod, meta, table_meta) },
	{ F_STRUCT("spec", struct pod, spec, pod_spec_table) },
	{ F_STRUCT("status", struct pod, status, pod_status_table) },
};
const struct field_table table_POD = TABLE(pod_rows);
