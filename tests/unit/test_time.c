#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/time.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define US INT64_C(1000000)

static const struct {
	const char *text;
	int64_t us;
	const char *printed; /* NULL: as it was */
} times[] = {
	{ "1970-01-01T00:00:00Z", 0, NULL },
	{ "1970-01-01T00:00:01Z", US, NULL },
	{ "1969-12-31T23:59:59Z", -US, NULL },
	{ "1969-12-31T23:59:59.5Z", -US / 2, "1969-12-31T23:59:59.500000Z" },
	{ "2026-11-01T08:00:10Z", 1793520010 * US, NULL },
	{ "2026-11-01T08:00:10.123456Z", 1793520010 * US + 123456, NULL },
	{ "2026-11-01T08:00:10.1Z", 1793520010 * US + 100000, "2026-11-01T08:00:10.100000Z" },
	{ "2026-11-01T08:00:10.123456789Z", 1793520010 * US + 123456, "2026-11-01T08:00:10.123456Z" },
	{ "2026-11-01T08:00:10.000000Z", 1793520010 * US, "2026-11-01T08:00:10Z" },
	{ "2026-11-01T08:00:10.000001Z", 1793520010 * US + 1, NULL },
	{ "2026-11-01T10:00:10+02:00", 1793520010 * US, "2026-11-01T08:00:10Z" },
	{ "2026-11-01T02:30:10-05:30", 1793520010 * US, "2026-11-01T08:00:10Z" },
	{ "2026-11-01T08:00:10-00:00", 1793520010 * US, "2026-11-01T08:00:10Z" },
	{ "2024-02-29T00:00:00Z", 1709164800 * US, NULL },
	{ "2000-02-29T12:00:00Z", 951825600 * US, NULL },
	{ "2100-02-28T23:59:59Z", 4107542399 * US, NULL },
	{ "2100-03-01T00:00:00Z", 4107542400 * US, NULL },
	{ "0001-01-01T00:00:00Z", -62135596800 * US, NULL },
	{ "9999-12-31T23:59:59.999999Z", 253402300799 * US + 999999, NULL },
	{ "2026-12-31T23:30:00-01:00", 1798763400 * US, "2027-01-01T00:30:00Z" },
};

static void test_times(void **state)
{
	struct strbuf out = STRBUF_INIT;
	int64_t us;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(times); i++) {
		if (time_parse(times[i].text, &us) < 0)
			fail_msg("%s was refused", times[i].text);
		if (us != times[i].us)
			fail_msg("%s is %lld", times[i].text, (long long)us);
		strbuf_reset(&out);
		time_format(us, &out);
		assert_string_equal(out.buf, times[i].printed ? times[i].printed : times[i].text);
	}
	strbuf_release(&out);
}

static const char *const refused[] = {
	"", "now", "2026", "2026-11-01", "2026-11-01T08:00:10", "2026-11-01 08:00:10Z",
	"2026-11-01t08:00:10Z", "2026-11-01T08:00:10z", " 2026-11-01T08:00:10Z",
	"2026-11-01T08:00:10Z ", "2026-11-01T08:00:10Zx", "2026-11-01T08:00Z",
	"2026-11-01T8:00:10Z", "2026-1-01T08:00:10Z", "26-11-01T08:00:10Z",
	"02026-11-01T08:00:10Z", "2026-00-01T08:00:10Z", "2026-13-01T08:00:10Z",
	"2026-11-00T08:00:10Z", "2026-11-31T08:00:10Z", "2026-02-29T08:00:10Z",
	"2100-02-29T08:00:10Z", "2024-02-30T08:00:10Z", "2026-11-01T24:00:00Z",
	"2026-11-01T08:60:10Z", "2026-11-01T08:00:60Z", "2026-11-01T08:00:10.Z",
	"2026-11-01T08:00:10,5Z", "2026-11-01T08:00:10.1234567890Z",
	"2026-11-01T08:00:10.12x", "2026-11-01T08:00:10+2:00", "2026-11-01T08:00:10+0200",
	"2026-11-01T08:00:10+24:00", "2026-11-01T08:00:10+02:60", "2026-11-01T08:00:10+02:00Z",
	"0000-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
	"-2026-11-01T08:00:10Z", "2026-11-01T-8:00:10Z",
};

static void test_refused(void **state)
{
	int64_t us = 42;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(refused); i++) {
		if (time_parse(refused[i], &us) == 0)
			fail_msg("\"%s\" was accepted", refused[i]);
		assert_true(us == 42);
	}
}

/* Every day of 400 years and then some, forth and back: day after day in order, none twice. */
static void test_calendar(void **state)
{
	struct strbuf out = STRBUF_INIT;
	int64_t day, us;

	(void)state;
	for (day = -719162; day < -719162 + 146097 + 800; day++) {
		strbuf_reset(&out);
		time_format(day * 86400 * US, &out);
		assert_int_equal(time_parse(out.buf, &us), 0);
		assert_true(us == day * 86400 * US);
	}
	strbuf_release(&out);
}

/* Any number prints as something. */
static void test_extremes(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	time_format(INT64_MIN, &out);
	time_format(INT64_MAX, &out);
	duration_format(INT64_MIN, &out);
	duration_format(INT64_MAX, &out);
	assert_true(out.len > 0);
	strbuf_release(&out);
}

#define M 60
#define H 3600
#define D 86400
#define Y (365 * D)

static const struct {
	int64_t seconds;
	const char *text;
} durations[] = {
	{ -2, "<invalid>" },
	{ -1, "0s" },
	{ 0, "0s" },
	{ 1, "1s" },
	{ 119, "119s" },
	{ 120, "2m" },
	{ 121, "2m1s" },
	{ 3 * M + 12, "3m12s" },
	{ 9 * M + 59, "9m59s" },
	{ 10 * M, "10m" },
	{ 10 * M + 59, "10m" },
	{ 179 * M + 59, "179m" },
	{ 180 * M, "3h" },
	{ 180 * M + 59, "3h" },
	{ 181 * M, "3h1m" },
	{ 7 * H + 59 * M, "7h59m" },
	{ 8 * H, "8h" },
	{ 8 * H + 59 * M, "8h" },
	{ 47 * H, "47h" },
	{ 48 * H, "2d" },
	{ 49 * H, "2d1h" },
	{ 7 * D + 23 * H, "7d23h" },
	{ 8 * D, "8d" },
	{ 8 * D + 23 * H, "8d" },
	{ 12 * D, "12d" },
	{ 2LL * Y - 1, "729d" },
	{ 2LL * Y, "2y" },
	{ 2LL * Y + 34 * D, "2y34d" },
	{ 8LL * Y - 1, "7y364d" },
	{ 8LL * Y, "8y" },
	{ 8LL * Y + 364 * D, "8y" },
	{ 100LL * Y, "100y" },
};

static void test_durations(void **state)
{
	struct strbuf out = STRBUF_INIT;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(durations); i++) {
		strbuf_reset(&out);
		duration_format(durations[i].seconds, &out);
		assert_string_equal(out.buf, durations[i].text);
	}
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_times),    cmocka_unit_test(test_refused),
		cmocka_unit_test(test_calendar), cmocka_unit_test(test_extremes),
		cmocka_unit_test(test_durations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
