/*
 * What the parts of a diagnosis share: the cluster with its clock, and the one subject at hand.
 */
#ifndef DIAGNOSE_CONTEXT_H
#define DIAGNOSE_CONTEXT_H

#include "diagnose/diagnose.h"
#include "replay/view.h"

struct change;

struct diagnosis {
	const struct cluster *cluster;
	struct diagnose_options opts;
	struct view *view;
	const struct replay *before; /* without what is supposed; NULL: not made yet */
	struct arena *arena;
	struct opt_time now;
	/* The newest lease renewal or heartbeat, and the newest that is not by the same lease. */
	struct { struct opt_time newest, other; const struct lease *by; } life;
	struct pairmap children; /* (namespace, "Kind/name") of a controller -> struct child */
	struct pairmap events;   /* (name, namespace) of the object -> newest struct event_entry */
	struct { struct change *v; size_t n, cap; bool listed; } changes; /* changes.h */
	bool advise; /* few subjects: what would help is worth its time */
	struct pairmap served;   /* scheduler names under which pods were bound or tried */
};

/* One pod under diagnosis. */
struct pod_case {
	struct diagnosis *d;
	const struct pod *pod;
	const struct profile *profile; /* that the replay uses */
	struct report *r;
};

/* Seconds from a moment until now: never negative, unset if either is unknown. */
struct opt_i64 age_of(const struct diagnosis *d, struct opt_time since);

#endif
