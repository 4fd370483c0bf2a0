/*
 * Many short texts looked for in one pass: which of them does a message contain?  Each pattern has
 * one that every match of it contains, so most patterns need never run.
 */
#ifndef RULES_LITERALS_H
#define RULES_LITERALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#define LITERAL_BYTES_MIN 4 /* shorter ones are not worth looking for */
#define LITERAL_NONE UINT32_MAX

struct literals;

struct literals *literals_new(struct arena *a, size_t most); /* room for that many */
/* Its number; the same for equal texts.  LITERAL_NONE: too short.  Borrows the text. */
uint32_t literals_add(struct literals *l, const char *text, size_t len);
/* From then on literals_found() speaks about this text. */
void literals_scan(struct literals *l, const char *text, size_t len);
bool literals_found(const struct literals *l, uint32_t number); /* LITERAL_NONE: true */

#endif
