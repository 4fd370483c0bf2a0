#ifndef RENDER_FIX_TEXT_H
#define RENDER_FIX_TEXT_H

#include "render/render.h"
#include "render/style.h"

/* "would help": nothing if there are no fixes. */
void fix_text(const struct report *r, const struct render_options *opts, const struct sheet *sh);

/* What a fix changes ("this pod, cluster"; subject: the name asked about), and where it fits then. */
void fix_changes(struct strbuf *out, const struct fix *f, const char *subject);
void fix_nodes(struct strbuf *out, const struct fix *f, bool all);

#endif
