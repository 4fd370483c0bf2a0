/*
 * Moves that make room.  Small cases by hand; then generated clusters, where the moves are made on
 * the view and everything is replayed, and smaller sets are tried by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "advice/moves.h"
#include "base/strbuf.h"
#include "lib/world.h"
#include "replay/replay.h"

#define NODE(name, cpu) "{'kind':'Node','metadata':{'name':'" name "','labels':{'host':'" name "'}},"     \
	"'status':{'allocatable':{'cpu':'" cpu "','memory':'64Gi','pods':'9'}}},"
#define POD(name, node, owner, spec, cpu) "{'kind':'Pod','metadata':{'name':'" name "','namespace':'a',"   \
	"'labels':{'app':'" name "'}" owner "},'spec':{" spec "'nodeName':'" node "','containers':["      \
	"{'name':'c','resources':{'requests':{'cpu':'" cpu "'}}}]},'status':{'phase':'Running'}},"
#define OWNED(kind) ",'ownerReferences':[{'kind':'" kind "','name':'o','uid':'o','controller':true}]"
#define RS OWNED("ReplicaSet")
#define WANTS(cpu) "{'kind':'Pod','metadata':{'name':'p','namespace':'a'},'spec':{'containers':["          \
	"{'name':'c','resources':{'requests':{'cpu':'" cpu "'}}}]}}"
#define PDB(app, allowed) "{'kind':'PodDisruptionBudget','metadata':{'name':'" app "','namespace':'a'},"   \
	"'spec':{'selector':{'matchLabels':{'app':'" app "'}}},'status':{'disruptionsAllowed':" allowed "}},"
#define ON(node) "'nodeSelector':{'host':'" node "'},"

static const struct {
	const char *name, *items, *moves;
	bool exact;
} cases[] = {
	{ "one move", NODE("n1", "4") NODE("n2", "4") POD("x", "n1", RS, "", "2") POD("y", "n2", RS, "", "1")
	  WANTS("4"), "a/y n2 n1", true },
	{ "the pod that would have to move is tied to its node",
	  NODE("n1", "4") NODE("n2", "4") POD("x", "n1", RS, "", "2") POD("y", "n2", RS, ON("n2"), "1")
	  WANTS("4"), "a/x n1 n2", true },
	{ "both are tied", NODE("n1", "4") NODE("n2", "4") POD("x", "n1", RS, ON("n1"), "2")
	  POD("y", "n2", RS, ON("n2"), "1") WANTS("4"), "", false },
	{ "a budget forbids it", NODE("n1", "4") NODE("n2", "4") PDB("x", "0") POD("x", "n1", RS, "", "2")
	  POD("y", "n2", RS, ON("n2"), "1") WANTS("4"), "", false },
	{ "a budget allows one", NODE("n1", "4") NODE("n2", "4") PDB("x", "1") POD("x", "n1", RS, "", "2")
	  POD("y", "n2", RS, ON("n2"), "1") WANTS("4"), "a/x n1 n2", true },
	{ "under two budgets the API refuses", NODE("n1", "4") NODE("n2", "4") PDB("x", "1")
	  "{'kind':'PodDisruptionBudget','metadata':{'name':'all','namespace':'a'},'spec':{'selector':{}},"
	  "'status':{'disruptionsAllowed':9}}," POD("x", "n1", RS, "", "2") POD("y", "n2", RS, ON("n2"), "1")
	  WANTS("4"), "", false },
	{ "a DaemonSet's pod stays", NODE("n1", "4") NODE("n2", "4") POD("x", "n1", OWNED("DaemonSet"), "", "2")
	  POD("y", "n2", RS, ON("n2"), "1") WANTS("4"), "", false },
	{ "a static pod stays", NODE("n1", "4") NODE("n2", "4") POD("x", "n1", OWNED("Node"), "", "2")
	  POD("y", "n2", RS, ON("n2"), "1") WANTS("4"), "", false },
	{ "rather a pod with a controller", NODE("n1", "4") NODE("n2", "4") POD("x", "n1", RS, "", "2")
	  POD("y", "n2", "", "", "1") WANTS("4"), "a/x n1 n2", true },
	{ "without a controller if nothing else does", NODE("n1", "4") NODE("n2", "4")
	  POD("x", "n1", "", "", "2") WANTS("4") "," POD("y", "n2", OWNED("DaemonSet"), "", "1")
	  NODE("n3", "1") "{'kind':'Namespace','metadata':{'name':'a'}}", "a/x n1 n2", true },
	{ "two of one node", NODE("n1", "4") NODE("n2", "4") NODE("n3", "4") POD("x", "n1", RS, "", "1")
	  POD("y", "n1", RS, "", "1") POD("z", "n2", RS, ON("n2"), "3") POD("w", "n3", RS, ON("n3"), "3") WANTS("4"),
	  "a/x n1 n2, a/y n1 n3", true },
	{ "one has to make way for the other", NODE("n1", "4") NODE("n2", "3") NODE("n3", "4")
	  POD("x", "n1", RS, ON("n2"), "2") POD("y", "n2", RS, "", "2")
	  POD("z", "n3", RS, ON("n3"), "1") WANTS("4"), "a/y n2 n3, a/x n1 n2", true },
	{ "four of one node, greedily", NODE("n1", "4") NODE("n2", "4") NODE("n3", "4") POD("x", "n1", RS, "", "1")
	  POD("y", "n1", RS, "", "1") POD("w", "n1", RS, "", "1") POD("v", "n1", RS, "", "1")
	  POD("t", "n2", RS, ON("n2"), "2") POD("u", "n3", RS, ON("n3"), "2") WANTS("4"),
	  "a/v n1 n2, a/w n1 n2, a/x n1 n3, a/y n1 n3", false },
	{ "no room in all", NODE("n1", "4") NODE("n2", "4") POD("x", "n1", RS, "", "3") POD("y", "n2", RS, "", "3")
	  WANTS("4"), "", false },
};

static void ask(struct world *w, struct advice *ret)
{
	const struct pod *p = world_pod(w, "a", "p")->pod;
	struct replay *r = replay_run(w->view, p, &w->profile, w->arena);

	*ret = (struct advice){ 0 };
	assert_int_equal(r->feasible.n, 0);
	moves_find(w->view, p, &w->profile, r, w->arena, ret);
}

static const char *moves_text(struct world *w, const struct advice *a)
{
	const char *text = "";

	for (uint32_t i = 0; i < a->moves.n; i++)
		text = arena_printf(w->arena, "%s%s%s %s %s", text, i ? ", " : "", a->moves.v[i].pod,
				    a->moves.v[i].from, a->moves.v[i].to);
	return text;
}

static void check(size_t i)
{
	struct advice a;
	struct world w;

	world_read(&w, cases[i].items);
	world_look(&w, "1.36");
	ask(&w, &a);
	if (strcmp(moves_text(&w, &a), cases[i].moves) != 0)
		fail_msg("%s: %s", cases[i].name, moves_text(&w, &a));
	if (a.moves_exact != cases[i].exact)
		fail_msg("%s: exact %d", cases[i].name, a.moves_exact);
	world_release(&w);
}

static void test_moves(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		check(i);
}

/* --- generated clusters */

