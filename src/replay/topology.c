#include "replay/topology.h"

#include "replay/view_state.h"

static struct topology *make(const struct view *v, sym key, struct arena *arena)
{
	struct topology *t = ARENA_NEW(arena, struct topology);
	struct arena *scratch = arena_new();
	struct pairmap numbers;

	t->key = key;
	pairmap_init(&numbers, scratch);
	for (uint32_t i = 0; key.s && i < v->nodes.n; i++) {
		sym value = labels_get(&v->nodes.v[i]->node->meta.labels, key);
		union pairmap_value *number;

		if (!value.s)
			continue;
		if (!t->of_node)
			t->of_node = ARENA_ARRAY(arena, v->nodes.n, uint32_t);
		number = pairmap_put(&numbers, value.s, NULL);
		if (!number->num)
			number->num = ++t->n;
		t->of_node[i] = (uint32_t)number->num;
	}
	t->values = ARENA_ARRAY(arena, (size_t)t->n + 1, sym);
	for (uint32_t i = 0; t->of_node && i < v->nodes.n; i++)
		t->values[t->of_node[i]] = labels_get(&v->nodes.v[i]->node->meta.labels, key);
	arena_free(scratch);
	return t;
}

const struct topology *topology_of(const struct view *v, sym key, struct arena *arena)
{
	union pairmap_value *known;

	if (v->nodes_changed || !key.s)
		return make(v, key, arena);
	known = pairmap_put(v->topologies, key.s, NULL);
	if (!known->ptr)
		known->ptr = make(v, key, v->arena);
	return known->ptr;
}
