/* Workloads whose pods do not exist. */
#ifndef DIAGNOSE_NOT_CREATED_H
#define DIAGNOSE_NOT_CREATED_H

#include "diagnose/context.h"

/* How many pods it should have now and has not. */
int64_t missing_pods(const struct diagnosis *d, enum kind kind, const struct workload *w);
bool workload_has_pods(const struct diagnosis *d, enum kind kind, const struct workload *w);
/* Stage and cause of the workload itself. */
void explain_workload(struct report *r, const struct diagnosis *d, enum kind kind,
		      const struct workload *w);

#endif
