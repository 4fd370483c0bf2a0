/* LimitRange: the bounds.  (The defaults it fills in are in admit.c.) */
#include <string.h>

#include "admission/part.h"
#include "model/pod_total.h"
#include "model/quantity.h"
#include "report/strings.h"

#define MILLI_VALUE_MAX (INT64_MAX / 1000) /* beyond it the API server compares whole units */

struct bounded { /* something that has to stay within one item of a LimitRange */
	const char *type;      /* "Container" */
	const char *container; /* NULL: not one of them */
	const struct resources *requests, *limits;
	bool requests_only; /* claims have no limits */
};

struct limits_case {
	const struct admission *a;
	struct refusals *ret;
	const struct limit_range *range;
	struct refusal *refusal; /* of this range, once there is one */
};

struct triple {
	int64_t request, limit, bound;
};

static int64_t value_of(const struct quantity *q, bool milli)
{
	if (!q)
		return 0;
	return milli ? quantity_milli(q) : quantity_value(q);
}

/* All three in thousandths if that overflows none of them. */
static struct triple values_of(const struct quantity *request, const struct quantity *limit,
			       const struct quantity *bound)
{
	bool milli = value_of(request, false) <= MILLI_VALUE_MAX &&
		     value_of(limit, false) <= MILLI_VALUE_MAX &&
		     value_of(bound, false) <= MILLI_VALUE_MAX;

	return (struct triple){ value_of(request, milli), value_of(limit, milli),
				value_of(bound, milli) };
}

/* The same text for several containers is one item, as the API server says it once. */
static void broken(struct limits_case *k, const struct bounded *b, const char *resource,
		   const char *text)
{
	struct arena *arena = k->a->arena;
	struct refusal_item *item = NULL;

	if (!k->refusal)
		k->refusal = refusals_add(k->ret, REFUSED_LIMIT_RANGE,
					  sym_text(k->range->meta.name), arena);
	for (uint32_t i = 0; i < k->refusal->items.n && !item; i++)
		if (strcmp(k->refusal->items.v[i].text, text) == 0)
			item = &k->refusal->items.v[i];
	if (!item)
		item = refusal_item_add(k->refusal, resource, arena);
	item->text = text;
	if (b->container)
		strings_push(&item->containers, b->container, arena);
}

static void broken_bound(struct limits_case *k, const struct bounded *b, const char *which,
			 const struct resource *bound, const char *field, const struct quantity *q)
{
	struct arena *arena = k->a->arena;
	const char *resource = sym_text(bound->name);
	const char *head = arena_printf(arena, "%s %s usage per %s is %s", which, resource, b->type,
					quantity_text(arena, bound->quantity));

	if (q)
		broken(k, b, resource,
		       arena_printf(arena, "%s, but %s is %s", head, field,
				    quantity_text(arena, q)));
	else
		broken(k, b, resource,
		       arena_printf(arena, "%s.  No %s is specified", head, field));
}

static void check_min(struct limits_case *k, const struct bounded *b, const struct resource *min)
{
	const struct quantity *request = resources_get(b->requests, min->name.s);
	const struct quantity *limit = resources_get(b->limits, min->name.s);
	struct triple v = values_of(request, limit, min->quantity);

	if (!request || v.request < v.bound)
		broken_bound(k, b, "minimum", min, "request", request);
	else if (limit && v.limit < v.bound)
		broken_bound(k, b, "minimum", min, "limit", limit);
}

static void check_max(struct limits_case *k, const struct bounded *b, const struct resource *max)
{
	const struct quantity *request = resources_get(b->requests, max->name.s);
	const struct quantity *limit = resources_get(b->limits, max->name.s);
	struct triple v = values_of(request, limit, max->quantity);

	if (!b->requests_only && (!limit || v.limit > v.bound))
		broken_bound(k, b, "maximum", max, "limit", limit);
	else if ((b->requests_only && !request) || (request && v.request > v.bound))
		broken_bound(k, b, "maximum", max, "request", request);
}

