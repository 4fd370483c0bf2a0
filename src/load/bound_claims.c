#include "load/bound_claims.h"

#include <string.h>

#include "load/defaults.h"
#include "model/pod.h"
#include "model/storage.h"
#include "model/workload.h"

/* "0/3 nodes are available: 2 node(s) ...": a count, and so a verdict about nodes. */
static bool looked_at_nodes(sym message)
{
	static const char middle[] = " nodes are available: ";
	const char *at = strstr(sym_text(message), middle);

	if (!at || strstr(at, "unbound "))
		return false;
	at += sizeof(middle) - 1;
	return *at >= '0' && *at <= '9';
}

static void infer_bound(struct cluster *c, sym namespace_, sym name)
{
	struct pvc *claim = (struct pvc *)(void *)cluster_find(c, KIND_PVC, namespace_, name);

	if (claim && sym_is(claim->phase, "Bound") && !sym_empty(claim->spec.volume_name))
		default_label(c, &claim->meta.annotations, "pv.kubernetes.io/bind-completed",
			      sym_str(c->syms, "yes"));
}

static void infer_of_pod(struct cluster *c, const struct pod *p)
{
	for (uint32_t i = 0; i < p->spec.volumes.n; i++)
		if (p->spec.volumes.v[i].claim)
			infer_bound(c, p->meta.namespace_, p->spec.volumes.v[i].claim->claim_name);
}

static void infer_from_condition(struct cluster *c, const struct pod *p)
{
	const struct condition *tried = conditions_get(&p->status.conditions, "PodScheduled");

	if (tried && sym_is(tried->status, "False") && looked_at_nodes(tried->message))
		infer_of_pod(c, p);
}

static void infer_from_event(struct cluster *c, const struct event *e)
{
	const struct pod *p;

	if (!sym_is(e->reason, "FailedScheduling") || !looked_at_nodes(e->message))
		return;
	p = (const struct pod *)(const void *)cluster_find(c, KIND_POD, e->object.namespace_,
							   e->object.name);
	if (p && sym_empty(p->spec.node_name))
		infer_of_pod(c, p);
}

void infer_bound_claims(struct cluster *c)
{
	const struct objects *pods = &c->objects[KIND_POD], *events = &c->objects[KIND_EVENT];

	for (size_t i = 0; i < pods->n; i++)
		infer_from_condition(c, (const struct pod *)(const void *)pods->v[i]);
	for (size_t i = 0; i < events->n; i++)
		infer_from_event(c, (const struct event *)(const void *)events->v[i]);
}
