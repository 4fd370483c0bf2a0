/* What the text formats of render/ print, as rows. */
#ifndef TUI_ANSI_H
#define TUI_ANSI_H

#include "tui/screen.h"

/* Each line of text a row; the tones of render/style.h become inks. */
void rows_of_text(struct screen *s, const char *text);

#endif
