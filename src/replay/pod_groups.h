/*
 * Pods that no rule about other pods can tell apart: one namespace, equal labels, equal required
 * anti-affinity terms.  Replicas of one workload are one group, so a rule is held against a few
 * groups instead of every pod, and only the members of the groups that it means are looked at.
 */
#ifndef REPLAY_POD_GROUPS_H
#define REPLAY_POD_GROUPS_H

#include "model/pod.h"

struct pod_info;

struct pod_infos {
	struct pod_info **v;
	uint32_t n, cap;
};

struct pod_group {
	sym namespace_;
	struct labels labels;
	const struct pod_affinity_terms *anti; /* required anti-affinity terms; NULL: none */
	struct pod_infos pods;	/* never empty, in no order, with and without a node */
	uint64_t hash;
	uint32_t index;		/* in the list of groups */
	struct pod_group *next; /* of the same bucket */
};

struct pod_groups { /* owned arrays; in no order: nothing may depend on it */
	struct pod_group **v, **buckets;
	uint32_t n, cap, bucket_count;
};

void pod_infos_insert(struct pod_infos *l, uint32_t at, struct pod_info *p);

/* p->pod is set; p->group and p->place are written. */
void pod_groups_join(struct pod_groups *gs, struct pod_info *p);
void pod_groups_leave(struct pod_groups *gs, struct pod_info *p);
void pod_groups_release(struct pod_groups *gs);

#endif
