/* What the parts of VolumeBinding share: skeleton, static matching, provisioning, node set. */
#ifndef REPLAY_PREDICATES_VOLUME_BINDING_H
#define REPLAY_PREDICATES_VOLUME_BINDING_H

#include "replay/intree.h"
#include "replay/label_index.h"
#include "replay/volumes.h"

/* PersistentVolumes that could serve a claim, were it not for the node. */
struct candidates {
	const struct pv **prebound; /* reserved for this claim: the first decides */
	const struct pv **v;        /* smallest first, then by name */
	uint32_t prebound_n, n;
	struct label_index by_node; /* numbers are positions in v */
	const char *error;          /* static matching of this claim aborts the attempt */
	/* All of the claim's class, by name: for evidence. */
	const struct pv **of_class;
	uint32_t of_class_n;
	struct label_index of_class_by_node;
};

struct capacities { /* CSIStorageCapacity objects of the claim's class */
	enum { CAPACITY_NOT_CHECKED, CAPACITY_CHECKED, CAPACITY_DRIVER_UNREAD } mode;
	struct capacity *v; /* largest first */
	uint32_t n;
	struct label_index by_node;
};

struct capacity {
	const struct csi_capacity *object;
	const struct quantity *largest; /* volume that can be made */
	int64_t bytes;
	uint32_t order; /* by namespace and name */
};

struct delayed_claim {
	const struct pvc *pvc;
	const struct storage_class *class_;
	sym selected_node; /* .s NULL: none yet, so that a PersistentVolume may do */
	struct candidates candidates;
	struct capacities capacities;
};

struct bound_claim {
	const struct pvc *pvc;
	const struct pv *pv; /* NULL: does not exist */
	enum intree intree;  /* translated where the node's CSINode lists it, NONE: never */
	const struct node_selector *translated;
	const char *translation_error; /* NULL: it can be translated */
};

struct volume_binding {
	struct { struct bound_claim *v; uint32_t n; } bound;     /* in spec order */
	struct { struct delayed_claim *v; uint32_t n; } delayed; /* in spec order */
	/* Those without a selected node, smallest request first. */
	struct { struct delayed_claim **v; uint32_t n; } match;
};

void candidates_find(const struct cycle_input *in, struct delayed_claim *c);
void capacities_find(const struct cycle_input *in, struct delayed_claim *c);

/* The PersistentVolume the scheduler takes on this node, or NULL; chosen: those already taken. */
const struct pv *candidates_match(const struct candidates *c, const struct node_info *node,
				  const struct pv *const *chosen, uint32_t chosen_n);

bool class_provisions(const struct storage_class *c); /* can make volumes at all */
/* Another one that the scheduler might as well have taken instead of the last chosen, or NULL. */
const struct pv *candidates_tie(const struct candidates *c, const struct node_info *node,
				const struct pv *const *chosen, uint32_t chosen_n);

enum provision {
	PROVISION_OK,
	PROVISION_NO_VOLUME,  /* no provisioner, or none for this node */
	PROVISION_NO_STORAGE,
	PROVISION_UNREAD_DRIVER,
	PROVISION_UNREAD_CAPACITY,
};
enum provision provision_check(const struct cycle_input *in, const struct delayed_claim *c,
			       const struct node_info *node);

/* The nodes that the bound PersistentVolumes leave, as v1.30 and v1.31 work them out. */
void binding_narrow_nodes(const struct cycle_input *in, const struct volume_binding *s,
			  struct node_set *keep);

/* Evidence: why a few PersistentVolumes of the claim's class, the node's own first, are not taken. */
void detail_candidates(const struct cycle_input *in, const struct delayed_claim *c,
		       const struct node_info *node, struct outcome *out);
void detail_provision(const struct cycle_input *in, const struct delayed_claim *c,
		      const struct node_info *node, enum provision why, struct outcome *out);

#endif
