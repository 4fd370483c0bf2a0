/* Completion: what leaves for a shell, and the parts of the scripts that come from the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/complete.h"
#include "cli/completion_script.h"

#define WORDS_MAX 8

static void test_plain(void **state)
{
	static const char *const plain[] = { "web-0", "a.b_c", "arn:aws:eks:eu-1:1:cluster/x", "me@prod",
					     "-selector=", "50%", "a+b,c" };
	static const char *const other[] = { "", ":4", "=ls", "a b", "a\tb", "a\nb", "$(x)", "`x`", "a;b",
					     "a&b", "a|b", "*", "?", "[a]", "{a,b}", "~x", "!!", "'", "\"",
					     "\\", "<x", ">x", "#x", "(x)", "^x", "\x1b[m", "w\xc3\xa4" };

	(void)state;
	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		assert_true(completion_is_plain(plain[i]));
	for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++)
		assert_false(completion_is_plain(other[i]));
}

static void test_clause(void **state)
{
	static const struct {
		const char *help, *want;
	} cases[] = {
		{ "print as FORMAT:", "print as FORMAT" },
		{ "a; b", "a" },
		{ "when (auto: on a terminal; else not)", "when (auto: on a terminal; else not)" },
		{ "would it fit? it need not exist", "would it fit" },
		{ "unmatched) and; more", "unmatched) and" },
		{ "", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct strbuf got = STRBUF_INIT;

		completion_clause(&got, cases[i].help);
		assert_string_equal(got.buf, cases[i].want);
		strbuf_release(&got);
	}
}

/* The words are the line behind the program's name, split at spaces; "''" is empty. */
static char *completed(const char *line)
{
	char copy[256], *argv[WORDS_MAX] = { copy }, *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	int argc = 1;

	assert_non_null(out);
	assert_true(strlen(line) < sizeof(copy) - 1);
	copy[0] = '\0';
	memcpy(copy + 1, line, strlen(line) + 1);
	for (char *p = copy + 1; *p && argc < WORDS_MAX; argc++) {
		size_t len = strcspn(p, " ");

		argv[argc] = strncmp(p, "''", 2) ? p : p + 2;
		p += len + (p[len] != '\0');
		if (p[-1] == ' ')
			p[-1] = '\0';
	}
	complete(argc, argv, out);
	fclose(out);
	return text;
}

static void test_complete(void **state)
{
	static const struct {
		const char *line, *want;
	} cases[] = {
		{ "--nodes ''", "all\nnear\nnone\n:4\n" },
		{ "--nodes n", "near\nnone\n:4\n" },
		{ "--nodes=n", "near\nnone\n:4\n" },
		{ "--demo=", "true\nfalse\n:4\n" },
		{ "--disable-c", "--disable-compression\tdo not let the server compress its answers\n:4\n" },
		{ "--unknown=", ":4\n" },
		{ "--no-such-option --color al", "always\n:4\n" },
		{ "--snapshot ''", ":0\n" },
		{ "-f ''", ":0\n" },
		{ "-f", ":4\n" }, /* glued: the shell would look for a file named -f... */
		{ "--rules ''", ":20\n" },
		{ "--what-if priori", "priority=\tN\n:6\n" },
		{ "--demo -n shop deploym", "deployment/\n:38\n" },
		{ "--demo -A ''", ":4\n" },
		{ "--demo -l a=b ''", ":4\n" },
		{ "--demo -n shop -- deploy/web", "deploy/web\n:4\n" },
		{ "--demo -n no-such-namespace sts ''", ":4\n" },
		{ "--demo node worker-a1", "worker-a1\n:4\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *got = completed(cases[i].line);

		if (strcmp(got, cases[i].want) != 0)
			print_error("case: %s\n", cases[i].line);
		assert_string_equal(got, cases[i].want);
		free(got);
	}
}

/* Every option that is not hidden stands in every script. */
static void test_scripts(void **state)
{
	static const char *const shells[] = { "bash", "zsh", "fish" };
	static const char *const before[] = { "--", "--", " -l " };

	(void)state;
	for (size_t s = 0; s < 3; s++) {
		struct strbuf script = STRBUF_INIT;
		struct error err = ERROR_INIT;

		assert_int_equal(completion_script(shells[s], &script, &err), 0);
		for (size_t i = 0; i < option_count; i++) {
			struct strbuf want = STRBUF_INIT;

			strbuf_addf(&want, "%s%s", before[s], option_table[i].name);
			assert_int_equal(strstr(script.buf, want.buf) != NULL,
					 option_table[i].group != GROUP_HIDDEN);
			strbuf_release(&want);
		}
		strbuf_release(&script);
		assert_int_equal(completion_script("csh", &script, &err), -1);
		assert_int_equal(err.kind, ERR_USAGE);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plain),
		cmocka_unit_test(test_clause),
		cmocka_unit_test(test_complete),
		cmocka_unit_test(test_scripts),
	};

	return cmocka_run_group_tests_name("complete", tests, NULL, NULL);
}
