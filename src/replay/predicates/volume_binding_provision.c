/*
 * Dynamic provisioning: checkVolumeProvisions and hasEnoughCapacity of
 * pkg/scheduler/framework/plugins/volumebinding/binder.go, v1.36.
 * Known differences: none.
 */
#include <stdlib.h>

#include "base/i18n.h"
#include "model/quantity.h"
#include "replay/predicates/volume_binding.h"

static const sym no_namespace = { NULL };

bool class_provisions(const struct storage_class *c)
{
	return !sym_empty(c->provisioner) && !sym_is(c->provisioner, "kubernetes.io/no-provisioner");
}

/* One requirement of allowedTopologies; *ret_bad: it cannot be parsed, so its term never matches. */
static bool requirement_matches(const struct topology_requirement *r, const struct labels *labels,
				bool *ret_bad)
{
	sym value = labels_get(labels, r->key);
	bool found = false;

	*ret_bad = !r->values.n || !label_key_valid(sym_text(r->key));
	for (uint32_t i = 0; i < r->values.n; i++) {
		if (!label_value_valid(sym_text(r->values.v[i])))
			*ret_bad = true;
		found |= value.s && sym_eq(value, r->values.v[i]);
	}
	return found && !*ret_bad;
}

static bool topologies_allow(const struct storage_class *c, const struct labels *labels)
{
	if (!c->allowed_topologies.n)
		return true;
	for (uint32_t i = 0; i < c->allowed_topologies.n; i++) {
		const struct topology_term *t = &c->allowed_topologies.v[i];
		bool matches = t->expressions.n > 0, bad;

		for (uint32_t j = 0; j < t->expressions.n && matches; j++)
			matches = requirement_matches(&t->expressions.v[j], labels, &bad);
		if (matches)
			return true;
	}
	return false;
}

/* maximumVolumeSize before capacity; NULL: neither is set. */
static const struct quantity *largest_volume(const struct csi_capacity *c)
{
	return c->max_volume_size ? c->max_volume_size : c->capacity;
}

static bool driver_tracks_capacity(const struct cycle_input *in, struct delayed_claim *c)
{
	const struct csi_driver *driver;

	if (view_coverage(in->view, KIND_CSI_DRIVER) == COVER_NONE) {
		c->capacities.mode = CAPACITY_DRIVER_UNREAD;
		return true;
	}
	driver = VIEW_FIND(in->view, CSI_DRIVER, csi_driver, no_namespace, c->class_->provisioner);
	if (!driver || driver->storage_capacity != TRI_TRUE)
		return false;
	c->capacities.mode = CAPACITY_CHECKED;
	return true;
}

