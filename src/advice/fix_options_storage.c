/* Claims: missing ones, those that wait, volumes that are elsewhere or in use. */
#include <string.h>

#include "advice/fix_options.h"
#include "model/quantity.h"
#include "replay/predicates/volume_binding.h"
#include "replay/volumes.h"

#define CLASSES_MAX 3

static bool is_default(const struct storage_class *s)
{
	return !strcmp(sym_text(labels_text(&s->meta.annotations,
					    "storageclass.kubernetes.io/is-default-class")), "true");
}

/* Classes that make volumes once the node is known: what a claim can wait with.  The default first. */
static uint32_t waiting_classes(const struct question *q, const struct storage_class **ret, sym but)
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

static const struct storage_class *any_provisioning_class(const struct question *q)
{
	const struct objects *l = view_objects(q->trial->view, KIND_STORAGE_CLASS);

	for (size_t i = 0; i < l->n; i++) {
		const struct storage_class *s = (const struct storage_class *)(const void *)l->v[i];

		if (class_provisions(s))
			return s;
	}
	return NULL;
}

static bool is_bound(const struct pvc *p)
{
	return !sym_empty(p->spec.volume_name) &&
	       labels_text(&p->meta.annotations, ANNOTATION_BIND_COMPLETED).s;
}

static bool is_lost(const struct pvc *p)
{
	return p->meta.deleted.set || sym_is(p->phase, "Lost");
}

/* Changes */

static struct change *class_of_claim(const struct question *q, const struct pvc *p, sym class_)
{
	struct change *c = new_change(q, CHANGE_CLAIM_CLASS, "%s %s", sym_text(p->meta.name),
				      sym_text(class_));
	sym now = pvc_class(p);

	c->object = &p->meta;
	c->value = class_;
	if (!sym_empty(now) && !find_class(q->trial->view, now))
		c->note = arena_printf(q->arena, "%s does not exist", now.s);
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

static struct change *volume_for_claim(const struct question *q, const struct pvc *p, bool bind)
{
	struct pv *v = new_volume(q, p);
	struct change *c = new_change(q, CHANGE_CREATE_VOLUME, "%s %s", sym_text(v->meta.name),
				      v->node_affinity ? sym_text(q->node->node->meta.name) : "");

	c->object = &p->meta;
	c->item = v;
	c->flag = bind;
	if (v->node_affinity)
		c->value = q->node->node->meta.name;
	return c;
}

static struct change *missing_class(const struct question *q, sym name)
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
static struct pvc *new_claim(const struct question *q, sym name, const struct volume *volume)
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

static struct change *claim_change(const struct question *q, const struct pvc *p)
{
	struct change *c = new_change(q, CHANGE_CREATE_CLAIM, "%s %s", sym_text(p->meta.name),
				      sym_text(p->spec.storage_class));

	c->object = &p->meta;
	return c;
}

/* PreFilter: what each claim of the pod needs before any node can be looked at */

enum strategy { BY_CLASS, BY_OLD_CLASS, BY_VOLUME };

/* A claim made again: what is on its volume is not there any more. */
static struct change *anew(const struct question *q, const struct pvc *p, const struct pvc *next,
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
	c->text = sym_empty(p->spec.volume_name) ? "it is not the pod's" : "its data is lost";
	return c;
}

static void need_claim(const struct question *q, struct repair *r, const struct volume *volume,
		       sym name, const struct storage_class *class_, enum strategy s)
{
	struct pvc *p = new_claim(q, name, volume);

	if (!p->spec.storage_class.s && class_)
		p->spec.storage_class = class_->meta.name;
	for (uint32_t i = 0; i < r->n; i++)
		if (r->v[i]->kind == &change_kinds[CHANGE_CREATE_CLAIM] &&
		    sym_eq(r->v[i]->object->name, name))
			return;
	repair_add(q, r, claim_change(q, p));
	if (s == BY_VOLUME)
		repair_add(q, r, volume_for_claim(q, p, true));
}

static bool waits_well(const struct question *q, const struct pvc *p)
{
	const struct storage_class *s = find_class(q->trial->view, pvc_class(p));

	return s && class_is_delayed(s) && sym_empty(p->spec.volume_name);
}

static struct change *bind_later(const struct question *q, const struct pvc *p)
{
	struct change *c = new_change(q, CHANGE_CLAIM_BIND, "%s", sym_text(p->meta.name));

