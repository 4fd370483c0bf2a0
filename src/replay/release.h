/*
 * What differs between kube-scheduler releases, as one table: a row per release, a column per
 * switch.  No other file compares versions.
 */
#ifndef REPLAY_RELEASE_H
#define REPLAY_RELEASE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum excluded_text { /* how nodes outside a PreFilter node set are told */
	EXCLUDED_PREFILTER_RESULT, /* "node is filtered out by the prefilter result" */
	EXCLUDED_SILENT,           /* neither mentioned nor counted in the message */
	EXCLUDED_PLUGINS,          /* "node(s) didn't satisfy plugin(s) [...]" */
};
enum portworx_mode { PORTWORX_NEVER, PORTWORX_ANNOTATED, PORTWORX_ALWAYS };
enum attributes_class_mode { VAC_IGNORED, VAC_REFUSED, VAC_COMPARED };

struct release {
	int minor, patch;                /* 1.minor.patch: the first release with this behaviour */
	bool taint_named;                /* taint reason names key and value */
	enum excluded_text excluded_text;
	bool volume_binding_node_set;    /* bound PVs narrow the nodes */
	bool nominated_outside_set;      /* own nominated node outside the set gets its own reasons */
	bool oversized_unresolvable;     /* request above allocatable is UnschedulableAndUnresolvable */
	bool sidecar_ports;              /* host ports of restartable init containers count */
	bool pod_level;                  /* spec.resources.requests replaces */
	bool pod_level_status;           /* status.resources of the pod is used */
	bool container_status;           /* container status in the accounting of bound pods */
	bool extended_resources_dra;     /* DeviceClass-backed extended resources go to DRA */
	bool dra;                        /* DynamicResources, and its PostFilter texts */
	bool dra_strict_pools;           /* pools judged by all their slices; bad ones are skipped */
	bool dra_device_features;        /* device taints, counters, shares, binding conditions */
	bool declared_features;
	bool intree_limits;              /* EBSLimits, GCEPDLimits, AzureDiskLimits */
	bool node_attach_limits;         /* attachable-volumes-* of the Node */
	bool count_attachments;          /* VolumeAttachments count */
	enum portworx_mode portworx;
	bool rwop_new_text, pv_affinity_new_text;
	enum attributes_class_mode attributes_class;
	bool spread_counts_shared;       /* two hard constraints with one key share counts */
	bool namespace_selector_quirk;   /* an empty label set is matched too */
	bool victims_by_importance;      /* else violating ones first */
	bool nominated_in_prebind;       /* nominatedNodeName is also set while waiting to bind */
};

/*
 * The row for "1.34", "1.34.2", "v1.36.2+k3s1", "v1.33.0-eks-123": a bare minor is its newest known
 * patch.  Below 1.30 or above the newest: the nearest row, and *ret_exact false.
 * 0, or -1 with err: not a version.
 */
int release_find(const char *version, const struct release **ret, bool *ret_exact, struct error *err);
const struct release *release_newest(void);
const struct release *release_get(size_t i); /* from the oldest on; NULL behind the newest */
/* "1.36.2": what is emulated, for the report. */
const char *release_name(const struct release *r);

#endif
