/*
 * Mirrors k8s.io/dynamic-resource-allocation/resourceclaim (claim lookup) and the extended resource
 * part of the scheduler's DynamicResources plugin, v1.36.
 */
#include "replay/dra_claims.h"

#include "base/i18n.h"
#include "model/quantity.h"

#define CLASS_PREFIX "deviceclass.resource.kubernetes.io/"
#define EXTENDED_CLAIM "resource.kubernetes.io/extended-resource-claim"

const char *dra_claim_key(const struct resource_claim *claim, struct arena *arena)
{
	return arena_printf(arena, "%s/%s", sym_text(claim->meta.namespace_),
			    sym_text(claim->meta.name));
}

/* By uid where both sides have one: hand-written objects have none. */
static bool same_object(sym uid_a, sym name_a, sym uid_b, sym name_b)
{
	if (!sym_empty(uid_a) && !sym_empty(uid_b))
		return sym_eq(uid_a, uid_b);
	return sym_same(name_a, name_b);
}

bool dra_claim_is_idle(const struct resource_claim *claim, const struct pod *pod)
{
	const struct claim_consumer *c = claim->reserved_for.v;

	return !claim->reserved_for.n ||
	       (claim->reserved_for.n == 1 &&
		same_object(c->uid, c->name, pod->meta.uid, pod->meta.name));
}

static bool is_controlled_by(const struct resource_claim *claim, const struct pod *pod)
{
	const struct owner *o = meta_controller(&claim->meta);

	return o && same_object(o->uid, o->name, pod->meta.uid, pod->meta.name);
}

/* The status entry of a template claim; NULL: none yet. */
static const struct claim_status *find_status(const struct pod *pod, sym entry)
{
	for (uint32_t i = 0; i < pod->status.resource_claims.n; i++)
		if (sym_same(pod->status.resource_claims.v[i].name, entry))
			return &pod->status.resource_claims.v[i];
	return NULL;
}

static void claim_detail(struct outcome *out, const struct pod *pod, sym name, uint32_t entry,
			 const char *observed)
{
	struct detail d = { .type = DETAIL_CLAIM, .observed = observed };

	if (!outcome_wants_details(out))
		return;
	d.object = (struct object_ref){ "ResourceClaim", sym_text(pod->meta.namespace_), name.s };
	if (!name.s)
		d.object.kind = NULL;
	d.name = pod->spec.resource_claims.v[entry].name.s;
	d.wanted = pod->spec.resource_claims.v[entry].template_name.s;
	d.pointer = arena_printf(out->arena, "/spec/resourceClaims/%u", entry);
	outcome_detail(out, &d);
}

/* The name of the claim of one entry; .s NULL with SUCCESS: nothing to do for it. */
static enum code claim_name(const struct pod *pod, uint32_t entry, sym *ret, struct outcome *out)
{
	const struct pod_resource_claim *c = &pod->spec.resource_claims.v[entry];
	const char *ns = sym_text(pod->meta.namespace_), *name = sym_text(pod->meta.name);
	const struct claim_status *status;

	*ret = c->claim_name;
	if (c->claim_name.s)
		return CODE_SUCCESS;
	if (!c->template_name.s) {
		claim_detail(out, pod, c->claim_name, entry,
			     _("neither a claim nor a template is named"));
		return outcome_rejectf(out, CODE_UNRESOLVABLE,
				       "pod \"%s/%s\", spec.resourceClaim \"%s\": none of the "
				       "supported fields are set",
				       ns, name, sym_text(c->name));
	}
	status = find_status(pod, c->name);
	if (!status) {
		claim_detail(out, pod, c->claim_name, entry, _("not created from its template yet"));
		return outcome_rejectf(out, CODE_UNRESOLVABLE,
				       "pod \"%s/%s\": ResourceClaim not created yet", ns, name);
	}
	*ret = status->claim_name;
	return CODE_SUCCESS;
}

static enum code find_claim(const struct cycle_input *in, uint32_t entry, sym name,
			    const struct resource_claim **ret, struct outcome *out)
{
	const struct pod *pod = in->pod;
	sym ns = pod->meta.namespace_;
	const struct resource_claim *claim =
	    VIEW_FIND(in->view, RESOURCE_CLAIM, resource_claim, ns, name);

	if (!claim) {
		if (view_coverage(in->view, KIND_RESOURCE_CLAIM) == COVER_NONE)
			return outcome_unknown(out, in->view, KIND_RESOURCE_CLAIM);
		claim_detail(out, pod, name, entry, _("does not exist"));
		return outcome_rejectf(out, CODE_UNRESOLVABLE,
				       "could not find ResourceClaim \"%s/%s\"", sym_text(ns),
				       sym_text(name));
	}
	if (claim->meta.deleted.set) {
		claim_detail(out, pod, name, entry, _("is being deleted"));
		return outcome_rejectf(out, CODE_UNRESOLVABLE,
				       "resourceclaim \"%s\" is being deleted", sym_text(name));
	}
	if (!pod->spec.resource_claims.v[entry].claim_name.s && !is_controlled_by(claim, pod)) {
		claim_detail(out, pod, name, entry, _("belongs to another owner"));
		return outcome_rejectf(
		    out, CODE_UNRESOLVABLE,
		    "ResourceClaim %s/%s was not created for Pod %s/%s (Pod is not owner)",
		    sym_text(ns), sym_text(name), sym_text(ns), sym_text(pod->meta.name));
	}
	*ret = claim;
	return CODE_SUCCESS;
}

