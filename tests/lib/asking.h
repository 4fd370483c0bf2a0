/* Questions to a cluster that comes from JSON, answered with the built-in rules. */
#ifndef TESTS_LIB_ASKING_H
#define TESTS_LIB_ASKING_H

#include "base/strbuf.h"
#include "diagnose/diagnose.h"
#include "rules/rules.h"

struct asking {
	struct cluster *cluster;
	struct profile profile;
	struct rules *rules;
	struct diagnosis *d;
};

/* json: what kubectl prints; now: a time, or NULL.  Losing an object fails the test. */
void asking_start(struct asking *a, const char *json, size_t len, const char *now);
void asking_end(struct asking *a);

/* One subject, "web" or "deploy/web": its report, to be freed. */
struct reports asking_about(struct asking *a, const char *namespace_, const char *name);
/* The default text, in one line: runs of blanks and line ends are one blank. */
void asking_text(struct reports *rs, struct strbuf *out);

/* The whole file as text; fails the test if it cannot be read. */
void read_test_file(const char *path, struct strbuf *out);

#endif
