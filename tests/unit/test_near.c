#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/near.h"

static void test_distance(void **state)
{
	static const struct { const char *a, *b; unsigned want; } cases[] = {
		{ "", "", 0 },
		{ "web", "web", 0 },
		{ "web", "wep", 1 },
		{ "web", "webs", 1 },
		{ "web", "wb", 1 },
		{ "web", "ewb", 1 }, /* neighbours swapped */
		{ "web", "bew", 2 },
		{ "", "ab", 2 },
		{ "web", "api", NEAR_MAX + 1 },
		{ "web", "website", NEAR_MAX + 1 },
		{ "namespace", "namespce", 1 },
		{ "output", "outptu", 1 },
		{ "abcdef", "badcfe", NEAR_MAX + 1 }, /* three swaps */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *a = cases[i].a, *b = cases[i].b;

		assert_int_equal(near_distance(a, strlen(a), b, strlen(b)), cases[i].want);
		assert_int_equal(near_distance(b, strlen(b), a, strlen(a)), cases[i].want);
	}
}

static void test_long_names(void **state)
{
	char a[300], b[300];

	(void)state;
	memset(a, 'a', sizeof(a));
	memset(b, 'a', sizeof(b));
	assert_int_equal(near_distance(a, 256, b, 256), 0);
	assert_int_equal(near_distance(a, 256, b, 255), 1);
	assert_int_equal(near_distance(a, 300, b, 300), NEAR_MAX + 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_distance),
		cmocka_unit_test(test_long_names),
	};

	return cmocka_run_group_tests_name("near", tests, NULL, NULL);
}
