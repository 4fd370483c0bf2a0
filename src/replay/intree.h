/*
 * In-tree volume sources and the CSI drivers that took them over.
 * Source: k8s.io/csi-translation-lib/plugins, v0.36.
 */
#ifndef REPLAY_INTREE_H
#define REPLAY_INTREE_H

#include "replay/volumes.h"

enum intree {
	INTREE_NONE,
	INTREE_AWS,
	INTREE_GCE,
	INTREE_AZURE_DISK,
	INTREE_CINDER,
	INTREE_PORTWORX,
	INTREE_AZURE_FILE, /* the translation library knows these two, the scheduler has them off */
	INTREE_VSPHERE,
	INTREE_COUNT
};

enum intree intree_of_disks(const struct disks *d); /* d may be NULL */
enum intree intree_of_provisioner(sym provisioner);
const char *intree_driver(enum intree t); /* "ebs.csi.aws.com" */
/* The scheduler translates it, where the node is ready for it. */
bool intree_is_translated(enum intree t, const struct release *r);
/* The node's CSINode annotation lists the plugin as migrated. */
bool intree_is_migrated(enum intree t, const struct csi_node *n);

/*
 * The CSI handle.  pv_labels: of the PersistentVolume, NULL for a volume of a pod.  NULL, or the
 * translation library's error in arena.
 */
const char *intree_handle(enum intree t, const struct disks *d, const struct labels *pv_labels,
			  struct symtab *syms, struct arena *arena, sym *ret_handle);
/*
 * The PersistentVolume's node affinity after translation, handle included: NULL, or the error in
 * arena.  *ret_affinity may come out as pv->node_affinity itself.
 */
const char *intree_translate_affinity(enum intree t, const struct pv *pv, struct symtab *syms,
				      struct arena *arena,
				      const struct node_selector **ret_affinity);

#endif
