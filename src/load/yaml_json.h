/*
 * Writes JSON text for YAML nodes as they come: separators, anchors and aliases, merge keys.
 *
 * An alias repeats the JSON text of its anchor.  A merge key (<<) is applied at the end of its
 * mapping, when it is known which keys the mapping has itself.
 */
#ifndef LOAD_YAML_JSON_H
#define LOAD_YAML_JSON_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/sym.h"
#include "load/load.h"

struct anchor {
	const char *name, *text;
	size_t len;
};

struct recording { /* of a node that is being written, for its anchor or for a merge key */
	const char *anchor; /* NULL: a merge key's value */
	size_t start;       /* in recorded */
	unsigned depth;
};

struct yaml_level {
	bool mapping, some;
	bool value_next;     /* in a mapping: the key is written */
	bool merge_next;     /* the value belongs to a merge key */
	size_t keys;         /* yaml_json.keys.len at its start */
	struct merge *merges;
};

struct yaml_json {
	struct strbuf out;      /* text to be taken away by the caller */
	struct strbuf recorded; /* text of the nodes with anchors that are open */
	struct strbuf keys;     /* of the open mappings: each key as JSON text and a NUL */
	struct arena *arena;    /* of one document */
	struct anchor *anchors;
	size_t n_anchors, n_recordings, expanded;
	unsigned depth, muted;
	struct recording *recordings;
	struct yaml_level level[LOAD_DEPTH_MAX + 1];
	struct error *err;
};

void yaml_json_init(struct yaml_json *y);
void yaml_json_release(struct yaml_json *y);
void yaml_json_begin(struct yaml_json *y, struct error *err); /* a document */

/* All: 0, or -1 with err.  anchor is NULL without one. */
int yaml_json_open(struct yaml_json *y, bool mapping, const char *anchor);
int yaml_json_close(struct yaml_json *y);
/* A scalar that is JSON text already, as a value. */
int yaml_json_scalar(struct yaml_json *y, const char *anchor, const char *text, size_t len);
int yaml_json_key(struct yaml_json *y, const char *text, size_t len);
int yaml_json_merge_key(struct yaml_json *y);
int yaml_json_alias(struct yaml_json *y, const char *anchor);
/* The next node is a key. */
bool yaml_json_wants_key(const struct yaml_json *y);

#endif
