/* Mirrors the checks of k8s.io/dynamic-resource-allocation/structured Allocate, v1.34 to v1.36. */
#include "replay/dra_wants.h"

#include <inttypes.h>

#include "base/i18n.h"

/* Far beyond what the API server admits; hostile files shall not make the replay endless. */
#define OPTIONS_MAX 4096u
#define WORK_MAX 50000000u

static void blame(struct dra_wants *w, enum dra_cause cause, const struct dra_option *o)
{
	if (cause >= w->cause)
		return;
	w->cause = cause;
	w->blamed = o;
}

static enum dra_match match_selectors(struct dra_wants *w, const struct dra_option *o,
				      const struct device_selectors *l, sym driver)
{
	enum dra_match all = DRA_YES;

	for (uint32_t i = 0; i < l->n; i++) {
		enum dra_match m = device_selector_matches(&l->v[i], driver);

		if (m == DRA_NO)
			return DRA_NO;
		if (m == DRA_YES)
			continue;
		all = DRA_MAYBE;
		w->may_abort = true;
		if (w->cause != CAUSE_SELECTOR)
			w->expression = l->v[i].cel;
		blame(w, CAUSE_SELECTOR, o);
	}
	return all;
}

/* Without the features that it needs, a device cannot be had at all. */
static bool is_out_of_reach(const struct dra_wants *w, const struct device *d)
{
	return !w->features && (d->binding_conditions.n || d->consumes.n);
}

/* The class' selectors come first; the request's are not run on what those exclude. */
static enum dra_match is_selected(struct dra_wants *w, const struct dra_option *o, sym driver)
{
	enum dra_match class = match_selectors(w, o, &o->class->selectors, driver), own;

	if (class == DRA_NO)
		return DRA_NO;
	own = match_selectors(w, o, &o->request->selectors, driver);
	return own < class ? own : class;
}

static bool tolerates(const struct device_toleration *t, const struct device_taint *taint)
{
	if (!sym_empty(t->effect) && !sym_eq(t->effect, taint->effect))
		return false;
	if (!sym_empty(t->key) && !sym_eq(t->key, taint->key))
		return false;
	if (sym_empty(t->op) || sym_is(t->op, "Equal"))
		return sym_same(t->value, taint->value);
	return sym_is(t->op, "Exists");
}

static bool device_is_tolerated(const struct device_taint *taint, const struct device_tolerations *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (tolerates(&l->v[i], taint))
			return true;
	return false;
}

static bool taints_prevent(const struct device *d, const struct device_tolerations *l)
{
	for (uint32_t i = 0; i < d->taints.n; i++) {
		const struct device_taint *t = &d->taints.v[i];

		if ((sym_is(t->effect, "NoSchedule") || sym_is(t->effect, "NoExecute")) &&
		    !device_is_tolerated(t, l))
			return true;
	}
	return false;
}

/* What keeps a device that is selected and free from being a sure choice. */
static enum dra_cause doubt(const struct dra_wants *w, const struct dra_option *o,
			    const struct dra_reach *r)
{
	const struct device *d = r->device->device;

	if (o->claim->constraints.n)
		return CAUSE_CONSTRAINT;
	if (w->features && o->request->has_capacity)
		return CAUSE_CAPACITY;
	if (d->consumes.n)
		return CAUSE_COUNTERS;
	if (r->device->shared)
		return CAUSE_SHARED;
	if (d->binding_conditions.n)
		return CAUSE_BINDING;
	if (r->pool->state & POOL_UNSURE)
		return CAUSE_POOL;
	if (w->problem->claims_hidden && !o->admin)
		return CAUSE_HIDDEN;
	return CAUSE_NONE;
}

static enum dra_match fit(struct dra_wants *w, const struct dra_option *o,
			  const struct dra_reach *r)
{
	enum dra_match m;
	enum dra_cause cause;

	if (!o->admin && r->device->taken)
		return DRA_NO; /* before any selector is run */
	m = is_selected(w, o, r->pool->driver);
	if (m == DRA_NO || is_out_of_reach(w, r->device->device))
		return DRA_NO;
	if (w->features && taints_prevent(r->device->device, &o->request->tolerations))
		return DRA_NO;
	cause = doubt(w, o, r);
	if (cause == CAUSE_NONE)
		return m;
	blame(w, cause, o);
	return DRA_MAYBE;
}

