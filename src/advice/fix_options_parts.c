/* Changes of claims, volumes and classes that several rejections call for. */
#include <string.h>

#include "advice/fix_options_storage.h"
#include "base/i18n.h"
#include "model/quantity.h"
#include "replay/predicates/volume_binding.h"

static bool is_default(const struct storage_class *s)
{
	return !strcmp(sym_text(labels_text(&s->meta.annotations,
					    "storageclass.kubernetes.io/is-default-class")), "true");
}

/* Classes that make volumes once the node is known: what a claim can wait with.  The default first. */
uint32_t waiting_classes(const struct question *q, const struct storage_class **ret, sym but)
{
	const struct objects *l = view_objects(q->trial->view, KIND_STORAGE_CLASS);
	uint32_t n = 0;

	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < l->n && n < CLASSES_MAX; i++) {
			const struct storage_class *s =
				(const struct storage_class *)(const void *)l->v[i];

			if (is_default(s) == !round && class_is_delayed(s) && class_provisions(s) &&
			    !sym_eq(s->meta.name, but))
				ret[n++] = s;
		}
	return n;
}

const struct storage_class *any_provisioning_class(const struct question *q)
{
	const struct objects *l = view_objects(q->trial->view, KIND_STORAGE_CLASS);

	for (size_t i = 0; i < l->n; i++) {
		const struct storage_class *s = (const struct storage_class *)(const void *)l->v[i];

		if (class_provisions(s))
			return s;
	}
	return NULL;
}

bool claim_is_bound(const struct pvc *p)
{
	return !sym_empty(p->spec.volume_name) &&
	       labels_text(&p->meta.annotations, ANNOTATION_BIND_COMPLETED).s;
}

bool claim_is_lost(const struct pvc *p)
{
	return p->meta.deleted.set || sym_is(p->phase, "Lost");
}

/* Changes */

struct change *change_claim_class(const struct question *q, const struct pvc *p, sym class_)
{
	struct change *c = new_change(q, CHANGE_CLAIM_CLASS, "%s %s", sym_text(p->meta.name),
				      sym_text(class_));
	sym now = pvc_class(p);

	c->object = &p->meta;
	c->value = class_;
	if (!sym_empty(now) && !find_class(q->trial->view, now))
		c->note = arena_printf(q->arena, _("%s does not exist"), now.s);
	return c;
}

static sym volume_name(const struct question *q, const struct pvc *p)
{
	sym name;

	if (!sym_empty(p->spec.volume_name))
		return p->spec.volume_name;
	name = view_sym(q->trial->view, arena_printf(q->arena, "pv-%.100s-%.130s",
						     sym_text(p->meta.namespace_),
						     sym_text(p->meta.name)));
	for (unsigned i = 1; find_pv(q->trial->view, name); i++)
		name = view_sym(q->trial->view, arena_printf(q->arena, "pv-%.100s-%.130s-%u",
							     sym_text(p->meta.namespace_),
							     sym_text(p->meta.name), i));
	return name;
}

static const struct node_selector *only_node(const struct question *q)
{
	sym key = view_sym(q->trial->view, "kubernetes.io/hostname");
	sym *value = ARENA_NEW(q->arena, sym);
	struct selector_req *r = ARENA_NEW(q->arena, struct selector_req);
	struct node_selector_term *t = ARENA_NEW(q->arena, struct node_selector_term);
	struct node_selector *s = ARENA_NEW(q->arena, struct node_selector);

	*value = labels_get(&q->node->node->meta.labels, key);
	if (!value->s)
		return NULL;
	*r = (struct selector_req){ .key = key, .op = OP_IN, .values = { value, 1 } };
	t->match_expressions.v = r;
	t->match_expressions.n = 1;
	s->terms.v = t;
	s->terms.n = 1;
	return s;
}

static void set_capacity(const struct question *q, struct pv *v, const struct pvc *p)
{
	struct resource *r = ARENA_NEW(q->arena, struct resource);
	struct quantity *one = ARENA_NEW(q->arena, struct quantity);

	*one = quantity_from_int((int64_t)1 << 30, 0, QUANTITY_BINARY_SI);
	r->name = view_sym(q->trial->view, "storage");
	r->quantity = pvc_request(p) ? pvc_request(p) : one;
	v->capacity.v = r;
	v->capacity.n = 1;
}

static struct pv *new_volume(const struct question *q, const struct pvc *p)
{
	const struct storage_class *class_ = find_class(q->trial->view, pvc_class(p));
	struct pv *v = ARENA_NEW(q->arena, struct pv);
	struct claim_ref *ref = ARENA_NEW(q->arena, struct claim_ref);
	struct csi_source *csi = ARENA_NEW(q->arena, struct csi_source);

