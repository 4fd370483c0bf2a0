/*
 * Which taints a pod tolerates, as kube-scheduler sees it (k8s.io/api/core/v1 Toleration,
 * component-helpers FindMatchingUntoleratedTaint).  One rule for TaintToleration, NodeUnschedulable
 * and the taint policy of PodTopologySpread.
 */
#ifndef REPLAY_TOLERATION_H
#define REPLAY_TOLERATION_H

#include <stdbool.h>

#include "base/pairmap.h"
#include "model/node.h"
#include "model/pod.h"

/* Effects that keep a pod from being scheduled: NoSchedule and NoExecute. */
bool taint_repels(const struct taint *taint);
bool taint_is_tolerated(const struct taint *taint, const struct tolerations *tolerations);

/* The same for many taints: what all tolerations are about is looked up instead of gone through. */
struct toleration_set {
	const struct tolerations *list;
	struct pairmap groups; /* by key and effect, either may be any; empty: the list is short */
	struct pairmap values; /* of a group */
};

void toleration_set_init(struct toleration_set *s, const struct tolerations *list,
			 struct arena *arena);
bool toleration_set_covers(const struct toleration_set *s, const struct taint *taint);
/* The first NoSchedule or NoExecute taint, in list order, that is not tolerated; NULL: none. */
const struct taint *find_untolerated_taint(const struct taints *taints,
					   const struct toleration_set *s);

#endif
