#include "load/field_index.h"

#include <string.h>

#include "base/near.h"

void field_indexes_init(struct field_indexes *all, struct arena *arena)
{
	all->arena = arena;
	pairmap_init(&all->by_table, arena);
}

/* Good enough for a few dozen names that differ in length or at their ends. */
static uint32_t name_hash(const char *name, size_t len)
{
	if (len == 0)
		return 0;
	return (uint32_t)len * 7 + (unsigned char)name[0] * 31u +
	       (unsigned char)name[len - 1] * 5u + (unsigned char)name[len / 2] * 13u;
}

const struct field_slot *field_index_find(const struct field_index *index, const char *name,
					  size_t len)
{
	for (uint32_t i = name_hash(name, len);; i++) {
		const struct field_slot *slot = &index->slots[i & index->mask];

		if (!slot->row)
			return NULL;
		if (slot->len == len && memcmp(slot->row->name, name, len) == 0)
			return slot;
	}
}

static const struct field *value_row(const struct field *row)
{
	if (row->type != FT_LEND)
		return row;
	for (uint32_t i = 0; i < row->sub->n; i++)
		if (strcmp(row->sub->rows[i].name, row->name) == 0)
			return &row->sub->rows[i];
	return row;
}

static void add_row(struct field_indexes *all, struct field_index *index, const struct field_table *t,
		    uint32_t number)
{
	const struct field *row = &t->rows[number];
	uint32_t len = (uint32_t)strlen(row->name), i = name_hash(row->name, len);
	struct field_slot slot = { row, value_row(row), NULL, len, number };

	if (slot.value->sub)
		slot.sub = field_index_get(all, slot.value->sub);
	while (index->slots[i & index->mask].row)
		i++;
	index->slots[i & index->mask] = slot;
}

const struct field_index *field_index_get(struct field_indexes *all, const struct field_table *t)
{
	const union pairmap_value *known = pairmap_get(&all->by_table, t, NULL);
	struct field_index *index;
	uint32_t cap = 4;

	if (known)
		return known->cptr;
	index = ARENA_NEW(all->arena, struct field_index);
	pairmap_put(&all->by_table, t, NULL)->ptr = index;
	while (cap < t->n * 2)
		cap *= 2;
	index->mask = cap - 1;
	index->slots = ARENA_ARRAY(all->arena, cap, struct field_slot);
	for (uint32_t i = 0; i < t->n; i++) {
		/* Of rows with one name the first is found; the others follow it (FF_ALSO). */
		bool follows = i && (t->rows[i - 1].flags & FF_ALSO);

		if (t->rows[i].name[0] && !follows)
			add_row(all, index, t, i);
	}
	return index;
}

const char *field_index_near(const struct field_index *index, const char *name, size_t len)
{
	const char *best = NULL;
	size_t best_distance = len / 3 + 2;
	char wanted[64];

	if (len >= sizeof(wanted))
		return NULL;
	memcpy(wanted, name, len);
	wanted[len] = '\0';
	for (uint32_t i = 0; i <= index->mask; i++) {
		const char *other = index->slots[i].row ? index->slots[i].row->name : "@";
		size_t d = *other == '@' ? SIZE_MAX : edit_distance(wanted, other, best_distance);

		if (d < best_distance || (best && d == best_distance && strcmp(other, best) < 0)) {
			best = other;
			best_distance = d;
		}
	}
	return best;
}
