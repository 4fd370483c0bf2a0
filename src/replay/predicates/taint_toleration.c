/*
 * TaintToleration: every NoSchedule and NoExecute taint of the node is tolerated.
 * Mirrors pkg/scheduler/framework/plugins/tainttoleration, v1.36; up to 1.34.1 the reason names
 * the first taint.  Known difference: the gate TaintTolerationComparisonOperators (alpha, off) is
 * taken as off.
 */
#include "base/i18n.h"
#include "replay/predicate.h"
#include "replay/toleration.h"

static void add_details(const struct cycle_input *in, const struct node *node, struct outcome *out)
{
	for (uint32_t i = 0; i < node->taints.n; i++) {
		const struct taint *t = &node->taints.v[i];
		const char *name;

		if (!taint_repels(t) || toleration_set_covers(&in->tolerated, t))
			continue;
		name = arena_printf(in->arena, "%s%s%s:%s", sym_text(t->key),
				    sym_empty(t->value) ? "" : "=", sym_text(t->value),
				    sym_text(t->effect));
		outcome_detail(out, &(struct detail){ .type = DETAIL_TAINT,
						      .name = name,
						      .object = object_ref_of(KIND_NODE, &node->meta),
						      .pointer = "/spec/tolerations" });
	}
}

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	const struct taint *t =
		find_untolerated_taint(&node->node->taints, &in->tolerated);

	(void)state;
	if (!t)
		return CODE_SUCCESS;
	if (outcome_wants_details(out))
		add_details(in, node->node, out);
	if (!in->release->taint_named)
		return outcome_reject(out, CODE_UNRESOLVABLE, "node(s) had untolerated taint(s)");
	return outcome_rejectf(out, CODE_UNRESOLVABLE, "node(s) had untolerated taint {%s: %s}",
			       sym_text(t->key), sym_text(t->value));
}

const struct predicate predicate_taint_toleration = {
	.name = "TaintToleration",
	.summary = N_("the pod tolerates the node's NoSchedule and NoExecute taints"),
	.filter = filter,
};
