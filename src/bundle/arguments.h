/*
 * Command lines hold secrets.  All that is read of them is which Service a container waits for:
 * nothing else of them goes into a bundle.
 */
#ifndef BUNDLE_ARGUMENTS_H
#define BUNDLE_ARGUMENTS_H

#include "model/cluster.h"

/* Cuts the command lines in the cluster down to the names of Services; it is changed. */
void arguments_reduce(struct cluster *c);

#endif
