#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define INVALID 0xffffffffu

static const struct {
	const char *bytes;
	int len;
	uint32_t c;
} characters[] = {
	{ "", 0, INVALID },
	{ "A", 1, 'A' },
	{ "\x7f", 1, 0x7f },
	{ "\xc2\x80", 2, 0x80 },
	{ "\xdf\xbf", 2, 0x7ff },
	{ "\xe0\xa0\x80", 3, 0x800 },
	{ "\xed\x9f\xbf", 3, 0xd7ff },
	{ "\xee\x80\x80", 3, 0xe000 },
	{ "\xef\xbf\xbf", 3, 0xffff },
	{ "\xf0\x90\x80\x80", 4, 0x10000 },
	{ "\xf4\x8f\xbf\xbf", 4, 0x10ffff },
	{ "\x80", -1, INVALID },             /* continuation alone */
	{ "\xc0\xaf", -1, INVALID },         /* overlong slash */
	{ "\xc1\xbf", -1, INVALID },
	{ "\xe0\x9f\xbf", -1, INVALID },     /* overlong */
	{ "\xf0\x8f\xbf\xbf", -1, INVALID }, /* overlong */
	{ "\xed\xa0\x80", -1, INVALID },     /* surrogate */
	{ "\xed\xbf\xbf", -1, INVALID },
	{ "\xf4\x90\x80\x80", -1, INVALID }, /* beyond U+10FFFF */
	{ "\xf5\x80\x80\x80", -1, INVALID },
	{ "\xff", -1, INVALID },
	{ "\xc2", -1, INVALID },             /* cut off */
	{ "\xe2\x82", -1, INVALID },
	{ "\xf0\x9f\x98", -1, INVALID },
	{ "\xc2x", -1, INVALID },
	{ "\xe2\x82x", -1, INVALID },
};

static void test_decode(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(characters); i++) {
		uint32_t c = INVALID;
		size_t len = strlen(characters[i].bytes);

		if (utf8_decode(characters[i].bytes, len, &c) != characters[i].len ||
		    c != characters[i].c)
			fail_msg("row %zu: U+%04X", i, (unsigned)c);
		assert_int_equal(utf8_valid(characters[i].bytes, len), characters[i].len >= 0);
	}
}

static const struct {
	const char *text;
	size_t len; /* 0: its strlen */
	const char *escaped;
} escapes[] = {
	{ "", 0, "" },
	{ "plain text-1.2_3/x=y", 0, "plain text-1.2_3/x=y" },
	{ "back\\slash \\n stays", 0, "back\\slash \\n stays" },
	{ "a\nb\tc\rd", 0, "a\\nb\\tc\\rd" },
	{ "nul\0 inside", 11, "nul\\x00 inside" },
	{ "\x1b[31mred\x1b[0m", 0, "\\x1b[31mred\\x1b[0m" },
	{ "\x1b]0;title\x07", 0, "\\x1b]0;title\\x07" },
	{ "bell\x07 delete\x7f", 0, "bell\\x07 delete\\x7f" },
	{ "\xc2\x9b" "31m", 0, "\\u009b31m" },
	{ "\xc2\x85", 0, "\\u0085" },
	{ "\xe2\x80\xae" "gpj.exe", 0, "\\u202egpj.exe" },
	{ "\xe2\x80\xaa\xe2\x80\xab\xe2\x80\xac\xe2\x80\xad", 0, "\\u202a\\u202b\\u202c\\u202d" },
	{ "\xe2\x81\xa6\xe2\x81\xa7\xe2\x81\xa8\xe2\x81\xa9", 0, "\\u2066\\u2067\\u2068\\u2069" },
	{ "\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f", 0, "\\u061c\\u200e\\u200f" },
	{ "line\xe2\x80\xa8paragraph\xe2\x80\xa9", 0, "line\\u2028paragraph\\u2029" },
	{ "ze\xe2\x80\x8bro", 0, "ze\\u200bro" },
	{ "\xe2\x80\x8c\xe2\x80\x8d\xe2\x81\xa0\xef\xbb\xbf", 0, "\\u200c\\u200d\\u2060\\ufeff" },
	{ "so\xc2\xad" "ft", 0, "so\\u00adft" },
	{ "\xf3\xa0\x80\x81\xf3\xa0\x81\x81", 0, "\\U000e0001\\U000e0041" },
	{ "\xef\xb7\x90\xef\xbf\xbe\xef\xbf\xbf", 0, "\\ufdd0\\ufffe\\uffff" },
	{ "\xf0\x9f\xbf\xbe", 0, "\\U0001fffe" },
	{ "\xe3\x85\xa4", 0, "\\u3164" },
	{ "bad \xff\xfe bytes \xc3", 0, "bad \\xff\\xfe bytes \\xc3" },
	{ "\xed\xa0\x80", 0, "\\xed\\xa0\\x80" },
	{ "caf\xc3\xa9 \xe4\xbd\xa0\xe5\xa5\xbd \xf0\x9f\x98\x80", 0,
	  "caf\xc3\xa9 \xe4\xbd\xa0\xe5\xa5\xbd \xf0\x9f\x98\x80" },
	{ "e\xcc\x81", 0, "e\xcc\x81" },
	{ "\xe2\x9c\x97 \xe2\x80\xa6", 0, "\xe2\x9c\x97 \xe2\x80\xa6" },
};

