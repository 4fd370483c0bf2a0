#include "replay/replay.h"

#include <string.h>

#include "base/i18n.h"
#include "replay/attempt.h"
#include "report/strings.h"

struct run { /* one replay being made */
	struct view *view;
	const struct pod *pod;
	const struct profile *profile;
	struct cycle *cycle;
	struct attempt attempt;
	struct replay *result;
	struct arena *arena;
};

static struct rejection *add_rejection(struct rejections *l, const struct run *r)
{
	l->v = arena_grown(r->arena, l->v, l->n, sizeof(*l->v));
	return &l->v[l->n++];
}

static void add_unchecked_text(struct uncheckeds *l, const struct run *r, const char *what,
			       const char *why)
{
	l->v = arena_grown(r->arena, l->v, l->n, sizeof(*l->v));
	l->v[l->n++] = (struct unchecked){ what, why ? arena_strdup(r->arena, why) : _("not known") };
}

static void add_unchecked(struct uncheckeds *l, const struct run *r, uint32_t plugin, const char *why)
{
	add_unchecked_text(l, r, r->profile->plugins[plugin]->name, why);
}

static void copy_details(const struct details *from, struct outcome *to)
{
	for (uint32_t i = 0; i < from->n; i++)
		outcome_detail(to, &from->v[i]);
}

static void run_pre_enqueue(struct run *r)
{
	for (uint32_t i = 0; i < r->profile->n; i++) {
		const struct predicate *p = r->profile->plugins[i];
		struct outcome out = outcome_init(WANT_DETAILS, r->arena);
		enum code code =
			p->pre_enqueue ? p->pre_enqueue(cycle_in(r->cycle), &out) : CODE_SUCCESS;

		if (code == CODE_UNKNOWN)
			add_unchecked(&r->result->unchecked, r, i, out.why);
		else if (code != CODE_SUCCESS && code != CODE_SKIP)
			*add_rejection(&r->result->pre_enqueue, r) =
				(struct rejection){ p->name, code, out.reasons, out.details };
	}
}

static void report_prefilters(struct run *r)
{
	for (uint32_t i = 0; i < r->profile->n; i++) {
		const struct plugin_result *p = cycle_prefilter(r->cycle, i);
		struct outcome out = outcome_init(WANT_DETAILS, r->arena);

		if (p->code == CODE_UNKNOWN)
			add_unchecked(&r->result->unchecked, r, i, p->out.why);
		if (p->code != CODE_UNSCHEDULABLE && p->code != CODE_UNRESOLVABLE &&
		    p->code != CODE_ERROR)
			continue;
		copy_details(&p->out.details, &out);
		*add_rejection(&r->result->pre_filter, r) =
			(struct rejection){ r->profile->plugins[i]->name, p->code,
					    strings_copy(&p->out.reasons, r->arena), out.details };
	}
}

/* Out-of-tree plugins may reject the pod or the node at any place, extenders what is left. */
static void ask_unreplayed(struct run *r, struct node_result *ret, struct node_status *first)
{
	for (uint32_t i = 0; i < r->profile->unknown.n; i++) {
		const struct unreplayed *u = &r->profile->unknown.v[i];

		if (first->code == CODE_SUCCESS || !u->extender) {
			add_unchecked_text(&ret->unchecked, r, arena_strdup(r->arena, u->what), u->why);
			first->certain = false;
		}
	}
}

/* Each plugin alone on a node; ret_first is what they say together, nominated pods left out. */
static void ask_each_plugin(struct run *r, const struct node_info *n, struct node_result *ret,
			    struct node_status *ret_first, struct strings *ret_reasons)
{
	*ret_first = (struct node_status){ CODE_SUCCESS, -1, true, false };
	for (uint32_t i = 0; i < r->profile->n; i++) {
		struct outcome out = outcome_init(WANT_DETAILS, r->arena);
		enum code prefilter = cycle_prefilter(r->cycle, i)->code, code;

		if (cycle_plugin_excludes(r->cycle, i, n))
			*add_rejection(&ret->rejections, r) = (struct rejection){
				.plugin = r->profile->plugins[i]->name, .code = CODE_PREFILTER_RESULT
			};
		if (prefilter != CODE_SUCCESS && prefilter != CODE_UNKNOWN)
			continue;
		code = cycle_filter(r->cycle, i, n, &out);
		if (code == CODE_UNKNOWN) {
			add_unchecked(&ret->unchecked, r, i, out.why);
			if (ret_first->code == CODE_SUCCESS)
				ret_first->certain = false;
			continue;
		}
		if (code == CODE_SUCCESS || code == CODE_SKIP)
			continue;
		*add_rejection(&ret->rejections, r) = (struct rejection){
			r->profile->plugins[i]->name, code, out.reasons, out.details
		};
		if (ret_first->code == CODE_SUCCESS) {
			ret_first->code = code;
			ret_first->plugin = (int)i;
			*ret_reasons = out.reasons;
		}
	}
	ask_unreplayed(r, ret, ret_first);
	if (ret_first->code == CODE_SUCCESS && !ret_first->certain)
		ret_first->code = CODE_UNKNOWN;
}

