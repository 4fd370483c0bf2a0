/*
 * Which pods to move, and where, so that the pod fits on a node that only lacks room.
 *
 * A move is the pod made anew on the other node: its own affinity, volumes and priority are replayed
 * there.  DaemonSet, static and terminating pods, pods with devices, pods of another scheduler and
 * those whose budget allows no disruption stay.  Pods without a controller would have to be made
 * anew by hand and are moved only where no set as small does without.
 */
#ifndef ADVICE_MOVES_H
#define ADVICE_MOVES_H

#include "replay/cycle.h"
#include "report/advice.h"

/*
 * Fills moves, in an order in which each passes when its turn comes, and moves_exact: no smaller
 * set exists.  Up to three moves are searched for exhaustively within a limit of work, more are
 * found greedily.  No moves: none was found.  r is the replay of that pod in that view.
 */
void moves_find(struct view *v, const struct pod *pod, const struct profile *p,
		const struct replay *r, struct arena *arena, struct advice *ret);

#endif
