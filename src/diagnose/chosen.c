#include "diagnose/chosen.h"

#include <string.h>

#include "replay/volumes.h"

bool replay_fits_on(const struct replay *r, const char *node)
{
	for (uint32_t i = 0; i < r->feasible.n; i++)
		if (strcmp(r->feasible.v[i], node) == 0)
			return true;
	return false;
}

struct node_info *nominated_node(const struct pod_case *k)
{
	sym name = k->pod->status.nominated_node;

	return sym_empty(name) ? NULL : view_find_node(k->d->view, name);
}

/*
 * Evicted by the scheduler, or going away without another reason given: clusters before
 * DisruptionTarget, and snapshots that leave conditions out, show no more than that.
 */
static bool makes_way(const struct pod *p)
{
	const struct condition *c = conditions_get(&p->status.conditions, "DisruptionTarget");

	if (c && sym_is(c->status, "True"))
		return sym_is(c->reason, "PreemptionByScheduler");
	return p->meta.deleted.set;
}

const struct pod *find_victim(const struct pod_case *k, uint32_t i)
{
	const struct node_info *n = nominated_node(k);

	for (uint32_t j = 0; n && j < n->pods.n; j++) {
		const struct pod *p = n->pods.v[j]->pod;

		if (pod_priority(p) < pod_priority(k->pod) && makes_way(p) && i-- == 0)
			return p;
	}
	return NULL;
}

/* The claim of the i-th volume if it exists and belongs to the pod. */
static const struct pvc *claim_of_volume(const struct pod_case *k, uint32_t i)
{
	sym name = volume_claim_name(k->pod, &k->pod->spec.volumes.v[i], k->d->cluster->syms);

	return find_pvc(k->d->view, k->pod->meta.namespace_, name);
}

/* As the scheduler sees it: bound means a volume and the controller's mark. */
static bool is_bound(const struct pvc *c)
{
	return !sym_empty(c->spec.volume_name) &&
	       (sym_is(c->phase, "Bound") || labels_text(&c->meta.annotations, ANNOTATION_BIND_COMPLETED).s);
}

const struct pvc *find_unbound_claim(const struct pod_case *k)
{
	for (uint32_t i = 0; i < k->pod->spec.volumes.n; i++) {
		const struct pvc *c = claim_of_volume(k, i);

		if (c && !is_bound(c))
			return c;
	}
	return NULL;
}

const struct pvc *find_selected_claim(const struct pod_case *k, sym *ret_node)
{
	for (uint32_t i = 0; i < k->pod->spec.volumes.n; i++) {
		const struct pvc *c = claim_of_volume(k, i);
		sym node;

		if (!c || is_bound(c))
			continue;
		node = labels_text(&c->meta.annotations, ANNOTATION_SELECTED_NODE);
		if (sym_empty(node) || !view_find_node(k->d->view, node) ||
		    !replay_fits_on(k->r->replay, node.s))
			continue;
		*ret_node = node;
		return c;
	}
	return NULL;
}
