/* Field tables by name: one look-up per key of the input. */
#ifndef LOAD_FIELD_INDEX_H
#define LOAD_FIELD_INDEX_H

#include "base/pairmap.h"
#include "load/field.h"

struct field_index;

struct field_slot {
	const struct field *row;        /* as in the table; NULL: a free slot */
	const struct field *value;      /* the row that says what the value is: row, or the one it lends */
	const struct field_index *sub;  /* of value->sub, or NULL */
	uint32_t len;                   /* of the name */
	uint32_t number;                /* of row in its table */
};

struct field_index {
	uint32_t mask;
	struct field_slot *slots;
};

struct field_indexes {
	struct arena *arena;
	struct pairmap by_table;
};

void field_indexes_init(struct field_indexes *all, struct arena *arena);
/* Made at the first use, with all tables below. */
const struct field_index *field_index_get(struct field_indexes *all, const struct field_table *t);
/* NULL: no such row. */
const struct field_slot *field_index_find(const struct field_index *index, const char *name,
					  size_t len);
/* The name of a row that may have been meant, or NULL. */
const char *field_index_near(const struct field_index *index, const char *name, size_t len);

#endif
