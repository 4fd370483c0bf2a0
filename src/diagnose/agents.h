#ifndef DIAGNOSE_AGENTS_H
#define DIAGNOSE_AGENTS_H

#include "diagnose/context.h"

/*
 * Where the cause is the network, the devices or the storage of the pod's node: the DaemonSet pods there
 * that are not ready, as findings.  It is mostly one of them.
 */
void tell_sick_agents(struct pod_case *k);

#endif
