/* Inputs of the loader against everything that came of them, as text. */
#ifndef TESTS_LOAD_CASE_H
#define TESTS_LOAD_CASE_H

#include "load/load.h"

struct load_case {
	const char *name, *input, *want;
};

#define NODE_(name) "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"" name "\"}}"
#define NODE(name) "Node {\"metadata\":{\"name\":\"" name "\"}}\n"
#define WITH(fields) \
	"{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\"}," fields "}"
#define KILO "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef" /* a 16th of one */

/* All objects, one a line, then the notes: "!" something is lost, "?" a warning.  Owned. */
char *describe(struct cluster *c);
/* What comes of the input, pushed in pieces of `step` bytes.  Owned. */
char *load_pieces(const char *input, size_t len, size_t step);
/* That in any pieces. */
void check_bytes(const char *name, const char *input, size_t len, const char *want);
void check_cases(const struct load_case *cases, size_t n);
#define CHECK(cases) check_cases(cases, sizeof(cases) / sizeof((cases)[0]))
/* before, n times unit, after. */
void check_limit(const char *before, const char *unit, size_t n, const char *after,
		 const char *want);
/* The whole input read, defaults of all kinds filled in. */
struct cluster *cluster_of(const char *input);

#endif
