/*
 * The expected values were computed with Kubernetes' own quantity code, overflow included: what
 * looks wrong here is what the scheduler sees.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/quantity.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define MOST_OPERANDS 4

enum form { FAST, BIG };

struct parse_case {
	const char *text;
	enum form form;
	int64_t value, milli;
	const char *canonical;
};

static const struct parse_case parse_cases[] = {
	/* zero and signs */
	{ "0", FAST, 0, 0, "0" },
	{ "-0", FAST, 0, 0, "0" },
	{ "+0", FAST, 0, 0, "0" },
	{ "00", FAST, 0, 0, "0" },
	{ "000000000000000000000000", FAST, 0, 0, "0" },
	{ "0.0", FAST, 0, 0, "0" },
	{ ".0", FAST, 0, 0, "0" },
	{ "0.", FAST, 0, 0, "0" },
	{ "0m", FAST, 0, 0, "0" },
	{ "0Ki", FAST, 0, 0, "0" },
	{ "0Ei", BIG, 0, 0, "0" },
	{ "0e5", FAST, 0, 0, "0" },
	{ "0E", FAST, 0, 0, "0" },
	{ "+", FAST, 0, 0, "0" },
	{ "-", FAST, 0, 0, "0" },
	{ ".", FAST, 0, 0, "0" },
	{ "+.", FAST, 0, 0, "0" },
	{ "m", FAST, 0, 0, "0" },
	{ "n", FAST, 0, 0, "0" },
	{ "k", FAST, 0, 0, "0" },
	{ "M", FAST, 0, 0, "0" },
	{ "G", FAST, 0, 0, "0" },
	{ "T", FAST, 0, 0, "0" },
	{ "P", FAST, 0, 0, "0" },
	{ "E", FAST, 0, 0, "0" },
	{ "-E", FAST, 0, 0, "0" },
	{ "Ki", FAST, 0, 0, "0" },
	{ "Mi", FAST, 0, 0, "0" },
	{ "Gi", FAST, 0, 0, "0" },
	{ "Ti", FAST, 0, 0, "0" },
	{ ".Ki", FAST, 0, 0, "0" },
	{ "-Ti", FAST, 0, 0, "0" },
	{ "e5", FAST, 0, 0, "0" },
	{ "E5", FAST, 0, 0, "0" },
	{ "e-9", FAST, 0, 0, "0" },
	{ ".e-9", FAST, 0, 0, "0" },
	{ "+1", FAST, 1, 1000, "1" },
	{ "-1", FAST, -1, -1000, "-1" },
	{ "1.", FAST, 1, 1000, "1" },
	{ ".5", FAST, 1, 500, "500m" },
	{ "1.G", FAST, 1000000000, 1000000000000, "1G" },
	{ "00.5", FAST, 1, 500, "500m" },
	{ "007", FAST, 7, 7000, "7" },
	{ "1.500", FAST, 2, 1500, "1500m" },
	{ "-.5", FAST, -1, -500, "-500m" },
	/* each suffix */
	{ "1n", FAST, 1, 1, "1n" },
	{ "1u", FAST, 1, 1, "1u" },
	{ "1m", FAST, 1, 1, "1m" },
	{ "1", FAST, 1, 1000, "1" },
	{ "1k", FAST, 1000, 1000000, "1k" },
	{ "1M", FAST, 1000000, 1000000000, "1M" },
	{ "1G", FAST, 1000000000, 1000000000000, "1G" },
	{ "1T", FAST, 1000000000000, 1000000000000000, "1T" },
	{ "1P", FAST, 1000000000000000, 1000000000000000000, "1P" },
	{ "1E", FAST, 1000000000000000000, 0, "1E" },
	{ "1Ki", FAST, 1024, 1024000, "1Ki" },
	{ "1Mi", FAST, 1048576, 1048576000, "1Mi" },
	{ "1Gi", FAST, 1073741824, 1073741824000, "1Gi" },
	{ "1Ti", FAST, 1099511627776, 1099511627776000, "1Ti" },
	{ "1Pi", BIG, 1125899906842624, 1125899906842624000, "1Pi" },
	{ "1Ei", BIG, 1152921504606846976, INT64_MIN, "1Ei" },
	{ "-1n", FAST, -1, -1, "-1n" },
	{ "-1Ki", FAST, -1024, -1024000, "-1Ki" },
	{ "-1Pi", BIG, -2882303760, -2882303761516, "-1Pi" },
	{ "500u", FAST, 1, 1, "500u" },
	{ "100m", FAST, 1, 100, "100m" },
	{ "1500m", FAST, 2, 1500, "1500m" },
	{ "999m", FAST, 1, 999, "999m" },
	{ "1001m", FAST, 2, 1001, "1001m" },
	{ "2500000u", FAST, 3, 2500, "2500m" },
	{ "1000000000n", FAST, 1, 1000, "1" },
	{ "1000000001n", FAST, 2, 1001, "1000000001n" },
	{ "123456789n", FAST, 1, 124, "123456789n" },
	/* fractions with binary suffixes */
	{ "0.5Ki", BIG, 512, 512000, "512" },
	{ "1.1Ki", BIG, 1127, 1126400, "1126400m" },
	{ "0.1Ki", BIG, 103, 102400, "102400m" },
	{ "0.0005Ki", BIG, 1, 512, "512m" },
	{ "0.5Gi", BIG, 536870912, 536870912000, "512Mi" },
	{ "1.5Gi", BIG, 1610612736, 1610612736000, "1536Mi" },
	{ "2.5Mi", BIG, 2621440, 2621440000, "2560Ki" },
	{ "0.5Ei", BIG, 576460752303423488, 4611686018427387904, "512Pi" },
	{ "0.0000000001Ki", BIG, 1, 1, "103n" },
	{ "-0.5Ki", BIG, -512, -512000, "-512" },
	{ "-1.1Ki", BIG, -1125, -1126400, "-1126400m" },
	{ "1.Ki", FAST, 1024, 1024000, "1Ki" },
	{ "1.0Ki", BIG, 1024, 1024000, "1Ki" },
	/* exponents */
	{ "1e3", FAST, 1000, 1000000, "1e3" },
	{ "1E3", FAST, 1000, 1000000, "1e3" },
	{ "1e+3", FAST, 1000, 1000000, "1e3" },
	{ "1e03", FAST, 1000, 1000000, "1e3" },
	{ "1e0", FAST, 1, 1000, "1" },
	{ "1e-3", FAST, 1, 1, "1e-3" },
	{ "1e-9", FAST, 1, 1, "1e-9" },
	{ "1e-10", BIG, 1, 1, "1e-9" },
	{ "15e-10", BIG, 1, 1, "2e-9" },
	{ "1.5e1", FAST, 15, 15000, "15" },
	{ "12e6", FAST, 12000000, 12000000000, "12e6" },
	{ "1e18", FAST, 1000000000000000000, 0, "1e18" },
	{ "1e19", FAST, 0, 0, "10e18" },
	{ "1e20", FAST, 0, 0, "100e18" },
	{ "1e21", FAST, 0, 0, "1e21" },
	{ "1e24", FAST, 0, 0, "1e24" },
	{ "1e300", FAST, 0, 0, "1e300" },
	{ "-1e21", FAST, 0, 0, "-1e21" },
	{ "123e-2", FAST, 2, 1230, "1230e-3" },
	{ "1.23e5", FAST, 123000, 123000000, "123e3" },
	{ "1e-300", BIG, 1, 1, "1e-9" },
	{ "0.001e3", FAST, 1, 1000, "1" },
	{ "1E+18", FAST, 1000000000000000000, 0, "1e18" },
	{ "1E-9", FAST, 1, 1, "1e-9" },
	/* finer than nano rounds up, away from zero */
	{ "0.1n", BIG, 1, 1, "1n" },
	{ "0.9n", BIG, 1, 1, "1n" },
	{ "1.1n", BIG, 1, 1, "2n" },
	{ "0.0000000001", BIG, 1, 1, "1n" },
	{ "0.0000000011", BIG, 1, 1, "2n" },
	{ "0.1234567891", BIG, 1, 124, "123456790n" },
	{ "-0.1n", BIG, 1, 1, "-1n" },
	{ "-1.1n", BIG, 1, 1, "-2n" },
	{ "1.0000000000", BIG, 1, 1000, "1" },
	{ "5.0000000001m", BIG, 1, 6, "5000001n" },
	{ "0.00000000000000000000000001", BIG, 1, 1, "1n" },
	/* sub-milli */
	{ "0.0001", FAST, 1, 1, "100u" },
	{ "0.0005", FAST, 1, 1, "500u" },
	{ "1.0001", FAST, 2, 1001, "1000100u" },
	{ "-0.0001", FAST, -1, -1, "-100u" },
	{ "-1.0001", FAST, -2, -1001, "-1000100u" },
	{ "1u", FAST, 1, 1, "1u" },
	{ "999u", FAST, 1, 1, "999u" },
	{ "1000u", FAST, 1, 1, "1m" },
	{ "1001u", FAST, 1, 2, "1001u" },
	/* the forms' borders: digits */
	{ "999999999999999999", FAST, 999999999999999999, 3875820019684211736, "999999999999999999" },
	{ "1000000000000000000", BIG, 1000000000000000000, 3875820019684212736, "1E" },
	{ "123456789012345678", FAST, 123456789012345678, -5670419503621183312, "123456789012345678" },
	{ "1234567890123456789", BIG, 1234567890123456789, -1363962815083169272, "1234567890123456789" },
	{ "000123456789012345678", FAST, 123456789012345678, -5670419503621183312, "123456789012345678" },
	{ "0.12345678901234567", BIG, 1, 124, "123456790n" },
	{ "0.123456789", FAST, 1, 124, "123456789n" },
	{ "1.123456789", FAST, 2, 1124, "1123456789n" },
	{ "12345678.123456789", FAST, 12345679, 12345678124, "12345678123456789n" },
	{ "123456789.123456789", FAST, 123456790, 123456789124, "123456789123456789n" },
	{ "1234567890.123456789", BIG, 1234567891, 1234567890124, "1234567890123456789n" },
	{ "99999999999Ki", FAST, 102399999998976, 102399999998976000, "99999999999Ki" },
	{ "100000000000Ki", BIG, 102400000000000, 102400000000000000, "97656250Mi" },
	{ "99999999Mi", FAST, 104857598951424, 104857598951424000, "99999999Mi" },
	{ "100000000Mi", BIG, 104857600000000, 104857600000000000, "100000000Mi" },
	{ "99999Gi", FAST, 107373108658176, 107373108658176000, "99999Gi" },
	{ "100000Gi", BIG, 107374182400000, 107374182400000000, "100000Gi" },
	{ "99Ti", FAST, 108851651149824, 108851651149824000, "99Ti" },
	{ "100Ti", BIG, 109951162777600, 109951162777600000, "100Ti" },
	{ "1023Ti", BIG, 1124800395214848, 1124800395214848000, "1023Ti" },
	{ "1024Ti", BIG, 1125899906842624, 1125899906842624000, "1Pi" },
	{ "12345678901234567m", FAST, 12345678901235, 12345678901234567, "12345678901234567m" },
	{ "123456789012345678m", FAST, 123456789012346, 123456789012345678, "123456789012345678m" },
	{ "1234567890123456789m", BIG, 1234567890123457, 1234567890123456789, "1234567890123456789m" },
	/* overflow */
	{ "10E", FAST, 0, 0, "10E" },
	{ "9E", FAST, 9000000000000000000, 0, "9E" },
	{ "10P", FAST, 10000000000000000, 0, "10P" },
	{ "9223P", FAST, 9223000000000000000, 0, "9223P" },
	{ "9224P", FAST, 0, 0, "9224P" },
	{ "100E", FAST, 0, 0, "100E" },
	{ "1000E", FAST, 0, 0, "1" },
	{ "999E", FAST, 0, 0, "999E" },
	{ "9.3E", FAST, 0, 0, "9300P" },
	{ "9223372036854775807", BIG, INT64_MAX, -1000, "9223372036854775807" },
	{ "9223372036854775808", BIG, INT64_MIN, 0, "9223372036854775808" },
	{ "-9223372036854775807", BIG, 1, 1000, "-9223372036854775807" },
	{ "-9223372036854775808", BIG, 0, 0, "-9223372036854775808" },
	{ "-9223372036854775809", BIG, -1, -1000, "-9223372036854775809" },
	{ "18446744073709551615", BIG, -1, -1000, "18446744073709551615" },
	{ "18446744073709551616", BIG, 0, 0, "18446744073709551616" },
	{ "9223372036854775807m", BIG, 9223372036854776, INT64_MAX, "9223372036854775807m" },
	{ "9223372036854775.807", BIG, 9223372036854776, INT64_MAX, "9223372036854775807m" },
	{ "92233720368547758079", BIG, -1, -1000, "92233720368547758079" },
	{ "7Ei", BIG, 8070450532247928832, INT64_MIN, "7Ei" },
	{ "7.999Ei", BIG, 9222219115350168962, -1152921504606846976, "9222219115350168961024m" },
	{ "8Ei", BIG, INT64_MAX, -1000, "9223372036854775807" },
	{ "16Ei", BIG, INT64_MAX, -1000, "9223372036854775807" },
	{ "-8Ei", BIG, -9223372036854775807, 1000, "-9223372036854775807" },
	{ "-16Ei", BIG, -9223372036854775807, 1000, "-9223372036854775807" },
	{ "9007199254740992Ki", BIG, INT64_MAX, -1000, "9223372036854775807" },
	{ "8192Pi", BIG, INT64_MAX, -1000, "9223372036854775807" },
	{ "8191Pi", BIG, 9222246136947933184, -1125899906842624000, "8191Pi" },
	{ "340282366920938463463374607431768211456", BIG, 0, 0, "340282366920938463463374607431768211456" },
	{ "99999999999999999999999999999999999999", BIG, 687399551400673279, 4870020673419869208,
	  "99999999999999999999999999999999999999" },
	{ "123456789012345678901234567890.123456789", BIG, -4362896299872285997, 8982045596877735116,
	  "123456789012345678901234567890123456789n" },
	{ "1000000000000000000000", BIG, 3875820019684212736, 2003764205206896640, "1" },
	{ "1000000000000000000001", BIG, 3875820019684212737, 2003764205206897640, "1000000000000000000001" },
	{ "10000000000000000000T", BIG, -4570789518076018688, 4003012203950112768, "10" },
	{ "9223372036854775807Ki", BIG, INT64_MAX, -1000, "9223372036854775807" },
	{ "9223372036854775807k", BIG, -1000, -1000000, "9223372036854775807k" },
	{ "922337203685477580.7", BIG, 922337203685477581, -100, "922337203685477580700m" },
	/* canonical text */
	{ "1000", FAST, 1000, 1000000, "1k" },
	{ "1024", FAST, 1024, 1024000, "1024" },
	{ "1023", FAST, 1023, 1023000, "1023" },
	{ "1025", FAST, 1025, 1025000, "1025" },
	{ "2048Ki", FAST, 2097152, 2097152000, "2Mi" },
	{ "1048576Ki", FAST, 1073741824, 1073741824000, "1Gi" },
	{ "1024Mi", FAST, 1073741824, 1073741824000, "1Gi" },
	{ "1536Mi", FAST, 1610612736, 1610612736000, "1536Mi" },
	{ "1536Ki", FAST, 1572864, 1572864000, "1536Ki" },
	{ "100000Ki", FAST, 102400000, 102400000000, "100000Ki" },
	{ "1000Ki", FAST, 1024000, 1024000000, "1000Ki" },
	{ "0.25Ki", BIG, 256, 256000, "256" },
	{ "128974848", FAST, 128974848, 128974848000, "128974848" },
	{ "129e6", FAST, 129000000, 129000000000, "129e6" },
	{ "129M", FAST, 129000000, 129000000000, "129M" },
	{ "123Mi", FAST, 128974848, 128974848000, "123Mi" },
	{ "1000000", FAST, 1000000, 1000000000, "1M" },
	{ "1500000", FAST, 1500000, 1500000000, "1500k" },
	{ "1100000m", FAST, 1100, 1100000, "1100" },
	{ "1.5k", FAST, 1500, 1500000, "1500" },
	{ "12345k", FAST, 12345000, 12345000000, "12345k" },
	{ "100000", FAST, 100000, 100000000, "100k" },
};

