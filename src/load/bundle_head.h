/*
 * The first document of a bundle (kind Bundle of whypending/v1): what was read, how well, and when.
 * The objects follow as a v1 List of kinds that the API knows.
 */
#ifndef LOAD_BUNDLE_HEAD_H
#define LOAD_BUNDLE_HEAD_H

#include "load/field.h"

#define BUNDLE_API_VERSION "whypending/v1"
#define BUNDLE_KIND "Bundle"

struct bundle_kind { /* of a kind that is read */
	sym kind, group;
	sym coverage; /* read, absent, namespace, none */
	sym why;      /* what permission is missing */
	struct opt_i64 objects, lost;
};

struct bundle_note {
	bool lost;
	sym text;
};

struct bundle_head {
	sym tool_name, tool_version;
	sym source;         /* cluster, snapshot, demo */
	sym server_version; /* .s NULL: not known */
	sym namespace_;     /* that was asked about; .s NULL: all */
	struct opt_time now;
	bool redacted, finished_pods_left_out;
	struct opt_i64 lost_parts;
	struct { struct bundle_kind *v; uint32_t n; } kinds;
	struct { struct bundle_note *v; uint32_t n; } notes;
	struct { struct lost_pod *v; uint32_t n; } lost_pods;
};

extern const struct field_table table_bundle_head;

/* What the cluster says about itself; lives in its arena. */
void bundle_head_of(struct cluster *c, struct opt_time now, struct bundle_head *ret);
/* The same for a cluster whose objects follow. */
void bundle_head_apply(const struct bundle_head *head, struct cluster *c);
/* Once all is read: what the head promised and did not come counts as lost. */
void bundle_check(struct cluster *c);

#endif
