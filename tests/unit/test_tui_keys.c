/* Each key of keys.def and screens.def changes what it says it changes; a key without a case fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/tui_script.h"
#include "tui/key.h"
#include "tui/keys.h"

#define POD "args --snapshot tests/tui/small.json -n shop web\n"
#define LIST "args --snapshot tests/tui/small.json -A\n"
#define DEMO "args --demo -A\n"

enum place { SELECTED, TEXT, TAB, LEFT, REDRAWN, PRINTED };

struct key_case {
	const char *action; /* of keys.def */
	const char *script; /* what comes before the key */
	enum place place;   /* where to look */
	const char *before, *after; /* what is there without the key, and with it; NULL: nothing */
};

static const struct key_case cases[] = {
	{ "DOWN", POD, SELECTED, " a2 ", " a1 " },
	{ "UP", POD "keys j\n", SELECTED, " a1 ", " a2 " },
	{ "PAGE_DOWN", DEMO, SELECTED, "reindex", "mailer" },
	{ "PAGE_UP", DEMO "keys G\n", SELECTED, "shop/web", "postgres" },
	{ "TOP", DEMO "keys G\n", SELECTED, "shop/web", "reindex" },
	{ "BOTTOM", DEMO, SELECTED, "reindex", "shop/web" },
	{ "RIGHT", POD "keys z\n", SELECTED, "\xe2\x96\xb8", "\xe2\x96\xbe" },
	{ "LEFT", POD "keys z Right\n", SELECTED, "\xe2\x96\xbe", "\xe2\x96\xb8" },
	{ "ENTER", LIST, TAB, NULL, "nodes" },
	{ "BACK", LIST "keys Enter\n", TAB, "nodes", NULL },
	{ "NEXT_TAB", POD, TAB, "nodes", "clauses" },
	{ "PREVIOUS_TAB", POD, TAB, "nodes", "why" },
	{ "SEARCH", POD, SELECTED, " a2 ", "\n/" },
	{ "NEXT_FOUND", POD "keys /\ntype b\nkeys Enter\n", SELECTED, " b1 ", " b2 " },
	{ "PREVIOUS_FOUND", POD "keys /\ntype b\nkeys Enter n\n", SELECTED, " b2 ", " b1 " },
	{ "FILTER", POD, SELECTED, " a2 ", "filter:" },
	{ "SORT_RIGHT", POD, TEXT, "NODE ", "NODE\xe2\x96\xb2" },
	{ "SORT_LEFT", POD, TEXT, "WHY", "WHY\xe2\x96\xb2" },
	{ "SORT_REVERSE", POD, TEXT, " 1/4", " 4/4" },
	{ "FOLD", POD, SELECTED, " a2 ", "\xe2\x96\xb8" },
	{ "PANE", POD, TEXT, "? help", "Capacity" },
	{ "REFRESH", POD "snapshot tests/tui/later.json\n", TEXT, "4 nodes fit", "5 nodes fit" },
	{ "REDRAW", POD, REDRAWN, NULL, "yes" },
	{ "CLOSE", POD, LEFT, NULL, "yes" },
	{ "TICK", POD "keys 4\n", SELECTED, "[ ]", "[x]" },
	{ "MORE", POD "keys 4 /\ntype change it\nkeys Enter\n", SELECTED, "[ ]", "[x]" },
	{ "LESS", POD "keys 4 /\ntype change it\nkeys Enter\n", SELECTED, "[ ]", "[x]" },
	{ "UNDO", POD "keys 4 Space\n", SELECTED, "[x]", "[ ]" },
	{ "REDO", POD "keys 4 Space u\n", SELECTED, "[ ]", "[x]" },
	{ "CLEAR", POD "keys 4 Space\n", SELECTED, "[x]", "[ ]" },
	{ "EXPRESSION", POD "keys 4\n", TEXT, "? help", "\nwhat if:" },
	{ "SEARCH_FIXES", POD "keys 4\n", TEXT, "? help", "found on top of what is ticked" },
	{ "PRINT_FLAGS", POD "keys 4 Space\n", PRINTED, NULL, "kubectl whypending web -n shop --what-if" },
	{ "PRINT_CHANGES", POD "keys 4 Space\n", PRINTED, NULL, "kubectl " },
	{ "SUPPOSE", POD, TAB, "nodes", "what if" },
	{ "QUIT", LIST "keys Enter\n", LEFT, NULL, "yes" },
};

static const struct key_case *find_case(const char *action)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (!strcmp(cases[i].action, action))
			return &cases[i];
	fail_msg("keys.def: %s has no case in this test", action);
	return NULL;
}

static const char *look_at(const struct tui_result *r, enum place place)
{
	switch (place) {
	case SELECTED:
		return r->last.selected.buf;
	case TEXT:
		return r->last.text.buf;
	case TAB:
		return r->last.tab.buf;
	case LEFT:
		return r->left ? "yes" : "";
	case REDRAWN:
		return r->redraws ? "yes" : "";
	case PRINTED:
		return r->printed.buf;
	}
	return "";
}

