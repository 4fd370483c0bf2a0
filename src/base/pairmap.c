#include "base/pairmap.h"

#include "base/hash.h"

void pairmap_init(struct pairmap *m, struct arena *arena)
{
	*m = (struct pairmap){ .arena = arena };
}

static struct pairmap_slot *find(const struct pairmap *m, const void *a, const void *b)
{
	uint64_t h = hash_mix(hash_mix(1, (uintptr_t)a), (uintptr_t)b);
	uint32_t i = (uint32_t)h & (m->cap - 1);

	while (m->slots[i].a && (m->slots[i].a != a || m->slots[i].b != b))
		i = (i + 1) & (m->cap - 1);
	return &m->slots[i];
}

union pairmap_value *pairmap_get(const struct pairmap *m, const void *a, const void *b)
{
	struct pairmap_slot *slot;

	if (!m->cap)
		return NULL;
	slot = find(m, a, b);
	return slot->a ? &slot->value : NULL;
}

static void grow(struct pairmap *m)
{
	struct pairmap old = *m;

	m->cap = old.cap ? old.cap * 2 : 16;
	m->slots = ARENA_ARRAY(m->arena, m->cap, struct pairmap_slot);
	for (uint32_t i = 0; i < old.cap; i++)
		if (old.slots[i].a)
			*find(m, old.slots[i].a, old.slots[i].b) = old.slots[i];
}

union pairmap_value *pairmap_put(struct pairmap *m, const void *a, const void *b)
{
	struct pairmap_slot *slot;

	if (m->n * 4 >= m->cap * 3)
		grow(m);
	slot = find(m, a, b);
	if (!slot->a) {
		slot->a = a;
		slot->b = b;
		m->n++;
	}
	return &slot->value;
}
