/*
 * Reports to text.  A format is one file and one row of renderers[]; a column is one row of
 * columns.c.  Everything is written to a stream of bytes; nothing here knows a terminal, a clock
 * or the environment: width and colour arrive in the options.
 */
#ifndef RENDER_RENDER_H
#define RENDER_RENDER_H

#include <stdio.h>

#include "report/report.h"

struct render_options {
	unsigned width;       /* columns to fit into; 0: no limit (piped) */
	bool color;
	bool wide;            /* -o wide */
	bool all_namespaces;
	const char *namespace_; /* that was looked at, for "nothing is stuck in ..."; NULL: not known */
	bool unsettled;       /* an empty list does not mean that nothing is stuck; cli says why */
	enum nodes_shown nodes;
	bool verbose;         /* -v: the evidence of findings too */
};

struct renderer {
	const char *name;    /* of -o; "" is the default table */
	const char *summary; /* one line for --help */
	/* Asks for each report once, in order.  Write errors are noticed through ferror(out). */
	void (*render)(struct reports *rs, const struct render_options *opts, FILE *out);
	bool data; /* for programs: in English whatever --lang says */
};

extern const struct renderer renderers[];
extern const size_t renderer_count;
const struct renderer *renderer_find(const char *name); /* NULL: no such format */

#endif
