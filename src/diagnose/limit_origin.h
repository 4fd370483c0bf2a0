/* A blocked pod whose request was filled in by a LimitRange: its author does not know it. */
#ifndef DIAGNOSE_LIMIT_ORIGIN_H
#define DIAGNOSE_LIMIT_ORIGIN_H

#include "diagnose/context.h"

/* After the cause: adds a finding, and a sentence to the cause if that is about the resource. */
void explain_limit_origin(struct pod_case *k);

#endif