struct random_case {
	uint32_t seed;
	unsigned nodes, pods;
	struct strbuf items;
};

static unsigned pick(struct random_case *c, unsigned below)
{
	c->seed = c->seed * 1103515245u + 12345u;
	return (c->seed >> 16) % below;
}

static void make_pod(struct random_case *c, unsigned node)
{
	static const char *const owners[] = { RS, RS, RS, RS, RS, "", OWNED("DaemonSet") };
	const char *owner = owners[pick(c, 7)];
	unsigned i = c->pods++, priority = pick(c, 3), cpu, memory;

	strbuf_addf(&c->items, "{'kind':'Pod','metadata':{'name':'x%02u','namespace':'a','labels':{'app':'g%u'}%s},"
		    "'spec':{'nodeName':'n%u','priority':%u,", i, i % 6, owner, node, priority);
	if (!pick(c, 6))
		strbuf_addf(&c->items, "'nodeSelector':{'zone':'z%u'},", node % 2);
	if (!pick(c, 5))
		strbuf_addf(&c->items, "'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':["
			    "{'topologyKey':'host','labelSelector':{'matchLabels':{'app':'g%u'}}}]}},", i % 6);
	if (!pick(c, 5))
		strbuf_addf(&c->items, "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'zone','whenUnsatisfiable':"
			    "'DoNotSchedule','labelSelector':{'matchLabels':{'app':'g%u'}}}],", i % 6);
	cpu = 1 + pick(c, 3);
	memory = 1 + pick(c, 3);
	strbuf_addf(&c->items, "'containers':[{'name':'c','resources':{'requests':{'cpu':'%u','memory':'%uGi'}}}]},"
		    "'status':{'phase':'Running'}},", cpu, memory);
}

