#include "load/json.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <string.h>

#include "base/i18n.h"

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
		[JSON_STRING] = N_("a string"), [JSON_NUMBER] = N_("a number"), [JSON_SHARED] = N_("a value"),
		[JSON_LIST] = N_("a list"), [JSON_OBJECT] = N_("an object"),
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

void json_write_string(struct strbuf *out, const char *s)
{
	strbuf_addc(out, '"');
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '"' || c == '\\')
			strbuf_addc(out, '\\');
		if (c < 0x20)
			strbuf_addf(out, "\\u%04x", (unsigned)c);
		else
			strbuf_addc(out, *s);
	}
	strbuf_addc(out, '"');
}

static void write_members(struct strbuf *out, const struct json_value *v, bool object)
{
	strbuf_addc(out, object ? '{' : '[');
	for (const struct json_value *e = json_first(v); e; e = json_next(e)) {
		if (e != json_first(v))
			strbuf_addc(out, ',');
		if (object) {
			json_write_string(out, json_key(e));
			strbuf_addc(out, ':');
		}
		json_write(out, e); /* no deeper than LOAD_DEPTH_MAX, which json_scan sees to */
	}
	strbuf_addc(out, object ? '}' : ']');
}

void json_write(struct strbuf *out, const struct json_value *v)
{
	enum json_type type = json_type(v);

	switch (type) {
	case JSON_FALSE: strbuf_adds(out, "false"); break;
	case JSON_TRUE: strbuf_adds(out, "true"); break;
	case JSON_STRING: json_write_string(out, json_text(v)); break;
	case JSON_NUMBER: strbuf_adds(out, json_text(v)); break;
	case JSON_LIST: case JSON_OBJECT: write_members(out, v, type == JSON_OBJECT); break;
	case JSON_NULL: case JSON_SHARED: strbuf_adds(out, "null"); break;
	}
}
