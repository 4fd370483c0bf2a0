/*
 * Static matching: findMatchingVolumes of pkg/scheduler/framework/plugins/volumebinding/binder.go
 * and FindMatchingVolume of k8s.io/component-helpers/storage/volume/pv_helpers.go, v1.36.
 * Known differences: among PersistentVolumes of equal size the scheduler's choice is random; here
 * the first by name is taken.
 */
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "model/quantity.h"
#include "replay/predicates/volume_binding.h"

#define DETAIL_PVS_MAX 3

/* What keeps a PersistentVolume from a claim on every node, in the order of the tests. */
enum obstacle {
	OBSTACLE_NONE,
	OBSTACLE_CLAIMED,
	OBSTACLE_SIZE,
	OBSTACLE_VOLUME_MODE,
	OBSTACLE_ATTRIBUTES_CLASS,
	OBSTACLE_DELETED,
	OBSTACLE_PHASE,
	OBSTACLE_SELECTOR,
	OBSTACLE_ACCESS_MODES,
};

static const struct quantity zero = QUANTITY_ZERO;

static const struct quantity *capacity_of(const struct pv *pv)
{
	const struct quantity *q = resources_get(&pv->capacity, "storage");

	return q ? q : &zero;
}

static bool is_prebound(const struct pv *pv, const struct pvc *c)
{
	const struct claim_ref *ref = pv->claim_ref;

	return ref && sym_same(ref->name, c->meta.name) &&
	       sym_same(ref->namespace_, c->meta.namespace_) &&
	       (sym_empty(ref->uid) || sym_empty(c->meta.uid) || sym_eq(ref->uid, c->meta.uid));
}

static const char *volume_mode(sym mode)
{
	return mode.s ? mode.s : "Filesystem";
}

static bool has_mode(const struct syms *modes, sym mode)
{
	for (uint32_t i = 0; i < modes->n; i++)
		if (sym_eq(modes->v[i], mode))
			return true;
	return false;
}

static bool access_modes_suffice(const struct pvc *c, const struct pv *pv)
{
	for (uint32_t i = 0; i < c->spec.access_modes.n; i++)
		if (!has_mode(&pv->access_modes, c->spec.access_modes.v[i]))
			return false;
	return true;
}

static bool attributes_class_fits(const struct pvc *c, const struct pv *pv,
				  const struct release *r)
{
	switch (r->attributes_class) {
	case VAC_IGNORED:
		return true;
	case VAC_REFUSED:
		return sym_empty(pv->attributes_class);
	case VAC_COMPARED:
		break;
	}
	return sym_same(c->spec.attributes_class, pv->attributes_class);
}

static enum obstacle find_obstacle(const struct pvc *c, const struct pv *pv,
				   const struct release *r)
{
	const struct quantity *request = pvc_request(c);

	if (pv->claim_ref && !is_prebound(pv, c))
		return OBSTACLE_CLAIMED;
	if (quantity_cmp(capacity_of(pv), request ? request : &zero) < 0)
		return OBSTACLE_SIZE;
	if (strcmp(volume_mode(pv->volume_mode), volume_mode(c->spec.volume_mode)) != 0)
		return OBSTACLE_VOLUME_MODE;
	if (!attributes_class_fits(c, pv, r))
		return OBSTACLE_ATTRIBUTES_CLASS;
	if (pv->meta.deleted.set)
		return OBSTACLE_DELETED;
	if (is_prebound(pv, c))
		return OBSTACLE_NONE;
	if (!sym_is(pv->phase, "Available"))
		return OBSTACLE_PHASE;
	if (c->spec.selector && !label_selector_matches(c->spec.selector, &pv->meta.labels))
		return OBSTACLE_SELECTOR;
	if (!access_modes_suffice(c, pv))
		return OBSTACLE_ACCESS_MODES;
	return OBSTACLE_NONE;
}

static const char *matching_error(const struct cycle_input *in, const struct pvc *c)
{
	const char *invalid;

	if (in->release->attributes_class == VAC_REFUSED && !sym_empty(c->spec.attributes_class))
		return arena_printf(in->arena,
				    "unsupported volumeAttributesClassName is set on claim %s/%s "
				    "when the feature-gate VolumeAttributesClass is disabled",
				    sym_text(c->meta.namespace_), sym_text(c->meta.name));
	invalid = c->spec.selector ? label_selector_invalid(c->spec.selector) : NULL;
	if (invalid)
		return arena_printf(in->arena,
				    "error creating internal label selector for claim: %s/%s: %s",
				    sym_text(c->meta.namespace_), sym_text(c->meta.name), invalid);
	return NULL;
}