/* Nodes of eight, filled up to about two thirds; the pod wants most of one. */
static void make_case(struct random_case *c)
{
	unsigned cpu, memory;

	c->nodes = 3 + pick(c, 4);
	for (unsigned i = 0; i < c->nodes; i++) {
		strbuf_addf(&c->items, "{'kind':'Node','metadata':{'name':'n%u','labels':{'host':'n%u','zone':'z%u'}},"
			    "'status':{'allocatable':{'cpu':'8','memory':'8Gi','pods':'9'}}},", i, i, i % 2);
		for (unsigned k = 2 + pick(c, 2); k-- > 0;)
			make_pod(c, i);
	}
	for (unsigned i = 0; i < 6; i++)
		if (!pick(c, 3))
			strbuf_addf(&c->items, "{'kind':'PodDisruptionBudget','metadata':{'name':'b%u','namespace':'a'},"
				    "'spec':{'selector':{'matchLabels':{'app':'g%u'}}},'status':{"
				    "'disruptionsAllowed':%u}},", i, i, pick(c, 2));
	cpu = 5 + pick(c, 4);
	memory = 3 + pick(c, 5);
	strbuf_addf(&c->items, "{'kind':'Pod','metadata':{'name':'p','namespace':'a'},'spec':{'priority':1,'containers':["
		    "{'name':'c','resources':{'requests':{'cpu':'%u','memory':'%uGi'}}}]}}", cpu, memory);
}

static struct pod *copy_of(struct world *w, const struct pod *p, const char *node)
{
	struct pod *copy = ARENA_NEW(w->arena, struct pod);

	*copy = *p;
	copy->spec.node_name = node ? view_sym(w->view, node) : (sym){ NULL };
	return copy;
}

static bool passes_on(struct world *w, const struct pod *p, const char *node)
{
	struct node_info *n = view_find_node(w->view, view_sym(w->view, node));
	struct cycle *c = cycle_new(w->view, p, &w->profile);
	struct outcome quiet = outcome_init(WANT_CODE, w->arena);
	bool ret = !cycle_prefilter_end(c)->stopped && !cycle_excludes(c, n) &&
		   cycle_filter_all(c, n, &quiet).code == CODE_SUCCESS;

	cycle_free(c);
	return ret;
}

static bool fits_anywhere(struct world *w)
{
	const struct pod *p = world_pod(w, "a", "p")->pod;

	for (uint32_t i = 0; i < view_node_count(w->view); i++)
		if (passes_on(w, p, sym_text(view_node(w->view, i)->node->meta.name)))
			return true;
	return false;
}

/* The pod is gone from its node; it has to pass on the other. */
static bool make_move(struct world *w, const struct pod *p, const char *to)
{
	bool passes;

	view_remove(w->view, KIND_POD, &p->meta);
	passes = passes_on(w, copy_of(w, p, NULL), to);
	view_put(w->view, KIND_POD, &copy_of(w, p, to)->meta);
	return passes;
}

