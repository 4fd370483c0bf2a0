#include "advice/requirements.h"

#include <string.h>

#include "advice/requirements_split.h"

struct inquiry { /* one list of requirements being made */
	struct view *view;
	const struct pod *pod;
	const struct profile *profile;
	const struct replay *replay;
	struct arena *arena;
	struct requirements *ret;
	uint32_t cap;
};

/* What the replay said of one plugin. */
struct verdicts {
	uint64_t *rejected, *unknown; /* by node */
	bool any_rejected, any_unknown;
};

static uint64_t *new_set(const struct inquiry *q)
{
	return ARENA_ARRAY(q->arena, q->ret->words, uint64_t);
}

static const struct rejection *find_rejection(const struct node_result *n, const char *plugin)
{
	for (uint32_t i = 0; i < n->rejections.n; i++)
		if (strcmp(n->rejections.v[i].plugin, plugin) == 0)
			return &n->rejections.v[i];
	return NULL;
}

static bool is_unchecked(const struct node_result *n, const char *plugin)
{
	for (uint32_t i = 0; i < n->unchecked.n; i++)
		if (strcmp(n->unchecked.v[i].what, plugin) == 0)
			return true;
	return false;
}

/* PreFilter's word holds for every node and is not repeated there. */
static bool rejects_pod(const struct replay *r, const char *plugin)
{
	for (uint32_t i = 0; i < r->pre_filter.n; i++)
		if (strcmp(r->pre_filter.v[i].plugin, plugin) == 0)
			return true;
	return false;
}

static struct verdicts verdicts_of(const struct inquiry *q, const char *plugin)
{
	struct verdicts v = { new_set(q), new_set(q), false, false };
	bool pod_wide = rejects_pod(q->replay, plugin);

	for (uint32_t i = 0; i < q->ret->nodes; i++) {
		const struct node_result *n = &q->replay->nodes.v[i];

		if (pod_wide || find_rejection(n, plugin)) {
			node_set_add(v.rejected, i);
			v.any_rejected = true;
		} else if (is_unchecked(n, plugin)) {
			node_set_add(v.unknown, i);
			v.any_unknown = true;
		}
	}
	return v;
}

/* Asking a part */

static bool has_detail(const struct rejection *r, const char *name)
{
	for (uint32_t i = 0; r && i < r->details.n; i++)
		if (r->details.v[i].name && strcmp(r->details.v[i].name, name) == 0)
			return true;
	return false;
}

static enum code told_by_details(const struct inquiry *q, const struct part *part, const char *plugin,
				 const struct verdicts *v, uint32_t node)
{
	if (node_set_has(v->unknown, node))
		return CODE_UNKNOWN;
	if (!node_set_has(v->rejected, node))
		return CODE_SUCCESS;
	return has_detail(find_rejection(&q->replay->nodes.v[node], plugin), part->name) ?
		       CODE_UNSCHEDULABLE :
		       CODE_SUCCESS;
}

static bool is_about_existing(const struct outcome *out)
{
	return out->reasons.n && strstr(out->reasons.v[0], "existing pods anti-affinity");
}

static enum code told_by_variant(const struct cycle *c, const struct part *part, struct view *view,
				 uint32_t node, struct arena *scratch)
{
	const struct node_info *n = view_node(view, node);
	struct outcome out = outcome_init(WANT_REASONS, scratch);
	enum code code;

	if (cycle_plugin_excludes(c, 0, n))
		return CODE_UNRESOLVABLE;
	code = cycle_filter(c, 0, n, &out);
	if (code == CODE_SUCCESS || code == CODE_SKIP || code == CODE_UNKNOWN || code == CODE_ERROR)
		return code == CODE_SKIP ? CODE_SUCCESS : code;
	if (part->counts == COUNT_UNRESOLVABLE && code != CODE_UNRESOLVABLE)
		return CODE_SUCCESS;
	if (part->counts == COUNT_OWN && is_about_existing(&out))
		return CODE_SUCCESS;
	return code;
}

