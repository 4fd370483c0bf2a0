/* A file of rules; what is accepted of it is asked about a few signals. */
#include <string.h>

#include "rules/rule.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask(const struct rules *rules, struct arena *arena)
{
	struct rule_input inputs[] = {
		{ .source = RULE_EVENT, .name = "Failed", .message = "Error: secret \"a\" not found" },
		{ .source = RULE_WAITING, .name = "ErrImagePull", .message = "manifest unknown" },
		{ .source = RULE_TERMINATED, .name = "Error", .exit_code = { true, 137 } },
		{ .source = RULE_CONDITION, .kind = "Node", .name = "Ready", .status = "False" },
	};

	for (size_t i = 0; i < sizeof(inputs) / sizeof(*inputs); i++) {
		struct rule_match m;

		rules_match(rules, &inputs[i], arena, &m);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	char *text = arena_strndup(arena, (const char *)data, size);
	struct rules *rules = rules_new();

	if (!memchr(text, '\0', size))
		rules_read(rules, "fuzz.yaml", text, size);
	rules_link(rules);
	ask(rules, arena);
	rules_free(rules);
	arena_free(arena);
	return 0;
}
