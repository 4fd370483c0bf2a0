/*
 * The what-if session on clusters of the corpus, under random ticks, steps, undo and redo: the
 * report is always that of a fresh diagnosis with the same --what-if, byte for byte, and with
 * nothing ticked the report as it was.
 * WHYPENDING_CORPUS_STEP=10 takes every tenth of those clusters (for slow tools).
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "advice/what_if.h"
#include "explore/session.h"
#include "lib/asking.h"
#include "load/load.h"
#include "render/render.h"
#include "report/strings.h"

#define DIR_NAME "tests/corpus"
#define STEP 3u   /* each such cluster */
#define MOVES 40u /* of one session */

static uint32_t random_state = 2463534242u;

static uint32_t random_below(uint32_t n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 17;
	random_state ^= random_state << 5;
	return n ? random_state % n : 0;
}

struct place {
	struct cluster *cluster;
	struct profile profile;
	struct diagnose_options opts;
	const char *file;
};

static void place_open(struct place *p, const char *file)
{
	struct error err = ERROR_INIT;
	char path[512];

	snprintf(path, sizeof(path), DIR_NAME "/%s", file);
	*p = (struct place){ .cluster = cluster_new(), .file = file };
	if (snapshot_read(p->cluster, path, &err) < 0)
		fail_msg("%s: %s", path, err.msg);
	load_finish(p->cluster);
	profile_init_default(&p->profile, release_newest());
	p->opts = (struct diagnose_options){ .source = { .kind = SOURCE_SNAPSHOT },
					     .release = release_newest(),
					     .release_exact = true,
					     .profiles = &p->profile,
					     .profile_count = 1 };
}

static char *json_of(const struct report *r)
{
	const struct render_options opts = { .nodes = NODES_ALL };
	struct report *v[1];
	struct reports rs = { .n = 1, .single = true, .v = v, .cap = 1 };
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	memcpy(&v[0], &r, sizeof(r));
	renderer_find("json")->render(&rs, &opts, f);
	fclose(f);
	return text;
}

/* The first line that differs is enough to see. */
static void same_text(const char *file, const char *have, const char *want)
{
	const char *line = have, *other = want;

	if (!strcmp(have, want))
		return;
	for (size_t i = 0; have[i] && have[i] == want[i]; i++)
		if (have[i] == '\n') {
			line = have + i + 1;
			other = want + i + 1;
		}
	fail_msg("%s: has %.*s, wanted %.*s", file, (int)strcspn(line, "\n"), line,
		 (int)strcspn(other, "\n"), other);
}

/* As the command line would have it: another diagnosis, the expressions in its options. */
static char *fresh(const struct place *p, const struct pod *pod, const struct strings *flags)
{
	struct diagnose_options opts = p->opts;
	struct arena *arena = arena_new();
	struct what_if *v = ARENA_ARRAY(arena, flags->n, struct what_if);
	struct error err = ERROR_INIT;
	struct diagnosis *d;
	struct report *r;
	char *json;

	for (uint32_t i = 0; i < flags->n; i++)
		if (what_if_parse(flags->v[i], arena, &v[i], &err) < 0)
			fail_msg("%s", err.msg);
	opts.what_if = v;
	opts.what_if_count = flags->n;
	d = diagnosis_new(p->cluster, &opts);
	r = diagnose_pod(d, pod);
	json = json_of(r);
	report_free(r);
	diagnosis_free(d);
	arena_free(arena);
	return json;
}

static void type_something(struct session *s)
{
	static const char *const texts[] = { "cpu=1m", "memory=1Mi", "-affinity", "-selector=disk",
					     "priority=1000", "-pod-anti-affinity", "-spread",
					     "toleration=gpu", "add-node=node-0*2,disk=ssd",
					     "uncordon=node-1", "cpu=100", "label=node-0:disk=ssd" };
	struct error err = ERROR_INIT;

	assert_int_equal(session_type(s, texts[random_below(sizeof(texts) / sizeof(*texts))], &err), 0);
}

static void move(struct session *s, const struct report *base)
{
	const struct toggles *l = session_toggles(s);
	uint32_t i = random_below(l->n);

	switch (random_below(12)) {
	case 0:
		session_undo(s);
		break;
	case 1:
		session_redo(s);
		break;
	case 2:
		session_adjust(s, i, random_below(2) ? 1 : -1);
		break;
	case 3:
		type_something(s);
		break;
	case 4:
		session_look_at(s, base->replay->nodes.v[random_below(base->replay->nodes.n)].name);
		break;
	case 5:
		if (random_below(4) == 0)
			session_clear(s);
		break;
	case 6:
		session_search(s);
		break;
	default:
		session_tick(s, i);
		break;
	}
}

