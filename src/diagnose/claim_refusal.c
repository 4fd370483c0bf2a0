/* Claims of generic ephemeral volumes that the API server would not admit: the pod waits for them. */
#include <string.h>

#include "base/i18n.h"
#include "diagnose/fill.h"
#include "diagnose/refusal.h"
#include "replay/volumes.h"

static void add_evidence(const struct pod_case *k, const struct refusal *r)
{
	enum kind kind = r->kind == REFUSED_LIMIT_RANGE ? KIND_LIMIT_RANGE : KIND_RESOURCE_QUOTA;
	struct object_ref of = { kinds[kind].name, sym_text(k->pod->meta.namespace_), r->name };

	evidence_add(k->r, of, kind == KIND_LIMIT_RANGE ? "/spec/limits" : "/status/used", r->text,
		     NULL);
}

static void tell_claim(struct pod_case *k, sym claim, const struct refusals *list)
{
	struct report *r = k->r;
	struct strbuf text = STRBUF_INIT;

	for (uint32_t i = 0; i < list->n; i++) {
		struct next_refusal next = { NULL, list->v[i] };

		strbuf_adds(&text, i ? _("; ") : "");
		tell_next_refusal(&next, &text);
	}
	finding_add(r, "ClaimNotAdmitted", SEVERITY_WARNING, NULL, _("claim %s would be refused: %s"),
		    sym_text(claim), text.buf);
	for (uint32_t i = 0; i < list->n; i++)
		add_evidence(k, &list->v[i]);
	if (r->cause.summary && strcmp(r->cause.code, "EphemeralClaimNotCreated") == 0)
		r->cause.summary = arena_printf(r->arena, _("%s; it would be refused: %s"),
						r->cause.summary, text.buf);
	strbuf_release(&text);
}

void explain_claim_refusal(struct pod_case *k)
{
	struct arena *arena = arena_new();
	struct admission a = { k->d->cluster, arena, k->d->opts.release->pod_level, 0 };
	sym namespace_ = k->pod->meta.namespace_;

	for (uint32_t i = 0; i < k->pod->spec.volumes.n; i++) {
		const struct volume *v = &k->pod->spec.volumes.v[i];
		struct pvc claim = { 0 };
		struct refusals list;
		sym name;

		if (!v->ephemeral)
			continue;
		name = ephemeral_claim_name(k->pod, v, k->d->cluster->syms);
		if (cluster_find(k->d->cluster, KIND_PVC, namespace_, name))
			continue;
		claim.spec = v->ephemeral->template_spec;
		list = admission_check_claim(&a, namespace_, &claim);
		if (list.n) {
			tell_claim(k, name, &list);
			break;
		}
	}
	arena_free(arena);
}
