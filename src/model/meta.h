/* What every object has.  struct meta is the first member of each kind's struct. */
#ifndef MODEL_META_H
#define MODEL_META_H

#include "model/types.h"

struct owner {
	sym kind, name, uid;
	bool controller;
};

struct meta {
	sym name, namespace_; /* namespace_.s NULL for cluster-scoped kinds */
	sym uid;
	struct labels labels;
	struct labels annotations; /* only the keys of load/annotations.def */
	struct { struct owner *v; uint32_t n; } owners;
	struct syms finalizers;
	struct opt_time created, deleted;
	struct opt_i64 deletion_grace; /* seconds */
};

/* Order by namespace, then name, as bytes. */
static inline int meta_compare(const struct meta *a, const struct meta *b)
{
	int by_namespace = strcmp(sym_text(a->namespace_), sym_text(b->namespace_));

	return by_namespace ? by_namespace : strcmp(sym_text(a->name), sym_text(b->name));
}

/* The owner with controller: true, or NULL. */
const struct owner *meta_controller(const struct meta *m);

struct condition { /* pods, nodes, workloads alike */
	sym type, status, reason, message;
	struct opt_time transition, heartbeat;
};

struct conditions {
	struct condition *v;
	uint32_t n;
};

/* The first condition of that type, or NULL. */
const struct condition *conditions_get(const struct conditions *c, const char *type);

#endif
