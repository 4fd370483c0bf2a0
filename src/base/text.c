#include "base/text.h"

#include <string.h>

#include "base/text_ranges.h"

#define NO_CHAR 0xffffffffu

/* Bits of the first byte, least character of that length, for lengths 2 to 4. */
static int sequence_len(unsigned char first, uint32_t *bits, uint32_t *least)
{
	if (first >= 0xc2 && first <= 0xdf) {
		*bits = first & 0x1fu;
		*least = 0x80;
		return 2;
	}
	if ((first & 0xf0) == 0xe0) {
		*bits = first & 0xfu;
		*least = 0x800;
		return 3;
	}
	if (first >= 0xf0 && first <= 0xf4) {
		*bits = first & 0x7u;
		*least = 0x10000;
		return 4;
	}
	return -1;
}

int utf8_decode(const char *s, size_t len, uint32_t *ret_char)
{
	const unsigned char *p = (const unsigned char *)s;
	uint32_t c, least;
	int n, i;

	if (len == 0)
		return 0;
	if (p[0] < 0x80) {
		*ret_char = p[0];
		return 1;
	}
	n = sequence_len(p[0], &c, &least);
	if (n < 0 || (size_t)n > len)
		return -1;
	for (i = 1; i < n; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return -1;
		c = c << 6 | (p[i] & 0x3fu);
	}
	if (c < least || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return -1;
	*ret_char = c;
	return n;
}

bool utf8_valid(const char *s, size_t len)
{
	uint32_t c;
	int n;

	for (; len; s += n, len -= (size_t)n) {
		n = utf8_decode(s, len, &c);
		if (n < 0)
			return false;
	}
	return true;
}

static bool in_ranges(const struct char_range *ranges, size_t n, uint32_t c)
{
	size_t low = 0;

	while (low < n) {
		size_t mid = low + (n - low) / 2;

		if (c > ranges[mid].last)
			low = mid + 1;
		else if (c < ranges[mid].first)
			n = mid;
		else
			return true;
	}
	return false;
}

#define IN_RANGES(ranges, c) in_ranges(ranges, sizeof(ranges) / sizeof((ranges)[0]), c)

static bool is_plain(uint32_t c)
{
	if (c < 0x7f)
		return c >= 0x20;
	return c != 0x7f && (c & 0xfffe) != 0xfffe && !IN_RANGES(hidden_chars, c);
}

static void put_escape(struct strbuf *out, uint32_t c)
{
	switch (c) {
	case '\n':
		strbuf_adds(out, "\\n");
		return;
	case '\r':
		strbuf_adds(out, "\\r");
		return;
	case '\t':
		strbuf_adds(out, "\\t");
		return;
	}
	if (c < 0x80)
		strbuf_addf(out, "\\x%02x", (unsigned)c);
	else if (c < 0x10000)
		strbuf_addf(out, "\\u%04x", (unsigned)c);
	else
		strbuf_addf(out, "\\U%08x", (unsigned)c);
}

void text_escape(struct strbuf *out, const char *s, size_t len)
{
	size_t plain = 0; /* bytes before s that need nothing and are not written yet */
	uint32_t c = 0;
	int n;

	for (; len; s += n, len -= (size_t)n) {
		n = utf8_decode(s, len, &c);
		if (n > 0 && is_plain(c)) {
			plain += (size_t)n;
			continue;
		}
		strbuf_add(out, s - plain, plain);
		plain = 0;
		if (n > 0) {
			put_escape(out, c);
		} else {
			n = 1;
			strbuf_addf(out, "\\x%02x", (unsigned)(unsigned char)*s);
		}
	}
	strbuf_add(out, s - plain, plain);
}

void text_put(struct strbuf *out, const char *s)
{
	if (s)
		text_escape(out, s, strlen(s));
}

/* What is not UTF-8 counts as one column, as terminals show it. */
static unsigned char_width(uint32_t c)
{
	if (c < 0x300)
		return 1;
	if (c == NO_CHAR)
		return 1;
	if (IN_RANGES(zero_width_chars, c))
		return 0;
	return IN_RANGES(wide_chars, c) ? 2 : 1;
}

/* Length in bytes of the character at s, its width in *ret_width. */
static size_t next_char(const char *s, size_t len, unsigned *ret_width)
{
	uint32_t c = NO_CHAR;
	int n = utf8_decode(s, len, &c);

	*ret_width = char_width(n > 0 ? c : NO_CHAR);
	return n > 0 ? (size_t)n : 1;
}

unsigned text_width(const char *s, size_t len)
{
	unsigned columns = 0, width;
	size_t n;

	for (; len; s += n, len -= n) {
		n = next_char(s, len, &width);
		columns += width;
	}
	return columns;
}

static bool is_one_of(const char *list, const char *s, size_t n)
{
	for (const char *at = list; *at; at += strcspn(at, " ") + 1)
		if (strncmp(at, s, n) == 0 && at[n] == ' ')
			return true;
	return false;
}

/* Punctuation does not begin a line, and nothing that opens ends one. */
static bool may_begin(const char *s, size_t n)
{
	return !is_one_of(") ] } , . ; : ! ? % ， 。 、 ； ： ！ ？ ） 】 》 ” ’ … · ", s, n);
}

static bool may_end(const char *s, size_t n)
{
	return !is_one_of("( [ { （ 【 《 “ ‘ · ", s, n);
}

size_t text_break(const char *s, size_t len, size_t limit)
{
	unsigned width, before = 1;
	size_t best = 0, last = 0, n;

	for (size_t at = 0; at <= limit && at < len; last = n, before = width, at += n) {
		n = next_char(s + at, len - at, &width);
		if (at == 0 || s[at - 1] == ' ')
			continue;
		if (s[at] == ' ' || ((width == 2 || before == 2) && may_begin(s + at, n) &&
				     may_end(s + at - last, last)))
			best = at;
	}
	return limit == len ? len : best;
}

size_t text_cut(const char *s, size_t len, unsigned columns)
{
	unsigned width;
	size_t done = 0, n;

	while (done < len) {
		n = next_char(s + done, len - done, &width);
		if (width > columns)
			break;
		columns -= width;
		done += n;
	}
	return done;
}
