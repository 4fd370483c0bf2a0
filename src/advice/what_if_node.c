/* The expressions of --what-if that are about nodes and the pods on them. */
#include "advice/fix_options.h"
#include "advice/what_if_make.h"

static const struct node_info *node_named(const struct what_if *w, const struct trial *t)
{
	return view_find_node(t->view, view_sym(t->view, w->name));
}

bool what_if_uncordon(const struct what_if *w, struct trial *t)
{
	const struct node_info *n = node_named(w, t);
	struct change *c = what_if_change(t, CHANGE_UNCORDON);

	if (!n)
		return false;
	c->object = &n->node->meta;
	return trial_make(t, c);
}

static bool is_meant(const struct what_if *w, const struct taint *x)
{
	return sym_is(x->key, w->key) && (!w->value || sym_is(x->value, w->value)) &&
	       (!w->effect || sym_is(x->effect, w->effect));
}

static bool untaint(struct trial *t, const struct node_info *n, const struct taint *x)
{
	enum change_id id = taint_tells_condition(x) ? CHANGE_NODE_HEALTH : CHANGE_UNTAINT;
	struct change *c = what_if_change(t, id);

	c->object = &n->node->meta;
	c->key = x->key;
	c->value = x->value;
	c->effect = x->effect;
	return trial_make(t, c);
}

/* All taints that it is about. */
bool what_if_untaint(const struct what_if *w, struct trial *t)
{
	const struct node_info *n = node_named(w, t);
	bool any = false;

	for (uint32_t i = 0; n && i < n->node->taints.n;) {
		const struct taint *x = &n->node->taints.v[i];

		if (!is_meant(w, x) || !untaint(t, n, x)) {
			i++;
			continue;
		}
		any = true;
		n = node_named(w, t);
	}
	return any;
}

bool what_if_relabel(const struct what_if *w, struct trial *t)
{
	const struct node_info *n = node_named(w, t);
	struct change *c = what_if_change(t, CHANGE_RELABEL);

	c->key = what_if_sym(t, w->key);
	c->value = what_if_sym(t, w->value);
	if (!n || sym_eq(labels_get(&n->node->meta.labels, c->key), c->value))
		return false;
	c->object = &n->node->meta;
	return trial_make(t, c);
}

bool what_if_evict(const struct what_if *w, struct trial *t)
{
	const struct pod_info *p =
		view_find_pod(t->view, view_sym(t->view, w->name), view_sym(t->view, w->value));
	struct change *c = what_if_change(t, CHANGE_EVICT);

	if (!p)
		return false;
	c->pods.v = ARENA_ARRAY(t->arena, 1, const struct pod *);
	c->pods.v[c->pods.n++] = p->pod;
	return trial_make(t, c);
}

static struct node *new_node(const struct what_if *w, struct trial *t, const struct node *shape)
{
	struct node *n = node_like(t, shape);

	for (uint32_t i = 0; i < w->labels.n; i++)
		n->meta.labels = labels_with(&n->meta.labels, what_if_sym(t, w->labels.v[i].key),
					     what_if_sym(t, w->labels.v[i].value), t->arena);
	return n;
}

bool what_if_add_node(const struct what_if *w, struct trial *t)
{
	const struct node_info *n = node_named(w, t);

	if (!n)
		return false;
	for (int64_t i = 0; i < w->number; i++) {
		struct change *c = what_if_change(t, CHANGE_ADD_NODE);

		c->object = &new_node(w, t, n->node)->meta;
		c->key = n->node->meta.name;
		if (!trial_make(t, c))
			return false;
	}
	return true;
}
