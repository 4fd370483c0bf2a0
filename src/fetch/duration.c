#include "fetch/duration.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/i18n.h"

#define NS_PER_MS INT64_C(1000000)
#define FRACTION_DIGITS_MAX 6 /* of an hour, which in nanoseconds still fits into 64 bits */

struct unit {
	const char *name;
	int64_t ns;
};

/* Longer names first: "ms" is not "m". */
static const struct unit units[] = {
	{ "ns", 1 },
	{ "us", 1000 },
	{ "\xc2\xb5s", 1000 }, /* micro sign */
	{ "\xce\xbcs", 1000 }, /* Greek mu */
	{ "ms", NS_PER_MS },
	{ "s", 1000 * NS_PER_MS },
	{ "m", 60000 * NS_PER_MS },
	{ "h", 3600000 * NS_PER_MS },
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Digits at *p; false: too large. */
static bool parse_digits(const char **p, int64_t *ret)
{
	for (*ret = 0; is_digit(**p); ++*p)
		if (__builtin_mul_overflow(*ret, (int64_t)10, ret) ||
		    __builtin_add_overflow(*ret, (int64_t)(**p - '0'), ret))
			return false;
	return true;
}

static const struct unit *unit_at(const char *p)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strncmp(p, units[i].name, strlen(units[i].name)) == 0)
			return &units[i];
	return NULL;
}

/* ".25" of a unit, in nanoseconds; *p stands behind the point. */
static int64_t parse_fraction(const char **p)
{
	const char *end = *p;
	const struct unit *unit;
	int64_t value = 0, scale = 1;

	while (is_digit(*end))
		end++;
	unit = unit_at(end);
	for (int n = 0; *p < end; ++*p, n++) {
		if (n >= FRACTION_DIGITS_MAX)
			continue;
		value = value * 10 + (**p - '0');
		scale *= 10;
	}
	return unit ? value * unit->ns / scale : 0;
}

/* "1.5h" and the like at *p, added to *ns. */
static bool parse_part(const char **p, int64_t *ns)
{
	const char *begin = *p;
	const struct unit *unit;
	int64_t whole, fraction = 0;

	if (!parse_digits(p, &whole))
		return false;
	if (**p == '.') {
		++*p;
		if (!is_digit(**p) && *p == begin + 1)
			return false;
		fraction = parse_fraction(p);
	} else if (*p == begin) {
		return false;
	}
	unit = unit_at(*p);
	if (!unit)
		return false;
	*p += strlen(unit->name);
	return !__builtin_mul_overflow(whole, unit->ns, &whole) &&
	       !__builtin_add_overflow(*ns, whole, ns) && !__builtin_add_overflow(*ns, fraction, ns);
}

static bool parse(const char *p, int64_t *ret_ns)
{
	const char *digits = p;

	*ret_ns = 0;
	if (is_digit(*p) && parse_digits(&digits, ret_ns) && !*digits)
		return !__builtin_mul_overflow(*ret_ns, 1000 * NS_PER_MS, ret_ns);
	*ret_ns = 0;
	if (!*p)
		return false;
	while (*p)
		if (!parse_part(&p, ret_ns))
			return false;
	return true;
}

int duration_parse(const char *text, int64_t *ret_ms, struct error *err)
{
	int64_t ns;

	if (!parse(text, &ns))
		return error_set(err, ERR_USAGE,
				 _("Invalid timeout value. Timeout must be a single integer in seconds, or "
				 "an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)"));
	*ret_ms = ns / NS_PER_MS + (ns % NS_PER_MS != 0);
	return 0;
}
