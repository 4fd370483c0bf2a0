#include "replay/dra_match.h"

#include <string.h>

#define FREE UINT32_MAX

/* Kuhn's algorithm, breadth first: the depth of a search does not depend on the input. */
struct search {
	uint32_t *owner; /* device -> slot, or FREE */
	uint32_t *from;	 /* device -> slot that reached it in this search, or FREE */
	uint32_t *queue; /* slots to look at */
	uint32_t *given; /* slot -> device it has, or FREE */
};

bool dra_match_feasible_size(uint32_t slots, uint32_t devices)
{
	return slots <= 4096 && (uint64_t)slots * slots * devices <= (uint64_t)DRA_MATCH_STEPS_MAX;
}

/* Every slot on the path from the device back to the root takes the device that it reached. */
static void turn_path(struct search *s, uint32_t device)
{
	while (device != FREE) {
		uint32_t slot = s->from[device], before = s->given[slot];

		s->owner[device] = slot;
		s->given[slot] = device;
		device = before;
	}
}

static bool give_device(const struct dra_matching *m, struct search *s, uint32_t root)
{
	uint32_t head = 0, tail = 0;

	for (uint32_t d = 0; d < m->devices; d++)
		s->from[d] = FREE;
	s->queue[tail++] = root;
	while (head < tail) {
		uint32_t slot = s->queue[head++];

		for (uint32_t d = 0; d < m->devices; d++) {
			if (s->from[d] != FREE || !m->fits(m->self, slot, d))
				continue;
			s->from[d] = slot;
			if (m->endless(m->self, d) || s->owner[d] == FREE) {
				turn_path(s, d);
				return true;
			}
			s->queue[tail++] = s->owner[d];
		}
	}
	return false;
}

bool dra_match_all(const struct dra_matching *m, struct arena *arena)
{
	struct search s = {
		.owner = ARENA_ARRAY(arena, m->devices, uint32_t),
		.from = ARENA_ARRAY(arena, m->devices, uint32_t),
		.queue = ARENA_ARRAY(arena, (size_t)m->slots + 1, uint32_t),
		.given = ARENA_ARRAY(arena, m->slots, uint32_t),
	};

	for (uint32_t d = 0; d < m->devices; d++)
		s.owner[d] = FREE;
	for (uint32_t i = 0; i < m->slots; i++)
		s.given[i] = FREE;
	for (uint32_t i = 0; i < m->slots; i++)
		if (!give_device(m, &s, i))
			return false;
	return true;
}
