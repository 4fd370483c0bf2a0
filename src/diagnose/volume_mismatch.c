#include "diagnose/volume_mismatch.h"

#include <string.h>

#include "base/i18n.h"
#include "diagnose/fill.h"
#include "model/quantity.h"
#include "replay/volumes.h"

#define VOLUMES_MAX 3 /* told of one claim */

static const struct quantity *size_of(const struct pv *v)
{
	return resources_get(&v->capacity, "storage");
}

static bool is_same_claim(const struct claim_ref *ref, const struct pvc *c)
{
	return sym_same(ref->name, c->meta.name) && sym_same(ref->namespace_, c->meta.namespace_);
}

static void add_modes(struct strbuf *out, const struct syms *modes)
{
	for (uint32_t i = 0; i < modes->n; i++)
		strbuf_addf(out, "%s%s", i ? ", " : "", sym_text(modes->v[i]));
}

static bool lacks_mode(const struct pv *v, const struct pvc *c)
{
	for (uint32_t i = 0; i < c->spec.access_modes.n; i++) {
		bool has = false;

		for (uint32_t k = 0; k < v->access_modes.n; k++)
			has |= sym_same(v->access_modes.v[k], c->spec.access_modes.v[i]);
		if (!has)
			return true;
	}
	return false;
}

static bool add_holder(struct strbuf *out, const struct pv *v, const struct pvc *c)
{
	const struct claim_ref *ref = v->claim_ref;

	if (!ref)
		return false;
	if (!is_same_claim(ref, c))
		strbuf_addf(out, _("it belongs to claim %s/%s (%s)"), sym_text(ref->namespace_),
			    sym_text(ref->name), sym_text(v->phase));
	else if (!sym_empty(ref->uid) && !sym_empty(c->meta.uid) && !sym_eq(ref->uid, c->meta.uid))
		strbuf_addf(out, _("it still belongs to an earlier claim %s (%s): its claimRef has to go"),
			    sym_text(ref->name), sym_text(v->phase));
	else
		return false;
	return true;
}

static bool add_class(struct strbuf *out, const struct pv *v, const struct pvc *c)
{
	sym has = pv_class(v), wants = pvc_class(c);

	if (strcmp(sym_text(has), sym_text(wants)) == 0)
		return false;
	strbuf_addf(out, _("its storage class is \"%s\", the claim wants \"%s\""), sym_text(has),
		    sym_text(wants));
	return true;
}

static bool add_shape(struct strbuf *out, const struct pv *v, const struct pvc *c)
{
	const struct quantity *size = size_of(v), *wanted = pvc_request(c);

	if (lacks_mode(v, c)) {
		strbuf_adds(out, _("it offers "));
		add_modes(out, &v->access_modes);
		strbuf_adds(out, _(", the claim wants "));
		add_modes(out, &c->spec.access_modes);
	} else if (size && wanted && quantity_cmp(size, wanted) < 0) {
		strbuf_addf(out, _("it has %s, the claim wants %s"), size->text ? size->text : "?",
			    wanted->text ? wanted->text : "?");
	} else if (strcmp(sym_text(v->volume_mode), sym_text(c->spec.volume_mode)) != 0) {
		strbuf_addf(out, _("its mode is %s, the claim wants %s"), sym_text(v->volume_mode),
			    sym_text(c->spec.volume_mode));
	} else if (c->spec.selector && !label_selector_matches(c->spec.selector, &v->meta.labels)) {
		strbuf_adds(out, _("its labels do not match the claim's selector"));
	} else {
		return false;
	}
	return true;
}

static bool add_state(struct strbuf *out, const struct pv *v)
{
	if (v->meta.deleted.set)
		strbuf_adds(out, _("it is being deleted"));
	else if (!sym_empty(v->phase) && !sym_is(v->phase, "Available"))
		strbuf_addf(out, _("it is %s"), v->phase.s);
	else
		return false;
	return true;
}

/* Somebody may have made it for that claim: by its reference, its class, or as it is the only free one. */
static bool is_meant(const struct pv *v, const struct pvc *c, bool other_classes)
{
	if (v->claim_ref && is_same_claim(v->claim_ref, c))
		return true;
	if (strcmp(sym_text(pv_class(v)), sym_text(pvc_class(c))) == 0)
		return !sym_empty(pv_class(v)) || !v->claim_ref;
	return other_classes && !v->claim_ref;
}

