/* Equal pods of one owner as one row. */
#ifndef RENDER_LIST_GROUPS_H
#define RENDER_LIST_GROUPS_H

#include "base/strbuf.h"
#include "report/report.h"

struct report_group {
	const struct report *first; /* only what a row shows of it */
	int64_t n;
	struct opt_i64 oldest; /* seconds */
};

struct report_groups {
	struct report_group *v;
	size_t n;
};

/*
 * Asks for each report once, in order, and drops it; wide: each is a group of its own.
 * on_new (may be NULL) sees the first report of each group whole.
 */
struct report_groups group_reports(struct reports *rs, bool wide, struct arena *arena,
				   void (*on_new)(void *self, size_t group, const struct report *r),
				   void *self);

/*
 * The summary without what differs between equal pods: the subject's own name becomes "*", words
 * with a digit in front (durations, counts) become "#".
 */
void summary_shape(struct strbuf *out, const struct report *r);

#endif
