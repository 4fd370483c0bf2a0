/*
 * From a cluster and a subject to a report: stage, cause, findings, replay.
 */
#ifndef DIAGNOSE_DIAGNOSE_H
#define DIAGNOSE_DIAGNOSE_H

#include "base/error.h"
#include "model/cluster.h"
#include "replay/profile.h"
#include "report/report.h"

struct rules;   /* rules/rules.h */
struct what_if; /* advice/what_if.h */

struct diagnose_options {
	struct source source;           /* strings borrowed, copied into each report */
	struct opt_time now;            /* --now; unset: worked out from the cluster */
	const struct release *release;
	bool release_exact;             /* false: the cluster's version is not in the table */
	const struct profile *profiles; /* at least one */
	uint32_t profile_count;
	const struct rules *rules; /* NULL: texts are quoted and not explained */
	const struct what_if *what_if; /* borrowed; supposed of each pod that waits for a node */
	uint32_t what_if_count;
};

struct diagnosis; /* a cluster ready for questions: indexes, a view, the time */

struct diagnosis *diagnosis_new(const struct cluster *c, const struct diagnose_options *opts);
void diagnosis_free(struct diagnosis *d);
struct source diagnosis_source(const struct diagnosis *d); /* with its time; borrowed */

/* One pod or workload. */
struct report *diagnose_pod(struct diagnosis *d, const struct pod *pod);
/*
 * The same supposing these changes instead of the options'.  before: the replay without them, which
 * has to outlive the report; NULL: it is made.
 */
struct report *diagnose_supposed(struct diagnosis *d, const struct pod *pod,
				 const struct what_if *what_if, uint32_t n,
				 const struct replay *before);
struct report *diagnose_workload(struct diagnosis *d, enum kind kind, const struct workload *w);

/* What to look at, from the command line. */
struct selection {
	const char *namespace_;   /* NULL: all */
	const char *const *names; /* "web", "pod/web", "deploy/web"; n 0: all that are stuck */
	size_t n;
	const struct label_selector *labels; /* -l; NULL: none */
};
/*
 * What the selection names, sorted; a workload's own pods follow it, worst first.  Each is
 * diagnosed when its report is asked for, so d has to outlive ret.  -1 with err (ERR_NOT_FOUND, with
 * near names) if a named subject does not exist.
 */
int diagnose_selection(struct diagnosis *d, const struct selection *sel, struct reports *ret,
		       struct error *err);

/* The moment that a snapshot shows. */
struct opt_time snapshot_now(const struct cluster *c);
/* The release to emulate when --kubernetes-version is not given: version text or NULL. */
const char *snapshot_version(const struct cluster *c);

#endif
