/* What a cell means; theme.c says how it looks with 256 colours, 8 or none. */
#ifndef TUI_INK_H
#define TUI_INK_H

#include "render/style.h"

enum ink {
	INK_PLAIN = TONE_PLAIN,
	INK_GOOD = TONE_GOOD,
	INK_BAD = TONE_BAD,
	INK_WARN = TONE_WARN,
	INK_DIM = TONE_DIM,
	INK_BOLD = TONE_BOLD,
	INK_TITLE,    /* the top line */
	INK_HEAD,     /* heads of columns, headings between rows */
	INK_KEY,      /* a key in a hint */
	INK_TAB,      /* the screen that is shown, among its neighbours */
	INK_BAR_USED, /* part of a bar that other pods take */
	INK_BAR_MINE, /* part of a bar that the subject would take */
	INK_BAR_OVER, /* what it lacks */
	INK_BAR_FREE,
	INK_COUNT
};

static inline enum ink ink_of_tone(enum tone t)
{
	return (enum ink)t;
}

#endif
