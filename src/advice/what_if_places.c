/* "KEY@N": which of a pod's rules is meant. */
#include "advice/what_if.h"
#include "replay/affinity_terms.h"

static bool find_in(const struct selector_reqs *l, const char *key, uint32_t *left,
		    const struct selector_req **ret)
{
	for (uint32_t i = 0; i < l->n; i++) {
		if (!sym_is(l->v[i].key, key) || --*left)
			continue;
		*ret = &l->v[i];
		return true;
	}
	return false;
}

bool affinity_place_find(const struct pod *p, const char *key, uint32_t n,
			 struct affinity_place *ret)
{
	const struct affinity *a = p->spec.affinity;
	const struct node_selector *s = a && a->node ? a->node->required : NULL;

	for (uint32_t i = 0; s && i < s->terms.n; i++) {
		ret->term = i;
		for (int fields = 0; fields < 2; fields++) {
			const struct node_selector_term *t = &s->terms.v[i];

			ret->fields = fields;
			if (find_in(fields ? &t->match_fields : &t->match_expressions, key, &n, &ret->req))
				return true;
		}
	}
	return false;
}

const struct pod_affinity_term *term_place_find(const struct pod *p, bool anti, const char *key,
						uint32_t n)
{
	const struct pod_affinity_terms *l = anti ? required_anti_affinity(p) : required_affinity(p);

	for (uint32_t i = 0; l && i < l->n; i++)
		if (sym_is(l->v[i].topology_key, key) && !--n)
			return &l->v[i];
	return NULL;
}

const struct spread_constraint *spread_place_find(const struct pod *p, const char *key, uint32_t n)
{
	for (uint32_t i = 0; i < p->spec.spread.n; i++)
		if (sym_is(p->spec.spread.v[i].topology_key, key) && !--n)
			return &p->spec.spread.v[i];
	return NULL;
}