static int by_size(const void *a, const void *b)
{
	const struct capacity *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes > y->bytes ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

void capacities_find(const struct cycle_input *in, struct delayed_claim *c)
{
	struct capacities *found = &c->capacities;
	const struct objects *all;

	label_index_init(&found->by_node, in->arena);
	if (!pvc_request(c->pvc) || !class_provisions(c->class_) || !driver_tracks_capacity(in, c))
		return;
	all = view_objects(in->view, KIND_CSI_CAPACITY);
	found->v = ARENA_ARRAY(in->arena, all->n, struct capacity);
	for (size_t i = 0; i < all->n; i++) {
		const struct csi_capacity *o = (const struct csi_capacity *)(const void *)all->v[i];
		const struct quantity *largest = largest_volume(o);

		if (o->topology && largest && sym_eq(o->storage_class, c->class_->meta.name))
			found->v[found->n++] = (struct capacity){
				o, largest, quantity_value(largest), (uint32_t)i
			};
	}
	if (found->n)
		qsort(found->v, found->n, sizeof(*found->v), by_size);
	for (uint32_t i = found->n; i-- > 0;)
		label_index_add_label_selector(&found->by_node, i, found->v[i].object->topology);
}

struct capacity_match { /* what passes() looks at */
	const struct capacities *capacities;
	const struct labels *labels;
};

static bool passes(const void *context, uint32_t number)
{
	const struct capacity_match *m = context;

	return label_selector_matches(m->capacities->v[number].object->topology, m->labels);
}

/* The largest that reaches the node, or NULL: if it is too small, all others are. */
static const struct capacity *largest_capacity(const struct capacities *c,
					       const struct node_info *node)
{
	const struct capacity_match m = { c, &node->node->meta.labels };
	uint32_t number = label_index_first(&c->by_node, m.labels, passes, &m);

	return number == LABEL_INDEX_NONE ? NULL : &c->v[number];
}

static enum provision capacity_check(const struct cycle_input *in, const struct delayed_claim *d,
				     const struct node_info *node)
{
	const struct capacities *c = &d->capacities;
	const struct capacity *largest;

	if (c->mode == CAPACITY_NOT_CHECKED)
		return PROVISION_OK;
	largest = largest_capacity(c, node);
	if (largest && largest->bytes >= quantity_value(pvc_request(d->pvc)))
		return PROVISION_OK;
	if (c->mode == CAPACITY_DRIVER_UNREAD)
		return PROVISION_UNREAD_DRIVER;
	switch (view_coverage(in->view, KIND_CSI_CAPACITY)) {
	case COVER_NONE:
	case COVER_NAMESPACE:
		return PROVISION_UNREAD_CAPACITY;
	case COVER_READ:
	case COVER_ABSENT:
		break;
	}
	return PROVISION_NO_STORAGE;
}

enum provision provision_check(const struct cycle_input *in, const struct delayed_claim *c,
			       const struct node_info *node)
{
	if (!class_provisions(c->class_) ||
	    !topologies_allow(c->class_, &node->node->meta.labels))
		return PROVISION_NO_VOLUME;
	return capacity_check(in, c, node);
}

static void detail_topologies(const struct storage_class *c, const struct node *node,
			      struct outcome *out)
{
	for (uint32_t i = 0; i < c->allowed_topologies.n; i++) {
		const struct topology_term *t = &c->allowed_topologies.v[i];

		for (uint32_t j = 0; j < t->expressions.n; j++) {
			const struct topology_requirement *r = &t->expressions.v[j];
			struct detail d = {
				.type = DETAIL_LABEL,
				.name = sym_text(r->key),
				.observed = labels_get(&node->meta.labels, r->key).s,
				.object = object_ref_of(KIND_STORAGE_CLASS, &c->meta),
			};
			bool bad;

			if (requirement_matches(r, &node->meta.labels, &bad))
				continue;
			d.wanted = join_syms(out->arena, "In ", &r->values);
			outcome_detail(out, &d);
			break;
		}
	}
}

static void detail_capacity(const struct delayed_claim *c, const struct node_info *node,
			    struct outcome *out)
{
	const struct capacity *largest = largest_capacity(&c->capacities, node);
	struct detail d = { .type = DETAIL_VOLUME, .name = sym_text(c->class_->provisioner) };

	d.wanted = quantity_text(out->arena, pvc_request(c->pvc));
	d.observed = _("no capacity object");
	if (largest) {
		d.observed = quantity_text(out->arena, largest->largest);
		d.object = object_ref_of(KIND_CSI_CAPACITY, &largest->object->meta);
	}
	outcome_detail(out, &d);
}

void detail_provision(const struct cycle_input *in, const struct delayed_claim *c,
		      const struct node_info *node, enum provision why, struct outcome *out)
{
	detail_claim(out, in->pod, c->pvc->meta.name, NULL,
		     arena_printf(out->arena, _("class %s"), sym_text(c->class_->meta.name)));
	if (why == PROVISION_NO_STORAGE)
		detail_capacity(c, node, out);
	else if (why == PROVISION_NO_VOLUME && class_provisions(c->class_))
		detail_topologies(c->class_, node->node, out);
}
