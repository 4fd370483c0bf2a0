/*
 * One scheduling attempt for one pod: PreFilter once, then Filter on any node as often as needed.
 */
#ifndef REPLAY_CYCLE_H
#define REPLAY_CYCLE_H

#include "replay/profile.h"

struct cycle;

/* pod need not be in the view. */
struct cycle *cycle_new(struct view *v, const struct pod *pod, const struct profile *p);
void cycle_free(struct cycle *c); /* NULL is fine; nominated pods and dry runs have been undone */

const struct cycle_input *cycle_in(const struct cycle *c);
struct view *cycle_view(struct cycle *c);

struct plugin_result {
	enum code code;
	struct outcome out;
};

/* What PreFilter of the i-th plugin said, each asked alone. */
const struct plugin_result *cycle_prefilter(const struct cycle *c, uint32_t plugin);

/* Why the attempt ends before any node is looked at. */
struct prefilter_end {
	bool stopped;
	enum code code;            /* UNSCHEDULABLE, UNRESOLVABLE or ERROR */
	const char *plugin;        /* "" if several node sets have nothing in common */
	struct strings reasons;    /* an Error's: the bare text */
	bool certain;              /* false: a plugin before it is unknown */
};
const struct prefilter_end *cycle_prefilter_end(const struct cycle *c);

/* Names of the plugins whose node set leaves the node out, sorted; n 0: it is a candidate. */
bool cycle_excludes(const struct cycle *c, const struct node_info *n);
bool cycle_plugin_excludes(const struct cycle *c, uint32_t plugin, const struct node_info *n);
/* "node(s) didn't satisfy plugin(s) [A B]", in the words of the release's report. */
const char *cycle_excluded_reason(const struct cycle *c);

/* The i-th plugin's Filter alone on a node, nominated pods left out; SKIP if PreFilter said so. */
enum code cycle_filter(const struct cycle *c, uint32_t plugin, const struct node_info *n,
		       struct outcome *out);

/* What the plugins in order say of a node. */
struct node_status {
	enum code code; /* SUCCESS; UNSCHEDULABLE, UNRESOLVABLE, ERROR; UNKNOWN: no rejection known */
	int plugin;     /* the first that did not pass; -1 */
	bool certain;   /* false: a plugin before it is unknown, the scheduler may report that one */
	bool nominated; /* without the nominated pods it would not reject, or say something else */
};
/* With the nominated pods of the node (two passes).  The node set is not considered. */
struct node_status cycle_filter_all(struct cycle *c, struct node_info *n, struct outcome *out);
/* Without them: what the second pass does. */
struct node_status cycle_filter_plain(const struct cycle *c, const struct node_info *n,
				      struct outcome *out);
/* Pods nominated to the node that the first pass adds: the scheduler keeps room for them. */
bool counts_nominated(const struct profile *profile, const struct pod *pod,
		      const struct pod_info *nominated);
bool cycle_counts_nominated(const struct cycle *c, const struct pod_info *p);
/* The first pass by hand: brings them to the node and returns their number; mark: from before. */
uint32_t cycle_add_nominated(struct cycle *c, struct node_info *n);
void cycle_remove_nominated(struct cycle *c, struct node_info *n, view_mark_t mark);

/* A pod comes to (leaves) a node: the node's accounting and the plugins' states follow. */
void cycle_add_pod(struct cycle *c, struct pod_info *p, struct node_info *n);
void cycle_remove_pod(struct cycle *c, struct pod_info *p);

/* Ends a dry run: those of pods that are away come back to node, and the view is as at mark. */
void cycle_rollback(struct cycle *c, view_mark_t mark, struct pod_info *const *pods, uint32_t n,
		    struct node_info *node);

/* An outcome without words, with reasons, or with details, whose words go to arena. */
struct outcome outcome_init(enum wanted wanted, struct arena *arena);

#endif
