/*
 * The replay against what the real kube-scheduler decided: every pod, node and plugin of
 * tests/corpus, in every release that a file has.  One wrong node fails its family.
 * WHYPENDING_CORPUS_STEP=10 takes every tenth cluster (for slow tools).
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

#include "base/file.h"
#include "load/load.h"
#include "replay/replay.h"

#define DIR_NAME "tests/corpus"
#define SHOWN_MAX 40

static const char *const families[] = { "resources", "taints",	"affinity", "ports", "spread",
					"interpod",  "volumes", "preempt",  "mixed", "traps" };
static const char *const releases[] = { "1.30.1", "1.31.1", "1.32.2", "1.33.0",
					"1.34.1", "1.35.3", "1.36.2" };
#define FAMILIES (sizeof(families) / sizeof(families[0]))
#define RELEASES (sizeof(releases) / sizeof(releases[0]))

struct tally {
	unsigned long pods, nodes, plugins, unknown, wrong;
};

static struct tally tallies[FAMILIES][RELEASES];
static unsigned shown;

struct place { /* what is being compared, for messages */
	const char *file, *release, *pod, *node;
	struct tally *tally;
};

static void wrong(const struct place *p, const char *what, const char *wanted, const char *got)
{
	p->tally->wrong++;
	if (shown++ < SHOWN_MAX)
		print_message("%s %s %s %s: %s\n   wanted %s\n   got    %s\n", p->file, p->release,
			      p->pod, p->node ? p->node : "", what, wanted ? wanted : "(none)",
			      got ? got : "(unknown)");
}

static const char *text_of(const cJSON *object, const char *key)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

	return item && cJSON_IsString(item) ? item->valuestring : "";
}

/* "Plugin Code [reason|reason]", reasons sorted. */
static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static const char *sorted_lines(char **lines, size_t n, const char *separator, struct arena *arena)
{
	const char *all = "";

	qsort(lines, n, sizeof(*lines), compare_lines);
	for (size_t i = 0; i < n; i++)
		all = arena_printf(arena, "%s%s%s", all, i ? separator : "", lines[i]);
	return all;
}

static char *expected_status(const cJSON *status, struct arena *arena)
{
	const cJSON *reasons = cJSON_GetObjectItemCaseSensitive(status, "reasons"), *r;
	size_t n = (size_t)cJSON_GetArraySize(reasons), i = 0;
	char **lines = ARENA_ARRAY(arena, n, char *);

	cJSON_ArrayForEach(r, reasons)
		lines[i++] = r->valuestring;
	return arena_printf(arena, "%s %s [%s]", text_of(status, "plugin"), text_of(status, "code"),
			    sorted_lines(lines, n, "|", arena));
}

static char *actual_status(const struct rejection *r, struct arena *arena)
{
	char **lines = ARENA_ARRAY(arena, r->reasons.n, char *);

	for (uint32_t i = 0; i < r->reasons.n; i++)
		lines[i] = arena_strdup(arena, r->reasons.v[i]);
	return arena_printf(arena, "%s %s [%s]", r->plugin, code_name(r->code),
			    sorted_lines(lines, r->reasons.n, "|", arena));
}

static const char *expected_list(const cJSON *list, struct arena *arena, unsigned long *ret_n)
{
	size_t n = (size_t)cJSON_GetArraySize(list), i = 0;
	char **lines = ARENA_ARRAY(arena, n, char *);
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
		lines[i++] = expected_status(item, arena);
	if (ret_n)
		*ret_n += n;
	return sorted_lines(lines, n, "; ", arena);
}

static const char *actual_list(const struct rejections *l, struct arena *arena)
{
	char **lines = ARENA_ARRAY(arena, l->n, char *);

	for (uint32_t i = 0; i < l->n; i++)
		lines[i] = actual_status(&l->v[i], arena);
	return sorted_lines(lines, l->n, "; ", arena);
}

/* Where a device selector would have to be evaluated, not knowing is a right answer. */
static bool unknown_is_right(const struct node_result *n)
{
	for (uint32_t i = 0; i < n->unchecked.n; i++)
		if (strcmp(n->unchecked.v[i].what, "DynamicResources") != 0)
			return false;
	return n->unchecked.n > 0;
}

static void check_node(struct place *p, const cJSON *wanted, const struct node_result *n,
		       struct arena *arena)
{
	const cJSON *first = cJSON_GetObjectItemCaseSensitive(wanted, "first");
	const cJSON *all = cJSON_GetObjectItemCaseSensitive(wanted, "all");
	const char *expected, *actual;

