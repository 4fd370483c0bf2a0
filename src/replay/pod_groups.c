#include "replay/pod_groups.h"

#include <string.h>

#include "base/die.h"
#include "base/hash.h"
#include "replay/view.h"

/* --- what makes pods equal; names, keys and values are interned, so pointers are compared --- */

static uint64_t hash_labels(uint64_t h, const struct labels *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		h = hash_mix(h, (uintptr_t)l->v[i].key.s);
		h = hash_mix(h, (uintptr_t)l->v[i].value.s);
	}
	return hash_mix(h, l->n);
}

static bool same_labels(const struct labels *a, const struct labels *b)
{
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (!sym_eq(a->v[i].key, b->v[i].key) || !sym_eq(a->v[i].value, b->v[i].value))
			return false;
	return true;
}

static bool same_syms(const struct syms *a, const struct syms *b)
{
	return a->n == b->n && (!a->n || !memcmp(a->v, b->v, a->n * sizeof(*a->v)));
}

static bool same_selector(const struct label_selector *a, const struct label_selector *b)
{
	const struct selector_reqs *x, *y;

	if (a == b || !a || !b)
		return a == b;
	x = &a->match_expressions;
	y = &b->match_expressions;
	if (!same_labels(&a->match_labels, &b->match_labels) || x->n != y->n)
		return false;
	for (uint32_t i = 0; i < x->n; i++)
		if (!sym_eq(x->v[i].key, y->v[i].key) || x->v[i].op != y->v[i].op ||
		    !same_syms(&x->v[i].values, &y->v[i].values))
			return false;
	return true;
}

/* The hash leaves out what seldom makes the difference. */
static uint64_t hash_terms(uint64_t h, const struct pod_affinity_terms *l)
{
	for (uint32_t i = 0; l && i < l->n; i++) {
		h = hash_mix(h, (uintptr_t)l->v[i].topology_key.s);
		if (l->v[i].selector)
			h = hash_labels(h, &l->v[i].selector->match_labels);
	}
	return h;
}

static bool same_terms(const struct pod_affinity_terms *a, const struct pod_affinity_terms *b)
{
	if (a == b || !a || !b)
		return a == b;
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct pod_affinity_term *x = &a->v[i], *y = &b->v[i];

		if (!sym_eq(x->topology_key, y->topology_key) ||
		    !same_selector(x->selector, y->selector) ||
		    !same_syms(&x->namespaces, &y->namespaces) ||
		    !same_selector(x->namespace_selector, y->namespace_selector))
			return false;
	}
	return true;
}

/* --- the table --- */

static const struct pod_affinity_terms *anti_of(const struct pod *p)
{
	const struct affinity *a = p->spec.affinity;

	return a && a->pod_anti && a->pod_anti->required.n ? &a->pod_anti->required : NULL;
}

static uint64_t hash_pod(const struct pod *p)
{
	uint64_t h = hash_labels((uintptr_t)p->meta.namespace_.s, &p->meta.labels);

	return hash_terms(h, anti_of(p));
}

static bool belongs(const struct pod_group *g, const struct pod *p)
{
	return sym_eq(g->namespace_, p->meta.namespace_) &&
	       same_labels(&g->labels, &p->meta.labels) && same_terms(g->anti, anti_of(p));
}

/* Labels and terms are those of a member, since pods may be freed once they have left the view. */
static void speak_for(struct pod_group *g, const struct pod *member)
{
	g->namespace_ = member->meta.namespace_;
	g->labels = member->meta.labels;
	g->anti = anti_of(member);
}

static struct pod_group **bucket(const struct pod_groups *gs, uint64_t hash)
{
	return &gs->buckets[hash & (gs->bucket_count - 1)];
}

static void grow_buckets(struct pod_groups *gs)
{
	gs->bucket_count = gs->bucket_count ? gs->bucket_count * 2 : 64;
	xfree(gs->buckets);
	gs->buckets = xcalloc(gs->bucket_count, sizeof(struct pod_group *));
	for (uint32_t i = 0; i < gs->n; i++) {
		struct pod_group **head = bucket(gs, gs->v[i]->hash);

		gs->v[i]->next = *head;
		*head = gs->v[i];
	}
}

static struct pod_group *add_group(struct pod_groups *gs, uint64_t hash)
{
	struct pod_group *g = xcalloc(1, sizeof(*g)), **head;

	if (gs->n == gs->bucket_count)
		grow_buckets(gs);
	if (gs->n == gs->cap) {
		gs->cap = gs->cap ? gs->cap * 2 : 64;
		gs->v = xrealloc(gs->v, gs->cap * sizeof(struct pod_group *));
	}
	head = bucket(gs, hash);
	*g = (struct pod_group){ .hash = hash, .index = gs->n, .next = *head };
	*head = g;
	gs->v[gs->n++] = g;
	return g;
}

static void drop_group(struct pod_groups *gs, struct pod_group *g)
{
	struct pod_group **at = bucket(gs, g->hash), *last = gs->v[--gs->n];

	while (*at != g)
		at = &(*at)->next;
	*at = g->next;
	gs->v[g->index] = last;
	last->index = g->index;
	xfree(g->pods.v);
	xfree(g);
}

void pod_groups_join(struct pod_groups *gs, struct pod_info *p)
{
	uint64_t hash = hash_pod(p->pod);
	struct pod_group *g = gs->bucket_count ? *bucket(gs, hash) : NULL;

	while (g && (g->hash != hash || !belongs(g, p->pod)))
		g = g->next;
	if (!g) {
		g = add_group(gs, hash);
		speak_for(g, p->pod);
	}
	p->group = g;
	p->place = g->pods.n;
	pod_infos_insert(&g->pods, g->pods.n, p);
}

void pod_groups_leave(struct pod_groups *gs, struct pod_info *p)
{
	struct pod_group *g = p->group;
	struct pod_info *last = g->pods.v[--g->pods.n];

	p->group = NULL;
	if (!g->pods.n) {
		drop_group(gs, g);
		return;
	}
	g->pods.v[p->place] = last;
	last->place = p->place;
	speak_for(g, g->pods.v[0]->pod);
}

void pod_groups_release(struct pod_groups *gs)
{
	while (gs->n)
		drop_group(gs, gs->v[gs->n - 1]);
	xfree(gs->v);
	xfree(gs->buckets);
}
