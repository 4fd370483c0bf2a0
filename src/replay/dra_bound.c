/* Mirrors isClaimReadyForBinding and isClaimTimeout of the DynamicResources plugin, v1.36. */
#include "replay/dra_bound.h"

#include "base/i18n.h"
#include "base/strbuf.h"

static const struct device_status *find_status(const struct resource_claim *claim,
					       const struct device_result *r)
{
	for (uint32_t i = 0; i < claim->devices.n; i++) {
		const struct device_status *s = &claim->devices.v[i];

		if (sym_same(s->driver, r->driver) && sym_same(s->pool, r->pool) &&
		    sym_same(s->device, r->device))
			return s;
	}
	return NULL;
}

/* The first of the conditions that is true (or, with want false, that is not); NULL: none. */
static const char *find_condition(const struct device_status *s, const struct syms *types,
				  bool want)
{
	for (uint32_t i = 0; i < types->n; i++) {
		const char *type = sym_text(types->v[i]);
		const struct condition *c = conditions_get(&s->conditions, type);

		if ((c && sym_is(c->status, "True")) == want)
			return type;
	}
	return NULL;
}

enum readiness { READY, NOT_READY, FAILED };

/*
 * In the order of the results, and only up to the first device that is not ready: a failure of a
 * later one is not seen.
 */
static enum readiness find_readiness(const struct resource_claim *claim, const char **ret_failed)
{
	const struct claim_allocation *a = claim->allocation;

	*ret_failed = NULL;
	for (uint32_t i = 0; i < a->results.n; i++) {
		const struct device_result *r = &a->results.v[i];
		const struct device_status *s;

		if (!r->binding_conditions.n)
			continue;
		s = find_status(claim, r);
		if (!s)
			return NOT_READY;
		*ret_failed = find_condition(s, &r->binding_failure_conditions, true);
		if (*ret_failed)
			return FAILED;
		if (find_condition(s, &r->binding_conditions, false))
			return NOT_READY;
	}
	return READY;
}

static bool selector_allows(const struct resource_claim *claim, const struct node *node)
{
	const struct node_selector *s = claim->allocation->node_selector;

	return !s || node_selector_matches(s, &node->meta.labels, node->meta.name);
}

enum dra_match dra_claim_usable(const struct resource_claim *claim, const struct node *node,
				const struct release *r)
{
	const char *failed;

	if (!selector_allows(claim, node))
		return DRA_NO;
	if (!r->dra_device_features)
		return DRA_YES;
	switch (find_readiness(claim, &failed)) {
	case READY:
		return DRA_YES;
	case FAILED:
		return DRA_NO;
	case NOT_READY:
		break;
	}
	return claim->allocation->allocated.set ? DRA_MAYBE : DRA_YES;
}

static void add_reqs(struct strbuf *sb, const struct selector_reqs *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		const struct selector_req *r = &l->v[i];

		strbuf_addf(sb, "%s%s %s", sb->len ? ", " : "", sym_text(r->key),
			    sym_text(r->op_text));
		for (uint32_t j = 0; j < r->values.n; j++)
			strbuf_addf(sb, "%s%s", j ? " " : " [", sym_text(r->values.v[j]));
		if (r->values.n)
			strbuf_addc(sb, ']');
	}
}

/* "metadata.name In [n1]": the first term, which is the only one that the scheduler writes. */
static const char *selector_text(const struct node_selector *s, struct arena *arena)
{
	struct strbuf sb = STRBUF_LIMIT(1024);
	const char *text;

	if (s->terms.n) {
		add_reqs(&sb, &s->terms.v[0].match_expressions);
		add_reqs(&sb, &s->terms.v[0].match_fields);
	}
	text = arena_strdup(arena, sb.buf);
	strbuf_release(&sb);
	return text;
}

static const char *devices_text(const struct claim_allocation *a, struct arena *arena)
{
	const struct device_result *r = a->results.v;

	if (!a->results.n)
		return _("no device");
	return arena_printf(arena, "%s/%s/%s%s", sym_text(r->driver), sym_text(r->pool),
			    sym_text(r->device), a->results.n > 1 ? _(" and more") : "");
}

void dra_unavailable_detail(const struct resource_claim *claim, const struct node *node,
			    struct outcome *out)
{
	struct detail d = { .type = DETAIL_CLAIM };
	const char *failed;

	if (!outcome_wants_details(out))
		return;
	d.object = object_ref_of(KIND_RESOURCE_CLAIM, &claim->meta);
	d.name = _("allocation");
	if (!selector_allows(claim, node)) {
		d.wanted = selector_text(claim->allocation->node_selector, out->arena);
		d.observed = arena_printf(out->arena, _("allocated: %s"),
					  devices_text(claim->allocation, out->arena));
	} else if (find_readiness(claim, &failed) == FAILED) {
		d.observed = arena_printf(out->arena, _("binding failed: %s is True"), failed);
	}
	outcome_detail(out, &d);
}

void dra_stale_detail(const struct resource_claim *claim, struct outcome *out)
{
	struct detail d = { .type = DETAIL_CLAIM,
			    .name = _("extended resources"),
			    .observed = _("left over from an earlier attempt") };

	d.object = object_ref_of(KIND_RESOURCE_CLAIM, &claim->meta);
	outcome_detail(out, &d);
}
