/* The expressions of --what-if that are about the pod's claims. */
#include "advice/fix_options_storage.h"
#include "advice/what_if_make.h"

static struct question question_of(struct trial *t)
{
	return (struct question){ .trial = t, .arena = t->arena, .ids = view_cluster(t->view)->syms };
}

/* The volume of the pod that mounts the claim; NULL: none does. */
static const struct volume *volume_named(const struct what_if *w, struct trial *t,
					 struct volume_claim *ret)
{
	const struct volumes *l = &t->pod->spec.volumes;
	const struct cycle_input in = { .view = t->view,
					.pod = t->pod,
					.release = view_release(t->view),
					.syms = view_cluster(t->view)->syms,
					.arena = t->arena };

	for (uint32_t i = 0; i < l->n; i++) {
		*ret = volume_claim(&in, t->pod, &l->v[i]);
		if (ret->lookup != CLAIM_NONE && sym_is(ret->name, w->name))
			return &l->v[i];
	}
	return NULL;
}

static const struct pvc *claim_named(const struct what_if *w, struct trial *t)
{
	struct volume_claim c;

	return volume_named(w, t, &c) && c.lookup == CLAIM_FOUND ? c.pvc : NULL;
}

static bool create_claim(const struct what_if *w, struct trial *t, const struct volume *volume,
			 sym name)
{
	const struct question q = question_of(t);
	struct pvc *p = new_claim(&q, name, volume);

	if (w->value)
		p->spec.storage_class = what_if_sym(t, w->value);
	return trial_make(t, claim_change(&q, p));
}

static bool change_claim(const struct what_if *w, struct trial *t, const struct volume *volume,
			 const struct volume_claim *claim)
{
	const struct question q = question_of(t);
	sym name = what_if_sym(t, w->value);
	const struct storage_class class_ = { .meta = { .name = name } };
	const struct pvc *next = claim->pvc;

	if (claim->lookup == CLAIM_FOUND && sym_empty(claim->pvc->spec.volume_name))
		return !sym_eq(pvc_class(claim->pvc), name) &&
		       trial_make(t, change_claim_class(&q, claim->pvc, name));
	if (claim->lookup == CLAIM_FOREIGN)
		next = new_claim(&q, claim->name, volume);
	return trial_make(t, change_claim_anew(&q, claim->pvc, next, &class_));
}

/* It is there, with that class: created, changed, or made anew if it is bound already. */
bool what_if_claim(const struct what_if *w, struct trial *t)
{
	struct volume_claim c;
	const struct volume *volume = volume_named(w, t, &c);

	if (!volume)
		return false;
	switch (c.lookup) {
	case CLAIM_MISSING:
		return create_claim(w, t, volume, c.name);
	case CLAIM_FOUND:
	case CLAIM_FOREIGN:
		return w->value && change_claim(w, t, volume, &c);
	case CLAIM_NONE:
	case CLAIM_UNNAMED:
	case CLAIM_UNREAD:
		break;
	}
	return false;
}

bool what_if_claim_size(const struct what_if *w, struct trial *t)
{
	const struct pvc *p = claim_named(w, t);
	struct quantity *size = ARENA_NEW(t->arena, struct quantity);
	struct change *c;

	if (!p)
		return false;
	*size = w->amount;
	c = what_if_change(t, CHANGE_CLAIM_SIZE);
	c->object = &p->meta;
	c->item = size;
	c->text = quantity_text(t->arena, size);
	return trial_make(t, c);
}

/* The volume that it names is there; the volume controller finishes what it began. */
bool what_if_bind_claim(const struct what_if *w, struct trial *t)
{
	const struct pvc *p = claim_named(w, t);
	struct change *c;

	if (!p || sym_empty(p->spec.volume_name) || claim_is_bound(p))
		return false;
	c = what_if_change(t, CHANGE_CLAIM_BIND);
	c->object = &p->meta;
	return trial_make(t, c);
}

/* A claim that does not wait for a node is bound to it at once. */
bool what_if_volume(const struct what_if *w, struct trial *t)
{
	struct question q = question_of(t);
	const struct pvc *p = claim_named(w, t);

	if (w->value) {
		q.node = view_find_node(t->view, what_if_sym(t, w->value));
		if (!q.node)
			return false;
	}
	if (!p)
		return false;
	return trial_make(t, change_volume(&q, p, sym_empty(p->spec.volume_name) &&
							  !claim_waits_well(&q, p)));
}

bool what_if_class(const struct what_if *w, struct trial *t)
{
	const struct question q = question_of(t);
	struct change *c = change_missing_class(&q, what_if_sym(t, w->name));

	return c && trial_make(t, c);
}

bool what_if_selected_node(const struct what_if *w, struct trial *t)
{
	const struct pvc *p = claim_named(w, t);
	struct change *c;

	if (!p)
		return false;
	c = what_if_change(t, CHANGE_SELECTED_NODE);
	c->object = &p->meta;
	c->value = labels_text(&p->meta.annotations, ANNOTATION_SELECTED_NODE);
	return trial_make(t, c);
}
