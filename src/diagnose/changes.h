/* What changed in the cluster, newest first: to explain why the scheduler's sentence is outdated. */
#ifndef DIAGNOSE_CHANGES_H
#define DIAGNOSE_CHANGES_H

#include "base/strbuf.h"
#include "diagnose/context.h"

enum change_kind { CHANGE_NODE_ADDED, CHANGE_TAINT_ADDED, CHANGE_POD_BOUND, CHANGE_CLAIM_CREATED };

struct change {
	int64_t us;
	enum change_kind kind;
	const struct meta *object;
	sym extra; /* the taint's key, the pod's node */
};

/* All later than `since`, newest first; listed once per diagnosis. */
const struct change *changes_since(struct diagnosis *d, int64_t since, size_t *ret_n);
/* "node n1 was added" */
void change_text(const struct change *c, struct strbuf *out);

#endif
