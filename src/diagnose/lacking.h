/* The resources that nodes lack for a blocked pod. */
#ifndef DIAGNOSE_LACKING_H
#define DIAGNOSE_LACKING_H

#include "report/report.h"

/* In the order of the replay; r may be NULL.  The list is in arena, the names are the report's. */
struct strings lacking_resources(const struct replay *r, struct arena *arena);

#endif
