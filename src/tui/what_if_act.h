/* Ticking, undoing and printing, from whichever screen the key was pressed in. */
#ifndef TUI_WHAT_IF_ACT_H
#define TUI_WHAT_IF_ACT_H

#include "tui/screen.h"

/* Those of the actions of keys.def that need no row; false: it is none of them. */
bool what_if_act(struct screen *s, enum action action);
/* Ticks one of session_toggles(), or takes the tick away, and says what came of it. */
void what_if_tick(struct screen *s, uint32_t toggle);
/* The list of what can be supposed, of that node too. */
void what_if_open(struct screen *s, const char *node);

#endif
