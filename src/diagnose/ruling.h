/* From the signals of a subject to its cause, by the rules. */
#ifndef DIAGNOSE_RULING_H
#define DIAGNOSE_RULING_H

#include "diagnose/signals.h"

/* What the rules make of all signals; in the arena of the signals. */
struct ruling {
	struct rule_match *matches;    /* those that can stand in the stage */
	const struct signal **signals; /* of each match */
	size_t n;
	int cause;                     /* its index, -1: no rule knows */
};

void ruling_find(struct ruling *v, const struct rules *rules, const struct signals *s,
		  enum stage stage);
const struct rule_match *ruling_cause(const struct ruling *v); /* NULL: no rule knows */

/* Something that is no mere wait. */
bool ruling_is_fault(const struct ruling *v);

/*
 * Sets cause and its finding: frame ("a/p is bound to n1, but "), then what the rule says.  code: if
 * that of the rule can stand in any stage, and so is no cause's.
 */
void ruling_tell(const struct ruling *v, const struct signals *s, struct report *r,
		  const char *frame, const char *code);
/* The finding alone. */
void ruling_tell_finding(const struct ruling *v, const struct signals *s, struct report *r);
/* The cause of something else that fails beside, as a finding; code: as above. */
void ruling_tell_beside(const struct ruling *v, struct report *r, const char *code);
/* Events that no rule knows, in their own words, as findings under that code; how many. */
unsigned quote_unknown_events(const struct ruling *v, const struct signals *s, struct report *r,
			      const char *code);
/* Where nobody has said what to do about the cause: what the page of its code says. */
void advise_from_page(const struct rules *rules, struct report *r);
/* Further matches as findings. */
void ruling_tell_others(const struct ruling *v, const struct signals *s, struct report *r);

#endif
