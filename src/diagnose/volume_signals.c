/* Why the volumes of a bound pod are not there, from their objects: nobody writes an event for it. */
#include <string.h>

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

static bool uses_claim(const struct pod_case *k, const struct pod *p, const struct pvc *c)
{
	for (uint32_t i = 0; i < p->spec.volumes.n; i++)
		if (sym_eq(volume_claim_name(p, &p->spec.volumes.v[i], k->d->cluster->syms), c->meta.name))
			return true;
	return false;
}

/* A pod that has the claim on another node: on that one, where it is known. */
static const struct pod *find_user_elsewhere(const struct pod_case *k, const struct pvc *c, sym node)
{
	const struct objects *pods = &k->d->cluster->objects[KIND_POD];

	for (size_t i = 0; i < pods->n; i++) {
		const struct pod *p = (const struct pod *)(const void *)pods->v[i];
		sym at = p->spec.node_name;

		if (p == k->pod || sym_empty(at) || sym_same(at, k->pod->spec.node_name) ||
		    (!sym_empty(node) && !sym_same(at, node)) || pod_is_finished(p) ||
		    !sym_same(p->meta.namespace_, c->meta.namespace_) || !uses_claim(k, p, c))
			continue;
		return p;
	}
	return NULL;
}

static bool is_told_multi_attach(const struct pod_case *k)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;

	while ((e = next_event(&w)))
		if (sym_is(e->event->reason, "FailedAttachVolume") &&
		    strncmp(sym_text(e->event->message), "Multi-Attach error", 18) == 0)
			return true;
	return false;
}

/* The pod that keeps the volume where it is; without an attachment only the event proves it. */
static bool gather_holder(struct signals *s, const struct pod_case *k, const struct pvc *c,
			  const struct volume_attachment *there)
{
	const struct pod *user;
	struct signal *g;

	if (!there && !is_told_multi_attach(k))
		return false;
	user = find_user_elsewhere(k, c, there ? there->node_name : (sym){ NULL });
	if (!user)
		return false;
	g = add_state_signal(s, fill_ref(KIND_POD, user->meta.namespace_, user->meta.name),
			     "/spec/nodeName", "volume-held");
	signal_know(s, g, "volume", sym_text(c->spec.volume_name));
	signal_know(s, g, "claim", sym_text(c->meta.name));
	signal_know(s, g, "holder", sym_text(user->spec.node_name));
	signal_know(s, g, "user", sym_text(user->meta.name));
	return true;
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
	} else if (!here && only_one_node_may_have_it(c) && gather_holder(s, k, c, there)) {
		return;
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
