/* Cells, inks and looks, without a program around them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tui/inked.h"
#include "tui/list.h"
#include "tui/surface.h"
#include "tui/theme.h"

#define WIDE "\xe9\xac\xb1"         /* two columns */
#define ACUTE "\xcc\x81"            /* combines with what is before */
#define BLOCK "\xe2\x96\x88"

/* What is in the first line: "_" for the right half of a wide character. */
static const char *line_of(const struct surface *sf, char *out)
{
	char *at = out;

	for (unsigned x = 0; x < sf->width; x++) {
		const struct cell *c = surface_cell(sf, x, 0);
		size_t len = strlen(c->text);

		if (!c->width) {
			*at++ = '_';
			continue;
		}
		memcpy(at, c->text, len);
		at += len;
	}
	*at = '\0';
	return out;
}

static void test_put(void **state)
{
	static const struct { const char *text; unsigned x, columns; bool ascii; const char *want; } rows[] = {
		{ "abc", 0, 8, false, "abc     " },
		{ "abc", 7, 8, false, "       a" },
		{ "abc", 8, 8, false, "        " },
		{ "abc", 2, 2, false, "  ab    " },
		{ "abc", 0, 0, false, "        " },
		{ "a" WIDE "b", 0, 8, false, "a" WIDE "_b    " },
		{ WIDE, 7, 8, false, "        " },
		{ "ab" WIDE, 0, 3, false, "ab      " },
		{ "e" ACUTE "x", 0, 8, false, "e" ACUTE "x      " },
		{ ACUTE "x", 0, 8, false, "x       " },
		{ WIDE ACUTE, 0, 8, false, WIDE ACUTE "_      " },
		{ "\x1b[2J\n", 0, 8, false, "\\x1b[2J\\" },
		{ "\xff\xfe", 0, 8, false, "\\xff\\xfe" },
		{ "\xe2\x80\xae", 0, 8, false, "\\u202e  " },
		{ "a" WIDE "b" BLOCK, 0, 8, true, "a?b#    " },
		{ "\xe2\x80\xa6\xc2\xb7\xe2\x9c\x97\xe2\x9c\x93", 0, 8, true, "~-x+    " },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct surface sf;
		char line[8 * CELL_BYTES + 1];

		surface_init(&sf, rows[i].ascii);
		surface_resize(&sf, 8, 1);
		surface_puts(&sf, rows[i].x, 0, rows[i].columns, INK_GOOD, rows[i].text);
		assert_string_equal(line_of(&sf, line), rows[i].want);
		surface_release(&sf);
	}
}

/* Half of a wide character that is written over leaves a space. */
static void test_put_over(void **state)
{
	struct surface sf;
	char line[8 * CELL_BYTES + 1];

	(void)state;
	surface_init(&sf, false);
	surface_resize(&sf, 8, 1);
	surface_puts(&sf, 0, 0, 8, INK_PLAIN, WIDE WIDE WIDE WIDE);
	surface_puts(&sf, 1, 0, 8, INK_PLAIN, "a");
	assert_string_equal(line_of(&sf, line), " a" WIDE "_" WIDE "_" WIDE "_");
	surface_puts(&sf, 4, 0, 8, INK_PLAIN, "b");
	assert_string_equal(line_of(&sf, line), " a" WIDE "_b " WIDE "_");
	surface_puts(&sf, 3, 0, 8, INK_PLAIN, WIDE);
	assert_string_equal(line_of(&sf, line), " a " WIDE "_ " WIDE "_");
	surface_fill(&sf, (struct area){ 7, 0, 9, 9 }, INK_PLAIN);
	assert_string_equal(line_of(&sf, line), " a " WIDE "_   ");
	surface_release(&sf);
}

static void test_many_marks(void **state)
{
	struct surface sf;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	surface_init(&sf, false);
	surface_resize(&sf, 3, 2);
	strbuf_adds(&text, "e");
	for (int i = 0; i < 5000; i++)
		strbuf_adds(&text, ACUTE);
	strbuf_adds(&text, "x");
	assert_int_equal(surface_puts(&sf, 0, 0, 3, INK_PLAIN, text.buf), 2);
	assert_int_equal(strlen(surface_cell(&sf, 0, 0)->text), CELL_BYTES - 1);
	assert_string_equal(surface_cell(&sf, 1, 0)->text, "x");
	strbuf_release(&text);
	surface_release(&sf);
}

