/* The hash of names: right, and another one in each table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "base/siphash.h"

/* Of the key 00 01 .. 0f and the texts of 0, 1, .. bytes 00 01 ..; the vectors of Rust's library. */
static void test_vectors(void **state)
{
	static const struct siphash_key key = { 0x0706050403020100ULL, 0x0f0e0d0c0b0a0908ULL };
	static const uint64_t wanted[] = { 0xabac0158050fc4dcULL, 0xc9f49bf37d57ca93ULL,
					   0x82cb9b024dc7d44dULL, 0x8bf80ab8e7ddf7fbULL };
	unsigned char text[4] = { 0, 1, 2, 3 };

	(void)state;
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		assert_int_equal(siphash13(&key, text, i), wanted[i]);
}

/* Every byte counts, wherever it is in its word. */
static void test_bytes(void **state)
{
	static const struct siphash_key key = { 1, 2 };
	unsigned char text[20] = { 0 };
	uint64_t same = siphash13(&key, text, sizeof(text));

	(void)state;
	for (size_t i = 0; i < sizeof(text); i++) {
		text[i] = 0x80;
		assert_int_not_equal(siphash13(&key, text, sizeof(text)), same);
		text[i] = 0;
	}
	assert_int_not_equal(siphash13(&key, text, sizeof(text) - 1), same);
}

static void test_keys(void **state)
{
	struct siphash_key a, b;

	(void)state;
	siphash_key_random(&a);
	siphash_key_random(&b);
	assert_true(a.k0 != b.k0 || a.k1 != b.k1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_bytes),
		cmocka_unit_test(test_keys),
	};

	return cmocka_run_group_tests_name("siphash", tests, NULL, NULL);
}
