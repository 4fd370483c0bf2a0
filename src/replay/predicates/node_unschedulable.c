/*
 * NodeUnschedulable: a cordoned node takes only pods that tolerate the cordon.
 * Mirrors pkg/scheduler/framework/plugins/nodeunschedulable, v1.36.  No known differences.
 */
#include "base/i18n.h"
#include "replay/predicate.h"
#include "replay/toleration.h"

struct state {
	bool tolerated;
};

/* Only the spec field counts; the real taint of a cordoned node is TaintToleration's. */
static enum code prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			   struct outcome *out)
{
	struct taint cordon = { .key = sym_str(in->syms, "node.kubernetes.io/unschedulable"),
				.effect = sym_str(in->syms, "NoSchedule") };
	struct state *s = state;

	(void)keep;
	(void)out;
	s->tolerated = taint_is_tolerated(&cordon, &in->pod->spec.tolerations);
	return CODE_SUCCESS;
}

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	const struct state *s = state;

	(void)in;
	if (node->node->unschedulable != TRI_TRUE || s->tolerated)
		return CODE_SUCCESS;
	outcome_detail(out, &(struct detail){ .type = DETAIL_NODE,
					      .name = _("cordoned"),
					      .object = object_ref_of(KIND_NODE, &node->node->meta),
					      .pointer = "/spec/tolerations" });
	return outcome_reject(out, CODE_UNRESOLVABLE, "node(s) were unschedulable");
}

const struct predicate predicate_node_unschedulable = {
	.name = "NodeUnschedulable",
	.summary = N_("the node is not cordoned, or the pod tolerates that"),
	.state_size = sizeof(struct state),
	.prefilter = prefilter,
	.filter = filter,
};
