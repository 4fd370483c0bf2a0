/* -l of the command line; what parses is also matched, against labels made of the same bytes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/selector_parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct symtab *syms = symtab_new();
	char *text = arena_strndup(arena, (const char *)data, size);
	struct label label = { sym_str(syms, "app"), sym_str(syms, text) };
	struct labels labels = { &label, 1 };
	struct label_selector s;
	struct error err = ERROR_INIT;

	if (label_selector_parse(text, syms, arena, &s, &err) == 0)
		label_selector_matches(&s, &labels);
	else if (err.kind != ERR_USAGE || !*err.msg)
		abort();
	symtab_free(syms);
	arena_free(arena);
	return 0;
}
