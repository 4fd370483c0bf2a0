/* Volumes of pods, claims, PersistentVolumes, classes and CSI objects. */
#include "load/field.h"

static const struct field gce_rows[] = {
	{ F_SYM("pdName", struct disk_gce, pd_name), .hide = HIDE_HANDLE },
	{ F_TRI("readOnly", struct disk_gce, read_only) },
};
static const struct field_table gce_table = TABLE(gce_rows);

static const struct field aws_rows[] = {
	{ F_SYM("volumeID", struct disk_aws, volume_id), .hide = HIDE_HANDLE },
	{ F_TRI("readOnly", struct disk_aws, read_only) },
};
static const struct field_table aws_table = TABLE(aws_rows);

static const struct field azure_rows[] = {
	{ F_SYM("diskName", struct disk_azure, name), .hide = HIDE_HANDLE },
	{ F_SYM("diskURI", struct disk_azure, uri), .hide = HIDE_HANDLE },
	{ F_SYM("kind", struct disk_azure, kind), .hide = HIDE_NOTHING },
};
static const struct field_table azure_table = TABLE(azure_rows);

static const struct field cinder_rows[] = {
	{ F_SYM("volumeID", struct disk_cinder, volume_id), .hide = HIDE_HANDLE },
};
static const struct field_table cinder_table = TABLE(cinder_rows);

static const struct field portworx_rows[] = {
	{ F_SYM("volumeID", struct disk_portworx, volume_id), .hide = HIDE_HANDLE },
};
static const struct field_table portworx_table = TABLE(portworx_rows);

static const struct field rbd_rows[] = {
	{ F_SYMS("monitors", struct disk_rbd, monitors), .hide = HIDE_HANDLE },
	{ F_SYM("image", struct disk_rbd, image), .hide = HIDE_HANDLE },
	{ F_SYM("pool", struct disk_rbd, pool), .hide = HIDE_HANDLE },
	{ F_TRI("readOnly", struct disk_rbd, read_only) },
};
static const struct field_table rbd_table = TABLE(rbd_rows);

static const struct field iscsi_rows[] = {
	{ F_SYM("iqn", struct disk_iscsi, iqn), .hide = HIDE_HANDLE },
	{ F_TRI("readOnly", struct disk_iscsi, read_only) },
};
static const struct field_table iscsi_table = TABLE(iscsi_rows);

#define DISK_ROWS(s, m) \
	{ F_POINTER("gcePersistentDisk", s, m gce, gce_table) }, \
	{ F_POINTER("awsElasticBlockStore", s, m aws, aws_table) }, \
	{ F_POINTER("azureDisk", s, m azure, azure_table) }, \
	{ F_POINTER("cinder", s, m cinder, cinder_table) }, \
	{ F_POINTER("portworxVolume", s, m portworx, portworx_table) }, \
	{ F_POINTER("rbd", s, m rbd, rbd_table) }, \
	{ F_POINTER("iscsi", s, m iscsi, iscsi_table) }, \
	{ F_PRESENT("azureFile", s, m azure_file) }, \
	{ F_PRESENT("vsphereVolume", s, m vsphere) }

static const struct field disks_rows[] = { DISK_ROWS(struct disks, ) };
static const struct field_table disks_table = TABLE(disks_rows);

static const struct field claim_source_rows[] = {
	{ F_SYM("claimName", struct claim_source, claim_name), .hide = HIDE_CLAIM },
	{ F_TRI("readOnly", struct claim_source, read_only) },
};
static const struct field_table claim_source_table = TABLE(claim_source_rows);

static const struct field claim_requests_rows[] = {
	{ F_RESOURCES("requests", struct claim_spec, requests) },
};
static const struct field_table claim_requests_table = TABLE(claim_requests_rows);

static const struct field claim_spec_rows[] = {
	{ F_SYM("storageClassName", struct claim_spec, storage_class), .hide = HIDE_CLASS },
	{ F_SYM("volumeName", struct claim_spec, volume_name), .hide = HIDE_VOLUME },
	{ F_SYM("volumeMode", struct claim_spec, volume_mode), .hide = HIDE_NOTHING },
	{ F_SYM("volumeAttributesClassName", struct claim_spec, attributes_class), .hide = HIDE_CLASS },
	{ F_SYMS("accessModes", struct claim_spec, access_modes), .hide = HIDE_NOTHING },
	{ F_HERE("resources", claim_requests_table) },
	{ F_POINTER("selector", struct claim_spec, selector, table_label_selector) },
};
const struct field_table table_claim_spec = TABLE(claim_spec_rows);

