/*
 * Mirrors pkg/scheduler/framework/plugins/volumebinding (volume_binding.go, binder.go), v1.36; the
 * node set of v1.30 and v1.31 is switched by the release.
 * Known differences: the cache of assumed bindings is not visible; the feature gates have their
 * defaults.
 *
 * The parts: volume_binding_match.c finds PersistentVolumes for claims that wait for a node,
 * volume_binding_provision.c asks whether new ones could be made, volume_binding_nodes.c works out
 * the node set.
 */
#include "base/die.h"
#include "base/i18n.h"
#include "model/quantity.h"
#include "replay/predicates/volume_binding.h"

#define REASON_AFFINITY "node(s) didn't match PersistentVolume's node affinity"
#define REASON_AFFINITY_OLD "node(s) had volume node affinity conflict"
#define REASON_UNBOUND "node(s) didn't find available persistent volumes to bind"
#define REASON_STORAGE "node(s) did not have enough free storage"
#define REASON_NO_PV "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)"
#define REASON_IMMEDIATE "pod has unbound immediate PersistentVolumeClaims"

/* Step A of PreFilter: the claim exists, is alive and is the pod's own. */
static enum code check_claim(const struct cycle_input *in, const struct volume *v,
			     const struct volume_claim *c, struct outcome *out)
{
	const char *name = sym_text(c->name), *namespace_ = sym_text(in->pod->meta.namespace_);

	if (c->lookup == CLAIM_UNREAD)
		return outcome_unknown(out, in->view, KIND_PVC);
	if (!c->pvc && v->claim)
		return reject_claim(in, c->name, out, _("not found"),
				    "persistentvolumeclaim \"%s\" not found", name);
	if (!c->pvc)
		return reject_claim(in, c->name, out, _("not found"),
				    "waiting for ephemeral volume controller to create the "
				    "persistentvolumeclaim \"%s\"", name);
	if (sym_is(c->pvc->phase, "Lost"))
		return reject_claim(in, c->name, out, "Lost",
				    "persistentvolumeclaim \"%s\" bound to non-existent "
				    "persistentvolume \"%s\"",
				    name, sym_text(c->pvc->spec.volume_name));
	if (c->pvc->meta.deleted.set)
		return reject_claim(in, c->name, out, _("being deleted"),
				    "persistentvolumeclaim \"%s\" is being deleted", name);
	if (c->lookup == CLAIM_FOREIGN)
		return reject_claim(in, c->name, out, _("not controlled by the pod"),
				    "PVC %s/%s was not created for pod %s/%s (pod is not owner)",
				    namespace_, name, namespace_, sym_text(in->pod->meta.name));
	return CODE_SUCCESS;
}

static enum code check_claims(const struct cycle_input *in, struct outcome *out)
{
	const struct volumes *volumes = &in->pod->spec.volumes;
	enum code code = CODE_SKIP;

	for (uint32_t i = 0; i < volumes->n; i++) {
		const struct volume *v = &volumes->v[i];
		struct volume_claim c = volume_claim(in, in->pod, v);

		if (c.lookup == CLAIM_NONE)
			continue;
		code = check_claim(in, v, &c, out);
		if (code != CODE_SUCCESS)
			break;
	}
	return code;
}

static bool is_fully_bound(const struct pvc *c)
{
	return !sym_empty(c->spec.volume_name) &&
	       labels_text(&c->meta.annotations, ANNOTATION_BIND_COMPLETED).s;
}

static void add_bound(const struct cycle_input *in, struct volume_binding *s, const struct pvc *c)
{
	struct bound_claim *b = &s->bound.v[s->bound.n++];

	b->pvc = c;
	if (view_coverage(in->view, KIND_PV) == COVER_NONE)
		return; /* filter never gets to it */
	b->pv = find_pv(in->view, c->spec.volume_name);
	if (!b->pv)
		return;
	b->intree = intree_of_disks(&b->pv->disks);
	if (!intree_is_translated(b->intree, in->release))
		b->intree = INTREE_NONE;
	else
		b->translation_error = intree_translate_affinity(b->intree, b->pv, in->syms,
								 in->arena, &b->translated);
}

static void add_delayed(struct volume_binding *s, const struct pvc *c,
			const struct storage_class *class_)
{
	struct delayed_claim *d = &s->delayed.v[s->delayed.n++];

	d->pvc = c;
	d->class_ = class_;
	d->selected_node = labels_text(&c->meta.annotations, ANNOTATION_SELECTED_NODE);
}

