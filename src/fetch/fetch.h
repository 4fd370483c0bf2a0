/* A live cluster into the model: what the subjects need, read with as few round trips as it takes. */
#ifndef FETCH_FETCH_H
#define FETCH_FETCH_H

#include "fetch/http.h"
#include "fetch/need.h"

/*
 * Reads into c and finishes it.  What cannot be read is written down as coverage; only the subjects
 * themselves have to be readable.  A subject that does not exist is no error here: names that are
 * near have been read then, and nothing else.
 * 0, or -1 with err.
 */
int fetch_cluster(struct cluster *c, struct http *h, const struct asked *w, unsigned chunk,
		  struct error *err);

/*
 * Whether an object is still as it was when digest was taken; *digest becomes the new one.
 * 1 changed (or gone), 0 not, -1 with err.
 */
int fetch_changed(struct http *h, enum kind kind, const char *namespace_, const char *name,
		  uint64_t *digest, struct error *err);

#endif
