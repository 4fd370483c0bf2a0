#ifndef DIAGNOSE_VOLUME_MISMATCH_H
#define DIAGNOSE_VOLUME_MISMATCH_H

#include "diagnose/context.h"

/* The PersistentVolumes that were perhaps meant for unbound claims, and what keeps them apart. */
void tell_volume_mismatch(struct pod_case *k);

#endif
