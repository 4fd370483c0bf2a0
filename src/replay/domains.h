/*
 * How many pods each value of a topology key has, and the smallest of these numbers: kept exact
 * while pods come and go, at constant cost each.
 */
#ifndef REPLAY_DOMAINS_H
#define REPLAY_DOMAINS_H

#include "base/pairmap.h"
#include "base/sym.h"

struct domains {
	struct arena *arena;
	struct pairmap counts; /* value -> pods */
	/* How many domains have each count: that of count c is having[c - lowest]. */
	uint32_t *having;
	int64_t lowest, cap, min;
};

void domains_init(struct domains *d, struct arena *arena);
/* First all counts are added, each domain at least once ... */
void domains_add(struct domains *d, sym value, int64_t pods);
void domains_settle(struct domains *d); /* once; a second time does nothing */
/* ... then they may change. */
void domains_change(struct domains *d, sym value, int64_t delta);

int64_t domains_count(const struct domains *d, sym value); /* 0 if there is no such domain */
uint32_t domains_number(const struct domains *d);
int64_t
domains_min(const struct domains *d); /* INT32_MAX without domains, as the scheduler has it */

#endif
