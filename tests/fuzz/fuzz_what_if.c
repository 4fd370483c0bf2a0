/*
 * --what-if, an expression a line, supposed of a pod of the sample cluster, which the first byte
 * chooses.  Whatever is made of it can be said again as expressions, and nothing stays in the view.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "advice/what_if.h"
#include "cli/demo.h"
#include "load/load.h"
#include "replay/replay.h"

#define LINES_MAX 12

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct view *sample(void)
{
	static struct view *view; /* read once: it is left as it was */
	struct error err = ERROR_INIT;
	struct cluster *c;

	if (view)
		return view;
	c = cluster_new();
	if (snapshot_read_memory(c, "demo", (const char *)demo_cluster, demo_cluster_len, &err) < 0)
		abort();
	load_finish(c);
	view = view_new(c, release_newest());
	return view;
}

static const struct pod *choose_pod(const struct view *v, unsigned n)
{
	const struct pod_infos *l = view_pods(v);

	for (uint32_t i = 0; i < l->n; i++) {
		const struct pod_info *p = l->v[(n + i) % l->n];

		if (sym_empty(p->pod->spec.node_name))
			return p->pod;
	}
	abort();
}

static void suppose_line(struct trial *t, char *line)
{
	struct what_if w;
	struct error err = ERROR_INIT;

	if (what_if_parse(line, t->arena, &w, &err) == 0)
		what_if_make(&w, t);
	else if (err.kind != ERR_USAGE || !*err.msg)
		abort();
}

/* Nothing of it is more than what was typed, so that each can be typed again. */
static void say_again(const struct trial *t)
{
	const struct change_list *l = t->made;

	for (uint32_t i = 0; i < l->n; i++) {
		const struct change *one = &l->v[i];
		struct strings flags = changes_suppose(&one, 1, t->subject, t->arena);

		for (uint32_t k = 0; k < flags.n; k++) {
			struct what_if w;
			struct error err = ERROR_INIT;

			if (what_if_parse(flags.v[k], t->arena, &w, &err) < 0)
				abort();
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct view *v = sample();
	struct arena *arena = arena_new();
	struct patch_list patches = { arena, { 0 } };
	struct change_list made = { arena, NULL, 0 };
	char *text = arena_strndup(arena, (const char *)data, size);
	uint32_t nodes = view_node_count(v), pods = view_pods(v)->n;
	struct profile profile;
	struct trial t;

	trial_begin(&t, v, choose_pod(v, size ? data[0] : 0), arena, &patches);
	t.made = &made;
	for (unsigned i = 0; text && i < LINES_MAX; i++) {
		char *next = strchr(text, '\n');

		if (next)
			*next++ = '\0';
		suppose_line(&t, i ? text : text + (*text != '\0'));
		text = next;
	}
	say_again(&t);
	profile_init_default(&profile, release_newest());
	replay_run(v, t.pod, &profile, arena);
	trial_end(&t);
	if (view_node_count(v) != nodes || view_pods(v)->n != pods)
		abort();
	arena_free(arena);
	return 0;
}
