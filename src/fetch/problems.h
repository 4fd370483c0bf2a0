/* All that is wrong with a configuration, as kubectl says it: one sentence, or a list of them. */
#ifndef FETCH_PROBLEMS_H
#define FETCH_PROBLEMS_H

#include "base/error.h"
#include "base/strbuf.h"

struct problems {
	struct strbuf text;
	size_t n;
};

#define PROBLEMS_INIT { STRBUF_LIMIT(4096), 0 }

void problems_add(struct problems *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* 0 without problems, else -1 with err.  Releases. */
int problems_result(struct problems *p, struct error *err);

#endif
