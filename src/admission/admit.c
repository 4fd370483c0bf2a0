/* What the API server makes of a new object before it asks its plugins, and the questions. */
#include <string.h>

#include "admission/part.h"
#include "model/pod_total.h"

/* ---- defaults */

/* A new array with room for so many more. */
static void make_room(struct resources *list, size_t more, struct arena *arena)
{
	struct resource *v = ARENA_ARRAY(arena, list->n + more, struct resource);

	if (list->n)
		memcpy(v, list->v, list->n * sizeof(*v));
	list->v = v;
}

/* What is in `from` and not in `to`; there is room for it. */
static void fill_in(struct resources *to, const struct resources *from)
{
	for (uint32_t i = 0; i < from->n; i++) {
		uint32_t at = to->n;

		if (resources_get(to, sym_text(from->v[i].name)))
			continue;
		for (; at > 0 && strcmp(to->v[at - 1].name.s, from->v[i].name.s) > 0; at--)
			to->v[at] = to->v[at - 1];
		to->v[at] = from->v[i];
		to->n++;
	}
}

static void count_defaults(const struct limit_range *r, size_t *limits, size_t *requests)
{
	for (uint32_t i = 0; i < r->items.n; i++) {
		*limits += r->items.v[i].limits.n;
		*requests += r->items.v[i].requests.n;
	}
}

static void fill_from_ranges(struct container *c, const struct found *ranges, struct arena *arena)
{
	size_t limits = 0, requests = 0;

	for (uint32_t i = 0; i < ranges->n; i++)
		count_defaults((const struct limit_range *)ranges->v[i], &limits, &requests);
	make_room(&c->limits, limits, arena);
	make_room(&c->requests, requests, arena);
	for (uint32_t i = 0; i < ranges->n; i++) {
		const struct limit_range *r = (const struct limit_range *)ranges->v[i];

		/* Of two items the later one's default counts; of two LimitRanges the first's. */
		for (uint32_t j = r->items.n; j > 0; j--) {
			const struct limit_range_item *item = &r->items.v[j - 1];

			if (!sym_is(item->type, "Container"))
				continue;
			fill_in(&c->limits, &item->limits);
			fill_in(&c->requests, &item->requests);
		}
	}
}

/* A copy of the list, in which requests come from limits. */
static void default_containers(struct containers *list, struct arena *arena)
{
	struct container *v = ARENA_ARRAY(arena, list->n, struct container);

	if (list->n)
		memcpy(v, list->v, list->n * sizeof(*v));
	list->v = v;
	for (uint32_t i = 0; i < list->n; i++) {
		make_room(&v[i].requests, v[i].limits.n, arena);
		fill_in(&v[i].requests, &v[i].limits);
	}
}

/* On pod level too requests come from limits, but what the containers request comes first. */
static void default_pod_level(const struct admission *a, struct pod_spec *s)
{
	struct pod_total form = { false, false, false };
	struct resources requested = pod_total(s, form, a->arena);
	struct resources level = { ARENA_ARRAY(a->arena, s->limits.n, struct resource), 0 };

	for (uint32_t i = 0; i < s->limits.n; i++) {
		const char *name = sym_text(s->limits.v[i].name);

		if (resource_is_pod_level(name) && !resources_get(&requested, name))
			level.v[level.n++] = s->limits.v[i];
	}
	make_room(&s->requests, level.n, a->arena);
	fill_in(&s->requests, &level);
}

struct pod_spec admission_pod_spec(const struct admission *a, sym namespace_,
				   const struct pod_spec *template_)
{
	size_t containers = (size_t)template_->containers.n + template_->init_containers.n;
	struct found ranges = find_limit_ranges(a, namespace_, containers);
	const struct priority_class *class = cluster_default_priority_class(a->cluster);
	struct pod_spec ret = *template_;

	default_containers(&ret.containers, a->arena);
	default_containers(&ret.init_containers, a->arena);
	default_pod_level(a, &ret);
	for (uint32_t i = 0; i < ret.containers.n; i++)
		fill_from_ranges(&ret.containers.v[i], &ranges, a->arena);
	for (uint32_t i = 0; i < ret.init_containers.n; i++)
		fill_from_ranges(&ret.init_containers.v[i], &ranges, a->arena);
	if (class && sym_empty(ret.priority_class_name))
		ret.priority_class_name = class->meta.name;
	return ret;
}

/* ---- storage classes */

static sym annotation(const struct admission *a, const struct meta *m, const char *key)
{
	sym known = sym_find(a->cluster->syms, key, strlen(key));

	return known.s ? labels_get(&m->annotations, known) : known;
}

static bool is_default_class(const struct admission *a, const struct meta *m)
{
	return sym_is(annotation(a, m, "storageclass.kubernetes.io/is-default-class"), "true") ||
	       sym_is(annotation(a, m, "storageclass.beta.kubernetes.io/is-default-class"), "true");
}

/* The newest of those marked, of equals the first by name. */
static const char *default_storage_class(const struct admission *a)
{
	struct found classes = find_in_namespace(a, KIND_STORAGE_CLASS, (sym){ NULL });
	const struct meta *best = NULL;

	for (uint32_t i = 0; i < classes.n; i++)
		if (is_default_class(a, classes.v[i]) &&
		    (!best || classes.v[i]->created.us > best->created.us))
			best = classes.v[i];
	return best ? sym_text(best->name) : NULL;
}

static const char *class_of(const struct admission *a, const struct pvc *claim)
{
	sym noted = annotation(a, &claim->meta, "volume.beta.kubernetes.io/storage-class");
	sym class = noted.s ? noted : claim->spec.storage_class;

	if (!class.s)
		return default_storage_class(a);
	return *class.s ? class.s : NULL;
}

/* ---- questions */

struct refusals admission_check_pod(const struct admission *a, sym namespace_,
				    const struct pod_spec *admitted)
{
	struct newcomer n = { .pod = admitted, .count_key = "count/pods" };
	struct refusals ret = { 0 };

	check_pod_limits(a, namespace_, admitted, &ret);
	check_quotas(a, namespace_, &n, &ret);
	return ret;
}

struct refusals admission_check_claim(const struct admission *a, sym namespace_,
				      const struct pvc *claim)
{
	struct newcomer n = { .claim = claim,
			      .class = class_of(a, claim),
			      .count_key = "count/persistentvolumeclaims" };
	struct refusals ret = { 0 };

	check_claim_limits(a, namespace_, claim, &ret);
	check_quotas(a, namespace_, &n, &ret);
	return ret;
}

struct refusals admission_check_count(const struct admission *a, sym namespace_, enum kind kind)
{
	const struct kind_info *info = &kinds[kind];
	struct newcomer n = { .count_key = arena_printf(a->arena, "count/%s%s%s", info->plural,
							*info->group ? "." : "", info->group) };
	struct refusals ret = { 0 };

	check_quotas(a, namespace_, &n, &ret);
	return ret;
}
