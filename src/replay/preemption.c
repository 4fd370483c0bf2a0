/*
 * DefaultPreemption: would evicting pods of lower priority make room, where, and which.
 * Mirrors pkg/scheduler/framework/preemption and plugins/defaultpreemption, v1.36.
 * Known differences: all candidate nodes are examined (the scheduler stops after 100 or a tenth of
 * them, from a random start), and what it decides at random is decided by name here; the result
 * says so.
 */
#include <string.h>

#include "base/i18n.h"
#include "replay/attempt.h"
#include "report/strings.h"

struct victims {
	struct pod_info **v;
	uint32_t n;
};

struct candidate {
	const struct node_info *node;
	struct victims victims; /* what has to go, in the scheduler's order */
	int64_t violations;
};

struct dry_run { /* of one node */
	const struct attempt *attempt;
	struct node_info *node;
	struct arena *arena;
	struct victims lower; /* pods of lower priority, most important first */
};

static const struct pod *preemptor(const struct attempt *a)
{
	return cycle_in(a->cycle)->pod;
}

/* Eligibility */

static bool is_being_preempted(const struct pod *p)
{
	const struct condition *c = conditions_get(&p->status.conditions, "DisruptionTarget");

	return p->meta.deleted.set && c && sym_is(c->status, "True") &&
	       sym_is(c->reason, "PreemptionByScheduler");
}

static bool waits_for_victims(const struct attempt *a)
{
	const struct node_info *n = view_find_node(cycle_in(a->cycle)->view,
						   preemptor(a)->status.nominated_node);

	if (!n || a->nodes[n->index].status.code == CODE_UNRESOLVABLE)
		return false;
	for (uint32_t i = 0; i < n->pods.n; i++) {
		const struct pod *p = n->pods.v[i]->pod;

		if (pod_priority(p) < pod_priority(preemptor(a)) && is_being_preempted(p))
			return true;
	}
	return false;
}

static const char *not_eligible(const struct attempt *a)
{
	if (sym_is(preemptor(a)->spec.preemption_policy, "Never"))
		return "not eligible due to preemptionPolicy=Never.";
	if (waits_for_victims(a))
		return "not eligible due to a terminating pod on the nominated node.";
	return NULL;
}

/* Victims of one node */

/* Missing start times are "now", read anew at each comparison. */
static bool is_more_important(const struct pod *a, const struct pod *b)
{
	if (pod_priority(a) != pod_priority(b))
		return pod_priority(a) > pod_priority(b);
	if (a->status.start_time.set && b->status.start_time.set)
		return a->status.start_time.us < b->status.start_time.us;
	return a->status.start_time.set || !b->status.start_time.set;
}

/* The insertion sort that Go uses for short lists: ties come out as they do there. */
static void sort_by_importance(struct victims *l)
{
	for (uint32_t i = 1; i < l->n; i++) {
		for (uint32_t j = i; j > 0 && is_more_important(l->v[j]->pod, l->v[j - 1]->pod); j--) {
			struct pod_info *p = l->v[j];

			l->v[j] = l->v[j - 1];
			l->v[j - 1] = p;
		}
	}
}

static struct victims lower_pods(const struct attempt *a, const struct node_info *n,
				 struct arena *arena)
{
	struct victims l = { ARENA_ARRAY(arena, n->pods.n, struct pod_info *), 0 };

	for (uint32_t i = 0; i < n->pods.n; i++)
		if (pod_priority(n->pods.v[i]->pod) < pod_priority(preemptor(a)))
			l.v[l.n++] = n->pods.v[i];
	return l;
}

struct budget {
	const struct pdb *pdb;
	int64_t allowed;
};

struct budgets {
	struct budget *v;
	uint32_t n;
};

static struct budgets read_budgets(const struct view *v, struct arena *arena)
{
	const struct objects *l = view_objects(v, KIND_PDB);
	struct budgets b = { ARENA_ARRAY(arena, l->n, struct budget), 0 };

	for (size_t i = 0; i < l->n; i++) {
		const struct pdb *pdb = (const struct pdb *)(const void *)l->v[i];

		/* A nil or empty selector protects nothing here. */
		if (!pdb->selector || label_selector_is_empty(pdb->selector))
			continue;
		b.v[b.n++] = (struct budget){ pdb, pdb->disruptions_allowed.v };
	}
	return b;
}

static bool is_disrupted_already(const struct pdb *pdb, const struct pod *p)
{
	for (uint32_t i = 0; i < pdb->disrupted_pods.n; i++)
		if (sym_eq(pdb->disrupted_pods.v[i], p->meta.name))
			return true;
	return false;
}

/* Takes the pod off each budget that covers it; true if one of them has nothing left. */
static bool violates(struct budgets *b, const struct pod *p)
{
	bool violating = false;

	if (!p->meta.labels.n)
		return false;
	for (uint32_t i = 0; i < b->n; i++) {
		const struct pdb *pdb = b->v[i].pdb;

		if (!sym_eq(pdb->meta.namespace_, p->meta.namespace_) ||
		    !label_selector_matches(pdb->selector, &p->meta.labels) ||
		    is_disrupted_already(pdb, p))
			continue;
		if (--b->v[i].allowed < 0)
			violating = true;
	}
	return violating;
}