static const char *const refused[] = {
	"", " ", "K", "1K", "1KI", "1ki", "1mi", "1kI", "1gi", "1g", "1t", "1p", "1Mib", "1MB",
	"1KiB", "1e", "1e+", "1e-", "1e1.5", "1e3m", "1e3Ki", "1Ki3", "1m5", "1ee5", "1i", "1in",
	"1nm", "1kk", "1Eii", "Pi", "Ei", ".Pi", "-Ei", "+Pi", "e-12", ".e-10", "+e-12", "++1",
	"+-1", "--1", "1+", "1-", "1-5", "1+5", "1..5", "1.5.", "1 000", "1 Ki", "1_000", "1;5",
	"0x10", "1x", "inf", "NaN", "null", "abc", "١",
};

struct fold_case { /* the operands from left to right */
	const char *text[MOST_OPERANDS];
	enum form form;
	int64_t value, milli;
	const char *canonical;
};

static const struct fold_case add_cases[] = {
	{ { "100m", "200m" }, FAST, 1, 300, "300m" },
	{ { "300m", "300m" }, FAST, 1, 600, "600m" },
	{ { "200Mi", "200Mi" }, FAST, 419430400, 419430400000, "400Mi" },
	{ { "1500m", "1500m" }, FAST, 3, 3000, "3" },
	{ { "1G", "1Ki" }, FAST, 1000001024, 1000001024000, "1000001024" },
	{ { "1Ki", "1G" }, FAST, 1000001024, 1000001024000, "1000001024" },
	{ { "1e3", "1" }, FAST, 1001, 1001000, "1001" },
	{ { "0", "1Gi" }, FAST, 1073741824, 1073741824000, "1Gi" },
	{ { "0", "1e3" }, FAST, 1000, 1000000, "1e3" },
	{ { "5", "-5" }, FAST, 0, 0, "0" },
	{ { "1", "-0.5" }, FAST, 1, 500, "500m" },
	{ { "9E", "9E" }, FAST, 0, 0, "18E" },
	{ { "9E", "1E" }, FAST, 0, 0, "10E" },
	{ { "-9E", "-9E" }, FAST, 0, 0, "-18E" },
	{ { "9223372036854775807", "1" }, BIG, INT64_MIN, 0, "9223372036854775808" },
	{ { "16Ei", "16Ei" }, BIG, -2, -2000, "18446744073709551614" },
	{ { "1Pi", "1" }, BIG, 1125899906842625, 1125899906842625000, "1125899906842625" },
	{ { "1", "1Pi" }, BIG, 1125899906842625, 1125899906842625000, "1125899906842625" },
	{ { "1Pi", "100E" }, BIG, 7767405531359084544, 1326276327363313664, "95368505382449Mi" },
	{ { "1n", "1E" }, BIG, 1000000000000000001, 3875820019684212737, "1000000000000000000000000001n" },
	{ { "1n", "9E" }, BIG, 9000000000000000001, -2011107970261188607, "9000000000000000000000000001n" },
	{ { "1m", "9223P" }, BIG, 9223000000000000001, -372036854775807999, "9223000000000000000001m" },
	{ { "100E", "1" }, BIG, 7766279631452241921, 200376420520690664, "100000000000000000001" },
	{ { "0", "100E" }, FAST, 0, 0, "100E" },
	{ { "0Ei", "100E" }, BIG, 7766279631452241920, 200376420520689664, "100E" },
	{ { "0.0000000001", "-0.9n" }, BIG, 0, 0, "0" },
	{ { "1Pi", "-1Pi" }, BIG, 0, 0, "0" },
	{ { "1Pi", "-2Pi" }, BIG, -2882303760, -2882303761516, "-1Pi" },
	{ { "-1Pi", "2Pi" }, BIG, 1125899906842624, 1125899906842624000, "1Pi" },
	{ { "4Ei", "4Ei" }, BIG, INT64_MIN, 0, "8Ei" },
	{ { "-4Ei", "-4Ei" }, BIG, 0, 0, "-8Ei" },
	{ { "-4E", "-4E", "-1223372036854775808" }, BIG, 0, 0, "-9223372036854775808" },
	{ { "1e300", "-1e300" }, FAST, 0, 0, "0" },
	{ { "10E", "10E" }, FAST, 0, 0, "20E" },
	{ { "500m", "0.5" }, FAST, 1, 1000, "1" },
	{ { "1M", "1u" }, FAST, 1000001, 1000000001, "1000000000001u" },
	{ { "1Gi", "1Gi", "1Gi", "1Gi" }, FAST, 4294967296, 4294967296000, "4Gi" },
	{ { "2.5Gi", "2.5Gi" }, BIG, 5368709120, 5368709120000, "5Gi" },
	{ { "250m", "250m", "250m", "250m" }, FAST, 1, 1000, "1" },
};

