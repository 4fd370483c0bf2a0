#include "diagnose/claim_events.h"

#include <string.h>

#include "diagnose/fill.h"
#include "diagnose/ruling.h"
#include "replay/volumes.h"

/* The claim of the i-th volume, if it exists and has no volume yet. */
static const struct pvc *unbound_claim(const struct pod_case *k, uint32_t i)
{
	sym name = volume_claim_name(k->pod, &k->pod->spec.volumes.v[i], k->d->cluster->syms);
	const struct pvc *c = find_pvc(k->d->view, k->pod->meta.namespace_, name);

	return c && sym_empty(c->spec.volume_name) ? c : NULL;
}

/* The replay knows only that the claim is not bound; the event knows why. */
static void sharpen_cause(struct pod_case *k, const struct rule_match *m)
{
	if (strcmp(k->r->cause.code, "UnboundImmediateClaim") != 0)
		return;
	if (m->stage == k->r->stage)
		k->r->cause.code = fill_strdup(k->r, m->code);
	k->r->cause.summary = arena_printf(k->r->arena, "%s; %s", k->r->cause.summary, m->summary);
	cause_advise(k->r, m->next, m->command);
}

static void tell_claim(struct pod_case *k, const struct pvc *c)
{
	struct event_walk w = events_about(k->d, KIND_PVC, &c->meta);
	struct signals *s = signals_of_pod(k);
	const struct event_entry *e = next_event(&w);
	struct strbuf text = STRBUF_INIT;
	struct rule_match m;

	if (!e || !add_event_signal(s, KIND_PVC, e))
		return;
	if (!k->d->opts.rules || !rules_match(k->d->opts.rules, &s->v[0].in, s->arena, &m) ||
	    m.nature == NATURE_INFO || m.nature == NATURE_WAIT)
		return;
	sharpen_cause(k, &m);
	strbuf_addf(&text, "claim %s: ", sym_text(c->meta.name));
	signal_observed(s, &s->v[0], &text);
	finding_add(k->r, fill_strdup(k->r, m.code), SEVERITY_WARNING, NULL, "%s", text.buf);
	evidence_add(k->r, fill_ref(KIND_PVC, c->meta.namespace_, c->meta.name), NULL,
		     s->v[0].in.message, NULL);
	strbuf_release(&text);
}

void tell_claim_events(struct pod_case *k)
{
	if (k->r->stage != STAGE_FILTER_FAILURE)
		return;
	for (uint32_t i = 0; i < k->pod->spec.volumes.n; i++) {
		const struct pvc *c = unbound_claim(k, i);

		if (c)
			tell_claim(k, c);
	}
}
