/*
 * Why no node passes, in one sentence.  The nodes go through a funnel: first what the pod asked for
 * by choice (labels, a resource only some nodes offer, where its volume lives), then nodes that are
 * closed to it (cordoned, tainted), then what is left and why even that is not enough.
 */
#ifndef DIAGNOSE_BLOCKED_H
#define DIAGNOSE_BLOCKED_H

#include "base/strbuf.h"
#include "diagnose/context.h"

struct node_group { /* some of the replay's nodes */
	const struct node_result **v;
	uint32_t n;
};

/* The rejection of that plugin, or NULL. */
const struct rejection *rejection_by(const struct node_result *n, const char *plugin);

/* blocked_nodes.c: sets the cause from the nodes' rejections. */
void explain_nodes(struct pod_case *k);
/* blocked_claims.c: sets the cause from what PreFilter said about the pod as a whole. */
void explain_prefilter(struct pod_case *k, const struct rejection *why);
/*
 * blocked_message.c: sets the cause from the scheduler's own message.  found: what the snapshot lacks
 * or the replay could not check, NULL if the message says all there is.
 */
void explain_message(struct pod_case *k, const char *message, const char *found);
/*
 * The pod has resource claims, and the emulated release replays none: it has them off by default.  An API
 * server drops them where they are off, so somebody has turned them on.
 */
bool claims_are_not_replayed(const struct pod_case *k);
/* blocked_findings.c: one finding for each plugin that rejects. */
void add_block_findings(struct pod_case *k);

/* phrase.c: what to say about a plugin's rejections on these nodes. */
struct phrase {
	const char *code;
	struct strbuf text; /* a clause: "there is less than 5Gi memory free (most: n1 with 4Gi)" */
};
void phrase_rejections(struct phrase *ret, const char *plugin, const struct node_group *nodes);
void add_node_names(struct strbuf *out, const struct node_group *nodes, uint32_t most);
/* "disk=ssd" or "zone In [a b]" */
void add_requirement_text(struct strbuf *out, const struct detail *d);

#endif