static const struct fold_case sub_cases[] = {
	{ { "1", "1" }, FAST, 0, 0, "0" },
	{ { "1", "2" }, FAST, -1, -1000, "-1" },
	{ { "0", "1Gi" }, FAST, -1073741824, -1073741824000, "-1Gi" },
	{ { "1Gi", "512Mi" }, FAST, 536870912, 536870912000, "512Mi" },
	{ { "1", "1n" }, FAST, 1, 1000, "999999999n" },
	{ { "1Pi", "1" }, BIG, 1125899906842623, 1125899906842623000, "1125899906842623" },
	{ { "1", "1Pi" }, BIG, -2882303759, -2882303760516, "-1125899906842623" },
	{ { "100E", "1E" }, FAST, 0, 0, "99E" },
	{ { "0", "-9E" }, FAST, 9000000000000000000, 0, "9E" },
	{ { "16Ei", "16Ei" }, BIG, 0, 0, "0" },
	{ { "1Ei", "2Ei" }, BIG, 0, 0, "-1Ei" },
	{ { "5", "5", "5" }, FAST, -5, -5000, "-5" },
	{ { "4", "1500m" }, FAST, 3, 2500, "2500m" },
};

static const struct fold_case max_cases[] = {
	{ { "100E", "1Pi" }, FAST, 0, 0, "100E" },
	{ { "1Pi", "100E" }, BIG, 7766279631452241920, 0, "100E" },
	{ { "100E", "1" }, FAST, 0, 0, "100E" },
	{ { "1", "100E" }, FAST, 0, 0, "100E" },
	{ { "1Gi", "1G" }, FAST, 1073741824, 1073741824000, "1Gi" },
	{ { "1G", "1Gi" }, FAST, 1073741824, 1073741824000, "1Gi" },
	{ { "1", "1000m" }, FAST, 1, 1000, "1" },
	{ { "1000m", "1" }, FAST, 1, 1000, "1" },
	{ { "1", "1.0000000001" }, BIG, 2, 1001, "1000000001n" },
	{ { "0", "0Ei" }, FAST, 0, 0, "0" },
	{ { "-1", "-2" }, FAST, -1, -1000, "-1" },
	{ { "-2", "-1" }, FAST, -1, -1000, "-1" },
	{ { "1Ki", "2Ki", "1500" }, FAST, 2048, 2048000, "2Ki" },
	{ { "10E", "16Ei" }, FAST, 0, 0, "10E" },
	{ { "500m", "300m" }, FAST, 1, 500, "500m" },
};

