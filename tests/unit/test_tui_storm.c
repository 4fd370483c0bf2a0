/*
 * Ten thousand keys and resizes that nobody would press; sanitizers look on, and so does each cell.
 * WHYPENDING_CORPUS_STEP=N plays an Nth of them, for valgrind.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdlib.h>

#include <cmocka.h>

#include "lib/tui_script.h"
#include "model/selector.h"

static void storm(const char *args, uint32_t seed, unsigned n)
{
	const char *step = getenv("WHYPENDING_CORPUS_STEP");
	int64_t part = 1;

	if (step && (!parse_int64(step, &part) || part < 1))
		part = 1;
	tui_storm(args, seed, n / (unsigned)part);
}

static void test_list(void **state)
{
	(void)state;
	storm("--demo -A", 1, 2000);
	storm("--demo -A", 2, 1000);
}

static void test_pod(void **state)
{
	(void)state;
	storm("--demo -n payments ledger-0", 3, 2000);
	storm("--snapshot tests/tui/small.json -n shop web", 4, 2000);
}

static void test_hostile(void **state)
{
	(void)state;
	storm("--snapshot tests/tui/hostile.json -n shop web", 5, 1500);
	storm("--snapshot tests/tui/hostile.json -A", 6, 1500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_pod),
		cmocka_unit_test(test_hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
