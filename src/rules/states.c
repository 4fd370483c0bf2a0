#include "rules/states.h"

#include <stddef.h>
#include <string.h>

static const struct state {
	const char *name, *values;
} states[] = {
#define STATE(name, values) { name, values },
#include "rules/states.def"
#undef STATE
};

static const struct state *find(const char *name)
{
	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++)
		if (strcmp(states[i].name, name) == 0)
			return &states[i];
	return NULL;
}

bool rule_state_exists(const char *name)
{
	return find(name) != NULL;
}

bool rule_state_brings(const char *state, const char *value)
{
	const struct state *s = find(state);
	size_t len = strlen(value), word;

	for (const char *p = s ? s->values : ""; *p; p += word + strspn(p + word, " ")) {
		word = strcspn(p, " ");
		if (word == len && memcmp(p, value, len) == 0)
			return true;
	}
	return false;
}
