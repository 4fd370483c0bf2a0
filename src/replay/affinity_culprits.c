#include "replay/affinity_culprits.h"

#include <string.h>


struct holder {
	const struct pod_info *pod;
	const struct pod_affinity_term *term;
};

struct culprits {
	const struct affinity_terms *anti;
	bool known;
	struct pairmap of_term;	  /* (own term, value) -> pod_info */
	struct pairmap of_domain; /* (topology key, value) -> struct holder */
};

struct culprits *culprits_new(const struct cycle_input *in, const struct affinity_terms *anti)
{
	struct culprits *c = ARENA_NEW(in->arena, struct culprits);

	c->anti = anti;
	return c;
}

void culprits_forget(struct culprits *c)
{
	c->known = false;
}

static bool comes_before(const struct pod_info *a, const struct pod_info *b)
{
	const struct meta *x = &a->pod->meta, *y = &b->pod->meta;
	int order = strcmp(sym_text(x->namespace_), sym_text(y->namespace_));

	return order ? order < 0 : strcmp(sym_text(x->name), sym_text(y->name)) < 0;
}

static sym domain_of(const struct pod_info *p, sym key)
{
	return p->node ? labels_get(&p->node->node->meta.labels, key) : (sym){ NULL };
}

static void find_by_term(struct culprits *c, const struct affinity_term *t,
			 const struct pod_infos *pods)
{
	for (uint32_t i = 0; i < pods->n; i++) {
		const struct pod_info *p = pods->v[i];
		sym value = domain_of(p, t->spec->topology_key);
		union pairmap_value *v;

		if (!value.s)
			continue;
		v = pairmap_put(&c->of_term, t, value.s);
		if (!v->cptr || comes_before(p, v->cptr))
			v->cptr = p;
	}
}

static void hold(struct culprits *c, struct arena *a, sym value, const struct pod_info *owner,
		 const struct pod_affinity_term *term)
{
	union pairmap_value *v = pairmap_put(&c->of_domain, term->topology_key.s, value.s);
	struct holder *h = v->ptr;

	if (!h)
		v->ptr = h = ARENA_NEW(a, struct holder);
	if (!h->pod || comes_before(owner, h->pod))
		*h = (struct holder){ owner, term };
}

static void find_by_domain(struct culprits *c, struct arena *a,
			   const struct pod_affinity_term *term, const struct pod_infos *owners)
{
	for (uint32_t i = 0; i < owners->n; i++) {
		sym value = domain_of(owners->v[i], term->topology_key);

		if (value.s)
			hold(c, a, value, owners->v[i], term);
	}
}

static void find_in_group(struct culprits *c, const struct cycle_input *in,
			  const struct pod_group *g)
{
	for (uint32_t i = 0; i < c->anti->n; i++)
		if (affinity_term_matches(&c->anti->v[i], in, g->namespace_, &g->labels) ==
		    MATCH_YES)
			find_by_term(c, &c->anti->v[i], &g->pods);
	for (uint32_t i = 0; g->anti && i < g->anti->n; i++)
		if (existing_term_matches(g->anti, i, g->namespace_, in) == MATCH_YES)
			find_by_domain(c, in->arena, &g->anti->v[i], &g->pods);
}

static void find(struct culprits *c, const struct cycle_input *in)
{
	const struct pod_groups *groups = view_pod_groups(in->view);

	if (c->known)
		return;
	c->known = true;
	pairmap_init(&c->of_term, in->arena);
	pairmap_init(&c->of_domain, in->arena);
	for (uint32_t i = 0; i < groups->n; i++)
		find_in_group(c, in, groups->v[i]);
}

const struct pod_info *culprit_of_term(struct culprits *c, const struct cycle_input *in,
				       const struct affinity_term *t, sym value)
{
	const union pairmap_value *v;

	find(c, in);
	v = pairmap_get(&c->of_term, t, value.s);
	return v ? v->cptr : NULL;
}

const struct pod_info *culprit_of_domain(struct culprits *c, const struct cycle_input *in, sym key,
					 sym value, const struct pod_affinity_term **ret_term)
{
	const union pairmap_value *v;
	const struct holder *h;

	find(c, in);
	v = pairmap_get(&c->of_domain, key.s, value.s);
	h = v ? v->cptr : NULL;
	*ret_term = h ? h->term : NULL;
	return h ? h->pod : NULL;
}
