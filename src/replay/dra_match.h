/* Bipartite matching: can every slot have a device, no device being used more often than it may? */
#ifndef REPLAY_DRA_MATCH_H
#define REPLAY_DRA_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct dra_matching {
	uint32_t slots, devices;
	/* Slot may use device. */
	bool (*fits)(const void *self, uint32_t slot, uint32_t device);
	/* The device has room for any number of slots. */
	bool (*endless)(const void *self, uint32_t device);
	const void *self;
};

/* Slots times devices times slots beyond which no matching is tried. */
#define DRA_MATCH_STEPS_MAX 20000000u

bool dra_match_feasible_size(uint32_t slots, uint32_t devices);
bool dra_match_all(const struct dra_matching *m, struct arena *arena);

#endif
