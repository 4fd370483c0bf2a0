#ifndef DIAGNOSE_SHORTFALL_H
#define DIAGNOSE_SHORTFALL_H

#include "diagnose/context.h"
#include "diagnose/scheduler_message.h"

/*
 * A snapshot made by hand may lack the nodes and pods that a full cluster has: then a node that fits in
 * the replay is no news.  What it seems to lack, in the report's arena, or NULL.
 */
const char *snapshot_shortfall(const struct pod_case *k, const struct scheduler_message *said);

#endif
