/* Who schedules a pod, whether that one lives, and what it last wrote. */
#ifndef DIAGNOSE_SCHEDULER_H
#define DIAGNOSE_SCHEDULER_H

#include "diagnose/context.h"

/* The profile that serves the name; NULL: another scheduler's pod, or nobody's. */
const struct profile *profile_of(const struct diagnosis *d, sym scheduler_name);
void init_served(struct diagnosis *d);
/* One of the profiles, or there are traces of another scheduler at work under that name. */
bool scheduler_is_served(const struct pod_case *k);
/* The kube-scheduler lease ran out while others were renewed, and nothing was scheduled since. */
bool scheduler_is_dead(const struct pod_case *k);

/* PodScheduled=False as a scheduler writes it; NULL for gates, True and none. */
const struct condition *failed_attempt(const struct pod *p);

/* What its scheduler last wrote about a pod that has no node: the condition, else an event. */
struct last_word {
	const char *text; /* NULL: nothing */
	bool is_error;    /* the attempt was given up, not decided */
};

struct last_word last_word(const struct pod_case *k);

#endif
