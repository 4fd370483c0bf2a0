/* Pages, files, directories. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "lib/load_case.h"

static void test_kind_of_list_last(void **state)
{
	static const char input[] = "{\"apiVersion\":\"v1\",\"items\":[{\"metadata\":{\"name\":\"a\"}}," NODE_("b")
		"],\"kind\":\"NodeList\"}";
	struct cluster *c = cluster_new();
	struct error err = ERROR_INIT;
	char *got;

	(void)state;
	assert_int_equal(snapshot_read_memory(c, "f", input, sizeof(input) - 1, &err), 0);
	got = describe(c);
	assert_string_equal(got, NODE("b") NODE("a"));
	free(got);
	cluster_free(c);
	check_bytes("no kind at all", "{\"items\":[{\"metadata\":{\"name\":\"a\"}}]}", 37,
		    "! f: a list without a kind\n");
}

static void test_pages(void **state)
{
	static const char page1[] = "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"metadata\":"
		"{\"resourceVersion\":\"7\",\"continue\":\"abc\"},\"items\":[{\"metadata\":{\"name\":\"a\"}}]}";
	static const char page2[] = "{\"items\":[{\"metadata\":{\"name\":\"b\"}}],\"metadata\":{}}";
	struct cluster *c = cluster_new();
	struct loader *l = loader_new(c, "f", LOAD_JSON, KIND_NODE);
	struct error err = ERROR_INIT;

	(void)state;
	assert_int_equal(loader_push(l, page1, sizeof(page1) - 1, &err), 0);
	assert_string_equal(loader_continue(l), "abc");
	assert_int_equal(loader_push(l, page2, sizeof(page2) - 1, &err), 0);
	assert_int_equal(loader_finish(l, &err), 0);
	assert_int_equal(loader_objects(l), 2);
	loader_free(l);
	assert_int_equal(c->objects[KIND_NODE].n, 2);
	cluster_free(c);
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fputs(text, f) < 0, 0);
	assert_int_equal(fclose(f), 0);
}

static char *read_snapshot(const char *path)
{
	struct cluster *c = cluster_new();
	struct error err = ERROR_INIT;
	char *out;

	if (snapshot_read(c, path, &err) < 0)
		cluster_note(c, true, "%s", err.msg);
	out = describe(c);
	cluster_free(c);
	return out;
}

static void check_snapshot(const char *path, const char *want)
{
	char *got = read_snapshot(path);

	assert_string_equal(got, want);
	free(got);
}

/* Runs in a directory of its own. */
static void test_files(void **state)
{
	char dir[] = "/tmp/test_load.XXXXXX", command[64];

	(void)state;
	assert_non_null(mkdtemp(dir));
	assert_int_equal(chdir(dir), 0);
	write_file("a.json", NODE_("a"));
	write_file("empty.json", "\n");
	write_file("late.json", "{\"items\":[{\"metadata\":{\"name\":\"l\"}}],\"kind\":\"NodeList\",\"apiVersion\":\"v1\"}");
	write_file("late.yaml", "items: [{metadata: {name: l}}]\nkind: NodeList\napiVersion: v1\n");
	assert_int_equal(mkfifo("fifo.json", 0600), 0);
	check_snapshot("a.json", NODE("a"));
	check_snapshot("late.json", NODE("l"));
	check_snapshot("late.yaml", NODE("l"));
	check_snapshot("empty.json", "? empty.json: is empty\n");
	check_snapshot("fifo.json", "! fifo.json: neither a regular file nor a directory\n");
	check_snapshot("/dev/null", "! /dev/null: neither a regular file nor a directory\n");
	check_snapshot("missing", "! missing: No such file or directory\n");

	assert_int_equal(mkdir("d", 0700), 0);
	check_snapshot("d", "? d: no *.json, *.yaml or *.yml file in it\n");
	assert_int_equal(mkdir("d/b", 0700), 0);
	assert_int_equal(mkdir("d/.git", 0700), 0);
	write_file("d/b/2.json", NODE_("second"));
	write_file("d/1.yaml", "kind: Node\nmetadata: {name: first}\n");
	write_file("d/logs.txt", "not ours");
	write_file("d/.git/x.json", "not ours");
	assert_int_equal(symlink("../../a.json", "d/link.json"), 0);
	assert_int_equal(symlink("..", "d/up"), 0);
	assert_int_equal(mkfifo("d/pipe.json", 0600), 0);
	check_snapshot("d", NODE("first") NODE("second")
		       "! d/link.json: not a regular file; links are not followed\n"
		       "! d/pipe.json: not a regular file; links are not followed\n");
	assert_int_equal(chdir("/"), 0);
	snprintf(command, sizeof(command), "rm -r %s", dir);
	assert_int_equal(system(command), 0);
}

static void test_deep_directories(void **state)
{
	char dir[] = "/tmp/test_load.XXXXXX", command[64], *got;

	(void)state;
	assert_non_null(mkdtemp(dir));
	assert_int_equal(chdir(dir), 0);
	for (int i = 0; i < 20; i++) {
		assert_int_equal(mkdir("d", 0700), 0);
		assert_int_equal(chdir("d"), 0);
	}
	got = read_snapshot(dir);
	assert_non_null(strstr(got, "/d/d/d/d/d/d/d/d: deeper than 8 directories; not read\n"));
	free(got);
	assert_int_equal(chdir("/"), 0);
	snprintf(command, sizeof(command), "rm -r %s", dir);
	assert_int_equal(system(command), 0);
}

/* Files that are none of ours cost time, too. */
static void test_many_names(void **state)
{
	/* In memory it takes a tenth of the time. */
	char in_memory[] = "/dev/shm/test_load.XXXXXX", on_disk[] = "/tmp/test_load.XXXXXX";
	char path[64], command[64], *got, *dir = mkdtemp(in_memory);

	(void)state;
	if (!dir)
		dir = mkdtemp(on_disk);
	assert_non_null(dir);
	for (int i = 0; i <= LOAD_NAMES_MAX; i++) {
		snprintf(path, sizeof(path), "%s/%d", dir, i);
		assert_int_equal(symlink("x", path), 0);
	}
	got = read_snapshot(dir);
	assert_non_null(strstr(got, "more than 100000 names are in this directory and those before it; the "
				    "rest is not read\n"));
	free(got);
	snprintf(command, sizeof(command), "rm -r %s", dir);
	assert_int_equal(system(command), 0);
}

/* A folder of other things is soon given up, and one that has objects among them is not. */
static void test_strangers(void **state)
{
	static const char pod[] = "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"}}";
	char dir[] = "/tmp/test_load.XXXXXX", path[64], command[64], *got;

	(void)state;
	assert_non_null(mkdtemp(dir));
	for (int i = 0; i < LOAD_STRANGERS_MAX + 10; i++) {
		FILE *f;

		snprintf(path, sizeof(path), "%s/%03d.json", dir, i);
		f = fopen(path, "w");
		assert_non_null(f);
		fputs(i == 5 ? pod : "{\"colour\": 1}", f);
		assert_int_equal(fclose(f), 0);
	}
	got = read_snapshot(dir);
	assert_non_null(strstr(got, "051.json: 50 files have nothing of a cluster in them"));
	assert_null(strstr(got, "052.json"));
	free(got);
	snprintf(command, sizeof(command), "rm -r %s", dir);
	assert_int_equal(system(command), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kind_of_list_last),
		cmocka_unit_test(test_pages),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_deep_directories),
		cmocka_unit_test(test_many_names),
		cmocka_unit_test(test_strangers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