	c->object = &p->meta;
	return c;
}

static bool need_binding(const struct question *q, struct repair *r, const struct pvc *p,
			 const struct storage_class *class_, enum strategy s)
{
	sym now = pvc_class(p);
	struct change *c = NULL;

	if (s == BY_VOLUME)
		c = sym_empty(p->spec.volume_name) ? volume_for_claim(q, p, true) :
						     bind_later(q, p);
	else if (s == BY_CLASS)
		c = class_ && sym_empty(p->spec.volume_name) ?
			    class_of_claim(q, p, class_->meta.name) : NULL;
	else if (!sym_empty(now) && !find_class(q->trial->view, now))
		c = missing_class(q, now);
	for (uint32_t i = 0; c && i < r->n; i++)
		if (sym_eq(r->v[i]->id, c->id))
			return true;
	if (c)
		repair_add(q, r, c);
	return c != NULL;
}

/* One claim: false if the strategy does not help it. */
static bool settle_claim(const struct question *q, struct repair *r, const struct volume *volume,
			 const struct storage_class *class_, enum strategy s)
{
	struct volume_claim c = volume_claim(cycle_in(q->cycle), asked_pod(q), volume);

	switch (c.lookup) {
	case CLAIM_NONE:
		return true;
	case CLAIM_MISSING:
		need_claim(q, r, volume, c.name, class_, s);
		return true;
	case CLAIM_FOUND:
		break;
	case CLAIM_FOREIGN:
		if (s != BY_CLASS || !class_)
			return false;
		repair_add(q, r, anew(q, c.pvc, new_claim(q, c.name, volume), class_));
		return true;
	case CLAIM_UNNAMED:
	case CLAIM_UNREAD:
		return false;
	}
	if (is_lost(c.pvc))
		return false;
	if (!sym_empty(c.pvc->spec.volume_name) && !find_pv(q->trial->view, c.pvc->spec.volume_name)) {
		repair_add(q, r, volume_for_claim(q, c.pvc, false));
		return true;
	}
	if (is_bound(c.pvc) || waits_well(q, c.pvc))
		return true;
	return need_binding(q, r, c.pvc, class_, s);
}

static void settle_claims(const struct question *q, const struct storage_class *class_,
			  enum strategy s)
{
	const struct volumes *l = &asked_pod(q)->spec.volumes;
	struct repair *r = new_repair(q);
	bool ok = true;