/* What keeps a pod from being scheduled that has an unbound claim of immediate binding. */
static void detail_immediate(const struct cycle_input *in, const struct pvc *c,
			     const struct storage_class *class_, struct outcome *out)
{
	const char *name = sym_text(pvc_class(c)), *observed;

	if (!sym_empty(c->spec.volume_name))
		observed = arena_printf(out->arena, _("not yet bound to PersistentVolume %s"),
					c->spec.volume_name.s);
	else if (!*name)
		observed = _("unbound, no storage class");
	else if (!class_)
		observed = arena_printf(out->arena, _("unbound, storage class %s does not exist"), name);
	else
		observed = arena_printf(out->arena, _("unbound, storage class %s binds immediately"),
					name);
	detail_claim(out, in->pod, c->meta.name, _("bound"), observed);
}

enum binding { BINDING_SORTED, BINDING_IMMEDIATE, BINDING_UNREAD, BINDING_ERROR };

static enum binding classify(const struct cycle_input *in, struct volume_binding *s,
			     const struct pvc *c, struct outcome *out)
{
	const struct storage_class *class_ = NULL;
	sym name = pvc_class(c);

	if (is_fully_bound(c)) {
		add_bound(in, s, c);
		return BINDING_SORTED;
	}
	if (!sym_empty(name)) {
		if (view_coverage(in->view, KIND_STORAGE_CLASS) == COVER_NONE &&
		    sym_empty(c->spec.volume_name))
			return BINDING_UNREAD;
		class_ = find_class(in->view, name);
	}
	if (class_ && !class_->binding_mode.s) {
		outcome_rejectf(out, CODE_ERROR,
				"VolumeBindingMode not set for StorageClass \"%s\"", name.s);
		return BINDING_ERROR;
	}
	if (class_ && class_is_delayed(class_) && sym_empty(c->spec.volume_name)) {
		add_delayed(s, c, class_);
		return BINDING_SORTED;
	}
	if (outcome_wants_details(out))
		detail_immediate(in, c, class_, out);
	return BINDING_IMMEDIATE;
}

/* Step B of PreFilter: which claims are bound, and which wait for a node. */
static enum code classify_claims(const struct cycle_input *in, struct volume_binding *s,
				 struct outcome *out)
{
	const struct volumes *volumes = &in->pod->spec.volumes;
	bool immediate = false, unread = false;

	s->bound.v = ARENA_ARRAY(in->arena, volumes->n, struct bound_claim);
	s->delayed.v = ARENA_ARRAY(in->arena, volumes->n, struct delayed_claim);
	for (uint32_t i = 0; i < volumes->n; i++) {
		struct volume_claim c = volume_claim(in, in->pod, &volumes->v[i]);

		if (!c.pvc)
			continue;
		switch (classify(in, s, c.pvc, out)) {
		case BINDING_ERROR:
			return CODE_ERROR;
		case BINDING_IMMEDIATE:
			immediate = true;
			break;
		case BINDING_UNREAD:
			unread = true;
			break;
		case BINDING_SORTED:
			break;
		}
	}
	if (immediate)
		return outcome_reject(out, CODE_UNRESOLVABLE, REASON_IMMEDIATE);
	return unread ? outcome_unknown(out, in->view, KIND_STORAGE_CLASS) : CODE_SUCCESS;
}

static bool needs_more(const struct delayed_claim *a, const struct delayed_claim *b)
{
	static const struct quantity zero = QUANTITY_ZERO;
	const struct quantity *x = pvc_request(a->pvc), *y = pvc_request(b->pvc);

	return quantity_cmp(x ? x : &zero, y ? y : &zero) > 0;
}

/* An insertion sort, so that equal requests stay in spec order. */
static void sort_by_request(struct volume_binding *s)
{
	for (uint32_t i = 1; i < s->match.n; i++) {
		struct delayed_claim *c = s->match.v[i];
		uint32_t j = i;

		for (; j && needs_more(s->match.v[j - 1], c); j--)
			s->match.v[j] = s->match.v[j - 1];
		s->match.v[j] = c;
	}
}

static void prepare_delayed(const struct cycle_input *in, struct volume_binding *s)
{
	s->match.v = ARENA_ARRAY(in->arena, s->delayed.n, struct delayed_claim *);
	for (uint32_t i = 0; i < s->delayed.n; i++) {
		struct delayed_claim *c = &s->delayed.v[i];

		capacities_find(in, c);
		if (c->selected_node.s)
			continue;
		s->match.v[s->match.n++] = c;
		candidates_find(in, c);
	}
	sort_by_request(s);
}