static const struct field claim_template_rows[] = {
	{ F_STRUCT("spec", struct ephemeral_source, template_spec, table_claim_spec) },
};
static const struct field_table claim_template_table = TABLE(claim_template_rows);

static const struct field ephemeral_rows[] = {
	{ F_HERE("volumeClaimTemplate", claim_template_table) },
};
static const struct field_table ephemeral_table = TABLE(ephemeral_rows);

static const struct field volume_rows[] = {
	{ F_SYM("name", struct volume, name), .hide = HIDE_MOUNT },
	{ F_POINTER("persistentVolumeClaim", struct volume, claim, claim_source_table) },
	{ F_POINTER("ephemeral", struct volume, ephemeral, ephemeral_table) },
	{ F_LEND("gcePersistentDisk", struct volume, disks, disks_table) },
	{ F_LEND("awsElasticBlockStore", struct volume, disks, disks_table) },
	{ F_LEND("azureDisk", struct volume, disks, disks_table) },
	{ F_LEND("cinder", struct volume, disks, disks_table) },
	{ F_LEND("portworxVolume", struct volume, disks, disks_table) },
	{ F_LEND("rbd", struct volume, disks, disks_table) },
	{ F_LEND("iscsi", struct volume, disks, disks_table) },
	{ F_LEND("azureFile", struct volume, disks, disks_table) },
	{ F_LEND("vsphereVolume", struct volume, disks, disks_table) },
};
const struct field_table table_volumes = TABLE(volume_rows);

static const struct field pvc_status_rows[] = {
	{ F_SYM("phase", struct pvc, phase), .hide = HIDE_NOTHING },
	{ F_LIST("conditions", struct pvc, conditions, table_conditions) },
};
static const struct field_table pvc_status_table = TABLE(pvc_status_rows);

static const struct field pvc_rows[] = {
	{ F_STRUCT("metadata", struct pvc, meta, table_meta) },
	{ F_STRUCT("spec", struct pvc, spec, table_claim_spec) },
	{ F_HERE("status", pvc_status_table) },
};
const struct field_table table_PVC = TABLE(pvc_rows);

static const struct field claim_ref_rows[] = {
	{ F_SYM("namespace", struct claim_ref, namespace_), .hide = HIDE_NAMESPACE },
	{ F_SYM("name", struct claim_ref, name), .hide = HIDE_CLAIM },
	{ F_SYM("uid", struct claim_ref, uid), .hide = HIDE_UID },
};
static const struct field_table claim_ref_table = TABLE(claim_ref_rows);

static const struct field csi_source_rows[] = {
	{ F_SYM("driver", struct csi_source, driver), .hide = HIDE_DRIVER },
	{ F_SYM("volumeHandle", struct csi_source, handle), .hide = HIDE_HANDLE },
};
static const struct field_table csi_source_table = TABLE(csi_source_rows);

static const struct field pv_affinity_rows[] = {
	{ F_POINTER("required", struct pv, node_affinity, table_node_selector) },
};
static const struct field_table pv_affinity_table = TABLE(pv_affinity_rows);

static const struct field pv_spec_rows[] = {
	{ F_RESOURCES("capacity", struct pv, capacity) },
	{ F_SYMS("accessModes", struct pv, access_modes), .hide = HIDE_NOTHING },
	{ F_SYM("storageClassName", struct pv, storage_class), .hide = HIDE_CLASS },
	{ F_SYM("volumeMode", struct pv, volume_mode), .hide = HIDE_NOTHING },
	{ F_SYM("volumeAttributesClassName", struct pv, attributes_class), .hide = HIDE_CLASS },
	{ F_POINTER("claimRef", struct pv, claim_ref, claim_ref_table) },
	{ F_HERE("nodeAffinity", pv_affinity_table) },
	{ F_POINTER("csi", struct pv, csi, csi_source_table) },
	DISK_ROWS(struct pv, disks.),
};
static const struct field_table pv_spec_table = TABLE(pv_spec_rows);

static const struct field pv_status_rows[] = {
	{ F_SYM("phase", struct pv, phase), .hide = HIDE_NOTHING },
};
static const struct field_table pv_status_table = TABLE(pv_status_rows);

static const struct field pv_rows[] = {
	{ F_STRUCT("metadata", struct pv, meta, table_meta) },
	{ F_HERE("spec", pv_spec_table) },
	{ F_HERE("status", pv_status_table) },
};
const struct field_table table_PV = TABLE(pv_rows);

