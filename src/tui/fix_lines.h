/* A fix in full: the command, what a person applies, the patches that prove it. */
#ifndef TUI_FIX_LINES_H
#define TUI_FIX_LINES_H

#include "tui/screen.h"

void fix_lines(struct screen *s, const struct fix *f);
/* How invasive it is, in a word. */
const char *safety_words(enum safety safety);
enum ink safety_ink(enum safety safety);

#endif
