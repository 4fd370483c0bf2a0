/* A node's capacity and the pods that fill it, for bars. */
#ifndef EXPLORE_ROOM_H
#define EXPLORE_ROOM_H

#include "report/report.h"

struct diagnosis;

struct room_amount {
	const char *resource; /* "cpu", "memory", "pods" */
	bool milli;           /* the numbers count thousandths: report/amount.h */
	int64_t total, used, wanted; /* wanted: by the pod that is looked at */
	int64_t kept; /* for pods nominated to the node that go before it */
};

struct room_pod {
	const char *name;     /* "ns/name" */
	int64_t priority;
	bool leaving;         /* it is terminating */
	bool nominated;       /* it is to come: counted in kept, not in used */
	int64_t *amounts;     /* by resource, as in struct room */
	int64_t share;        /* thousandths of the node that it asks for, of the resource it takes most */
};

struct room {
	struct { struct room_amount *v; uint32_t n; } resources; /* cpu, memory first */
	struct { struct room_pod *v; uint32_t n; } pods; /* the largest first */
	struct strings labels, taints;   /* "key=value", "key=value:Effect" */
	bool cordoned;
};

/*
 * As it would be with what r supposes.  r was made by d.  False: no such node.  All in arena.
 */
bool room_of(struct diagnosis *d, const struct report *r, const char *node, struct arena *arena,
	     struct room *ret);

#endif