static void check_ratio(struct limits_case *k, const struct bounded *b, const struct resource *max)
{
	struct arena *arena = k->a->arena;
	const char *name = sym_text(max->name);
	const struct quantity *request = resources_get(b->requests, name);
	const struct quantity *limit = resources_get(b->limits, name);
	struct triple v = values_of(request, limit, max->quantity);
	const char *head = arena_printf(arena, "%s max limit to request ratio per %s is %s", name,
					b->type, quantity_text(arena, max->quantity));
	bool milli = value_of(max->quantity, false) <= MILLI_VALUE_MAX;
	double ratio;

	if (!request || v.request == 0 || !limit || v.limit == 0) {
		const char *field = !request || v.request == 0 ? "request" : "limit";

		broken(k, b, name,
		       arena_printf(arena, "%s, but no %s is specified or %s is 0", head, field,
				    field));
		return;
	}
	ratio = (double)v.limit / (double)v.request;
	if ((milli ? ratio * 1000 : ratio) > (double)value_of(max->quantity, milli))
		broken(k, b, name,
		       arena_printf(arena, "%s, but provided ratio is %f", head, ratio));
}

static void check_item(struct limits_case *k, const struct bounded *b,
		       const struct limit_range_item *item)
{
	for (uint32_t i = 0; i < item->min.n; i++)
		check_min(k, b, &item->min.v[i]);
	for (uint32_t i = 0; i < item->max.n; i++)
		check_max(k, b, &item->max.v[i]);
	for (uint32_t i = 0; i < item->ratio.n && !b->requests_only; i++)
		check_ratio(k, b, &item->ratio.v[i]);
}

static void check_containers(struct limits_case *k, const struct containers *list,
			     const struct limit_range_item *item)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const struct container *c = &list->v[i];
		struct bounded b = { "Container", sym_text(c->name), &c->requests, &c->limits,
				     false };

		check_item(k, &b, item);
	}
}

/* Overhead is left out here, unlike in quotas. */
static void check_whole_pod(struct limits_case *k, const struct pod_spec *s,
			    const struct limit_range_item *item)
{
	struct pod_total form = { false, k->a->pod_level, false };
	struct resources requests = pod_total(s, form, k->a->arena), limits;
	struct bounded b = { "Pod", NULL, &requests, &limits, false };

	form.limits = true;
	limits = pod_total(s, form, k->a->arena);
	check_item(k, &b, item);
}

/* Several violations come as one list. */
static void finish_text(const struct limits_case *k)
{
	struct strings texts = { 0 };
	const char *joined;

	if (!k->refusal)
		return;
	for (uint32_t i = 0; i < k->refusal->items.n; i++)
		strings_push(&texts, k->refusal->items.v[i].text, k->a->arena);
	joined = strings_join(&texts, ", ", k->a->arena);
	k->refusal->text = texts.n > 1 ? arena_printf(k->a->arena, "[%s]", joined) : joined;
}

void check_pod_limits(const struct admission *a, sym namespace_, const struct pod_spec *s,
		      struct refusals *ret)
{
	size_t containers = (size_t)s->containers.n + s->init_containers.n;
	struct found ranges = find_limit_ranges(a, namespace_, containers);

	for (uint32_t i = 0; i < ranges.n; i++) {
		struct limits_case k = { a, ret, (const struct limit_range *)ranges.v[i], NULL };

		for (uint32_t j = 0; j < k.range->items.n; j++) {
			const struct limit_range_item *item = &k.range->items.v[j];

			if (sym_is(item->type, "Container")) {
				check_containers(&k, &s->containers, item);
				check_containers(&k, &s->init_containers, item);
			} else if (sym_is(item->type, "Pod")) {
				check_whole_pod(&k, s, item);
			}
		}
		finish_text(&k);
	}
}

void check_claim_limits(const struct admission *a, sym namespace_, const struct pvc *claim,
			struct refusals *ret)
{
	struct found ranges = find_limit_ranges(a, namespace_, 1);
	struct resources none = { 0 };
	struct bounded b = { "PersistentVolumeClaim", NULL, &claim->spec.requests, &none, true };

	for (uint32_t i = 0; i < ranges.n; i++) {
		struct limits_case k = { a, ret, (const struct limit_range *)ranges.v[i], NULL };

		for (uint32_t j = 0; j < k.range->items.n; j++)
			if (sym_is(k.range->items.v[j].type, "PersistentVolumeClaim"))
				check_item(&k, &b, &k.range->items.v[j]);
		finish_text(&k);
	}
}
