#include "replay/view_state.h"

static void look_at_lost(struct hidden *h, const struct lost_pod *p)
{
	if (sym_is(p->phase, "Succeeded") || sym_is(p->phase, "Failed"))
		return;
	if (!sym_empty(p->node_name)) {
		pairmap_put(&h->on, p->node_name.s, NULL);
		h->nearby = true;
	}
	if (!sym_empty(p->nominated_node))
		pairmap_put(&h->on, p->nominated_node.s, NULL);
	h->rules |= p->has_anti_affinity;
}

void view_look_for_hidden(struct view *v)
{
	const struct cluster *c = v->cluster;
	enum coverage pods = c->coverage[KIND_POD];
	struct hidden *h = &v->hidden;
	/* Pods of which no more is known than that they may be there. */
	bool lost = c->lost_parts || c->lost[KIND_POD] > c->lost_pods.n;

	pairmap_init(&h->on, v->arena);
	for (size_t i = 0; i < c->lost_pods.n; i++)
		look_at_lost(h, &c->lost_pods.v[i]);
	h->anywhere = lost || pods == COVER_NONE || pods == COVER_NAMESPACE;
	h->nearby |= lost || pods == COVER_NONE;
	h->rules |= h->anywhere;
	h->nodes = c->lost_parts || c->lost[KIND_NODE];
}

bool view_hides_pods_nearby(const struct view *v)
{
	return v->hidden.nearby;
}

bool view_hides_pods_on(const struct view *v, const struct node_info *n)
{
	return v->hidden.anywhere || pairmap_get(&v->hidden.on, n->node->meta.name.s, NULL);
}

bool view_hides_pod_rules(const struct view *v)
{
	return v->hidden.rules;
}

bool view_hides_nodes(const struct view *v)
{
	return v->hidden.nodes;
}