static const struct pod *pod_named(struct world *w, const char *full)
{
	return world_pod(w, "a", strchr(full, '/') + 1)->pod;
}

static bool is_covered(const struct pod *p, const struct view *v)
{
	const struct objects *l = view_objects(v, KIND_PDB);

	for (size_t i = 0; i < l->n; i++) {
		const struct pdb *b = (const struct pdb *)(const void *)l->v[i];

		if (label_selector_matches(b->selector, &p->meta.labels) && !b->disruptions_allowed.v)
			return true;
	}
	return false;
}

static bool may_move(const struct pod *p, const struct view *v)
{
	const struct owner *o = meta_controller(&p->meta);

	return !(o && sym_is(o->kind, "DaemonSet")) && !is_covered(p, v);
}

static void check_moves(struct world *w, const struct advice *a)
{
	view_mark_t mark = view_mark(w->view);

	for (uint32_t i = 0; i < a->moves.n; i++) {
		const struct pod *p = pod_named(w, a->moves.v[i].pod);

		assert_true(may_move(p, w->view));
		assert_string_equal(sym_text(p->spec.node_name), a->moves.v[i].from);
		assert_true(make_move(w, p, a->moves.v[i].to));
	}
	assert_true(fits_anywhere(w));
	for (uint32_t i = 0; i < a->moves.n; i++) /* and all of them once more, as things are now */
		assert_true(make_move(w, pod_named(w, a->moves.v[i].pod), a->moves.v[i].to));
	view_undo(w->view, mark);
	assert_false(fits_anywhere(w));
}

/* Any set of up to k moves, by brute force. */
static bool some_moves_help(struct world *w, unsigned k)
{
	uint32_t pods = view_pods(w->view)->n;

	for (uint32_t i = 0; i < pods; i++)
		for (uint32_t n = 0; n < view_node_count(w->view); n++) {
			view_mark_t mark = view_mark(w->view);
			const struct pod *p = view_pods(w->view)->v[i]->pod;
			const char *to = sym_text(view_node(w->view, n)->node->meta.name);
			bool helps;

			if (sym_empty(p->spec.node_name) || sym_is(p->spec.node_name, to) || !may_move(p, w->view))
				continue;
			helps = make_move(w, p, to) &&
				(k > 1 ? some_moves_help(w, k - 1) :
					 fits_anywhere(w) && make_move(w, copy_of(w, p, to), to));
			view_undo(w->view, mark);
			if (helps)
				return true;
		}
	return false;
}

static void test_generated(void **state)
{
	unsigned found = 0, several = 0, exact = 0, none = 0;

	(void)state;
	for (uint32_t seed = 1; found < 120 && seed < 1000; seed++) {
		struct random_case c = { .seed = seed * 104729u, .items = STRBUF_INIT };
		struct advice a;
		struct world w;

		make_case(&c);
		world_read(&w, c.items.buf);
		world_look(&w, "1.36");
		if (!fits_anywhere(&w)) {
			ask(&w, &a);
			if (a.moves.n)
				check_moves(&w, &a);
			found += a.moves.n > 0;
			several += a.moves.n > 1;
			exact += a.moves_exact;
			none += !a.moves.n;
			if (a.moves.n != 1 && some_moves_help(&w, 1))
				fail_msg("seed %u: one move helps, told: %s", seed, moves_text(&w, &a));
			if (a.moves.n > 2 && a.moves_exact && some_moves_help(&w, 2))
				fail_msg("seed %u: two moves help, told: %s", seed, moves_text(&w, &a));
		}
		world_release(&w);
		strbuf_release(&c.items);
	}
	print_message("%u with moves, %u of them with several, %u exact; %u without\n", found, several, exact, none);
	assert_true(found >= 50 && several >= 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moves),
		cmocka_unit_test(test_generated),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
