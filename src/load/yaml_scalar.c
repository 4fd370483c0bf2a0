#include "load/yaml_scalar.h"

#include <stdint.h>
#include <string.h>

#define PLAIN_BYTES_MAX 64  /* longer plain texts are no numbers anyone writes */
#define EXPANDED_DIGITS 21  /* Go prints larger numbers with an exponent */

struct word {
	const char *text;
	enum scalar_type type;
};

/*
 * Without y and n: Go's library takes them for booleans, but other writers leave the strings "y"
 * and "n" without quotes, and nobody means a boolean by them.
 */
static const struct word words[] = {
	{ "", SCALAR_NULL }, { "~", SCALAR_NULL }, { "null", SCALAR_NULL },
	{ "Null", SCALAR_NULL }, { "NULL", SCALAR_NULL },
	{ "yes", SCALAR_TRUE }, { "Yes", SCALAR_TRUE }, { "YES", SCALAR_TRUE },
	{ "true", SCALAR_TRUE }, { "True", SCALAR_TRUE }, { "TRUE", SCALAR_TRUE },
	{ "on", SCALAR_TRUE }, { "On", SCALAR_TRUE }, { "ON", SCALAR_TRUE },
	{ "no", SCALAR_FALSE }, { "No", SCALAR_FALSE }, { "NO", SCALAR_FALSE },
	{ "false", SCALAR_FALSE }, { "False", SCALAR_FALSE }, { "FALSE", SCALAR_FALSE },
	{ "off", SCALAR_FALSE }, { "Off", SCALAR_FALSE }, { "OFF", SCALAR_FALSE },
	{ ".nan", SCALAR_NOT_JSON }, { ".NaN", SCALAR_NOT_JSON }, { ".NAN", SCALAR_NOT_JSON },
	{ ".inf", SCALAR_NOT_JSON }, { ".Inf", SCALAR_NOT_JSON }, { ".INF", SCALAR_NOT_JSON },
	{ "+.inf", SCALAR_NOT_JSON }, { "+.Inf", SCALAR_NOT_JSON }, { "+.INF", SCALAR_NOT_JSON },
	{ "-.inf", SCALAR_NOT_JSON }, { "-.Inf", SCALAR_NOT_JSON }, { "-.INF", SCALAR_NOT_JSON },
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static unsigned digit_value(char c)
{
	if (is_digit(c))
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a' + 10);
	if (c >= 'A' && c <= 'F')
		return (unsigned)(c - 'A' + 10);
	return 99;
}

/* Digits of a base other than ten, as a JSON number.  False: not all are, or they are too many. */
static bool resolve_base(bool negative, const char *p, unsigned base, struct strbuf *out)
{
	uint64_t v = 0;

	if (!*p)
		return false;
	for (; *p; p++) {
		unsigned d = digit_value(*p);

		if (d >= base || __builtin_mul_overflow(v, (uint64_t)base, &v) ||
		    __builtin_add_overflow(v, (uint64_t)d, &v))
			return false;
	}
	strbuf_addf(out, "%s%llu", negative && v ? "-" : "", (unsigned long long)v);
	return true;
}

/* A prefix of another base: 0x, 0o, 0b, or the leading zero of octal.  0: none. */
static unsigned base_of(const char **p)
{
	unsigned base;

	if ((*p)[0] != '0' || !(*p)[1])
		return 0;
	switch ((*p)[1]) {
	case 'x': case 'X': base = 16; break;
	case 'o': case 'O': base = 8; break;
	case 'b': case 'B': base = 2; break;
	default: /* 010 is eight, but 08 and 0.5 are decimal */
		if (strspn(*p, "01234567") != strlen(*p))
			return 0;
		*p += 1;
		return 8;
	}
	*p += 2;
	return base;
}

struct decimal { /* digits "125", point 1: 1.25; then times 10^exponent */
	char digits[PLAIN_BYTES_MAX + 1];
	int n, point, exponent;
};

/* [0-9]* ( . [0-9]* )? ( e [+-]? [0-9]+ )?, with at least one digit before the e. */
static bool parse_decimal(const char *p, struct decimal *d)
{
	bool negative = false;

	d->n = d->exponent = 0;
	while (is_digit(*p))
		d->digits[d->n++] = *p++;
	d->point = d->n;
	if (*p == '.')
		for (p++; is_digit(*p); p++)
			d->digits[d->n++] = *p;
	d->digits[d->n] = '\0';
	if (!d->n)
		return false;
	if (*p == 'e' || *p == 'E') {
		p++;
		if (*p == '+' || *p == '-')
			negative = *p++ == '-';
		if (!is_digit(*p))
			return false;
		for (; is_digit(*p); p++)
			if (d->exponent < 10000)
				d->exponent = d->exponent * 10 + (*p - '0');
		if (negative)
			d->exponent = -d->exponent;
	}
	return !*p;
}

/* Whole numbers are written out, as Go does after reading 1e3 or 2.0; others keep their form. */
static void format_decimal(bool negative, struct decimal *d, struct strbuf *out)
{
	char *digits = d->digits;
	int n = d->n, point = d->point;

	while (n > point && digits[n - 1] == '0')
		n--;
	while (n > 1 && point > 1 && digits[0] == '0') {
		digits++;
		n--;
		point--;
	}
	strbuf_adds(out, negative ? "-" : "");
	if (n - point <= d->exponent && point + d->exponent <= EXPANDED_DIGITS) {
		int zeros = (int)strspn(digits, "0");

		if (zeros >= n) {
			strbuf_addc(out, '0');
			return;
		}
		strbuf_add(out, digits + zeros, (size_t)(n - zeros));
		strbuf_addn(out, '0', (size_t)(point + d->exponent - n));
		return;
	}
	if (point)
		strbuf_add(out, digits, (size_t)point);
	else
		strbuf_addc(out, '0');
	if (n > point) {
		strbuf_addc(out, '.');
		strbuf_add(out, digits + point, (size_t)(n - point));
	}
	if (d->exponent)
		strbuf_addf(out, "e%d", d->exponent);
}

static enum scalar_type resolve_number(const char *text, size_t len, struct strbuf *out)
{
	char plain[PLAIN_BYTES_MAX + 1] = "", *to = plain;
	const char *p = plain;
	struct decimal d;
	unsigned base;
	bool negative;

	if (len > PLAIN_BYTES_MAX)
		return SCALAR_STRING;
	for (size_t i = 0; i < len; i++)
		if (text[i] != '_')
			*to++ = text[i];
	*to = '\0';
	negative = *p == '-';
	if (*p == '-' || *p == '+')
		p++;
	base = base_of(&p);
	if (base)
		return resolve_base(negative, p, base, out) ? SCALAR_NUMBER : SCALAR_STRING;
	if (!parse_decimal(p, &d))
		return SCALAR_STRING;
	format_decimal(negative, &d, out);
	return SCALAR_NUMBER;
}

enum scalar_type scalar_resolve(const char *text, size_t len, struct strbuf *out)
{
	char first = len ? text[0] : '\0';

	if (memchr(text, '\0', len))
		return SCALAR_STRING;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i].text) == len && memcmp(words[i].text, text, len) == 0)
			return words[i].type;
	if (is_digit(first) || first == '-' || first == '+' || first == '.')
		return resolve_number(text, len, out);
	return SCALAR_STRING;
}
