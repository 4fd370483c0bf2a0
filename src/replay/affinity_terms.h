/*
 * Required terms of pod affinity and anti-affinity: which pods they mean.
 *
 * Namespaces and pods may be hidden from us, so the answer has three values.  Terms of the pod
 * being scheduled and terms of pods that already run are two things to the scheduler, down to which
 * namespaces a selector finds.
 */
#ifndef REPLAY_AFFINITY_TERMS_H
#define REPLAY_AFFINITY_TERMS_H

#include "base/pairmap.h"
#include "replay/pod_selector.h"
#include "replay/predicate.h"

enum match { MATCH_NO, MATCH_MAYBE, MATCH_YES }; /* the lesser of two is their conjunction */

static inline enum match match_and(enum match a, enum match b)
{
	return a < b ? a : b;
}
static inline enum match match_or(enum match a, enum match b)
{
	return a > b ? a : b;
}
static inline enum match match_not(enum match a)
{
	return a == MATCH_YES ? MATCH_NO : a == MATCH_NO ? MATCH_YES : MATCH_MAYBE;
}

/* A term of the pod being scheduled. */
struct affinity_term {
	const struct pod_affinity_term *spec;
	struct pod_selector selector;
	bool own_namespace_only;   /* neither namespaces nor namespaceSelector */
	bool reaches_hidden;	   /* may mean pods that could not be read */
	struct pairmap namespaces; /* those met so far -> enum match */
	sym last_namespace;	   /* pods come in runs of one namespace */
	enum match last_match;
};

struct affinity_terms {
	struct affinity_term *v;
	uint32_t n;
};

/* The required terms of the pod, NULL if it has none. */
const struct pod_affinity_terms *required_affinity(const struct pod *p);
const struct pod_affinity_terms *required_anti_affinity(const struct pod *p);

/*
 * The first error in each of the pod's four lists of terms, as the scheduler words the list:
 * appended to out.  False if there is none.
 */
bool affinity_parse_errors(const struct pod *p, struct strbuf *out);

/* specs may be NULL. */
void affinity_terms_init(struct affinity_terms *ts, const struct cycle_input *in,
			 const struct pod_affinity_terms *specs);
/* Whether it means pods of that namespace with those labels. */
enum match affinity_term_matches(struct affinity_term *t, const struct cycle_input *in,
				 sym namespace_, const struct labels *l);
/* All of them at once; without terms nothing matches. */
enum match affinity_terms_match(struct affinity_terms *ts, const struct cycle_input *in,
				sym namespace_, const struct labels *l);

/*
 * The i-th required anti-affinity term of a pod that runs against the pod being scheduled.  If any
 * of its terms does not parse the scheduler drops them all.
 */
enum match existing_term_matches(const struct pod_affinity_terms *specs, uint32_t i,
				 sym owner_namespace, const struct cycle_input *in);

/* "podAffinity app=db in topology.kubernetes.io/zone" */
void affinity_term_text(const char *rule, const struct pod_affinity_term *spec, struct strbuf *out);

#endif
