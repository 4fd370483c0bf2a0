/*
 * Mirrors pkg/scheduler/framework/plugins/dynamicresources, v1.36: claims that exist, allocated
 * claims that are usable on the node, and bounds on what the allocator would find for the others
 * (replay/dra_allocate.h).  Known differences: claims that the scheduler is just allocating for
 * another pod are not visible outside; the binding timeout needs a clock and stays unknown; the
 * filter timeout is not replayed.
 */
#include "base/i18n.h"
#include "replay/dra.h"
#include "replay/dra_allocate.h"
#include "replay/dra_bound.h"
#include "replay/dra_claims.h"

#define SPECIAL_CLAIM "<extended-resources>"

struct state {
	struct dra_claims user;		    /* claims of spec.resourceClaims */
	const struct resource_claim *stale; /* special claim of an earlier attempt; NULL: none */
	bool extended;			    /* some extended resource may come from a DeviceClass */
	bool classes_hidden;		    /* whether one does could not be read */
	bool claims_hidden;
	uint32_t unallocated;	/* user claims */
	struct dra_index index; /* where anything is to be allocated */
};

static enum code pre_enqueue(const struct cycle_input *in, struct outcome *out)
{
	struct dra_claims claims;

	return in->release->dra ? dra_find_claims(in, &claims, out) : CODE_SUCCESS;
}

static enum code check_class(const struct cycle_input *in, const struct resource_claim *claim,
			     const char *request, sym class, struct outcome *out)
{
	struct detail d = { .type = DETAIL_DEVICE, .name = request, .observed = _("does not exist") };

	if (sym_empty(class))
		return outcome_rejectf(out, CODE_ERROR, "request %s: unsupported request type",
				       request);
	if (VIEW_FIND(in->view, DEVICE_CLASS, device_class, (sym){ NULL }, class))
		return CODE_SUCCESS;
	if (view_coverage(in->view, KIND_DEVICE_CLASS) == COVER_NONE)
		return outcome_unknown(out, in->view, KIND_DEVICE_CLASS);
	d.wanted = class.s;
	d.object = object_ref_of(KIND_RESOURCE_CLAIM, &claim->meta);
	outcome_detail(out, &d);
	return outcome_rejectf(out, CODE_UNRESOLVABLE, "request %s: device class %s does not exist",
			       request, class.s);
}

static enum code check_request(const struct cycle_input *in, const struct resource_claim *claim,
			       const struct claim_request *r, struct outcome *out)
{
	const struct device_request *plain = claim_request_plain(r);

	if (plain)
		return check_class(in, claim, sym_text(r->name), plain->device_class, out);
	if (!r->first_available.n)
		return outcome_rejectf(out, CODE_UNRESOLVABLE,
				       "resource claim %s, request %s: unknown request type",
				       dra_claim_key(claim, in->arena), sym_text(r->name));
	for (uint32_t i = 0; i < r->first_available.n; i++) {
		const struct device_request *sub = &r->first_available.v[i];
		const char *name =
		    arena_printf(in->arena, "%s/%s", sym_text(r->name), sym_text(sub->name));
		enum code code = check_class(in, claim, name, sub->device_class, out);

		if (code != CODE_SUCCESS)
			return code;
	}
	return CODE_SUCCESS;
}

static enum code check_claim(const struct cycle_input *in, const struct resource_claim *claim,
			     struct outcome *out)
{
	for (uint32_t i = 0; i < claim->requests.n; i++) {
		enum code code = check_request(in, claim, &claim->requests.v[i], out);

		if (code != CODE_SUCCESS)
			return code;
	}
	return CODE_SUCCESS;
}

/* Does the pod ask for an extended resource that a DeviceClass provides? */
static void find_extended(const struct cycle_input *in, struct state *st)
{
	bool hidden = view_coverage(in->view, KIND_DEVICE_CLASS) == COVER_NONE;

	if (!in->release->extended_resources_dra)
		return;
	for (uint32_t i = 0; i < in->requests.scalars.n; i++) {
		const struct scalar *s = &in->requests.scalars.v[i];

		if (!s->v || !dra_resource_name(sym_text(s->name)))
			continue;
		st->classes_hidden |= hidden;
		st->extended |= hidden || dra_class_of_resource(in->view, s->name) != NULL;
	}
}

static enum code check_claims(const struct cycle_input *in, struct state *st, struct outcome *out)
{
	for (uint32_t i = 0; i < st->user.n; i++) {
		enum code code;

		if (st->user.v[i]->allocation)
			continue;
		st->unallocated++;
		code = check_claim(in, st->user.v[i], out);
		if (code != CODE_SUCCESS)
			return code;
	}
	if (st->stale && !st->stale->allocation)
		return check_claim(in, st->stale, out);
	return CODE_SUCCESS;
}

