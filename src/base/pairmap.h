/*
 * Hash map from a pair of pointers (two syms, or one and NULL) to a number or a pointer.
 * Lives in an arena and is never released by itself.  Its order depends on addresses: results are
 * never made by walking it, except where order cannot matter (a minimum, a sum).
 */
#ifndef BASE_PAIRMAP_H
#define BASE_PAIRMAP_H

#include <stdint.h>

#include "base/arena.h"

union pairmap_value {
	int64_t num;
	void *ptr;
	const void *cptr;
};

struct pairmap_slot {
	const void *a, *b; /* a NULL: free */
	union pairmap_value value;
};

struct pairmap {
	struct arena *arena;
	struct pairmap_slot *slots;
	uint32_t cap, n; /* n counts entries ever put; nothing is removed */
};

void pairmap_init(struct pairmap *m, struct arena *arena);
/* NULL if absent.  a is never NULL. */
union pairmap_value *pairmap_get(const struct pairmap *m, const void *a, const void *b);
/* The value of the pair, created as zero if absent; valid until the next pairmap_put. */
union pairmap_value *pairmap_put(struct pairmap *m, const void *a, const void *b);

#endif
