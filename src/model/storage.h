/* Claims, volumes, classes and CSI objects. */
#ifndef MODEL_STORAGE_H
#define MODEL_STORAGE_H

#include "model/volume.h"

struct pvc {
	struct meta meta;
	struct claim_spec spec;
	sym phase;
	struct conditions conditions;
};

struct claim_ref {
	sym namespace_, name, uid;
};

struct pv {
	struct meta meta;
	struct resources capacity;
	struct syms access_modes;
	sym storage_class, volume_mode, attributes_class, phase;
	const struct claim_ref *claim_ref;       /* NULL: none */
	const struct node_selector *node_affinity; /* nodeAffinity.required; NULL: none */
	const struct csi_source *csi;            /* NULL: not CSI */
	struct disks disks;
};

struct topology_requirement {
	sym key;
	struct syms values;
};

struct topology_term {
	struct { struct topology_requirement *v; uint32_t n; } expressions;
};

struct storage_class {
	struct meta meta;
	sym provisioner, binding_mode;
	struct { struct topology_term *v; uint32_t n; } allowed_topologies;
};

struct csi_node_driver {
	sym name;
	struct opt_i64 count; /* allocatable.count; 0 is a limit */
};

struct csi_node {
	struct meta meta;
	struct { struct csi_node_driver *v; uint32_t n; } drivers;
};

struct csi_driver {
	struct meta meta;
	enum tri storage_capacity, attach_required;
};

struct csi_capacity {
	struct meta meta;
	sym storage_class;
	const struct label_selector *topology; /* NULL: no node */
	const struct quantity *capacity, *max_volume_size; /* NULL: unset */
};

struct volume_attachment {
	struct meta meta;
	sym attacher, node_name, pv_name;
	enum tri attached;
	sym attach_error; /* status.attachError.message */
};

#endif
