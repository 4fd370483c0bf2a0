/* The cluster autoscaler's status: any text is read or is not, and its parts come from it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "load/autoscaler_status.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cluster *c = cluster_new();
	char *text = malloc(size + 1);
	struct config_map m = { 0 };

	if (!text)
		abort();
	for (size_t i = 0; i < size; i++)
		text[i] = data[i] ? (char)data[i] : ' ';
	text[size] = '\0';
	m.status = sym_str(c->syms, text);
	autoscaler_status_read(c, &m);
	if (m.autoscaler && sym_empty(m.autoscaler->time_text) && sym_empty(m.autoscaler->state) &&
	    !strstr(text, "status at"))
		abort();
	free(text);
	cluster_free(c);
	return 0;
}
