#include "load/json.h"

#include <cjson/cJSON.h>
#include <string.h>

/*
 * cJSON takes its allocator from process-wide hooks without an argument: this is where they find
 * the arena, and only while json_parse() runs.
 */
static struct arena *parse_arena;

static void *parse_alloc(size_t size)
{
	return arena_alloc(parse_arena, size);
}

static void parse_free(void *p)
{
	(void)p; /* the arena is reset as a whole */
}

const struct json_value *json_parse(struct arena *scratch, const char *text, size_t len)
{
	cJSON_Hooks hooks = { parse_alloc, parse_free };
	const cJSON *tree;

	parse_arena = scratch;
	cJSON_InitHooks(&hooks);
	tree = cJSON_ParseWithLength(text, len);
	cJSON_InitHooks(NULL);
	parse_arena = NULL;
	return (const struct json_value *)tree;
}

static const cJSON *node(const struct json_value *v)
{
	return (const cJSON *)v;
}

enum json_type json_type(const struct json_value *v)
{
	const cJSON *item = node(v);

	switch (item->type & 0xff) {
	case cJSON_False:
		return JSON_FALSE;
	case cJSON_True:
		return JSON_TRUE;
	case cJSON_String:
		return item->valuestring[0] == 's' ? JSON_STRING :
		       item->valuestring[0] == 'n' ? JSON_NUMBER : JSON_SHARED;
	case cJSON_Array:
		return JSON_LIST;
	case cJSON_Object:
		return JSON_OBJECT;
	default:
		return JSON_NULL;
	}
}

const char *json_text(const struct json_value *v)
{
	return node(v)->valuestring + 1;
}

const char *json_key(const struct json_value *v)
{
	return node(v)->string;
}

const struct json_value *json_first(const struct json_value *v)
{
	return (const struct json_value *)node(v)->child;
}

const struct json_value *json_next(const struct json_value *v)
{
	return (const struct json_value *)node(v)->next;
}

const char *json_type_name(enum json_type type)
{
	static const char *const names[] = {
		[JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true",
		[JSON_STRING] = "a string", [JSON_NUMBER] = "a number", [JSON_SHARED] = "a value",
		[JSON_LIST] = "a list", [JSON_OBJECT] = "an object",
	};

	return names[type];
}

void json_unescape(struct arena *scratch, struct strbuf *out, const char *text, size_t len)
{
	struct strbuf quoted = STRBUF_INIT;
	const struct json_value *v;

	strbuf_add(&quoted, "\"s", 2);
	strbuf_add(&quoted, text, len);
	strbuf_addc(&quoted, '"');
	v = json_parse(scratch, quoted.buf, quoted.len);
	if (v)
		strbuf_adds(out, json_text(v));
	strbuf_release(&quoted);
}
