#ifndef RENDER_CLAUSE_TEXT_H
#define RENDER_CLAUSE_TEXT_H

#include "render/render.h"
#include "render/style.h"

/*
 * The requirements that leave no node together, numbered, and which do.  Nothing where the headline
 * has said it; with -o wide always, and all requirements that some node fails.
 */
void clause_text(const struct report *r, const struct render_options *opts, const struct sheet *sh);

#endif
