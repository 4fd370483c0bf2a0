/*
 * Commands that are shown to be pasted into a shell.  What goes into them comes from the cluster,
 * so each value has to have the grammar that its name stands for, and is quoted.
 */
#ifndef RULES_COMMAND_H
#define RULES_COMMAND_H

#include <stdbool.h>

/* Values of that name may stand in a command at all. */
bool command_knows(const char *name);
/* The value has the grammar of that name: "namespace", "image", ... */
bool command_value_fits(const char *name, const char *value);

#endif
