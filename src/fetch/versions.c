#include "fetch/versions.h"

#include <string.h>

/* v1 came with 1.34, v1beta2 with 1.33, v1beta1 with 1.32: drivers first asked for the older one. */
static const struct {
	unsigned minor; /* from here on */
	size_t n;
	const char *v[VERSIONS_MAX];
} device_versions[] = {
	{ 34, 3, { "v1", "v1beta2", "v1beta1" } },
	{ 33, 3, { "v1beta1", "v1beta2", "v1" } },
	{ 32, 2, { "v1beta1", "v1" } },
	{ 1, 1, { "v1" } },
	{ 0, 3, { "v1", "v1beta2", "v1beta1" } },
};

static bool is_of_devices(enum kind kind)
{
	return !strcmp(kinds[kind].group, "resource.k8s.io");
}

size_t versions_of(enum kind kind, unsigned server_minor, const char *ret[VERSIONS_MAX])
{
	size_t row = 0;

	ret[0] = "v1";
	if (!is_of_devices(kind))
		return 1;
	while (device_versions[row].minor > server_minor)
		row++;
	memcpy(ret, device_versions[row].v, sizeof(device_versions[row].v));
	return device_versions[row].n;
}

bool versions_are_alpha(enum kind kind, unsigned server_minor)
{
	return is_of_devices(kind) && server_minor && server_minor < 32;
}
