/* The head of a report: who the subject is and what it asks for. */
#ifndef DIAGNOSE_SUBJECT_H
#define DIAGNOSE_SUBJECT_H

#include "base/strbuf.h"
#include "diagnose/context.h"

void fill_source(struct report *r, const struct diagnosis *d);
void fill_pod_subject(const struct pod_case *k);
void fill_workload_subject(struct report *r, const struct diagnosis *d, enum kind kind,
			   const struct workload *w);
/* report->unchecked from what the replay leaned on; the weakest certainty that follows. */
enum certainty fill_unchecked(struct report *r, const struct diagnosis *d);

/* "shop/web", or "web" without a namespace. */
void add_object_name(struct strbuf *out, const struct meta *m);
/* "shop/web has waited 38m", without the time if it is unknown. */
void add_waited(struct strbuf *out, const struct diagnosis *d, const struct meta *m);
void add_duration(struct strbuf *out, int64_t seconds);
/* As much of a text as people read, never ending inside of a character. */
void add_quote(struct strbuf *out, const char *text);

#endif
