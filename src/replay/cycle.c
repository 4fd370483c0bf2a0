#include "replay/cycle.h"

#include <stdlib.h>
#include <string.h>

#include "base/die.h"

struct slot { /* a plugin in this cycle */
	const struct predicate *plugin;
	void *state;
	struct plugin_result prefilter;
	struct node_set keep;
	struct pairmap members; /* of keep, by name */
};

struct cycle {
	struct view *view;
	struct cycle_input in;
	struct arena *arena; /* owned */
	struct slot slots[PROFILE_PLUGINS_MAX];
	uint32_t n;
	struct prefilter_end end;
	struct strings narrowing; /* plugins that returned a node set, sorted */
};

struct outcome outcome_init(enum wanted wanted, struct arena *arena)
{
	return (struct outcome){ .wanted = wanted, .arena = arena };
}

static void run_prefilter(struct cycle *c, struct slot *s)
{
	struct pairmap *members = &s->members;

	s->state = s->plugin->state_size ? arena_alloc(c->arena, s->plugin->state_size) : NULL;
	s->prefilter.code = CODE_SUCCESS;
	s->prefilter.out = outcome_init(WANT_DETAILS, c->arena);
	if (s->plugin->prefilter)
		s->prefilter.code =
			s->plugin->prefilter(&c->in, s->state, &s->keep, &s->prefilter.out);
	pairmap_init(members, c->arena);
	if (s->keep.limited)
		for (uint32_t i = 0; i < s->keep.names.n; i++)
			pairmap_put(members, s->keep.names.v[i].s, NULL)->num = 1;
}

static const struct slot *prefilter_slot(const struct cycle *c, uint32_t turn)
{
	return &c->slots[c->in.profile->prefilter_order[turn]];
}

