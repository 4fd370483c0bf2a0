#ifndef DIAGNOSE_AUTOSCALER_H
#define DIAGNOSE_AUTOSCALER_H

#include "diagnose/context.h"

/* What cluster-autoscaler and Karpenter last said about a pod that no node takes: findings. */
void tell_autoscalers(struct pod_case *k);

#endif
