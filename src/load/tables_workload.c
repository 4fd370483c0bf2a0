/* Controllers that make pods. */
#include "load/field.h"

#define SELECTOR_ROW \
	{ F_POINTER("selector", struct workload, selector, table_label_selector) }
#define TEMPLATE_ROW \
	{ F_POINTER("template", struct workload, template, table_pod_template), \
	  .flags = FF_SHARED }
#define CONDITIONS_ROW \
	{ F_LIST("conditions", struct workload, conditions, table_conditions) }

/* The table of one workload kind from its rows of spec and status. */
#define WORKLOAD(id) \
	static const struct field_table id##_spec_table = TABLE(id##_spec_rows); \
	static const struct field_table id##_status_table = TABLE(id##_status_rows); \
	static const struct field id##_rows[] = { \
		{ F_STRUCT("metadata", struct workload, meta, table_meta) }, \
		{ F_HERE("spec", id##_spec_table) }, \
		{ F_HERE("status", id##_status_table) }, \
	}; \
	const struct field_table table_##id = TABLE(id##_rows)

static const struct field DEPLOYMENT_spec_rows[] = {
	{ F_I64("replicas", struct workload, replicas) },
	{ F_TRI("paused", struct workload, paused) },
	SELECTOR_ROW,
	TEMPLATE_ROW,
};
static const struct field DEPLOYMENT_status_rows[] = {
	{ F_I64("replicas", struct workload, status_replicas) },
	{ F_I64("readyReplicas", struct workload, ready_replicas) },
	CONDITIONS_ROW,
};
WORKLOAD(DEPLOYMENT);

static const struct field REPLICA_SET_spec_rows[] = {
	{ F_I64("replicas", struct workload, replicas) },
	SELECTOR_ROW,
	TEMPLATE_ROW,
};
static const struct field REPLICA_SET_status_rows[] = {
	{ F_I64("replicas", struct workload, status_replicas) },
	{ F_I64("readyReplicas", struct workload, ready_replicas) },
	CONDITIONS_ROW,
};
WORKLOAD(REPLICA_SET);

static const struct field ordinals_rows[] = {
	{ F_I64("start", struct workload, first_ordinal) },
};
static const struct field_table ordinals_table = TABLE(ordinals_rows);

static const struct field STATEFUL_SET_spec_rows[] = {
	{ F_I64("replicas", struct workload, replicas) },
	{ F_SYM("podManagementPolicy", struct workload, pod_management_policy), .hide = HIDE_NOTHING },
	{ F_HERE("ordinals", ordinals_table) },
	{ F_LIST("volumeClaimTemplates", struct workload, claim_templates, table_PVC),
	  .flags = FF_SHARED },
	SELECTOR_ROW,
	TEMPLATE_ROW,
};
static const struct field STATEFUL_SET_status_rows[] = {
	{ F_I64("replicas", struct workload, status_replicas) },
	{ F_I64("readyReplicas", struct workload, ready_replicas) },
	CONDITIONS_ROW,
};
WORKLOAD(STATEFUL_SET);

static const struct field DAEMON_SET_spec_rows[] = {
	SELECTOR_ROW,
	TEMPLATE_ROW,
};
static const struct field DAEMON_SET_status_rows[] = {
	{ F_I64("desiredNumberScheduled", struct workload, desired_scheduled) },
	{ F_I64("currentNumberScheduled", struct workload, current_scheduled) },
	{ F_I64("numberReady", struct workload, ready_replicas) },
	CONDITIONS_ROW,
};
WORKLOAD(DAEMON_SET);

static const struct field JOB_spec_rows[] = {
	{ F_I64("parallelism", struct workload, replicas) },
	{ F_I64("completions", struct workload, completions) },
	{ F_TRI("suspend", struct workload, suspend) },
	SELECTOR_ROW,
	TEMPLATE_ROW,
};
static const struct field JOB_status_rows[] = {
	{ F_I64("active", struct workload, active) },
	{ F_I64("ready", struct workload, ready_replicas) },
	{ F_I64("succeeded", struct workload, succeeded) },
	{ F_I64("failed", struct workload, failed) },
	CONDITIONS_ROW,
};
WORKLOAD(JOB);

static const struct field job_template_spec_rows[] = {
	{ F_I64("parallelism", struct workload, replicas) },
	{ F_I64("completions", struct workload, completions) },
	TEMPLATE_ROW,
};
static const struct field_table job_template_spec_table = TABLE(job_template_spec_rows);

static const struct field job_template_rows[] = {
	{ F_HERE("spec", job_template_spec_table) },
};
static const struct field_table job_template_table = TABLE(job_template_rows);

static const struct field CRON_JOB_spec_rows[] = {
	{ F_SYM("schedule", struct workload, schedule), .hide = HIDE_NOTHING },
	{ F_TRI("suspend", struct workload, suspend) },
	{ F_HERE("jobTemplate", job_template_table) },
};
static const struct field CRON_JOB_status_rows[] = {
	{ F_TIME("lastScheduleTime", struct workload, last_schedule) },
};
WORKLOAD(CRON_JOB);

static const struct field REPLICATION_CONTROLLER_spec_rows[] = {
	{ F_I64("replicas", struct workload, replicas) },
	{ F_MATCH_LABELS("selector", struct workload, selector) },
	TEMPLATE_ROW,
};
static const struct field REPLICATION_CONTROLLER_status_rows[] = {
	{ F_I64("replicas", struct workload, status_replicas) },
	{ F_I64("readyReplicas", struct workload, ready_replicas) },
	CONDITIONS_ROW,
};
WORKLOAD(REPLICATION_CONTROLLER);
