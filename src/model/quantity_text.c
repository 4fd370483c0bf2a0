/* Reading and printing quantities; arithmetic is in quantity.c. */
#include "base/i18n.h"
#include "model/quantity.h"

#include <string.h>

#define FAST_DIGITS 18 /* so many always fit an int64 */

struct suffix {
	char text[3];
	int8_t exponent;     /* of 10, or of 2 */
	int8_t fast_digits;  /* binary: the fast form takes up to so many; -1 never */
	bool binary;
};

static const struct suffix suffixes[] = {
	{ "n", -9, FAST_DIGITS, false }, { "u", -6, FAST_DIGITS, false },
	{ "m", -3, FAST_DIGITS, false }, { "", 0, FAST_DIGITS, false },
	{ "k", 3, FAST_DIGITS, false },  { "M", 6, FAST_DIGITS, false },
	{ "G", 9, FAST_DIGITS, false },  { "T", 12, FAST_DIGITS, false },
	{ "P", 15, FAST_DIGITS, false }, { "E", 18, FAST_DIGITS, false },
	{ "Ki", 10, 11, true },          { "Mi", 20, 8, true },
	{ "Gi", 30, 5, true },           { "Ti", 40, 2, true },
	{ "Pi", 50, -1, true },          { "Ei", 60, -1, true },
};

struct number { /* the text before the suffix */
	bool negative;
	const char *digits;  /* integer part, leading zeros left out */
	uint32_t n;
	const char *fraction;
	uint32_t fraction_n;
	bool any_digit;      /* leading zeros count */
};

