/*
 * SchedulingGates: a pod with gates is not tried at all.
 * Mirrors pkg/scheduler/framework/plugins/schedulinggates, v1.36.  No known differences.
 */
#include "base/i18n.h"
#include "base/strbuf.h"
#include "replay/predicate.h"

static enum code pre_enqueue(const struct cycle_input *in, struct outcome *out)
{
	const struct pod_spec *spec = &in->pod->spec;
	struct strbuf names = STRBUF_INIT;
	enum code code;

	if (!spec->gates.n)
		return CODE_SUCCESS;
	for (uint32_t i = 0; i < spec->gates.n; i++)
		strbuf_addf(&names, "%s%s", i ? " " : "", sym_text(spec->gates.v[i].name));
	code = outcome_rejectf(out, CODE_UNRESOLVABLE, "waiting for scheduling gates: [%s]", names.buf);
	strbuf_release(&names);
	return code;
}

const struct predicate predicate_scheduling_gates = {
	.name = "SchedulingGates",
	.summary = N_("the pod has no scheduling gates"),
	.pre_enqueue = pre_enqueue,
};