/* A profile of that plugin alone. */
static struct profile only_plugin(const struct profile *p, uint32_t plugin, const struct part *part)
{
	struct profile one = *p;

	one.plugins[0] = p->plugins[plugin];
	one.n = one.prefilter_n = 1;
	one.prefilter_order[0] = 0;
	one.unknown.n = 0;
	if (part->without_added)
		one.added_affinity = NULL;
	return one;
}

static struct requirement *add_requirement(struct inquiry *q, const struct part *part, const char *plugin)
{
	struct requirements *l = q->ret;

	if (l->n == q->cap) {
		struct requirement *grown;

		q->cap = q->cap ? q->cap * 2 : 32;
		grown = ARENA_ARRAY(q->arena, q->cap, struct requirement);
		if (l->n)
			memcpy(grown, l->v, l->n * sizeof(*grown));
		l->v = grown;
	}
	l->v[l->n] = (struct requirement){ .type = part->type, .text = part->text,
					   .plugin = plugin, .name = part->name,
					   .key = part->key, .open = new_set(q) };
	return &l->v[l->n++];
}

static void note_answer(const struct inquiry *q, struct requirement *r, uint32_t node, enum code code)
{
	if (code == CODE_SUCCESS || code == CODE_UNKNOWN)
		node_set_add(r->open, node);
	if (code != CODE_UNKNOWN)
		return;
	if (!r->unsure)
		r->unsure = new_set(q);
	node_set_add(r->unsure, node);
}

static void ask_part(struct inquiry *q, uint32_t plugin, const struct part *part,
		     const struct verdicts *v)
{
	const char *name = q->profile->plugins[plugin]->name;
	struct requirement *r = add_requirement(q, part, name);
	bool simple = !v->any_rejected || part->name;
	struct profile one = only_plugin(q->profile, plugin, part);
	struct cycle *c = simple ? NULL : cycle_new(q->view, part->variant, &one);
	struct arena *scratch = arena_new();

	for (uint32_t i = 0; i < q->ret->nodes; i++) {
		if (simple)
			note_answer(q, r, i, told_by_details(q, part, name, v, i));
		else
			note_answer(q, r, i, told_by_variant(c, part, q->view, i, scratch));
		arena_reset(scratch);
	}
	arena_free(scratch);
	cycle_free(c);
}

/* A node meets all parts exactly if the plugin does not reject it. */
static bool adds_up(const struct requirements *l, uint32_t from, const struct verdicts *v)
{
	for (uint32_t node = 0; node < l->nodes; node++) {
		bool open = true;

		for (uint32_t i = from; i < l->n; i++)
			open &= node_set_has(l->v[i].open, node);
		if (open == node_set_has(v->rejected, node))
			return false;
	}
	return true;
}

static uint32_t count_open(const struct requirements *l, const struct requirement *r)
{
	uint32_t n = 0;

	for (uint32_t node = 0; node < l->nodes; node++)
		n += node_set_has(r->open, node);
	return n;
}

/* One claim is looked at by several plugins; the one that rejects most is told. */
static void merge(const struct requirements *l, struct requirement *to, const struct requirement *r)
{
	if (count_open(l, r) < count_open(l, to))
		to->plugin = r->plugin;
	for (uint32_t i = 0; i < l->words; i++)
		to->open[i] &= r->open[i];
	if (!to->unsure)
		to->unsure = r->unsure;
	else
		for (uint32_t i = 0; r->unsure && i < l->words; i++)
			to->unsure[i] |= r->unsure[i];
}

static void merge_equal(struct requirements *l, uint32_t from)
{
	uint32_t end = l->n;

	l->n = from;
	for (uint32_t i = from; i < end; i++) {
		uint32_t k = 0;

		while (k < from && strcmp(l->v[k].text, l->v[i].text) != 0)
			k++;
		if (k < from)
			merge(l, &l->v[k], &l->v[i]);
		else
			l->v[l->n++] = l->v[i];
	}
}

