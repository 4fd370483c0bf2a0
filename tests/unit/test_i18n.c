/* Messages in other languages: choosing one, looking up, and what the catalogues have to keep. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/catalogues.h"
#include "base/i18n.h"
#include "base/mo.h"
#include "base/text.h"
#include "rules/rules.h"

static int to_english(void **state)
{
	(void)state;
	return i18n_choose("en");
}

static void test_choose(void **state)
{
	static const struct {
		const char *lang;
		int rc;
		bool chinese;
	} cases[] = {
		{ "zh", 0, true },	    { "zh_CN", 0, true },   { "zh_CN.UTF-8", 0, true },
		{ "zh-Hans", 0, true },	    { "ZH-cn", 0, true },   { "zh_Hans_CN@pinyin", 0, true },
		{ "zh_SG.utf8", 0, true },  { "en", 0, false },	    { "en_US.UTF-8", 0, false },
		{ "C", 0, false },	    { "POSIX", 0, false },  { "C.UTF-8", 0, false },
		{ "zh_TW", -1, false },	    { "zh-Hant", -1, false }, { "zh_HK.UTF-8", -1, false },
		{ "zhx", -1, false },	    { "z", -1, false },	    { "", -1, false },
		{ "xx", -1, false },	    { "english", -1, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		i18n_choose("en");
		if (i18n_choose(cases[i].lang) != cases[i].rc ||
		    (strcmp(tr("the pod"), "the pod") != 0) != cases[i].chinese)
			fail_msg("%s", cases[i].lang);
	}
}

static void test_unknown_keeps(void **state)
{
	(void)state;
	assert_int_equal(i18n_choose("zh"), 0);
	assert_int_equal(i18n_choose("xx"), -1);
	assert_string_not_equal(tr("the pod"), "the pod");
}

static void test_environment(void **state)
{
	static const struct {
		struct i18n_environment env;
		bool chinese;
	} cases[] = {
		{ { .lang = "zh_CN.UTF-8" }, true },
		{ { .lang = "zh_CN" }, true },
		{ { .lang = "zh_CN.GB18030" }, false }, /* its terminal does not read UTF-8 */
		{ { .lc_messages = "zh_CN.UTF-8", .lang = "en_US.UTF-8" }, true },
		{ { .lc_all = "en_US.UTF-8", .lang = "zh_CN.UTF-8" }, false },
		{ { .lc_all = "", .lang = "zh_CN.UTF-8" }, true },
		{ { .lang = "de_DE.UTF-8", .language = "zh" }, true },
		{ { .lang = "de_DE.UTF-8", .language = "fr:zh_CN:en" }, true },
		{ { .lang = "zh_CN.UTF-8", .language = "en:zh" }, false },
		{ { .lang = "zh_CN.UTF-8", .language = "fr" }, true },
		{ { .lang = "zh_CN.UTF-8", .language = "" }, true },
		{ { .lang = "zh_CN.UTF-8", .language = "::" }, true },
		{ { .lang = "C", .language = "zh" }, false },
		{ { .lang = "C.UTF-8", .language = "zh" }, false },
		{ { .lang = NULL, .language = "zh" }, false },
		{ { .lang = "zh_TW.UTF-8" }, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		i18n_choose_from(&cases[i].env);
		if ((strcmp(tr("the pod"), "the pod") != 0) != cases[i].chinese)
			fail_msg("case %zu", i);
	}
}

static void test_languages(void **state)
{
	size_t n = 0;

	(void)state;
	assert_string_equal(i18n_language(0), "en");
	while (i18n_language(n))
		assert_int_equal(i18n_choose(i18n_language(n++)), 0);
	assert_int_equal(n, embedded_catalogue_count + 1);
}

static void test_lookup(void **state)
{
	(void)state;
	assert_string_equal(tr(""), "");
	assert_string_equal(tr_n("one", "many", 1), "one");
	assert_string_equal(tr_n("one", "many", 0), "many");
	assert_string_equal(C_("amount", " of "), " of ");
	i18n_choose("zh");
	assert_string_equal(tr(""), "");
	assert_string_equal(tr("no such message"), "no such message");
	assert_string_equal(tr_n("one", "many", 2), "many");
	assert_string_equal(tr_n("%u node", "%u nodes", 1), tr_n("%u node", "%u nodes", 7));
	assert_string_not_equal(tr_n("%u node", "%u nodes", 7), "%u nodes");
	assert_string_not_equal(C_("amount", " of "), C_("5Gi of memory", " of "));
}

