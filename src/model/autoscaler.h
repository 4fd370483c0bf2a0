/* ConfigMap kube-system/cluster-autoscaler-status, the only ConfigMap that is ever read. */
#ifndef MODEL_AUTOSCALER_H
#define MODEL_AUTOSCALER_H

#include "model/meta.h"
#include "model/types.h"

#define AUTOSCALER_NAMESPACE "kube-system"
#define AUTOSCALER_STATUS_NAME "cluster-autoscaler-status"

struct autoscaled_group {
	sym name;
	sym scale_up; /* NoActivity, InProgress, Backoff; .s NULL: unknown */
	sym error_code, error_message; /* of Backoff, since 1.30 */
	/* Nodes: those that have joined, those that never did, those that are ordered, and the bounds. */
	struct opt_i64 registered, long_unregistered, target, min, max;
};

struct autoscaler_status {
	sym time_text;
	struct opt_time time; /* when it was written: every few seconds while it runs */
	sym state;            /* Running, Initializing; .s NULL before 1.30 */
	struct { struct autoscaled_group *v; uint32_t n; } groups;
};

struct config_map {
	struct meta meta;
	sym status;                                 /* data.status, as it is */
	const struct autoscaler_status *autoscaler; /* what it says; NULL: no known format */
};

#endif
