/* What the API server holds new pods and claims against: ResourceQuota and LimitRange. */
#ifndef MODEL_ADMISSION_H
#define MODEL_ADMISSION_H

#include "model/meta.h"
#include "model/selector.h"

struct resource_quota {
	struct meta meta;
	struct syms scopes;
	struct selector_reqs scope_selector; /* key: the scope's name */
	/* Of the status: admission compares with this, never with the spec. */
	struct resources hard, used;
};

struct limit_range_item {
	sym type; /* Container, Pod, PersistentVolumeClaim */
	struct resources min, max, limits, requests, ratio; /* limits, requests: the defaults */
};

struct limit_range {
	struct meta meta;
	struct { struct limit_range_item *v; uint32_t n; } items;
};

#endif
