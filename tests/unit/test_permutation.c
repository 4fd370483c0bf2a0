/*
 * The order of the input changes no byte of the report: each cluster of tests/corpus is shuffled
 * and diagnosed again, as JSON and as a table.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "diagnose/diagnose.h"
#include "lib/asking.h"
#include "load/load.h"
#include "render/render.h"

#define DIR_NAME "tests/corpus"
#define SHUFFLES 3

static void render_all(const char *json, const char *format, char **ret, size_t *ret_len)
{
	struct cluster *c = cluster_new();
	struct profile profile;
	struct diagnose_options opts = { .source = { .kind = SOURCE_SNAPSHOT },
					 .release = release_newest(),
					 .release_exact = true,
					 .profiles = &profile,
					 .profile_count = 1 };
	struct selection everything = { 0 };
	struct render_options render = { .all_namespaces = true };
	struct reports reports = { 0 };
	struct error err = ERROR_INIT;
	struct diagnosis *d;
	FILE *out = open_memstream(ret, ret_len);

	assert_non_null(out);
	assert_int_equal(snapshot_read_memory(c, "shuffled", json, strlen(json), &err), 0);
	load_finish(c);
	profile_init_default(&profile, opts.release);
	d = diagnosis_new(c, &opts);
	assert_int_equal(diagnose_selection(d, &everything, &reports, &err), 0);
	renderer_find(format)->render(&reports, &render, out);
	fclose(out);
	diagnosis_free(d);
	reports_release(&reports);
	cluster_free(c);
}

/* Takes items out at random places and puts them at the end. */
static void shuffle(cJSON *items, unsigned *random)
{
	int n = cJSON_GetArraySize(items);

	for (int left = n; left > 0; left--) {
		*random = *random * 1103515245u + 12345u;
		cJSON_AddItemToArray(items, cJSON_DetachItemFromArray(
						    items, (int)((*random >> 8) % (unsigned)left)));
	}
}

static void check_cluster(const char *name, const char *format, unsigned *random)
{
	struct strbuf text = STRBUF_INIT;
	char path[512], *wanted, *got;
	cJSON *root, *items;
	size_t len;

	snprintf(path, sizeof(path), DIR_NAME "/%s", name);
	read_test_file(path, &text);
	root = cJSON_Parse(text.buf);
	items = cJSON_GetObjectItemCaseSensitive(root, "items");
	render_all(text.buf, format, &wanted, &len);
	for (int i = 0; i < SHUFFLES; i++) {
		char *shuffled;

		shuffle(items, random);
		shuffled = cJSON_PrintUnformatted(root);
		render_all(shuffled, format, &got, &len);
		if (strcmp(wanted, got) != 0)
			fail_msg("%s -o %s: another order, another report", name, format);
		free(got);
		free(shuffled);
	}
	free(wanted);
	cJSON_Delete(root);
	strbuf_release(&text);
}

static int is_cluster(const struct dirent *d)
{
	const char *dot = strchr(d->d_name, '.');

	return dot && strcmp(dot, ".json") == 0;
}

static void check_all(const char *format)
{
	struct dirent **list;
	int n = scandir(DIR_NAME, &list, is_cluster, alphasort);
	unsigned random = 1;

	assert_true(n > 0);
	for (int i = 0; i < n; i++) {
		check_cluster(list[i]->d_name, format, &random);
		free(list[i]);
	}
	free(list);
	print_message("%d clusters, %d orders each, -o \"%s\": the same bytes\n", n, SHUFFLES, format);
}

static void test_json(void **state)
{
	(void)state;
	check_all("json");
}

static void test_table(void **state)
{
	(void)state;
	check_all("");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_table),
	};

	return cmocka_run_group_tests_name("permutation", tests, NULL, NULL);
}
