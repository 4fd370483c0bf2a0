/* The quota plugin's own sentences, read back: for a quota that nobody may read. */
#include <string.h>

#include "admission/part.h"
#include "model/quantity.h"
#include "report/strings.h"

#define ITEMS_MAX 100 /* each is looked up in the other lists */

/* What comes before `end`, which has to be there; *at goes behind it. */
static const char *until(const char **at, const char *end, struct arena *arena)
{
	const char *found = strstr(*at, end);
	const char *text;

	if (!found)
		return NULL;
	text = arena_strndup(arena, *at, (size_t)(found - *at));
	*at = found + strlen(end);
	return text;
}

static struct strings split(const char *text, const char *separator, struct arena *arena)
{
	struct strings ret = { 0 };
	const char *part;

	while ((part = until(&text, separator, arena)))
		strings_push(&ret, part, arena);
	strings_push(&ret, text, arena);
	return ret;
}

/* "requests.cpu=1" of that key, parsed. */
static bool amount_of(const struct strings *list, const char *key, struct quantity *ret)
{
	struct error err = ERROR_INIT;
	size_t n = strlen(key);

	for (uint32_t i = 0; i < list->n; i++)
		if (strncmp(list->v[i], key, n) == 0 && list->v[i][n] == '=')
			return quantity_parse(list->v[i] + n + 1, ret, &err) == 0;
	return false;
}

/* The last list ends where the sentence does: at a blank, or at the end. */
static const char *one_word(const char *text, struct arena *arena)
{
	return arena_strndup(arena, text, strcspn(text, " \t\r\n"));
}

static bool parse_exceeded(const char *text, struct arena *arena, struct refusal *ret)
{
	const char *name = until(&text, ", requested: ", arena);
	const char *wanted = name ? until(&text, ", used: ", arena) : NULL;
	const char *used = wanted ? until(&text, ", limited: ", arena) : NULL;
	struct strings lists[3];

	if (!used)
		return false;
	lists[0] = split(wanted, ",", arena);
	lists[1] = split(used, ",", arena);
	lists[2] = split(one_word(text, arena), ",", arena);
	if (lists[0].n > ITEMS_MAX)
		return false;
	*ret = (struct refusal){ .kind = REFUSED_QUOTA, .name = name };
	for (uint32_t i = 0; i < lists[0].n; i++) {
		const char *part = lists[0].v[i], *equals = strchr(part, '=');
		struct quantity q[3];
		const char *key;

		if (!equals)
			return false;
		key = arena_strndup(arena, part, (size_t)(equals - part));
		for (size_t l = 0; l < 3; l++)
			if (!amount_of(&lists[l], key, &q[l]))
				return false;
		item_set_amounts(refusal_item_add(ret, key, arena), &q[0], &q[1], &q[2], arena);
	}
	return true;
}

/* "compute: must specify limits.cpu for: app,proxy; requests.memory for: app" */
static bool parse_needs(const char *text, struct arena *arena, struct refusal *ret)
{
	const char *name = until(&text, ": must specify ", arena);
	struct strings parts;

	if (!name)
		return false;
	*ret = (struct refusal){ .kind = REFUSED_QUOTA_NEEDS, .name = name };
	parts = split(text, "; ", arena);
	for (uint32_t i = 0; i < parts.n; i++) {
		const char *at = parts.v[i];
		const char *resource = until(&at, " for: ", arena);

		if (!resource)
			return false;
		refusal_item_add(ret, resource, arena)->containers =
			split(one_word(at, arena), ",", arena);
	}
	return true;
}

static bool parse_unknown(const char *text, struct arena *arena, struct refusal *ret)
{
	const char *name = until(&text, ", resources: ", arena);
	struct strings resources;

	if (!name)
		return false;
	*ret = (struct refusal){ .kind = REFUSED_QUOTA_UNKNOWN, .name = name };
	resources = split(one_word(text, arena), ",", arena);
	for (uint32_t i = 0; i < resources.n; i++)
		refusal_item_add(ret, resources.v[i], arena);
	return true;
}

bool refusal_parse(const char *text, struct arena *arena, struct refusal *ret)
{
	static const struct {
		const char *head;
		bool (*parse)(const char *text, struct arena *arena, struct refusal *ret);
	} forms[] = {
		{ "exceeded quota: ", parse_exceeded },
		{ "failed quota: ", parse_needs },
		{ "status unknown for quota: ", parse_unknown },
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		const char *at = strstr(text, forms[i].head);

		if (!at || !forms[i].parse(at + strlen(forms[i].head), arena, ret))
			continue;
		ret->text = arena_strdup(arena, at);
		return true;
	}
	return false;
}
