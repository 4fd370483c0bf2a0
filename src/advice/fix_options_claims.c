/* PreFilter: what each claim of the pod needs before any node can be looked at. */
#include "advice/fix_options_storage.h"

enum strategy { BY_CLASS, BY_OLD_CLASS, BY_VOLUME };

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
		repair_add(q, r, change_volume(q, p, true));
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
		c = sym_empty(p->spec.volume_name) ? change_volume(q, p, true) :
						     bind_later(q, p);
	else if (s == BY_CLASS)
		c = class_ && sym_empty(p->spec.volume_name) ?
			    change_claim_class(q, p, class_->meta.name) : NULL;
	else if (!sym_empty(now) && !find_class(q->trial->view, now))
		c = change_missing_class(q, now);
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
		repair_add(q, r, change_claim_anew(q, c.pvc, new_claim(q, c.name, volume), class_));
		return true;
	case CLAIM_UNNAMED:
	case CLAIM_UNREAD:
		return false;
	}
	if (claim_is_lost(c.pvc))
		return false;
	if (!sym_empty(c.pvc->spec.volume_name) && !find_pv(q->trial->view, c.pvc->spec.volume_name)) {
		repair_add(q, r, change_volume(q, c.pvc, false));
		return true;
	}
	if (claim_is_bound(c.pvc) || claim_waits_well(q, c.pvc))
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

void options_claims(const struct question *q)
{
	const struct storage_class *classes[CLASSES_MAX];
	uint32_t n = waiting_classes(q, classes, (sym){ NULL });

	settle_claims(q, n ? classes[0] : NULL, BY_OLD_CLASS);
	for (uint32_t i = 0; i < n; i++)
		settle_claims(q, classes[i], BY_CLASS);
	settle_claims(q, n ? classes[0] : any_provisioning_class(q), BY_VOLUME);
}