	p->node = n->name;
	p->tally->nodes++;
	if (unknown_is_right(n)) {
		p->tally->unknown++;
		return;
	}
	expected = first ? expected_status(first, arena) : "fits";
	actual = n->first ? actual_status(n->first, arena) : verdict_name(n->verdict);
	if (strcmp(expected, actual) != 0)
		wrong(p, "first", expected, actual);
	if ((n->verdict == VERDICT_FITS) != !first)
		wrong(p, "verdict", expected, verdict_name(n->verdict));
	expected = expected_list(all, arena, &p->tally->plugins);
	actual = actual_list(&n->rejections, arena);
	if (strcmp(expected, actual) != 0)
		wrong(p, "rejections", expected, actual);
	p->node = NULL;
}

static void check_list(struct place *p, const char *what, const cJSON *wanted,
		       const struct rejections *got, struct arena *arena)
{
	const char *expected, *actual = actual_list(got, arena);

	if (cJSON_IsObject(wanted))
		expected = expected_status(wanted, arena);
	else
		expected = expected_list(wanted, arena, NULL);
	/* PreEnqueue plugins run in random order and stop at the first: any of ours is right. */
	if (strcmp(what, "preEnqueue") == 0 ? !strstr(actual, expected) || (*actual && !*expected) :
					      strcmp(expected, actual) != 0)
		wrong(p, what, expected, actual);
}

static const char *victims_text(const char *node, char **names, size_t n, struct arena *arena)
{
	return arena_printf(arena, "%s: %s", node, sorted_lines(names, n, " ", arena));
}

static void check_preemption(struct place *p, const cJSON *wanted, const struct preemption *got,
			     struct arena *arena)
{
	const cJSON *choices = cJSON_GetObjectItemCaseSensitive(wanted, "preemptions"), *c, *v;
	const char *all = "", *actual = "none";
	bool found = !cJSON_GetArraySize(choices) && !got->helps;

	if (got->helps) {
		char **names = ARENA_ARRAY(arena, got->victims.n, char *);

		for (uint32_t i = 0; i < got->victims.n; i++)
			names[i] = arena_strdup(arena, got->victims.v[i]);
		actual = victims_text(got->node, names, got->victims.n, arena);
	}
	cJSON_ArrayForEach(c, choices) {
		const cJSON *victims = cJSON_GetObjectItemCaseSensitive(c, "victims");
		char **names = ARENA_ARRAY(arena, (size_t)cJSON_GetArraySize(victims), char *);
		const char *expected;
		size_t n = 0;

		cJSON_ArrayForEach(v, victims)
			names[n++] = v->valuestring;
		expected = victims_text(text_of(c, "node"), names, n, arena);
		all = arena_printf(arena, "%s (%s)", all, expected);
		found = found || strcmp(expected, actual) == 0;
	}
	if (!found)
		wrong(p, "preemption", all, actual);
}

static void check_message(struct place *p, const cJSON *wanted, const struct replay *r,
			  struct arena *arena)
{
	const char *expected = text_of(wanted, "message");
	const char *actual = r->message.predicted;

	for (uint32_t i = 0; i < r->nodes.n; i++)
		if (!actual && unknown_is_right(&r->nodes.v[i]))
			return;
	if (strncmp(expected, "error: ", 7) == 0)
		expected += 7;
	if (!actual || strcmp(expected, actual) != 0)
		wrong(p, "message", expected, actual);
	(void)arena;
}

static void check_pod(struct place *p, const cJSON *wanted, struct view *v,
		      const struct profile *profile)
{
	const char *slash = strchr(p->pod, '/');
	struct symtab *syms = view_cluster(v)->syms;
	struct arena *arena = arena_new();
	const cJSON *nodes = cJSON_GetObjectItemCaseSensitive(wanted, "nodes");
	const struct meta *m = view_find(v, KIND_POD,
					 sym_intern(syms, p->pod, (size_t)(slash - p->pod)),
					 sym_str(syms, slash + 1));
	struct replay *r;

	p->tally->pods++;
	if (!m) {
		wrong(p, "pod", p->pod, "not read");
		arena_free(arena);
		return;
	}
	r = replay_run(v, (const struct pod *)(const void *)m, profile, arena);
	check_list(p, "preEnqueue", cJSON_GetObjectItemCaseSensitive(wanted, "preEnqueue"),
		   &r->pre_enqueue, arena);
	check_list(p, "preFilter", cJSON_GetObjectItemCaseSensitive(wanted, "preFilter"),
		   &r->pre_filter, arena);
	if ((uint32_t)cJSON_GetArraySize(nodes) != r->nodes.n)
		wrong(p, "nodes", "another number of nodes", "");
	for (uint32_t i = 0; i < r->nodes.n; i++)
		check_node(p, cJSON_GetObjectItemCaseSensitive(nodes, r->nodes.v[i].name),
			   &r->nodes.v[i], arena);
	check_message(p, wanted, r, arena);
	check_preemption(p, wanted, &r->preemption, arena);
	arena_free(arena);
}