static bool shows(const char *text, const char *want)
{
	return want ? strstr(text, want) != NULL : !*text;
}

/* A click needs a place: that of the first row. */
static void add_key(struct strbuf *script, uint32_t key)
{
	if (key == K_CLICK) {
		strbuf_adds(script, "click 4 2\n");
		return;
	}
	strbuf_adds(script, "keys ");
	key_text(script, key);
	strbuf_addc(script, '\n');
}

static void check(const struct key_case *c, uint32_t key)
{
	struct strbuf script = STRBUF_INIT;
	struct tui_result without, with;
	const char *before, *after;

	strbuf_adds(&script, c->script);
	tui_play(script.buf, &without);
	add_key(&script, key);
	tui_play(script.buf, &with);
	before = look_at(&without, c->place);
	after = look_at(&with, c->place);
	if (!shows(before, c->before) || (c->after && shows(before, c->after)))
		fail_msg("%s: without the key there is: %s", c->action, before);
	if (!shows(after, c->after))
		fail_msg("%s: with the key there is: %s", c->action, after);
	tui_result_release(&without);
	tui_result_release(&with);
	strbuf_release(&script);
}

/* With WHYPENDING_CORPUS_STEP (valgrind) only the first key of each action. */
static void test_keys(void **state)
{
	unsigned most = getenv("WHYPENDING_CORPUS_STEP") ? 1 : KEYS_MAX;

	(void)state;
	for (size_t i = 0; i < key_binding_count; i++)
		for (unsigned k = 0; k < most && key_bindings[i].keys[k]; k++)
			check(find_case(key_bindings[i].id), key_bindings[i].keys[k]);
}

/* No case is about a key that is gone. */
static void test_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		bool found = false;

		for (size_t k = 0; k < key_binding_count; k++)
			found |= !strcmp(key_bindings[k].id, cases[i].action);
		if (!found)
			fail_msg("%s is not in keys.def", cases[i].action);
	}
}

static void test_screen_keys(void **state)
{
	(void)state;
	for (unsigned i = 1; i < SCREEN_COUNT; i++) {
		const struct screen_entry *e = &screen_table[i];
		struct strbuf script = STRBUF_INIT;
		struct tui_result r;

		if (!e->key)
			continue;
		strbuf_adds(&script, LIST "keys Enter\n");
		add_key(&script, e->key);
		tui_play(script.buf, &r);
		if (e->place == PLACE_TOP)
			assert_true(shows(r.last.text.buf, e->title));
		else
			assert_string_equal(r.last.tab.buf, e->title);
		tui_result_release(&r);
		strbuf_release(&script);
	}
}

/* One meaning for each key on each screen. */
static void test_no_key_twice(void **state)
{
	(void)state;
	for (size_t i = 0; i < key_binding_count; i++)
		for (unsigned k = 0; k < KEYS_MAX && key_bindings[i].keys[k]; k++) {
			uint32_t key = key_bindings[i].keys[k];

			assert_int_equal(screen_of_key(key), SCREEN_NONE);
			for (unsigned s = 1; s < SCREEN_COUNT; s++) {
				const struct key_binding *b = key_lookup((enum screen_id)s, key);

				if (b && b != &key_bindings[i] &&
				    b->screens == key_bindings[i].screens)
					fail_msg("%s and %s have the same key", b->id,
						 key_bindings[i].id);
			}
		}
}

/* Help has every key and every screen. */
static void test_help(void **state)
{
	struct tui_result r;
	struct strbuf names = STRBUF_INIT;

	(void)state;
	tui_play(POD "size 100x200\nkeys ?\n", &r);
	for (size_t i = 0; i < key_binding_count; i++) {
		strbuf_reset(&names);
		key_names(&names, &key_bindings[i]);
		assert_true(shows(r.last.text.buf, names.buf));
		assert_true(shows(r.last.text.buf, key_bindings[i].help));
	}
	for (unsigned i = 1; i < SCREEN_COUNT; i++)
		if (screen_table[i].key)
			assert_true(shows(r.last.text.buf, screen_table[i].title));
	strbuf_release(&names);
	tui_result_release(&r);
}

static void test_key_names(void **state)
{
	(void)state;
	for (uint32_t key = 1; key < K_QUIT; key++) {
		struct strbuf name = STRBUF_INIT;

		key_text(&name, key);
		if (strcmp(name.buf, "?") != 0 && key != K_CTRL('i') && key != K_CTRL('m'))
			assert_int_equal(key_find(name.buf), key);
		strbuf_release(&name);
		if (key == 0x100)
			key = K_SPECIAL;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_screen_keys),
		cmocka_unit_test(test_no_key_twice),
		cmocka_unit_test(test_help),
		cmocka_unit_test(test_key_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
