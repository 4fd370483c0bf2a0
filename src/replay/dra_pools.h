/*
 * Resource pools as the scheduler's allocator gathers them for one node,
 * and which of their devices are taken.
 */
#ifndef REPLAY_DRA_POOLS_H
#define REPLAY_DRA_POOLS_H

#include "base/pairmap.h"
#include "replay/view.h"

enum pool_state {		       /* bits */
		  POOL_INCOMPLETE = 1, /* slices are missing: being updated */
		  POOL_INVALID = 2,    /* a device name twice, broken counter references */
		  POOL_UNSURE = 4,     /* its slices disagree about their number */
};

struct dra_device {
	const struct device *device;
	bool taken;  /* a claim holds it as a whole */
	bool shared; /* a claim holds a share of it */
};

struct dra_pool {
	sym driver, name;
	unsigned state;		 /* POOL_ bits */
	sym duplicate;		 /* INVALID: the device name that occurs twice, if that is why */
	bool binding_conditions; /* some device has some: tried after all other pools */
	struct {
		struct dra_device *v;
		uint32_t n;
	} devices; /* those that the node can use */
};

struct dra_pools { /* in the allocator's order */
	struct dra_pool *v;
	uint32_t n;
};

/* Slices by node and by pool, and the devices held by allocated claims; made once per cycle. */
struct dra_index {
	struct arena *arena;
	const struct release *release;
	struct pairmap by_node;	      /* (node name) -> struct slice_list: slices with nodeName */
	struct pairmap by_pool;	      /* (driver, pool) -> struct slice_list: all slices */
	struct pairmap held;	      /* (slice_list of the pool, device) -> HELD_ bits */
	struct slice_list *elsewhere; /* slices without nodeName */
};

void dra_index_init(struct dra_index *ix, const struct view *v, struct arena *arena);
void dra_gather_pools(const struct dra_index *ix, const struct node *node, struct arena *arena,
		      struct dra_pools *ret);

#endif