static bool is_own_nomination(const struct run *r, const struct node_info *n)
{
	return sym_eq(r->pod->status.nominated_node, n->node->meta.name);
}

static bool has_counted_nominations(const struct run *r, const struct node_info *n)
{
	for (uint32_t i = 0; i < n->nominated.n; i++)
		if (cycle_counts_nominated(r->cycle, n->nominated.v[i]))
			return true;
	return false;
}

static struct strings name_nominated(const struct run *r, const struct node_info *n)
{
	struct strings names = { 0 };

	for (uint32_t i = 0; i < n->nominated.n; i++) {
		const struct meta *m = &n->nominated.v[i]->pod->meta;

		if (cycle_counts_nominated(r->cycle, n->nominated.v[i]))
			strings_push(&names,
				    arena_printf(r->arena, "%s/%s", sym_text(m->namespace_),
						 sym_text(m->name)),
				    r->arena);
	}
	return names;
}

static bool has_rejected(const struct node_result *n, const char *plugin)
{
	for (uint32_t i = 0; i < n->rejections.n; i++)
		if (strcmp(n->rejections.v[i].plugin, plugin) == 0)
			return true;
	return false;
}

/* What each plugin has against the node only as others are nominated to it. */
static void ask_with_nominated(struct run *r, struct node_info *n, struct node_result *ret)
{
	view_mark_t mark = view_mark(r->view);

	cycle_add_nominated(r->cycle, n);
	for (uint32_t i = 0; i < r->profile->n; i++) {
		const char *plugin = r->profile->plugins[i]->name;
		struct outcome out = outcome_init(WANT_DETAILS, r->arena);
		enum code code;

		if (cycle_prefilter(r->cycle, i)->code != CODE_SUCCESS || has_rejected(ret, plugin))
			continue;
		code = cycle_filter(r->cycle, i, n, &out);
		if (code == CODE_UNSCHEDULABLE || code == CODE_UNRESOLVABLE)
			*add_rejection(&ret->held, r) =
				(struct rejection){ plugin, code, out.reasons, out.details };
	}
	cycle_remove_nominated(r->cycle, n, mark);
	if (ret->held.n)
		ret->held_for = name_nominated(r, n);
}

static struct strings one_string(struct run *r, const char *text)
{
	struct strings l = { 0 };

	strings_push(&l, arena_strdup(r->arena, text), r->arena);
	return l;
}

/* The node lies outside the PreFilter node set and is not looked at. */
static bool is_left_out(const struct run *r, const struct node_info *n, struct node_status plain)
{
	if (!cycle_excludes(r->cycle, n))
		return false;
	if (!is_own_nomination(r, n))
		return true;
	/* The own nominated node is tried first, whatever the set says; an error there is forgotten. */
	if (plain.code == CODE_SUCCESS)
		return false;
	return plain.code == CODE_ERROR || !cycle_in(r->cycle)->release->nominated_outside_set;
}

/* What the scheduler would report: PreFilter, node set, nominated pods, then plugin by plugin. */
static const char *decide_first(struct run *r, struct node_info *n, struct node_result *ret,
				struct attempt_node *an)
{
	const struct prefilter_end *end = cycle_prefilter_end(r->cycle);

	if (end->stopped) {
		an->status = (struct node_status){ end->code, -1, end->certain, false };
		an->reasons = strings_copy(&end->reasons, r->arena);
		return end->plugin;
	}
	if (has_counted_nominations(r, n)) {
		struct outcome out = outcome_init(WANT_REASONS, r->arena);

		an->status = cycle_filter_all(r->cycle, n, &out);
		an->reasons = out.reasons;
		ask_with_nominated(r, n, ret);
	}
	if (is_left_out(r, n, an->status)) {
		an->excluded = true;
		an->status = (struct node_status){ CODE_UNRESOLVABLE, -1, true, false };
		an->reasons = one_string(r, cycle_excluded_reason(r->cycle));
		return "";
	}
	if (an->status.nominated)
		ret->nominated = name_nominated(r, n);
	return an->status.plugin >= 0 ? r->profile->plugins[an->status.plugin]->name : "";
}

static void wrap_error(struct run *r, struct attempt_node *an, const char *plugin)
{
	bool in_prefilter = cycle_prefilter_end(r->cycle)->stopped;
	const char *bare = an->reasons.n ? an->reasons.v[0] : "";
	const char *text = arena_printf(r->arena,
					in_prefilter ? "running PreFilter plugin \"%s\": %s" :
						       "running \"%s\" filter plugin: %s",
					plugin, bare);

	an->reasons = one_string(r, text);
	if (!r->attempt.aborted && an->status.certain)
		r->attempt.aborted = text;
}

static enum verdict verdict_of(struct node_status st)
{
	if (st.code == CODE_SUCCESS)
		return VERDICT_FITS;
	return st.code == CODE_UNKNOWN ? VERDICT_UNKNOWN : VERDICT_REJECTED;
}

