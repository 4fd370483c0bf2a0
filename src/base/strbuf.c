#include "base/strbuf.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/die.h"

char strbuf_empty[1];

void strbuf_release(struct strbuf *sb)
{
	if (sb->cap)
		xfree(sb->buf);
	sb->buf = strbuf_empty;
	sb->len = sb->cap = 0;
	sb->full = false;
}

void strbuf_reset(struct strbuf *sb)
{
	sb->len = 0;
	sb->full = false;
	if (sb->cap)
		sb->buf[0] = '\0';
}

void strbuf_grow(struct strbuf *sb, size_t extra)
{
	size_t need, cap;

	if (__builtin_add_overflow(sb->len, extra, &need) || need > SIZE_MAX / 2 - 1)
		die("text of %zu bytes", extra);
	need++;
	if (need <= sb->cap)
		return;
	cap = sb->cap ? sb->cap : 64;
	while (cap < need)
		cap *= 2;
	sb->buf = xrealloc(sb->cap ? sb->buf : NULL, cap);
	sb->cap = cap;
	sb->buf[sb->len] = '\0';
}

void strbuf_add(struct strbuf *sb, const void *data, size_t len)
{
	if (sb->limit && (len > sb->limit || sb->len > sb->limit - len)) {
		sb->full = true;
		return;
	}
	if (len == 0)
		return;
	strbuf_grow(sb, len);
	memcpy(sb->buf + sb->len, data, len);
	sb->len += len;
	sb->buf[sb->len] = '\0';
}

void strbuf_adds(struct strbuf *sb, const char *s)
{
	strbuf_add(sb, s, strlen(s));
}

void strbuf_addc(struct strbuf *sb, char c)
{
	strbuf_add(sb, &c, 1);
}

void strbuf_addn(struct strbuf *sb, char c, size_t n)
{
	while (n--)
		strbuf_addc(sb, c);
}

void strbuf_vaddf(struct strbuf *sb, const char *fmt, va_list ap)
{
	va_list again;
	int len;

	va_copy(again, ap);
	len = vsnprintf(NULL, 0, fmt, ap);
	if (len < 0)
		die("cannot format text");
	if (sb->limit && ((size_t)len > sb->limit || sb->len > sb->limit - (size_t)len)) {
		sb->full = true;
	} else {
		strbuf_grow(sb, (size_t)len);
		vsnprintf(sb->buf + sb->len, (size_t)len + 1, fmt, again);
		sb->len += (size_t)len;
	}
	va_end(again);
}

void strbuf_addf(struct strbuf *sb, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(sb, fmt, ap);
	va_end(ap);
}

void strbuf_truncate(struct strbuf *sb, size_t len)
{
	if (len >= sb->len)
		return;
	sb->len = len;
	sb->buf[len] = '\0';
}
