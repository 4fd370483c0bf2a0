/* What can be ticked: the fixes, what the pod asks for, nodes that are near, the node in view. */
#include <stdlib.h>
#include <string.h>

#include "advice/fix_options.h"
#include "base/i18n.h"
#include "explore/offer.h"
#include "render/node_order.h"
#include "replay/toleration.h"
#include "report/strings.h"

#define TAINTS_MAX 20u /* different ones that are offered to be tolerated */
#define NAMED_MAX 3u

static bool same_list(const struct strings *a, const struct strings *b)
{
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (strcmp(a->v[i], b->v[i]) != 0)
			return false;
	return true;
}

struct toggle *offer_flags(struct offers *o, enum toggle_group group, struct strings flags)
{
	struct toggles *l = &o->s->toggles;
	struct toggle *t;

	for (uint32_t i = 0; i < l->n && group != TOGGLE_REQUEST; i++)
		if (l->v[i].group != TOGGLE_NODE && same_list(&l->v[i].flags, &flags))
			return NULL;
	if (!flags.n)
		return NULL;
	l->v = arena_grown(o->arena, l->v, l->n, sizeof(*l->v));
	t = &l->v[l->n++];
	*t = (struct toggle){ .group = group, .flags = flags, .text = flags.v[0] };
	return t;
}

struct toggle *offer_change(struct offers *o, enum toggle_group group, const struct change *c)
{
	struct strings flags = changes_suppose(&c, 1, o->s->pod, o->arena);
	struct toggle *t = offer_flags(o, group, flags);
	struct strbuf text = STRBUF_INIT;

	if (!t)
		return NULL;
	c->kind->tell(c, &text);
	t->text = arena_strdup(o->arena, text.buf);
	t->safety = change_safety(c);
	strbuf_release(&text);
	return t;
}

struct change *new_offer(struct offers *o, enum change_id id)
{
	struct change *c = ARENA_NEW(o->arena, struct change);

	c->kind = &change_kinds[id];
	return c;
}

/* Fixes */

static const char *unlocks_note(const struct fix *f, struct arena *arena)
{
	uint32_t named = f->unlocks.n <= NAMED_MAX + 1 ? f->unlocks.n : NAMED_MAX;
	struct strbuf text = STRBUF_INIT;
	const char *note;

	strbuf_adds(&text, _("then it fits "));
	for (uint32_t i = 0; i < named; i++)
		strbuf_addf(&text, "%s%s", i ? ", " : "", f->unlocks.v[i]);
	if (named < f->unlocks.n)
		strbuf_addf(&text, _(" and %u more"), (unsigned)(f->unlocks.n - named));
	note = arena_strdup(arena, text.buf);
	strbuf_release(&text);
	return note;
}

static void offer_fixes(struct offers *o, const struct advice *a)
{
	for (uint32_t i = 0; i < a->fixes.n; i++) {
		const struct fix *f = &a->fixes.v[i];
		struct toggle *t = offer_flags(o, TOGGLE_FIX, f->what_if);

		if (!t)
			continue;
		t->text = f->summary;
		t->note = unlocks_note(f, o->arena);
		t->safety = f->safety;
		t->fix = f;
	}
}

/* Taints that keep the pod off a node, those of many nodes first. */

struct seen_taint {
	const struct taint *taint;
	uint32_t nodes;
};

static bool same_taint(const struct taint *a, const struct taint *b)
{
	return sym_eq(a->key, b->key) && sym_same(a->value, b->value) && sym_eq(a->effect, b->effect);
}

static int compare_taints(const void *va, const void *vb)
{
	const struct seen_taint *a = va, *b = vb;
	int c;

	if (a->nodes != b->nodes)
		return a->nodes > b->nodes ? -1 : 1;
	c = strcmp(sym_text(a->taint->key), sym_text(b->taint->key));
	c = c ? c : strcmp(sym_text(a->taint->value), sym_text(b->taint->value));
	return c ? c : strcmp(sym_text(a->taint->effect), sym_text(b->taint->effect));
}

static bool blocks(const struct offers *o, const struct taint *t)
{
	return taint_repels(t) && !taint_is_tolerated(t, &o->s->pod->spec.tolerations);
}

struct seen_taints {
	struct seen_taint *v;
	uint32_t n;
};

static void count_taint(struct offers *o, struct seen_taints *l, const struct taint *t)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (same_taint(l->v[i].taint, t)) {
			l->v[i].nodes++;
			return;
		}
	if (l->n == 8 * TAINTS_MAX)
		return; /* each node has its own: tolerating them one by one is no way */
	l->v = arena_grown(o->arena, l->v, l->n, sizeof(*l->v));
	l->v[l->n++] = (struct seen_taint){ t, 1 };
}

static void offer_tolerations(struct offers *o)
{
	const struct view *v = o->s->d->view;
	struct seen_taints l = { 0 };

	for (uint32_t i = 0; i < view_node_count(v); i++) {
		const struct taints *taints = &view_node(v, i)->node->taints;

		for (uint32_t k = 0; k < taints->n; k++)
			if (blocks(o, &taints->v[k]))
				count_taint(o, &l, &taints->v[k]);
	}
	if (l.n)
		qsort(l.v, l.n, sizeof(*l.v), compare_taints);
	for (uint32_t i = 0; i < l.n && i < TAINTS_MAX; i++) {
		struct change *c = new_offer(o, CHANGE_TOLERATION);
		struct toggle *t;

		c->key = l.v[i].taint->key;
		c->value = l.v[i].taint->value;
		c->effect = l.v[i].taint->effect;
		t = offer_change(o, TOGGLE_POD, c);
		if (t)
			t->note = arena_printf(o->arena, tr_n("%u node", "%u nodes", l.v[i].nodes),
					       (unsigned)l.v[i].nodes);
	}
}

