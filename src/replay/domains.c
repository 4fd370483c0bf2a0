#include "replay/domains.h"

#include <string.h>

#define SPARE 8 /* steps below and above what was counted, before the table has to grow */

void domains_init(struct domains *d, struct arena *arena)
{
	*d = (struct domains){ .arena = arena, .min = INT32_MAX };
	pairmap_init(&d->counts, arena);
}

void domains_add(struct domains *d, sym value, int64_t pods)
{
	pairmap_put(&d->counts, value.s, NULL)->num += pods;
}

/* Makes room for counts from `from` to `to`. */
static void cover(struct domains *d, int64_t from, int64_t to)
{
	struct domains old;

	if (d->having && from >= d->lowest && to < d->lowest + d->cap)
		return;
	old = *d;
	if (old.having && from > old.lowest)
		from = old.lowest;
	if (old.having && to < old.lowest + old.cap - 1)
		to = old.lowest + old.cap - 1;
	d->lowest = from - SPARE - old.cap;
	d->cap = to + SPARE + old.cap - d->lowest + 1;
	d->having = ARENA_ARRAY(d->arena, (size_t)d->cap, uint32_t);
	if (old.having)
		memcpy(d->having + (old.lowest - d->lowest), old.having,
		       (size_t)old.cap * sizeof(*d->having));
}

void domains_settle(struct domains *d)
{
	int64_t max = 0;

	if (d->having)
		return;
	for (uint32_t i = 0; i < d->counts.cap; i++) {
		if (!d->counts.slots[i].a)
			continue;
		if (d->counts.slots[i].value.num < d->min)
			d->min = d->counts.slots[i].value.num;
		if (d->counts.slots[i].value.num > max)
			max = d->counts.slots[i].value.num;
	}
	if (!d->counts.n)
		return;
	cover(d, d->min, max);
	for (uint32_t i = 0; i < d->counts.cap; i++)
		if (d->counts.slots[i].a)
			d->having[d->counts.slots[i].value.num - d->lowest]++;
}

void domains_change(struct domains *d, sym value, int64_t delta)
{
	union pairmap_value *v = pairmap_get(&d->counts, value.s, NULL);

	if (!v)
		return;
	cover(d, v->num + delta, v->num + delta);
	d->having[v->num - d->lowest]--;
	v->num += delta;
	d->having[v->num - d->lowest]++;
	if (v->num < d->min)
		d->min = v->num;
	while (!d->having[d->min - d->lowest])
		d->min++;
}

int64_t domains_count(const struct domains *d, sym value)
{
	const union pairmap_value *v = pairmap_get(&d->counts, value.s, NULL);

	return v ? v->num : 0;
}

uint32_t domains_number(const struct domains *d)
{
	return d->counts.n;
}

int64_t domains_min(const struct domains *d)
{
	return d->min;
}
