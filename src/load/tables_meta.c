/* What objects of several kinds have in common. */
#include "load/field.h"

static const struct field owner_rows[] = {
	{ F_SYM("kind", struct owner, kind), .hide = HIDE_KIND },
	{ F_SYM("name", struct owner, name), .hide = HIDE_NAME },
	{ F_SYM("uid", struct owner, uid), .hide = HIDE_UID },
	{ F_BOOL("controller", struct owner, controller) },
};
static const struct field_table owner_table = TABLE(owner_rows);

/* The keys that are kept; only the names are used. */
static const struct field annotation_rows[] = {
#define ANNOTATION(key) { .name = (key), .type = FT_SYM },
#include "load/annotations.def"
#undef ANNOTATION
};
static const struct field_table annotation_table = TABLE(annotation_rows);

static const struct field meta_rows[] = {
	{ F_SYM("name", struct meta, name), .hide = HIDE_NAME },
	/* A manifest may leave the end of the name to the API server. */
	{ F_SYM("generateName", struct meta, name), .flags = FF_FALLBACK | FF_ALIAS, .hide = HIDE_NAME },
	{ F_SYM("namespace", struct meta, namespace_), .hide = HIDE_NAMESPACE },
	{ F_SYM("uid", struct meta, uid), .hide = HIDE_UID },
	{ F_LABELS("labels", struct meta, labels), .flags = FF_SHARED },
	{ F_LABELS("annotations", struct meta, annotations), .sub = &annotation_table,
	  .flags = FF_SHARED },
	{ F_LIST("ownerReferences", struct meta, owners, owner_table), .flags = FF_SHARED },
	{ F_SYMS("finalizers", struct meta, finalizers), .flags = FF_SHARED, .hide = HIDE_KEY },
	{ F_TIME("creationTimestamp", struct meta, created) },
	{ F_TIME("deletionTimestamp", struct meta, deleted) },
	{ F_I64("deletionGracePeriodSeconds", struct meta, deletion_grace) },
};
const struct field_table table_meta = TABLE(meta_rows);

static const struct field condition_rows[] = {
	{ F_SYM("type", struct condition, type), .hide = HIDE_WORD },
	{ F_SYM("status", struct condition, status), .hide = HIDE_NOTHING },
	{ F_SYM("reason", struct condition, reason), .hide = HIDE_WORD },
	{ F_SYM("message", struct condition, message), .hide = HIDE_TEXT },
	{ F_TIME("lastTransitionTime", struct condition, transition) },
	{ F_TIME("lastHeartbeatTime", struct condition, heartbeat) },
};
const struct field_table table_conditions = TABLE(condition_rows);

/* The order of enum selector_op; OP_OTHER is no operator's name. */
static const char *const selector_op_names[] = {
	[OP_OTHER] = "", [OP_IN] = "In", [OP_NOT_IN] = "NotIn", [OP_EXISTS] = "Exists",
	[OP_DOES_NOT_EXIST] = "DoesNotExist", [OP_GT] = "Gt", [OP_LT] = "Lt", NULL,
};

static const struct field selector_req_rows[] = {
	{ F_SYM("key", struct selector_req, key), .hide = HIDE_KEY },
	{ F_ENUM("operator", struct selector_req, op, selector_op_names), .flags = FF_ALSO },
	{ F_SYM("operator", struct selector_req, op_text), .hide = HIDE_NOTHING },
	{ F_SYMS("values", struct selector_req, values), .hide = HIDE_LABEL },
};
const struct field_table table_selector_reqs = TABLE(selector_req_rows);

static const struct field label_selector_rows[] = {
	{ F_LABELS("matchLabels", struct label_selector, match_labels) },
	{ F_LIST("matchExpressions", struct label_selector, match_expressions,
		 table_selector_reqs) },
};
const struct field_table table_label_selector = TABLE(label_selector_rows);

static const struct field node_selector_term_rows[] = {
	{ F_LIST("matchExpressions", struct node_selector_term, match_expressions,
		 table_selector_reqs) },
	{ F_LIST("matchFields", struct node_selector_term, match_fields, table_selector_reqs) },
};
static const struct field_table node_selector_term_table = TABLE(node_selector_term_rows);

static const struct field node_selector_rows[] = {
	{ F_LIST("nodeSelectorTerms", struct node_selector, terms, node_selector_term_table) },
};
const struct field_table table_node_selector = TABLE(node_selector_rows);

const struct field_table *const kind_tables[KIND_COUNT] = {
#define KIND(id, name, type, group, plural, namespaced) [KIND_##id] = &table_##id,
#include "model/kinds.def"
#undef KIND
};
