/* Why the volumes of a bound pod are not there, from their objects: nobody writes an event for it. */
#include "diagnose/fill.h"
#include "diagnose/signals.h"
#include "replay/volumes.h"

/* Of the volume to the pod's node, or to another one. */
static const struct volume_attachment *find_attachment(const struct pod_case *k, sym pv, bool here)
{
	const struct objects *list = &k->d->cluster->objects[KIND_VOLUME_ATTACHMENT];

	for (size_t i = 0; i < list->n; i++) {
		const struct volume_attachment *a =
			(const struct volume_attachment *)(const void *)list->v[i];

		if (sym_eq(a->pv_name, pv) &&
		    sym_same(a->node_name, k->pod->spec.node_name) == here)
			return a;
	}
	return NULL;
}

static bool only_one_node_may_have_it(const struct pvc *c)
{
	for (uint32_t i = 0; i < c->spec.access_modes.n; i++)
		if (!sym_is(c->spec.access_modes.v[i], "ReadWriteOnce") &&
		    !sym_is(c->spec.access_modes.v[i], "ReadWriteOncePod"))
			return false;
	return c->spec.access_modes.n > 0;
}

static struct object_ref attachment_ref(const struct volume_attachment *a)
{
	return fill_ref(KIND_VOLUME_ATTACHMENT, (sym){ NULL }, a->meta.name);
}

static void gather_attachment(struct signals *s, const struct pod_case *k, const struct pvc *c)
{
	const struct volume_attachment *here = find_attachment(k, c->spec.volume_name, true);
	const struct volume_attachment *there = find_attachment(k, c->spec.volume_name, false);
	struct signal *g;

	if (here && here->attached != TRI_TRUE && !sym_empty(here->attach_error)) {
		g = add_state_signal(s, attachment_ref(here), "/status/attachError/message", "");
		if (g) {
			g->in.source = RULE_ATTACH_ERROR;
			g->in.message = here->attach_error.s;
		}
	} else if (!here && there && only_one_node_may_have_it(c)) {
		g = add_state_signal(s, attachment_ref(there), "/spec/nodeName",
				     "volume-detach-stuck");
		signal_know(s, g, "volume", sym_text(c->spec.volume_name));
		signal_know(s, g, "holder", sym_text(there->node_name));
	}
}

/* Claims whose own events say why there is no volume to mount. */
static void gather_claim(struct signals *s, const struct pod_case *k, const struct pvc *c)
{
	struct event_walk w = events_about(k->d, KIND_PVC, &c->meta);
	const struct event_entry *e;

	if (!sym_empty(c->spec.volume_name)) {
		gather_attachment(s, k, c);
		return;
	}
	e = next_event(&w);
	if (e)
		add_event_signal(s, KIND_PVC, e);
}

void gather_claims(struct signals *s, const struct pod_case *k)
{
	for (uint32_t i = 0; i < k->pod->spec.volumes.n; i++) {
		const struct volume *v = &k->pod->spec.volumes.v[i];
		sym name = volume_claim_name(k->pod, v, k->d->cluster->syms);
		const struct pvc *c = find_pvc(k->d->view, k->pod->meta.namespace_, name);

		if (c)
			gather_claim(s, k, c);
	}
}
