#include "load/json_token.h"

#include "base/i18n.h"
#include "load/bytes.h"

/* ---- strings ---- */

static inline void string_text(struct json_scan *s, const char *p, size_t len)
{
	s->length += len;
	if (s->mode == SCAN_SKIP)
		return;
	if (s->is_key && s->mode == SCAN_ASK)
		scan_put(&s->key_text, p, len);
	else
		scan_put(s->out, p, len);
}

/* First byte of a character that is not ASCII: how many follow, and the range of the next. */
static bool utf8_begins(struct json_scan *s, unsigned char c)
{
	s->utf8_min = 0x80;
	s->utf8_max = 0xbf;
	if (c >= 0xc2 && c <= 0xdf) {
		s->utf8_left = 1;
	} else if (c >= 0xe0 && c <= 0xef) {
		s->utf8_left = 2;
		if (c == 0xe0)
			s->utf8_min = 0xa0;
		if (c == 0xed)
			s->utf8_max = 0x9f;
	} else if (c >= 0xf0 && c <= 0xf4) {
		s->utf8_left = 3;
		if (c == 0xf0)
			s->utf8_min = 0x90;
		if (c == 0xf4)
			s->utf8_max = 0x8f;
	} else {
		return false;
	}
	return true;
}

static bool utf8_goes_on(struct json_scan *s, unsigned char c)
{
	if (c < s->utf8_min || c > s->utf8_max)
		return false;
	s->utf8_min = 0x80;
	s->utf8_max = 0xbf;
	s->utf8_left--;
	return true;
}

