/* Whether the node of a bound pod is still there and talks. */
#ifndef DIAGNOSE_NODE_STATE_H
#define DIAGNOSE_NODE_STATE_H

#include "diagnose/context.h"

enum node_state {
	NODE_TALKS,
	NODE_UNREAD,    /* no Node objects could be read, so nothing is known */
	NODE_GONE,      /* the Node object does not exist */
	NODE_SILENT,    /* Ready is Unknown: the control plane has given it up */
	NODE_OVERDUE,   /* its lease has run out, nobody has said so yet */
	NODE_NOT_READY, /* the kubelet itself reports Ready=False */
};

enum node_state node_state(const struct diagnosis *d, sym name);
/* Its Ready condition, or NULL. */
const struct condition *node_ready_condition(const struct diagnosis *d, sym name);

#endif
