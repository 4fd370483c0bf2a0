/*
 * --what-if against the fixes of the corpus: each fix can be said as expressions, and supposing
 * them lets the same nodes pass and makes the same patches.
 * WHYPENDING_CORPUS_STEP=10 takes every tenth cluster (for slow tools).
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "advice/fix.h"
#include "advice/what_if.h"
#include "load/load.h"
#include "replay/replay.h"
#include "report/strings.h"

#define DIR_NAME "tests/corpus"
#define SHOWN_MAX 20

struct tally {
	unsigned clusters, fixes, wrong;
};

struct stuck {
	struct view *view;
	const struct pod *pod;
	const struct profile *profile;
	const struct replay *before;
	const char *file;
	struct arena *arena;
};

static void complain(struct tally *t, const struct stuck *s, const struct fix *f, const char *what,
		     const char *detail)
{
	if (t->wrong++ < SHOWN_MAX)
		print_message("%s %s: %s\n  %s: %s\n  --what-if %s\n", s->file, sym_text(s->pod->meta.name),
			      f->summary, what, detail, strings_join(&f->what_if, " ", s->arena));
}

static const char *patches_text(const struct patches *l, struct arena *arena)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	for (uint32_t i = 0; i < l->n; i++) {
		const struct patch *p = &l->v[i];

		strbuf_addf(&text, "%d %s %s %s", (int)p->type, p->kind, p->name,
			    p->object ? p->object : "");
		for (uint32_t k = 0; k < p->ops.n; k++)
			strbuf_addf(&text, " [%s %s %s]", p->ops.v[k].op, p->ops.v[k].path,
				    p->ops.v[k].value ? p->ops.v[k].value : "");
		strbuf_addc(&text, '\n');
	}
	copy = arena_strdup(arena, text.buf);
	strbuf_release(&text);
	return copy;
}

static bool has(const struct strings *l, const char *s)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (!strcmp(l->v[i], s))
			return true;
	return false;
}

/* Those that pass now and did not before, or all of a pod that was held back by gates. */
static const char *unlocked(const struct stuck *s, const struct replay *after)
{
	struct strings l = { 0 };

	for (uint32_t i = 0; i < after->feasible.n; i++)
		if (s->pod->spec.gates.n || !has(&s->before->feasible, after->feasible.v[i]))
			strings_push(&l, after->feasible.v[i], s->arena);
	return strings_join(&l, " ", s->arena);
}

static void check_fix(struct tally *t, const struct stuck *s, const struct fix *f)
{
	struct patch_list patches = { s->arena, { 0 } };
	const char *now, *wanted = strings_join(&f->unlocks, " ", s->arena);
	struct trial trial;

	t->fixes++;
	if (!f->what_if.n) {
		complain(t, s, f, "cannot be said", "");
		return;
	}
	trial_begin(&trial, s->view, s->pod, s->arena, &patches);
	for (uint32_t i = 0; i < f->what_if.n; i++) {
		struct what_if w;
		struct error err = ERROR_INIT;

		if (what_if_parse(f->what_if.v[i], s->arena, &w, &err) < 0)
			complain(t, s, f, "is no expression", err.msg);
		else if (what_if_check(&w, 1, view_cluster(s->view), view_cluster(s->view), &err) < 0)
			complain(t, s, f, "names what is not there", err.msg);
		else if (!what_if_make(&w, &trial))
			complain(t, s, f, "changes nothing", f->what_if.v[i]);
	}
	now = unlocked(s, replay_run(s->view, trial.pod, s->profile, s->arena));
	trial_end(&trial);
	if (strcmp(now, wanted) != 0)
		complain(t, s, f, "unlocks", arena_printf(s->arena, "%s, not %s", now, wanted));
	now = patches_text(&patches.list, s->arena);
	wanted = patches_text(&f->patches, s->arena);
	if (strcmp(now, wanted) != 0)
		complain(t, s, f, "patches", arena_printf(s->arena, "%s, not %s", now, wanted));
}

static void check_pod(struct tally *t, struct view *v, const struct profile *profile,
		      const struct pod *pod, const char *file)
{
	struct stuck s = { v, pod, profile, NULL, file, arena_new() };
	struct advice advice = { 0 };
	struct fix_request r = { .view = v, .pod = pod, .profile = profile, .arena = s.arena };

	r.replay = s.before = replay_run(v, pod, profile, s.arena);
	if (!s.before->feasible.n || pod->spec.gates.n)
		fixes_find(&r, &advice);
	for (uint32_t i = 0; i < advice.fixes.n; i++)
		check_fix(t, &s, &advice.fixes.v[i]);
	arena_free(s.arena);
}

static void check_cluster(struct tally *t, const char *file)
{
	char *path = NULL;
	struct arena *arena = arena_new();
	struct cluster *c = cluster_new();
	struct error err = ERROR_INIT;
	struct profile profile;
	struct view *v;

	path = arena_printf(arena, DIR_NAME "/%s", file);
	if (snapshot_read(c, path, &err) < 0)
		fail_msg("%s: %s", path, err.msg);
	load_finish(c);
	v = view_new(c, release_newest());
	profile_init_default(&profile, release_newest());
	for (size_t i = 0; i < c->objects[KIND_POD].n; i++) {
		const struct pod *p = (const struct pod *)c->objects[KIND_POD].v[i];

		if (sym_empty(p->spec.node_name) && !pod_is_finished(p))
			check_pod(t, v, &profile, p, file);
	}
	t->clusters++;
	view_free(v);
	cluster_free(c);
	arena_free(arena);
}

static bool is_cluster(const char *name)
{
	const char *end = strstr(name, ".json");

	return end && !end[5] && !strstr(name, ".verdict");
}

static unsigned corpus_step(void)
{
	const char *text = getenv("WHYPENDING_CORPUS_STEP");
	int64_t v = 0;

	return text && parse_int64(text, &v) && v > 0 && v < 1000 ? (unsigned)v : 1;
}

static void test_fixes_can_be_said(void **state)
{
	DIR *dir = opendir(DIR_NAME);
	struct tally t = { 0 };
	const struct dirent *e;
	unsigned n = 0, step = corpus_step();

	(void)state;
	assert_non_null(dir);
	while ((e = readdir(dir)))
		if (is_cluster(e->d_name) && n++ % step == 0)
			check_cluster(&t, e->d_name);
	closedir(dir);
	print_message("%u clusters, %u fixes, %u wrong\n", t.clusters, t.fixes, t.wrong);
	assert_true(t.fixes > 100 / step);
	assert_int_equal(t.wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fixes_can_be_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
