/*
 * One small JSON text as a tree.  The text comes from json_scan and is valid; its strings and
 * numbers carry the letter that json_scan puts in front.  Behind this header is cJSON.
 */
#ifndef LOAD_JSON_H
#define LOAD_JSON_H

#include <stddef.h>

#include "base/arena.h"
#include "base/strbuf.h"

struct json_value;

enum json_type {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_STRING,
	JSON_NUMBER,
	JSON_SHARED, /* written by the filter: the number of a value decoded before */
	JSON_LIST,
	JSON_OBJECT,
};

/* The tree lives in scratch until that is reset.  NULL: refused after all. */
const struct json_value *json_parse(struct arena *scratch, const char *text, size_t len);
enum json_type json_type(const struct json_value *v);
const char *json_text(const struct json_value *v); /* of strings and numbers, as text */
const char *json_key(const struct json_value *v);  /* of a member of an object */
const struct json_value *json_first(const struct json_value *v); /* member or element, or NULL */
const struct json_value *json_next(const struct json_value *v);
/* "a string", "null": for messages. */
const char *json_type_name(enum json_type type);
/* The tree as JSON text again, without the letters. */
void json_write(struct strbuf *out, const struct json_value *v);
/* A string with its quotes. */
void json_write_string(struct strbuf *out, const char *s);
/* The characters behind a text with escapes, as it stands between quotes. */
void json_unescape(struct arena *scratch, struct strbuf *out, const char *text, size_t len);

#endif
