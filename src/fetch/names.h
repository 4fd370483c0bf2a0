/* Objects for their names: a page of each list at most, since someone waits with a finger on Tab. */
#ifndef FETCH_NAMES_H
#define FETCH_NAMES_H

#include "fetch/http.h"
#include "model/cluster.h"

#define NAMES_MAX 500 /* of one list */

struct names_wanted {
	enum kind kind;
	const char *namespace_; /* NULL: all, or none for the kind */
	const char *fields;     /* field selector; NULL: none */
};

/*
 * Reads the n lists side by side into c, which is not finished.  0, or -1 with err: none of them
 * could be read.
 */
int fetch_names(struct cluster *c, struct http *h, const struct names_wanted *w, size_t n,
		struct error *err);

#endif
