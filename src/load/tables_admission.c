/* ResourceQuota and LimitRange. */
#include "load/field.h"

static const char *const scope_op_names[] = {
	[OP_OTHER] = "", [OP_IN] = "In", [OP_NOT_IN] = "NotIn", [OP_EXISTS] = "Exists",
	[OP_DOES_NOT_EXIST] = "DoesNotExist", NULL,
};

static const struct field scope_rows[] = {
	{ F_SYM("scopeName", struct selector_req, key), .hide = HIDE_NOTHING },
	{ F_ENUM("operator", struct selector_req, op, scope_op_names), .flags = FF_ALSO },
	{ F_SYM("operator", struct selector_req, op_text), .hide = HIDE_NOTHING },
	{ F_SYMS("values", struct selector_req, values), .hide = HIDE_NAME },
};
static const struct field_table scope_table = TABLE(scope_rows);

static const struct field scope_selector_rows[] = {
	{ F_LIST("matchExpressions", struct resource_quota, scope_selector, scope_table) },
};
static const struct field_table scope_selector_table = TABLE(scope_selector_rows);

static const struct field quota_spec_rows[] = {
	{ F_SYMS("scopes", struct resource_quota, scopes), .hide = HIDE_NOTHING },
	{ F_HERE("scopeSelector", scope_selector_table) },
};
static const struct field_table quota_spec_table = TABLE(quota_spec_rows);

static const struct field quota_status_rows[] = {
	{ F_RESOURCES("hard", struct resource_quota, hard) },
	{ F_RESOURCES("used", struct resource_quota, used) },
};
static const struct field_table quota_status_table = TABLE(quota_status_rows);

static const struct field quota_rows[] = {
	{ F_STRUCT("metadata", struct resource_quota, meta, table_meta) },
	{ F_HERE("spec", quota_spec_table) },
	{ F_HERE("status", quota_status_table) },
};
const struct field_table table_RESOURCE_QUOTA = TABLE(quota_rows);

static const struct field limit_rows[] = {
	{ F_SYM("type", struct limit_range_item, type), .hide = HIDE_NOTHING },
	{ F_RESOURCES("min", struct limit_range_item, min) },
	{ F_RESOURCES("max", struct limit_range_item, max) },
	{ F_RESOURCES("default", struct limit_range_item, limits) },
	{ F_RESOURCES("defaultRequest", struct limit_range_item, requests) },
	{ F_RESOURCES("maxLimitRequestRatio", struct limit_range_item, ratio) },
};
static const struct field_table limit_table = TABLE(limit_rows);

static const struct field limit_range_spec_rows[] = {
	{ F_LIST("limits", struct limit_range, items, limit_table) },
};
static const struct field_table limit_range_spec_table = TABLE(limit_range_spec_rows);

static const struct field limit_range_rows[] = {
	{ F_STRUCT("metadata", struct limit_range, meta, table_meta) },
	{ F_HERE("spec", limit_range_spec_table) },
};
const struct field_table table_LIMIT_RANGE = TABLE(limit_range_rows);
