/* Claims, volumes and classes that come or change. */
#include <string.h>

#include "advice/change_functions.h"
#include "advice/change_json.h"
#include "advice/change_shell.h"
#include "base/i18n.h"
#include "model/quantity.h"
#include "replay/volumes.h"

static const struct pvc *claim_now(struct trial *t, const struct change *c)
{
	return (const struct pvc *)(const void *)trial_find(t, KIND_PVC, c->object);
}

static struct pvc *own_claim(struct trial *t, const struct change *c)
{
	const struct pvc *now = claim_now(t, c);
	struct pvc *copy;

	if (!now)
		return NULL;
	copy = ARENA_NEW(t->arena, struct pvc);
	*copy = *now;
	return copy;
}

static void put_head(struct strbuf *out, const char *api_version, const char *kind,
		     const struct meta *m)
{
	strbuf_addc(out, '{');
	json_put_member(out, "apiVersion", api_version);
	json_put_member(out, "kind", kind);
	json_put_raw(out, "metadata", "{");
	json_put_member(out, "name", sym_text(m->name));
	if (!sym_empty(m->namespace_))
		json_put_member(out, "namespace", m->namespace_.s);
	json_put_labels(out, "labels", &m->labels);
}

/* A new claim */

static void put_owners(struct strbuf *out, const struct meta *m)
{
	if (!m->owners.n)
		return;
	json_put_raw(out, "ownerReferences", "[{");
	json_put_member(out, "apiVersion", "v1");
	json_put_member(out, "kind", sym_text(m->owners.v[0].kind));
	json_put_member(out, "name", sym_text(m->owners.v[0].name));
	if (!sym_empty(m->owners.v[0].uid))
		json_put_member(out, "uid", m->owners.v[0].uid.s);
	json_put_raw(out, "controller", "true");
	strbuf_adds(out, "}]");
}

static void put_claim(struct strbuf *out, const struct pvc *p)
{
	put_head(out, "v1", "PersistentVolumeClaim", &p->meta);
	put_owners(out, &p->meta);
	strbuf_adds(out, "},\"spec\":{");
	json_put_syms(out, "accessModes", &p->spec.access_modes);
	if (p->spec.storage_class.s)
		json_put_member(out, "storageClassName", p->spec.storage_class.s);
	json_put_member(out, "volumeMode", p->spec.volume_mode.s);
	json_put_raw(out, "resources", "{");
	json_put_resources(out, "requests", &p->spec.requests);
	strbuf_adds(out, "}}}");
}

bool make_claim(struct trial *t, const struct change *c)
{
	const struct pvc *p = (const struct pvc *)(const void *)c->object;
	struct strbuf json = STRBUF_INIT;

	if (claim_now(t, c))
		return false;
	trial_put(t, KIND_PVC, &p->meta);
	put_claim(&json, p);
	if (t->patches)
		patch_create(t->patches, KIND_PVC, &p->meta, json.buf);
	strbuf_release(&json);
	return true;
}

void tell_claim(const struct change *c, struct strbuf *out)
{
	const struct pvc *p = (const struct pvc *)(const void *)c->object;

	if (sym_empty(p->spec.storage_class))
		strbuf_addf(out, _("create the claim %s"), sym_text(p->meta.name));
	else
		strbuf_addf(out, _("create the claim %s with storage class %s"), sym_text(p->meta.name),
			    sym_text(p->spec.storage_class));
}

/* A new class */

bool make_class(struct trial *t, const struct change *c)
{
	const struct storage_class *s = (const struct storage_class *)(const void *)c->object;
	struct strbuf json = STRBUF_INIT;

	if (trial_find(t, KIND_STORAGE_CLASS, c->object))
		return false;
	trial_put(t, KIND_STORAGE_CLASS, &s->meta);
	put_head(&json, "storage.k8s.io/v1", "StorageClass", &s->meta);
	strbuf_addc(&json, '}');
	json_put_member(&json, "provisioner", sym_text(s->provisioner));
	json_put_member(&json, "volumeBindingMode", sym_text(s->binding_mode));
	strbuf_addc(&json, '}');
	if (t->patches)
		patch_create(t->patches, KIND_STORAGE_CLASS, &s->meta, json.buf);
	strbuf_release(&json);
	return true;
}

void tell_class(const struct change *c, struct strbuf *out)
{
	const struct storage_class *s = (const struct storage_class *)(const void *)c->object;

	strbuf_addf(out, _("create the storage class %s (provisioner %s, %s)"), sym_text(s->meta.name),
		    sym_text(s->provisioner), sym_text(s->binding_mode));
}

/* A new volume for a claim: reserved for it, and bound to it where the claim cannot wait. */

