/*
 * What was found for the texts seen last: a cluster in trouble says the same thing of thousands of
 * pods.  Nothing here lives in an arena, so that it does not grow with what is asked.
 */
#ifndef RULES_MEMO_H
#define RULES_MEMO_H

#include "rules/rule.h"

#define FOUND_WRAPPERS_MAX 6

struct hit {
	const struct rule *rule;
	const struct pattern *pattern; /* that matched; NULL: the rule has none */
	uint32_t start;                /* of the part of the message that it was tried on */
	struct span groups[PATTERN_GROUPS_MAX + 1];
};

struct found {
	struct hit best; /* rule NULL: no rule matches */
	struct hit wrappers[FOUND_WRAPPERS_MAX];
	size_t n_wrappers;
};

struct memo;

struct memo *memo_new(void);
void memo_free(struct memo *m); /* NULL is fine */
/* *ret_known false: an empty one, to be filled.  Until the next call. */
struct found *memo_get(struct memo *m, const struct rule_input *in, bool *ret_known);

#endif
