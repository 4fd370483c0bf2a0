#include "diagnose/changes.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

static void add(struct diagnosis *d, struct opt_time at, enum change_kind kind,
		const struct meta *object, sym extra)
{
	if (!at.set)
		return;
	if (d->changes.n == d->changes.cap) {
		size_t cap = d->changes.cap ? 2 * d->changes.cap : 256;
		struct change *bigger = ARENA_ARRAY(d->arena, cap, struct change);

		if (d->changes.n)
			memcpy(bigger, d->changes.v, d->changes.n * sizeof(*bigger));
		d->changes.v = bigger;
		d->changes.cap = cap;
	}
	d->changes.v[d->changes.n++] = (struct change){ at.us, kind, object, extra };
}

static void add_node(struct diagnosis *d, const struct node *n)
{
	add(d, n->meta.created, CHANGE_NODE_ADDED, &n->meta, (sym){ NULL });
	for (uint32_t i = 0; i < n->taints.n; i++)
		add(d, n->taints.v[i].added, CHANGE_TAINT_ADDED, &n->meta, n->taints.v[i].key);
}

static void add_pod(struct diagnosis *d, const struct pod *p)
{
	const struct condition *c;

	if (sym_empty(p->spec.node_name))
		return;
	c = conditions_get(&p->status.conditions, "PodScheduled");
	if (c && sym_is(c->status, "True"))
		add(d, c->transition, CHANGE_POD_BOUND, &p->meta, p->spec.node_name);
}

static int newest_first(const void *pa, const void *pb)
{
	const struct change *a = pa, *b = pb;
	int by_object;

	if (a->us != b->us)
		return a->us > b->us ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	by_object = meta_compare(a->object, b->object);
	return by_object ? by_object : strcmp(sym_text(a->extra), sym_text(b->extra));
}

static void list_changes(struct diagnosis *d)
{
	const struct objects *claims = &d->cluster->objects[KIND_PVC];

	for (uint32_t i = 0; i < view_node_count(d->view); i++)
		add_node(d, view_node(d->view, i)->node);
	for (uint32_t i = 0; i < view_pods(d->view)->n; i++)
		add_pod(d, view_pods(d->view)->v[i]->pod);
	for (size_t i = 0; i < claims->n; i++)
		add(d, claims->v[i]->created, CHANGE_CLAIM_CREATED, claims->v[i], (sym){ NULL });
	if (d->changes.n)
		qsort(d->changes.v, d->changes.n, sizeof(struct change), newest_first);
	d->changes.listed = true;
}

const struct change *changes_since(struct diagnosis *d, int64_t since, size_t *ret_n)
{
	size_t low = 0, high;

	if (!d->changes.listed)
		list_changes(d);
	high = d->changes.n;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (d->changes.v[mid].us > since)
			low = mid + 1;
		else
			high = mid;
	}
	*ret_n = low;
	return d->changes.v;
}

void change_text(const struct change *c, struct strbuf *out)
{
	const char *name = sym_text(c->object->name);

	switch (c->kind) {
	case CHANGE_NODE_ADDED:
		strbuf_addf(out, _("node %s was added"), name);
		break;
	case CHANGE_TAINT_ADDED:
		strbuf_addf(out, _("node %s got the taint %s"), name, sym_text(c->extra));
		break;
	case CHANGE_POD_BOUND:
		strbuf_addf(out, _("%s/%s went to node %s"), sym_text(c->object->namespace_), name,
			    sym_text(c->extra));
		break;
	case CHANGE_CLAIM_CREATED:
		strbuf_addf(out, _("claim %s was created"), name);
		break;
	}
}
