/* Does a quota's scope hold?  A quota applies only where all of its scopes do. */
#include "admission/part.h"
#include "model/pod_total.h"
#include "model/quantity.h"

static bool any_positive(const struct resources *r)
{
	static const char *const counted[] = { "cpu", "memory" };

	for (size_t i = 0; i < 2; i++) {
		const struct quantity *q = resources_get(r, counted[i]);

		if (q && quantity_sign(q) > 0)
			return true;
	}
	return false;
}

static bool containers_best_effort(const struct containers *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (any_positive(&list->v[i].requests) || any_positive(&list->v[i].limits))
			return false;
	return true;
}

/* The quality-of-service class: nothing asks for cpu or memory. */
static bool is_best_effort(const struct admission *a, const struct pod_spec *s)
{
	if (a->pod_level && pod_level_resources_set(s))
		return !any_positive(&s->requests) && !any_positive(&s->limits);
	return containers_best_effort(&s->containers) &&
	       containers_best_effort(&s->init_containers);
}

static bool term_crosses(const struct pod_affinity_term *t)
{
	return t->namespaces.n > 0 || t->namespace_selector;
}

static bool affinity_crosses(const struct pod_affinity *a)
{
	for (uint32_t i = 0; a && i < a->required.n; i++)
		if (term_crosses(&a->required.v[i]))
			return true;
	for (uint32_t i = 0; a && i < a->preferred.n; i++)
		if (term_crosses(&a->preferred.v[i].term))
			return true;
	return false;
}

/* A value, or the lack of one (NULL), against the operator and values of a scope. */
static bool value_matches(const struct selector_req *r, const char *value)
{
	bool listed = false;

	for (uint32_t i = 0; value && i < r->values.n; i++)
		listed |= sym_is(r->values.v[i], value);
	switch (r->op) {
	case OP_IN:
		return listed;
	case OP_NOT_IN:
		return !listed;
	case OP_EXISTS:
		return value;
	case OP_DOES_NOT_EXIST:
		return !value;
	case OP_OTHER:
	case OP_GT:
	case OP_LT:
		break;
	}
	return false;
}

static const char *value_or_null(sym s)
{
	return sym_empty(s) ? NULL : s.s;
}

static bool pod_matches(const struct admission *a, const struct selector_req *r,
			const struct pod_spec *s)
{
	bool terminating = s->active_deadline.set && s->active_deadline.v >= 0;

	if (sym_is(r->key, "Terminating"))
		return terminating;
	if (sym_is(r->key, "NotTerminating"))
		return !terminating;
	if (sym_is(r->key, "BestEffort"))
		return is_best_effort(a, s);
	if (sym_is(r->key, "NotBestEffort"))
		return !is_best_effort(a, s);
	if (sym_is(r->key, "PriorityClass"))
		return value_matches(r, value_or_null(s->priority_class_name));
	if (sym_is(r->key, "CrossNamespacePodAffinity"))
		return s->affinity && (affinity_crosses(s->affinity->pod) ||
				       affinity_crosses(s->affinity->pod_anti));
	return false;
}

static bool scope_matches(const struct admission *a, const struct selector_req *r,
			  const struct newcomer *n)
{
	if (n->pod)
		return pod_matches(a, r, n->pod);
	if (n->claim && sym_is(r->key, "VolumeAttributesClass"))
		return value_matches(r, value_or_null(n->claim->spec.attributes_class));
	return false;
}

bool scopes_match(const struct admission *a, const struct resource_quota *q,
		  const struct newcomer *n)
{
	for (uint32_t i = 0; i < q->scopes.n; i++) {
		struct selector_req plain = { .key = q->scopes.v[i], .op = OP_EXISTS };

		if (!scope_matches(a, &plain, n))
			return false;
	}
	for (uint32_t i = 0; i < q->scope_selector.n; i++)
		if (!scope_matches(a, &q->scope_selector.v[i], n))
			return false;
	return true;
}
