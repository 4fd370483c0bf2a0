/* A node that is already chosen for a pod: by preemption, or while its claims are being bound. */
#ifndef DIAGNOSE_CHOSEN_H
#define DIAGNOSE_CHOSEN_H

#include "diagnose/context.h"
#include "model/storage.h"

/* The node of status.nominatedNodeName, if it exists. */
struct node_info *nominated_node(const struct pod_case *k);
/* Pods of lower priority on it that still make way, in the node's order: the i-th, or NULL. */
const struct pod *find_victim(const struct pod_case *k, uint32_t i);

/* An unbound claim of the pod whose selected-node exists and passes; *ret_node is its name. */
const struct pvc *find_selected_claim(const struct pod_case *k, sym *ret_node);
/* The first claim of the pod without a volume, or NULL. */
const struct pvc *find_unbound_claim(const struct pod_case *k);

bool replay_fits_on(const struct replay *r, const char *node);

#endif