	for (uint32_t i = 0; ok && i < l->n; i++)
		ok = settle_claim(q, r, &l->v[i], class_, s);
	if (!ok || !r->n)
		withdraw(q);
}

static void options_claims(const struct question *q)
{
	const struct storage_class *classes[CLASSES_MAX];
	uint32_t n = waiting_classes(q, classes, (sym){ NULL });

	settle_claims(q, n ? classes[0] : NULL, BY_OLD_CLASS);
	for (uint32_t i = 0; i < n; i++)
		settle_claims(q, classes[i], BY_CLASS);
	settle_claims(q, n ? classes[0] : any_provisioning_class(q), BY_VOLUME);
}

/* Filter: claims that wait for a node, and this one does not do */

typedef void claim_asker(const struct question *q, const struct pvc *p, struct repair *r,
			 const struct storage_class *class_);

static void each_waiting_claim(const struct question *q, claim_asker *ask,
			       const struct storage_class *class_)
{
	const struct volumes *l = &asked_pod(q)->spec.volumes;
	struct repair *r = new_repair(q);

	for (uint32_t i = 0; i < l->n; i++) {
		struct volume_claim c = volume_claim(cycle_in(q->cycle), asked_pod(q), &l->v[i]);

		if (c.lookup == CLAIM_FOUND && !is_bound(c.pvc) && waits_well(q, c.pvc))
			ask(q, c.pvc, r, class_);
	}
	if (!r->n)
		withdraw(q);
}

static bool is_told(const struct question *q, const struct pvc *p)
{
	for (uint32_t i = 0; i < q->out->details.n; i++) {
		const struct object_ref *o = &q->out->details.v[i].object;

		if (o->kind && !strcmp(o->kind, kinds[KIND_PVC].name) && o->name &&
		    sym_is(p->meta.name, o->name))
			return true;
	}
	return false;
}

/* The claim or its volume. */
static bool is_blamed(const struct question *q, const struct pvc *p)
{
	for (uint32_t i = 0; i < q->out->details.n; i++) {
		const struct object_ref *o = &q->out->details.v[i].object;

		if (o->kind && !strcmp(o->kind, kinds[KIND_PV].name) && o->name &&
		    sym_is(p->spec.volume_name, o->name))
			return true;
	}
	return is_told(q, p);
}

static void unselect(const struct question *q, const struct pvc *p, struct repair *r,
		     const struct storage_class *class_)
{
	sym selected = labels_text(&p->meta.annotations, ANNOTATION_SELECTED_NODE);
	struct change *c;

	(void)class_;
	if (!selected.s || sym_eq(selected, q->node->node->meta.name))
		return;
	c = new_change(q, CHANGE_SELECTED_NODE, "%s", sym_text(p->meta.name));
	c->object = &p->meta;
	c->value = selected;
	repair_add(q, r, c);
}

static void reclass(const struct question *q, const struct pvc *p, struct repair *r,
		    const struct storage_class *class_)
{
	if (is_told(q, p) && !sym_eq(pvc_class(p), class_->meta.name))
		repair_add(q, r, class_of_claim(q, p, class_->meta.name));
}

static void provide(const struct question *q, const struct pvc *p, struct repair *r,
		    const struct storage_class *class_)
{
	(void)class_;
	if (is_told(q, p))
		repair_add(q, r, volume_for_claim(q, p, false));
}

/* The largest capacity that is told of; a smaller claim would fit there. */
static void shrink(const struct question *q, const struct pvc *p, struct repair *r,
		   const struct storage_class *class_)
{
	(void)class_;
	for (uint32_t i = 0; i < q->out->details.n; i++) {
		const struct detail *d = &q->out->details.v[i];
		struct quantity *size = ARENA_NEW(q->arena, struct quantity);
		struct error err = ERROR_INIT;
		struct change *c;

		if (d->type != DETAIL_VOLUME || !d->object.kind || !d->observed ||
		    strcmp(d->object.kind, kinds[KIND_CSI_CAPACITY].name) != 0 || !is_told(q, p) ||
		    quantity_parse(d->observed, size, &err) < 0 || quantity_sign(size) <= 0)
			continue;
		c = new_change(q, CHANGE_CLAIM_SIZE, "%s %s", sym_text(p->meta.name), d->observed);
		size->text = NULL;
		c->text = quantity_text(q->arena, size);
		c->item = size;
		c->object = &p->meta;
		repair_add(q, r, c);
		return;
	}
}

static void each_class(const struct question *q)
{
	const struct storage_class *classes[CLASSES_MAX];
	uint32_t n = waiting_classes(q, classes, (sym){ NULL });

	for (uint32_t i = 0; i < n; i++)
		each_waiting_claim(q, reclass, classes[i]);
}

static void provide_missing(const struct question *q)
{
	const struct volumes *l = &asked_pod(q)->spec.volumes;
	struct repair *r = new_repair(q);

	for (uint32_t i = 0; i < l->n; i++) {
		struct volume_claim c = volume_claim(cycle_in(q->cycle), asked_pod(q), &l->v[i]);

		if (c.lookup == CLAIM_FOUND && !sym_empty(c.pvc->spec.volume_name) &&
		    !find_pv(q->trial->view, c.pvc->spec.volume_name))
			repair_add(q, r, volume_for_claim(q, c.pvc, false));
	}
	if (!r->n)
		withdraw(q);
}

/* Volumes that cannot be reached from the node: the last resort is another one. */
static void replace_claims(const struct question *q)
{
	const struct volumes *l = &asked_pod(q)->spec.volumes;
	const struct storage_class *classes[CLASSES_MAX];
	uint32_t n = waiting_classes(q, classes, (sym){ NULL });
	struct repair *r = new_repair(q);

	for (uint32_t i = 0; n && i < l->n; i++) {
		struct volume_claim c = volume_claim(cycle_in(q->cycle), asked_pod(q), &l->v[i]);

		if (c.lookup == CLAIM_FOUND && !is_lost(c.pvc) &&
		    !sym_empty(c.pvc->spec.volume_name) && is_blamed(q, c.pvc))
			repair_add(q, r, anew(q, c.pvc, c.pvc, classes[0]));
	}
	if (!r->n)
		withdraw(q);
}

void options_binding(struct question *q)
{
	if (!q->node) {
		options_claims(q);
		return;
	}
	replace_claims(q);
	each_waiting_claim(q, unselect, NULL);
	each_waiting_claim(q, shrink, NULL);
	each_waiting_claim(q, provide, NULL);
	each_class(q);
	provide_missing(q);
}

void options_zone(struct question *q)
{
	if (q->node)
		replace_claims(q);
	else
		options_claims(q);
}

/* Volumes that other pods use */

static void evict_told(const struct question *q)
{
	const struct pod **pods = ARENA_ARRAY(q->arena, q->out->details.n, const struct pod *);
	const struct view *v = q->trial->view;
	uint32_t n = 0;

	for (uint32_t i = 0; i < q->out->details.n; i++) {
		const struct object_ref *o = &q->out->details.v[i].object;
		const struct pod_info *p;

		if (q->out->details.v[i].type != DETAIL_POD || !o->name || !o->namespace_)
			continue;
		p = view_find_pod(v, view_sym(v, o->namespace_), view_sym(v, o->name));
		if (p)
			pods[n++] = p->pod;
	}
	offer_evictions(q, pods, n);
}

void options_restrictions(struct question *q)
{
	if (q->node)
		evict_told(q);
	else
		options_claims(q);
}

#define LIMIT_PODS_MAX 6

void options_limits(struct question *q)
{
	const struct pod *users[LIMIT_PODS_MAX];
	uint32_t n = 0;

	if (!q->node)
		return;
	each_class(q);
	for (uint32_t i = 0; i < q->node->pods.n && n < LIMIT_PODS_MAX; i++) {
		const struct pod *p = q->node->pods.v[i]->pod;

		if (pod_has_claims(p))
			users[n++] = p;
	}
	for (uint32_t k = 1; k <= n; k++) {
		const struct pod **some = ARENA_ARRAY(q->arena, k, const struct pod *);

		memcpy(some, users, k * sizeof(*some));
		offer_evictions(q, some, k);
		if (k > 1)
			offer_evictions(q, keep(q, &users[k - 1], sizeof(*some)), 1);
	}
}
