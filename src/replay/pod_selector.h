/*
 * The pods that a rule means: a label selector, plus labels that the scheduler adds to it
 * (matchLabelKeys, selectors of services).
 */
#ifndef REPLAY_POD_SELECTOR_H
#define REPLAY_POD_SELECTOR_H

#include "base/strbuf.h"
#include "model/selector.h"

struct pod_selector {
	bool nothing;			   /* nil: matches no pod */
	const struct label_selector *base; /* NULL: no requirement of its own */
	struct labels equal;		   /* further labels to have, in no order */
};

/* NULL is the nil selector. */
struct pod_selector pod_selector_of(const struct label_selector *s);
bool pod_selector_is_empty(const struct pod_selector *s); /* no requirement: matches every pod */
bool pod_selector_matches(const struct pod_selector *s, const struct labels *l);
/* As kubectl writes it, "app=web,tier in (a,b),!x", shortened if very long. */
void pod_selector_text(const struct pod_selector *s, struct strbuf *out);

#endif
