#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "replay/view_state.h"

void pod_infos_insert(struct pod_infos *l, uint32_t at, struct pod_info *p)
{
	if (l->n == l->cap) {
		l->cap = l->cap ? l->cap * 2 : 4;
		l->v = xrealloc(l->v, l->cap * sizeof(struct pod_info *));
	}
	memmove(l->v + at + 1, l->v + at, (l->n - at) * sizeof(struct pod_info *));
	l->v[at] = p;
	l->n++;
}

void pod_infos_delete(struct pod_infos *l, uint32_t at)
{
	l->n--;
	memmove(l->v + at, l->v + at + 1, (l->n - at) * sizeof(struct pod_info *));
}

uint32_t pod_infos_find(const struct pod_infos *l, const struct pod_info *p)
{
	uint32_t i = 0;

	while (i < l->n && l->v[i] != p)
		i++;
	if (i == l->n)
		die("pod is not where the view has it");
	return i;
}

static int compare_pods(const struct meta *a, const struct meta *b)
{
	if (a->created.set != b->created.set)
		return a->created.set ? 1 : -1;
	if (a->created.set && a->created.us != b->created.us)
		return a->created.us < b->created.us ? -1 : 1;
	return meta_compare(a, b);
}

typedef int (*meta_order)(const struct meta *a, const struct meta *b);

static meta_order order_of(enum kind kind)
{
	return kind == KIND_POD ? compare_pods : meta_compare;
}

static int qsort_meta(const void *a, const void *b)
{
	return meta_compare(*(struct meta *const *)a, *(struct meta *const *)b);
}

static int qsort_pods(const void *a, const void *b)
{
	return compare_pods(*(struct meta *const *)a, *(struct meta *const *)b);
}

void objects_sort(struct objects *l, enum kind kind)
{
	meta_order order = order_of(kind);

	for (size_t i = 1; i < l->n; i++) {
		if (order(l->v[i - 1], l->v[i]) > 0) {
			qsort(l->v, l->n, sizeof(l->v[0]),
			      kind == KIND_POD ? qsort_pods : qsort_meta);
			return;
		}
	}
}

uint32_t objects_place(const struct objects *l, enum kind kind, const struct meta *object)
{
	size_t low = 0, high = l->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (order_of(kind)(l->v[mid], object) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return (uint32_t)low;
}

uint32_t pod_infos_place(const struct pod_infos *l, const struct pod_info *p)
{
	uint32_t low = 0, high = l->n;

	/* A view is filled in order. */
	if (high && compare_pods(&l->v[high - 1]->pod->meta, &p->pod->meta) < 0)
		return high;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (compare_pods(&l->v[mid]->pod->meta, &p->pod->meta) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

void objects_insert(struct objects *l, size_t at, const struct meta *object)
{
	if (l->n == l->cap) {
		l->cap = l->cap ? l->cap * 2 : 16;
		l->v = xrealloc(l->v, l->cap * sizeof(struct meta *));
	}
	memmove(l->v + at + 1, l->v + at, (l->n - at) * sizeof(struct meta *));
	/* The list hands out const objects only; the cluster's own type for it is not const. */
	memcpy(&l->v[at], &object, sizeof(object));
	l->n++;
}

void objects_delete(struct objects *l, size_t at)
{
	l->n--;
	memmove(l->v + at, l->v + at + 1, (l->n - at) * sizeof(struct meta *));
}
