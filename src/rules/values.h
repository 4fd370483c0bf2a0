/* The values that templates can use beside the groups of a pattern. */
#ifndef RULES_VALUES_H
#define RULES_VALUES_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "rules/rules.h"

/* Every signal has it, or words that stand for it: pod, node, text, reason, ... */
bool value_is_common(const char *name);
/* An ended container has it: exit_code, exit_hex, signal, memory_limit. */
bool value_is_of_exit(const char *name);
/* Appends a value of either kind, from what the signal says; false: not known. */
bool value_add(const struct rule_input *in, const char *name, struct strbuf *out);
/* "the pod" for pod; NULL if nothing can be said instead. */
const char *value_instead(const char *name);

#endif