struct cmp_case {
	const char *a, *b;
	int order;
};

static const struct cmp_case cmp_cases[] = {
	{ "1", "1", 0 },
	{ "1", "1000m", 0 },
	{ "1", "2", -1 },
	{ "2", "1", 1 },
	{ "1Ki", "1k", 1 },
	{ "1k", "1Ki", -1 },
	{ "1Ki", "1024", 0 },
	{ "0.5Ki", "512", 0 },
	{ "-1", "1", -1 },
	{ "1", "-1", 1 },
	{ "-1", "-2", 1 },
	{ "-2", "-1", -1 },
	{ "0", "0Ei", 0 },
	{ "0", "-0", 0 },
	{ "0", "-1n", 1 },
	{ "0", "1n", -1 },
	{ "100E", "1", 1 },
	{ "1", "100E", -1 },
	{ "100E", "1Pi", 1 },
	{ "1Pi", "100E", -1 },
	{ "1e300", "9E", 1 },
	{ "-1e300", "-9E", -1 },
	{ "1e300", "1e299", 1 },
	{ "1e300", "10e299", 0 },
	{ "9223372036854775807", "9223372036854775808", -1 },
	{ "8Ei", "9223372036854775807", 0 },
	{ "16Ei", "8Ei", 0 },
	{ "1n", "0.1n", 0 },
	{ "1u", "1000n", 0 },
	{ "1E", "1000P", 0 },
	{ "10E", "10000P", 0 },
	{ "999999999999999999", "1E", -1 },
	{ "1000000000000000001", "1E", 1 },
	{ "-1000000000000000001", "-1E", -1 },
	{ "1.1Ki", "1126.4", 0 },
	{ "1.1Ki", "1127", -1 },
	{ "1500m", "1.5", 0 },
	{ "0E", "0n", 0 },
};