static enum code prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			   struct outcome *out)
{
	enum coverage claims = view_coverage(in->view, KIND_RESOURCE_CLAIM);
	struct state *st = state;
	enum code code;

	(void)keep;
	if (!in->release->dra)
		return CODE_SKIP;
	code = dra_find_claims(in, &st->user, out);
	if (code != CODE_SUCCESS)
		return code;
	find_extended(in, st);
	if (!st->user.n && !st->extended)
		return CODE_SKIP;
	if (st->extended && !st->classes_hidden) {
		if (claims == COVER_NONE)
			return outcome_unknown(out, in->view, KIND_RESOURCE_CLAIM);
		st->stale = dra_find_stale_claim(in);
		if (st->stale && !st->stale->requests.n)
			st->stale = NULL; /* as good as the one in memory */
	}
	code = check_claims(in, st, out);
	if (code != CODE_SUCCESS)
		return code;
	st->claims_hidden = claims == COVER_NONE || claims == COVER_NAMESPACE;
	if (st->unallocated || st->extended)
		dra_index_init(&st->index, in->view, in->arena);
	return CODE_SUCCESS;
}

static void resource_detail(struct outcome *out, sym resource, const char *observed)
{
	struct detail d = { .type = DETAIL_DEVICE, .name = resource.s, .observed = observed };

	outcome_detail(out, &d);
}

static const struct scalar *find_scalar(const struct amounts *a, sym name)
{
	for (uint32_t i = 0; i < a->scalars.n; i++)
		if (sym_eq(a->scalars.v[i].name, name))
			return &a->scalars.v[i];
	return NULL;
}

/*
 * One extended resource on the node: to be allocated (*ret_class), left to NodeResourcesFit, or
 * provided by nobody.
 */
static enum code place_extended(const struct cycle_input *in, const struct state *st, sym resource,
				const struct node_info *node, const struct device_class **ret_class,
				struct outcome *out)
{
	const struct scalar *offered = find_scalar(&node->allocatable, resource);

	*ret_class = NULL;
	if (offered && offered->v)
		return CODE_SUCCESS;
	if (st->classes_hidden)
		return outcome_unknown(out, in->view, KIND_DEVICE_CLASS);
	*ret_class = dra_class_of_resource(in->view, resource);
	if (*ret_class || offered)
		return CODE_SUCCESS;
	resource_detail(out, resource, _("offered neither by the node nor by a DeviceClass"));
	return outcome_reject(out, CODE_UNRESOLVABLE, "cannot fit resource");
}

/* The special claim for this node, without requests if the node offers everything itself. */
static enum code extended_claim(const struct cycle_input *in, const struct state *st,
				const struct node_info *node, struct arena *scratch,
				struct resource_claim *ret, struct outcome *out)
{
	size_t containers = (size_t)in->pod->spec.containers.n + in->pod->spec.init_containers.n;

	*ret = (struct resource_claim){ .meta.namespace_ = in->pod->meta.namespace_,
					.meta.name = sym_str(in->syms, SPECIAL_CLAIM) };
	if (!st->extended)
		return CODE_SUCCESS;
	if (st->stale) {
		dra_stale_detail(st->stale, out);
		return outcome_reject(out, CODE_UNRESOLVABLE,
				      "cannot schedule extended resource claim");
	}
	ret->requests.v =
	    ARENA_ARRAY(scratch, containers * in->requests.scalars.n, struct claim_request);
	for (uint32_t i = 0; i < in->requests.scalars.n; i++) {
		const struct scalar *s = &in->requests.scalars.v[i];
		const struct device_class *class;
		enum code code;

		if (!s->v || !dra_resource_name(sym_text(s->name)))
			continue;
		code = place_extended(in, st, s->name, node, &class, out);
		if (code != CODE_SUCCESS)
			return code;
		if (class)
			dra_add_container_requests(in, s->name, class, scratch, ret);
	}
	return CODE_SUCCESS;
}

static enum code allocate(const struct cycle_input *in, const struct state *st,
			  const struct node_info *node, struct arena *scratch, struct outcome *out)
{
	struct dra_claims open = {
		ARENA_ARRAY(scratch, (size_t)st->user.n + 1, const struct resource_claim *), 0
	};
	struct dra_problem problem = { in, &open, &st->index, node->node, st->claims_hidden };
	struct resource_claim *special = ARENA_NEW(scratch, struct resource_claim);
	enum code code = extended_claim(in, st, node, scratch, special, out);

	if (code != CODE_SUCCESS)
		return code;
	for (uint32_t i = 0; i < st->user.n; i++)
		if (!st->user.v[i]->allocation)
			open.v[open.n++] = st->user.v[i];
	if (special->requests.n)
		open.v[open.n++] = special;
	if (!open.n)
		return CODE_SUCCESS;
	if (view_coverage(in->view, KIND_RESOURCE_SLICE) == COVER_NONE)
		return outcome_unknown(out, in->view, KIND_RESOURCE_SLICE);
	return dra_allocate(&problem, scratch, out);
}

