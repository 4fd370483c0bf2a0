/*
 * The end of the program for what is no user's fault: no memory, a broken invariant.
 * A terminal in use is restored first through die_hook.
 */
#ifndef BASE_DIE_H
#define BASE_DIE_H

#include <stddef.h>

void die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Called once before die() prints; the terminal user interface leaves curses here. */
extern void (*die_hook)(void);

void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *s);
void xfree(void *p);

#endif
