/*
 * Cells that are drawn into; the terminal paints them later, tests compare them.
 *
 * Whatever is put here is safe for a terminal: it is escaped once more (which changes nothing where
 * it was escaped before), and where the terminal cannot show UTF-8 (ascii) each character becomes
 * one that it can.  This is the only place for both.
 */
#ifndef TUI_SURFACE_H
#define TUI_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tui/ink.h"

#define CELL_BYTES 16 /* a character, marks that combine with it, and a NUL */
#define SURFACE_SIDE_MAX 1000u

enum cell_flag {
	CELL_SELECTED = 1, /* the cursor's row */
	CELL_FOUND = 2,    /* matches what is searched for */
};

struct cell {
	char text[CELL_BYTES]; /* UTF-8; "" in the right half of a wide character */
	uint8_t width;         /* 0: that half; 1 or 2 */
	uint8_t ink;
	uint8_t flags;
};

struct surface {
	unsigned width, height;
	struct cell *cells; /* owned, row by row */
	bool ascii;
};

struct area { /* a rectangle of a surface */
	unsigned x, y, width, height;
};

void surface_init(struct surface *sf, bool ascii);
void surface_release(struct surface *sf);
/* Erases too; sides above SURFACE_SIDE_MAX are cut to it. */
void surface_resize(struct surface *sf, unsigned width, unsigned height);
void surface_erase(struct surface *sf);
const struct cell *surface_cell(const struct surface *sf, unsigned x, unsigned y);

/*
 * Puts len bytes at (x, y) within `columns`, and tells how many columns they took.  Outside of the
 * surface nothing happens; a wide character that would be cut in half leaves a space.
 */
unsigned surface_put(struct surface *sf, unsigned x, unsigned y, unsigned columns, enum ink ink,
		     const char *text, size_t len);
unsigned surface_puts(struct surface *sf, unsigned x, unsigned y, unsigned columns, enum ink ink,
		      const char *text);
/* Spaces in that ink, over what was there. */
void surface_fill(struct surface *sf, struct area a, enum ink ink);
void surface_flag(struct surface *sf, struct area a, enum cell_flag flag);

#endif
