#ifndef RENDER_CLAUSE_FIELDS_H
#define RENDER_CLAUSE_FIELDS_H

#include "render/emitter.h"

/* The arrays "clauses" and "conjunctions", and "fitsWhenEmpty". */
void clause_fields(struct emitter *e, const struct advice *a);
/* The array "moves", and "movesExact": null where there are none. */
void move_fields(struct emitter *e, const struct advice *a);

#endif