static const struct field topology_requirement_rows[] = {
	{ F_SYM("key", struct topology_requirement, key), .hide = HIDE_KEY },
	{ F_SYMS("values", struct topology_requirement, values), .hide = HIDE_LABEL },
};
static const struct field_table topology_requirement_table = TABLE(topology_requirement_rows);

static const struct field topology_term_rows[] = {
	{ F_LIST("matchLabelExpressions", struct topology_term, expressions,
		 topology_requirement_table) },
};
static const struct field_table topology_term_table = TABLE(topology_term_rows);

static const struct field storage_class_rows[] = {
	{ F_STRUCT("metadata", struct storage_class, meta, table_meta) },
	{ F_SYM("provisioner", struct storage_class, provisioner), .hide = HIDE_DRIVER },
	{ F_SYM("volumeBindingMode", struct storage_class, binding_mode), .hide = HIDE_NOTHING },
	{ F_LIST("allowedTopologies", struct storage_class, allowed_topologies,
		 topology_term_table) },
};
const struct field_table table_STORAGE_CLASS = TABLE(storage_class_rows);

static const struct field driver_count_rows[] = {
	{ F_I64("count", struct csi_node_driver, count) },
};
static const struct field_table driver_count_table = TABLE(driver_count_rows);

static const struct field csi_node_driver_rows[] = {
	{ F_SYM("name", struct csi_node_driver, name), .hide = HIDE_DRIVER },
	{ F_HERE("allocatable", driver_count_table) },
};
static const struct field_table csi_node_driver_table = TABLE(csi_node_driver_rows);

static const struct field csi_node_spec_rows[] = {
	{ F_LIST("drivers", struct csi_node, drivers, csi_node_driver_table) },
};
static const struct field_table csi_node_spec_table = TABLE(csi_node_spec_rows);

static const struct field csi_node_rows[] = {
	{ F_STRUCT("metadata", struct csi_node, meta, table_meta) },
	{ F_HERE("spec", csi_node_spec_table) },
};
const struct field_table table_CSI_NODE = TABLE(csi_node_rows);

static const struct field csi_driver_spec_rows[] = {
	{ F_TRI("attachRequired", struct csi_driver, attach_required) },
	{ F_TRI("storageCapacity", struct csi_driver, storage_capacity) },
};
static const struct field_table csi_driver_spec_table = TABLE(csi_driver_spec_rows);

static const struct field csi_driver_rows[] = {
	{ F_STRUCT("metadata", struct csi_driver, meta, table_meta) },
	{ F_HERE("spec", csi_driver_spec_table) },
};
const struct field_table table_CSI_DRIVER = TABLE(csi_driver_rows);

static const struct field csi_capacity_rows[] = {
	{ F_STRUCT("metadata", struct csi_capacity, meta, table_meta) },
	{ F_SYM("storageClassName", struct csi_capacity, storage_class), .hide = HIDE_CLASS },
	{ F_POINTER("nodeTopology", struct csi_capacity, topology, table_label_selector) },
	{ F_QUANTITY("capacity", struct csi_capacity, capacity) },
	{ F_QUANTITY("maximumVolumeSize", struct csi_capacity, max_volume_size) },
};
const struct field_table table_CSI_CAPACITY = TABLE(csi_capacity_rows);

static const struct field attachment_source_rows[] = {
	{ F_SYM("persistentVolumeName", struct volume_attachment, pv_name), .hide = HIDE_VOLUME },
};
static const struct field_table attachment_source_table = TABLE(attachment_source_rows);

static const struct field attachment_spec_rows[] = {
	{ F_SYM("attacher", struct volume_attachment, attacher), .hide = HIDE_DRIVER },
	{ F_SYM("nodeName", struct volume_attachment, node_name), .hide = HIDE_NODE },
	{ F_HERE("source", attachment_source_table) },
};
static const struct field_table attachment_spec_table = TABLE(attachment_spec_rows);

static const struct field attach_error_rows[] = {
	{ F_SYM("message", struct volume_attachment, attach_error), .hide = HIDE_TEXT },
};
static const struct field_table attach_error_table = TABLE(attach_error_rows);

static const struct field attachment_status_rows[] = {
	{ F_TRI("attached", struct volume_attachment, attached) },
	{ F_HERE("attachError", attach_error_table) },
};
static const struct field_table attachment_status_table = TABLE(attachment_status_rows);

static const struct field volume_attachment_rows[] = {
	{ F_STRUCT("metadata", struct volume_attachment, meta, table_meta) },
	{ F_HERE("spec", attachment_spec_table) },
	{ F_HERE("status", attachment_status_table) },
};
const struct field_table table_VOLUME_ATTACHMENT = TABLE(volume_attachment_rows);
