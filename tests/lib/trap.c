#include "lib/trap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lib/world.h"
#include "replay/replay.h"
#include "report/strings.h"

static const char *code_word(enum code c)
{
	return c == CODE_UNSCHEDULABLE ? "U" : c == CODE_UNRESOLVABLE ? "UU" : "E";
}

static const char *first_text(const struct rejection *first, struct arena *arena)
{
	struct strings sorted = strings_copy(&first->reasons, arena);

	strings_sort(&sorted);
	return arena_printf(arena, "%s%s%s %s", first->plugin, *first->plugin ? " " : "",
			    code_word(first->code), strings_join(&sorted, "; ", arena));
}

static const char *nodes_text(const struct replay *r, struct arena *arena)
{
	const char *text = "";

	for (uint32_t i = 0; i < r->nodes.n; i++) {
		const struct node_result *n = &r->nodes.v[i];

		text = arena_printf(arena, "%s%s%s %s", text, i ? " | " : "", n->name,
				    n->first ? first_text(n->first, arena) :
					       verdict_name(n->verdict));
	}
	return text;
}

static const char *victims_text(const struct replay *r, struct arena *arena)
{
	struct strings sorted = strings_copy(&r->preemption.victims, arena);

	if (!r->preemption.helps)
		return NULL;
	strings_sort(&sorted);
	return arena_printf(arena, "%s: %s", r->preemption.node, strings_join(&sorted, " ", arena));
}

static unsigned differs(const struct trap *t, const char *what, const char *wanted, const char *got)
{
	if (wanted && got ? strcmp(wanted, got) == 0 : wanted == got)
		return 0;
	print_message("%s: %s\n   wanted %s\n   got    %s\n", t->name, what,
		      wanted ? wanted : "(none)", got ? got : "(none)");
	return 1;
}

static unsigned run_trap(const struct trap *t)
{
	struct world w;
	struct replay *r;
	unsigned wrong;

	world_read(&w, t->items);
	world_look(&w, t->version ? t->version : "1.36.2");
	r = replay_run(w.view, world_pod(&w, "default", "p")->pod, &w.profile, w.arena);
	wrong = differs(t, "nodes", t->nodes, nodes_text(r, w.arena));
	if (t->message)
		wrong += differs(t, "message", t->message, r->message.predicted);
	wrong += differs(t, "preemption", t->victims, victims_text(r, w.arena));
	world_release(&w);
	return wrong;
}

void traps_run(const struct trap *traps, size_t n)
{
	unsigned wrong = 0;

	for (size_t i = 0; i < n; i++)
		wrong += run_trap(&traps[i]);
	assert_int_equal(wrong, 0);
}
