/* -f: pods and workloads of a manifest, before they exist. */
#ifndef DIAGNOSE_MANIFEST_H
#define DIAGNOSE_MANIFEST_H

#include "diagnose/diagnose.h"

/*
 * One report for each pod and workload of m, sorted, made at once: they take their room one after
 * the other, and d's view keeps them.  m shares names with the cluster of d (cluster_beside()).
 * -1 with err: there is nothing to place.
 */
int diagnose_manifest(struct diagnosis *d, const struct cluster *m, struct reports *ret,
		      struct error *err);

#endif
