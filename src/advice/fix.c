#include "advice/fix.h"

#include <stdlib.h>
#include <string.h>

#include "advice/fix_apply.h"
#include "advice/fix_search.h"
#include "base/i18n.h"
#include "replay/replay.h"
#include "report/strings.h"

#define FIXES_MAX 8
#define FIXES_ALIKE_MAX 2 /* of the same kinds of change */

struct candidate {
	struct plan plan;
	struct fix fix;
	enum safety safety;
	sym sort; /* to show different ones */
};

struct candidates {
	struct candidate *v;
	uint32_t n;
};

/*
 * Without any change that is not needed: one may be there only because of another that is gone by
 * now, so that all are looked at again.  Gates keep the pod from being looked at: they have to go.
 */
static struct plan reduced(struct search *s, struct plan p)
{
	for (uint32_t i = p.n; p.n > 1 && i-- > 0;) {
		struct plan less = p;

		if (p.v[i]->kind == &change_kinds[CHANGE_GATES])
			continue;
		memmove(&less.v[i], &less.v[i + 1], (p.n - i - 1) * sizeof(*less.v));
		less.n--;
		if (!plan_fits(s, &less))
			continue;
		p = less;
		i = p.n;
	}
	return p;
}

static const char *tell_plan(const struct plan *p, struct arena *a)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	for (uint32_t i = 0; i < p->n; i++) {
		list_separator(&text, i, p->n);
		p->v[i]->kind->tell(p->v[i], &text);
	}
	copy = arena_strdup(a, text.buf);
	strbuf_release(&text);
	return copy;
}

static bool fitted_before(const struct fix_request *r, const char *node)
{
	for (uint32_t i = 0; i < r->replay->feasible.n; i++)
		if (!strcmp(r->replay->feasible.v[i], node))
			return !r->pod->spec.gates.n;
	return false;
}

/* The whole replay, as it would be told after the patches; false: it does not hold. */
static bool prove(struct search *s, struct candidate *c)
{
	const struct fix_request *r = s->request;
	struct patch_list patches = { r->arena, { 0 } };
	struct arena *scratch = arena_new();
	const struct replay *after = NULL;
	struct trial t;

	trial_begin(&t, r->view, r->pod, s->arena, &patches);
	if (plan_make(&c->plan, &t))
		after = replay_run(r->view, t.pod, r->profile, scratch);
	trial_end(&t);
	for (uint32_t i = 0; after && !after->pre_enqueue.n && i < after->feasible.n; i++)
		if (!fitted_before(r, after->feasible.v[i]))
			strings_push(&c->fix.unlocks, arena_strdup(r->arena, after->feasible.v[i]),
				     r->arena);
	arena_free(scratch);
	c->fix.patches = patches.list;
	return c->fix.unlocks.n > 0;
}

/* What the pod keeps of its requests, negated: of two that ask for less the larger comes first. */
static int64_t given_up(const struct candidate *c)
{
	int64_t kept = 0;

	for (uint32_t i = 0; i < c->plan.n; i++)
		if (c->plan.v[i]->kind == &change_kinds[CHANGE_REQUEST] &&
		    __builtin_add_overflow(kept, c->plan.v[i]->amount, &kept))
			kept = INT64_MAX;
	return -kept;
}

/*
 * How many things a person does: asking for less of several resources is one edit, and gates have
 * to go with every plan.
 */
static uint32_t steps_of(const struct plan *p)
{
	uint32_t steps = 0, requests = 0;

	for (uint32_t i = 0; i < p->n; i++) {
		bool request = p->v[i]->kind == &change_kinds[CHANGE_REQUEST];

		requests += request;
		steps += !request && p->v[i]->kind != &change_kinds[CHANGE_GATES];
	}
	return steps + (requests > 0);
}

/*
 * What is one step first, then what the owner of the pod can do alone; of these the fewest steps,
 * the smallest change, and what helps on most nodes.
 */
static int compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	uint32_t steps = steps_of(&x->plan), others = steps_of(&y->plan);

	if ((steps > 1) != (others > 1))
		return steps > 1 ? 1 : -1;
	if (x->safety != y->safety)
		return x->safety < y->safety ? -1 : 1;
	if (steps != others)
		return steps < others ? -1 : 1;
	if (x->plan.cost != y->plan.cost)
		return x->plan.cost < y->plan.cost ? -1 : 1;
	if (x->fix.unlocks.n != y->fix.unlocks.n)
		return x->fix.unlocks.n > y->fix.unlocks.n ? -1 : 1;
	if (given_up(x) != given_up(y))
		return given_up(x) < given_up(y) ? -1 : 1;
	return strcmp(x->fix.summary, y->fix.summary);
}