static void test_sizes(void **state)
{
	struct surface sf;

	(void)state;
	surface_init(&sf, false);
	surface_resize(&sf, 0, 0);
	surface_puts(&sf, 0, 0, 10, INK_PLAIN, "a");
	surface_resize(&sf, 100000, 3);
	assert_int_equal(sf.width, SURFACE_SIDE_MAX);
	surface_flag(&sf, (struct area){ 999, 2, 5, 5 }, CELL_SELECTED);
	assert_int_equal(surface_cell(&sf, 999, 2)->flags, CELL_SELECTED);
	surface_release(&sf);
}

static void test_inks(void **state)
{
	struct inked l = INKED_INIT;

	(void)state;
	inked_add(&l, INK_DIM, "");
	inked_add(&l, INK_BOLD, "a");
	inked_add(&l, INK_BOLD, "b");
	inked_put(&l, INK_BAD, "\x1b");
	assert_string_equal(l.text.buf, "ab\\x1b");
	assert_int_equal(l.n, 2);
	assert_int_equal(l.marks[0].ink, INK_BOLD);
	assert_int_equal(l.marks[1].at, 2);
	for (int i = 0; i < 1000; i++)
		inked_addf(&l, i % 2 ? INK_GOOD : INK_BAD, "%d", i);
	assert_int_equal(l.n, INKED_MARKS_MAX);
	inked_release(&l);
}

static bool same_look(struct look a, struct look b)
{
	return a.foreground == b.foreground && a.background == b.background && a.bold == b.bold &&
	       a.dim == b.dim && a.underline == b.underline && a.reverse == b.reverse;
}

/* What is selected or found is seen in every palette, and there are no colours where there are none. */
static void test_looks(void **state)
{
	static const short colors[] = { [PALETTE_NONE] = 0, [PALETTE_8] = 8, [PALETTE_256] = 256 };

	(void)state;
	for (int p = PALETTE_NONE; p <= PALETTE_256; p++)
		for (unsigned ink = 0; ink < INK_COUNT; ink++)
			for (unsigned flags = 0; flags < 4; flags++) {
				struct look l = theme_look((enum palette)p, (enum ink)ink, flags);

				assert_true(l.foreground < colors[p] && l.background < colors[p]);
				for (unsigned other = 0; other < flags; other++)
					assert_false(same_look(l, theme_look((enum palette)p,
									     (enum ink)ink, other)));
			}
}

static void test_words(void **state)
{
	static const struct { const char *haystack, *words; bool match; } rows[] = {
		{ "worker-a1\nrejected", "", true },
		{ "worker-a1\nrejected", "   ", true },
		{ "worker-a1\nrejected", "WORKER", true },
		{ "worker-a1\nrejected", "rej a1", true },
		{ "worker-a1\nrejected", "a1 b", false },
		{ "worker-a1\nrejected", "!b", true },
		{ "worker-a1\nrejected", "!a1", false },
		{ "worker-a1\nrejected", "work !fits", true },
		{ "worker-a1\nrejected", "!", false },
		{ "a!", "!", true },
		{ "", "x", false },
		{ "aab", "ab", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (words_match(rows[i].haystack, rows[i].words) != rows[i].match)
			fail_msg("\"%s\" in \"%s\"", rows[i].words, rows[i].haystack);
}

static void test_bars(void **state)
{
	static const struct { int64_t used, wanted, total; const char *want; } rows[] = {
		{ 0, 0, 8, "[........]  " }, { 4, 2, 8, "[####++..]  " }, { 4, 4, 8, "[####++++]  " },
		{ 4, 5, 8, "[####++++]> " }, { 9, 1, 8, "[########]> " }, { 1, 0, 1000, "[#.......]  " },
		{ 0, 1, 0, "[++++++++]> " }, { INT64_MAX, 1, INT64_MAX, "[########]> " },
		{ -5, 4, 8, "[++++....]  " }, { 1, INT64_MAX, INT64_MAX, "[#+++++++]> " },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct inked l = INKED_INIT;
		struct surface sf;
		char line[16 * CELL_BYTES];

		surface_init(&sf, true);
		surface_resize(&sf, 12, 1);
		bar_add(&l, 8, rows[i].used, rows[i].wanted, rows[i].total);
		surface_puts(&sf, 0, 0, 12, INK_PLAIN, l.text.buf);
		assert_string_equal(line_of(&sf, line), rows[i].want);
		inked_release(&l);
		surface_release(&sf);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_put),
		cmocka_unit_test(test_put_over),
		cmocka_unit_test(test_many_marks),
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_inks),
		cmocka_unit_test(test_looks),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_bars),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
