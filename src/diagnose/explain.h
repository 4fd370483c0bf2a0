/* One function per outcome of the stage table: fills cause and findings. */
#ifndef DIAGNOSE_EXPLAIN_H
#define DIAGNOSE_EXPLAIN_H

#include "diagnose/context.h"

/* outcome.c */
void explain_finished(struct pod_case *k);
void explain_ready(struct pod_case *k);
void explain_terminating(struct pod_case *k); /* a finding beside whatever the stage is */
/* refused.c */
void explain_refused(struct pod_case *k);
/* post_bind.c */
void explain_lost_node(struct pod_case *k);
void explain_trouble(struct pod_case *k);
void tell_node(struct pod_case *k); /* a finding, if the kubelet itself says that it is not ready */
/* unready.c */
void explain_not_ready(struct pod_case *k);
/* gates.c */
void explain_gated(struct pod_case *k);
/* queue.c */
void explain_unserved(struct pod_case *k);
void explain_dead_scheduler(struct pod_case *k);
void explain_fits(struct pod_case *k);
void explain_undecided(struct pod_case *k);
/* The first thing that kept the replay from deciding, or NULL. */
const struct unchecked *find_gap(const struct replay *r);
/* foreign.c: a queue or gang of another scheduler */
bool is_held_by_queue(const struct pod_case *k);
void explain_held(struct pod_case *k);
/* bind_wait.c */
void explain_preempting(struct pod_case *k);
void explain_bind_wait(struct pod_case *k);
/* fragmentation.c */
void explain_fragmented(struct pod_case *k);
/* blocked.c */
void explain_blocked(struct pod_case *k);

#endif