static enum code prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			   struct outcome *out)
{
	struct volume_binding *s = state;
	enum code code = check_claims(in, out);

	if (code == CODE_SUCCESS)
		code = classify_claims(in, s, out);
	if (code != CODE_SUCCESS)
		return code;
	prepare_delayed(in, s);
	if (in->release->volume_binding_node_set)
		binding_narrow_nodes(in, s, keep);
	return CODE_SUCCESS;
}

/* What one call of filter finds out. */
struct check {
	const struct cycle_input *in;
	const struct volume_binding *s;
	const struct node_info *node;
	struct outcome *out;
	bool affinity_conflict, no_pv, unbound, no_storage;
	const struct pv *tie; /* could have been taken for one that was, which may change the result */
};

/* The node affinity that holds on this node.  SUCCESS, ERROR or UNKNOWN. */
static enum code effective_affinity(const struct check *c, const struct bound_claim *b,
				    const struct node_selector **ret)
{
	const struct view *v = c->in->view;

	*ret = b->pv->node_affinity;
	if (b->intree == INTREE_NONE)
		return CODE_SUCCESS;
	if (view_coverage(v, KIND_CSI_NODE) == COVER_NONE) {
		const struct labels *labels = &c->node->node->meta.labels;

		if (!b->translation_error &&
		    node_selector_matches_labels_only(b->translated, labels) ==
			    node_selector_matches_labels_only(*ret, labels))
			return CODE_SUCCESS;
		return outcome_unknown(c->out, v, KIND_CSI_NODE);
	}
	if (!intree_is_migrated(b->intree, find_csi_node(v, c->node)))
		return CODE_SUCCESS;
	if (b->translation_error)
		return outcome_rejectf(c->out, CODE_ERROR, "could not translate pv: %s",
				       b->translation_error);
	*ret = b->translated;
	return CODE_SUCCESS;
}

static void detail_conflict(const struct check *c, const struct bound_claim *b,
			    const struct node_selector *affinity)
{
	if (!outcome_wants_details(c->out))
		return;
	detail_claim(c->out, c->in->pod, b->pvc->meta.name, NULL,
		     arena_printf(c->out->arena, _("bound to PersistentVolume %s"),
				  sym_text(b->pvc->spec.volume_name)));
	if (affinity)
		detail_affinity(c->out, affinity, c->node->node,
				object_ref_of(KIND_PV, &b->pv->meta));
	else
		detail_pv(c->out, b->pvc->spec.volume_name, NULL, NULL, _("not found"));
}

static enum code check_bound(struct check *c)
{
	if (c->s->bound.n && view_coverage(c->in->view, KIND_PV) == COVER_NONE)
		return outcome_unknown(c->out, c->in->view, KIND_PV);
	for (uint32_t i = 0; i < c->s->bound.n; i++) {
		const struct bound_claim *b = &c->s->bound.v[i];
		const struct node_selector *affinity = NULL;
		enum code code;

		if (!b->pv) {
			c->no_pv = true;
			detail_conflict(c, b, NULL);
			return CODE_SUCCESS;
		}
		code = effective_affinity(c, b, &affinity);
		if (code != CODE_SUCCESS)
			return code;
		if (node_selector_matches_labels_only(affinity, &c->node->node->meta.labels))
			continue;
		c->affinity_conflict = true;
		detail_conflict(c, b, affinity);
		return CODE_SUCCESS;
	}
	return CODE_SUCCESS;
}

static bool selected_elsewhere(struct check *c)
{
	for (uint32_t i = 0; i < c->s->delayed.n; i++) {
		const struct delayed_claim *d = &c->s->delayed.v[i];

		if (!d->selected_node.s || sym_eq(d->selected_node, c->node->node->meta.name))
			continue;
		if (outcome_wants_details(c->out))
			detail_claim(c->out, c->in->pod, d->pvc->meta.name,
				     arena_printf(c->out->arena, "%s=%s", ANNOTATION_SELECTED_NODE,
						  d->selected_node.s),
				     NULL);
		return true;
	}
	return false;
}

/* What a PersistentVolume that could not be read might have served, unless provisioning does. */
static enum code provision_failed(struct check *c, const struct delayed_claim *d, enum provision p)
{
	bool static_unread = !d->selected_node.s &&
			     view_coverage(c->in->view, KIND_PV) == COVER_NONE;

