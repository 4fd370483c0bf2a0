/*
 * Growable text.  buf is never NULL and always NUL-terminated; len does not count the NUL.
 * A buffer may carry a limit: beyond it nothing is appended and `full` is set, so that hostile
 * input cannot make it grow without end.  The function that declares a buffer releases it.
 */
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct strbuf {
	char *buf;
	size_t len;
	size_t cap;   /* 0: buf is not ours yet */
	size_t limit; /* most bytes it may hold; 0: no limit */
	bool full;    /* something was left out because of the limit */
};

extern char strbuf_empty[1];
#define STRBUF_INIT { strbuf_empty, 0, 0, 0, false }
#define STRBUF_LIMIT(bytes) { strbuf_empty, 0, 0, (bytes), false }

void strbuf_release(struct strbuf *sb); /* back to STRBUF_INIT, limit kept */
void strbuf_reset(struct strbuf *sb);   /* empty, memory kept */
void strbuf_grow(struct strbuf *sb, size_t extra);
void strbuf_add(struct strbuf *sb, const void *data, size_t len);
void strbuf_adds(struct strbuf *sb, const char *s);
void strbuf_addc(struct strbuf *sb, char c);
void strbuf_addn(struct strbuf *sb, char c, size_t n); /* n times c */
void strbuf_addf(struct strbuf *sb, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void strbuf_vaddf(struct strbuf *sb, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));
void strbuf_truncate(struct strbuf *sb, size_t len);

#endif
