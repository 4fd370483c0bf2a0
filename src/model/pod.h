/* Pods and the templates that make them: only the fields that a predicate or a stage reads. */
#ifndef MODEL_POD_H
#define MODEL_POD_H

#include "model/meta.h"
#include "model/selector.h"
#include "model/types.h"
#include "model/volume.h"

struct container_port {
	struct opt_i64 container_port, host_port;
	sym host_ip, protocol;
};

struct probe { /* one of them: http_path and port, port alone, command */
	sym http_path, http_scheme;
	struct int_or_string port;
	struct syms command;
	bool http, tcp, grpc; /* present and not null */
	struct opt_i64 period, failure_threshold, initial_delay;
};

struct restart_rule {
	sym action;
};

struct container {
	sym name, image, image_pull_policy;
	sym restart_policy; /* init containers: "Always" makes a sidecar */
	struct resources requests, limits;
	struct { struct container_port *v; uint32_t n; } ports;
	struct { struct restart_rule *v; uint32_t n; } restart_rules;
	struct syms command, args; /* may hold secrets: never shown */
	const struct probe *startup, *liveness, *readiness; /* NULL: none */
};

struct containers {
	struct container *v;
	uint32_t n;
};

struct toleration {
	sym key, op, value, effect;
	struct opt_i64 seconds;
};

struct tolerations {
	struct toleration *v;
	uint32_t n;
};

struct pod_affinity_term {
	const struct label_selector *selector; /* NULL: nil */
	struct syms namespaces;
	const struct label_selector *namespace_selector; /* NULL: nil */
	sym topology_key;
	struct syms match_label_keys, mismatch_label_keys;
};

struct pod_affinity_terms {
	struct pod_affinity_term *v;
	uint32_t n;
};

struct weighted_pod_affinity_term { /* preferred terms: read only for their parse errors */
	struct pod_affinity_term term;
};

struct pod_affinity {
	struct pod_affinity_terms required;
	struct { struct weighted_pod_affinity_term *v; uint32_t n; } preferred;
};

struct node_affinity {
	const struct node_selector *required; /* NULL: none */
};

struct affinity {
	const struct node_affinity *node;
	const struct pod_affinity *pod;
	const struct pod_affinity *pod_anti;
};

struct spread_constraint {
	struct opt_i64 max_skew, min_domains;
	sym topology_key, when_unsatisfiable, node_affinity_policy, node_taints_policy;
	const struct label_selector *selector; /* NULL: nil */
	struct syms match_label_keys;
};

struct pod_resource_claim {
	sym name, claim_name, template_name;
};

struct gate {
	sym name;
};

struct readiness_gate {
	sym condition_type;
};

struct pod_spec {
	sym node_name, scheduler_name, priority_class_name, preemption_policy, restart_policy;
	sym service_account_name, runtime_class_name, scheduling_group; /* schedulingGroup.podGroupName */
	sym os; /* os.name */
	struct opt_i64 priority, termination_grace, active_deadline;
	enum tri host_network, host_users;
	struct labels node_selector;
	const struct affinity *affinity; /* NULL: none */
	struct tolerations tolerations;
	struct containers containers, init_containers;
	struct volumes volumes;
	struct { struct spread_constraint *v; uint32_t n; } spread;
	struct { struct gate *v; uint32_t n; } gates;
	struct { struct readiness_gate *v; uint32_t n; } readiness_gates;
	struct { struct pod_resource_claim *v; uint32_t n; } resource_claims;
	struct resources overhead;
	struct resources requests, limits; /* spec.resources: pod level */
};

struct container_state {
	bool waiting, running, terminated; /* key present and not null */
	sym reason, message;               /* of waiting or terminated */
	struct opt_i64 exit_code, signal;
	struct opt_time started, finished;
};

struct container_status {
	sym name, image;
	struct container_state state, last_state;
	enum tri ready, started;
	struct opt_i64 restart_count;
	bool has_resources; /* resources present and not null */
	struct resources resource_requests, allocated_resources;
};

struct container_statuses {
	struct container_status *v;
	uint32_t n;
};

struct claim_status {
	sym name;       /* of the entry in spec.resourceClaims */
	sym claim_name; /* .s NULL: null */
};

struct pod_status {
	sym phase, reason, message, nominated_node;
	struct opt_time start_time;
	bool has_ip; /* podIP present and not null */
	struct conditions conditions;
	struct container_statuses containers, init_containers;
	struct { struct claim_status *v; uint32_t n; } resource_claims;
	sym extended_resource_claim; /* extendedResourceClaimStatus.resourceClaimName */
	bool has_resources;          /* status.resources present and not null */
	struct resources resource_requests, allocated_resources; /* pod level */
};

struct pod {
	struct meta meta;
	struct pod_spec spec;
	struct pod_status status;
};

/* The template of a workload: pods are made from it. */
struct pod_template {
	struct meta meta;
	struct pod_spec spec;
};

/* spec.priority, 0 if unset. */
int64_t pod_priority(const struct pod *p);
/* Phase Succeeded or Failed: no longer known to the scheduler, holds nothing on its node. */
bool pod_is_finished(const struct pod *p);

#endif
