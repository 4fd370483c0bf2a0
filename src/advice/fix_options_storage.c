/* Claims that wait for a node, volumes that are elsewhere or in use. */
#include <string.h>

#include "advice/fix_options_storage.h"
#include "model/quantity.h"

/* Claims that wait for a node, and this one does not do */

typedef void claim_asker(const struct question *q, const struct pvc *p, struct repair *r,
			 const struct storage_class *class_);

static void each_waiting_claim(const struct question *q, claim_asker *ask,
			       const struct storage_class *class_)
{
	const struct volumes *l = &asked_pod(q)->spec.volumes;
	struct repair *r = new_repair(q);

	for (uint32_t i = 0; i < l->n; i++) {
		struct volume_claim c = volume_claim(cycle_in(q->cycle), asked_pod(q), &l->v[i]);

		if (c.lookup == CLAIM_FOUND && !claim_is_bound(c.pvc) && claim_waits_well(q, c.pvc))
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
		repair_add(q, r, change_claim_class(q, p, class_->meta.name));
}

static void provide(const struct question *q, const struct pvc *p, struct repair *r,
		    const struct storage_class *class_)
{
	(void)class_;
	if (is_told(q, p))
		repair_add(q, r, change_volume(q, p, false));
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
			repair_add(q, r, change_volume(q, c.pvc, false));
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

		if (c.lookup == CLAIM_FOUND && !claim_is_lost(c.pvc) &&
		    !sym_empty(c.pvc->spec.volume_name) && is_blamed(q, c.pvc))
			repair_add(q, r, change_claim_anew(q, c.pvc, c.pvc, classes[0]));
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