static int by_capacity_and_name(const void *a, const void *b)
{
	const struct pv *x = *(const struct pv *const *)a, *y = *(const struct pv *const *)b;
	int c = quantity_cmp(capacity_of(x), capacity_of(y));

	return c ? c : strcmp(sym_text(x->meta.name), sym_text(y->meta.name));
}

static void sort_candidate(struct candidates *found, const struct pvc *c, const struct pv *pv,
			   const struct release *r)
{
	if (find_obstacle(c, pv, r) != OBSTACLE_NONE)
		return;
	if (is_prebound(pv, c))
		found->prebound[found->prebound_n++] = pv;
	else
		found->v[found->n++] = pv;
}

static void index_by_affinity(struct label_index *idx, const struct pv *const *v, uint32_t n,
			      struct arena *arena)
{
	label_index_init(idx, arena);
	while (n-- > 0)
		label_index_add_node_selector(idx, n, v[n]->node_affinity);
}

void candidates_find(const struct cycle_input *in, struct delayed_claim *c)
{
	const struct objects *pvs = view_objects(in->view, KIND_PV);
	struct candidates *found = &c->candidates;

	found->error = matching_error(in, c->pvc);
	found->v = ARENA_ARRAY(in->arena, pvs->n, const struct pv *);
	found->prebound = ARENA_ARRAY(in->arena, pvs->n, const struct pv *);
	found->of_class = ARENA_ARRAY(in->arena, pvs->n, const struct pv *);
	for (size_t i = 0; i < pvs->n; i++) {
		const struct pv *pv = (const struct pv *)(const void *)pvs->v[i];

		if (!sym_same(pv_class(pv), c->class_->meta.name))
			continue;
		found->of_class[found->of_class_n++] = pv;
		sort_candidate(found, c->pvc, pv, in->release);
	}
	if (found->n)
		qsort(found->v, found->n, sizeof(const struct pv *), by_capacity_and_name);
	index_by_affinity(&found->by_node, found->v, found->n, in->arena);
	index_by_affinity(&found->of_class_by_node, found->of_class, found->of_class_n, in->arena);
}

static bool reaches(const struct pv *pv, const struct node_info *node)
{
	return node_selector_matches_labels_only(pv->node_affinity, &node->node->meta.labels);
}

struct match { /* what passes() looks at */
	const struct candidates *candidates;
	const struct node_info *node;
	const struct pv *const *chosen;
	uint32_t chosen_n;
};

static bool is_chosen(const struct match *m, const struct pv *pv)
{
	for (uint32_t i = 0; i < m->chosen_n; i++)
		if (m->chosen[i] == pv)
			return true;
	return false;
}

static bool passes(const void *context, uint32_t number)
{
	const struct match *m = context;
	const struct pv *pv = m->candidates->v[number];

	return !is_chosen(m, pv) && reaches(pv, m->node);
}

const struct pv *candidates_match(const struct candidates *c, const struct node_info *node,
				  const struct pv *const *chosen, uint32_t chosen_n)
{
	const struct match m = { c, node, chosen, chosen_n };
	uint32_t number;

	for (uint32_t i = 0; i < c->prebound_n; i++)
		if (!is_chosen(&m, c->prebound[i]))
			return reaches(c->prebound[i], node) ? c->prebound[i] : NULL;
	number = label_index_first(&c->by_node, &node->node->meta.labels, passes, &m);
	return number == LABEL_INDEX_NONE ? NULL : c->v[number];
}

const struct pv *candidates_tie(const struct candidates *c, const struct node_info *node,
				const struct pv *const *chosen, uint32_t chosen_n)
{
	const struct pv *taken = chosen[chosen_n - 1], *other;

	if (taken->claim_ref)
		return NULL;
	other = candidates_match(c, node, chosen, chosen_n);
	return other && quantity_cmp(capacity_of(other), capacity_of(taken)) == 0 ? other : NULL;
}

