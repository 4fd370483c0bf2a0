/* node/NAME: which stuck pods could run on this node, and what stops the others. */
#ifndef DIAGNOSE_NODE_REVERSE_H
#define DIAGNOSE_NODE_REVERSE_H

#include "diagnose/diagnose.h"

/*
 * One report for each pod that waits for a node, of namespace_ or of all (NULL), whose replay knows
 * only this node.  d and name have to outlive ret.  -1 with err (ERR_NOT_FOUND, with near names).
 */
int diagnose_node(struct diagnosis *d, const char *name, const char *namespace_,
		  struct reports *ret, struct error *err);

#endif