static void test_escape(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(escapes); i++) {
		struct strbuf out = STRBUF_INIT;
		size_t len = escapes[i].len ? escapes[i].len : strlen(escapes[i].text);

		text_escape(&out, escapes[i].text, len);
		assert_string_equal(out.buf, escapes[i].escaped);
		strbuf_release(&out);
	}
}

/* All that comes out is valid, and comes out the same a second time. */
static void test_escape_is_stable(void **state)
{
	struct strbuf once = STRBUF_INIT, twice = STRBUF_INIT;
	char all[256 * 3];
	size_t i;

	(void)state;
	for (i = 0; i < 256; i++) {
		all[3 * i] = (char)i;
		all[3 * i + 1] = (char)(i * 7);
		all[3 * i + 2] = (char)(255 - i);
	}
	text_escape(&once, all, sizeof(all));
	assert_true(utf8_valid(once.buf, once.len));
	assert_int_equal(strlen(once.buf), once.len);
	text_escape(&twice, once.buf, once.len);
	assert_string_equal(once.buf, twice.buf);
	strbuf_release(&once);
	strbuf_release(&twice);
}

static void test_put(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	text_put(&out, NULL);
	assert_int_equal(out.len, 0);
	text_put(&out, "a\n");
	text_put(&out, "b");
	assert_string_equal(out.buf, "a\\nb");
	strbuf_release(&out);
}

static const struct {
	const char *text;
	unsigned width;
} widths[] = {
	{ "", 0 },
	{ "abc", 3 },
	{ "caf\xc3\xa9", 4 },                            /* é */
	{ "cafe\xcc\x81", 4 },                           /* e and a combining accent */
	{ "\xe4\xbd\xa0\xe5\xa5\xbd", 4 },               /* CJK */
	{ "\xf0\xa0\x80\x80", 2 },                       /* CJK extension B */
	{ "\xed\x95\x9c\xea\xb8\x80", 4 },               /* Hangul syllables */
	{ "\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab", 2 },   /* the same from Jamo */
	{ "\xe3\x81\x82\xe3\x82\xab", 4 },               /* kana */
	{ "\xef\xbc\xa1", 2 },                           /* fullwidth A */
	{ "\xef\xbd\xb1", 1 },                           /* halfwidth katakana */
	{ "\xe3\x80\x80", 2 },                           /* ideographic space */
	{ "\xf0\x9f\x98\x80", 2 },                       /* emoji */
	{ "\xf0\x9f\xab\xa8", 2 },                       /* emoji of Unicode 15 */
	{ "\xe2\x9c\x85", 2 },                           /* check mark with emoji presentation */
	{ "\xe2\x9c\x97", 1 },                           /* ballot x */
	{ "\xe2\x9d\xa4\xef\xb8\x8f", 1 },               /* heart and variation selector */
	{ "\xf0\x9f\x87\xaa\xf0\x9f\x87\xba", 2 },       /* a flag */
	{ "\xe2\x80\xa6\xe2\x94\x80\xc2\xb7", 3 },       /* ambiguous ones are narrow */
	{ "\xd7\xa9\xd6\xb0", 1 },                       /* Hebrew letter and point */
	{ "\xe0\xb8\x81\xe0\xb8\xb4", 1 },               /* Thai consonant and vowel */
	{ "\xff\xc3", 2 },                               /* not UTF-8 */
};

static void test_width(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(widths); i++) {
		unsigned width = text_width(widths[i].text, strlen(widths[i].text));

		if (width != widths[i].width)
			fail_msg("row %zu (%s): %u columns", i, widths[i].text, width);
	}
}

static const struct {
	const char *text;
	unsigned columns;
	size_t bytes;
} cuts[] = {
	{ "", 5, 0 },
	{ "abc", 0, 0 },
	{ "abc", 2, 2 },
	{ "abc", 3, 3 },
	{ "abc", 99, 3 },
	{ "\xe4\xbd\xa0\xe5\xa5\xbd", 1, 0 }, /* half a wide character is none */
	{ "\xe4\xbd\xa0\xe5\xa5\xbd", 2, 3 },
	{ "\xe4\xbd\xa0\xe5\xa5\xbd", 3, 3 },
	{ "\xe4\xbd\xa0\xe5\xa5\xbd", 4, 6 },
	{ "e\xcc\x81x", 1, 3 },               /* the accent stays with its letter */
	{ "caf\xc3\xa9!", 4, 5 },
	{ "a\xff" "b", 2, 2 },
};

static void test_cut(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cuts); i++) {
		size_t bytes = text_cut(cuts[i].text, strlen(cuts[i].text), cuts[i].columns);

		if (bytes != cuts[i].bytes)
			fail_msg("row %zu: %zu bytes", i, bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_decode), cmocka_unit_test(test_escape),
		cmocka_unit_test(test_escape_is_stable), cmocka_unit_test(test_put),
		cmocka_unit_test(test_width),  cmocka_unit_test(test_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
