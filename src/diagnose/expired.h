#ifndef DIAGNOSE_EXPIRED_H
#define DIAGNOSE_EXPIRED_H

#include "diagnose/context.h"

/*
 * Nothing tells why the pod has been in its state since then: whether its events have expired, could
 * not be read, or never said so.
 */
void tell_no_evidence(struct pod_case *k, struct opt_time since);

#endif
