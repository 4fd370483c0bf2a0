/* Answers that are one small JSON object. */
#ifndef FETCH_SMALL_JSON_H
#define FETCH_SMALL_JSON_H

#include "base/arena.h"
#include "load/json.h"

#define SMALL_JSON_BYTES_MAX ((size_t)64 << 10)

/* In arena.  NULL: not JSON, not an object, or too much of it. */
const struct json_value *small_json_parse(struct arena *arena, const char *text, size_t len);
/* The text of a string member; NULL: absent or no string. */
const char *small_json_text(const struct json_value *object, const char *key);

#endif
