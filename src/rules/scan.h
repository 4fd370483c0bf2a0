/*
 * What rules know about a text, wherever it stands: for --redact, which keeps the words that rules
 * look for and hides what they take out of the text.
 */
#ifndef RULES_SCAN_H
#define RULES_SCAN_H

#include "rules/rules.h"

/* A named group of a pattern that matches: text[begin] to text[end - 1]. */
typedef void (*rules_group_fn)(void *self, const char *name, size_t begin, size_t end);

/* Calls fn for all groups of all patterns that match the text.  False: no pattern matches. */
bool rules_scan(const struct rules *rules, const char *text, rules_group_fn fn, void *self);
/* Calls fn for each piece of plain text in the patterns: "failed to pull image ". */
void rules_plain_text(const struct rules *rules,
		      void (*fn)(void *self, const char *text, size_t len), void *self);
/* Whether a rule asks for an event, a condition, a state of just that name or reason. */
bool rules_name_known(const struct rules *rules, const char *name);

#endif
