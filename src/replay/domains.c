#include "replay/domains.h"

#include <string.h>

#define SPARE 8 /* steps below and above what was counted, before the table has to grow */

void domains_init(struct domains *d, uint32_t n, struct arena *arena)
{
	*d = (struct domains){ .arena = arena, .n = n, .min = INT32_MAX };
	d->v = ARENA_ARRAY(arena, (size_t)n + 1, struct domain);
}

void domains_add(struct domains *d, uint32_t domain, int64_t pods)
{
	d->number += !d->v[domain].counts;
	d->v[domain].counts = true;
	d->v[domain].pods += pods;
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

	if (d->having || !d->number)
		return;
	for (uint32_t i = 0; i <= d->n; i++) {
		if (!d->v[i].counts)
			continue;
		if (d->v[i].pods < d->min)
			d->min = d->v[i].pods;
		if (d->v[i].pods > max)
			max = d->v[i].pods;
	}
	cover(d, d->min, max);
	for (uint32_t i = 0; i <= d->n; i++)
		if (d->v[i].counts)
			d->having[d->v[i].pods - d->lowest]++;
}

void domains_change(struct domains *d, uint32_t domain, int64_t delta)
{
	struct domain *v = &d->v[domain];

	if (!v->counts)
		return;
	cover(d, v->pods + delta, v->pods + delta);
	d->having[v->pods - d->lowest]--;
	v->pods += delta;
	d->having[v->pods - d->lowest]++;
	if (v->pods < d->min)
		d->min = v->pods;
	while (!d->having[d->min - d->lowest])
		d->min++;
}

int64_t domains_count(const struct domains *d, uint32_t domain)
{
	return d->v[domain].pods;
}

uint32_t domains_number(const struct domains *d)
{
	return d->number;
}

int64_t domains_min(const struct domains *d)
{
	return d->min;
}
