/* A blocked pod that wants more than its containers say: init containers and overhead count too. */
#ifndef DIAGNOSE_REQUEST_ORIGIN_H
#define DIAGNOSE_REQUEST_ORIGIN_H

#include "diagnose/context.h"

/* After the cause: one finding for each resource that is lacking and comes from there. */
void explain_request_origin(struct pod_case *k);

#endif