/* Bytes from 0x80 on: complete characters and perhaps a part of one.  Not *ret_ok: no UTF-8 there. */
static const char *string_utf8(struct json_scan *s, const char *p, const char *end, bool *ret_ok)
{
	const char *from = p;

	for (; p < end; p++) {
		unsigned char c = (unsigned char)*p;

		*ret_ok = s->utf8_left ? utf8_goes_on(s, c) : c < 0x80 || utf8_begins(s, c);
		if (!*ret_ok)
			return p;
		if (c < 0x80)
			break;
	}
	string_text(s, from, (size_t)(p - from));
	return p;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static void put_unicode(struct json_scan *s, uint32_t u)
{
	static const char digits[] = "0123456789abcdef";
	char text[6] = { '\\', 'u' };

	for (int i = 5; i >= 2; i--, u >>= 4)
		text[i] = digits[u & 15];
	string_text(s, text, sizeof(text));
}

#define REPLACEMENT 0xfffdu

/* As Go does with what is no character.  Raw text is scanned once more, and is replaced then. */
static void put_replaced(struct json_scan *s, uint32_t u)
{
	put_unicode(s, s->mode == SCAN_RAW ? u : REPLACEMENT);
}

/* A high surrogate without a low one behind it. */
static void put_half(struct json_scan *s)
{
	if (!s->high)
		return;
	s->half_replaced = true;
	put_replaced(s, s->high);
	s->high = 0;
}

/* A complete \uXXXX; a high surrogate is held back until what follows is known. */
static void unicode_ends(struct json_scan *s)
{
	uint32_t u = 0;

	for (int i = 2; i < 6; i++)
		u = u << 4 | (uint32_t)hex_digit(s->escape[i]);
	if (s->high && u >= 0xdc00 && u <= 0xdfff) {
		put_unicode(s, s->high);
		put_unicode(s, u);
		s->high = 0;
		return;
	}
	put_half(s);
	if (u >= 0xd800 && u <= 0xdbff) {
		s->high = u;
	} else if ((u >= 0xdc00 && u <= 0xdfff) || u == 0) {
		s->nul_replaced |= u == 0;
		s->half_replaced |= u != 0;
		put_replaced(s, u);
	} else {
		put_unicode(s, u);
	}
}

/* One byte of an escape sequence.  NULL, or what is wrong with it. */
static const char *escape_byte(struct json_scan *s, char c)
{
	bool unicode = s->escape_len > 1;

	s->escape[s->escape_len++] = c;
	if (!unicode) {
		if (c == 'u')
			return NULL;
		if (!c || !strchr("\"\\/bfnrt", c))
			return N_("wants an escape such as \\n or \\u0041");
		put_half(s);
		string_text(s, s->escape, s->escape_len);
	} else {
		if (hex_digit(c) < 0)
			return N_("wants four hexadecimal digits after \\u");
		if (s->escape_len < 6)
			return NULL;
		unicode_ends(s);
	}
	s->token = TK_STRING;
	s->key_escaped = true;
	return NULL;
}

/* The rest of a string, or as much as there is.  NULL with err. */
static const char *scan_string(struct json_scan *s, const char *p, const char *end, const char *data,
			       struct error *err)
{
	while (p < end) {
		const char *from = p;

		if (s->token == TK_ESCAPE) {
			const char *wrong = escape_byte(s, *p);

			if (wrong) {
				json_scan_fail(s, p, data, err, wrong);
				return NULL;
			}
			p++;
			continue;
		}
		if (*p != '\\')
			put_half(s);
		if (s->utf8_left || (unsigned char)*p >= 0x80) {
			bool ok = true;

			p = string_utf8(s, p, end, &ok);
			if (!ok) {
				json_scan_fail(s, p, data, err, N_("wants UTF-8"));
				return NULL;
			}
			continue;
		}
		p = bytes_string(p, end);
		if (p > from)
			string_text(s, from, (size_t)(p - from));
		if (p == end)
			break;
		if (*p == '"') {
			json_string_ends(s);
			return p + 1;
		}
		if (*p == '\\') {
			s->token = TK_ESCAPE;
			s->escape[0] = '\\';
			s->escape_len = 1;
			p++;
		} else if ((unsigned char)*p < 0x20) {
			json_scan_fail(s, p, data, err, *p ? N_("control characters in a string must be escaped")
						 : N_("NUL bytes are not text"));
			return NULL;
		}
	}
	return p;
}

/* ---- numbers and literals ---- */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The state after one more byte of a number; 0: c does not belong to it. */
static uint8_t number_step(uint8_t token, char c)
{
	bool e = c == 'e' || c == 'E';

	switch (token) {
	case TK_MINUS:
		return c == '0' ? TK_ZERO : is_digit(c) ? TK_INTEGER : 0;
	case TK_ZERO:
		return c == '.' ? TK_POINT : e ? TK_EXPONENT : 0;
	case TK_INTEGER:
		return is_digit(c) ? TK_INTEGER : c == '.' ? TK_POINT : e ? TK_EXPONENT : 0;
	case TK_POINT:
		return is_digit(c) ? TK_FRACTION : 0;
	case TK_FRACTION:
		return is_digit(c) ? TK_FRACTION : e ? TK_EXPONENT : 0;
	case TK_EXPONENT:
		if (c == '+' || c == '-')
			return TK_EXPONENT_SIGN;
		return is_digit(c) ? TK_EXPONENT_DIGITS : 0;
	default: /* the sign or a digit of the exponent */
		return is_digit(c) ? TK_EXPONENT_DIGITS : 0;
	}
}

bool json_number_complete(const struct json_scan *s)
{
	return s->token == TK_ZERO || s->token == TK_INTEGER || s->token == TK_FRACTION ||
	       s->token == TK_EXPONENT_DIGITS;
}

static const char *scan_number(struct json_scan *s, const char *p, const char *end, const char *data,
			       struct error *err)
{
	const char *from = p;

	for (; p < end; p++) {
		uint8_t next = number_step(s->token, *p);

		if (!next)
			break;
		s->token = next;
	}
	s->length += (size_t)(p - from);
	if (s->mode != SCAN_SKIP)
		scan_put(s->out, from, (size_t)(p - from));
	if (p == end)
		return p;
	if (!json_number_complete(s) || is_digit(*p)) {
		json_scan_fail(s, p, data, err, s->token == TK_ZERO ? N_("a number must not begin with 0")
							  : N_("wants a digit"));
		return NULL;
	}
	json_number_ends(s);
	return p;
}

static const char *scan_literal(struct json_scan *s, const char *p, const char *end,
				const char *data, struct error *err)
{
	for (; p < end && *s->literal; p++, s->literal++) {
		if (*p != *s->literal) {
			json_scan_fail(s, p, data, err, N_("wants true, false or null"));
			return NULL;
		}
	}
	if (!*s->literal)
		json_scalar_ends(s);
	return p;
}

const char *json_token_scan(struct json_scan *s, const char *p, const char *end, const char *data,
			    struct error *err)
{
	if (s->token <= TK_ESCAPE)
		return scan_string(s, p, end, data, err);
	if (s->token == TK_LITERAL)
		return scan_literal(s, p, end, data, err);
	return scan_number(s, p, end, data, err);
}

