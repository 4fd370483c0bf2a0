/* What a new object is charged by quotas, and under which names. */
#include <string.h>

#include "admission/part.h"
#include "model/pod_total.h"
#include "model/quantity.h"

#define CLASS_PART ".storageclass.storage.k8s.io/"

static bool starts_with(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

static bool ends_with(const char *s, const char *suffix)
{
	size_t n = strlen(s), m = strlen(suffix);

	return n >= m && strcmp(s + n - m, suffix) == 0;
}

/* cpu and memory are counted as requests under two names, ephemeral-storage likewise. */
static bool is_compute(const char *name)
{
	return strcmp(name, "cpu") == 0 || strcmp(name, "memory") == 0 ||
	       strcmp(name, "ephemeral-storage") == 0;
}

static bool pod_tracks(const char *name)
{
	static const char requests[] = "requests.", limits[] = "limits.";
	const char *bare = name;

	if (strcmp(name, "pods") == 0)
		return true;
	if (starts_with(name, limits))
		return is_compute(name + strlen(limits));
	if (starts_with(name, requests))
		bare += strlen(requests);
	if (is_compute(bare) || starts_with(bare, "hugepages-"))
		return true;
	return bare != name && strchr(name, '/') && !strstr(name, "kubernetes.io/");
}

static bool claim_tracks(const char *name)
{
	return strcmp(name, "persistentvolumeclaims") == 0 ||
	       strcmp(name, "requests.storage") == 0 ||
	       ends_with(name, CLASS_PART "persistentvolumeclaims") ||
	       ends_with(name, CLASS_PART "requests.storage");
}

bool usage_tracks(const struct newcomer *n, const char *resource)
{
	if (strcmp(resource, n->count_key) == 0)
		return true;
	if (n->pod)
		return pod_tracks(resource);
	return n->claim && claim_tracks(resource);
}

/* The list keeps its order; it was made large enough by the caller. */
static void put(struct resources *list, const char *name, const struct quantity *q)
{
	uint32_t at = list->n;

	if (!q || quantity_sign(q) == 0)
		return;
	for (; at > 0 && strcmp(list->v[at - 1].name.s, name) > 0; at--)
		list->v[at] = list->v[at - 1];
	list->v[at] = (struct resource){ { name }, q };
	list->n++;
}

static void put_one(struct resources *list, const char *name, struct arena *arena)
{
	struct quantity *one = ARENA_NEW(arena, struct quantity);

	*one = quantity_from_int(1, 0, QUANTITY_DECIMAL_SI);
	put(list, name, one);
}

static void put_requests(struct resources *list, const struct resources *requests,
			 struct arena *arena)
{
	for (uint32_t i = 0; i < requests->n; i++) {
		const char *name = sym_text(requests->v[i].name);
		const struct quantity *q = requests->v[i].quantity;
		bool plain = is_compute(name) || starts_with(name, "hugepages-");

		if (plain)
			put(list, name, q);
		if (plain || resource_is_extended(name))
			put(list, arena_printf(arena, "requests.%s", name), q);
	}
}

static void put_limits(struct resources *list, const struct resources *limits, struct arena *arena)
{
	for (uint32_t i = 0; i < limits->n; i++) {
		const char *name = sym_text(limits->v[i].name);

		if (is_compute(name))
			put(list, arena_printf(arena, "limits.%s", name), limits->v[i].quantity);
	}
}

static struct resources new_list(const struct resources *requests, const struct resources *limits,
				 struct arena *arena)
{
	size_t most = (size_t)requests->n * 2 + limits->n + 2;

	return (struct resources){ ARENA_ARRAY(arena, most, struct resource), 0 };
}

bool container_specifies(const struct container *c, const char *resource)
{
	if (starts_with(resource, "limits."))
		return resources_get(&c->limits, resource + strlen("limits."));
	if (starts_with(resource, "requests."))
		resource += strlen("requests.");
	return resources_get(&c->requests, resource);
}

static struct resources pod_usage(const struct admission *a, const struct pod_spec *s)
{
	struct pod_total form = { false, a->pod_level, true };
	struct resources requests = pod_total(s, form, a->arena), limits, ret;

	form.limits = true;
	limits = pod_total(s, form, a->arena);
	ret = new_list(&requests, &limits, a->arena);
	put_requests(&ret, &requests, a->arena);
	put_limits(&ret, &limits, a->arena);
	put_one(&ret, "pods", a->arena);
	put_one(&ret, "count/pods", a->arena);
	return ret;
}

/* Storage is counted in whole bytes. */
static const struct quantity *whole(const struct quantity *q, struct arena *arena)
{
	struct quantity *up;

	if (!q || q->scale >= 0)
		return q;
	up = ARENA_NEW(arena, struct quantity);
	*up = quantity_from_int(quantity_value(q), 0, q->format);
	return up;
}

static struct resources claim_usage(const struct admission *a, const struct newcomer *n)
{
	const struct quantity *storage =
		whole(resources_get(&n->claim->spec.requests, "storage"), a->arena);
	struct resources ret = { ARENA_ARRAY(a->arena, 5, struct resource), 0 };

	put_one(&ret, "persistentvolumeclaims", a->arena);
	put_one(&ret, "count/persistentvolumeclaims", a->arena);
	put(&ret, "requests.storage", storage);
	if (!n->class)
		return ret;
	put_one(&ret, arena_printf(a->arena, "%s" CLASS_PART "persistentvolumeclaims", n->class),
		a->arena);
	put(&ret, arena_printf(a->arena, "%s" CLASS_PART "requests.storage", n->class), storage);
	return ret;
}

struct resources usage_of(const struct admission *a, const struct newcomer *n)
{
	struct resources ret;

	if (n->pod)
		return pod_usage(a, n->pod);
	if (n->claim)
		return claim_usage(a, n);
	ret = (struct resources){ ARENA_ARRAY(a->arena, 1, struct resource), 0 };
	put_one(&ret, n->count_key, a->arena);
	return ret;
}
