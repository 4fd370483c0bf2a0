/*
 * How many pods each domain of a topology key has, and the smallest of these numbers: kept exact
 * while pods come and go, at constant cost each.
 */
#ifndef REPLAY_DOMAINS_H
#define REPLAY_DOMAINS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct domain {
	int64_t pods;
	bool counts;
};

struct domains {
	struct arena *arena;
	struct domain *v; /* by number */
	uint32_t n, number;
	/* How many domains have each count: that of count c is having[c - lowest]. */
	uint32_t *having;
	int64_t lowest, cap, min;
};

/* Domains are numbered up to n; those that nothing is added to do not count. */
void domains_init(struct domains *d, uint32_t n, struct arena *arena);
/* First all counts are added, each domain at least once ... */
void domains_add(struct domains *d, uint32_t domain, int64_t pods);
void domains_settle(struct domains *d); /* once; a second time does nothing */
/* ... then they may change. */
void domains_change(struct domains *d, uint32_t domain, int64_t delta);

int64_t domains_count(const struct domains *d, uint32_t domain); /* 0 if it does not count */
uint32_t domains_number(const struct domains *d);		 /* that count */
/* INT32_MAX without domains, as the scheduler has it. */
int64_t domains_min(const struct domains *d);

#endif
