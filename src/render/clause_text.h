#ifndef RENDER_CLAUSE_TEXT_H
#define RENDER_CLAUSE_TEXT_H

#include "render/render.h"
#include "render/style.h"
#include "render/table.h"

struct clause_notes { /* what is said under the table; in the caller's arena */
	struct arena *arena;
	struct strings lines;
};

/*
 * The requirements that leave no node together, numbered, and which do.  Nothing where the headline
 * has said it; with -o wide always, and all requirements that some node fails.
 */
struct table *clause_table(const struct report *r, bool wide, struct clause_notes *ret); /* or NULL */
void clause_text(const struct report *r, const struct render_options *opts, const struct sheet *sh);

#endif
