/*
 * A terminal that plays a script to the explorer and keeps what it shows.
 *
 *	args --demo -A          the command line; the first line
 *	size 80x24              at first; anywhere else the terminal is resized to it
 *	ascii                   it cannot show UTF-8
 *	keys j Enter Ctrl-L     by the names of tui/key.h
 *	type some words         each character as a key
 *	click 3 7               at column and line, from 0
 *	snapshot FILE           what --snapshot reads from now on
 *	screen                  adds the cells to the output
 *	inks                    the same as one letter for each cell's ink
 *
 * Lines that begin with # are left out.
 */
#ifndef TESTS_TUI_SCRIPT_H
#define TESTS_TUI_SCRIPT_H

#include "base/strbuf.h"
#include "tui/surface.h"

struct tui_shot { /* the last screen */
	struct strbuf text;     /* its lines, without spaces at their ends */
	struct strbuf selected; /* the lines that the cursor is on */
	struct strbuf found;    /* those that match the search */
	struct strbuf tab;      /* the name of the screen, among the others */
};

struct tui_result {
	struct strbuf out;     /* of the script's `screen` lines */
	struct strbuf printed; /* when it was left */
	struct tui_shot last;
	unsigned redraws;      /* times that all had to be drawn again */
	bool left;             /* before the script was at its end */
};

/* Fails the test if the script or its command line is wrong. */
void tui_play(const char *script, struct tui_result *ret);
void tui_result_release(struct tui_result *r);

/* n keys and resizes that the seed decides, on a command line as above. */
void tui_storm(const char *args, uint32_t seed, unsigned n);

#endif
