/*
 * Does the replay say what the scheduler wrote?  Compares the predicted sentence with the
 * PodScheduled condition, else with the newest FailedScheduling event of the pod's scheduler.
 */
#ifndef DIAGNOSE_AGREEMENT_H
#define DIAGNOSE_AGREEMENT_H

#include "diagnose/context.h"

/* Fills observed, observed_at, agreement and difference of m, whose predicted is there. */
void fill_agreement(struct pod_case *k, struct message *m);

#endif
