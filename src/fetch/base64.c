#include "fetch/base64.h"

#include <stdint.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int digit_value(enum base64_alphabet alphabet, char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	if (c == (alphabet == BASE64_URL ? '-' : '+'))
		return 62;
	if (c == (alphabet == BASE64_URL ? '_' : '/'))
		return 63;
	return -1;
}

struct group { /* up to four digits */
	uint32_t bits;
	unsigned n;
};

/* The bytes of a group: all three, or those of an incomplete last one. */
static char *put_bytes(const struct group *g, char *to)
{
	uint32_t bits = g->bits << 6 * (4 - g->n);

	for (unsigned i = 0; i + 1 < g->n; i++)
		*to++ = (char)(bits >> (16 - 8 * i) & 0xff);
	return to;
}

static bool is_line_break(enum base64_alphabet alphabet, char c)
{
	return alphabet == BASE64_PADDED && (c == '\n' || c == '\r');
}

/* From the first '=' on: exactly what completes the group. */
static bool padding_ends(const char *text, size_t len, size_t *at, unsigned digits_before)
{
	unsigned missing = digits_before < 2 ? 0 : 4 - digits_before;

	for (; *at < len; ++*at) {
		if (is_line_break(BASE64_PADDED, text[*at]))
			continue;
		if (text[*at] != '=' || !missing--)
			return false;
	}
	return missing == 0 && digits_before >= 2;
}

int base64_decode(enum base64_alphabet alphabet, const char *text, size_t len, char *to,
		  size_t *ret_len)
{
	char *begin = to;
	struct group g = { 0, 0 };
	size_t i;
	bool complete = false;

	for (i = 0; i < len && text[i] != '='; i++) {
		int value = digit_value(alphabet, text[i]);

		if (is_line_break(alphabet, text[i]))
			continue;
		if (value < 0)
			goto wrong;
		g.bits = g.bits << 6 | (uint32_t)value;
		if (++g.n == 4) {
			to = put_bytes(&g, to);
			g = (struct group){ 0, 0 };
		}
	}
	if (i == len)
		complete = g.n == 0 || (alphabet == BASE64_URL && g.n > 1);
	else if (alphabet == BASE64_PADDED)
		complete = padding_ends(text, len, &i, g.n);
	if (!complete)
		goto wrong;
	*ret_len = (size_t)((g.n ? put_bytes(&g, to) : to) - begin);
	return 0;
wrong:
	*ret_len = i;
	return -1;
}

void base64_encode(const char *data, size_t len, struct strbuf *out)
{
	const unsigned char *p = (const unsigned char *)data;

	strbuf_grow(out, len / 3 * 4 + 4); /* at once, so that no copy of a secret is left behind */
	for (; len; len -= len < 3 ? len : 3, p += 3) {
		uint32_t bits = (uint32_t)p[0] << 16;
		char text[4] = { '=', '=', '=', '=' };

		if (len > 1)
			bits |= (uint32_t)p[1] << 8;
		if (len > 2)
			bits |= p[2];
		for (unsigned i = 0; i < (len < 3 ? (unsigned)len + 1 : 4); i++)
			text[i] = digits[bits >> (18 - 6 * i) & 63];
		strbuf_add(out, text, sizeof(text));
		if (len < 3)
			break;
	}
}
