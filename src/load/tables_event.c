/*
 * Events of both groups: v1 says involvedObject, message, source and count, events.k8s.io/v1 says
 * regarding, note, reportingController and keeps the old counters under deprecated names.
 */
#include "load/field.h"

static const struct field object_rows[] = {
	{ F_SYM("kind", struct event, object.kind), .hide = HIDE_KIND },
	{ F_SYM("namespace", struct event, object.namespace_), .hide = HIDE_NAMESPACE },
	{ F_SYM("name", struct event, object.name), .hide = HIDE_NAME },
	{ F_SYM("uid", struct event, object.uid), .hide = HIDE_UID },
	{ F_SYM("fieldPath", struct event, object.field_path), .hide = HIDE_PATH },
};
static const struct field_table object_table = TABLE(object_rows);

static const struct field source_rows[] = {
	{ F_SYM("component", struct event, source), .flags = FF_FALLBACK, .hide = HIDE_NAME },
};
static const struct field_table source_table = TABLE(source_rows);

static const struct field series_rows[] = {
	{ F_I64("count", struct event, series_count) },
	{ F_TIME("lastObservedTime", struct event, series_last) },
};
static const struct field_table series_table = TABLE(series_rows);

static const struct field event_rows[] = {
	{ F_STRUCT("metadata", struct event, meta, table_meta) },
	{ F_HERE("involvedObject", object_table) },
	{ F_HERE("regarding", object_table), .flags = FF_ALIAS },
	{ F_SYM("type", struct event, type), .hide = HIDE_NOTHING },
	{ F_SYM("reason", struct event, reason), .hide = HIDE_WORD },
	{ F_SYM("message", struct event, message), .hide = HIDE_TEXT },
	{ F_SYM("note", struct event, message), .flags = FF_ALIAS, .hide = HIDE_TEXT },
	/* Old events leave reportingComponent empty, new ones the source. */
	{ F_SYM("reportingController", struct event, source),
	  .flags = FF_FALLBACK | FF_ALIAS, .hide = HIDE_NAME },
	{ F_SYM("reportingComponent", struct event, source),
	  .flags = FF_FALLBACK | FF_ALIAS, .hide = HIDE_NAME },
	{ F_HERE("source", source_table) },
	{ F_HERE("deprecatedSource", source_table), .flags = FF_ALIAS },
	{ F_TIME("firstTimestamp", struct event, first) },
	{ F_TIME("deprecatedFirstTimestamp", struct event, first), .flags = FF_ALIAS },
	{ F_TIME("lastTimestamp", struct event, last) },
	{ F_TIME("deprecatedLastTimestamp", struct event, last), .flags = FF_ALIAS },
	{ F_TIME("eventTime", struct event, event_time) },
	{ F_I64("count", struct event, count) },
	{ F_I64("deprecatedCount", struct event, count), .flags = FF_ALIAS },
	{ F_HERE("series", series_table) },
};
const struct field_table table_EVENT = TABLE(event_rows);