/* Which disk it is only its owner knows: what names it is empty, which the API server refuses. */
static void put_volume_source(struct strbuf *out, const struct pv *v)
{
	if (v->csi) {
		json_put_raw(out, "csi", "{");
		json_put_member(out, "driver", sym_text(v->csi->driver));
		json_put_member(out, "volumeHandle", "");
		strbuf_addc(out, '}');
		return;
	}
	json_put_raw(out, v->node_affinity ? "local" : "hostPath", "{");
	json_put_member(out, "path", "");
	strbuf_addc(out, '}');
}

static void put_node_affinity(struct strbuf *out, const struct pv *v)
{
	const struct selector_req *r;

	if (!v->node_affinity)
		return;
	r = &v->node_affinity->terms.v[0].match_expressions.v[0];
	json_put_raw(out, "nodeAffinity", "{\"required\":{\"nodeSelectorTerms\":[{\"matchExpressions\":[{");
	json_put_member(out, "key", sym_text(r->key));
	json_put_member(out, "operator", "In");
	json_put_syms(out, "values", &r->values);
	strbuf_adds(out, "}]}]}}");
}

static void put_volume(struct strbuf *out, const struct pv *v)
{
	put_head(out, "v1", "PersistentVolume", &v->meta);
	strbuf_adds(out, "},\"spec\":{");
	json_put_resources(out, "capacity", &v->capacity);
	json_put_syms(out, "accessModes", &v->access_modes);
	if (!sym_empty(v->storage_class))
		json_put_member(out, "storageClassName", v->storage_class.s);
	json_put_member(out, "volumeMode", v->volume_mode.s);
	if (!sym_empty(v->attributes_class))
		json_put_member(out, "volumeAttributesClassName", v->attributes_class.s);
	json_put_member(out, "persistentVolumeReclaimPolicy", "Retain");
	json_put_raw(out, "claimRef", "{");
	json_put_member(out, "namespace", sym_text(v->claim_ref->namespace_));
	json_put_member(out, "name", sym_text(v->claim_ref->name));
	if (!sym_empty(v->claim_ref->uid))
		json_put_member(out, "uid", v->claim_ref->uid.s);
	strbuf_addc(out, '}');
	put_volume_source(out, v);
	put_node_affinity(out, v);
	strbuf_adds(out, "}}");
}

static void add_annotation(struct trial *t, struct labels *l, sym key, sym value)
{
	struct label *v = ARENA_ARRAY(t->arena, (size_t)l->n + 1, struct label);
	uint32_t at = 0;

	while (at < l->n && strcmp(l->v[at].key.s, key.s) < 0)
		at++;
	if (l->n) {
		memcpy(v, l->v, at * sizeof(*v));
		memcpy(v + at + 1, l->v + at, (l->n - at) * sizeof(*v));
	}
	v[at] = (struct label){ key, value };
	l->v = v;
	l->n++;
}

static void mark_bound(struct trial *t, struct pvc *p)
{
	if (p->meta.annotations.v)
		trial_op(t, KIND_PVC, &p->meta, "add",
			 "/metadata/annotations/pv.kubernetes.io~1bind-completed", "\"yes\"");
	else
		trial_op(t, KIND_PVC, &p->meta, "add", "/metadata/annotations",
			 "{\"pv.kubernetes.io/bind-completed\":\"yes\"}");
	add_annotation(t, &p->meta.annotations, view_sym(t->view, ANNOTATION_BIND_COMPLETED),
		       view_sym(t->view, "yes"));
}

/* What the volume controller does once a volume fits an unbound claim. */
static bool bind_claim(struct trial *t, const struct change *c, const struct pv *v)
{
	struct pvc *p = own_claim(t, c);

	if (!p || !sym_empty(p->spec.volume_name))
		return false;
	p->spec.volume_name = v->meta.name;
	trial_op(t, KIND_PVC, &p->meta, "add", "/spec/volumeName",
		 json_string(t->arena, v->meta.name.s));
	mark_bound(t, p);
	trial_put(t, KIND_PVC, &p->meta);
	return true;
}

bool make_volume(struct trial *t, const struct change *c)
{
	const struct pv *v = c->item;
	struct strbuf json = STRBUF_INIT;

	if (trial_find(t, KIND_PV, &v->meta))
		return false;
	trial_put(t, KIND_PV, &v->meta);
	put_volume(&json, v);
	if (t->patches)
		patch_create(t->patches, KIND_PV, &v->meta, json.buf);
	strbuf_release(&json);
	return !c->flag || bind_claim(t, c, v);
}

void tell_volume(const struct change *c, struct strbuf *out)
{
	const struct pv *v = c->item;

	if (v->node_affinity)
		strbuf_addf(out, _("provide a PersistentVolume for the claim %s on %s, with a disk of yours"),
			    sym_text(c->object->name), sym_text(c->value));
	else
		strbuf_addf(out, _("provide a PersistentVolume for the claim %s, with a disk of yours"),
			    sym_text(c->object->name));
}

/* Claims that wait */

