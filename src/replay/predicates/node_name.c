/*
 * NodeName: spec.nodeName, if set, names the node.
 * Mirrors pkg/scheduler/framework/plugins/nodename, v1.36.  No known differences.
 */
#include "base/i18n.h"
#include "replay/predicate.h"

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	sym wanted = in->pod->spec.node_name;

	(void)state;
	if (sym_empty(wanted) || sym_eq(wanted, node->node->meta.name))
		return CODE_SUCCESS;
	outcome_detail(out, &(struct detail){ .type = DETAIL_NODE,
					      .name = "nodeName",
					      .wanted = wanted.s,
					      .observed = sym_text(node->node->meta.name),
					      .pointer = "/spec/nodeName" });
	return outcome_reject(out, CODE_UNRESOLVABLE, "node(s) didn't match the requested node name");
}

const struct predicate predicate_node_name = {
	.name = "NodeName",
	.summary = N_("the pod does not ask for another node by name"),
	.filter = filter,
};
