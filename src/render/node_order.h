/* Nodes by how near they are to fitting, and then by name. */
#ifndef RENDER_NODE_ORDER_H
#define RENDER_NODE_ORDER_H

#include "report/report.h"

#define NODES_NEAREST 20u

struct node_list {
	const struct node_result **v;
	uint32_t n;
};

/* All nodes of a replay, nearest first; in arena. */
struct node_list nodes_by_nearness(const struct replay *r, struct arena *arena);
/* The nearest NODES_NEAREST of them, or fewer, sorted by name. */
struct node_list nodes_nearest(const struct replay *r, struct arena *arena);
/*
 * Nearest first, without those that have nothing to add to what PreFilter said for all of them;
 * NODES_NEAR: the nearest NODES_NEAREST, NODES_NONE: none.
 */
struct node_list nodes_to_show(const struct replay *r, enum nodes_shown shown, struct arena *arena);

#endif