static struct quantity parsed(const char *text)
{
	struct error err = ERROR_INIT;
	struct quantity q;

	if (quantity_parse(text, &q, &err) < 0)
		fail_msg("%s", err.msg);
	return q;
}

static void expect(const char *what, const struct quantity *q, enum form form, int64_t value,
		   int64_t milli, const char *canonical)
{
	struct strbuf text = STRBUF_INIT;

	quantity_format(q, &text);
	if (q->big != (form == BIG) || quantity_value(q) != value || quantity_milli(q) != milli ||
	    strcmp(text.buf, canonical) != 0)
		fail_msg("%s: is %s %lld %lld \"%s\", should be %s %lld %lld \"%s\"", what,
			 q->big ? "big" : "fast", (long long)quantity_value(q),
			 (long long)quantity_milli(q), text.buf, form == BIG ? "big" : "fast",
			 (long long)value, (long long)milli, canonical);
	strbuf_release(&text);
}

static void test_parse(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(parse_cases); i++) {
		const struct parse_case *c = &parse_cases[i];
		struct quantity q = parsed(c->text);

		assert_ptr_equal(q.text, c->text);
		expect(c->text, &q, c->form, c->value, c->milli, c->canonical);
	}
}

/* What is printed reads back as the same amount, unless Go has no suffix for it. */
static void test_canonical_reads_back(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(parse_cases); i++) {
		struct quantity q = parsed(parse_cases[i].text);
		struct quantity again = parsed(parse_cases[i].canonical);
		struct quantity beyond = parsed("999E");

		if (quantity_sign(&q) < 0 || quantity_cmp(&q, &beyond) <= 0)
			assert_int_equal(quantity_cmp(&q, &again), 0);
	}
}

