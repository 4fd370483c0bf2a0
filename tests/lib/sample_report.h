/* Reports built by hand, for tests of what is printed.  The caller frees them. */
#ifndef TESTS_SAMPLE_REPORT_H
#define TESTS_SAMPLE_REPORT_H

#include "report/report.h"

struct report *sample_taint(void);      /* six nodes, labels and taints in the way */
struct report *sample_full(void);       /* every field and every type of detail is set */
struct report *sample_hostile(void);    /* control characters, bidi, bad UTF-8 in every text */
struct report *sample_empty(void);      /* as report_new() makes it, with a name */
struct report *sample_fleet(uint32_t nodes); /* many nodes, most of them blocked alike */
struct report *sample_bound(void);      /* post-bind: no replay */
struct report *sample_prefilter(void);  /* rejected before any node is looked at */
struct report *sample_pod(const char *namespace_, const char *name, const char *owner,
			  const char *summary, int64_t pending);

#endif
