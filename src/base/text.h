/*
 * Text for people: columns on a terminal, and hostile bytes made visible.
 * Own width table, so that output does not depend on the locale.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

/* Decodes one character: its length in bytes (0 at the end), or -1: not UTF-8 (skip one byte). */
int utf8_decode(const char *s, size_t len, uint32_t *ret_char);
bool utf8_valid(const char *s, size_t len);

/*
 * Appends s so that a terminal shows it as it is: C0 and C1 controls, DEL, bidi controls, line and
 * paragraph separators, what is never drawn (zero width, tags, fillers, noncharacters), and bytes
 * that are not UTF-8 come out as \n, \t, \x1b, \u202e, \U000e0041.  A backslash is left alone.
 */
void text_escape(struct strbuf *out, const char *s, size_t len);
void text_put(struct strbuf *out, const char *s); /* the same for a whole string; NULL adds nothing */

unsigned text_width(const char *s, size_t len); /* terminal columns of escaped text */
/* Bytes of the longest prefix of s that is at most `columns` wide; never inside a character. */
size_t text_cut(const char *s, size_t len, unsigned columns);
/*
 * The last place in s, up to `limit`, where a line may end: behind a word, or beside a wide
 * character, as Chinese is written without blanks.  0: there is none.
 */
size_t text_break(const char *s, size_t len, size_t limit);

#endif
