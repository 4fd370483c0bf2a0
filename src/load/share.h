/* Values decoded once for all objects that have the same text: containers of replicas, tolerations. */
#ifndef LOAD_SHARE_H
#define LOAD_SHARE_H

#include "base/pairmap.h"
#include "load/decode.h"

struct share {
	struct symtab *texts;
	struct arena *arena;
	struct pairmap numbers; /* (text, row) -> number + 1 */
	union shared_value *v;  /* owned, by number */
	size_t n, cap;
};

void share_init(struct share *s);
void share_release(struct share *s);
/* Between objects: starts afresh when the texts have grown too large. */
void share_trim(struct share *s);
/* The number of the value of that text, decoded if it is new; -1: d->error. */
long share_get(struct share *s, struct decode *d, struct arena *scratch, const struct field *row,
	       const char *path, const char *text, size_t len);

#endif
