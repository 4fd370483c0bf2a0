/* Volume sources as far as the scheduler looks at them. */
#ifndef MODEL_VOLUME_H
#define MODEL_VOLUME_H

#include "model/meta.h"
#include "model/selector.h"
#include "model/types.h"

struct disk_gce { sym pd_name; enum tri read_only; };
struct disk_aws { sym volume_id; enum tri read_only; };
struct disk_azure { sym name, uri, kind; };
struct disk_cinder { sym volume_id; };
struct disk_portworx { sym volume_id; };
struct disk_rbd { struct syms monitors; sym image, pool; enum tri read_only; };
struct disk_iscsi { sym iqn; enum tri read_only; };

struct csi_source { /* PersistentVolumes only; inline CSI volumes are never counted */
	sym driver, handle;
};

/* The sources that volumes of pods and PersistentVolumes have in common; NULL if not that kind. */
struct disks {
	const struct disk_gce *gce;
	const struct disk_aws *aws;
	const struct disk_azure *azure;
	const struct disk_cinder *cinder;
	const struct disk_portworx *portworx;
	const struct disk_rbd *rbd;
	const struct disk_iscsi *iscsi;
	bool azure_file, vsphere; /* present and not null */
};

struct claim_spec {
	sym storage_class; /* .s NULL: unset; "": no class ever */
	sym volume_name, volume_mode, attributes_class;
	struct syms access_modes;
	struct resources requests;
	const struct label_selector *selector; /* NULL: none */
};

struct claim_source {
	sym claim_name;
	enum tri read_only;
};

struct ephemeral_source {
	struct claim_spec template_spec;
};

struct volume {
	sym name;
	const struct claim_source *claim;         /* persistentVolumeClaim */
	const struct ephemeral_source *ephemeral; /* claim "<pod>-<volume>" */
	const struct disks *disks;                /* NULL: none of them */
};

struct volumes {
	struct volume *v;
	uint32_t n;
};

#endif
