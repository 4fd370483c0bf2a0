/* What is said about a node, line by line, and equal nodes as one group. */
#ifndef RENDER_NODE_LINES_H
#define RENDER_NODE_LINES_H

#include "render/evidence.h"
#include "render/node_order.h"
#include "render/style.h"

struct node_line { /* texts are escaped, never NULL */
	const char *plugin;   /* "" if the line before is about the same rejection */
	const char *status;   /* the scheduler's code; "" likewise */
	const char *reasons;  /* the scheduler's strings; "" likewise */
	const char *evidence; /* a sentence; "" if there is none beside the reasons */
	const char *common;   /* the same without what differs from node to node */
	const struct detail *detail; /* NULL: evidence is about none */
	bool more;            /* "and 7 more" */
	enum tone tone;
};

struct node_lines {
	struct node_line *v;
	uint32_t n, cap;
};

struct node_group {
	struct node_list nodes; /* at least one */
	struct node_lines lines;
};

struct node_groups {
	struct node_group *v;
	uint32_t n;
};

/* At most `most` details per rejection are told; 0: all. */
void node_lines(const struct node_result *n, enum evidence_style style, uint32_t most,
		struct arena *arena, struct node_lines *ret);
/* The same for what was decided without looking at a node. */
void rejection_lines(const struct rejections *r, enum evidence_style style, uint32_t most,
		     struct arena *arena, struct node_lines *ret);

/*
 * In the order of the nodes.  fold: nodes blocked by the same plugins for the same reasons become
 * one group, with sentences that hold for all of them; else every node is a group.
 */
struct node_groups node_groups(const struct node_list *nodes, bool fold, enum evidence_style style,
			       uint32_t most, struct arena *arena);

#endif
