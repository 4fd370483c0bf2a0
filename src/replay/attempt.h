/*
 * What the scheduler's attempt for one pod comes to: a status per node, the sentence that it
 * would write, and what preemption would do.
 */
#ifndef REPLAY_ATTEMPT_H
#define REPLAY_ATTEMPT_H

#include "replay/cycle.h"

struct attempt_node {
	struct node_status status;
	bool excluded;          /* outside the PreFilter node set */
	struct strings reasons; /* as the scheduler would count them */
};

struct attempt {
	struct cycle *cycle;
	struct arena *arena;
	uint32_t n;
	struct attempt_node *nodes; /* in the view's order */
	bool fits;                  /* a node passes for certain and nothing aborts the attempt */
	bool unknown;               /* what the scheduler would report is not certain */
	const char *aborted;        /* the error text that ends the attempt; NULL: none */
};

/*
 * The text "0/N nodes are available: ..." from a reason list per node.
 * absent: reasons for nodes whose list is not given, may be empty.
 */
struct histogram {
	struct arena *arena;
	struct strings reasons;
	uint32_t *counts;
	uint32_t cap;
};
void histogram_add(struct histogram *h, const char *reason, uint32_t count);
const char *histogram_message(const struct histogram *h, uint32_t nodes);

/* "" if a node fits, NULL if something is unknown. */
const char *attempt_message(const struct attempt *a, const char *post_filter);

/*
 * PostFilter: the tail of the message ("" none, NULL unknown) and what preemption comes to.
 * Only for attempts that found no node and were not aborted.
 */
const char *attempt_post_filter(const struct attempt *a, struct preemption *ret);

/* DefaultPreemption alone: its text with the prefix "preemption: ", "" on success, NULL unknown. */
const char *preemption_run(const struct attempt *a, struct preemption *ret, bool *ret_error);

#endif