static void drop_beta_class(struct trial *t, struct pvc *p)
{
	struct labels *l = &p->meta.annotations;
	struct label *v = ARENA_ARRAY(t->arena, l->n, struct label);
	uint32_t n = 0;

	for (uint32_t i = 0; i < l->n; i++)
		if (!sym_is(l->v[i].key, ANNOTATION_BETA_CLASS))
			v[n++] = l->v[i];
	if (n == l->n)
		return;
	l->v = v;
	l->n = n;
	trial_op(t, KIND_PVC, &p->meta, "remove",
		 "/metadata/annotations/volume.beta.kubernetes.io~1storage-class", NULL);
}

bool make_claim_class(struct trial *t, const struct change *c)
{
	struct pvc *p = own_claim(t, c);

	if (!p)
		return false;
	drop_beta_class(t, p);
	trial_op(t, KIND_PVC, &p->meta, p->spec.storage_class.s ? "replace" : "add",
		 "/spec/storageClassName", json_string(t->arena, sym_text(c->value)));
	p->spec.storage_class = c->value;
	trial_put(t, KIND_PVC, &p->meta);
	return true;
}

void tell_claim_class(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("make the claim %s anew with storage class %s"), sym_text(c->object->name),
		    sym_text(c->value));
	if (c->note)
		strbuf_addf(out, " (%s)", c->note);
}

bool make_claim_size(struct trial *t, const struct change *c)
{
	struct pvc *p = own_claim(t, c);
	struct resource *v;

	if (!p || p->spec.requests.n != 1)
		return false;
	v = ARENA_NEW(t->arena, struct resource);
	*v = (struct resource){ p->spec.requests.v[0].name, c->item };
	p->spec.requests.v = v;
	trial_op(t, KIND_PVC, &p->meta, "replace", "/spec/resources/requests/storage",
		 json_string(t->arena, c->text));
	trial_put(t, KIND_PVC, &p->meta);
	return true;
}

void tell_claim_size(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("make the claim %s anew with %s"), sym_text(c->object->name), c->text);
}

/* The volume controller finishes what it began. */
bool make_claim_bind(struct trial *t, const struct change *c)
{
	struct pvc *p = own_claim(t, c);

	if (!p)
		return false;
	mark_bound(t, p);
	trial_put(t, KIND_PVC, &p->meta);
	return true;
}

void tell_claim_bind(const struct change *c, struct strbuf *out)
{
	const struct pvc *p = (const struct pvc *)(const void *)c->object;

	strbuf_addf(out, _("wait until the claim %s is bound to %s"), sym_text(p->meta.name),
		    sym_text(p->spec.volume_name));
}

/* The claim goes and another comes under its name. */
bool make_claim_anew(struct trial *t, const struct change *c)
{
	const struct pvc *now = claim_now(t, c);

	if (!now)
		return false;
	view_remove(t->view, KIND_PVC, &now->meta);
	if (t->patches)
		patch_delete(t->patches, KIND_PVC, &now->meta);
	return make_claim(t, c);
}

void tell_claim_anew(const struct change *c, struct strbuf *out)
{
	const struct pvc *p = (const struct pvc *)(const void *)c->object;

	if (sym_empty(p->spec.storage_class))
		strbuf_addf(out, _("delete the claim %s and make it anew: %s"), sym_text(p->meta.name),
			    c->text);
	else
		strbuf_addf(out, _("delete the claim %s and make it anew with storage class %s: %s"),
			    sym_text(p->meta.name), sym_text(p->spec.storage_class), c->text);
}

bool make_selected_node(struct trial *t, const struct change *c)
{
	struct pvc *p = own_claim(t, c);
	struct label *v;
	uint32_t n = 0;

	if (!p)
		return false;
	v = ARENA_ARRAY(t->arena, p->meta.annotations.n, struct label);
	for (uint32_t i = 0; i < p->meta.annotations.n; i++)
		if (!sym_is(p->meta.annotations.v[i].key, ANNOTATION_SELECTED_NODE))
			v[n++] = p->meta.annotations.v[i];
	if (n == p->meta.annotations.n)
		return false;
	p->meta.annotations.v = v;
	p->meta.annotations.n = n;
	trial_op(t, KIND_PVC, &p->meta, "remove",
		 "/metadata/annotations/volume.kubernetes.io~1selected-node", NULL);
	trial_put(t, KIND_PVC, &p->meta);
	return true;
}

void tell_selected_node(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("take the annotation selected-node=%s off the claim %s"), sym_text(c->value),
		    sym_text(c->object->name));
}

bool command_selected_node(const struct change *c, struct strbuf *out)
{
	strbuf_adds(out, "kubectl annotate pvc ");
	if (!shell_name(out, c->object->name))
		return false;
	strbuf_adds(out, " -n ");
	if (!shell_name(out, c->object->namespace_))
		return false;
	strbuf_adds(out, " " ANNOTATION_SELECTED_NODE "-");
	return true;
}
