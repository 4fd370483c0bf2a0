#ifndef RENDER_NODE_REVERSE_TEXT_H
#define RENDER_NODE_REVERSE_TEXT_H

#include "render/render.h"
#include "render/style.h"

/* The reports of node/NAME: pods that could run there, then the others with what stops them. */
void node_reverse_text(struct reports *rs, const struct render_options *opts,
		       const struct sheet *sh);

#endif
