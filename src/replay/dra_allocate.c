/*
 * Mirrors what can be decided of k8s.io/dynamic-resource-allocation/structured Allocate, v1.34 to
 * v1.36: the search is exhaustive there, so a matching of sure devices proves success, and no
 * matching even of possible ones proves failure.  Left open: whatever a selector, constraint,
 * counter or capacity decides.
 */
#include "replay/dra_allocate.h"

#include "base/i18n.h"
#include "replay/dra_match.h"
#include "replay/dra_wants.h"

#define CHOICES_MAX 256 /* combinations of firstAvailable alternatives that are tried */
#define ANY UINT32_MAX

struct slot {
	const struct dra_option *option;
	uint32_t claim;
	uint32_t device; /* allocationMode All: this one; else ANY */
};

struct slots {
	struct slot *v;
	uint32_t n;
};

/* One matching: which slots take part, and how sure a device has to be. */
struct round {
	const struct dra_wants *wants;
	struct slots slots;
	enum dra_match least;
};

static bool slot_fits(const void *self, uint32_t slot, uint32_t device)
{
	const struct round *r = self;
	const struct slot *s = &r->slots.v[slot];

	return (s->device == ANY || s->device == device) && s->option->fit[device] >= r->least;
}

/* A multi-allocatable device surely has room for one more, and possibly for any number. */
static bool device_is_endless(const void *self, uint32_t device)
{
	const struct round *r = self;

	return r->least < DRA_YES && r->wants->features &&
	       r->wants->devices[device].device->device->allow_multiple == TRI_TRUE;
}

static bool match_round(const struct round *r)
{
	struct dra_matching m = { r->slots.n, r->wants->device_count, slot_fits, device_is_endless,
				  r };

	return dra_match_all(&m, r->wants->arena);
}

static uint64_t option_size(const struct dra_option *o)
{
	return o->all ? o->device_count : (uint64_t)o->count;
}

/* False if the chosen alternatives can never be allocated together. */
static bool choice_is_possible(const struct dra_wants *w, const uint32_t *choice,
			       uint64_t *ret_slots)
{
	uint64_t in_claim = 0;

	*ret_slots = 0;
	for (uint32_t i = 0; i < w->n; i++) {
		const struct dra_option *o = &w->v[i].options[choice[i]];

		if (i && w->v[i].claim != w->v[i - 1].claim)
			in_claim = 0;
		if (o->all && !o->device_count && !o->unsure)
			return false; /* "all" is at least one */
		in_claim += option_size(o);
		if (in_claim > DRA_RESULTS_MAX)
			return false;
		*ret_slots += option_size(o);
	}
	return true;
}

static void add_slots(const struct dra_want *want, const struct dra_option *o, struct slots *to)
{
	for (uint32_t i = 0; i < option_size(o); i++)
		to->v[to->n++] = (struct slot){ o, want->claim, o->all ? o->devices[i] : ANY };
}

/* Sure to be found: every device used once, whether or not the scheduler would share it. */
static bool surely(const struct dra_wants *w, const struct slots *slots, const uint32_t *choice)
{
	struct round r = { w, *slots, DRA_YES };

	for (uint32_t i = 0; i < w->n; i++)
		if (w->v[i].options[choice[i]].unsure)
			return false;
	return match_round(&r);
}

/* The slots without admin access, or those with admin access of one claim. */
static struct slots select_slots(const struct dra_wants *w, const struct slots *slots, bool admin,
				 uint32_t claim)
{
	struct slots some = { ARENA_ARRAY(w->arena, slots->n, struct slot), 0 };

	for (uint32_t i = 0; i < slots->n; i++)
		if (slots->v[i].option->admin == admin && (!admin || slots->v[i].claim == claim))
			some.v[some.n++] = slots->v[i];
	return some;
}

/*
 * Not ruled out.  Requests with admin access share devices with everything but their own claim, so
 * each claim's stand alone.
 */
static bool possibly(const struct dra_wants *w, const struct slots *slots)
{
	struct round r = { w, select_slots(w, slots, false, 0), DRA_MAYBE };

	if (!match_round(&r))
		return false;
	for (uint32_t i = 0; i < slots->n; i++) {
		if (!slots->v[i].option->admin ||
		    (i && slots->v[i - 1].claim == slots->v[i].claim &&
		     slots->v[i - 1].option->admin))
			continue;
		r.slots = select_slots(w, slots, true, slots->v[i].claim);
		if (!match_round(&r))
			return false;
	}
	return true;
}

/* YES, NO, or MAYBE: not decided. */
static enum dra_match try_choice(const struct dra_wants *w, const uint32_t *choice)
{
	struct slots slots = { NULL, 0 };
	uint64_t n;

	if (!choice_is_possible(w, choice, &n))
		return DRA_NO;
	if (n > UINT32_MAX || !dra_match_feasible_size((uint32_t)n, w->device_count))
		return DRA_MAYBE;
	slots.v = ARENA_ARRAY(w->arena, (size_t)n, struct slot);
	for (uint32_t i = 0; i < w->n; i++)
		add_slots(&w->v[i], &w->v[i].options[choice[i]], &slots);
	if (surely(w, &slots, choice))
		return DRA_YES;
	return possibly(w, &slots) ? DRA_MAYBE : DRA_NO;
}

static bool next_choice(const struct dra_wants *w, uint32_t *choice)
{
	for (uint32_t i = w->n; i-- > 0;) {
		if (++choice[i] < w->v[i].n)
			return true;
		choice[i] = 0;
	}
	return false;
}

