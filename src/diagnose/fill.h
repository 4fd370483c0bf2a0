/* Adding to a report.  Every string is copied into the report's arena. */
#ifndef DIAGNOSE_FILL_H
#define DIAGNOSE_FILL_H

#include "base/strbuf.h"
#include "model/cluster.h"
#include "report/report.h"

void cause_set(struct report *r, const char *code, enum certainty certainty, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* What to do about it: one sentence, and a command that can be pasted; either may be NULL. */
void cause_advise(struct report *r, const char *next, const char *command);

void finding_add(struct report *r, const char *code, enum severity severity, const char *plugin,
		 const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* Of the finding that was added last.  pointer, observed and wanted may be NULL. */
void evidence_add(struct report *r, struct object_ref object, const char *pointer,
		  const char *observed, const char *wanted);
/* Nothing happens if `what` is there already. */
void unchecked_add(struct report *r, const char *what, const char *why);
void timeline_add(struct report *r, enum stage stage, struct opt_time at, const char *source);

const char *pointer_key(struct arena *a, const char *key); /* a key inside a JSON pointer */
const char *fill_strdup(struct report *r, const char *s); /* NULL stays NULL */
const char *fill_sym(struct report *r, sym s);            /* NULL if absent or empty */
struct object_ref fill_ref(enum kind kind, sym namespace_, sym name); /* borrowed strings */

#endif
