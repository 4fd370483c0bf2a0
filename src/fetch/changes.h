/* What became of a pod between two readings. */
#ifndef FETCH_CHANGES_H
#define FETCH_CHANGES_H

#include "model/cluster.h"

/* A note of the cluster that says how the pod changed while the cluster was being read. */
void changes_note(struct cluster *c, const struct pod *before, const struct pod *after);

#endif