static void test_refused(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(refused); i++) {
		struct error err = ERROR_INIT;
		struct quantity q;

		if (quantity_parse(refused[i], &q, &err) == 0)
			fail_msg("\"%s\" was accepted", refused[i]);
		assert_int_equal(err.kind, ERR_PARSE);
		assert_true(*err.msg);
	}
}

static void expect_limit(const char *text)
{
	struct error err = ERROR_INIT;
	struct quantity q;

	assert_int_equal(quantity_parse(text, &q, &err), -1);
	assert_int_equal(err.kind, ERR_LIMIT);
	assert_true(*err.msg);
}

static void test_limits(void **state)
{
	char text[QUANTITY_TEXT_MAX + 2];
	struct strbuf out = STRBUF_INIT;
	struct quantity q, sum;
	size_t i;

	(void)state;
	expect_limit("1e301");
	expect_limit("1e-301");
	expect_limit("1e2147483648");
	expect_limit("1E4294967296");
	expect_limit("0e9999999999999999999999");
	memset(text, '9', sizeof(text));
	text[QUANTITY_TEXT_MAX + 1] = '\0';
	expect_limit(text);

	/* the greatest amount there is, at both ends and added up */
	memcpy(text + QUANTITY_TEXT_MAX - 4, "e300", sizeof("e300"));
	sum = q = parsed(text);
	for (i = 0; i < 100; i++)
		quantity_add(&sum, &q);
	assert_int_equal(quantity_cmp(&sum, &q), 1);
	for (i = 0; i < 100; i++)
		quantity_sub(&sum, &q);
	assert_int_equal(quantity_cmp(&sum, &q), 0);
	quantity_format(&sum, &out);
	assert_true(out.len > 250);
	strbuf_release(&out);

	memcpy(text + QUANTITY_TEXT_MAX - 5, "e-300", sizeof("e-300"));
	q = parsed(text);
	assert_int_equal(quantity_cmp(&q, &(struct quantity)QUANTITY_ZERO), 1);
	sum = parsed("1n");
	assert_int_equal(quantity_cmp(&q, &sum), 0);
}

