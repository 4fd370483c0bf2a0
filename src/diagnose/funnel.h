/* Narrowing the nodes down to those that a blocked pod could have used. */
#ifndef DIAGNOSE_FUNNEL_H
#define DIAGNOSE_FUNNEL_H

#include "diagnose/blocked.h"

struct funnel {
	struct node_group closed;  /* cordoned or tainted, among those that are left */
	struct node_group open;    /* the others */
	bool narrowed;             /* the pod's own choice has left nodes out */
	struct strbuf which;       /* "with disk=ssd"; if emptied: the whole sentence */
	const char *emptied;       /* code, if the pod's own choice leaves no node; else NULL */
};

/* Lists live in a; which has to be released. */
void funnel_run(struct funnel *f, const struct replay *r, struct arena *a);

/* NodeUnschedulable and TaintToleration: the node is closed, whatever the pod looks like. */
bool closes_node(const char *plugin);
const char *closed_code(const struct node_group *closed);
/* "the pod does not tolerate its taint k=v:E", "it is cordoned" */
void add_closed_reason(struct strbuf *out, const struct node_result *n);
/* "1 cordoned (b2), 2 tainted (cp-1: k=v:E, gpu-1: ...)" */
void add_closed_summary(struct strbuf *out, const struct node_group *closed, bool with_taints);

#endif
