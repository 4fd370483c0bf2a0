#ifndef MODEL_NODE_H
#define MODEL_NODE_H

#include "model/meta.h"
#include "model/types.h"

struct taint {
	sym key, value, effect;
	struct opt_time added;
};

struct taints {
	struct taint *v;
	uint32_t n;
};

struct node {
	struct meta meta;
	enum tri unschedulable;
	struct taints taints;
	struct resources allocatable;
	struct conditions conditions;
	struct syms declared_features;
	sym kubelet_version;
};

#endif
