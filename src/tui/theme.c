#include "tui/theme.h"

#define NONE COLOR_NONE

/* Without colours: by weight alone. */
static const struct look plain[INK_COUNT] = {
	[INK_PLAIN] = { NONE, NONE, .bold = false },
	[INK_GOOD] = { NONE, NONE, .bold = true },
	[INK_BAD] = { NONE, NONE, .bold = true },
	[INK_WARN] = { NONE, NONE, .bold = true },
	[INK_DIM] = { NONE, NONE, .dim = true },
	[INK_BOLD] = { NONE, NONE, .bold = true },
	[INK_TITLE] = { NONE, NONE, .reverse = true },
	[INK_HEAD] = { NONE, NONE, .underline = true },
	[INK_KEY] = { NONE, NONE, .bold = true },
	[INK_TAB] = { NONE, NONE, .reverse = true },
	[INK_BAR_USED] = { NONE, NONE, .bold = false },
	[INK_BAR_MINE] = { NONE, NONE, .bold = true },
	[INK_BAR_OVER] = { NONE, NONE, .bold = true },
	[INK_BAR_FREE] = { NONE, NONE, .dim = true },
};

/* 1 red, 2 green, 3 yellow, 4 blue, 6 cyan, 7 white */
static const struct look eight[INK_COUNT] = {
	[INK_PLAIN] = { NONE, NONE, .bold = false },
	[INK_GOOD] = { 2, NONE, .bold = false },
	[INK_BAD] = { 1, NONE, .bold = false },
	[INK_WARN] = { 3, NONE, .bold = false },
	[INK_DIM] = { NONE, NONE, .dim = true },
	[INK_BOLD] = { NONE, NONE, .bold = true },
	[INK_TITLE] = { 7, 4, .bold = true },
	[INK_HEAD] = { 6, NONE, .bold = true },
	[INK_KEY] = { 6, NONE, .bold = true },
	[INK_TAB] = { 7, 4, .bold = true },
	[INK_BAR_USED] = { 4, NONE, .bold = false },
	[INK_BAR_MINE] = { 2, NONE, .bold = false },
	[INK_BAR_OVER] = { 1, NONE, .bold = false },
	[INK_BAR_FREE] = { NONE, NONE, .dim = true },
};

/* Readable on dark and on light backgrounds. */
static const struct look many[INK_COUNT] = {
	[INK_PLAIN] = { NONE, NONE, .bold = false },
	[INK_GOOD] = { 71, NONE, .bold = false },
	[INK_BAD] = { 167, NONE, .bold = false },
	[INK_WARN] = { 172, NONE, .bold = false },
	[INK_DIM] = { 245, NONE, .bold = false },
	[INK_BOLD] = { NONE, NONE, .bold = true },
	[INK_TITLE] = { 231, 24, .bold = true },
	[INK_HEAD] = { 74, NONE, .bold = true },
	[INK_KEY] = { 74, NONE, .bold = true },
	[INK_TAB] = { 231, 24, .bold = true },
	[INK_BAR_USED] = { 67, NONE, .bold = false },
	[INK_BAR_MINE] = { 71, NONE, .bold = false },
	[INK_BAR_OVER] = { 167, NONE, .bold = false },
	[INK_BAR_FREE] = { 245, NONE, .bold = false },
};

#define CHOSEN_BACKGROUND 238
#define CHOSEN_FOREGROUND 231
#define FOUND_COLOR_256 220
#define FOUND_COLOR_8 3

static void mark_found(enum palette p, struct look *l)
{
	l->bold = true;
	l->dim = false;
	if (p == PALETTE_NONE)
		l->underline = true;
	else
		l->foreground = p == PALETTE_8 ? FOUND_COLOR_8 : FOUND_COLOR_256;
	if (p == PALETTE_256) /* yellow alone cannot be read on white */
		l->background = CHOSEN_BACKGROUND - 3;
}

static void mark_selected(enum palette p, struct look *l)
{
	l->dim = false;
	if (p != PALETTE_256) {
		l->reverse = !l->reverse;
		return;
	}
	l->background = CHOSEN_BACKGROUND;
	if (l->foreground == NONE || l->foreground == 245)
		l->foreground = CHOSEN_FOREGROUND;
}

struct look theme_look(enum palette p, enum ink ink, unsigned flags)
{
	static const struct look *const tables[] = {
		[PALETTE_NONE] = plain, [PALETTE_8] = eight, [PALETTE_256] = many,
	};
	struct look l = tables[p][ink];

	if (flags & CELL_FOUND)
		mark_found(p, &l);
	if (flags & CELL_SELECTED)
		mark_selected(p, &l);
	return l;
}
