#ifndef RENDER_NODE_REVERSE_TEXT_H
#define RENDER_NODE_REVERSE_TEXT_H

#include "render/render.h"
#include "render/style.h"
#include "render/table.h"

struct node_reverse { /* NULL: none */
	struct table *able, *others; /* pods that could run on the node, and what stops the others */
};

/* The reports of node/NAME: pods that could run there, then the others with what stops them. */
void node_reverse_text(struct reports *rs, const struct render_options *opts,
		       const struct sheet *sh);
/* The same as tables, for other formats; asks for each report once. */
struct node_reverse node_reverse(struct reports *rs, bool wide, struct arena *arena,
				 struct strbuf *ret_headline);

#endif
