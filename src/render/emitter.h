/*
 * Where a walk over structured data puts what it finds: JSON and YAML are two emitters, and the
 * walk (report_fields.c) exists once.  Nothing is held back but the path from the root.
 *
 *	struct emitter e;
 *	json_writer_init(&e, stdout);
 *	emit_object(&e, NULL);
 *	emit_string(&e, "name", "web");
 *	emit_array(&e, "items");
 *	emit_end(&e);
 *	emit_end(&e);
 *	emit_finish(&e);
 *
 * A key of NULL: the value is an item of an array, or the root.
 */
#ifndef RENDER_EMITTER_H
#define RENDER_EMITTER_H

#include <stdio.h>

#include "report/report.h"

#define EMITTER_DEPTH_MAX 24 /* of the data; the report's own depth is about half of it */

struct emitter;
struct emitter_level;

struct emitter_ops {
	void (*key)(struct emitter *e, const char *key);       /* of the next value; NULL: an item */
	void (*scalar_string)(struct emitter *e, const char *s);
	void (*scalar_word)(struct emitter *e, const char *s); /* a number, true, false, null */
	/* The level is on the stack already; parent is NULL for the root. */
	void (*open)(struct emitter *e, struct emitter_level *level,
		     const struct emitter_level *parent);
	void (*close)(struct emitter *e, const struct emitter_level *level); /* still on the stack */
};

struct emitter_level {
	bool array;
	bool on_line;    /* its first child continues the line (YAML: "- key: value") */
	unsigned indent; /* column of its children */
	size_t n;        /* children so far */
};

struct emitter {
	const struct emitter_ops *ops;
	FILE *out;
	unsigned depth; /* levels in use */
	struct emitter_level levels[EMITTER_DEPTH_MAX];
};

void emit_object(struct emitter *e, const char *key);
void emit_array(struct emitter *e, const char *key);
void emit_end(struct emitter *e);
void emit_finish(struct emitter *e); /* after the root: ends the last line */

void emit_null(struct emitter *e, const char *key);
void emit_string(struct emitter *e, const char *key, const char *s); /* NULL is null */
void emit_bool(struct emitter *e, const char *key, bool v);
void emit_i64(struct emitter *e, const char *key, int64_t v);
void emit_opt_i64(struct emitter *e, const char *key, struct opt_i64 v);
void emit_time(struct emitter *e, const char *key, struct opt_time t);
void emit_strings(struct emitter *e, const char *key, const struct strings *s);
/* JSON text as it is, on one line: YAML's flow style too, since its strings are ASCII. */
void emit_json(struct emitter *e, const char *key, const char *json);

/* For writers: the level that is being filled; NULL at the root. */
static inline struct emitter_level *emitter_top(struct emitter *e)
{
	return e->depth ? &e->levels[e->depth - 1] : NULL;
}
void emitter_newline(struct emitter *e, unsigned indent);

#endif
