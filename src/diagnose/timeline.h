#ifndef DIAGNOSE_TIMELINE_H
#define DIAGNOSE_TIMELINE_H

#include "diagnose/context.h"

/* report->timeline, once the stage is known. */
void fill_timeline(const struct pod_case *k);

#endif
