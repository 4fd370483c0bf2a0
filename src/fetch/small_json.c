#include "fetch/small_json.h"

#include <string.h>

#include "base/strbuf.h"
#include "load/json_scan.h"

static unsigned keep_all(void *self, const struct scan_value *v)
{
	(void)self;
	(void)v;
	return SCAN_COPY;
}

const struct json_value *small_json_parse(struct arena *arena, const char *text, size_t len)
{
	static const struct scan_sink sink = { keep_all, NULL };
	struct strbuf kept = STRBUF_LIMIT(2 * SMALL_JSON_BYTES_MAX);
	const struct json_value *v = NULL;
	struct json_scan scan;
	struct error err;

	if (len > SMALL_JSON_BYTES_MAX)
		return NULL;
	json_scan_init(&scan, &kept, &sink, NULL);
	if (json_scan_push(&scan, text, len, &err) == 0 && json_scan_finish(&scan, &err) == 0 &&
	    !kept.full)
		v = json_parse(arena, kept.buf, kept.len);
	json_scan_release(&scan);
	strbuf_release(&kept);
	return v && json_type(v) == JSON_OBJECT ? v : NULL;
}

const char *small_json_text(const struct json_value *object, const char *key)
{
	const char *found = NULL;

	for (const struct json_value *m = json_first(object); m; m = json_next(m))
		if (!strcmp(json_key(m), key)) /* of duplicates the last counts */
			found = json_type(m) == JSON_STRING ? json_text(m) : NULL;
	return found;
}
