#include "diagnose/claim_events.h"

#include <string.h>

#include "base/i18n.h"
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

/* Volumes made by hand need no StorageClass object: its name is only a word that has to be equal. */
static bool has_volumes_of_class(const struct pod_case *k, const struct pvc *c)
{
	const struct objects *list = &k->d->cluster->objects[KIND_PV];
	sym name = pvc_class(c);

	for (size_t i = 0; i < list->n; i++)
		if (strcmp(sym_text(pv_class((const struct pv *)(const void *)list->v[i])),
			   sym_text(name)) == 0)
			return true;
	return false;
}

static bool is_about_class(const char *code)
{
	return strcmp(code, "StorageClassMissing") == 0 || strcmp(code, "NoDefaultStorageClass") == 0;
}

/* The replay knows only that the claim is not bound; the event knows why. */
static void sharpen_cause(struct pod_case *k, const struct pvc *c, const struct rule_match *m)
{
	if (strcmp(k->r->cause.code, "UnboundImmediateClaim") != 0)
		return;
	if (is_about_class(m->code) && has_volumes_of_class(k, c))
		return;
	if (m->stage == k->r->stage)
		k->r->cause.code = fill_strdup(k->r, m->code);
	if (!is_about_class(m->code) || view_coverage(k->d->view, KIND_STORAGE_CLASS) == COVER_ABSENT)
		k->r->cause.summary = arena_printf(k->r->arena, _("%s; %s"), k->r->cause.summary,
						   m->summary);
	cause_advise(k->r, m->next, m->command);
}

/* The newest failure: that somebody still waits is written more often than why. */
static const struct signal *find_failure(const struct pod_case *k, struct signals *s,
					 const struct pvc *c, struct rule_match *ret)
{
	struct event_walk w = events_about(k->d, KIND_PVC, &c->meta);
	const struct event_entry *e;

	if (!k->d->opts.rules)
		return NULL;
	while ((e = next_event(&w))) {
		const struct signal *g = add_event_signal(s, KIND_PVC, e);

		if (!g)
			return NULL;
		if (rules_match(k->d->opts.rules, &g->in, s->arena, ret) &&
		    ret->nature != NATURE_INFO && ret->nature != NATURE_WAIT)
			return g;
	}
	return NULL;
}

static void tell_claim(struct pod_case *k, const struct pvc *c)
{
	struct signals *s = signals_of_pod(k);
	struct strbuf text = STRBUF_INIT;
	struct rule_match m;
	const struct signal *g = find_failure(k, s, c, &m);

	if (!g)
		return;
	sharpen_cause(k, c, &m);
	strbuf_addf(&text, _("claim %s: "), sym_text(c->meta.name));
	signal_observed(s, g, &text);
	finding_add(k->r, fill_strdup(k->r, m.code), SEVERITY_WARNING, NULL, "%s", text.buf);
	evidence_add(k->r, fill_ref(KIND_PVC, c->meta.namespace_, c->meta.name), NULL, g->in.message,
		     NULL);
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
