/*
 * Interned strings: equal text is one pointer, so labels, names and keys compare in one
 * instruction.  A type of its own, so that pointer equality is never used on a plain char *.
 * .s is NULL where the field was absent and "" where it was present and empty.
 */
#ifndef BASE_SYM_H
#define BASE_SYM_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct {
	const char *s;
} sym;

struct symtab;

struct symtab *symtab_new(void);
void symtab_free(struct symtab *t);
void symtab_wipe(struct symtab *t); /* zeroes all text, before symtab_free: secrets */
sym sym_intern(struct symtab *t, const char *s, size_t len); /* s without NUL bytes */
sym sym_str(struct symtab *t, const char *s);
sym sym_find(const struct symtab *t, const char *s, size_t len); /* .s NULL if never seen */
size_t symtab_bytes(const struct symtab *t);

/* Absent and empty are different here; sym_same treats them alike, as the scheduler does. */
static inline bool sym_eq(sym a, sym b)
{
	return a.s == b.s;
}
static inline const char *sym_text(sym a) /* never NULL */
{
	return a.s ? a.s : "";
}
static inline bool sym_empty(sym a)
{
	return !a.s || !*a.s;
}
static inline bool sym_same(sym a, sym b)
{
	return a.s == b.s || (sym_empty(a) && sym_empty(b));
}
static inline bool sym_is(sym a, const char *text)
{
	return strcmp(sym_text(a), text) == 0;
}

#endif
