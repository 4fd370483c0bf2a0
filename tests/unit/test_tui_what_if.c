/*
 * What the explorer prints when it is left, put through a shell and given to the program: as many
 * nodes fit as the screen said, and what P prints is a command or the patches as JSON.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "base/die.h"
#include "cli/cli.h"
#include "lib/tui_script.h"

#define SMALL "--snapshot tests/tui/small.json"
#define PRINT "keys p\n"
#define WORDS_MAX 40

/* The words that a shell makes of a line; to be freed, and argv[0] too. */
static int shell_words(const char *line, char **argv)
{
	struct strbuf command = STRBUF_INIT;
	char word[512];
	int argc = 0;
	FILE *f;

	strbuf_addf(&command, "printf '%%s\\n' %s", line);
	f = popen(command.buf, "r");
	assert_non_null(f);
	while (argc < WORDS_MAX && fgets(word, sizeof(word), f)) {
		word[strcspn(word, "\n")] = '\0';
		argv[argc++] = xstrdup(word);
	}
	assert_int_equal(pclose(f), 0);
	strbuf_release(&command);
	return argc;
}

/* -o json of that command line, "kubectl whypending" and where it reads from replaced. */
static cJSON *run(const char *printed, const char *input)
{
	struct strbuf line = STRBUF_INIT;
	char *argv[WORDS_MAX], *text = NULL;
	size_t len;
	struct cli_io io = { .out = open_memstream(&text, &len), .err = stderr };
	const char *rest = printed + strlen("kubectl whypending");
	cJSON *json;
	int argc;

	assert_int_equal(strncmp(printed, "kubectl whypending ", 19), 0);
	strbuf_addf(&line, "whypending %s -o json %.*s", input, (int)strcspn(rest, "\n"), rest);
	argc = shell_words(line.buf, argv);
	assert_true(cli_main(argc, argv, &io) <= (int)EXIT_STUCK);
	for (int i = 0; i < argc; i++)
		xfree(argv[i]);
	strbuf_release(&line);
	json = cJSON_Parse(text);
	free(text);
	assert_non_null(json);
	return json;
}

static void check_fitting(const cJSON *report, const char *screen)
{
	const cJSON *replay = cJSON_GetObjectItemCaseSensitive(report, "replay");
	int n = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(replay, "feasibleNodes"));
	const cJSON *total = cJSON_GetObjectItemCaseSensitive(replay, "totalNodes");
	struct strbuf want = STRBUF_INIT;

	strbuf_addf(&want, " %d of %d nodes fit, ", n, total->valueint);
	if (!strstr(screen, want.buf))
		fail_msg("not on the screen: %s\n%s", want.buf, screen);
	strbuf_release(&want);
}

/* What is ticked on the screen of changes, before `p`. */
static const struct {
	const char *args, *input, *keys;
} print_cases[] = {
	{ SMALL " -n shop web", SMALL, "keys 4 Space" },
	{ SMALL " -n shop web", SMALL, "keys 4 Space j j j Space" },
	{ SMALL " -n shop web", SMALL, "keys 5 G Space 4" },
	{ SMALL " -n shop web", SMALL, "keys 4 e\ntype add-node=a2*3,disk=ssd,x/y=z\nkeys Enter" },
	{ SMALL " -n shop web", SMALL, "keys 4 /\ntype change it\nkeys Enter - - -" },
	{ SMALL " -n shop web", SMALL, "keys 4 Space j Space u u U" },
	{ SMALL " -n shop web", SMALL, "keys j w Space" },
	{ SMALL " -i -n shop web --what-if cpu=100m --what-if uncordon=b2", SMALL, "keys 4" },
	{ "--demo -n data postgres-0", "", "keys 4 j Space" },
	{ "--demo -n data postgres-0", "", "keys 4 Space" },
	{ "--demo -n ml notebook-ines", "", "keys 4 Space" },
};

static void test_printed_flags(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(print_cases) / sizeof(*print_cases); i++) {
		struct strbuf script = STRBUF_INIT;
		struct tui_result r;
		cJSON *report;

		strbuf_addf(&script, "args %s\nsize 140x40\n%s\n" PRINT, print_cases[i].args,
			    print_cases[i].keys);
		tui_play(script.buf, &r);
		if (!strstr(r.printed.buf, " --what-if "))
			fail_msg("%s: printed %s, on the screen:\n%s", print_cases[i].keys,
				 r.printed.buf, r.last.text.buf);
		report = run(r.printed.buf, print_cases[i].input);
		check_fitting(report, r.last.text.buf);
		cJSON_Delete(report);
		tui_result_release(&r);
		strbuf_release(&script);
	}
}

static void test_nothing_to_print(void **state)
{
	static const char *const scripts[] = {
		"args " SMALL " -n shop web\nkeys 4 p P\n",
		"args " SMALL " -n shop web\nkeys 4 Space x p P Q\n",
		"args " SMALL " -n shop fill-a1\nkeys 4 Space p P\n",
		"args " SMALL " -n shop fill-a1\nkeys 4 Space u U x F + - 5 Space F 6 p P\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		struct tui_result r;

		tui_play(scripts[i], &r);
		assert_string_equal(r.printed.buf, "");
		tui_result_release(&r);
	}
}

static void test_printed_changes(void **state)
{
	struct tui_result r;
	cJSON *json;

	(void)state;
	tui_play("args " SMALL " -n shop web\nkeys 4 e\ntype uncordon=b2\nkeys Enter P\n", &r);
	assert_string_equal(r.printed.buf, "kubectl uncordon b2\n");
	tui_result_release(&r);
	/* a new node has no command: patches */
	tui_play("args " SMALL " -n shop web\nkeys 4 e\ntype add-node=a1\nkeys Enter P\n", &r);
	json = cJSON_Parse(r.printed.buf);
	assert_non_null(json);
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(json, "fixes")), 1);
	cJSON_Delete(json);
	tui_result_release(&r);
}

/* Refreshing keeps what is ticked; another pod begins without. */
static void test_ticks_stay(void **state)
{
	struct tui_result r;

	(void)state;
	tui_play("args " SMALL " -n shop web\nsize 140x40\nkeys 4 Space\n"
		 "snapshot tests/tui/later.json\nkeys r\n", &r);
	assert_non_null(strstr(r.last.text.buf, "before) \xc2\xb7 toleration=gpu=yes:NoSchedule"));
	assert_non_null(strstr(r.last.text.buf, "[x]"));
	tui_result_release(&r);
	tui_play("args --demo -A\nsize 140x40\nkeys Enter 4 Space 0 Enter 4\n", &r);
	assert_null(strstr(r.last.text.buf, "[x]"));
	tui_result_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_printed_flags),
		cmocka_unit_test(test_nothing_to_print),
		cmocka_unit_test(test_printed_changes),
		cmocka_unit_test(test_ticks_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
