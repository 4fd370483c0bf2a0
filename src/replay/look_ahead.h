/*
 * A walk over the pods of a large group waits for memory most of the time: asking for a pod a few
 * steps early makes it faster.
 */
#ifndef REPLAY_LOOK_AHEAD_H
#define REPLAY_LOOK_AHEAD_H

#include "replay/view.h"

#define LOOK_AHEAD 8

/*
 * Called with the index of the pod that is about to be looked at.  always_inline: a function that
 * only prefetches has no effect in gcc's eyes, and the call would be dropped.
 */
#ifdef __GNUC__
__attribute__((always_inline))
#endif
static inline void look_ahead(const struct pod_infos *pods, uint32_t i)
{
#ifdef __GNUC__
	if (pods->n - i > LOOK_AHEAD)
		__builtin_prefetch(pods->v[i + LOOK_AHEAD]);
#else
	(void)pods;
	(void)i;
#endif
}

#endif