/* Puts one pod back if the preemptor still fits beside it; otherwise it is a victim. */
static bool reprieve(struct dry_run *d, struct pod_info *p)
{
	struct cycle *c = d->attempt->cycle;
	struct outcome quiet = outcome_init(WANT_CODE, d->arena);

	cycle_add_pod(c, p, d->node);
	if (cycle_filter_all(c, d->node, &quiet).code == CODE_SUCCESS)
		return true;
	cycle_remove_pod(c, p);
	return false;
}

static void choose_victims(struct dry_run *d, struct candidate *ret)
{
	const struct cycle_input *in = cycle_in(d->attempt->cycle);
	struct budgets budgets = read_budgets(in->view, d->arena);
	bool *violating = ARENA_ARRAY(d->arena, d->lower.n, bool);

	ret->victims.v = ARENA_ARRAY(d->attempt->arena, d->lower.n, struct pod_info *);
	for (uint32_t i = 0; i < d->lower.n; i++)
		violating[i] = violates(&budgets, d->lower.v[i]->pod);
	for (int pass = 0; pass < 2; pass++) { /* violating pods get the first chance to stay */
		for (uint32_t i = 0; i < d->lower.n; i++) {
			if (violating[i] != (pass == 0) || reprieve(d, d->lower.v[i]))
				continue;
			ret->victims.v[ret->victims.n++] = d->lower.v[i];
			ret->violations += violating[i];
		}
	}
	if (in->release->victims_by_importance)
		sort_by_importance(&ret->victims);
}

enum dry_result { DRY_FAILS, DRY_CANDIDATE, DRY_ERROR, DRY_UNKNOWN };

/* What the dry run of a node that is no candidate says. */
static enum dry_result judge(const struct attempt *a, struct node_status st,
			     const struct outcome *out, struct strings *ret_reasons)
{
	const struct profile *p = cycle_in(a->cycle)->profile;

	if (st.code == CODE_ERROR) {
		strings_push(ret_reasons,
			    arena_printf(a->arena, "running \"%s\" filter plugin: %s",
					 p->plugins[st.plugin]->name,
					 out->reasons.n ? out->reasons.v[0] : ""),
			    a->arena);
		return DRY_ERROR;
	}
	if (st.code == CODE_UNKNOWN || !st.certain)
		return DRY_UNKNOWN;
	*ret_reasons = out->reasons;
	return DRY_FAILS;
}

static enum dry_result dry_run(const struct attempt *a, struct node_info *node, struct arena *scratch,
			       struct candidate *ret, struct strings *ret_reasons)
{
	struct view *v = cycle_view(a->cycle);
	struct dry_run d = { a, node, scratch, lower_pods(a, node, scratch) };
	view_mark_t mark = view_mark(v);
	struct outcome out = outcome_init(WANT_REASONS, a->arena);
	enum dry_result result = DRY_CANDIDATE;
	struct node_status st;

	*ret_reasons = (struct strings){ 0 };
	if (!d.lower.n) {
		strings_push(ret_reasons, "No preemption victims found for incoming pod", a->arena);
		return DRY_FAILS;
	}
	for (uint32_t i = 0; i < d.lower.n; i++)
		cycle_remove_pod(a->cycle, d.lower.v[i]);
	sort_by_importance(&d.lower);
	st = cycle_filter_all(a->cycle, node, &out);
	if (st.code == CODE_SUCCESS)
		choose_victims(&d, ret);
	else
		result = judge(a, st, &out, ret_reasons);
	cycle_rollback(a->cycle, mark, d.lower.v, d.lower.n, node);
	if (result == DRY_CANDIDATE && !ret->victims.n) {
		strings_push(ret_reasons,
			    arena_printf(a->arena, "expected at least one victim pod on node \"%s\"",
					 sym_text(node->node->meta.name)),
			    a->arena);
		result = DRY_ERROR;
	}
	ret->node = node;
	return result;
}

/* Choice among nodes: negative if a is better */

static int64_t earliest_start(const struct candidate *c)
{
	int64_t highest = pod_priority(c->victims.v[0]->pod), earliest = INT64_MAX;

	for (uint32_t i = 0; i < c->victims.n; i++)
		if (pod_priority(c->victims.v[i]->pod) > highest)
			highest = pod_priority(c->victims.v[i]->pod);
	for (uint32_t i = 0; i < c->victims.n; i++) {
		const struct pod *p = c->victims.v[i]->pod;

		if (pod_priority(p) == highest && p->status.start_time.set &&
		    p->status.start_time.us < earliest)
			earliest = p->status.start_time.us;
	}
	return earliest;
}