/* Spaces around a text are no part of it, as for the API's JSON decoder; inside they are. */
static void test_trimmed(void **state)
{
	struct quantity q = parsed(" \t1500m\n ");

	(void)state;
	expect("1500m in spaces", &q, FAST, 2, 1500, "1500m");
}

static void fold(const struct fold_case *cases, size_t n,
		 void (*combine)(struct quantity *, const struct quantity *))
{
	size_t i, k;

	for (i = 0; i < n; i++) {
		struct quantity result = parsed(cases[i].text[0]);
		char what[200] = "";

		for (k = 0; k < MOST_OPERANDS && cases[i].text[k]; k++) {
			struct quantity q = parsed(cases[i].text[k]);

			strncat(what, " ", sizeof(what) - strlen(what) - 1);
			strncat(what, cases[i].text[k], sizeof(what) - strlen(what) - 1);
			if (k > 0)
				combine(&result, &q);
		}
		expect(what, &result, cases[i].form, cases[i].value, cases[i].milli,
		       cases[i].canonical);
	}
}

static void test_add(void **state)
{
	(void)state;
	fold(add_cases, ARRAY_SIZE(add_cases), quantity_add);
}

static void test_sub(void **state)
{
	(void)state;
	fold(sub_cases, ARRAY_SIZE(sub_cases), quantity_sub);
}

