/* What became of an object between two readings. */
#ifndef FETCH_CHANGES_H
#define FETCH_CHANGES_H

#include "base/strbuf.h"
#include "model/cluster.h"

/* Appends how the later reading differs in what counts; nothing if it does not. */
void changes_of_pod(struct strbuf *out, const struct pod *before, const struct pod *after);
void changes_of_workload(struct strbuf *out, const struct workload *before,
			 const struct workload *after);

#endif