static int64_t priority_sum(const struct candidate *c)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < c->victims.n; i++)
		sum += pod_priority(c->victims.v[i]->pod) + ((int64_t)1 << 31);
	return sum;
}

static int order(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_candidates(const struct candidate *a, const struct candidate *b)
{
	int by = order(a->violations, b->violations);

	if (!by)
		by = order(pod_priority(a->victims.v[0]->pod), pod_priority(b->victims.v[0]->pod));
	if (!by)
		by = order(priority_sum(a), priority_sum(b));
	if (!by)
		by = order(a->victims.n, b->victims.n);
	if (!by)
		by = order(earliest_start(b), earliest_start(a));
	return by; /* still equal: the scheduler takes any, we take the first by name */
}

static void report_candidate(const struct attempt *a, const struct candidate *best, uint32_t ties,
			     uint32_t examined, struct preemption *ret)
{
	ret->helps = true;
	ret->node = arena_strdup(a->arena, sym_text(best->node->node->meta.name));
	ret->pdb_violations = best->violations;
	for (uint32_t i = 0; i < best->victims.n; i++) {
		const struct meta *m = &best->victims.v[i]->pod->meta;

		strings_push(&ret->victims,
			    arena_printf(a->arena, "%s/%s", sym_text(m->namespace_), sym_text(m->name)),
			    a->arena);
	}
	if (ties)
		ret->why = arena_printf(a->arena,
					tr_n("%u other node is as good; the scheduler takes any of them",
					     "%u other nodes are as good; the scheduler takes any of them",
					     ties), ties);
	else if (examined > 100)
		ret->why = _("the scheduler looks at a random part of the nodes and may choose another");
}

struct search {
	const struct attempt *attempt;
	struct candidate best;
	uint32_t candidates, ties, examined;
	bool unknown;
	struct strings errors;
	struct histogram reasons;
};

static void consider(struct search *s, const struct candidate *c)
{
	int by = s->candidates++ ? compare_candidates(c, &s->best) : -1;

	if (by < 0) {
		s->best = *c;
		s->ties = 0;
	} else if (by == 0) {
		s->ties++;
	}
}

static void examine(struct search *s, uint32_t index, struct arena *scratch)
{
	struct node_info *node = view_node(cycle_in(s->attempt->cycle)->view, index);
	struct candidate c = { 0 };
	struct strings reasons;

	s->examined++;
	switch (dry_run(s->attempt, node, scratch, &c, &reasons)) {
	case DRY_CANDIDATE:
		consider(s, &c);
		break;
	case DRY_FAILS:
		for (uint32_t i = 0; i < reasons.n; i++)
			histogram_add(&s->reasons, reasons.v[i], 1);
		break;
	case DRY_ERROR:
		strings_push(&s->errors, reasons.v[0], s->attempt->arena);
		break;
	case DRY_UNKNOWN:
		s->unknown = true;
		break;
	}
}

/* Equal errors are told once; several are told as a list. */
static const char *error_text(struct search *s)
{
	struct arena *arena = s->attempt->arena;
	struct strings once = { 0 };

	strings_sort(&s->errors);
	for (uint32_t i = 0; i < s->errors.n; i++)
		if (i == 0 || strcmp(s->errors.v[i], s->errors.v[i - 1]) != 0)
			strings_push(&once, s->errors.v[i], arena);
	if (once.n == 1)
		return once.v[0];
	return arena_printf(arena, "[%s]", strings_join(&once, ", ", arena));
}

static const char *conclude(struct search *s, struct preemption *ret, bool *ret_error)
{
	const struct attempt *a = s->attempt;
	const char *text;

	if (s->candidates) {
		report_candidate(a, &s->best, s->ties, s->examined, ret);
		return "";
	}
	if (s->unknown) {
		ret->why = _("what other plugins would say without the victims is not known");
		return NULL;
	}
	if (s->errors.n) {
		*ret_error = true;
		text = error_text(s);
		ret->why = text;
	} else {
		if (a->n > s->examined)
			histogram_add(&s->reasons, "Preemption is not helpful for scheduling",
				      a->n - s->examined);
		text = histogram_message(&s->reasons, a->n);
		ret->why = text;
	}
	return arena_printf(a->arena, "preemption: %s", text);
}

const char *preemption_run(const struct attempt *a, struct preemption *ret, bool *ret_error)
{
	struct search s = { .attempt = a, .reasons = { .arena = a->arena } };
	const char *text = not_eligible(a);
	struct arena *scratch;

	if (text) {
		ret->why = text;
		return arena_printf(a->arena, "preemption: %s", text);
	}
	scratch = arena_new();
	for (uint32_t i = 0; i < a->n; i++) {
		const struct node_status *st = &a->nodes[i].status;

		if (st->code == CODE_UNKNOWN || !st->certain)
			s.unknown = true;
		else if (st->code == CODE_UNSCHEDULABLE)
			examine(&s, i, scratch);
		arena_reset(scratch);
	}
	arena_free(scratch);
	return conclude(&s, ret, ret_error);
}
