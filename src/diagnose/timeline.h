#ifndef DIAGNOSE_TIMELINE_H
#define DIAGNOSE_TIMELINE_H

#include "diagnose/context.h"

/* report->timeline, once the stage is known; and findings about what took long. */
void fill_timeline(struct pod_case *k);

#endif
