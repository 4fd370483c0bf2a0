/*
 * --what-if: changes in a person's words, made to the overlay before the replay.
 *
 *	cpu=500m  nvidia.com/gpu=1  toleration=key=value:Effect  -selector=KEY  -affinity  -spread=KEY
 *	uncordon=NODE  -taint=NODE:KEY  evict=NAMESPACE/POD  priority=N  add-node=NODE*3
 */
#ifndef ADVICE_WHAT_IF_H
#define ADVICE_WHAT_IF_H

#include "advice/change.h"
#include "base/error.h"
#include "model/quantity.h"

struct what_if_kind;

struct what_if {
	const struct what_if_kind *kind;
	const char *text;        /* as it was given, borrowed */
	const char *name, *value, *effect; /* by kind */
	int64_t number;
	struct quantity amount;
};

/* 0, or -1 with err (ERR_USAGE).  Parts of text are copied to arena. */
int what_if_parse(const char *text, struct arena *arena, struct what_if *ret, struct error *err);
/* False: it changes nothing: no such node, nothing of that name in the pod. */
bool what_if_make(const struct what_if *w, struct trial *t);

#endif