static bool is_about_volumes(const char *code)
{
	return code && (strcmp(code, "UnboundImmediateClaim") == 0 ||
			strcmp(code, "NoVolumeToBind") == 0 || strcmp(code, "StorageClassMissing") == 0);
}

/* The first of them stands in the sentence. */
static void lead_with(struct report *r, const struct pv *v, const char *why)
{
	if (!r->cause.summary || !is_about_volumes(r->cause.code))
		return;
	r->cause.summary = arena_printf(r->arena, _("%s; PersistentVolume %s does not match: %s"),
					r->cause.summary, sym_text(v->meta.name), why);
	cause_advise(r, _("Correct the volume, or make the claim anew, so that they match. Of a Released "
			  "volume whose data may be kept, remove spec.claimRef."), "kubectl get pv");
}

static void tell_one(struct pod_case *k, const struct pvc *c, const struct pv *v, const char *why)
{
	struct report *r = k->r;

	finding_add(r, "VolumeDoesNotMatch", SEVERITY_WARNING, NULL,
		    _("PersistentVolume %s does not match claim %s: %s"), sym_text(v->meta.name),
		    sym_text(c->meta.name), why);
	evidence_add(r, fill_ref(KIND_PV, (sym){ NULL }, v->meta.name), "/spec", why, NULL);
}

static bool is_mismatch(const struct pv *v, const struct pvc *c, bool other_classes, struct strbuf *why)
{
	strbuf_reset(why);
	return is_meant(v, c, other_classes) &&
	       (add_holder(why, v, c) || add_class(why, v, c) || add_shape(why, v, c) || add_state(why, v));
}

/* By name, since the input may have them in any order; last NULL: the first. */
static const struct pv *next_mismatch(const struct objects *list, const struct pvc *c, bool other_classes,
				      const struct pv *last, struct strbuf *why)
{
	const struct pv *next = NULL;

	for (size_t i = 0; i < list->n; i++) {
		const struct pv *v = (const struct pv *)(const void *)list->v[i];
		const char *name = sym_text(v->meta.name);

		if (last && strcmp(name, sym_text(last->meta.name)) <= 0)
			continue;
		if (next && strcmp(name, sym_text(next->meta.name)) >= 0)
			continue;
		if (is_mismatch(v, c, other_classes, why))
			next = v;
	}
	if (next)
		is_mismatch(next, c, other_classes, why);
	return next;
}

static unsigned tell_volumes(struct pod_case *k, const struct pvc *c, bool other_classes)
{
	const struct objects *list = &k->d->cluster->objects[KIND_PV];
	struct strbuf why = STRBUF_INIT;
	const struct pv *v = NULL;
	unsigned told = 0;

	while (told < VOLUMES_MAX) {
		v = next_mismatch(list, c, other_classes, v, &why);
		if (!v)
			break;
		tell_one(k, c, v, why.buf);
		if (!told++)
			lead_with(k->r, v, why.buf);
	}
	strbuf_release(&why);
	return told;
}

/* Somebody else will make the volume. */
static bool is_provisioned(const struct pod_case *k, const struct pvc *c)
{
	sym name = pvc_class(c);
	const struct storage_class *class_ = sym_empty(name) ? NULL : find_class(k->d->view, name);

	return class_ && !sym_is(class_->provisioner, "kubernetes.io/no-provisioner");
}

void tell_volume_mismatch(struct pod_case *k)
{
	if (k->r->stage != STAGE_FILTER_FAILURE)
		return;
	for (uint32_t i = 0; i < k->pod->spec.volumes.n; i++) {
		sym name = volume_claim_name(k->pod, &k->pod->spec.volumes.v[i], k->d->cluster->syms);
		const struct pvc *c = find_pvc(k->d->view, k->pod->meta.namespace_, name);

		if (!c || !sym_empty(c->spec.volume_name) || is_provisioned(k, c))
			continue;
		if (!tell_volumes(k, c, false))
			tell_volumes(k, c, true);
	}
}
