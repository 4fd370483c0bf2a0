/* What a pod demands of a node beside resources, as short phrases. */
#ifndef DIAGNOSE_WANTS_H
#define DIAGNOSE_WANTS_H

#include "model/pod.h"
#include "report/report.h"

void fill_wants(struct report *r, const struct pod *p);

#endif
