#include "diagnose/advise.h"

#include "advice/clauses.h"
#include "advice/fix.h"
#include "advice/moves.h"
#include "diagnose/absent.h"
#include "diagnose/fragmentation.h"

/* Where the scheduler would not take a node today; a pod of another scheduler is as good as any. */
static bool is_stuck_before_node(const struct pod_case *k)
{
	const struct replay *r = k->r->replay;

	if (!r || !r->nodes.n || absent_kind(k) != KIND_COUNT)
		return false;
	return !r->feasible.n || k->pod->spec.gates.n > 0;
}

void fill_advice(const struct pod_case *k)
{
	const struct fix_request request = {
		.view = k->d->view,
		.pod = k->pod,
		.profile = k->profile,
		.replay = k->r->replay,
		.arena = k->r->arena,
	};

	if (!k->d->advise || !is_stuck_before_node(k))
		return;
	clauses_find(k->d->view, k->pod, k->profile, k->r->replay, k->r->arena, &k->r->advice);
	if (k->r->fragmentation.set) {
		moves_find(k->d->view, k->pod, k->profile, k->r->replay, k->r->arena,
			   &k->r->advice);
		tell_moves(k);
	}
	fixes_find(&request, &k->r->advice);
}
