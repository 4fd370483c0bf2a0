/* The version of an API group that a kind is asked for in; all but resource.k8s.io are v1 only. */
#ifndef FETCH_VERSIONS_H
#define FETCH_VERSIONS_H

#include "model/cluster.h"

#define VERSIONS_MAX 3

/* Most likely first; server_minor: 1.x, 0 unknown.  How many: at least one. */
size_t versions_of(enum kind kind, unsigned server_minor, const char *ret[VERSIONS_MAX]);
/* The server is so old that it has alpha versions at most, which are not read. */
bool versions_are_alpha(enum kind kind, unsigned server_minor);

#endif
