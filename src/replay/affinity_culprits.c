#include "replay/affinity_culprits.h"

#include <string.h>

#include "replay/look_ahead.h"

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
	return labels_get(&p->node->node->meta.labels, key);
}

static void find_by_term(struct culprits *c, const struct cycle_input *in, const struct pod_info *p)
{
	for (uint32_t i = 0; i < c->anti->n; i++) {
		struct affinity_term *t = &c->anti->v[i];
		union pairmap_value *v;
		sym value;

		if (affinity_term_matches(t, in, p->pod) != MATCH_YES)
			continue;
		value = domain_of(p, t->spec->topology_key);
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

static void find_by_domain(struct culprits *c, const struct cycle_input *in,
			   const struct pod_info *owner)
{
	const struct pod_affinity_terms *specs = required_anti_affinity(owner->pod);

	for (uint32_t i = 0; specs && i < specs->n; i++) {
		sym value;

		if (existing_term_matches(specs, i, owner->pod, in) != MATCH_YES)
			continue;
		value = domain_of(owner, specs->v[i].topology_key);
		if (value.s)
			hold(c, in->arena, value, owner, &specs->v[i]);
	}
}

static void find(struct culprits *c, const struct cycle_input *in)
{
	const struct pod_infos *pods = view_pods(in->view);

	if (c->known)
		return;
	c->known = true;
	pairmap_init(&c->of_term, in->arena);
	pairmap_init(&c->of_domain, in->arena);
	for (uint32_t i = 0; i < pods->n; i++) {
		look_ahead(pods, i);
		if (!pods->v[i]->node)
			continue;
		find_by_term(c, in, pods->v[i]);
		if (pods->v[i]->required_anti_affinity)
			find_by_domain(c, in, pods->v[i]);
	}
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