	if (static_unread)
		return outcome_unknown(c->out, c->in->view, KIND_PV);
	if (p == PROVISION_UNREAD_DRIVER)
		return outcome_unknown(c->out, c->in->view, KIND_CSI_DRIVER);
	if (p == PROVISION_UNREAD_CAPACITY)
		return outcome_unknown(c->out, c->in->view, KIND_CSI_CAPACITY);
	c->unbound = p == PROVISION_NO_VOLUME;
	c->no_storage = p == PROVISION_NO_STORAGE;
	if (outcome_wants_details(c->out)) {
		detail_provision(c->in, d, c->node, p, c->out);
		if (!d->selected_node.s)
			detail_candidates(c->in, d, c->node, c->out);
		if (c->tie)
			detail_pv(c->out, c->tie->meta.name, "spec.capacity.storage", NULL,
				  _("as large as one that was taken: the scheduler's choice is random"));
	}
	return CODE_SUCCESS;
}

/* Claims that need a new volume, one after the other; *ret_done: the first failure ended it. */
static enum code check_provision(struct check *c, const struct delayed_claim *d, bool *ret_done)
{
	enum provision p = provision_check(c->in, d, c->node);

	if (p == PROVISION_OK)
		return CODE_SUCCESS;
	*ret_done = true;
	return provision_failed(c, d, p);
}

/* rest has room for all claims that may be matched; it gets those no PersistentVolume serves. */
static enum code match_claims(struct check *c, const struct delayed_claim **rest, uint32_t *ret_n)
{
	const struct volume_binding *s = c->s;
	const struct pv **chosen = xcalloc(s->match.n, sizeof(const struct pv *));
	enum code code = CODE_SUCCESS;
	uint32_t chosen_n = 0;

	for (uint32_t i = 0; i < s->match.n && code == CODE_SUCCESS; i++) {
		const struct delayed_claim *d = s->match.v[i];
		const struct pv *pv = candidates_match(&d->candidates, c->node, chosen, chosen_n);

		if (d->candidates.error) {
			code = outcome_reject(c->out, CODE_ERROR, d->candidates.error);
		} else if (!pv) {
			rest[(*ret_n)++] = d;
		} else {
			chosen[chosen_n++] = pv;
			if (i + 1 < s->match.n && !c->tie && outcome_wants_details(c->out))
				c->tie = candidates_tie(&d->candidates, c->node, chosen, chosen_n);
		}
	}
	xfree(chosen);
	return code;
}

/* Static matching first, since it may abort; then provisioning, claims with a node first. */
static enum code check_delayed(struct check *c)
{
	const struct volume_binding *s = c->s;
	const struct delayed_claim **rest;
	uint32_t rest_n = 0;
	bool done = false;
	enum code code;

	if (selected_elsewhere(c)) {
		c->unbound = true;
		return CODE_SUCCESS;
	}
	rest = xcalloc(s->match.n, sizeof(const struct delayed_claim *));
	code = match_claims(c, rest, &rest_n);
	for (uint32_t i = 0; i < s->delayed.n && !done && code == CODE_SUCCESS; i++)
		if (s->delayed.v[i].selected_node.s)
			code = check_provision(c, &s->delayed.v[i], &done);
	for (uint32_t i = 0; i < rest_n && !done && code == CODE_SUCCESS; i++)
		code = check_provision(c, rest[i], &done);
	xfree(rest);
	return code;
}

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	struct check c = { .in = in, .s = state, .node = node, .out = out };
	enum code code = check_bound(&c);

	if (code == CODE_SUCCESS && c.s->delayed.n)
		code = check_delayed(&c);
	if (code != CODE_SUCCESS)
		return code;
	if (c.affinity_conflict)
		outcome_reason(out, in->release->pv_affinity_new_text ? REASON_AFFINITY :
									REASON_AFFINITY_OLD);
	if (c.unbound)
		outcome_reason(out, REASON_UNBOUND);
	if (c.no_storage)
		outcome_reason(out, REASON_STORAGE);
	if (c.no_pv)
		outcome_reason(out, REASON_NO_PV);
	return c.affinity_conflict || c.unbound || c.no_storage || c.no_pv ? CODE_UNRESOLVABLE :
									    CODE_SUCCESS;
}

const struct predicate predicate_volume_binding = {
	.name = "VolumeBinding",
	.summary = N_("claims exist, and their volumes can be used or made on the node"),
	.state_size = sizeof(struct volume_binding),
	.prefilter = prefilter,
	.filter = filter,
};
