/* Patterns of rules: what they match, how long they take, and that regexec() agrees. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shell.h"
#include "rules/command.h"
#include "rules/rule.h"

static struct arena *arena;
static struct pattern_scratch *scratch;

static int setup(void **state)
{
	(void)state;
	arena = arena_new();
	scratch = pattern_scratch_new();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	pattern_scratch_free(scratch);
	arena_free(arena);
	return 0;
}

static const struct pattern *compile(const char *text)
{
	struct error err = ERROR_INIT;
	const struct pattern *p = pattern_compile(arena, text, &err);

	if (!p)
		fail_msg("%s: %s", text, err.msg);
	return p;
}

static const struct {
	const char *pattern, *text, *match; /* NULL: none */
	const char *group, *value;          /* the group's name; value NULL: took no part */
} cases[] = {
	{ "abc", "xxabcxx", "abc", NULL, NULL },
	{ "", "x", "", NULL, NULL },
	{ "^b", "ab", NULL, NULL, NULL },
	{ "a$", "ab", NULL, NULL, NULL },
	{ "^$", "", "", NULL, NULL },
	{ "a.c", "a\nc", "a\nc", NULL, NULL },
	{ "a*", "aaab", "aaa", NULL, NULL },
	{ "a+b?c", "aac", "aac", NULL, NULL },
	{ "x{2,3}", "xxxx", "xxx", NULL, NULL },
	{ "x{2}y", "xxxy", "xxy", NULL, NULL },
	{ "x{2,}", "x", NULL, NULL, NULL },
	{ "(ab|cd)+", "abcdab.", "abcdab", NULL, NULL },
	{ "[^]x]+", "ab]x", "ab", NULL, NULL },
	{ "[]a]+", "b]a]", "]a]", NULL, NULL },
	{ "[a-]+", "b-a-", "-a-", NULL, NULL },
	{ "[[:digit:]]+", "ab12", "12", NULL, NULL },
	{ "[^[:space:]]+", " \tab ", "ab", NULL, NULL },
	{ "\\.\\[\\]", "x.[]", ".[]", NULL, NULL },
	{ "(a*)*b", "aaab", "aaab", NULL, NULL },
	{ "(a|b)*c|(a|ab)*c", "abc", "abc", NULL, NULL },
	{ "()*x", "x", "x", NULL, NULL },
	{ "image \"(?<image>[^\"]+)\"", "image \"a\" x", "image \"a\"", "image", "a" },
	{ "a( in (?<t>[^ ]+))?$", "a", "a", "t", NULL },
	{ "(?<first>.*): (?<last>.*)", "a: b: c", "a: b: c", "first", "a: b" },
	{ "\xc3\xa9", "caf\xc3\xa9", "\xc3\xa9", NULL, NULL },
};

static void check_group(const struct pattern *p, const struct span *groups, size_t i)
{
	for (unsigned g = 1; g <= pattern_groups(p); g++) {
		const char *name = pattern_group_name(p, g);

		if (!name || strcmp(name, cases[i].group) != 0)
			continue;
		if (!cases[i].value) {
			assert_true(groups[g].begin > groups[g].end);
			return;
		}
		assert_int_equal(groups[g].end - groups[g].begin, strlen(cases[i].value));
		assert_memory_equal(cases[i].text + groups[g].begin, cases[i].value,
				    strlen(cases[i].value));
		return;
	}
	fail_msg("%s has no group %s", cases[i].pattern, cases[i].group);
}

static void test_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct pattern *p = compile(cases[i].pattern);
		struct span groups[PATTERN_GROUPS_MAX + 1];
		bool matches = pattern_match(p, scratch, cases[i].text, strlen(cases[i].text), groups);

		if (matches != (cases[i].match != NULL))
			fail_msg("%s and %s", cases[i].pattern, cases[i].text);
		if (!matches)
			continue;
		assert_int_equal(groups[0].end - groups[0].begin, strlen(cases[i].match));
		assert_memory_equal(cases[i].text + groups[0].begin, cases[i].match,
				    strlen(cases[i].match));
		if (cases[i].group)
			check_group(p, groups, i);
	}
}

static const char *const literals[][2] = {
	{ "abc", "abc" }, { "ab*cde", "cde" }, { "(abc)def", "abcdef" }, { "a[bc]defg?", "def" },
	{ "^ab", "ab" }, { "abc|abd", "" }, { "(abc)?d", "d" }, { "(abcd)+e", "abcd" }, { ".*", "" },
};

static void test_literals(void **state)
{
	size_t len;

	(void)state;
	for (size_t i = 0; i < sizeof(literals) / sizeof(*literals); i++)
		assert_string_equal(pattern_literal(compile(literals[i][0]), &len), literals[i][1]);
}

