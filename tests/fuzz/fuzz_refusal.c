/* Sentences of the API server's admission plugins, which controllers copy into events. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "admission/admission.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	char *text = arena_strndup(arena, (const char *)data, size);
	struct refusal refusal;
	struct security_violation violation;

	if (refusal_parse(text, arena, &refusal) && (!refusal.name || !refusal.text))
		abort();
	if (security_parse(text, arena, &violation) && (!violation.level || !violation.rules.n))
		abort();
	arena_free(arena);
	return 0;
}