/* The best that any combination of alternatives gives. */
static enum dra_match try_choices(const struct dra_wants *w)
{
	uint32_t *choice = ARENA_ARRAY(w->arena, w->n, uint32_t);
	enum dra_match best = DRA_NO;

	for (uint32_t tried = 0; tried < CHOICES_MAX; tried++) {
		enum dra_match m = try_choice(w, choice);

		if (m == DRA_YES)
			return m;
		if (m == DRA_MAYBE)
			best = m;
		if (!next_choice(w, choice))
			return best;
	}
	return DRA_MAYBE;
}

static const char *wanted_text(const struct dra_option *o, struct outcome *out)
{
	const char *class = sym_text(o->class->meta.name);
	const struct device_selectors *l =
	    o->request->selectors.n ? &o->request->selectors : &o->class->selectors;
	const char *selector = l->n ? arena_printf(out->arena, ", %s", sym_text(l->v[0].cel)) : "";

	if (o->all)
		return arena_printf(out->arena, _("all of %s%s"), class, selector);
	return arena_printf(out->arena, _("%lld of %s%s"), (long long)o->count, class, selector);
}

static const char *observed_text(struct dra_count n, struct outcome *out)
{
	const char *taken = n.taken ? arena_printf(out->arena, _(", %u taken"), n.taken) : "";
	const char *tainted = n.tainted ? arena_printf(out->arena, _(", %u tainted"), n.tainted) : "";

	return arena_printf(out->arena, _("%u visible, %u free%s%s"), n.visible, n.available, taken,
			    tainted);
}

static void option_detail(const struct dra_wants *w, const struct dra_option *o,
			  struct outcome *out)
{
	struct detail d = { .type = DETAIL_DEVICE, .name = o->name };

	d.wanted = wanted_text(o, out);
	d.observed = observed_text(dra_option_count(w, o), out);
	d.object = object_ref_of(KIND_RESOURCE_CLAIM, &o->claim->meta);
	outcome_detail(out, &d);
}

static void pool_detail(const struct dra_pool *pool, struct outcome *out)
{
	struct detail d = { .type = DETAIL_DEVICE };

	if (!(pool->state & (POOL_INVALID | POOL_INCOMPLETE)))
		return;
	d.name = arena_printf(out->arena, "%s/%s", sym_text(pool->driver), sym_text(pool->name));
	d.observed =
	    pool->state & POOL_INVALID ? _("resource pool is invalid") : _("resource pool is incomplete");
	outcome_detail(out, &d);
}

static void fail_details(const struct dra_wants *w, struct outcome *out)
{
	if (!outcome_wants_details(out))
		return;
	for (uint32_t i = 0; i < w->n; i++)
		for (uint32_t j = 0; j < w->v[i].n; j++)
			option_detail(w, &w->v[i].options[j], out);
	for (uint32_t i = 0; i < w->pools.n; i++)
		pool_detail(&w->pools.v[i], out);
}

/* The last invalid pool, and how many there are. */
static const struct dra_pool *find_invalid(const struct dra_wants *w, uint32_t *ret_n)
{
	const struct dra_pool *found = NULL;

	*ret_n = 0;
	for (uint32_t i = 0; i < w->pools.n; i++) {
		if (!(w->pools.v[i].state & POOL_INVALID))
			continue;
		found = &w->pools.v[i];
		++*ret_n;
	}
	return found;
}

/* Up to v1.34 the search ends with an error as soon as it comes to an invalid pool. */
static enum code meet_invalid(struct dra_wants *w, enum dra_match found,
			      const struct dra_pool *pool, uint32_t n, struct outcome *out)
{
	if (found != DRA_NO || n > 1 || w->may_abort) {
		w->cause = CAUSE_POOL;
		return dra_wants_unknown(w, out);
	}
	fail_details(w, out);
	return outcome_rejectf(out, CODE_ERROR, "pool %s is invalid: duplicate device name %s",
			       sym_text(pool->name), sym_text(pool->duplicate));
}

static enum code fail(const struct dra_wants *w, bool invalid, struct outcome *out)
{
	fail_details(w, out);
	return outcome_reject(out, CODE_UNRESOLVABLE,
			      invalid ? "invalid resource pools were encountered"
				      : "cannot allocate all claims");
}

/* A constraint that "all" devices break ends the attempt with an error instead. */
static bool failure_may_be_error(const struct dra_wants *w)
{
	for (uint32_t i = 0; i < w->n; i++)
		for (uint32_t j = 0; j < w->v[i].n; j++) {
			const struct dra_option *o = &w->v[i].options[j];

			if (o->all && o->claim->constraints.n)
				return true;
		}
	return false;
}

enum code dra_allocate(const struct dra_problem *p, struct arena *arena, struct outcome *out)
{
	struct dra_wants w;
	enum code code = dra_wants_init(&w, p, arena, out);
	const struct dra_pool *invalid;
	enum dra_match found;
	uint32_t n;

	if (code != CODE_SUCCESS)
		return code;
	found = try_choices(&w);
	invalid = find_invalid(&w, &n);
	if (invalid && !p->in->release->dra_strict_pools && w.n)
		return meet_invalid(&w, found, invalid, n, out);
	if (found == DRA_YES && !w.may_abort)
		return CODE_SUCCESS;
	if (found == DRA_NO && !failure_may_be_error(&w))
		return fail(&w, invalid != NULL, out);
	return dra_wants_unknown(&w, out);
}
