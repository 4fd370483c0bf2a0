/*
 * Bump allocator: many small objects, one lifetime, freed at once.
 *
 * Memory is zeroed and aligned for any type.  Running out of memory ends the program
 * (base/die.h), so no caller checks for NULL.  Sizes that come from outside are limited by the
 * caller first; arena_array() checks the multiplication.
 * Under AddressSanitizer every object is a malloc of its own, so that overruns are seen.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena;

#define ARENA_NONNULL __attribute__((returns_nonnull))

struct arena *arena_new(void);
void arena_free(struct arena *a); /* NULL is fine */
void arena_reset(struct arena *a); /* everything allocated is gone, the memory is kept for reuse */
void arena_wipe(struct arena *a); /* zeroes everything allocated, before arena_free: secrets */

void *arena_alloc(struct arena *a, size_t size) ARENA_NONNULL;
void *arena_array(struct arena *a, size_t n, size_t size) ARENA_NONNULL;
/*
 * Room for one more behind the n objects of v, which has grown this way only: to the next power of
 * two, the old array stays behind.
 */
void *arena_grown(struct arena *a, void *v, size_t n, size_t size);
char *arena_strdup(struct arena *a, const char *s) ARENA_NONNULL;
/* len bytes plus a NUL */
char *arena_strndup(struct arena *a, const char *s, size_t len) ARENA_NONNULL;
char *arena_printf(struct arena *a, const char *fmt, ...)
	__attribute__((format(printf, 2, 3))) ARENA_NONNULL;
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0))) ARENA_NONNULL;
size_t arena_bytes(const struct arena *a); /* handed out since the last reset, for statistics */

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, n, type) ((type *)arena_array((a), (n), sizeof(type)))

#endif