static void test_max(void **state)
{
	(void)state;
	fold(max_cases, ARRAY_SIZE(max_cases), quantity_max);
}

static void test_cmp(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cmp_cases); i++) {
		const struct cmp_case *c = &cmp_cases[i];
		struct quantity a = parsed(c->a), b = parsed(c->b);

		if (quantity_cmp(&a, &b) != c->order || quantity_cmp(&b, &a) != -c->order)
			fail_msg("%s is not %d to %s", c->a, c->order, c->b);
	}
}

/* Nothing for NULL: even a zero may change the form of what it is added to. */
static void add_text(struct quantity *sum, const char *text)
{
	struct quantity q;

	if (!text)
		return;
	q = parsed(text);
	quantity_add(sum, &q);
}

/*
 * Requests of whole pods: what the containers ask for together, at least the most that an init
 * container asks for, sidecars included; then the overhead.
 */
static void test_pod_requests(void **state)
{
	static const struct {
		const char *containers[2], *init[2], *sidecar, *overhead;
		int64_t value, milli;
	} pods[] = {
		{ { "2", "1" }, { "2", "2" }, NULL, NULL, 3, 3000 },
		{ { "1G", "1G" }, { "1G", "3G" }, NULL, NULL, 3000000000, 3000000000000 },
		{ { "500m" }, { "1" }, "200m", NULL, 2, 1200 },
		{ { "256Mi" }, { "64Mi" }, "100Mi", NULL, 373293056, 373293056000 },
		{ { "1" }, { NULL }, NULL, "250m", 2, 1250 },
		{ { "1Gi" }, { NULL }, NULL, "120Mi", 1199570944, 1199570944000 },
		{ { "1Pi" }, { "100E" }, NULL, NULL, 7766279631452241920, 0 },
		{ { "100E" }, { NULL }, NULL, NULL, 0, 0 },
	};
	size_t i, k;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(pods); i++) {
		struct quantity total = parsed(pods[i].containers[0]), use;

		add_text(&total, pods[i].containers[1]);
		add_text(&total, pods[i].sidecar);
		for (k = 0; k < 2 && pods[i].init[k]; k++) {
			use = parsed(pods[i].init[k]);
			add_text(&use, pods[i].sidecar);
			quantity_max(&total, &use);
		}
		add_text(&total, pods[i].overhead);
		if (quantity_value(&total) != pods[i].value || quantity_milli(&total) != pods[i].milli)
			fail_msg("pod %zu: %lld, %lld thousandths", i,
				 (long long)quantity_value(&total), (long long)quantity_milli(&total));
	}
}

/* A quantity may be added to itself, and to one that was never parsed. */
static void test_aliases(void **state)
{
	struct quantity fast = parsed("2"), big = parsed("1Pi"), zero = QUANTITY_ZERO;

	(void)state;
	quantity_add(&fast, &fast);
	expect("2 + 2", &fast, FAST, 4, 4000, "4");
	quantity_add(&big, &big);
	expect("1Pi + 1Pi", &big, BIG, 2251799813685248, 2251799813685248000, "2Pi");
	quantity_sub(&big, &big);
	expect("2Pi - 2Pi", &big, BIG, 0, 0, "0");
	quantity_add(&zero, &fast);
	expect("0 + 4", &zero, FAST, 4, 4000, "4");
	assert_null(zero.text);
}

static void test_from_int(void **state)
{
	struct quantity cpu = quantity_from_int(2500, -3, QUANTITY_DECIMAL_SI);
	struct quantity memory = quantity_from_int(INT64_C(3) << 30, 0, QUANTITY_BINARY_SI);

	(void)state;
	expect("2500 thousandths", &cpu, FAST, 3, 2500, "2500m");
	expect("3 Gi", &memory, FAST, 3221225472, 3221225472000, "3Gi");
	assert_int_equal(quantity_sign(&cpu), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse),
		cmocka_unit_test(test_canonical_reads_back),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_trimmed),
		cmocka_unit_test(test_add),
		cmocka_unit_test(test_sub),
		cmocka_unit_test(test_max),
		cmocka_unit_test(test_cmp),
		cmocka_unit_test(test_pod_requests),
		cmocka_unit_test(test_aliases),
		cmocka_unit_test(test_from_int),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
