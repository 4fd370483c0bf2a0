/* How inks look.  Apart from term.c, so that it can be tested without a terminal. */
#ifndef TUI_THEME_H
#define TUI_THEME_H

#include <stdbool.h>

#include "tui/surface.h"

#define COLOR_NONE (-1) /* the terminal's own */

enum palette { PALETTE_NONE, PALETTE_8, PALETTE_256 };

struct look {
	short foreground, background; /* COLOR_NONE, or an index of the palette */
	bool bold, dim, underline, reverse;
};

/* flags: CELL_ bits.  What is selected or found differs from what is not in every palette. */
struct look theme_look(enum palette p, enum ink ink, unsigned flags);

#endif
