/* What the API server would have filled in, for objects written by hand. */
#ifndef LOAD_DEFAULTS_H
#define LOAD_DEFAULTS_H

#include "model/cluster.h"

/* All that the object itself decides.  One that came from an API server is not changed. */
void defaults_object(struct cluster *c, enum kind kind, struct meta *m);
/* One more, sorted by key, unless it is there already. */
void default_label(struct cluster *c, struct labels *l, const char *name, sym value);

#endif
