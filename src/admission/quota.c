/* ResourceQuota: first what every matching quota demands, then what each has left. */
#include <string.h>

#include "admission/part.h"
#include "model/pod_total.h"
#include "model/quantity.h"
#include "report/strings.h"

struct quota_case {
	const struct admission *a;
	const struct newcomer *n;
	const struct resource_quota *quota;
	struct refusals *ret;
};

/* Only status.hard counts: a quota that was never synchronised limits nothing yet. */
static bool quota_matches(const struct quota_case *k)
{
	for (uint32_t i = 0; i < k->quota->hard.n; i++)
		if (usage_tracks(k->n, k->quota->hard.v[i].name.s))
			return scopes_match(k->a, k->quota, k->n);
	return false;
}

/* Kubernetes calls it a mistake of its own: these have to be given by each container. */
static bool is_obligatory(const char *resource)
{
	static const char *const names[] = { "cpu",	   "memory",	    "requests.cpu",
					     "limits.cpu", "limits.memory", "requests.memory" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(names[i], resource) == 0)
			return true;
	return false;
}

static void find_lacking(const struct containers *list, const char *resource, struct strings *ret,
			 struct arena *arena)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (!container_specifies(&list->v[i], resource))
			strings_push(ret, sym_text(list->v[i].name), arena);
}

static void check_obligatory(const struct quota_case *k)
{
	struct arena *arena = k->a->arena;
	struct refusal *r = NULL;
	const char *text = "";

	if (!k->n->pod || (k->a->pod_level && pod_level_resources_set(k->n->pod)))
		return;
	for (uint32_t i = 0; i < k->quota->hard.n; i++) {
		const char *name = k->quota->hard.v[i].name.s;
		struct strings lacking = { 0 };

		if (!is_obligatory(name))
			continue;
		find_lacking(&k->n->pod->containers, name, &lacking, arena);
		find_lacking(&k->n->pod->init_containers, name, &lacking, arena);
		if (!lacking.n)
			continue;
		strings_sort(&lacking);
		if (!r)
			r = refusals_add(k->ret, REFUSED_QUOTA_NEEDS,
					 sym_text(k->quota->meta.name), arena);
		refusal_item_add(r, name, arena)->containers = lacking;
		text = arena_printf(arena, "%s%s%s for: %s", text, *text ? "; " : "", name,
				    strings_join(&lacking, ",", arena));
	}
	if (r)
		r->text = arena_printf(arena, "failed quota: %s: must specify %s", r->name, text);
}

static bool is_counted(const struct quota_case *k)
{
	for (uint32_t i = 0; i < k->quota->hard.n; i++) {
		const char *name = k->quota->hard.v[i].name.s;

		if (usage_tracks(k->n, name) && !resources_get(&k->quota->used, name))
			return false;
	}
	return true;
}

static void refuse_uncounted(const struct quota_case *k)
{
	struct arena *arena = k->a->arena;
	const char *name = sym_text(k->quota->meta.name);
	struct refusal *r = refusals_add(k->ret, REFUSED_QUOTA_UNKNOWN, name, arena);
	struct strings resources = { 0 };

	for (uint32_t i = 0; i < k->quota->hard.n; i++) {
		const char *resource = k->quota->hard.v[i].name.s;

		if (!usage_tracks(k->n, resource))
			continue;
		refusal_item_add(r, resource, arena);
		strings_push(&resources, resource, arena);
	}
	r->text = arena_printf(arena, "status unknown for quota: %s, resources: %s", name,
			       strings_join(&resources, ",", arena));
}

/* With what the earlier ones of the same will have taken. */
static struct quantity used_then(const struct quota_case *k, const struct quantity *used,
				 const struct quantity *wanted)
{
	struct quantity sum = *used;

	for (uint32_t i = 0; i < k->a->earlier; i++)
		quantity_add(&sum, wanted);
	return sum;
}

static bool is_exceeded(const struct quantity *used, const struct quantity *wanted,
			const struct quantity *hard)
{
	struct quantity sum = *used;

	quantity_add(&sum, wanted);
	return quantity_cmp(&sum, hard) > 0;
}

static const char *exceeded_text(const struct refusal *r, struct arena *arena)
{
	struct strbuf lists[3] = { STRBUF_INIT, STRBUF_INIT, STRBUF_INIT };
	const char *text;

	for (uint32_t i = 0; i < r->items.n; i++) {
		const struct refusal_item *item = &r->items.v[i];
		const char *amounts[] = { item->wanted, item->used, item->hard };

		for (size_t l = 0; l < 3; l++)
			strbuf_addf(&lists[l], "%s%s=%s", i ? "," : "", item->resource, amounts[l]);
	}
	text = arena_printf(arena, "exceeded quota: %s, requested: %s, used: %s, limited: %s",
			    r->name, lists[0].buf, lists[1].buf, lists[2].buf);
	for (size_t l = 0; l < 3; l++)
		strbuf_release(&lists[l]);
	return text;
}

static void check_exceeded(const struct quota_case *k, const struct resources *usage)
{
	struct arena *arena = k->a->arena;
	struct refusal *r = NULL;

	for (uint32_t i = 0; i < k->quota->hard.n; i++) {
		const char *name = k->quota->hard.v[i].name.s;
		const struct quantity *hard = k->quota->hard.v[i].quantity;
		const struct quantity *wanted = resources_get(usage, name);
		const struct quantity *used = resources_get(&k->quota->used, name);
		struct quantity then;

		if (!wanted || !used)
			continue;
		then = used_then(k, used, wanted);
		if (!is_exceeded(&then, wanted, hard))
			continue;
		if (!r)
			r = refusals_add(k->ret, REFUSED_QUOTA, sym_text(k->quota->meta.name),
					 arena);
		item_set_amounts(refusal_item_add(r, name, arena), wanted, &then, hard, arena);
	}
	if (r)
		r->text = exceeded_text(r, arena);
}

void check_quotas(const struct admission *a, sym namespace_, const struct newcomer *n,
		  struct refusals *ret)
{
	struct found quotas = find_in_namespace(a, KIND_RESOURCE_QUOTA, namespace_);
	struct quota_case k = { .a = a, .n = n, .ret = ret };
	struct resources usage;

	if (!quotas.n)
		return;
	usage = usage_of(a, n);
	for (uint32_t i = 0; i < quotas.n; i++) {
		k.quota = (const struct resource_quota *)quotas.v[i];
		if (!quota_matches(&k))
			continue;
		check_obligatory(&k);
		if (!is_counted(&k))
			refuse_uncounted(&k);
	}
	for (uint32_t i = 0; i < quotas.n; i++) {
		k.quota = (const struct resource_quota *)quotas.v[i];
		if (quota_matches(&k))
			check_exceeded(&k, &usage);
	}
}