static void test_list(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		list_separator(&out, i, 3);
		strbuf_addf(&out, "%zu", i);
	}
	assert_string_equal(out.buf, "0, 1 and 2");
	strbuf_release(&out);
}

/* What code relies on beside the meaning. */
static void test_shapes(void **state)
{
	(void)state;
	for (size_t i = 0; i18n_language(i); i++) {
		const char *line;
		size_t n;

		i18n_choose(i18n_language(i));
		line = tr("line "); /* how the YAML reader's messages begin */
		n = strlen(line);
		assert_int_equal(strncmp(tr("line %llu: %s"), line, n), 0);
		assert_int_equal(strncmp(tr("line %llu"), line, n), 0);
		assert_int_equal(strncmp(tr("line %llu: a text in it is longer than 1 MiB"), line, n), 0);
		assert_int_equal(strncmp(tr("line %llu, byte %llu: %s, found '%c'"), line, n), 0);
		/* render looks for these words in headlines */
		assert_non_null(strstr(tr("it is cordoned"), tr("cordoned")));
		assert_non_null(strstr(tr("the pod does not tolerate its taint"), tr("taint")));
		assert_non_null(strstr(tr("host port %s is taken"), tr("host port")));
		assert_non_null(strstr(tr("claim %s is not bound: "), tr("claim")));
		assert_non_null(strstr(tr("one more pod would break its spread"), tr("spread")));
		assert_non_null(strstr(tr("container %s: "), tr("container ")));
	}
}

/* Placeholders of templates are checked when the rules are read. */
static void test_rules(void **state)
{
	(void)state;
	for (size_t i = 0; i18n_language(i); i++) {
		struct error err = ERROR_INIT;
		struct rules *rules;

		i18n_choose(i18n_language(i));
		rules = rules_load(NULL, NULL, &err);
		assert_non_null(rules);
		if (rules_problems(rules)->n)
			fail_msg("%s: %s", i18n_language(i), rules_problems(rules)->v[0]);
		rules_free(rules);
	}
}

/* Whatever is broken in a catalogue, it is refused or harmless. */
static void test_broken(void **state)
{
	const struct embedded_catalogue *c = &embedded_catalogues[0];
	unsigned char copy[512];
	struct mo mo;

	(void)state;
	assert_int_equal(mo_open(&mo, c->mo, c->len), 0);
	for (size_t len = 0; len < 400; len++) {
		memcpy(copy, c->mo, len);
		assert_int_equal(mo_open(&mo, copy, len), -1);
	}
	for (size_t at = 0; at < 28; at++) {
		memcpy(copy, c->mo, sizeof(copy));
		copy[at] ^= 0xff;
		assert_int_equal(mo_open(&mo, copy, sizeof(copy)), -1);
	}
	assert_int_equal(i18n_use(copy, sizeof(copy)), -1);
}

static void test_break(void **state)
{
	static const struct {
		const char *text;
		size_t limit, at;
	} cases[] = {
		{ "one two three", 9, 7 },
		{ "one two three", 7, 7 },
		{ "onetwothree", 5, 0 },
		{ "没有节点适合", 9, 9 },		 /* three bytes each */
		{ "没有节点，适合", 12, 9 },		 /* no comma at the start of a line */
		{ "没有（节点）", 9, 6 },		 /* no bracket at the end */
		{ "节点 worker-b2 已封锁", 10, 6 },
		{ "在worker-b2上", 14, 12 },		 /* never inside the name */
		{ "a：bcdef", 6, 4 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t at = text_break(cases[i].text, strlen(cases[i].text), cases[i].limit);

		if (at != cases[i].at)
			fail_msg("%s: %zu", cases[i].text, at);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_choose, to_english),
		cmocka_unit_test_setup(test_unknown_keeps, to_english),
		cmocka_unit_test_setup(test_environment, to_english),
		cmocka_unit_test_setup(test_languages, to_english),
		cmocka_unit_test_setup(test_lookup, to_english),
		cmocka_unit_test_setup(test_list, to_english),
		cmocka_unit_test_setup(test_shapes, to_english),
		cmocka_unit_test_setup(test_rules, to_english),
		cmocka_unit_test_setup(test_broken, to_english),
		cmocka_unit_test_setup(test_break, to_english),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
