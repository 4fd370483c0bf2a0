#ifndef RENDER_FIX_TEXT_H
#define RENDER_FIX_TEXT_H

#include "render/render.h"
#include "render/style.h"

/* "would help": nothing if there are no fixes. */
void fix_text(const struct report *r, const struct render_options *opts, const struct sheet *sh);

#endif
