#include "render/node_order.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *va, const void *vb)
{
	const struct node_result *const *a = va, *const *b = vb;

	return strcmp((*a)->name, (*b)->name);
}

static int by_nearness(const void *va, const void *vb)
{
	const struct node_result *const *a = va, *const *b = vb;

	if ((*a)->nearness != (*b)->nearness)
		return (*a)->nearness < (*b)->nearness ? -1 : 1;
	return by_name(va, vb);
}

struct node_list nodes_by_nearness(const struct replay *r, struct arena *arena)
{
	struct node_list list = { .n = r->nodes.n };

	list.v = ARENA_ARRAY(arena, list.n, const struct node_result *);
	for (uint32_t i = 0; i < list.n; i++)
		list.v[i] = &r->nodes.v[i];
	if (list.n)
		qsort(list.v, list.n, sizeof(const struct node_result *), by_nearness);
	return list;
}

struct node_list nodes_nearest(const struct replay *r, struct arena *arena)
{
	struct node_list list = nodes_by_nearness(r, arena);

	if (list.n > NODES_NEAREST)
		list.n = NODES_NEAREST;
	if (list.n)
		qsort(list.v, list.n, sizeof(const struct node_result *), by_name);
	return list;
}

struct node_list nodes_to_show(const struct replay *r, enum nodes_shown shown,
				      struct arena *arena)
{
	struct node_list list = nodes_by_nearness(r, arena);
	uint32_t n = 0;

	if (shown == NODES_NONE)
		list.n = 0;
	for (uint32_t i = 0; i < list.n; i++) {
		const struct node_result *node = list.v[i];

		if (r->pre_filter.n && node->verdict == VERDICT_REJECTED && node->rejections.n == 0)
			continue;
		list.v[n++] = node;
	}
	list.n = n;
	if (shown == NODES_NEAR && list.n > NODES_NEAREST)
		list.n = NODES_NEAREST;
	return list;
}
