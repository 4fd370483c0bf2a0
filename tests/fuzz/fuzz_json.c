/* The JSON loader: any bytes, cut anywhere, give notes and objects, and the same ones. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "load/load.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Objects and notes together tell whether two runs saw the same. */
static size_t load(const char *data, size_t size, size_t step, size_t *ret_notes)
{
	struct cluster *c = cluster_new();
	struct loader *l = loader_new(c, "fuzz", LOAD_JSON, -1);
	struct error err = ERROR_INIT;
	size_t n = 0;
	int rc = 0;

	for (size_t i = 0; i < size && rc == 0; i += step)
		rc = loader_push(l, data + i, step < size - i ? step : size - i, &err);
	if (rc == 0)
		rc = loader_finish(l, &err);
	if (rc < 0)
		cluster_note(c, true, "%s", err.msg);
	loader_free(l);
	load_finish(c);
	for (int k = 0; k < KIND_COUNT; k++)
		n += c->objects[k].n;
	*ret_notes = c->notes.n;
	for (size_t i = 0; i < c->notes.n; i++)
		n += strlen(c->notes.v[i].text) * 1000;
	cluster_free(c);
	return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t notes, again, whole;

	if (!size)
		return 0;
	whole = load((const char *)data, size, size, &notes);
	if (load((const char *)data, size, 1 + data[size - 1] % 13, &again) != whole ||
	    notes != again)
		abort();
	return 0;
}
