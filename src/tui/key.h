/* Keys and what else a terminal reports.  A character is its code point. */
#ifndef TUI_KEY_H
#define TUI_KEY_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

#define K_CTRL(c) ((c) & 0x1fu)

enum key_code {
	K_NONE = 0,
	K_TAB = 9,
	K_ENTER = 13,
	K_ESC = 27,
	K_BACKSPACE = 127,
	K_SPECIAL = 0x110000, /* beyond Unicode */
	K_UP,
	K_DOWN,
	K_LEFT,
	K_RIGHT,
	K_PAGE_UP,
	K_PAGE_DOWN,
	K_HOME,
	K_END,
	K_DELETE,
	K_BACKTAB,
	K_CLICK,      /* at x, y */
	K_WHEEL_UP,
	K_WHEEL_DOWN,
	K_RESIZED,    /* ask for the size again */
	K_TICK,       /* nothing came in time */
	K_QUIT,       /* asked to end by a signal, or the terminal is gone */
};

struct key_event {
	uint32_t key;
	unsigned x, y; /* K_CLICK and the wheel */
};

/* "j", "Ctrl-L", "PgDn", "Space": as help names it.  Not translated. */
void key_text(struct strbuf *out, uint32_t key);
/* The other way; K_NONE: no such name. */
uint32_t key_find(const char *name);

#endif