static bool ask_parts(struct inquiry *q, uint32_t plugin, unsigned level, const struct verdicts *v,
		      bool *ret_done)
{
	struct parts p = { .arena = q->arena,
			   .syms = view_cluster(q->view)->syms,
			   .release = view_release(q->view),
			   .profile = q->profile,
			   .pod = q->pod };
	uint32_t from = q->ret->n;

	if (!split_plugin(&p, q->profile->plugins[plugin]->name, level))
		return false;
	if (!p.n || p.full)
		return true;
	for (uint32_t i = 0; i < p.n; i++)
		ask_part(q, plugin, &p.v[i], v);
	*ret_done = adds_up(q->ret, from, v);
	if (*ret_done)
		merge_equal(q->ret, from);
	else
		q->ret->n = from;
	return true;
}

static void ask_whole(struct inquiry *q, uint32_t plugin, const struct verdicts *v)
{
	struct part part = whole_plugin(q->arena, q->profile->plugins[plugin], q->pod);
	struct requirement *r = add_requirement(q, &part, q->profile->plugins[plugin]->name);

	for (uint32_t i = 0; i < q->ret->nodes; i++)
		note_answer(q, r, i,
			    node_set_has(v->rejected, i) ? CODE_UNSCHEDULABLE :
			    node_set_has(v->unknown, i)	 ? CODE_UNKNOWN :
							   CODE_SUCCESS);
}

static void ask_plugin(struct inquiry *q, uint32_t plugin)
{
	struct verdicts v = verdicts_of(q, q->profile->plugins[plugin]->name);
	bool done = false;

	for (unsigned level = 0; !done && ask_parts(q, plugin, level, &v, &done); level++)
		;
	if (!done)
		ask_whole(q, plugin, &v);
}

/* What does not concern the pod: PreFilter skips it, or there is nothing to compare. */
static bool concerns_pod(const struct inquiry *q, const struct cycle *c, uint32_t plugin)
{
	const struct predicate *p = q->profile->plugins[plugin];

	if (!p->filter || cycle_prefilter(c, plugin)->code == CODE_SKIP)
		return false;
	return strcmp(p->name, "NodeName") != 0 || !sym_empty(q->pod->spec.node_name);
}

static void count_nodes(struct requirements *l, const struct replay *r)
{
	for (uint32_t node = 0; node < l->nodes; node++) {
		for (uint32_t i = 0; i < l->n; i++)
			l->failing[node] += !node_set_has(l->v[i].open, node);
		l->unknown[node] = r->nodes.v[node].unchecked.n > 0;
	}
	for (uint32_t i = 0; i < l->n; i++)
		for (uint32_t node = 0; node < l->nodes; node++) {
			const struct requirement *one = &l->v[i];
			bool unsure = one->unsure && node_set_has(one->unsure, node);

			l->v[i].matching += node_set_has(one->open, node) && !unsure;
			l->v[i].alone += fails_only(l, one, node);
		}
}

struct requirements requirements_of(struct view *v, const struct pod *pod, const struct profile *p,
				    const struct replay *r, struct arena *arena)
{
	struct requirements l = { .nodes = r->nodes.n, .words = (r->nodes.n + 63) / 64 };
	struct inquiry q = { v, pod, p, r, arena, &l, 0 };
	struct cycle *c = cycle_new(v, pod, p);

	l.failing = ARENA_ARRAY(arena, l.nodes, uint32_t);
	l.unknown = ARENA_ARRAY(arena, l.nodes, bool);
	for (uint32_t i = 0; i < p->n; i++)
		if (concerns_pod(&q, c, i))
			ask_plugin(&q, i);
	cycle_free(c);
	count_nodes(&l, r);
	return l;
}
