/* Rules about other pods: spread constraints, pod affinity and anti-affinity. */
#include <stdio.h>
#include <string.h>

#include "advice/fix_options.h"
#include "base/i18n.h"
#include "base/strbuf.h"
#include "replay/affinity_terms.h"

/* Topology spread */

#define SPREAD_DETAILS_MAX 32 /* constraints that fail: each is offers of its own */

static struct change *spread_change(const struct question *q, enum change_id id,
				    const struct spread_constraint *s, uint32_t i, int64_t amount)
{
	struct change *c = new_change(q, id, "%s %p %ld", sym_text(s->topology_key),
				      (const void *)s->selector, (long)amount);

	c->item = keep(q, s, sizeof(*s));
	c->index = i;
	c->amount = amount;
	return c;
}

static void relabel(const struct question *q, sym key)
{
	struct change *c;

	if (strstr(key.s, "kubernetes.io/"))
		return;
	for (uint32_t i = 0; i < view_node_count(q->trial->view); i++) {
		sym value = labels_get(&view_node(q->trial->view, i)->node->meta.labels, key);

		if (!value.s)
			continue;
		c = new_change(q, CHANGE_RELABEL, "%s %s=%s", sym_text(q->node->node->meta.name),
			       key.s, sym_text(value));
		c->object = &q->node->node->meta;
		c->key = key;
		c->value = value;
		offer(q, c);
		return;
	}
}

void options_spread(struct question *q)
{
	const struct pod *p = asked_pod(q);

	for (uint32_t i = 0; i < q->out->details.n && i < SPREAD_DETAILS_MAX; i++) {
		const struct detail *d = &q->out->details.v[i];
		int64_t at = pointer_index(d->pointer);
		const struct spread_constraint *s;

		if (d->type != DETAIL_TOPOLOGY || at < 0 || at >= p->spec.spread.n)
			continue;
		s = &p->spec.spread.v[at];
		if (d->skew.set && d->skew.skew > d->skew.max_skew)
			offer(q, spread_change(q, CHANGE_SPREAD_SKEW, s, (uint32_t)at, d->skew.skew));
		offer(q, spread_change(q, CHANGE_SPREAD_ANYWAY, s, (uint32_t)at, 0));
		if (!d->skew.set && q->node)
			relabel(q, s->topology_key);
	}
}

/* Pod affinity */

static const char *term_text(const struct question *q, const char *rule,
			     const struct pod_affinity_term *t)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	affinity_term_text(rule, t, &text);
	copy = arena_strdup(q->arena, text.buf);
	strbuf_release(&text);
	return copy;
}

static struct change *term_change(const struct question *q, const struct pod_affinity_term *t,
				  uint32_t i, bool anti)
{
	struct change *c = new_change(q, CHANGE_TERM_DROP, "%d %s %p %p %p", anti,
				      sym_text(t->topology_key), (const void *)t->selector,
				      (const void *)t->namespace_selector,
				      (const void *)t->namespaces.v);

	c->item = keep(q, t, sizeof(*t));
	c->index = i;
	c->flag = anti;
	c->text = term_text(q, anti ? "podAntiAffinity" : "podAffinity", t);
	return c;
}

/* Of the details: which of the pod's own terms fail on the node. */
static bool is_told(const struct question *q, const char *rule, uint32_t i)
{
	for (uint32_t k = 0; k < q->out->details.n; k++) {
		const char *pointer = q->out->details.v[k].pointer;

		if (pointer && strstr(pointer, rule) && pointer_index(pointer) == i)
			return true;
	}
	return false;
}

static void drop_terms(const struct question *q, const struct pod_affinity_terms *l, bool anti)
{
	struct repair *r = new_repair(q);

	for (uint32_t i = 0; l && i < l->n && r->n <= REPAIR_MAX; i++)
		if (is_told(q, anti ? "/podAntiAffinity/" : "/podAffinity/", i))
			repair_add(q, r, term_change(q, &l->v[i], i, anti));
	if (!r->n || r->n > REPAIR_MAX)
		withdraw(q);
}

struct crowd { /* pods in the way */
	const struct pod **v;
	uint32_t n, cap;
};

