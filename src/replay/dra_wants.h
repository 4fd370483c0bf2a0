/*
 * What unallocated claims want of the devices that a node sees: each request with its alternatives,
 * and which device suits it.
 */
#ifndef REPLAY_DRA_WANTS_H
#define REPLAY_DRA_WANTS_H

#include "replay/dra_allocate.h"

/* Why a device may or may not do, the most telling first. */
enum dra_cause {
	CAUSE_SELECTOR,
	CAUSE_CONSTRAINT,
	CAUSE_CAPACITY,
	CAUSE_COUNTERS,
	CAUSE_SHARED,
	CAUSE_BINDING,
	CAUSE_POOL,
	CAUSE_HIDDEN,
	CAUSE_NONE,
};

struct dra_option { /* a plain request, or one alternative of firstAvailable */
	const struct device_request *request;
	const struct device_class *class;
	const struct resource_claim *claim;
	const char *name;	/* "r" or "r/alternative" */
	const char *short_name; /* "r" or "alternative", as errors name it */
	bool all, admin;
	int64_t count;	   /* ExactCount */
	uint32_t *devices; /* All: the selected ones */
	uint32_t device_count;
	bool unsure;	    /* All: more may be selected */
	unsigned char *fit; /* enum dra_match, per device */
};

struct dra_want {
	uint32_t claim; /* index */
	struct dra_option *options;
	uint32_t n;
};

struct dra_wants {
	const struct dra_problem *problem;
	struct arena *arena;
	struct dra_pools pools;
	struct dra_reach {
		const struct dra_device *device;
		const struct dra_pool *pool;
	} * devices;
	uint32_t device_count;
	struct dra_want *v;
	uint32_t n;
	bool features;	/* struct release: dra_device_features */
	bool may_abort; /* a selector that is not evaluated would be run */
	/* The first of the most telling causes. */
	enum dra_cause cause;
	const struct dra_option *blamed;
	sym expression; /* CAUSE_SELECTOR */
};

/*
 * Reads the claims as the allocator checks them before it searches: SUCCESS, ERROR with its text,
 * or UNKNOWN.
 */
enum code dra_wants_init(struct dra_wants *w, const struct dra_problem *p, struct arena *arena,
			 struct outcome *out);
struct dra_count { /* devices whose selectors do not exclude the option */
	uint32_t visible, available, taken, tainted;
};
struct dra_count dra_option_count(const struct dra_wants *w, const struct dra_option *o);
enum code dra_wants_unknown(const struct dra_wants *w, struct outcome *out);

#endif
