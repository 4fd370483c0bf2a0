/* What keeps pods off a node: cordons, taints, gates; and nodes that are not there yet. */
#include <stdio.h>
#include <string.h>

#include "advice/fix_options.h"
#include "base/i18n.h"
#include "base/strbuf.h"
#include "replay/toleration.h"

void options_gates(struct question *q)
{
	const struct pod *p = asked_pod(q);
	struct change *c = new_change(q, CHANGE_GATES, "all");
	struct strbuf names = STRBUF_INIT;

	for (uint32_t i = 0; i < p->spec.gates.n; i++)
		strbuf_addf(&names, "%s%s", i ? _(", ") : "", sym_text(p->spec.gates.v[i].name));
	c->text = arena_strdup(q->arena, names.buf);
	c->flag = p->spec.gates.n > 1;
	strbuf_release(&names);
	offer(q, c);
}

void options_cordon(struct question *q)
{
	struct change *c;

	if (!q->node)
		return;
	c = new_change(q, CHANGE_UNCORDON, "%s", sym_text(q->node->node->meta.name));
	c->object = &q->node->node->meta;
	offer(q, c);
}

bool taint_tells_condition(const struct taint *t)
{
	static const char *const keys[] = {
		"node.kubernetes.io/not-ready",	      "node.kubernetes.io/unreachable",
		"node.kubernetes.io/memory-pressure", "node.kubernetes.io/disk-pressure",
		"node.kubernetes.io/pid-pressure",    "node.kubernetes.io/network-unavailable",
		"node.kubernetes.io/out-of-service",  "node.cloudprovider.kubernetes.io/uninitialized",
		"node.cloudprovider.kubernetes.io/shutdown",
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (sym_is(t->key, keys[i]))
			return true;
	return false;
}

static bool is_cordon(const struct taint *t)
{
	return sym_is(t->key, "node.kubernetes.io/unschedulable");
}

static bool is_of_role(const struct taint *t)
{
	return !strncmp(sym_text(t->key), "node-role.", 10);
}

/* Kept for pods that use what the taint names, as device nodes are: this one was held off already. */
static bool is_of_resource(const struct question *q, const struct taint *t)
{
	return resources_get(&q->node->node->allocatable, sym_text(t->key)) != NULL;
}

static struct change *taint_change(struct question *q, enum change_id id, const struct taint *t)
{
	struct change *c = new_change(q, id, "%s%s=%s:%s",
				      id != CHANGE_TOLERATION ? sym_text(q->node->node->meta.name) : "",
				      sym_text(t->key), sym_text(t->value), sym_text(t->effect));

	c->key = t->key;
	c->value = t->value;
	c->effect = t->effect;
	c->object = &q->node->node->meta;
	if (id == CHANGE_TOLERATION)
		c->cost += is_of_role(t) ? 12 : is_of_resource(q, t) ? 8 : 0;
	return c;
}

static void uncordon(struct question *q, struct repair *r)
{
	struct change *c = new_change(q, CHANGE_UNCORDON, "%s",
				      sym_text(q->node->node->meta.name));

	c->object = &q->node->node->meta;
	repair_add(q, r, c);
}

/* All taints that repel the pod, the same way. */
static void repair_taints(struct question *q, enum change_id id)
{
	const struct taints *taints = &q->node->node->taints;
	struct repair *r = new_repair(q);
	bool cordoned = false, reserved = false;

	for (uint32_t i = 0; i < taints->n && r->n < REPAIR_MAX; i++) {
		const struct taint *t = &taints->v[i];

		if (!taint_repels(t) || toleration_set_covers(&cycle_in(q->cycle)->tolerated, t))
			continue;
		if (taint_tells_condition(t))
			repair_add(q, r, taint_change(q, CHANGE_NODE_HEALTH, t));
		else if (is_cordon(t) && q->node->node->unschedulable == TRI_TRUE)
			cordoned = true;
		else if (id == CHANGE_UNTAINT && is_of_role(t))
			reserved = true;
		else
			repair_add(q, r, taint_change(q, id, t));
	}
	if (cordoned)
		uncordon(q, r);
	if (!r->n || r->n >= REPAIR_MAX || reserved)
		withdraw(q);
}

void options_taints(struct question *q)
{
	if (!q->node)
		return;
	repair_taints(q, CHANGE_TOLERATION);
	repair_taints(q, CHANGE_UNTAINT);
}

/* New nodes */

#define NEW_NODE_LABELS_MAX 64 /* that a pod selects by: each one copies the node's labels */

static sym numbered_name(const struct trial *t, const struct node *shape, unsigned i)
{
	char text[240 + sizeof("-new-4294967295")];

	snprintf(text, sizeof(text), "%.240s-new-%u", sym_text(shape->meta.name), i);
	return view_sym(t->view, text);
}

/* Numbers are given out in a row, so the first free one is found by halving. */
static sym free_name(const struct trial *t, const struct node *shape)
{
	unsigned taken = 0, open = 1;

	while (open <= UINT32_MAX / 4 && view_find_node(t->view, numbered_name(t, shape, open))) {
		taken = open;
		open *= 2;
	}
	while (open - taken > 1) {
		unsigned middle = taken + (open - taken) / 2;

		if (view_find_node(t->view, numbered_name(t, shape, middle)))
			taken = middle;
		else
			open = middle;
	}
	return numbered_name(t, shape, open);
}

static struct taints lasting_taints(struct arena *a, const struct node *shape)
{
	struct taints l = { ARENA_ARRAY(a, shape->taints.n, struct taint), 0 };

	for (uint32_t i = 0; i < shape->taints.n; i++)
		if (!taint_tells_condition(&shape->taints.v[i]) && !is_cordon(&shape->taints.v[i]))
			l.v[l.n++] = shape->taints.v[i];
	return l;
}

struct node *node_like(struct trial *t, const struct node *shape)
{
	struct node *n = ARENA_NEW(t->arena, struct node);
	sym hostname = view_sym(t->view, "kubernetes.io/hostname");

	n->meta.name = free_name(t, shape);
	n->meta.labels = shape->meta.labels;
	if (labels_get(&n->meta.labels, hostname).s)
		n->meta.labels = labels_with(&n->meta.labels, hostname, n->meta.name, t->arena);
	n->taints = lasting_taints(t->arena, shape);
	n->allocatable = shape->allocatable;
	n->declared_features = shape->declared_features;
	return n;
}

void options_new_node(struct question *q, const struct node *shape)
{
	const struct labels *wanted = &asked_pod(q)->spec.node_selector;
	struct strbuf note = STRBUF_INIT;
	struct labels *added;
	struct change *c;
	struct node *n;

	if (wanted->n > NEW_NODE_LABELS_MAX)
		return;
	n = node_like(q->trial, shape);
	c = new_change(q, CHANGE_ADD_NODE, "%s", sym_text(shape->meta.name));
	added = ARENA_NEW(q->arena, struct labels);
	added->v = ARENA_ARRAY(q->arena, wanted->n, struct label);
	for (uint32_t i = 0; i < wanted->n; i++) {
		const struct label *w = &wanted->v[i];

		if (sym_same(labels_get(&n->meta.labels, w->key), w->value))
			continue;
		added->v[added->n++] = *w;
		n->meta.labels = labels_with(&n->meta.labels, w->key, w->value, q->arena);
		strbuf_addf(&note, "%s%s=%s", note.len ? _(", ") : _("with the label "), sym_text(w->key),
			    sym_text(w->value));
	}
	c->object = &n->meta;
	c->key = shape->meta.name;
	c->item = added;
	if (note.len)
		c->note = arena_strdup(q->arena, note.buf);
	strbuf_release(&note);
	offer(q, c);
}