struct unit {
	enum quantity_format format;
	int32_t exponent;
	int32_t fast_digits;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static uint32_t skip_digits(const char **s)
{
	uint32_t n = 0;

	for (; is_digit(**s); ++*s)
		n++;
	return n;
}

static const char *scan_number(const char *s, struct number *ret)
{
	*ret = (struct number){ .negative = *s == '-' };
	if (*s == '-' || *s == '+')
		s++;
	for (; *s == '0'; s++)
		ret->any_digit = true;
	ret->digits = s;
	ret->n = skip_digits(&s);
	if (*s == '.') {
		ret->fraction = ++s;
		ret->fraction_n = skip_digits(&s);
	}
	if (ret->n || ret->fraction_n)
		ret->any_digit = true;
	return s;
}

/* -1: not an exponent; -2: beyond the limit */
static int scan_exponent(const char *s, int32_t *ret)
{
	bool negative = *s == '-';
	int32_t v = 0;

	if (*s == '-' || *s == '+')
		s++;
	if (!is_digit(*s))
		return -1;
	for (; is_digit(*s); s++) {
		if (v <= QUANTITY_EXPONENT_MAX)
			v = v * 10 + (*s - '0');
	}
	if (*s)
		return -1;
	if (v > QUANTITY_EXPONENT_MAX)
		return -2;
	*ret = negative ? -v : v;
	return 0;
}

static int scan_suffix(const char *s, struct unit *ret)
{
	size_t i;

	for (i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		const struct suffix *x = &suffixes[i];

		if (strcmp(s, x->text) == 0) {
			ret->format = x->binary ? QUANTITY_BINARY_SI : QUANTITY_DECIMAL_SI;
			ret->exponent = x->exponent;
			ret->fast_digits = x->fast_digits;
			return 0;
		}
	}
	if (*s != 'e' && *s != 'E')
		return -1;
	ret->format = QUANTITY_DECIMAL_EXPONENT;
	ret->fast_digits = FAST_DIGITS;
	return scan_exponent(s + 1, &ret->exponent);
}

/* The parser's choice of form decides how overflow comes out later, so it follows Go exactly. */
static bool parse_fast(const struct number *num, const struct unit *unit, struct quantity *ret)
{
	bool binary = unit->format == QUANTITY_BINARY_SI;
	int32_t digits = (int32_t)(num->n ? num->n : 1) + (int32_t)num->fraction_n;
	int32_t scale = (binary ? 0 : unit->exponent) - (int32_t)num->fraction_n;
	int64_t v = 0;
	uint32_t i;

	if (digits > unit->fast_digits || scale < QUANTITY_SCALE_MIN || (binary && num->fraction_n))
		return false;
	for (i = 0; i < num->n; i++)
		v = v * 10 + (num->digits[i] - '0');
	for (i = 0; i < num->fraction_n; i++)
		v = v * 10 + (num->fraction[i] - '0');
	if (binary)
		v <<= unit->exponent;
	ret->big = ret->negative = false;
	ret->v = num->negative ? -v : v;
	ret->scale = scale;
	ret->format = unit->format;
	return true;
}

static void add_digits(struct bignum *mag, const char *digits, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		bignum_mul_add(mag, 10, (uint32_t)(digits[i] - '0'));
}

/* Go keeps what it parsed at 10^-9 from here on, but for zero and for the cap. */
static void round_to_nano(struct quantity *q)
{
	if (q->scale < QUANTITY_SCALE_MIN) {
		if (bignum_div_pow10(&q->mag, (uint32_t)(QUANTITY_SCALE_MIN - q->scale)))
			bignum_add(&q->mag, &(struct bignum){ .n = 1, .w = { 1 } });
		q->scale = QUANTITY_SCALE_MIN;
	} else if (!bignum_is_zero(&q->mag)) {
		bignum_mul_pow10(&q->mag, (uint32_t)(q->scale - QUANTITY_SCALE_MIN));
		q->scale = QUANTITY_SCALE_MIN;
	}
}

/* Binary suffixes only: the greatest int64 is the cap, and less than one is shown as decimal. */
static void settle_binary(struct quantity *q)
{
	struct quantity max = quantity_from_int(INT64_MAX, 0, QUANTITY_BINARY_SI);
	struct quantity one = quantity_from_int(1, 0, QUANTITY_BINARY_SI);
	struct quantity amount = *q;

	amount.negative = false;
	if (quantity_cmp(&amount, &max) > 0) {
		bignum_set(&q->mag, INT64_MAX);
		q->scale = 0;
	}
	if (quantity_sign(&amount) > 0 && quantity_cmp(&amount, &one) < 0)
		q->format = QUANTITY_DECIMAL_SI;
}

static void parse_big(const struct number *num, const struct unit *unit, struct quantity *ret)
{
	bool binary = unit->format == QUANTITY_BINARY_SI;

	ret->big = true;
	ret->negative = num->negative;
	ret->v = 0;
	ret->format = unit->format;
	bignum_set(&ret->mag, 0);
	add_digits(&ret->mag, num->digits, num->n);
	add_digits(&ret->mag, num->fraction, num->fraction_n);
	if (binary)
		bignum_shift(&ret->mag, (unsigned)unit->exponent);
	ret->scale = (binary ? 0 : unit->exponent) - (int32_t)num->fraction_n;
	round_to_nano(ret);
	if (binary)
		settle_binary(ret);
}

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The API's JSON decoder trims spaces around the text.  -1: too long. */
static int trimmed(const char *text, char buf[QUANTITY_TEXT_MAX + 1])
{
	size_t len;

	while (is_space(*text))
		text++;
	len = strnlen(text, QUANTITY_TEXT_MAX + 1);
	if (len > QUANTITY_TEXT_MAX)
		return -1;
	while (len && is_space(text[len - 1]))
		len--;
	memcpy(buf, text, len);
	buf[len] = '\0';
	return 0;
}

int quantity_parse(const char *text, struct quantity *ret, struct error *err)
{
	char buf[QUANTITY_TEXT_MAX + 1];
	struct number num;
	struct unit unit;
	const char *suffix;
	int rc;

	if (trimmed(text, buf) < 0)
		return error_set(err, ERR_LIMIT, _("quantity \"%.32s...\" is longer than %d bytes"),
				 text, QUANTITY_TEXT_MAX);
	if (!*buf)
		return error_set(err, ERR_PARSE, _("quantity is empty"));
	suffix = scan_number(buf, &num);
	rc = scan_suffix(suffix, &unit);
	if (rc == -2)
		return error_set(err, ERR_LIMIT, _("quantity \"%s\": exponent beyond %d"), buf,
				 QUANTITY_EXPONENT_MAX);
	if (rc < 0)
		return error_set(err, ERR_PARSE, _("quantity \"%s\": unknown suffix \"%s\""), buf,
				 suffix);
	if (!parse_fast(&num, &unit, ret)) {
		if (!num.any_digit)
			return error_set(err, ERR_PARSE, _("quantity \"%s\" has no digits"), buf);
		parse_big(&num, &unit, ret);
	}
	ret->text = text;
	return 0;
}

static const char *suffix_of(int32_t exponent, bool binary)
{
	size_t i;

	for (i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		if (suffixes[i].binary == binary && suffixes[i].exponent == exponent)
			return suffixes[i].text;
	}
	return ""; /* Go drops what it has no letter for: 1000E comes out as 1 */
}

/* Divides by factor as often as that leaves an integer.  mag is not 0. */
static int32_t strip_factors(struct bignum *mag, uint32_t factor)
{
	struct bignum quotient;
	int32_t times = 0;

	for (;;) {
		bignum_copy(&quotient, mag);
		if (bignum_div(&quotient, factor))
			return times;
		bignum_copy(mag, &quotient);
		times++;
	}
}

/* False if it is to be printed as a decimal: not an integer, or less than 1Ki. */
static bool format_binary(const struct quantity *q, const struct bignum *mag, struct strbuf *out)
{
	struct bignum amount;
	int32_t times;

	bignum_copy(&amount, mag);
	if (q->scale >= 0)
		bignum_mul_pow10(&amount, (uint32_t)q->scale);
	else if (bignum_div_pow10(&amount, (uint32_t)-q->scale))
		return false;
	if (amount.n <= 1 && bignum_low64(&amount) < 1024)
		return false;
	times = strip_factors(&amount, 1024);
	bignum_format(&amount, out);
	strbuf_adds(out, suffix_of(10 * times, true));
	return true;
}

static void format_decimal(const struct quantity *q, struct bignum *mag, struct strbuf *out)
{
	int32_t exponent = q->scale + strip_factors(mag, 10);

	for (; exponent % 3; exponent--)
		bignum_mul_add(mag, 10, 0);
	bignum_format(mag, out);
	if (q->format != QUANTITY_DECIMAL_EXPONENT)
		strbuf_adds(out, suffix_of(exponent, false));
	else if (exponent)
		strbuf_addf(out, "e%d", (int)exponent);
}

void quantity_format(const struct quantity *q, struct strbuf *out)
{
	int sign = quantity_sign(q);
	struct bignum mag;

	if (sign == 0) {
		strbuf_addc(out, '0');
		return;
	}
	if (q->big)
		bignum_copy(&mag, &q->mag);
	else
		bignum_set(&mag, q->v < 0 ? -(uint64_t)q->v : (uint64_t)q->v);
	if (sign < 0)
		strbuf_addc(out, '-');
	if (q->format != QUANTITY_BINARY_SI || !format_binary(q, &mag, out))
		format_decimal(q, &mag, out);
}

const char *quantity_text(struct arena *a, const struct quantity *q)
{
	struct strbuf text = STRBUF_INIT;
	const char *ret;

	quantity_format(q, &text);
	ret = arena_strndup(a, text.buf, text.len);
	strbuf_release(&text);
	return ret;
}
