#ifndef DIAGNOSE_CLAIM_EVENTS_H
#define DIAGNOSE_CLAIM_EVENTS_H

#include "diagnose/context.h"

/* What provisioners and controllers said last about unbound claims of a pod without a node. */
void tell_claim_events(struct pod_case *k);

#endif
