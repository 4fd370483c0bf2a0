#include "diagnose/stage.h"

#include "diagnose/absent.h"
#include "diagnose/blocked.h"
#include "diagnose/chosen.h"
#include "diagnose/containers.h"
#include "diagnose/explain.h"
#include "diagnose/fragmentation.h"
#include "diagnose/node_state.h"
#include "diagnose/scheduler.h"

static bool is_bound(const struct pod_case *k)
{
	return !sym_empty(k->pod->spec.node_name);
}

/* Failed without a node: nothing will ever schedule it, so it is over as well. */
static bool is_finished(const struct pod_case *k)
{
	if (!pod_is_finished(k->pod))
		return false;
	return sym_is(k->pod->status.phase, "Succeeded") || main_container_ran(k->pod) || !is_bound(k);
}

static bool was_refused(const struct pod_case *k)
{
	return pod_is_finished(k->pod);
}

static bool condition_is_true(const struct pod *p, const char *type)
{
	const struct condition *c = conditions_get(&p->status.conditions, type);

	return c && sym_is(c->status, "True");
}

static bool gates_are_open(const struct pod *p)
{
	for (uint32_t i = 0; i < p->spec.readiness_gates.n; i++)
		if (!condition_is_true(p, sym_text(p->spec.readiness_gates.v[i].condition_type)))
			return false;
	return true;
}

static bool containers_are_ready(const struct pod *p)
{
	for (uint32_t i = 0; i < p->status.containers.n; i++)
		if (p->status.containers.v[i].ready != TRI_TRUE)
			return false;
	return true;
}

/* The Ready condition decides; where it is absent, what would make the kubelet set it. */
static bool is_ready(const struct pod_case *k)
{
	const struct pod *p = k->pod;

	if (!is_bound(k))
		return false;
	if (conditions_get(&p->status.conditions, "Ready"))
		return condition_is_true(p, "Ready");
	if (!p->status.containers.n && kubelet_complains(k))
		return false;
	return sym_is(p->status.phase, "Running") && containers_are_ready(p) && gates_are_open(p);
}

static bool node_is_lost(const struct pod_case *k)
{
	if (!is_bound(k))
		return false;
	switch (node_state(k->d, k->pod->spec.node_name)) {
	case NODE_GONE: /* or left out of a snapshot */
		return !kubelet_complained_lately(k);
	case NODE_SILENT:
		return true;
	case NODE_OVERDUE:
		return !is_ready(k);
	case NODE_TALKS:
	case NODE_UNREAD:
	case NODE_NOT_READY:
		break;
	}
	return false;
}

static bool has_trouble(const struct pod_case *k)
{
	return is_bound(k) && find_trouble(k).kind != TROUBLE_NONE;
}

static bool is_gated(const struct pod_case *k)
{
	return k->pod->spec.gates.n > 0;
}

static bool is_unserved(const struct pod_case *k)
{
	return !scheduler_is_served(k);
}

static bool is_preempting(const struct pod_case *k)
{
	return find_victim(k, 0) != NULL;
}

/*
 * Since 1.35 a nomination is also written when binding begins.  Of a pod that never failed it can
 * mean nothing else; of one that did, the claims have to show it.
 */
static bool is_binding(const struct pod_case *k)
{
	sym node;

	if (find_selected_claim(k, &node))
		return true;
	if (!k->d->opts.release->nominated_in_prebind || !nominated_node(k) ||
	    !replay_fits_on(k->r->replay, k->pod->status.nominated_node.s))
		return false;
	return !failed_attempt(k->pod) || find_unbound_claim(k) ||
	       k->pod->spec.resource_claims.n > 0;
}

