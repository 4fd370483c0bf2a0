/* The terminal through ncurses: the only home of its header. */
#ifndef TUI_TERM_H
#define TUI_TERM_H

#include "tui/tui.h"

struct curses_terminal;

struct term_options { /* what cli knows of the process */
	const char *term; /* TERM */
	bool in_is_terminal, out_is_terminal;
	bool color; /* if the terminal has any */
};

/* 0, or -1 with err (ERR_USAGE): this is no terminal, or one that cannot place text. */
int term_check(const struct term_options *o, struct error *err);

/*
 * Takes over the terminal: standard output, and keys from standard input or else /dev/tty.  From
 * then on signals that end the program, and die(), find it restored.  NULL with err.
 */
struct curses_terminal *term_open(const struct term_options *o, struct error *err);
void term_close(struct curses_terminal *t); /* NULL is fine */
const struct tui_terminal *term_terminal(struct curses_terminal *t);

#endif