/* How much of a request is missing, in hundredths; the worst resource counts. */
static int32_t shortage(const struct rejection *rej)
{
	int32_t worst = 0;

	for (uint32_t i = 0; i < rej->details.n; i++) {
		const struct detail *d = &rej->details.v[i];
		int64_t part;

		if (!d->amount.set || d->amount.wanted <= 0)
			continue;
		part = d->amount.lacking / (d->amount.wanted / 99 + 1);
		if (part > 99)
			part = 99;
		if (part > worst)
			worst = (int32_t)part;
	}
	return worst;
}

/*
 * Fits, then unknown, then by what stands in the way: each plugin costs 100, one that evicting
 * pods cannot help 300, a missing amount its share of the request on top.
 */
static int32_t nearness_of(const struct node_result *n)
{
	int32_t sum = n->verdict == VERDICT_UNKNOWN ? 1 : 0;

	for (uint32_t i = 0; i < n->rejections.n; i++) {
		const struct rejection *rej = &n->rejections.v[i];

		sum += rej->code == CODE_UNSCHEDULABLE ? 100 : 300;
		sum += shortage(rej);
	}
	if (n->nominated.n && !n->rejections.n)
		sum += 50;
	return sum;
}

static void replay_node(struct run *r, uint32_t index)
{
	struct node_info *n = view_node(r->view, index);
	struct node_result *ret = &r->result->nodes.v[index];
	struct attempt_node *an = &r->attempt.nodes[index];
	const char *plugin;

	ret->name = arena_strdup(r->arena, sym_text(n->node->meta.name));
	ask_each_plugin(r, n, ret, &an->status, &an->reasons);
	plugin = decide_first(r, n, ret, an);
	if (an->status.code == CODE_ERROR)
		wrap_error(r, an, plugin);
	ret->verdict = verdict_of(an->status);
	if (ret->verdict == VERDICT_REJECTED && an->status.certain) {
		struct rejection *first = ARENA_NEW(r->arena, struct rejection);

		*first = (struct rejection){ plugin, an->status.code, an->reasons, { 0 } };
		ret->first = first;
	}
	if (ret->verdict == VERDICT_FITS)
		r->attempt.fits = true;
	if (ret->verdict == VERDICT_UNKNOWN || !an->status.certain)
		r->attempt.unknown = true;
	ret->nearness = nearness_of(ret);
}

static void list_feasible(struct run *r)
{
	if (r->attempt.aborted)
		return;
	for (uint32_t i = 0; i < r->attempt.n; i++)
		if (r->attempt.nodes[i].status.code == CODE_SUCCESS)
			strings_push(&r->result->feasible, r->result->nodes.v[i].name, r->arena);
}

/* The own nominated node is tried alone: if it passes, the scheduler asks no other. */
static bool own_nomination_passes(const struct run *r)
{
	const struct node_info *n = view_find_node(r->view, r->pod->status.nominated_node);

	return n && r->attempt.nodes[n->index].status.code == CODE_SUCCESS;
}

static bool nodes_were_read(const struct run *r)
{
	enum coverage coverage = view_coverage(r->view, KIND_NODE);

	return coverage == COVER_READ || coverage == COVER_ABSENT;
}

/* What the plugins say before any node stays true; nothing can be said about nodes. */
static void finish_without_nodes(struct run *r)
{
	r->result->preemption.why = NULL;
	r->result->message.predicted = NULL;
}

static void finish(struct run *r)
{
	struct replay *result = r->result;
	const char *post = "";

	if (!nodes_were_read(r)) {
		finish_without_nodes(r);
		return;
	}
	if (r->attempt.aborted)
		r->attempt.fits = false;
	if (r->attempt.fits)
		result->preemption.why = _("a node fits");
	else if (r->attempt.aborted || !r->attempt.n)
		result->preemption.why = _("the attempt ends before preemption");
	else
		post = attempt_post_filter(&r->attempt, &result->preemption);
	result->message.predicted = attempt_message(&r->attempt, post);
}

struct replay *replay_run(struct view *v, const struct pod *pod, const struct profile *p,
			  struct arena *arena)
{
	struct run r = { .view = v, .pod = pod, .profile = p, .arena = arena };
	uint32_t nodes = view_node_count(v);

	r.cycle = cycle_new(v, pod, p);
	r.result = ARENA_NEW(arena, struct replay);
	r.result->nodes.v = ARENA_ARRAY(arena, nodes, struct node_result);
	r.result->nodes.n = nodes;
	r.attempt = (struct attempt){ .cycle = r.cycle, .arena = arena, .n = nodes };
	r.attempt.nodes = ARENA_ARRAY(arena, nodes, struct attempt_node);
	run_pre_enqueue(&r);
	if (nodes || !nodes_were_read(&r)) /* without nodes the scheduler does not get to PreFilter */
		report_prefilters(&r);
	for (uint32_t i = 0; i < nodes; i++)
		replay_node(&r, i);
	if (own_nomination_passes(&r))
		r.attempt.aborted = NULL;
	if (view_hides_nodes(v)) /* not even their number is known */
		r.attempt.unknown = true;
	list_feasible(&r);
	finish(&r);
	cycle_free(r.cycle);
	return r.result;
}
