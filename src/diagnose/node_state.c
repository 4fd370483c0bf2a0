#include "diagnose/node_state.h"

#include "diagnose/lease.h"

#define LEASE_SLACK_SECONDS 10 /* the controller waits 50 s where the lease says 40 */

const struct condition *node_ready_condition(const struct diagnosis *d, sym name)
{
	const struct node_info *n = view_find_node(d->view, name);

	return n ? conditions_get(&n->node->conditions, "Ready") : NULL;
}

static bool lease_has_run_out(const struct diagnosis *d, sym name)
{
	const struct lease *l = find_lease(d->cluster, "kube-node-lease", name.s);

	return l && lease_overdue(d, l) > LEASE_SLACK_SECONDS;
}

enum node_state node_state(const struct diagnosis *d, sym name)
{
	const struct condition *ready;

	if (!view_find_node(d->view, name))
		return view_coverage(d->view, KIND_NODE) == COVER_READ ? NODE_GONE : NODE_UNREAD;
	ready = node_ready_condition(d, name);
	if (ready && sym_is(ready->status, "Unknown"))
		return NODE_SILENT;
	if (lease_has_run_out(d, name))
		return NODE_OVERDUE;
	if (ready && sym_is(ready->status, "False"))
		return NODE_NOT_READY;
	return NODE_TALKS;
}
