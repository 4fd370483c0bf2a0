/* Source: k8s.io/component-helpers/resource, AggregateContainerRequests and -Limits. */
#include "model/pod_total.h"

#include <stdlib.h>
#include <string.h>

#include "model/quantity.h"

bool resource_is_pod_level(const char *name)
{
	return strcmp(name, "cpu") == 0 || strcmp(name, "memory") == 0 ||
	       strncmp(name, "hugepages-", 10) == 0;
}

static bool any_pod_level(const struct resources *r)
{
	for (uint32_t i = 0; i < r->n; i++)
		if (resource_is_pod_level(sym_text(r->v[i].name)))
			return true;
	return false;
}

bool pod_level_resources_set(const struct pod_spec *s)
{
	return any_pod_level(&s->requests) || any_pod_level(&s->limits);
}

static const struct resources *list_of(const struct container *c, struct pod_total form)
{
	return form.limits ? &c->limits : &c->requests;
}

static void add_names(struct resources *to, const struct resources *from)
{
	for (uint32_t i = 0; i < from->n; i++)
		to->v[to->n++] = (struct resource){ from->v[i].name, NULL };
}

static int by_name(const void *a, const void *b)
{
	const struct resource *x = a, *y = b;

	return strcmp(sym_text(x->name), sym_text(y->name));
}

static void sort_names(struct resources *names)
{
	uint32_t n = 0;

	if (names->n > 1)
		qsort(names->v, names->n, sizeof(*names->v), by_name);
	for (uint32_t i = 0; i < names->n; i++)
		if (!n || by_name(&names->v[n - 1], &names->v[i]) != 0)
			names->v[n++] = names->v[i];
	names->n = n;
}

/* Sorted, none twice, without amounts. */
static struct resources all_names(const struct pod_spec *s, struct pod_total form,
				  struct arena *arena)
{
	const struct containers *lists[] = { &s->containers, &s->init_containers };
	const struct resources *level = form.limits ? &s->limits : &s->requests;
	struct resources ret = { 0 };
	size_t n = (size_t)level->n + s->overhead.n;

	for (size_t l = 0; l < 2; l++)
		for (uint32_t i = 0; i < lists[l]->n; i++)
			n += list_of(&lists[l]->v[i], form)->n;
	ret.v = ARENA_ARRAY(arena, n, struct resource);
	for (size_t l = 0; l < 2; l++)
		for (uint32_t i = 0; i < lists[l]->n; i++)
			add_names(&ret, list_of(&lists[l]->v[i], form));
	if (form.pod_level)
		add_names(&ret, level);
	if (form.overhead && !form.limits)
		add_names(&ret, &s->overhead);
	sort_names(&ret);
	return ret;
}

static void add(struct quantity *sum, const struct quantity *q)
{
	if (q)
		quantity_add(sum, q);
}

/* Sidecars run beside what starts after them; an init container runs alone with those before it. */
static struct quantity containers_total(const struct pod_spec *s, struct pod_total form,
					const char *name)
{
	struct quantity total = QUANTITY_ZERO, sidecars = QUANTITY_ZERO, init = QUANTITY_ZERO;

	for (uint32_t i = 0; i < s->containers.n; i++)
		add(&total, resources_get(list_of(&s->containers.v[i], form), name));
	for (uint32_t i = 0; i < s->init_containers.n; i++) {
		const struct container *c = &s->init_containers.v[i];
		const struct quantity *q = resources_get(list_of(c, form), name);
		struct quantity use = sidecars;

		add(&use, q);
		if (sym_is(c->restart_policy, "Always")) {
			add(&total, q);
			sidecars = use;
		}
		quantity_max(&init, &use);
	}
	quantity_max(&total, &init);
	return total;
}

static struct quantity total_of(const struct pod_spec *s, struct pod_total form, const char *name)
{
	const struct resources *level = form.limits ? &s->limits : &s->requests;
	const struct quantity *q = form.pod_level && resource_is_pod_level(name) ?
					   resources_get(level, name) : NULL;
	struct quantity total = q ? *q : containers_total(s, form, name);

	if (form.overhead)
		add(&total, resources_get(&s->overhead, name));
	total.text = NULL;
	return total;
}

struct resources pod_total(const struct pod_spec *s, struct pod_total form, struct arena *arena)
{
	struct resources ret = all_names(s, form, arena);

	for (uint32_t i = 0; i < ret.n; i++) {
		struct quantity *q = ARENA_NEW(arena, struct quantity);

		*q = total_of(s, form, sym_text(ret.v[i].name));
		ret.v[i].quantity = q;
	}
	return ret;
}
