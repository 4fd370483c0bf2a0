#include "diagnose/shortfall.h"

#include <string.h>

#include "base/i18n.h"
#include "diagnose/attempts.h"

/* What a node is rejected for because of the pods on it. */
static const char *const crowded[] = {
	"Insufficient ", "Too many pods", "node(s) didn't have free ports", "affinity rules",
	"pod affinity/anti-affinity", "topology spread constraints",
};

static bool turns_on_pods(const struct scheduler_message *said)
{
	for (uint32_t i = 0; i < said->n; i++)
		for (size_t w = 0; w < sizeof(crowded) / sizeof(*crowded); w++)
			if (strstr(said->clauses[i].reason, crowded[w]))
				return true;
	return false;
}

static bool is_made_by_hand(const struct cluster *c)
{
	for (int kind = 0; kind < KIND_COUNT; kind++)
		if (c->coverage[kind] == COVER_ABSENT)
			return true;
	return false;
}

/* Nodes run at least the pods of the cluster itself. */
static const char *node_without_pods(const struct pod_case *k)
{
	const struct strings *fits = &k->r->replay->feasible;

	for (uint32_t i = 0; i < fits->n; i++) {
		const struct node_info *n = view_find_node(k->d->view, view_sym(k->d->view, fits->v[i]));

		if (n && !n->pods.n)
			return fits->v[i];
	}
	return NULL;
}

const char *snapshot_shortfall(const struct pod_case *k, const struct scheduler_message *said)
{
	const struct replay *r = k->r->replay;
	const char *empty;

	if (!said->framed || !r->feasible.n || !is_made_by_hand(k->d->cluster) ||
	    count_attempts(k).backoff_left.set)
		return NULL;
	if (said->nodes > (int64_t)r->nodes.n)
		return arena_printf(k->r->arena, _("this snapshot has %u of %lld nodes"),
				    (unsigned)r->nodes.n, (long long)said->nodes);
	empty = turns_on_pods(said) ? node_without_pods(k) : NULL;
	return empty ? arena_printf(k->r->arena, _("this snapshot has no pods on %s"), empty) : NULL;
}
