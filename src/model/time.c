#include "model/time.h"

#define DAY 86400
#define SECOND_US 1000000
#define ERA_DAYS 146097 /* 400 years */

/* Days since 1970-01-01; years are counted from March, so that the leap day ends one. */
static int64_t days_from_civil(int year, int month, int day)
{
	int64_t y = month > 2 ? year : year - 1;
	int64_t era = (y >= 0 ? y : y - 399) / 400;
	int64_t year_of_era = y - era * 400;
	int64_t day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;

	return era * ERA_DAYS + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 +
	       day_of_year - 719468;
}

static void civil_from_days(int64_t days, int64_t *year, int *month, int *day)
{
	int64_t z = days + 719468;
	int64_t era = (z >= 0 ? z : z - (ERA_DAYS - 1)) / ERA_DAYS;
	int64_t doe = z - era * ERA_DAYS;
	int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / (ERA_DAYS - 1)) / 365;
	int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	int64_t m = (5 * doy + 2) / 153;

	*day = (int)(doy - (153 * m + 2) / 5 + 1);
	*month = (int)(m < 10 ? m + 3 : m - 9);
	*year = yoe + era * 400 + (*month <= 2);
}

static int days_in_month(int year, int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

/* n digits, then the character `end` (NUL: whatever follows); NULL if they are not there. */
static const char *number(const char *s, int n, char end, int *ret)
{
	int v = 0;

	for (; n; n--, s++) {
		if (*s < '0' || *s > '9')
			return NULL;
		v = v * 10 + (*s - '0');
	}
	*ret = v;
	if (!end)
		return s;
	return *s == end ? s + 1 : NULL;
}

static const char *parse_date(const char *s, int64_t *ret_days)
{
	int year, month, day;

	if (!(s = number(s, 4, '-', &year)) || !(s = number(s, 2, '-', &month)) ||
	    !(s = number(s, 2, 'T', &day)))
		return NULL;
	if (year < 1 || month < 1 || month > 12 || day < 1 || day > days_in_month(year, month))
		return NULL;
	*ret_days = days_from_civil(year, month, day);
	return s;
}

static const char *parse_clock(const char *s, int64_t *ret_seconds)
{
	int hour, minute, second;

	if (!(s = number(s, 2, ':', &hour)) || !(s = number(s, 2, ':', &minute)) ||
	    !(s = number(s, 2, '\0', &second)))
		return NULL;
	if (hour > 23 || minute > 59 || second > 59)
		return NULL;
	*ret_seconds = hour * 3600 + minute * 60 + second;
	return s;
}

/* Up to 9 digits after a dot; what is finer than a microsecond is cut off. */
static const char *parse_fraction(const char *s, int64_t *ret_us)
{
	int64_t us = 0, unit = SECOND_US / 10;
	int n;

	*ret_us = 0;
	if (*s != '.')
		return s;
	s++;
	for (n = 0; *s >= '0' && *s <= '9'; s++, n++) {
		us += unit * (*s - '0');
		unit /= 10;
	}
	*ret_us = us;
	return n >= 1 && n <= 9 ? s : NULL;
}

static const char *parse_offset(const char *s, int64_t *ret_seconds)
{
	int hour, minute, sign = *s == '-' ? -1 : 1;

	*ret_seconds = 0;
	if (*s == 'Z')
		return s + 1;
	if (*s != '+' && *s != '-')
		return NULL;
	if (!(s = number(s + 1, 2, ':', &hour)) || !(s = number(s, 2, '\0', &minute)))
		return NULL;
	if (hour > 23 || minute > 59)
		return NULL;
	*ret_seconds = sign * (hour * 3600 + minute * 60);
	return s;
}

int time_parse(const char *s, int64_t *ret_us)
{
	const int64_t first = days_from_civil(1, 1, 1) * DAY;
	const int64_t end = days_from_civil(10000, 1, 1) * DAY;
	int64_t days, clock, us, offset, seconds;

	if (!(s = parse_date(s, &days)) || !(s = parse_clock(s, &clock)) ||
	    !(s = parse_fraction(s, &us)) || !(s = parse_offset(s, &offset)) || *s)
		return -1;
	seconds = days * DAY + clock - offset;
	if (seconds < first || seconds >= end)
		return -1;
	*ret_us = seconds * SECOND_US + us;
	return 0;
}

void time_format(int64_t us, struct strbuf *out)
{
	int64_t fraction = us % SECOND_US, seconds = us / SECOND_US, clock, days, year;
	int month, day;

	if (fraction < 0) {
		fraction += SECOND_US;
		seconds--;
	}
	clock = seconds % DAY;
	days = seconds / DAY;
	if (clock < 0) {
		clock += DAY;
		days--;
	}
	civil_from_days(days, &year, &month, &day);
	strbuf_addf(out, "%04lld-%02d-%02dT%02d:%02d:%02d", (long long)year, month, day,
		    (int)(clock / 3600), (int)(clock / 60 % 60), (int)(clock % 60));
	if (fraction)
		strbuf_addf(out, ".%06d", (int)fraction);
	strbuf_addc(out, 'Z');
}

/* "3h", or "3h5m" if there are five of the smaller unit. */
static void two_units(struct strbuf *out, int64_t n, char unit, int64_t smaller, char smaller_unit)
{
	strbuf_addf(out, "%lld%c", (long long)n, unit);
	if (smaller)
		strbuf_addf(out, "%lld%c", (long long)smaller, smaller_unit);
}

void duration_format(int64_t seconds, struct strbuf *out)
{
	int64_t minutes = seconds / 60, hours = seconds / 3600, days = seconds / DAY;

	if (seconds < -1)
		strbuf_adds(out, "<invalid>");
	else if (seconds < 0)
		strbuf_adds(out, "0s"); /* clocks differ a little */
	else if (seconds < 120)
		two_units(out, seconds, 's', 0, 's');
	else if (minutes < 10)
		two_units(out, minutes, 'm', seconds % 60, 's');
	else if (minutes < 180)
		two_units(out, minutes, 'm', 0, 's');
	else if (hours < 8)
		two_units(out, hours, 'h', minutes % 60, 'm');
	else if (hours < 48)
		two_units(out, hours, 'h', 0, 'm');
	else if (days < 8)
		two_units(out, days, 'd', hours % 24, 'h');
	else if (days < 2 * 365)
		two_units(out, days, 'd', 0, 'h');
	else if (days < 8 * 365)
		two_units(out, days / 365, 'y', days % 365, 'd');
	else
		two_units(out, days / 365, 'y', 0, 'd');
}

struct opt_time time_later(struct opt_time a, struct opt_time b)
{
	return b.set && (!a.set || b.us > a.us) ? b : a;
}

struct opt_time time_earlier(struct opt_time a, struct opt_time b)
{
	return b.set && (!a.set || b.us < a.us) ? b : a;
}