/* The classic traps for backtracking: without a bound these would not end. */
static void test_hostile(void **state)
{
	static const char *const patterns[] = {
		"(a*)*b", "(a|a)*b", "(a|aa)+$b", "(x+x+)+y", ".*.*.*.*.*b", "(a?){20}a{20}b",
	};
	struct span groups[PATTERN_GROUPS_MAX + 1];
	char text[RULE_TEXT_BYTES_MAX + 1];

	(void)state;
	for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++) {
		memset(text, patterns[i][1] == 'x' ? 'x' : 'a', RULE_TEXT_BYTES_MAX);
		text[RULE_TEXT_BYTES_MAX] = '\0';
		assert_false(pattern_match(compile(patterns[i]), scratch, text, RULE_TEXT_BYTES_MAX,
					   groups));
	}
}

/* ---- against regexec() ---- */

/* Without the names of its groups. */
static void plain_pattern(const char *from, char *to, size_t size)
{
	size_t n = 0;

	for (; *from && n + 2 < size; from++) {
		to[n++] = *from;
		if (*from == '\\')
			to[n++] = *++from;
		else if (strncmp(from, "(?<", 3) == 0)
			from = strchr(from, '>');
	}
	to[n] = '\0';
}

static size_t read_samples(const char **texts, size_t most)
{
	char line[16384];
	FILE *f = fopen("tests/rules/samples.tsv", "r");
	size_t n = 0;

	assert_non_null(f);
	while (n < most && fgets(line, sizeof(line), f)) {
		size_t begin = strcspn(line, "\t") + 1;

		texts[n++] = arena_strndup(arena, line + begin, strcspn(line + begin, "\n"));
	}
	fclose(f);
	return n;
}

static void compare(const char *pattern, const char *const *texts, size_t n)
{
	const struct pattern *p = compile(pattern);
	char plain[4096];
	regex_t re;

	plain_pattern(pattern, plain, sizeof(plain));
	assert_int_equal(regcomp(&re, plain, REG_EXTENDED), 0);
	for (size_t i = 0; i < n; i++) {
		struct span groups[PATTERN_GROUPS_MAX + 1];
		regmatch_t m[1];
		bool ours = pattern_match(p, scratch, texts[i], strlen(texts[i]), groups);
		bool theirs = regexec(&re, texts[i], 1, m, 0) == 0;

		if (ours != theirs || (ours && (groups[0].begin != (uint32_t)m[0].rm_so ||
						groups[0].end != (uint32_t)m[0].rm_eo)))
			fail_msg("%s and %s", pattern, texts[i]);
	}
	regfree(&re);
}

/* Every pattern of every rule with every sample. */
static void test_regexec(void **state)
{
	struct error err = ERROR_INIT;
	struct rules *rules = rules_load(NULL, NULL, &err);
	const char **texts = calloc(2000, sizeof(*texts));
	size_t n;

	(void)state;
	assert_non_null(rules);
	assert_non_null(texts);
	n = read_samples(texts, 2000);
	for (size_t i = 0; i < rules->rules.n; i++)
		for (uint32_t j = 0; j < rules->rules.v[i]->texts.n; j++)
			compare(rules->rules.v[i]->texts.v[j].s, texts, n);
	free(texts);
	rules_free(rules);
}

/* ---- commands ---- */

static void test_values(void **state)
{
	static const struct {
		const char *name, *value;
		bool fits;
	} values[] = {
		{ "namespace", "shop", true }, { "namespace", "shop.eu", false },
		{ "namespace", "-shop", false }, { "namespace", "", false },
		{ "pod", "web-0.eu", true }, { "pod", "web..eu", false }, { "pod", "web;reboot", false },
		{ "pod", "web\n", false }, { "pod", "$(reboot)", false }, { "pod", "--all", false },
		{ "object", "deployment/web", true }, { "object", "deployment", false },
		{ "object", "deployment/-f", false }, { "image", "r.io:5000/a/b@sha256:00", true },
		{ "image", "a b", false }, { "image", "-x", false }, { "key", "tls.crt", true },
		{ "key", "a'b", false }, { "count", "12", true }, { "count", "1e3", false },
		{ "resource", "nvidia.com/gpu", true }, { "resource", "/gpu", false },
		{ "anything", "a", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
		if (command_value_fits(values[i].name, values[i].value) != values[i].fits)
			fail_msg("%s as a %s", values[i].value, values[i].name);
}

static void test_quote(void **state)
{
	static const char *const words[][2] = {
		{ "web-0", "web-0" }, { "", "''" }, { "a b", "'a b'" }, { "it's", "'it'\\''s'" },
		{ "$(x)", "'$(x)'" }, { "a\nb", "'a\nb'" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct strbuf b = STRBUF_INIT;

		shell_quote(&b, words[i][0]);
		assert_string_equal(b.buf, words[i][1]);
		strbuf_release(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_literals),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_regexec),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_quote),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
