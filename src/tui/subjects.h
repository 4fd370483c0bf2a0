/*
 * What the list of all subjects shows.  Each is diagnosed when there is time for it, and only this
 * much of it is kept: a report takes megabytes on a large cluster.
 */
#ifndef TUI_SUBJECTS_H
#define TUI_SUBJECTS_H

#include "render/report_text.h"

struct summary { /* strings are escaped but those of `subject` */
	struct subject subject; /* kind, namespace and name are set */
	const char *name;       /* "shop/web", "shop/Deployment/web" */
	const char *key;        /* the same, with the kind always */
	enum stage stage;
	const char *code, *text;
	const char *fold;       /* equal for pods that fold into one row; NULL: none do */
	int64_t fits, nodes;    /* -1: it has a node, or none is needed */
	struct opt_i64 age_seconds;
	struct mark mark;
};

struct summaries {
	struct arena *arena;
	struct summary *v;
	size_t n;
};

struct subjects {
	struct summaries old, next; /* next is being made; it takes the place of old when it is complete */
	struct reports *reports;      /* borrowed; NULL: all are made */
};

/* Begins anew with these; what is shown stays until they are made. */
void subjects_begin(struct subjects *l, struct reports *reports);
bool subjects_pending(const struct subjects *l);
/* Makes one more; true: it is worth showing. */
bool subjects_step(struct subjects *l);
/* The first ones as they come; later those before until all are made. */
const struct summaries *subjects_shown(const struct subjects *l);
void subjects_release(struct subjects *l);

#endif