static enum code check_selectors(const struct dra_wants *w, const struct dra_option *o,
				 struct outcome *out)
{
	for (uint32_t i = 0; i < o->request->selectors.n; i++)
		if (!o->request->selectors.v[i].cel.s)
			return outcome_rejectf(out, CODE_ERROR,
					       "claim %s, request %s, selector #%u: CEL expression "
					       "empty (unsupported selector type?)",
					       dra_claim_key(o->claim, w->arena), o->short_name, i);
	return CODE_SUCCESS;
}

/* Where pools are not sorted, the one that is found first is not known. */
static bool is_only_bad_pool(const struct dra_wants *w)
{
	uint32_t bad = 0;

	for (uint32_t i = 0; i < w->pools.n; i++)
		bad += w->pools.v[i].state != 0;
	return bad == 1;
}

static enum code pool_error(struct dra_wants *w, const struct dra_option *o,
			    const struct dra_pool *pool, struct outcome *out)
{
	bool unsure = (pool->state & POOL_UNSURE) || (!w->features && !is_only_bad_pool(w));

	if (unsure)
		blame(w, CAUSE_POOL, o);
	if (unsure || w->may_abort) /* another error may have come before */
		return dra_wants_unknown(w, out);
	return outcome_rejectf(
	    out, CODE_ERROR,
	    "claim %s, request %s: asks for all devices, but resource pool %s/%s is currently %s",
	    dra_claim_key(o->claim, w->arena), o->short_name, sym_text(pool->driver),
	    sym_text(pool->name), pool->state & POOL_INCOMPLETE ? "being updated" : "invalid");
}

/* Is the device one of "all"?  Taken or tainted ones are, and then stand in the way. */
static enum dra_match is_one_of_all(struct dra_wants *w, const struct dra_option *o,
				    const struct dra_reach *r)
{
	enum dra_match m;

	if (!w->features && r->device->device->binding_conditions.n)
		return DRA_NO;
	m = is_selected(w, o, r->pool->driver);
	if (m == DRA_YES && w->features && (o->request->has_capacity || r->device->shared)) {
		blame(w, o->request->has_capacity ? CAUSE_CAPACITY : CAUSE_SHARED, o);
		return DRA_MAYBE;
	}
	return m;
}

/* Which devices "all" are: those that the selectors choose. */
static enum code select_all(struct dra_wants *w, struct dra_option *o, struct outcome *out)
{
	uint32_t d = 0;

	o->devices = ARENA_ARRAY(w->arena, w->device_count, uint32_t);
	for (uint32_t i = 0; i < w->pools.n; i++) {
		if (w->pools.v[i].state)
			return pool_error(w, o, &w->pools.v[i], out);
		for (uint32_t j = 0; j < w->pools.v[i].devices.n; j++, d++) {
			enum dra_match m = is_one_of_all(w, o, &w->devices[d]);

			if (m == DRA_YES)
				o->devices[o->device_count++] = d;
			o->unsure |= m == DRA_MAYBE;
		}
	}
	return CODE_SUCCESS;
}

/* *ret_least: devices that the option takes at least. */
static enum code read_option(struct dra_wants *w, struct dra_option *o, int64_t *ret_least,
			     struct outcome *out)
{
	const struct device_request *r = o->request;
	enum code code = check_selectors(w, o, out);

	if (code != CODE_SUCCESS)
		return code;
	o->admin = r->admin_access == TRI_TRUE;
	o->class = VIEW_FIND(w->problem->in->view, DEVICE_CLASS, device_class, (sym){ NULL },
			     r->device_class);
	if (!o->class)
		return outcome_unknownf(out, _("device class %s is not known"),
					sym_text(r->device_class));
	if (sym_is(r->allocation_mode, "All")) {
		o->all = true;
		code = select_all(w, o, out);
		*ret_least = o->device_count;
		return code;
	}
	if (!sym_empty(r->allocation_mode) && !sym_is(r->allocation_mode, "ExactCount"))
		return outcome_rejectf(
		    out, CODE_ERROR, "claim %s, request %s: unsupported count mode %s",
		    dra_claim_key(o->claim, w->arena), o->short_name, sym_text(r->allocation_mode));
	o->count = r->count.set ? r->count.v : 1;
	if (o->count < 0)
		o->count = 0;
	*ret_least = o->count;
	return CODE_SUCCESS;
}