static void crowd_add(const struct question *q, struct crowd *c, const struct pod *p)
{
	if (c->n > EVICTED_MAX)
		return; /* too many to be offered, so it does not matter which */
	for (uint32_t i = 0; i < c->n; i++)
		if (c->v[i] == p)
			return;
	if (c->n == c->cap) {
		const struct pod **v =
			ARENA_ARRAY(q->arena, c->cap ? c->cap * 2 : 4, const struct pod *);

		if (c->n)
			memcpy(v, c->v, c->n * sizeof(*v));
		c->v = v;
		c->cap = c->cap ? c->cap * 2 : 4;
	}
	c->v[c->n++] = p;
}

static bool shares_domain(const struct question *q, const struct pod_info *p, sym key)
{
	sym here = labels_get(&q->node->node->meta.labels, key);

	return here.s && p->node && sym_eq(labels_get(&p->node->node->meta.labels, key), here);
}

/* All that the pod's own terms forbid in the node's domains. */
static void evict_forbidden(const struct question *q)
{
	const struct pod_infos *pods = view_pods(q->trial->view);
	struct affinity_terms terms = { 0 };
	struct crowd crowd = { 0 };

	affinity_terms_init(&terms, cycle_in(q->cycle), required_anti_affinity(asked_pod(q)));
	for (uint32_t i = 0; i < pods->n; i++)
		for (uint32_t k = 0; pods->v[i]->node && k < terms.n; k++)
			if (shares_domain(q, pods->v[i], terms.v[k].spec->topology_key) &&
			    affinity_term_matches(&terms.v[k], cycle_in(q->cycle),
						  pods->v[i]->pod->meta.namespace_,
						  &pods->v[i]->pod->meta.labels) == MATCH_YES)
				crowd_add(q, &crowd, pods->v[i]->pod);
	offer_evictions(q, crowd.v, crowd.n);
}

static const struct label *label_of(const struct question *q, const struct label_selector *s)
{
	const struct labels *own = &asked_pod(q)->meta.labels;

	for (uint32_t i = 0; s && i < s->match_labels.n; i++)
		if (labels_find(own, s->match_labels.v[i].key))
			return labels_find(own, s->match_labels.v[i].key);
	for (uint32_t i = 0; s && i < s->match_expressions.n; i++)
		if (s->match_expressions.v[i].op == OP_IN || s->match_expressions.v[i].op == OP_EXISTS)
			return labels_find(own, s->match_expressions.v[i].key);
	return NULL;
}

/* Without the label the other pods' rules are no longer about this one. */
static void drop_label(const struct question *q, struct repair *r, const struct label *l,
		       const struct pod *owner)
{
	struct change *c;

	for (uint32_t i = 0; i < r->n; i++)
		if (sym_eq(r->v[i]->key, l->key))
			return;
	c = new_change(q, CHANGE_LABEL_DROP, "%s", sym_text(l->key));
	c->key = l->key;
	c->value = l->value;
	c->note = arena_printf(q->arena, _("the anti-affinity of %s/%s is about it"),
			       sym_text(owner->meta.namespace_), sym_text(owner->meta.name));
	repair_add(q, r, c);
}

/* Pods that run and do not want this one beside them. */
static void escape_existing(const struct question *q)
{
	const struct pod_infos *pods = view_pods(q->trial->view);
	struct repair *r = new_repair(q);
	struct crowd crowd = { 0 };
	bool can = true;

	for (uint32_t i = 0; i < pods->n; i++) {
		const struct pod *owner = pods->v[i]->pod;
		const struct pod_affinity_terms *l = required_anti_affinity(owner);

		for (uint32_t k = 0; pods->v[i]->node && l && k < l->n; k++) {
			const struct label *label;

			if (!shares_domain(q, pods->v[i], l->v[k].topology_key) ||
			    existing_term_matches(l, k, owner->meta.namespace_, cycle_in(q->cycle)) !=
				    MATCH_YES)
				continue;
			crowd_add(q, &crowd, owner);
			label = label_of(q, l->v[k].selector);
			can &= label != NULL;
			if (label)
				drop_label(q, r, label, owner);
		}
	}
	if (!can || !r->n)
		withdraw(q);
	offer_evictions(q, crowd.v, crowd.n);
}

void options_inter_pod(struct question *q)
{
	const char *reason = q->out->reasons.n ? q->out->reasons.v[0] : "";

	if (!q->node)
		return;
	if (strstr(reason, "match pod affinity")) {
		drop_terms(q, required_affinity(asked_pod(q)), false);
	} else if (strstr(reason, "match pod anti-affinity")) {
		drop_terms(q, required_anti_affinity(asked_pod(q)), true);
		evict_forbidden(q);
	} else {
		escape_existing(q);
	}
}
