#ifndef DIAGNOSE_AUTOSCALER_STATUS_H
#define DIAGNOSE_AUTOSCALER_STATUS_H

#include "diagnose/context.h"

/*
 * What the status of the cluster autoscaler says about its node groups: evidence of the finding that
 * was added last where that is about the same, else findings.  event_code: of the cluster
 * autoscaler's newest word about the pod, NULL if there is none.
 */
void tell_autoscaler_status(struct pod_case *k, const char *event_code);

#endif