static enum code read_request(struct dra_wants *w, uint32_t claim, const struct claim_request *r,
			      int64_t *ret_least, struct outcome *out)
{
	const struct device_request *plain = claim_request_plain(r);
	struct dra_want *want = &w->v[w->n++];

	want->claim = claim;
	want->n = plain ? 1 : r->first_available.n;
	want->options = ARENA_ARRAY(w->arena, want->n, struct dra_option);
	*ret_least = INT64_MAX;
	for (uint32_t i = 0; i < want->n; i++) {
		struct dra_option *o = &want->options[i];
		enum code code;
		int64_t least = 0;

		o->claim = w->problem->claims->v[claim];
		o->request = plain ? plain : &r->first_available.v[i];
		o->short_name = sym_text(plain ? r->name : o->request->name);
		o->name = plain ? o->short_name
				: arena_printf(w->arena, "%s/%s", sym_text(r->name), o->short_name);
		code = read_option(w, o, &least, out);
		if (code != CODE_SUCCESS)
			return code;
		if (least < *ret_least)
			*ret_least = least;
	}
	return CODE_SUCCESS;
}

static enum code check_limit(const struct dra_wants *w, const struct resource_claim *claim,
			     int64_t least, struct outcome *out)
{
	if (least <= DRA_RESULTS_MAX)
		return CODE_SUCCESS;
	if (w->may_abort)
		return dra_wants_unknown(w, out);
	return outcome_rejectf(out, CODE_ERROR,
			       "claim %s: number of requested devices %" PRId64
			       " exceeds the claim limit of %d",
			       dra_claim_key(claim, w->arena), least, DRA_RESULTS_MAX);
}

static enum code check_constraints(const struct dra_wants *w, const struct resource_claim *claim,
				   struct outcome *out)
{
	for (uint32_t i = 0; i < claim->constraints.n; i++) {
		const struct device_constraint *c = &claim->constraints.v[i];

		if (c->match_attribute.s || c->distinct_attribute.s)
			continue;
		if (w->may_abort)
			return dra_wants_unknown(w, out);
		return outcome_rejectf(
		    out, CODE_ERROR,
		    "claim %s, constraint #%u: empty constraint (unsupported constraint type?)",
		    dra_claim_key(claim, w->arena), i);
	}
	return CODE_SUCCESS;
}

static enum code read_claim(struct dra_wants *w, uint32_t index, struct outcome *out)
{
	const struct resource_claim *claim = w->problem->claims->v[index];
	int64_t total = 0;
	enum code code;

	for (uint32_t i = 0; i < claim->requests.n; i++) {
		int64_t least = 0;

		code = read_request(w, index, &claim->requests.v[i], &least, out);
		if (code != CODE_SUCCESS)
			return code;
		if (__builtin_add_overflow(total, least, &total))
			total = INT64_MAX;
	}
	code = check_limit(w, claim, total, out);
	return code == CODE_SUCCESS ? check_constraints(w, claim, out) : code;
}

static void flatten(struct dra_wants *w)
{
	size_t n = 0;

	for (uint32_t i = 0; i < w->pools.n; i++)
		n += w->pools.v[i].devices.n;
	w->devices = ARENA_ARRAY(w->arena, n, struct dra_reach);
	for (uint32_t i = 0; i < w->pools.n; i++)
		for (uint32_t j = 0; j < w->pools.v[i].devices.n; j++)
			w->devices[w->device_count++] =
			    (struct dra_reach){ &w->pools.v[i].devices.v[j], &w->pools.v[i] };
}

static void fit_all(struct dra_wants *w, struct dra_option *o)
{
	if (!o->all && !o->count)
		return; /* nothing is looked at */
	o->fit = ARENA_ARRAY(w->arena, w->device_count, unsigned char);
	for (uint32_t d = 0; d < w->device_count; d++)
		o->fit[d] = (unsigned char)fit(w, o, &w->devices[d]);
}