/* Nodes */

static const char *eviction_note(const struct pod *p, struct arena *arena)
{
	const struct owner *o = meta_controller(&p->meta);

	if (p->meta.deleted.set)
		return _("it is terminating");
	if (o && sym_is(o->kind, "DaemonSet"))
		return _("its DaemonSet would make it again");
	if (!o)
		return _("nothing would make it again");
	return arena_printf(arena, _("of %s %s, priority %ld"), sym_text(o->kind), sym_text(o->name),
			    (long)pod_priority(p));
}

static void offer_untaint(struct offers *o, enum toggle_group group, const struct node *n,
			  const struct taint *t)
{
	struct change *c = new_offer(o, taint_tells_condition(t) ? CHANGE_NODE_HEALTH : CHANGE_UNTAINT);

	c->object = &n->meta;
	c->key = t->key;
	c->value = t->value;
	c->effect = t->effect;
	offer_change(o, group, c);
}

static void offer_node(struct offers *o, enum toggle_group group, const struct node *n)
{
	bool cordoned = n->unschedulable == TRI_TRUE;
	struct change *c = new_offer(o, CHANGE_UNCORDON);

	c->object = &n->meta;
	if (cordoned)
		offer_change(o, group, c);
	for (uint32_t i = 0; i < n->taints.n; i++)
		if (blocks(o, &n->taints.v[i]) &&
		    !(cordoned && sym_is(n->taints.v[i].key, "node.kubernetes.io/unschedulable")))
			offer_untaint(o, group, n, &n->taints.v[i]);
}

static void offer_evictions_of(struct offers *o, const struct node_info *n)
{
	for (uint32_t i = 0; i < n->pods.n; i++) {
		struct change *c = new_offer(o, CHANGE_EVICT);
		struct toggle *t;

		c->pods.v = ARENA_ARRAY(o->arena, 1, const struct pod *);
		c->pods.v[c->pods.n++] = n->pods.v[i]->pod;
		t = offer_change(o, TOGGLE_NODE, c);
		if (t)
			t->note = eviction_note(n->pods.v[i]->pod, o->arena);
	}
}

static void offer_near_nodes(struct offers *o)
{
	struct node_list near = nodes_by_nearness(o->s->base->replay, o->arena);
	const struct view *v = o->s->d->view;

	for (uint32_t i = 0; i < near.n && i < NODES_NEAREST; i++) {
		const struct node_info *n = view_find_node(v, view_sym(v, near.v[i]->name));

		if (n && !(o->s->node && !strcmp(near.v[i]->name, o->s->node)))
			offer_node(o, TOGGLE_NODES, n->node);
	}
}

static void offer_node_in_view(struct offers *o)
{
	const struct view *v = o->s->d->view;
	const struct node_info *n = o->s->node ? view_find_node(v, view_sym(v, o->s->node)) : NULL;
	struct change *c;

	if (!n)
		return;
	offer_node(o, TOGGLE_NODE, n->node);
	offer_evictions_of(o, n);
	c = new_offer(o, CHANGE_ADD_NODE);
	c->object = &n->node->meta;
	c->key = n->node->meta.name;
	offer_change(o, TOGGLE_NODE, c);
}

/* By hand, and what no other toggle stands for (any more): part of a fix, of a node not in view. */

static bool is_offered(const struct session *s, const char *flag, bool in_part)
{
	for (uint32_t i = 0; i < s->toggles.n; i++) {
		const struct toggle *t = &s->toggles.v[i];

		if (is_request_of(flag, t->resource))
			return true;
		if (flags_have(&t->flags, flag) &&
		    (t->flags.n == 1 || (in_part && flags_have_all(flags_now(s), &t->flags))))
			return true;
	}
	return false;
}

/* in_part: a toggle that is ticked and stands for it beside others is enough. */
static void offer_typed(struct offers *o, const struct strings *l, bool in_part)
{
	for (uint32_t i = 0; i < l->n; i++) {
		struct strings one = { 0 };

		if (is_offered(o->s, l->v[i], in_part))
			continue;
		strings_push(&one, l->v[i], o->arena);
		offer_flags(o, TOGGLE_TYPED, one);
	}
}

void offer_all(struct session *s)
{
	struct offers o = { .s = s, .arena = s->offer_arena };

	arena_reset(s->offer_arena);
	s->toggles = (struct toggles){ 0 };
	if (!s->pod)
		return;
	offer_node_in_view(&o);
	offer_fixes(&o, &s->base->advice);
	offer_fixes(&o, &s->found);
	offer_rules(&o);
	offer_tolerations(&o);
	offer_requests(&o);
	offer_near_nodes(&o);
	offer_typed(&o, &s->typed, false);
	offer_typed(&o, flags_now(s), true);
}
