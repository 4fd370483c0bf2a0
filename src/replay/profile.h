/*
 * A scheduler profile: which plugins run, in which order, with which arguments.  The default
 * profile follows from the release; a KubeSchedulerConfiguration file changes it.
 */
#ifndef REPLAY_PROFILE_H
#define REPLAY_PROFILE_H

#include "model/scheduler_config.h"
#include "replay/predicate.h"

#define PROFILE_PLUGINS_MAX 32
#define PROFILE_UNKNOWN_MAX 16

struct unreplayed { /* what may reject nodes and cannot be replayed */
	const char *what, *why;
	bool extender; /* sees only nodes that all plugins let pass */
};

struct profile {
	const char *scheduler_name; /* "default-scheduler" */
	struct strings served; /* names of all profiles of this scheduler; empty: scheduler_name only */
	const struct predicate *plugins[PROFILE_PLUGINS_MAX]; /* Filter order */
	uint32_t n;
	uint8_t prefilter_order[PROFILE_PLUGINS_MAX]; /* indexes into plugins */
	uint32_t prefilter_n;
	bool preemption; /* DefaultPreemption is enabled */
	/* plugin arguments */
	const struct node_affinity *added_affinity; /* NodeAffinityArgs; NULL: none */
	struct syms ignored_resources, ignored_resource_groups; /* NodeResourcesFitArgs */
	struct { struct spread_constraint *v; uint32_t n; } default_constraints; /* v NULL: System */
	struct { struct unreplayed *v; uint32_t n; } unknown;
};

/* Pods with this schedulerName are this scheduler's own. */
bool profile_serves(const struct profile *p, sym scheduler_name);

/* The default profile of a release; borrows nothing. */
void profile_init_default(struct profile *p, const struct release *r);
/*
 * The profiles of a configuration file, in arena; they borrow from config.  0, or -1 with err.
 */
int profiles_from_config(const struct scheduler_config *config, const struct release *r,
			 struct arena *arena, struct profile **ret, uint32_t *ret_n,
			 struct error *err);
/* An in-tree plugin of any release, whatever its extension points. */
bool profile_knows_plugin(const char *name);
/* One that may have been meant, or NULL. */
const char *profile_near_plugin(const char *name);

#endif