static void check_verdicts(struct place *p, struct cluster *c, const char *path)
{
	struct strbuf text = STRBUF_INIT;
	const struct release *release;
	struct profile profile;
	struct error err = ERROR_INIT;
	const cJSON *pod;
	struct view *v;
	cJSON *root;
	bool exact;

	if (file_read(path, &text, &err) < 0) {
		assert_int_equal(err.kind, ERR_NOT_FOUND); /* not all have all releases */
		return;
	}
	root = cJSON_Parse(text.buf);
	assert_non_null(root);
	assert_int_equal(release_find(p->release, &release, &exact, &err), 0);
	profile_init_default(&profile, release);
	v = view_new(c, release);
	cJSON_ArrayForEach(pod, cJSON_GetObjectItemCaseSensitive(root, "pods")) {
		p->pod = text_of(pod, "pod");
		check_pod(p, pod, v, &profile);
	}
	view_free(v);
	cJSON_Delete(root);
	strbuf_release(&text);
}

static void check_cluster(size_t family, const char *file)
{
	char path[512];
	int stem = (int)(strlen(file) - strlen(".json"));
	struct cluster *c = cluster_new();
	struct error err = ERROR_INIT;

	snprintf(path, sizeof(path), DIR_NAME "/%s", file);
	assert_int_equal(snapshot_read(c, path, &err), 0);
	load_finish(c);
	for (size_t r = 0; r < RELEASES; r++) {
		struct place p = { file, releases[r], NULL, NULL, &tallies[family][r] };

		if (r + 1 == RELEASES)
			snprintf(path, sizeof(path), DIR_NAME "/%.*s.verdict.json", stem, file);
		else
			snprintf(path, sizeof(path), DIR_NAME "/%.*s.verdict-%s.json", stem, file,
				 releases[r]);
		check_verdicts(&p, c, path);
	}
	cluster_free(c);
}

static int is_cluster(const struct dirent *d)
{
	const char *dot = strchr(d->d_name, '.');

	return dot && strcmp(dot, ".json") == 0;
}

static unsigned corpus_step(void)
{
	const char *text = getenv("WHYPENDING_CORPUS_STEP");
	unsigned step = 0;

	for (; text && *text >= '0' && *text <= '9'; text++)
		step = step * 10 + (unsigned)(*text - '0');
	return step ? step : 1;
}

static void run_family(size_t family)
{
	struct dirent **list;
	int n = scandir(DIR_NAME, &list, is_cluster, alphasort);
	size_t len = strlen(families[family]);
	unsigned seen = 0;
	unsigned long wrong_results = 0, pods = 0;

	assert_true(n > 0);
	for (int i = 0; i < n; i++) {
		const char *name = list[i]->d_name;

		if (strncmp(name, families[family], len) == 0 && name[len] == '-' &&
		    seen++ % corpus_step() == 0)
			check_cluster(family, name);
		free(list[i]);
	}
	free(list);
	for (size_t r = 0; r < RELEASES; r++) {
		const struct tally *t = &tallies[family][r];

		pods += t->pods;
		wrong_results += t->wrong;
		if (t->pods)
			print_message("%-10s %s: %lu pods, %lu node verdicts, %lu rejections, "
				      "%lu unknown, %lu wrong\n",
				      families[family], releases[r], t->pods, t->nodes, t->plugins,
				      t->unknown, t->wrong);
	}
	assert_true(pods > 0);
	assert_int_equal(wrong_results, 0);
}

static void test_family(void **state)
{
	run_family((size_t)(uintptr_t)*state);
}

int main(void)
{
	struct CMUnitTest tests[FAMILIES];

	for (size_t i = 0; i < FAMILIES; i++)
		tests[i] = (struct CMUnitTest){ families[i], test_family, NULL, NULL,
						(void *)(uintptr_t)i };
	return cmocka_run_group_tests_name("corpus", tests, NULL, NULL);
}
