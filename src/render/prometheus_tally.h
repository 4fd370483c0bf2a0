/*
 * What -o prometheus counts: one walk over the reports, sums of bounded size.  Labels are escaped for
 * the text format already.  Where there are too many series, those that wait longest stay and the
 * others are added up in one whose namespace is "(other)", so that sums stay right.
 */
#ifndef RENDER_PROMETHEUS_TALLY_H
#define RENDER_PROMETHEUS_TALLY_H

#include "base/strbuf.h"
#include "report/report.h"

#define TALLY_LABELS_MAX 4
#define TALLY_OTHER "(other)" /* no namespace has such a name */

struct series {
	const char *labels[TALLY_LABELS_MAX];
	int64_t n;
	struct opt_i64 longest; /* seconds */
};

struct series_list {
	struct series *v;
	size_t n, cap;
};

struct stage_time { /* that stuck subjects have spent in it */
	int64_t n, sum, longest;
};

struct tally {
	struct arena *arena;
	struct symtab *syms;
	struct series_list pods;      /* namespace, stage, cause */
	struct series_list workloads; /* namespace, kind, stage, cause */
	struct series_list owners;    /* namespace, kind, name */
	struct series_list unchecked; /* what */
	struct stage_time passed[STAGE_COUNT], present[STAGE_COUNT]; /* left behind; being in it still */
	int64_t agreements[AGREE_UNEXPLAINED + 1];
};

/* Asks for each report once.  The caller releases. */
void tally_init(struct tally *t, struct reports *rs);
void tally_release(struct tally *t);
/* text as the value of a label, without the quotes */
void label_value(struct strbuf *out, const char *text);

#endif