static void detail_claimed(const struct pv *pv, struct outcome *out)
{
	const struct claim_ref *ref = pv->claim_ref;

	detail_pv(out, pv->meta.name, "spec.claimRef", NULL,
		  arena_printf(out->arena, "%s/%s", sym_text(ref->namespace_), sym_text(ref->name)));
}

static void detail_obstacle(const struct pvc *c, const struct pv *pv, enum obstacle o,
			    struct outcome *out)
{
	const struct quantity *request = pvc_request(c);
	struct arena *a = out->arena;

	switch (o) {
	case OBSTACLE_CLAIMED:
		detail_claimed(pv, out);
		break;
	case OBSTACLE_SIZE:
		detail_pv(out, pv->meta.name, "spec.capacity.storage",
			  quantity_text(a, request ? request : &zero),
			  quantity_text(a, capacity_of(pv)));
		break;
	case OBSTACLE_VOLUME_MODE:
		detail_pv(out, pv->meta.name, "spec.volumeMode", volume_mode(c->spec.volume_mode),
			  volume_mode(pv->volume_mode));
		break;
	case OBSTACLE_ATTRIBUTES_CLASS:
		detail_pv(out, pv->meta.name, "spec.volumeAttributesClassName",
			  sym_text(c->spec.attributes_class), sym_text(pv->attributes_class));
		break;
	case OBSTACLE_DELETED:
		detail_pv(out, pv->meta.name, "metadata.deletionTimestamp", NULL, _("being deleted"));
		break;
	case OBSTACLE_PHASE:
		detail_pv(out, pv->meta.name, "status.phase", "Available", sym_text(pv->phase));
		break;
	case OBSTACLE_SELECTOR:
		detail_pv(out, pv->meta.name, "metadata.labels", _("the claim's selector"),
			  _("does not match"));
		break;
	case OBSTACLE_ACCESS_MODES:
		detail_pv(out, pv->meta.name, "spec.accessModes",
			  join_syms(a, "", &c->spec.access_modes), join_syms(a, "", &pv->access_modes));
		break;
	case OBSTACLE_NONE:
		detail_pv(out, pv->meta.name, NULL, NULL, _("taken by another claim of the pod"));
		break;
	}
}

/* In the scheduler's order, where the node's labels are looked at before the access modes. */
static void detail_passed_over(const struct cycle_input *in, const struct delayed_claim *c,
			       const struct pv *pv, const struct node_info *node,
			       struct outcome *out)
{
	enum obstacle o = find_obstacle(c->pvc, pv, in->release);

	if ((o == OBSTACLE_NONE || o == OBSTACLE_ACCESS_MODES) && pv->node_affinity &&
	    !reaches(pv, node))
		detail_affinity(out, pv->node_affinity, node->node,
				object_ref_of(KIND_PV, &pv->meta));
	else
		detail_obstacle(c->pvc, pv, o, out);
}

struct reach { /* what reaches_from() looks at */
	const struct candidates *candidates;
	const struct node_info *node;
	uint32_t from; /* lower numbers have been told */
};

static bool reaches_from(const void *context, uint32_t number)
{
	const struct reach *r = context;

	return number >= r->from && reaches(r->candidates->of_class[number], r->node);
}

void detail_candidates(const struct cycle_input *in, const struct delayed_claim *c,
		       const struct node_info *node, struct outcome *out)
{
	const struct candidates *all = &c->candidates;
	struct reach r = { all, node, 0 };
	unsigned told = 0;

	while (told < DETAIL_PVS_MAX) {
		uint32_t number = label_index_first(&all->of_class_by_node,
						    &node->node->meta.labels, reaches_from, &r);

		if (number == LABEL_INDEX_NONE)
			break;
		detail_passed_over(in, c, all->of_class[number], node, out);
		r.from = number + 1;
		told++;
	}
	for (uint32_t i = 0; !r.from && i < all->of_class_n && told < DETAIL_PVS_MAX; i++, told++)
		detail_passed_over(in, c, all->of_class[i], node, out);
	if (!told && !class_provisions(c->class_))
		detail_claim(out, in->pod, c->pvc->meta.name,
			     arena_printf(out->arena, _("a PersistentVolume of class %s"),
					  sym_text(c->class_->meta.name)),
			     _("there is none"));
}