static bool attempt_is_aborted(const struct replay *r)
{
	if (r->feasible.n) /* an own nominated node that passes is taken without asking the others */
		return false;
	for (uint32_t i = 0; i < r->pre_filter.n; i++)
		if (r->pre_filter.v[i].code == CODE_ERROR)
			return true;
	for (uint32_t i = 0; i < r->nodes.n; i++)
		if (r->nodes.v[i].first && r->nodes.v[i].first->code == CODE_ERROR)
			return true;
	return false;
}

static bool all_nodes_rejected(const struct pod_case *k)
{
	const struct replay *r = k->r->replay;
	enum coverage nodes = view_coverage(k->d->view, KIND_NODE);

	if (nodes == COVER_NONE || nodes == COVER_NAMESPACE)
		return false;
	for (uint32_t i = 0; i < r->nodes.n; i++)
		if (r->nodes.v[i].verdict != VERDICT_REJECTED)
			return false;
	return true;
}

/* Where the replay cannot tell, the scheduler's own last word counts. */
static bool is_blocked(const struct pod_case *k)
{
	const struct replay *r = k->r->replay;
	const struct last_word said = last_word(k);

	if (said.is_error)
		return true;
	if (said.text && (r->message.shortfall || claims_are_not_replayed(k)))
		return true;
	if (attempt_is_aborted(r))
		return absent_kind(k) == KIND_COUNT || r->message.observed;
	if (r->feasible.n)
		return false;
	if (absent_kind(k) != KIND_COUNT)
		return r->message.observed != NULL;
	return r->pre_filter.n || all_nodes_rejected(k) || said.text || failed_attempt(k->pod);
}

static bool node_fits(const struct pod_case *k)
{
	return k->r->replay->feasible.n > 0;
}

/* Neither condition nor event: the scheduler has not finished an attempt. */
static bool was_never_tried(const struct pod_case *k)
{
	return !conditions_get(&k->pod->status.conditions, "PodScheduled") && !last_word(k).text &&
	       absent_kind(k) != KIND_NODE;
}

static bool always(const struct pod_case *k)
{
	(void)k;
	return true;
}

static const struct stage_rule {
	bool (*applies)(const struct pod_case *k);
	enum stage stage;
	void (*explain)(struct pod_case *k);
} rules[] = {
	{ is_finished, STAGE_FINISHED, explain_finished },
	{ was_refused, STAGE_POST_BIND, explain_refused },
	{ node_is_lost, STAGE_POST_BIND, explain_lost_node },
	{ is_ready, STAGE_READY, explain_ready },
	{ has_trouble, STAGE_POST_BIND, explain_trouble },
	{ is_bound, STAGE_RUNNING_NOT_READY, explain_not_ready },
	{ is_gated, STAGE_GATED, explain_gated },
	{ is_unserved, STAGE_QUEUE_WAIT, explain_unserved },
	{ scheduler_is_dead, STAGE_QUEUE_WAIT, explain_dead_scheduler },
	{ is_held_by_queue, STAGE_QUEUE_WAIT, explain_held },
	{ is_preempting, STAGE_PREEMPTING, explain_preempting },
	{ is_binding, STAGE_BIND_WAIT, explain_bind_wait },
	{ is_fragmented, STAGE_FRAGMENTATION, explain_fragmented },
	{ is_blocked, STAGE_FILTER_FAILURE, explain_blocked },
	{ node_fits, STAGE_QUEUE_WAIT, explain_fits },
	{ was_never_tried, STAGE_QUEUE_WAIT, explain_undecided },
	{ always, STAGE_UNKNOWN, explain_undecided },
};

void decide_stage(struct pod_case *k)
{
	const struct stage_rule *rule = rules;

	while (!rule->applies(k))
		rule++;
	k->r->stage = rule->stage;
	rule->explain(k);
}

enum stage peek_stage(const struct pod_case *k)
{
	const struct stage_rule *rule = rules;

	if (!is_bound(k) && !pod_is_finished(k->pod))
		return STAGE_UNKNOWN;
	while (!rule->applies(k))
		rule++;
	return rule->stage;
}
