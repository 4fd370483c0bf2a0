#ifndef RENDER_FIX_FIELDS_H
#define RENDER_FIX_FIELDS_H

#include "render/emitter.h"

/* The array "fixes". */
void fix_fields(struct emitter *e, const struct advice *a);

#endif
