/* A pattern in the first line, the text it is matched with in the rest. */
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "rules/rule.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_groups(const struct pattern *p, const struct span *groups, size_t len)
{
	for (unsigned g = 0; g <= pattern_groups(p); g++)
		if (groups[g].begin <= groups[g].end && groups[g].end > len)
			die("group %u ends behind the text", g);
}

static void match(const struct pattern *p, const char *text, size_t len)
{
	struct pattern_scratch *scratch = pattern_scratch_new();
	struct span groups[PATTERN_GROUPS_MAX + 1];
	size_t literal_len;
	const char *literal = pattern_literal(p, &literal_len);

	if (pattern_match(p, scratch, text, len, groups)) {
		check_groups(p, groups, len);
		if (strlen(text) == len && !strstr(text, literal))
			die("a match without the literal that it needs");
	}
	pattern_scratch_free(scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	char *text = arena_strndup(arena, (const char *)data, size);
	size_t len = strcspn(text, "\n");
	struct error err = ERROR_INIT;
	const struct pattern *p;

	if (len < size) {
		text[len] = '\0';
		p = pattern_compile(arena, text, &err);
		if (p)
			match(p, text + len + 1, size - len - 1);
	}
	arena_free(arena);
	return 0;
}
