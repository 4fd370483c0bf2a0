/* Which stage a pod is in: a closed list, first match wins. */
#ifndef DIAGNOSE_STAGE_H
#define DIAGNOSE_STAGE_H

#include "diagnose/context.h"

/*
 * Sets the stage and the cause.  For a pod without a node the replay has to be in the report
 * already.
 */
void decide_stage(struct pod_case *k);
/* The stage of a finished or bound pod without explaining it; STAGE_UNKNOWN for the others. */
enum stage peek_stage(const struct pod_case *k);

#endif
