/*
 * Tone of a text, and paragraphs.  Colour never changes the layout: widths are measured on the
 * text alone, and padding stays outside of the escape sequences.
 */
#ifndef RENDER_STYLE_H
#define RENDER_STYLE_H

#include <stdio.h>

#include "base/strbuf.h"

enum tone { TONE_PLAIN, TONE_GOOD, TONE_BAD, TONE_WARN, TONE_DIM, TONE_BOLD };

struct sheet { /* where text for people goes */
	FILE *out;
	unsigned width; /* 0: no limit */
	bool color;
};

/* len bytes of escaped text in a tone. */
void sheet_put(const struct sheet *sh, enum tone tone, const char *s, size_t len);
void sheet_spaces(const struct sheet *sh, unsigned n);

/*
 * A paragraph that starts in column `start` (the cursor is there already) and continues in column
 * `indent`; ends the line.
 */
void sheet_paragraph(const struct sheet *sh, unsigned start, unsigned indent, enum tone tone,
		     const char *s);
/* What is to be copied, such as a command: one line, however long; ends the line. */
void sheet_line(const struct sheet *sh, enum tone tone, const char *s);
/* "  stage     text ...": a label of the facts' block, and its text. */
void sheet_fact(const struct sheet *sh, const char *label, const char *s);
/* The same for a command. */
void sheet_command(const struct sheet *sh, const char *label, const char *s);

/*
 * The next line of s within `columns`: its length in bytes; *ret_skip: bytes to the next line.
 * Breaks at spaces, inside a word only if it is longer than a line.  columns 0: all of it.
 */
size_t wrap_line(const char *s, size_t len, unsigned columns, size_t *ret_skip);

#endif
