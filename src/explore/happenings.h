/* The events about a subject, its owners and its claims, newest first. */
#ifndef EXPLORE_HAPPENINGS_H
#define EXPLORE_HAPPENINGS_H

#include "report/report.h"

struct diagnosis;

struct happening { /* the cluster's words, not escaped */
	const char *id;     /* the event's own name */
	struct opt_i64 age; /* seconds since it was last seen */
	int64_t count;
	const char *type;   /* "Warning", "Normal" */
	const char *reason, *source, *text;
	const char *object; /* "Pod/web" */
};

struct happenings {
	struct happening *v;
	uint32_t n;
};

/* All in arena. */
void happenings_of(struct diagnosis *d, const struct subject *s, struct arena *arena,
		   struct happenings *ret);

#endif