/* The intersection of the sets up to this turn: empty? */
static bool sets_are_disjoint(const struct cycle *c, uint32_t turn)
{
	const struct slot *base = NULL;

	for (uint32_t i = 0; i <= turn; i++)
		if (prefilter_slot(c, i)->keep.limited)
			base = prefilter_slot(c, i);
	for (uint32_t k = 0; base && k < base->keep.names.n; k++) {
		bool everywhere = true;

		for (uint32_t i = 0; i <= turn && everywhere; i++)
			if (prefilter_slot(c, i)->keep.limited)
				everywhere = pairmap_get(&prefilter_slot(c, i)->members,
							 base->keep.names.v[k].s, NULL);
		if (everywhere)
			return false;
	}
	return base != NULL;
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "A B": the plugins that returned a node set so far, as Go prints a list. */
static const char *join_names(struct cycle *c)
{
	const char *text = "";

	qsort(c->narrowing.v, c->narrowing.n, sizeof(char *), compare_texts);
	for (uint32_t i = 0; i < c->narrowing.n; i++)
		text = arena_printf(c->arena, "%s%s%s", text, i ? " " : "", c->narrowing.v[i]);
	return text;
}

static void end_with(struct cycle *c, enum code code, const char *plugin, struct strings reasons,
		     bool certain)
{
	c->end = (struct prefilter_end){ true, code, plugin, reasons, certain };
}

/* The node sets have nothing in common: told by the framework, not by a plugin. */
static void end_with_disjoint(struct cycle *c, const char *plugin, bool certain)
{
	struct strings reasons = { ARENA_ARRAY(c->arena, 1, const char *), 1 };
	const char *names = join_names(c);

	if (c->narrowing.n == 1)
		reasons.v[0] = arena_printf(c->arena, "node(s) didn't satisfy plugin %s", names);
	else
		reasons.v[0] = arena_printf(
			c->arena, "node(s) didn't satisfy plugin(s) [%s] simultaneously", names);
	end_with(c, CODE_UNRESOLVABLE, c->narrowing.n == 1 ? plugin : "", reasons, certain);
}

/* What the framework makes of the PreFilter results, in order. */
static void work_out_end(struct cycle *c)
{
	bool certain = true;

	c->narrowing.v = ARENA_ARRAY(c->arena, c->n, const char *);
	for (uint32_t i = 0; i < c->in.profile->prefilter_n; i++) {
		const struct slot *s = prefilter_slot(c, i);
		enum code code = s->prefilter.code;

		if (code == CODE_UNKNOWN)
			certain = false;
		if (s->keep.limited)
			c->narrowing.v[c->narrowing.n++] = s->plugin->name;
		if (code == CODE_UNSCHEDULABLE || code == CODE_UNRESOLVABLE || code == CODE_ERROR)
			end_with(c, code, s->plugin->name, s->prefilter.out.reasons, certain);
		else if (s->keep.limited && sets_are_disjoint(c, i))
			end_with_disjoint(c, s->plugin->name, certain);
		if (c->end.stopped && c->end.code != CODE_UNSCHEDULABLE)
			return;
	}
}

struct cycle *cycle_new(struct view *v, const struct pod *pod, const struct profile *p)
{
	struct cycle *c = xcalloc(1, sizeof(*c));

	c->view = v;
	c->arena = arena_new();
	c->n = p->n;
	c->in = (struct cycle_input){ .view = v,
				      .pod = pod,
				      .release = view_release(v),
				      .profile = p,
				      .syms = view_cluster(v)->syms,
				      .arena = c->arena };
	pod_requests(pod, c->in.release, false, c->arena, &c->in.requests);
	toleration_set_init(&c->in.tolerated, &pod->spec.tolerations, c->arena);
	for (uint32_t i = 0; i < p->n; i++) {
		c->slots[i].plugin = p->plugins[i];
		run_prefilter(c, &c->slots[i]);
	}
	work_out_end(c);
	return c;
}

void cycle_free(struct cycle *c)
{
	if (!c)
		return;
	arena_free(c->arena);
	xfree(c);
}

const struct cycle_input *cycle_in(const struct cycle *c)
{
	return &c->in;
}

struct view *cycle_view(struct cycle *c)
{
	return c->view;
}

const struct plugin_result *cycle_prefilter(const struct cycle *c, uint32_t plugin)
{
	return &c->slots[plugin].prefilter;
}

const struct prefilter_end *cycle_prefilter_end(const struct cycle *c)
{
	return &c->end;
}

bool cycle_plugin_excludes(const struct cycle *c, uint32_t plugin, const struct node_info *n)
{
	const struct slot *s = &c->slots[plugin];

	return s->keep.limited && !pairmap_get(&s->members, n->node->meta.name.s, NULL);
}

bool cycle_excludes(const struct cycle *c, const struct node_info *n)
{
	for (uint32_t i = 0; c->narrowing.n && i < c->n; i++)
		if (cycle_plugin_excludes(c, i, n))
			return true;
	return false;
}

const char *cycle_excluded_reason(const struct cycle *c)
{
	const char *names = "";

	if (c->in.release->excluded_text == EXCLUDED_PREFILTER_RESULT)
		return "node is filtered out by the prefilter result";
	for (uint32_t i = 0; i < c->narrowing.n; i++)
		names = arena_printf(c->arena, "%s%s%s", names, i ? " " : "", c->narrowing.v[i]);
	return arena_printf(c->arena, "node(s) didn't satisfy plugin(s) [%s]", names);
}

enum code cycle_filter(const struct cycle *c, uint32_t plugin, const struct node_info *n,
		       struct outcome *out)
{
	const struct slot *s = &c->slots[plugin];

	switch (s->prefilter.code) {
	case CODE_SUCCESS:
		return s->plugin->filter ? s->plugin->filter(&c->in, s->state, n, out) : CODE_SUCCESS;
	case CODE_UNKNOWN:
		out->why = s->prefilter.out.why;
		return CODE_UNKNOWN;
	case CODE_UNSCHEDULABLE:
	case CODE_UNRESOLVABLE:
	case CODE_ERROR:
		for (uint32_t i = 0; i < s->prefilter.out.reasons.n; i++)
			outcome_reason(out, s->prefilter.out.reasons.v[i]);
		return s->prefilter.code;
	case CODE_SKIP:
	case CODE_PREFILTER_RESULT:
		break;
	}
	return CODE_SKIP;
}

struct node_status cycle_filter_plain(const struct cycle *c, const struct node_info *n,
				      struct outcome *out)
{
	struct node_status st = { CODE_SUCCESS, -1, true, false };

	for (uint32_t i = 0; i < c->n; i++) {
		enum code code = cycle_filter(c, i, n, out);

		if (code == CODE_UNKNOWN) {
			if (st.certain)
				st.plugin = (int)i;
			st.certain = false;
		} else if (code != CODE_SUCCESS && code != CODE_SKIP) {
			st.code = code;
			st.plugin = (int)i;
			return st;
		}
	}
	if (!st.certain || c->in.profile->unknown.n)
		st.code = CODE_UNKNOWN;
	return st;
}

static void call_hooks(struct cycle *c, const struct pod_info *p, const struct node_info *n, bool add)
{
	for (uint32_t i = 0; i < c->n; i++) {
		const struct predicate *plugin = c->slots[i].plugin;

		if (c->slots[i].prefilter.code != CODE_SUCCESS)
			continue;
		if (add && plugin->add_pod)
			plugin->add_pod(&c->in, c->slots[i].state, p, n);
		if (!add && plugin->remove_pod)
			plugin->remove_pod(&c->in, c->slots[i].state, p, n);
	}
}

void cycle_add_pod(struct cycle *c, struct pod_info *p, struct node_info *n)
{
	view_bind(c->view, p, n);
	call_hooks(c, p, n, true);
}

void cycle_remove_pod(struct cycle *c, struct pod_info *p)
{
	struct node_info *n = p->node;

	view_unbind(c->view, p);
	call_hooks(c, p, n, false);
}

static bool is_same_pod(const struct pod *a, const struct pod *b)
{
	if (a->meta.uid.s && b->meta.uid.s)
		return sym_eq(a->meta.uid, b->meta.uid);
	return sym_eq(a->meta.name, b->meta.name) && sym_eq(a->meta.namespace_, b->meta.namespace_);
}

bool counts_nominated(const struct profile *profile, const struct pod *pod,
		      const struct pod_info *nominated)
{
	return pod_priority(nominated->pod) >= pod_priority(pod) &&
	       !is_same_pod(nominated->pod, pod) &&
	       profile_serves(profile, nominated->pod->spec.scheduler_name);
}

bool cycle_counts_nominated(const struct cycle *c, const struct pod_info *p)
{
	return counts_nominated(c->in.profile, c->in.pod, p);
}

uint32_t cycle_add_nominated(struct cycle *c, struct node_info *n)
{
	uint32_t added = 0;

	for (uint32_t i = 0; i < n->nominated.n; i++) {
		if (!cycle_counts_nominated(c, n->nominated.v[i]))
			continue;
		cycle_add_pod(c, n->nominated.v[i], n);
		added++;
	}
	return added;
}

void cycle_remove_nominated(struct cycle *c, struct node_info *n, view_mark_t mark)
{
	for (uint32_t i = n->nominated.n; i-- > 0;)
		if (cycle_counts_nominated(c, n->nominated.v[i]))
			call_hooks(c, n->nominated.v[i], n, false);
	view_undo(c->view, mark);
}

static bool says_the_same(const struct node_status *a, const struct outcome *of_a,
			  const struct node_status *b, const struct outcome *of_b)
{
	if (a->code != b->code || a->plugin != b->plugin || of_a->reasons.n != of_b->reasons.n)
		return false;
	for (uint32_t i = 0; i < of_a->reasons.n; i++)
		if (strcmp(of_a->reasons.v[i], of_b->reasons.v[i]) != 0)
			return false;
	return true;
}

struct node_status cycle_filter_all(struct cycle *c, struct node_info *n, struct outcome *out)
{
	view_mark_t mark = view_mark(c->view);
	struct node_status with = { CODE_SUCCESS, -1, true, false }, without;
	struct outcome quiet = outcome_init(out->wanted, c->arena);

	if (cycle_add_nominated(c, n)) {
		with = cycle_filter_plain(c, n, out);
		cycle_remove_nominated(c, n, mark);
	}
	if (with.code == CODE_SUCCESS)
		return cycle_filter_plain(c, n, out);
	without = cycle_filter_plain(c, n, &quiet);
	with.nominated = !says_the_same(&with, out, &without, &quiet);
	return with;
}

void cycle_rollback(struct cycle *c, view_mark_t mark, struct pod_info *const *pods, uint32_t n,
		    struct node_info *node)
{
	for (uint32_t i = n; i-- > 0;)
		if (!pods[i]->node)
			call_hooks(c, pods[i], node, true);
	view_undo(c->view, mark);
}
