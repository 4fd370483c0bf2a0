/* The YAML reader: any bytes give notes and objects. */
#include <stdint.h>

#include "load/load.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cluster *c = cluster_new();
	struct loader *l = loader_new(c, "fuzz", LOAD_YAML, -1);
	struct error err = ERROR_INIT;

	if (loader_push(l, (const char *)data, size, &err) == 0)
		loader_finish(l, &err);
	loader_free(l);
	load_finish(c);
	cluster_free(c);
	return 0;
}