/* Allocated claims on a node: usable, not, or depending on the scheduler's clock. */
static enum code check_allocated(const struct cycle_input *in, const struct state *st,
				 const struct node_info *node, bool *ret_idle, struct outcome *out)
{
	const struct resource_claim *unsure = NULL;
	bool unavailable = false;

	for (uint32_t i = 0; i < st->user.n; i++) {
		const struct resource_claim *c = st->user.v[i];
		enum dra_match usable =
		    !c->allocation ? DRA_YES : dra_claim_usable(c, node->node, in->release);

		if (usable == DRA_MAYBE)
			unsure = c;
		if (usable != DRA_NO)
			continue;
		unavailable = true;
		*ret_idle |= dra_claim_is_idle(c, in->pod);
		dra_unavailable_detail(c, node->node, out);
	}
	if (unavailable)
		return outcome_reject(out, CODE_UNRESOLVABLE,
				      "resourceclaim not available on the node");
	if (unsure)
		return outcome_unknownf(out,
					_("claim %s/%s waits for its binding conditions: whether the "
					  "scheduler's binding timeout has passed is not known"),
					sym_text(unsure->meta.namespace_),
					sym_text(unsure->meta.name));
	return CODE_SUCCESS;
}

static enum code evaluate(const struct cycle_input *in, const struct state *st,
			  const struct node_info *node, bool *ret_idle, struct outcome *out)
{
	enum code code = CODE_SUCCESS;

	*ret_idle = false;
	if (st->unallocated || st->extended) {
		struct arena *scratch = arena_new();

		code = allocate(in, st, node, scratch, out);
		arena_free(scratch);
	}
	return code == CODE_SUCCESS ? check_allocated(in, st, node, ret_idle, out) : code;
}

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	bool idle;

	return evaluate(in, state, node, &idle, out);
}

static bool has_idle_claim(const struct state *st, const struct pod *pod)
{
	for (uint32_t i = 0; i < st->user.n; i++)
		if (st->user.v[i]->allocation && dra_claim_is_idle(st->user.v[i], pod))
			return true;
	return false;
}

/* YES: on one of the nodes a claim that could be given back was in the way. */
static enum dra_match idle_claim_in_the_way(const struct cycle_input *in, const struct state *st,
					    const struct node_info *const *nodes, uint32_t n,
					    struct outcome *out)
{
	enum dra_match found = DRA_NO;

	if (!has_idle_claim(st, in->pod))
		return DRA_NO;
	for (uint32_t i = 0; i < n; i++) {
		bool idle;

		if (evaluate(in, st, nodes[i], &idle, out) == CODE_UNKNOWN)
			found = DRA_MAYBE;
		if (idle)
			return DRA_YES;
	}
	return found;
}

const char *dra_post_filter_text(const struct cycle_input *in, const struct node_info *const *nodes,
				 uint32_t n)
{
	struct outcome out = { .wanted = WANT_CODE, .arena = in->arena };
	struct state *st = ARENA_NEW(in->arena, struct state);
	struct node_set keep = { false, { NULL, 0 } };
	enum code code;

	if (!in->release->dra)
		return "";
	code = prefilter(in, st, &keep, &out);
	if (code == CODE_UNKNOWN || (st->classes_hidden && !st->user.n))
		return NULL;
	if (code != CODE_SUCCESS)
		return "no new claims to deallocate";
	switch (idle_claim_in_the_way(in, st, nodes, n, &out)) {
	case DRA_YES:
		return "deallocation of ResourceClaim completed";
	case DRA_MAYBE:
		return NULL;
	case DRA_NO:
		break;
	}
	return st->stale ? "deletion of ResourceClaim completed" : "still not schedulable";
}

bool dra_extended_resource_delegated(const struct view *v, sym resource)
{
	return view_release(v)->extended_resources_dra && dra_resource_name(sym_text(resource)) &&
	       dra_class_of_resource(v, resource);
}

const struct predicate predicate_dynamic_resources = {
	.name = "DynamicResources",
	.summary = N_("the pod's ResourceClaims are usable or can be allocated on the node"),
	.state_size = sizeof(struct state),
	.pre_enqueue = pre_enqueue,
	.prefilter = prefilter,
	.filter = filter,
};