static void same_as_fresh(const struct place *p, const struct pod *pod, struct session *s)
{
	char *now = json_of(session_report(s)), *wanted = fresh(p, pod, session_flags(s));

	if (strcmp(now, wanted) != 0) {
		struct arena *arena = arena_new();

		print_message("%s %s: --what-if %s\n", p->file, sym_text(pod->meta.name),
			      strings_join(session_flags(s), " ", arena));
		arena_free(arena);
	}
	same_text(p->file, now, wanted);
	free(now);
	free(wanted);
}

static void consequences_add_up(struct session *s)
{
	const struct consequences *c = session_consequences(s);
	uint32_t gained = 0, lost = 0;

	for (uint32_t i = 0; i < c->changed.n; i++) {
		gained += c->changed.v[i].how == NODE_GAINED;
		lost += c->changed.v[i].how == NODE_LOST;
	}
	assert_int_equal(c->fit_before + gained, c->fit_after + lost);
}

/* Taking all ticks away one by one, in an order that is not that of ticking. */
static void untick_all(struct session *s)
{
	for (uint32_t round = 0; session_flags(s)->n && round < 1000; round++) {
		const struct toggles *l = session_toggles(s);

		for (uint32_t i = 0; i < l->n; i++)
			if (l->v[i].ticked) {
				assert_true(session_tick(s, i));
				break;
			}
	}
	assert_int_equal(session_flags(s)->n, 0);
}

static void walk(const struct place *p, struct diagnosis *d, const struct report *base,
		 const struct pod *pod)
{
	struct session *s = session_new(d, base);
	char *before = json_of(base), *after;
	struct report *again;

	assert_true(session_can(s));
	for (uint32_t i = 0; i < MOVES; i++) {
		move(s, base);
		if (i % 4 == 0)
			same_as_fresh(p, pod, s);
		if (base->replay->feasible.n == 0)
			consequences_add_up(s);
	}
	same_as_fresh(p, pod, s);
	untick_all(s);
	assert_true(session_report(s) == base);
	after = json_of(session_report(s));
	same_text(p->file, after, before);
	free(after);
	/* nothing of it has stayed in the view: without fixes, since those were for a named subject */
	again = diagnose_pod(d, pod);
	after = json_of(again);
	free(before);
	before = fresh(p, pod, &(struct strings){ 0 });
	same_text(p->file, after, before);
	report_free(again);
	free(after);
	free(before);
	session_free(s);
}

static bool is_supposable(const struct pod *p, const struct report *r)
{
	return sym_empty(p->spec.node_name) && !pod_is_finished(p) && r->replay && r->replay->nodes.n;
}

static void walk_cluster(const char *file, unsigned *ret_walks)
{
	struct place p;
	struct diagnosis *d;

	place_open(&p, file);
	d = diagnosis_new(p.cluster, &p.opts);
	for (size_t i = 0; i < p.cluster->objects[KIND_POD].n; i++) {
		const struct pod *pod = (const struct pod *)p.cluster->objects[KIND_POD].v[i];
		struct report *r = diagnose_pod(d, pod);

		if (is_supposable(pod, r)) {
			walk(&p, d, r, pod);
			++*ret_walks;
		}
		report_free(r);
	}
	diagnosis_free(d);
	cluster_free(p.cluster);
}

static bool is_cluster(const char *name)
{
	const char *end = strstr(name, ".json");

	return end && !end[5] && !strstr(name, ".verdict");
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* In one order on every machine: the random moves depend on it. */
static struct strings cluster_names(struct arena *arena)
{
	DIR *dir = opendir(DIR_NAME);
	struct strings l = { 0 };
	const struct dirent *e;

	assert_non_null(dir);
	while ((e = readdir(dir)))
		if (is_cluster(e->d_name))
			strings_push(&l, arena_strdup(arena, e->d_name), arena);
	closedir(dir);
	if (l.n)
		qsort(l.v, l.n, sizeof(*l.v), by_name);
	return l;
}

static uint32_t corpus_step(void)
{
	const char *text = getenv("WHYPENDING_CORPUS_STEP");
	int64_t v = 0;

	return STEP * (text && parse_int64(text, &v) && v > 0 && v < 1000 ? (uint32_t)v : 1);
}

static void test_random_walks(void **state)
{
	struct arena *arena = arena_new();
	struct strings names = cluster_names(arena);
	unsigned walks = 0;

	(void)state;
	for (uint32_t i = 0; i < names.n; i += corpus_step())
		walk_cluster(names.v[i], &walks);
	print_message("%u walks of %u moves\n", walks, MOVES);
	assert_true(walks > 0);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_walks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
