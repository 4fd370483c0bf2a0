/*
 * SchedulingGates: a pod with gates is not tried at all.
 * Mirrors pkg/scheduler/framework/plugins/schedulinggates, v1.36.  No known differences.
 */
#include "base/i18n.h"
#include "replay/predicate.h"

static enum code pre_enqueue(const struct cycle_input *in, struct outcome *out)
{
	const struct pod_spec *spec = &in->pod->spec;
	const char *names = "";

	if (!spec->gates.n)
		return CODE_SUCCESS;
	for (uint32_t i = 0; i < spec->gates.n; i++)
		names = arena_printf(in->arena, "%s%s%s", names, i ? " " : "",
				     sym_text(spec->gates.v[i].name));
	return outcome_rejectf(out, CODE_UNRESOLVABLE, "waiting for scheduling gates: [%s]", names);
}

const struct predicate predicate_scheduling_gates = {
	.name = "SchedulingGates",
	.summary = N_("the pod has no scheduling gates"),
	.pre_enqueue = pre_enqueue,
};
