/*
 * The whole replay for one pod: every plugin on every node, the scheduler's message, preemption.
 */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "replay/cycle.h"

/*
 * Strings of the result live in arena.  The view is unchanged afterwards.
 * nearness of a node: see replay.c; smaller is nearer to fitting.
 */
struct replay *replay_run(struct view *v, const struct pod *pod, const struct profile *p,
			  struct arena *arena);

#endif
