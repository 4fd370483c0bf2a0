#include "replay/release.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

/*
 * One row per release in which something changes, oldest first; a row holds until the next one.
 * Rows of patch releases that were never run against are known from release notes only (core
 * reference 9.2): 1.30.2 (excluded nodes no longer told) and 1.34.2 (taint no longer named).
 */
#define V1_30                                                                                  \
	.taint_named = true, .volume_binding_node_set = true, .intree_limits = true,           \
	.node_attach_limits = true, .spread_counts_shared = true
#define V1_31                                                                                  \
	.taint_named = true, .volume_binding_node_set = true, .nominated_outside_set = true,   \
	.node_attach_limits = true, .spread_counts_shared = true,                              \
	.portworx = PORTWORX_ANNOTATED, .attributes_class = VAC_REFUSED
#define V1_32                                                                                  \
	.taint_named = true, .excluded_text = EXCLUDED_PLUGINS, .nominated_outside_set = true, \
	.count_attachments = true, .portworx = PORTWORX_ANNOTATED,                             \
	.attributes_class = VAC_REFUSED, .victims_by_importance = true
#define V1_34                                                                                  \
	.excluded_text = EXCLUDED_PLUGINS, .nominated_outside_set = true,                      \
	.count_attachments = true, .victims_by_importance = true,                              \
	.oversized_unresolvable = true, .sidecar_ports = true, .pod_level = true,              \
	.container_status = true, .dra = true, .rwop_new_text = true,                          \
	.pv_affinity_new_text = true, .attributes_class = VAC_COMPARED,                        \
	.namespace_selector_quirk = true

static const struct release releases[] = {
	{ 30, 1, V1_30, .excluded_text = EXCLUDED_PREFILTER_RESULT },
	{ 30, 2, V1_30, .excluded_text = EXCLUDED_SILENT },
	{ 31, 1, V1_31, .excluded_text = EXCLUDED_SILENT },
	{ 32, 2, V1_32, .spread_counts_shared = true },
	{ 33, 0, V1_32, .container_status = true, .pv_affinity_new_text = true },
	{ 34, 1, V1_34, .taint_named = true, .portworx = PORTWORX_ANNOTATED },
	{ 34, 2, V1_34, .portworx = PORTWORX_ANNOTATED },
	{ 35, 3, V1_34, .portworx = PORTWORX_ANNOTATED, .nominated_in_prebind = true,
	  .dra_strict_pools = true },
	{ 36, 2, V1_34, .portworx = PORTWORX_ALWAYS, .nominated_in_prebind = true,
	  .pod_level_status = true, .extended_resources_dra = true, .declared_features = true,
	  .dra_strict_pools = true, .dra_device_features = true },
};
#define RELEASES (sizeof(releases) / sizeof(releases[0]))

const struct release *release_newest(void)
{
	return &releases[RELEASES - 1];
}

/* Reads digits at *p; -1 if there are none or too many. */
const struct release *release_get(size_t i)
{
	return i < RELEASES ? &releases[i] : NULL;
}

static int read_number(const char **p)
{
	int n = 0, digits = 0;

	for (; **p >= '0' && **p <= '9'; ++*p) {
		if (++digits > 6)
			return -1;
		n = n * 10 + (**p - '0');
	}
	return digits ? n : -1;
}

/* *ret_patch is -1 for a bare minor.  Anything may follow a patch ("-eks-1", "+k3s1", "-rc.0"). */
static int parse_version(const char *text, int *ret_major, int *ret_minor, int *ret_patch)
{
	const char *p = text;

	if (*p == 'v')
		p++;
	*ret_major = read_number(&p);
	if (*ret_major < 0 || *p++ != '.')
		return -1;
	*ret_minor = read_number(&p);
	*ret_patch = -1;
	if (*ret_minor < 0)
		return -1;
	if (*p == '.') {
		p++;
		*ret_patch = read_number(&p);
		if (*ret_patch < 0)
			return -1;
		return *p == '\0' || *p == '-' || *p == '+' ? 0 : -1;
	}
	return *p == '\0' || *p == '+' ? 0 : -1; /* some servers say minor "28+" */
}

int release_find(const char *version, const struct release **ret, bool *ret_exact, struct error *err)
{
	int major, minor, patch;

	if (parse_version(version, &major, &minor, &patch) < 0)
		return error_set(err, ERR_USAGE,
				 _("not a Kubernetes version: \"%.40s\" (wanted: 1.34 or 1.34.2)"),
				 version);
	*ret_exact = major == 1 && minor >= releases[0].minor &&
		     minor <= releases[RELEASES - 1].minor;
	*ret = &releases[0];
	if (major < 1)
		return 0;
	if (major > 1)
		minor = releases[RELEASES - 1].minor + 1;
	for (size_t i = 0; i < RELEASES; i++) {
		const struct release *r = &releases[i];

		/* A patch older than the first known one of its minor behaves as that one. */
		bool first_of_minor = i == 0 || releases[i - 1].minor < r->minor;

		if (r->minor < minor ||
		    (r->minor == minor && (patch < 0 || r->patch <= patch || first_of_minor)))
			*ret = r;
	}
	return 0;
}

const char *release_name(const struct release *r)
{
	static const char *const names[RELEASES] = { "1.30.1", "1.30.2", "1.31.1", "1.32.2",
						     "1.33.0", "1.34.1", "1.34.2", "1.35.3", "1.36.2" };

	return names[r - releases];
}
