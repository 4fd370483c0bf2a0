/* Scripts in tests/tui: NAME.keys goes in, NAME.screen comes out.  UPDATE=1 rewrites the latter. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/die.h"
#include "lib/tui_script.h"

#define FOLDER "tests/tui/"

static char *read_file(const char *name, const char *ending)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	char block[4096];
	size_t n;
	FILE *f;

	strbuf_addf(&path, FOLDER "%s%s", name, ending);
	f = fopen(path.buf, "r");
	strbuf_release(&path);
	if (!f)
		return xstrdup("");
	while ((n = fread(block, 1, sizeof(block), f)) > 0)
		strbuf_add(&text, block, n);
	fclose(f);
	block[0] = '\0';
	return text.len ? text.buf : xstrdup(block);
}

static void write_screen(const char *name, const char *text)
{
	struct strbuf path = STRBUF_INIT;
	FILE *f;

	strbuf_addf(&path, FOLDER "%s.screen", name);
	f = fopen(path.buf, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
	strbuf_release(&path);
}

/* The first line that is not as it should be. */
static void tell_difference(const char *name, const char *got, const char *want)
{
	unsigned line = 1;

	while (*got && *got == *want) {
		line += *got == '\n';
		got++;
		want++;
	}
	while (line > 1 && got[-1] != '\n') {
		got--;
		want--;
	}
	print_error(FOLDER "%s.screen:%u:\n got: %.*s\nwant: %.*s\n", name, line,
		    (int)strcspn(got, "\n"), got, (int)strcspn(want, "\n"), want);
}

static void test_script(void **state)
{
	const char *name = *state, *update = getenv("UPDATE");
	char *script = read_file(name, ".keys"), *want = read_file(name, ".screen");
	struct tui_result r;
	bool same;

	tui_play(script, &r);
	same = strcmp(r.out.buf, want) == 0;
	if (!same && update && *update)
		write_screen(name, r.out.buf);
	else if (!same)
		tell_difference(name, r.out.buf, want);
	tui_result_release(&r);
	free(script);
	free(want);
	assert_true(same || (update && *update));
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct CMUnitTest *)a)->name, ((const struct CMUnitTest *)b)->name);
}

int main(void)
{
	static struct CMUnitTest tests[200];
	size_t n = 0;
	DIR *d = opendir(FOLDER);
	int rc;

	for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
		size_t len = strlen(e->d_name);
		char *name;

		if (len < 6 || strcmp(e->d_name + len - 5, ".keys") != 0 ||
		    n == sizeof(tests) / sizeof(*tests))
			continue;
		name = xstrdup(e->d_name);
		name[len - 5] = '\0';
		tests[n++] = (struct CMUnitTest){ name, test_script, NULL, NULL, name };
	}
	if (!d || !n)
		return 1;
	closedir(d);
	qsort(tests, n, sizeof(*tests), by_name);
	rc = _cmocka_run_group_tests("tui screens", tests, n, NULL, NULL);
	for (size_t i = 0; i < n; i++)
		free(tests[i].initial_state);
	return rc;
}
