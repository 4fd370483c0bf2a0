/* Controllers that make pods, and the small kinds beside them. */
#ifndef MODEL_WORKLOAD_H
#define MODEL_WORKLOAD_H

#include "model/pod.h"
#include "model/storage.h"

/* Deployment, ReplicaSet, ReplicationController, StatefulSet, DaemonSet, Job, CronJob. */
struct workload {
	struct meta meta;
	struct opt_i64 replicas;    /* spec.replicas; Job: parallelism */
	struct opt_i64 completions; /* Job */
	enum tri suspend, paused;
	sym pod_management_policy;  /* StatefulSet */
	struct opt_i64 first_ordinal; /* StatefulSet: ordinals.start */
	sym schedule;               /* CronJob */
	const struct label_selector *selector;
	const struct pod_template *template; /* NULL: none read (CronJob: of its jobTemplate) */
	struct { struct pvc *v; uint32_t n; } claim_templates; /* StatefulSet: volumeClaimTemplates */
	/* status */
	struct opt_i64 status_replicas, ready_replicas, active, succeeded, failed;
	struct opt_i64 desired_scheduled, current_scheduled; /* DaemonSet */
	struct opt_time last_schedule;                       /* CronJob */
	struct conditions conditions;
};

struct service {
	struct meta meta;
	struct labels selector; /* spec.selector; v NULL: none */
};

struct priority_class {
	struct meta meta;
	struct opt_i64 value;
	enum tri global_default;
	sym preemption_policy;
};

struct pdb {
	struct meta meta;
	const struct label_selector *selector; /* NULL: nil */
	struct opt_i64 disruptions_allowed;
	struct syms disrupted_pods; /* keys of status.disruptedPods */
};

struct namespace_ {
	struct meta meta;
	sym phase;
};

struct lease {
	struct meta meta;
	sym holder;
	struct opt_i64 duration_seconds;
	struct opt_time renewed, acquired;
};

struct event {
	struct meta meta;
	struct { sym kind, namespace_, name, uid, field_path; } object; /* involvedObject or regarding */
	sym type, reason, message, source; /* source: source.component or reportingController */
	struct opt_time first, last, event_time, series_last;
	struct opt_i64 count, series_count;
};

#endif