static bool is_known(const struct candidates *l, const struct plan *p)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (plan_covers(p, &l->v[i].plan) && plan_covers(&l->v[i].plan, p))
			return true;
	return false;
}

static struct candidates list_candidates(struct search *s)
{
	struct candidates l = { ARENA_ARRAY(s->arena, s->found.n, struct candidate), 0 };

	for (uint32_t i = 0; i < s->found.n; i++) {
		struct candidate *c = &l.v[l.n];
		struct plan p = reduced(s, s->found.v[i]);

		if (is_known(&l, &p))
			continue;
		p.cost = plan_cost(&p);
		*c = (struct candidate){ .plan = p, .safety = plan_safety(&p) };
		c->sort = plan_sort(s, &p);
		c->fix.summary = tell_plan(&p, s->request->arena);
		c->fix.safety = c->safety;
		l.n++;
	}
	if (l.n)
		qsort(l.v, l.n, sizeof(*l.v), compare_candidates);
	return l;
}

/* Room for one of each sort before there is a second. */
static bool is_wanted(const struct candidates *l, uint32_t i, const bool *shown)
{
	unsigned alike = 0;

	for (uint32_t k = 0; k < i; k++) {
		if (!shown[k])
			continue;
		alike += sym_eq(l->v[k].sort, l->v[i].sort);
		if (plan_covers(&l->v[i].plan, &l->v[k].plan))
			return false; /* it names a change that the other makes unnecessary */
	}
	return alike < FIXES_ALIKE_MAX;
}

static bool has_name(const struct strings *l, const char *name)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (!strcmp(l->v[i], name))
			return true;
	return false;
}

/* It unlocks nothing that one of the same sort, shown before it, does not. */
static bool adds_nothing(const struct candidates *l, uint32_t i, const bool *shown)
{
	for (uint32_t k = 0; k < i; k++) {
		bool all = shown[k] && sym_eq(l->v[k].sort, l->v[i].sort);

		for (uint32_t n = 0; all && n < l->v[i].fix.unlocks.n; n++)
			all = has_name(&l->v[k].fix.unlocks, l->v[i].fix.unlocks.v[n]);
		if (all)
			return true;
	}
	return false;
}

static void add_new_nodes(struct search *s, struct candidate *c)
{
	const char *more = tell_new_nodes(s, &c->plan);

	if (more)
		c->fix.summary = arena_printf(s->request->arena, "%s (%s)", c->fix.summary, more);
}

static void apply(struct search *s, struct candidate *c)
{
	const struct fix_request *r = s->request;
	const struct plan_to_apply plan = {
		.view = r->view,
		.pod = r->pod,
		.scratch = s->arena,
		.arena = r->arena,
		.v = c->plan.v,
		.n = c->plan.n,
	};

	changes_apply(&plan, &c->fix);
	c->fix.what_if = changes_suppose(c->plan.v, c->plan.n, r->subject ? r->subject : r->pod,
					  r->arena);
}

static void show(struct search *s, struct candidates *l, struct advice *ret)
{
	bool *shown = ARENA_ARRAY(s->arena, l->n, bool);
	struct candidates chosen = { ARENA_ARRAY(s->arena, l->n, struct candidate), 0 };

	for (uint32_t i = 0; i < l->n && chosen.n < FIXES_MAX; i++) {
		if (!is_wanted(l, i, shown) || !prove(s, &l->v[i]) || adds_nothing(l, i, shown))
			continue;
		shown[i] = true;
		add_new_nodes(s, &l->v[i]);
		apply(s, &l->v[i]);
		chosen.v[chosen.n++] = l->v[i];
	}
	if (chosen.n)
		qsort(chosen.v, chosen.n, sizeof(*chosen.v), compare_candidates);
	ret->fixes.v = ARENA_ARRAY(s->request->arena, chosen.n, struct fix);
	for (uint32_t i = 0; i < chosen.n; i++)
		ret->fixes.v[ret->fixes.n++] = chosen.v[i].fix;
}

void fixes_find(const struct fix_request *r, struct advice *ret)
{
	struct search s;
	struct candidates l;

	search_init(&s, r);
	search_run(&s);
	l = list_candidates(&s);
	show(&s, &l, ret);
	search_release(&s);
}
