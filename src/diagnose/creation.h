/* The API server's last word against a workload's pods, as its controller has written it down. */
#ifndef DIAGNOSE_CREATION_H
#define DIAGNOSE_CREATION_H

#include "diagnose/context.h"

struct refused_creation {
	const char *text;     /* without the controller's own frame; borrowed */
	struct object_ref of; /* whose condition or event it is; borrowed strings */
	const char *pointer;  /* into that object; NULL: an event about it */
};

/*
 * The newest event, unless something was created after it; else the condition ReplicaFailure, which
 * is not refreshed and so may be older.
 */
bool find_refused_creation(const struct diagnosis *d, enum kind kind, const struct workload *w,
			   struct refused_creation *ret);

#endif