	v->meta.name = volume_name(q, p);
	set_capacity(q, v, p);
	v->access_modes = p->spec.access_modes;
	v->storage_class = pvc_class(p);
	v->volume_mode = p->spec.volume_mode.s ? p->spec.volume_mode :
						 view_sym(q->trial->view, "Filesystem");
	v->attributes_class = p->spec.attributes_class;
	*ref = (struct claim_ref){ p->meta.namespace_, p->meta.name, p->meta.uid };
	v->claim_ref = ref;
	if (class_ && class_provisions(class_) && !strstr(sym_text(class_->provisioner), "kubernetes.io/")) {
		*csi = (struct csi_source){ class_->provisioner, v->meta.name };
		v->csi = csi;
	} else if (q->node) {
		v->node_affinity = only_node(q);
	}
	return v;
}

struct change *change_volume(const struct question *q, const struct pvc *p, bool bind)
{
	struct pv *v = new_volume(q, p);
	sym node = v->node_affinity && q->node ? q->node->node->meta.name : (sym){ NULL };
	struct change *c = new_change(q, CHANGE_CREATE_VOLUME, "%s %s", sym_text(v->meta.name),
				      sym_text(node));

	c->object = &p->meta;
	c->item = v;
	c->flag = bind;
	c->value = node;
	return c;
}

struct change *change_missing_class(const struct question *q, sym name)
{
	const struct storage_class *like = any_provisioning_class(q);
	struct storage_class *s;
	struct change *c;

	if (!like)
		return NULL;
	s = ARENA_NEW(q->arena, struct storage_class);
	s->meta.name = name;
	s->provisioner = like->provisioner;
	s->binding_mode = view_sym(q->trial->view, "WaitForFirstConsumer");
	c = new_change(q, CHANGE_CREATE_CLASS, "%s", sym_text(name));
	c->object = &s->meta;
	return c;
}

static void set_size(const struct question *q, struct pvc *p)
{
	struct pv v = { 0 };

	set_capacity(q, &v, p);
	p->spec.requests = v.capacity;
}

/* A claim as the pod names it; an ephemeral one is made from the pod's own template. */
struct pvc *new_claim(const struct question *q, sym name, const struct volume *volume)
{
	struct pvc *p = ARENA_NEW(q->arena, struct pvc);
	sym *mode = ARENA_NEW(q->arena, sym);
	const struct meta *pod = &asked_pod(q)->meta;

	if (volume->ephemeral) {
		p->spec = volume->ephemeral->template_spec;
		p->meta.owners.v = ARENA_NEW(q->arena, struct owner);
		p->meta.owners.v[0] = (struct owner){ view_sym(q->trial->view, "Pod"), pod->name,
						      pod->uid, true };
		p->meta.owners.n = 1;
	}
	p->meta.name = name;
	p->meta.namespace_ = pod->namespace_;
	if (!p->spec.volume_mode.s)
		p->spec.volume_mode = view_sym(q->trial->view, "Filesystem");
	p->phase = view_sym(q->trial->view, "Pending");
	if (!p->spec.access_modes.n) {
		*mode = view_sym(q->trial->view, "ReadWriteOnce");
		p->spec.access_modes = (struct syms){ mode, 1 };
	}
	if (!p->spec.requests.n)
		set_size(q, p);
	return p;
}

struct change *claim_change(const struct question *q, const struct pvc *p)
{
	struct change *c = new_change(q, CHANGE_CREATE_CLAIM, "%s %s", sym_text(p->meta.name),
				      sym_text(p->spec.storage_class));

	c->object = &p->meta;
	return c;
}

/* A claim made again: what is on its volume is not there any more. */
struct change *change_claim_anew(const struct question *q, const struct pvc *p, const struct pvc *next,
			   const struct storage_class *class_)
{
	struct pvc *copy = keep(q, next, sizeof(*next));
	struct change *c = new_change(q, CHANGE_CLAIM_ANEW, "%s %s", sym_text(p->meta.name),
				      sym_text(class_->meta.name));

	copy->meta.uid = (sym){ NULL };
	copy->meta.annotations = (struct labels){ 0 };
	copy->meta.finalizers = (struct syms){ 0 };
	copy->meta.deleted = (struct opt_time){ 0 };
	copy->spec.volume_name = (sym){ NULL };
	copy->spec.storage_class = class_->meta.name;
	copy->phase = view_sym(q->trial->view, "Pending");
	c->object = &copy->meta;
	c->text = sym_empty(p->spec.volume_name) ? _("it is not the pod's") : _("its data is lost");
	return c;
}

bool claim_waits_well(const struct question *q, const struct pvc *p)
{
	const struct storage_class *s = find_class(q->trial->view, pvc_class(p));

	return s && class_is_delayed(s) && sym_empty(p->spec.volume_name);
}
