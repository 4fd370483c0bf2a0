/* Rejections that need no node: claims that are missing or not ready. */
#include <string.h>

#include "base/i18n.h"
#include "diagnose/blocked.h"
#include "diagnose/chosen.h"
#include "diagnose/detail_pointer.h"
#include "diagnose/fill.h"
#include "diagnose/subject.h"
#include "replay/volumes.h"

static const struct prefilter_reason {
	const char *begin, *end; /* of the scheduler's text; NULL: anything */
	const char *code;
} prefilter_reasons[] = {
	{ "waiting for ephemeral volume controller", NULL, "EphemeralClaimNotCreated" },
	{ "pod has unbound immediate", NULL, "UnboundImmediateClaim" },
	{ "persistentvolumeclaim \"", "\" not found", "PersistentVolumeClaimMissing" },
	{ "persistentvolumeclaim \"", "\" is being deleted", "PersistentVolumeClaimDeleting" },
	{ "persistentvolumeclaim \"", NULL, "PersistentVolumeMissing" },
	{ "persistentvolume \"", NULL, "PersistentVolumeMissing" },
	{ "storageclass.storage.k8s.io \"", NULL, "StorageClassMissing" },
	{ "PVC ", "(pod is not owner)", "EphemeralClaimForeign" },
	{ "pod affinity terms conflict", NULL, "NodeAffinityMismatch" },
};

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

static const char *reason_code(const struct rejection *why, const char *text)
{
	for (size_t i = 0; i < sizeof(prefilter_reasons) / sizeof(*prefilter_reasons); i++) {
		const struct prefilter_reason *r = &prefilter_reasons[i];

		if (strncmp(text, r->begin, strlen(r->begin)) == 0 &&
		    (!r->end || ends_with(text, r->end)))
			return r->code;
	}
	if (strcmp(why->plugin, "DynamicResources") == 0)
		return "ResourceClaimUnavailable";
	return "PodRejected";
}

/* An unbound claim whose class binds at once: why is it still unbound? */
static const struct pvc *find_immediate_claim(const struct pod_case *k)
{
	for (uint32_t i = 0; i < k->pod->spec.volumes.n; i++) {
		const struct claim_source *source = k->pod->spec.volumes.v[i].claim;
		const struct storage_class *class_;
		const struct pvc *c;

		if (!source)
			continue;
		c = find_pvc(k->d->view, k->pod->meta.namespace_, source->claim_name);
		if (!c || sym_is(c->phase, "Bound"))
			continue;
		class_ = sym_empty(pvc_class(c)) ? NULL : find_class(k->d->view, pvc_class(c));
		if (!class_ || !class_is_delayed(class_))
			return c;
	}
	return find_unbound_claim(k);
}

/* The scheduler says the same whether the class is missing or has not made the volume. */
static bool class_is_unread(const struct pod_case *k, const struct pvc *c)
{
	sym name = pvc_class(c);

	return !sym_empty(name) && view_coverage(k->d->view, KIND_STORAGE_CLASS) == COVER_ABSENT;
}

static void add_unbound(struct strbuf *out, const struct pod_case *k, const struct pvc *c)
{
	sym name = pvc_class(c);
	const struct storage_class *class_ = sym_empty(name) ? NULL : find_class(k->d->view, name);

	strbuf_addf(out, _("claim %s is not bound: "), sym_text(c->meta.name));
	if (name.s && !*name.s)
		strbuf_adds(out, _("its storage class is \"\", so nobody makes a volume and no "
				 "PersistentVolume matches"));
	else if (sym_empty(name))
		strbuf_adds(out, _("it names no storage class and no PersistentVolume matches"));
	else if (class_is_unread(k, c))
		strbuf_addf(out, _("its storage class %s is not in this snapshot, which has no "
			    "StorageClasses at all"), name.s);
	else if (!class_)
		strbuf_addf(out, _("its storage class %s does not exist"), name.s);
	else if (sym_is(class_->provisioner, "kubernetes.io/no-provisioner"))
		strbuf_addf(out, _("no PersistentVolume of class %s matches, and nobody makes one"),
			    name.s);
	else
		strbuf_addf(out, _("provisioner %s of class %s has not made its volume"),
			    sym_text(class_->provisioner), name.s);
}

static void add_claim_name(struct strbuf *out, const char *text)
{
	const char *begin = strchr(text, '"'), *end = begin ? strchr(begin + 1, '"') : NULL;

	if (end)
		strbuf_add(out, begin + 1, (size_t)(end - begin - 1));
}

/* c: the claim that is not bound; NULL: it is about something else. */
static void add_why(struct strbuf *out, struct pod_case *k, const struct pvc *c, const char *code,
		    const char *text)
{
	if (c) {
		add_unbound(out, k, c);
	} else if (strcmp(code, "PersistentVolumeClaimMissing") == 0) {
		strbuf_adds(out, _("claim "));
		add_claim_name(out, text);
		strbuf_addf(out, _(" does not exist in %s"), sym_text(k->pod->meta.namespace_));
	} else if (strcmp(code, "NodeAffinityMismatch") == 0) {
		strbuf_adds(out, _("its node affinity names nodes that exclude each other"));
	} else {
		strbuf_adds(out, text);
	}
}

void explain_prefilter(struct pod_case *k, const struct rejection *why)
{
	const char *text = why->reasons.n ? why->reasons.v[0] : why->plugin;
	const char *code = reason_code(why, text);
	const struct pvc *c =
		strcmp(code, "UnboundImmediateClaim") == 0 ? find_immediate_claim(k) : NULL;
	struct strbuf b = STRBUF_INIT;
	size_t at;

	add_waited(&b, k->d, &k->pod->meta);
	strbuf_adds(&b, _(": no node is even looked at, because "));
	at = b.len;
	add_why(&b, k, c, code, text);
	cause_set(k->r, code, c && class_is_unread(k, c) ? CERTAIN_LIKELY : CERTAIN_EXACT, "%s",
		  b.buf);
	finding_add(k->r, code, SEVERITY_BLOCKER, why->plugin, "%s", b.buf + at);
	for (uint32_t i = 0; i < why->details.n; i++) {
		const struct detail *d = &why->details.v[i];

		if (d->object.kind)
			evidence_add(k->r, d->object, detail_pointer(k, d, d->object, k->r->arena),
				     d->observed, d->wanted);
	}
	strbuf_release(&b);
}
