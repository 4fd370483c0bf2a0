/* The states that rules can name: states.def. */
#ifndef RULES_STATES_H
#define RULES_STATES_H

#include <stdbool.h>

bool rule_state_exists(const char *name);
/* The state brings a value of that name, beside those that every signal has. */
bool rule_state_brings(const char *state, const char *value);

#endif