static void count_requests(const struct dra_claims *claims, size_t *ret_requests,
			   size_t *ret_options)
{
	*ret_requests = *ret_options = 0;
	for (uint32_t i = 0; i < claims->n; i++) {
		const struct resource_claim *c = claims->v[i];

		*ret_requests += c->requests.n;
		for (uint32_t j = 0; j < c->requests.n; j++)
			*ret_options += claim_request_plain(&c->requests.v[j])
					    ? 1
					    : c->requests.v[j].first_available.n;
	}
}

enum code dra_wants_init(struct dra_wants *w, const struct dra_problem *p, struct arena *arena,
			 struct outcome *out)
{
	size_t requests, options;

	*w = (struct dra_wants){ .problem = p,
				 .arena = arena,
				 .cause = CAUSE_NONE,
				 .features = p->in->release->dra_device_features };
	dra_gather_pools(p->index, p->node, arena, &w->pools);
	flatten(w);
	count_requests(p->claims, &requests, &options);
	if (options > OPTIONS_MAX || (uint64_t)options * w->device_count > WORK_MAX)
		return outcome_unknownf(out, _("%zu requests for devices are too many to be replayed"),
					options);
	w->v = ARENA_ARRAY(arena, requests, struct dra_want);
	for (uint32_t i = 0; i < p->claims->n; i++) {
		enum code code = read_claim(w, i, out);

		if (code != CODE_SUCCESS)
			return code;
	}
	for (uint32_t i = 0; i < w->n; i++)
		for (uint32_t j = 0; j < w->v[i].n; j++)
			fit_all(w, &w->v[i].options[j]);
	return CODE_SUCCESS;
}

static bool may_be_selected(const struct device_selectors *l, sym driver)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (device_selector_matches(&l->v[i], driver) == DRA_NO)
			return false;
	return true;
}

struct dra_count dra_option_count(const struct dra_wants *w, const struct dra_option *o)
{
	struct dra_count n = { 0, 0, 0, 0 };

	for (uint32_t d = 0; d < w->device_count; d++) {
		const struct dra_reach *r = &w->devices[d];

		if (!may_be_selected(&o->class->selectors, r->pool->driver) ||
		    !may_be_selected(&o->request->selectors, r->pool->driver))
			continue;
		n.visible++;
		if (o->fit && o->fit[d] != DRA_NO)
			n.available++;
		else if (r->device->taken)
			n.taken++;
		else if (taints_prevent(r->device->device, &o->request->tolerations))
			n.tainted++;
	}
	return n;
}

static const char *cause_text(const struct dra_wants *w)
{
	switch (w->cause) {
	case CAUSE_SELECTOR:
		return arena_printf(w->arena, _("the selector is not evaluated: %s"),
				    sym_text(w->expression));
	case CAUSE_CONSTRAINT:
		return _("constraints between devices are not evaluated");
	case CAUSE_CAPACITY:
		return _("capacities of devices are not computed");
	case CAUSE_COUNTERS:
		return _("devices share counters, which are not computed");
	case CAUSE_SHARED:
		return _("shares of devices are in use, and capacities are not computed");
	case CAUSE_BINDING:
		return _("devices have binding conditions");
	case CAUSE_POOL:
		return _("resource pools are inconsistent, and the outcome depends on which the "
			 "scheduler finds first");
	case CAUSE_HIDDEN:
		return _("claims of other namespaces, which may hold devices, could not be read");
	case CAUSE_NONE:
		break;
	}
	return _("the order in which the scheduler tries devices decides");
}

enum code dra_wants_unknown(const struct dra_wants *w, struct outcome *out)
{
	const struct dra_option *o = w->blamed;
	struct dra_count n;

	if (!o)
		return outcome_unknownf(out, "%s", cause_text(w));
	if (!o->fit)
		return outcome_unknownf(out, _("claim %s, request %s, class %s: %s"),
					dra_claim_key(o->claim, w->arena), o->name,
					sym_text(o->class->meta.name), cause_text(w));
	n = dra_option_count(w, o);
	return outcome_unknownf(
	    out, _("claim %s, request %s, class %s: %s; of %u devices that the node sees %u are free"),
	    dra_claim_key(o->claim, w->arena), o->name, sym_text(o->class->meta.name),
	    cause_text(w), n.visible, n.available);
}
