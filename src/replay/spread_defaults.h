/*
 * Whose pods a default spread constraint counts: the selectors of the services that select the pod
 * and of its controller, as pkg/scheduler/framework/plugins/helper/spread.go (v1.36) joins them.
 */
#ifndef REPLAY_SPREAD_DEFAULTS_H
#define REPLAY_SPREAD_DEFAULTS_H

#include "replay/pod_selector.h"
#include "replay/predicate.h"

/* SUCCESS, or UNKNOWN where one of the kinds could not be read. */
enum code spread_default_selector(const struct cycle_input *in, struct pod_selector *ret,
				  struct outcome *out);

#endif
