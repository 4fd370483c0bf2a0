#include <stdlib.h>
#include <string.h>

#include "admission/part.h"
#include "model/quantity.h"

struct refusal *refusals_add(struct refusals *list, enum refusal_kind kind, const char *name,
			     struct arena *arena)
{
	struct refusal *r;

	list->v = arena_grown(arena, list->v, list->n, sizeof(*list->v));
	r = &list->v[list->n++];
	*r = (struct refusal){ .kind = kind, .name = name, .text = "" };
	return r;
}

struct refusal_item *refusal_item_add(struct refusal *r, const char *resource, struct arena *arena)
{
	struct refusal_item *item;

	r->items.v = arena_grown(arena, r->items.v, r->items.n, sizeof(*r->items.v));
	item = &r->items.v[r->items.n++];
	*item = (struct refusal_item){ .resource = resource };
	return item;
}

void item_set_amounts(struct refusal_item *item, const struct quantity *wanted,
		      const struct quantity *used, const struct quantity *hard,
		      struct arena *arena)
{
	struct quantity lacking = *used;

	quantity_add(&lacking, wanted);
	quantity_sub(&lacking, hard);
	item->wanted = quantity_text(arena, wanted);
	item->used = quantity_text(arena, used);
	item->hard = quantity_text(arena, hard);
	item->lacking = quantity_text(arena, &lacking);
	item->full = quantity_cmp(used, hard) >= 0;
	item->never = quantity_cmp(wanted, hard) > 0;
}

static int by_name(const void *a, const void *b)
{
	return meta_compare(*(const struct meta *const *)a, *(const struct meta *const *)b);
}

struct found find_in_namespace(const struct admission *a, enum kind kind, sym namespace_)
{
	const struct objects *all = &a->cluster->objects[kind];
	struct found ret = { 0 };

	for (size_t i = 0; i < all->n; i++)
		ret.n += sym_same(all->v[i]->namespace_, namespace_);
	ret.v = ARENA_ARRAY(a->arena, ret.n, const struct meta *);
	ret.n = 0;
	for (size_t i = 0; i < all->n; i++)
		if (sym_same(all->v[i]->namespace_, namespace_))
			ret.v[ret.n++] = all->v[i];
	if (ret.n > 1)
		qsort(ret.v, ret.n, sizeof(*ret.v), by_name);
	return ret;
}

static uint64_t count_entries(const struct limit_range *r)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < r->items.n; i++) {
		const struct limit_range_item *item = &r->items.v[i];

		n += 1 + (uint64_t)item->min.n + item->max.n + item->ratio.n + item->limits.n +
		     item->requests.n;
	}
	return n;
}

struct found find_limit_ranges(const struct admission *a, sym namespace_, size_t containers)
{
	struct found ret = find_in_namespace(a, KIND_LIMIT_RANGE, namespace_);
	uint64_t entries = 0;

	for (uint32_t i = 0; i < ret.n; i++)
		entries += count_entries((const struct limit_range *)ret.v[i]);
	if (entries > LIMIT_WORK_MAX || containers > LIMIT_WORK_MAX ||
	    entries * containers > LIMIT_WORK_MAX)
		ret.n = 0;
	return ret;
}