enum code dra_find_claims(const struct cycle_input *in, struct dra_claims *ret, struct outcome *out)
{
	uint32_t n = in->pod->spec.resource_claims.n;

	ret->v = arena_array(in->arena, n, sizeof(const struct resource_claim *));
	ret->n = 0;
	for (uint32_t i = 0; i < n; i++) {
		const struct resource_claim *claim = NULL;
		enum code code;
		sym name;

		code = claim_name(in->pod, i, &name, out);
		if (code == CODE_SUCCESS && name.s)
			code = find_claim(in, i, name, &claim, out);
		if (code != CODE_SUCCESS)
			return code;
		if (claim)
			ret->v[ret->n++] = claim;
	}
	return CODE_SUCCESS;
}

bool dra_resource_name(const char *name)
{
	return resource_is_extended(name) || !strncmp(name, CLASS_PREFIX, strlen(CLASS_PREFIX));
}

static bool class_precedes(const struct device_class *a, const struct device_class *b)
{
	int64_t made_a = a->meta.created.set ? a->meta.created.us : INT64_MIN;
	int64_t made_b = b->meta.created.set ? b->meta.created.us : INT64_MIN;

	if (made_a != made_b)
		return made_a > made_b;
	return strcmp(sym_text(a->meta.name), sym_text(b->meta.name)) < 0;
}

const struct device_class *dra_class_of_resource(const struct view *v, sym resource)
{
	const char *name = sym_text(resource);
	const struct device_class *best = NULL;
	const struct objects *classes;

	if (!strncmp(name, CLASS_PREFIX, strlen(CLASS_PREFIX)))
		return VIEW_FIND(v, DEVICE_CLASS, device_class, (sym){ NULL },
				 view_sym(v, name + strlen(CLASS_PREFIX)));
	classes = view_objects(v, KIND_DEVICE_CLASS);
	for (size_t i = 0; i < classes->n; i++) {
		const struct device_class *c = (const struct device_class *)classes->v[i];

		if (!sym_empty(c->extended_resource) && sym_eq(c->extended_resource, resource) &&
		    (!best || class_precedes(c, best)))
			best = c;
	}
	return best;
}

const struct resource_claim *dra_find_stale_claim(const struct cycle_input *in)
{
	const struct objects *claims = view_objects(in->view, KIND_RESOURCE_CLAIM);
	sym key = view_sym(in->view, EXTENDED_CLAIM);

	for (size_t i = 0; i < claims->n; i++) {
		const struct resource_claim *c = (const struct resource_claim *)claims->v[i];

		if (sym_is(labels_get(&c->meta.annotations, key), "true") &&
		    sym_same(c->meta.namespace_, in->pod->meta.namespace_) &&
		    is_controlled_by(c, in->pod))
			return c;
	}
	return NULL;
}

static int64_t container_count(const struct container *c, sym resource)
{
	const struct quantity *q = resources_get(&c->requests, sym_text(resource));
	int64_t v = q ? quantity_value(q) : 0;

	return v > 0 ? v : 0;
}

struct container_requests {
	const struct cycle_input *in;
	sym resource;
	const struct device_class *class;
	struct arena *arena;
	struct resource_claim *claim;
};

static void add_request(const struct container_requests *c, uint32_t container, int64_t count)
{
	struct claim_request *r = &c->claim->requests.v[c->claim->requests.n++];
	struct device_request *exactly = ARENA_NEW(c->arena, struct device_request);
	const char *name =
	    arena_printf(c->arena, "container-%u %s", container, sym_text(c->resource));

	r->name = sym_str(c->in->syms, name);
	exactly->name = r->name;
	exactly->device_class = c->class->meta.name;
	exactly->count = (struct opt_i64){ true, count };
	r->exactly = exactly;
}

static bool is_sidecar(const struct container *c)
{
	return sym_is(c->restart_policy, "Always");
}

/*
 * Containers that run together each have devices of their own.  Plain init containers use those of
 * the long-running ones that start later; what is missing then, the largest of them adds.
 */
void dra_add_container_requests(const struct cycle_input *in, sym resource,
				const struct device_class *class, struct arena *arena,
				struct resource_claim *claim)
{
	const struct container_requests c = { in, resource, class, arena, claim };
	const struct containers *init = &in->pod->spec.init_containers;
	const struct containers *regular = &in->pod->spec.containers;
	int64_t later = 0, missing = 0;
	uint32_t largest = 0;

	for (uint32_t i = regular->n; i-- > 0;) {
		int64_t n = container_count(&regular->v[i], resource);

		if (n)
			add_request(&c, init->n + i, n);
		if (__builtin_add_overflow(later, n, &later))
			later = INT64_MAX;
	}
	for (uint32_t i = init->n; i-- > 0;) {
		int64_t n = container_count(&init->v[i], resource);

		if (is_sidecar(&init->v[i])) {
			if (n)
				add_request(&c, i, n);
			if (__builtin_add_overflow(later, n, &later))
				later = INT64_MAX;
		} else if (n > later && n - later >= missing) {
			missing = n - later;
			largest = i;
		}
	}
	if (missing)
		add_request(&c, largest, missing);
}
