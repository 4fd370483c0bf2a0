/* Nodes, and the small kinds the scheduler reads beside them. */
#include "load/field.h"

static const struct field taint_rows[] = {
	{ F_SYM("key", struct taint, key), .hide = HIDE_KEY },
	{ F_SYM("value", struct taint, value), .hide = HIDE_LABEL },
	{ F_SYM("effect", struct taint, effect), .hide = HIDE_NOTHING },
	{ F_TIME("timeAdded", struct taint, added) },
};
static const struct field_table taint_table = TABLE(taint_rows);

static const struct field node_spec_rows[] = {
	{ F_TRI("unschedulable", struct node, unschedulable) },
	{ F_LIST("taints", struct node, taints, taint_table), .flags = FF_SHARED },
};
static const struct field_table node_spec_table = TABLE(node_spec_rows);

static const struct field node_info_rows[] = {
	{ F_SYM("kubeletVersion", struct node, kubelet_version), .hide = HIDE_NOTHING },
};
static const struct field_table node_info_table = TABLE(node_info_rows);

static const struct field node_status_rows[] = {
	{ F_RESOURCES("allocatable", struct node, allocatable), .flags = FF_SHARED },
	/* The API server's default where a node was written by hand. */
	{ F_RESOURCES("capacity", struct node, allocatable), .flags = FF_SHARED | FF_FALLBACK | FF_ALIAS },
	{ F_LIST("conditions", struct node, conditions, table_conditions) },
	{ F_SYMS("declaredFeatures", struct node, declared_features),
	  .flags = FF_SHARED, .hide = HIDE_NOTHING },
	{ F_HERE("nodeInfo", node_info_table) },
};
static const struct field_table node_status_table = TABLE(node_status_rows);

static const struct field node_rows[] = {
	{ F_STRUCT("metadata", struct node, meta, table_meta) },
	{ F_HERE("spec", node_spec_table) },
	{ F_HERE("status", node_status_table) },
};
const struct field_table table_NODE = TABLE(node_rows);

static const struct field namespace_status_rows[] = {
	{ F_SYM("phase", struct namespace_, phase), .hide = HIDE_NOTHING },
};
static const struct field_table namespace_status_table = TABLE(namespace_status_rows);

static const struct field namespace_rows[] = {
	{ F_STRUCT("metadata", struct namespace_, meta, table_meta) },
	{ F_HERE("status", namespace_status_table) },
};
const struct field_table table_NAMESPACE = TABLE(namespace_rows);

static const struct field priority_class_rows[] = {
	{ F_STRUCT("metadata", struct priority_class, meta, table_meta) },
	{ F_I64("value", struct priority_class, value) },
	{ F_TRI("globalDefault", struct priority_class, global_default) },
	{ F_SYM("preemptionPolicy", struct priority_class, preemption_policy), .hide = HIDE_NOTHING },
};
const struct field_table table_PRIORITY_CLASS = TABLE(priority_class_rows);

static const struct field pdb_spec_rows[] = {
	{ F_POINTER("selector", struct pdb, selector, table_label_selector) },
};
static const struct field_table pdb_spec_table = TABLE(pdb_spec_rows);

static const struct field pdb_status_rows[] = {
	{ F_I64("disruptionsAllowed", struct pdb, disruptions_allowed) },
	{ F_KEYS("disruptedPods", struct pdb, disrupted_pods), .hide = HIDE_POD },
};
static const struct field_table pdb_status_table = TABLE(pdb_status_rows);

static const struct field pdb_rows[] = {
	{ F_STRUCT("metadata", struct pdb, meta, table_meta) },
	{ F_HERE("spec", pdb_spec_table) },
	{ F_HERE("status", pdb_status_table) },
};
const struct field_table table_PDB = TABLE(pdb_rows);

static const struct field lease_spec_rows[] = {
	{ F_SYM("holderIdentity", struct lease, holder), .hide = HIDE_NAME },
	{ F_I64("leaseDurationSeconds", struct lease, duration_seconds) },
	{ F_TIME("renewTime", struct lease, renewed) },
	{ F_TIME("acquireTime", struct lease, acquired) },
};
static const struct field_table lease_spec_table = TABLE(lease_spec_rows);

static const struct field lease_rows[] = {
	{ F_STRUCT("metadata", struct lease, meta, table_meta) },
	{ F_HERE("spec", lease_spec_table) },
};
const struct field_table table_LEASE = TABLE(lease_rows);
