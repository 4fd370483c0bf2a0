/* What can be seen of the scheduler's queue: attempts, backoff, and who is before the pod. */
#ifndef DIAGNOSE_ATTEMPTS_H
#define DIAGNOSE_ATTEMPTS_H

#include "diagnose/context.h"

struct attempts {
	int64_t failed;                  /* at least so many */
	struct opt_time last;            /* when the last one was, as far as events tell */
	struct opt_i64 backoff_left;     /* seconds; unset: not backing off, or not known */
	struct opt_i64 retry_left;       /* seconds until it is tried at the latest */
};

struct attempts count_attempts(const struct pod_case *k);

struct ahead { /* other pods of the scheduler that have no node and no gate */
	uint32_t more_important; /* higher priority */
	uint32_t older;          /* equal priority, created before */
};

struct ahead count_ahead(const struct pod_case *k);

#endif
