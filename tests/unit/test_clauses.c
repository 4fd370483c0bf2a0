/*
 * Clauses: how many nodes meet each requirement of a pod, and which requirements leave no node
 * together.  Small cases by hand, then random clusters against a count by hand of everything.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "advice/clauses.h"
#include "base/strbuf.h"
#include "lib/world.h"
#include "replay/replay.h"

#define NODE(name, labels, spec, cpu) "{'kind':'Node','metadata':{'name':'" name "','labels':{" labels   \
	"}},'spec':{" spec "},'status':{'allocatable':{'cpu':'" cpu "','memory':'8Gi','pods':'9'}}}"
#define TAINT "'taints':[{'key':'gpu','value':'present','effect':'NoSchedule'}]"
#define CORDON "'unschedulable':true"
#define POD(name, node, labels, rest) "{'kind':'Pod','metadata':{'name':'" name "','namespace':'a',"       \
	"'labels':{" labels "}},'spec':{'nodeName':'" node "','containers':[{'name':'c'" rest             \
	"}]},'status':{'phase':'Running'}}"
#define WANTS(spec, cpu) "{'kind':'Pod','metadata':{'name':'p','namespace':'a','labels':{'app':'p'}},"     \
	"'spec':{" spec "'containers':[{'name':'c','resources':{'requests':{'cpu':'" cpu "'}}}]}}"
#define ANTI(app) "'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':["     \
	"{'topologyKey':'host','labelSelector':{'matchLabels':{'app':'" app "'}}}]}},"

static const struct {
	const char *name, *items;
	const char *clauses;      /* "requirement matching/alone" of those that a node fails; "; " between */
	const char *conjunctions; /* "a + b; c" */
	int64_t when_empty;
} cases[] = {
	{ "the only node of the zone is tainted",
	  NODE("n1", "'zone':'a'", "", "4") "," NODE("n2", "'zone':'b'", TAINT, "4") ","
	  WANTS("'nodeSelector':{'zone':'b'},", "1"),
	  "tolerates the node's taints 1/1 [gpu=present:NoSchedule on 1 node]; "
	  "nodeSelector zone=b 1/1 [all else is met with zone=a on 1 node]",
	  "tolerates the node's taints + nodeSelector zone=b", 0 },
	{ "a label no node has",
	  NODE("n1", "'disk':'ssd'", "", "4") "," NODE("n2", "'disk':'ssd'", "", "4") "," NODE("n3", "", CORDON, "4")
	  "," WANTS("'nodeSelector':{'disk':'nvme'},", "1"),
	  "the node is not cordoned 2/0 [n3 is cordoned]; nodeSelector disk=nvme 0/2 "
	  "[no node has it; all else is met with disk=ssd on 2 nodes]",
	  "nodeSelector disk=nvme", 0 },
	{ "expressions of one term are requirements of their own",
	  NODE("n1", "'a':'1','b':'2'", "", "4") "," NODE("n2", "'a':'2','b':'1'", "", "4") ","
	  WANTS("'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{"
		"'nodeSelectorTerms':[{'matchExpressions':[{'key':'a','operator':'In','values':['1']},"
		"{'key':'b','operator':'In','values':['1']}]}]}}},", "1"),
	  "nodeAffinity a In [1] 1/1 [all else is met with a=2 on 1 node]; "
	  "nodeAffinity b In [1] 1/1 [all else is met with b=2 on 1 node]",
	  "nodeAffinity a In [1] + nodeAffinity b In [1]", 0 },
	{ "terms are alternatives and stay together",
	  NODE("n1", "'a':'3'", "", "4") ","
	  WANTS("'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{"
		"'nodeSelectorTerms':[{'matchExpressions':[{'key':'a','operator':'In','values':['1']}]},"
		"{'matchExpressions':[{'key':'a','operator':'In','values':['2']}]}]}}},", "1"),
	  "nodeAffinity a In [1] or a In [2] 0/1", "nodeAffinity a In [1] or a In [2]", 0 },
	{ "room is short and would be there if the node were empty",
	  NODE("n1", "", "", "4") "," POD("x", "n1", "'app':'x'", ",'resources':{'requests':{'cpu':'3'}}") ","
	  WANTS("", "2"), "cpu 2 0/1 [where all else is met, at most 1 is free (n1)]", "cpu 2", 1 },
	{ "larger than every node", NODE("n1", "", "", "4") "," NODE("n2", "", "", "8") "," WANTS("", "9"),
	  "cpu 9 0/2 [no node has more than 8 in all]", "cpu 9", 0 },
	{ "its own anti-affinity and that of another pod",
	  NODE("n1", "'host':'n1'", "", "4") "," NODE("n2", "'host':'n2'", "", "4") ","
	  POD("x", "n1", "'app':'x'", "") ","
	  "{'kind':'Pod','metadata':{'name':'y','namespace':'a','labels':{'app':'y'}},'spec':{'nodeName':'n2',"
	  ANTI("p") "'containers':[{'name':'c'}]},'status':{'phase':'Running'}},"
	  WANTS(ANTI("x"), "1"),
	  "podAntiAffinity app=x in host 1/1; other pods' podAntiAffinity 1/1",
	  "podAntiAffinity app=x in host + other pods' podAntiAffinity", 2 },
	{ "two spread constraints",
	  NODE("n1", "'zone':'a','host':'n1'", "", "4") "," NODE("n2", "'zone':'b','host':'n2'", "", "4") ","
	  NODE("n3", "'zone':'b','host':'n3'", TAINT, "4") ","
	  POD("x", "n1", "'app':'p'", "") "," POD("y", "n2", "'app':'p'", "") ","
	  WANTS("'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'zone','whenUnsatisfiable':"
		"'DoNotSchedule','labelSelector':{'matchLabels':{'app':'p'}}},{'maxSkew':1,'topologyKey':'host',"
		"'whenUnsatisfiable':'DoNotSchedule','labelSelector':{'matchLabels':{'app':'p'}}}],", "1"),
	  "tolerates the node's taints 2/1 [gpu=present:NoSchedule on 1 node]; "
	  "spread of app=p over host (max skew 1) 1/2",
	  "tolerates the node's taints + spread of app=p over host (max skew 1)", 2 },
	{ "three together",
	  NODE("n1", "'a':'1','b':'1'", TAINT, "4") "," NODE("n2", "'a':'1'", "", "4") ","
	  NODE("n3", "'b':'1'", "", "4") "," WANTS("'nodeSelector':{'a':'1','b':'1'},", "1"),
	  "tolerates the node's taints 2/1 [gpu=present:NoSchedule on 1 node]; "
	  "nodeSelector a=1 2/1 [all else is met with no label a on 1 node]; "
	  "nodeSelector b=1 2/1 [all else is met with no label b on 1 node]",
	  "tolerates the node's taints + nodeSelector a=1 + nodeSelector b=1", 0 },
	{ "a claim that PreFilter refuses fails everywhere",
	  NODE("n1", "", "", "4") "," WANTS("'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'data'}}],", "1"),
	  "claim data 0/1", "claim data", 0 },
	{ "a claim on a volume of another node, and a label",
	  NODE("n1", "'disk':'ssd','host':'n1'", "", "4") "," NODE("n2", "'host':'n2'", "", "4") ","
	  "{'kind':'PersistentVolume','metadata':{'name':'pv'},'spec':{'nodeAffinity':{'required':{'nodeSelectorTerms':["
	  "{'matchExpressions':[{'key':'host','operator':'In','values':['n2']}]}]}},'claimRef':{'namespace':'a',"
	  "'name':'data'}}},{'kind':'PersistentVolumeClaim','metadata':{'name':'data','namespace':'a','annotations':{"
	  "'pv.kubernetes.io/bind-completed':'yes'}},'spec':{'volumeName':'pv'},'status':{'phase':'Bound'}},"
	  WANTS("'nodeSelector':{'disk':'ssd'},'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'data'}}],", "1"),
	  "nodeSelector disk=ssd 1/1 [all else is met with no label disk on 1 node]; claim data 1/1",
	  "nodeSelector disk=ssd + claim data", 0 },
};

static void ask(struct world *w, struct advice *ret)
{
	const struct pod *p = world_pod(w, "a", "p")->pod;
	struct replay *r = replay_run(w->view, p, &w->profile, w->arena);

	*ret = (struct advice){ 0 };
	clauses_find(w->view, p, &w->profile, r, w->arena, ret);
}

static const char *clauses_text(struct world *w, const struct advice *a)
{
	const char *text = "";

	for (uint32_t i = 0; i < a->clauses.n; i++) {
		const struct clause *c = &a->clauses.v[i];

		if (c->nodes_matching == view_node_count(w->view))
			continue;
		text = arena_printf(w->arena, "%s%s%s %d/%d", text, *text ? "; " : "", c->requirement,
				    (int)c->nodes_matching, (int)c->nodes_matching_alone);
		if (c->suggestion)
			text = arena_printf(w->arena, "%s [%s]", text, c->suggestion);
	}
	return text;
}

static const char *conjunctions_text(struct world *w, const struct advice *a)
{
	const char *text = "";

	for (uint32_t i = 0; i < a->conjunctions.n; i++) {
		const struct strings *l = &a->conjunctions.v[i].requirements;

		for (uint32_t k = 0; k < l->n; k++)
			text = arena_printf(w->arena, "%s%s%s", text,
					    k ? " + " : i ? "; " : "", l->v[k]);
		assert_int_equal(a->conjunctions.v[i].nodes_matching, 0);
	}
	return text;
}

static void check(size_t i)
{
	struct advice a;
	struct world w;

	world_read(&w, cases[i].items);
	world_look(&w, "1.36");
	ask(&w, &a);
	if (strcmp(clauses_text(&w, &a), cases[i].clauses) != 0)
		fail_msg("%s: clauses: %s", cases[i].name, clauses_text(&w, &a));
	if (cases[i].conjunctions && strcmp(conjunctions_text(&w, &a), cases[i].conjunctions) != 0)
		fail_msg("%s: conjunctions: %s", cases[i].name, conjunctions_text(&w, &a));
	if (cases[i].when_empty != -2 && a.fits_when_empty != cases[i].when_empty)
		fail_msg("%s: fits %d when empty", cases[i].name, (int)a.fits_when_empty);
	world_release(&w);
}

static void test_clauses(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		check(i);
}

/* --- random clusters: the test knows by itself what each node meets */

#define NODES_MAX 24
#define KEYS 5
#define RULES (KEYS + 4)

struct random_case {
	uint32_t seed;
	unsigned nodes, keys;
	bool meets[NODES_MAX][RULES];
	char names[RULES][48];
	struct strbuf items;
};

static unsigned pick(struct random_case *c, unsigned below)
{
	c->seed = c->seed * 1103515245u + 12345u;
	return (c->seed >> 16) % below;
}

static void make_node(struct random_case *c, unsigned i)
{
	bool tainted = !pick(c, 3), cordoned = !pick(c, 4);
	unsigned cpu = 1 + pick(c, 4);

	strbuf_addf(&c->items, "{'kind':'Node','metadata':{'name':'n%02u','labels':{'x':'y'", i);
	for (unsigned k = 0; k < c->keys; k++) {
		unsigned value = pick(c, 3);

		strbuf_addf(&c->items, ",'k%u':'%u'", k, value);
		c->meets[i][k] = value != 0;
	}
	strbuf_addf(&c->items, "}},'spec':{'unschedulable':%s%s},'status':{'allocatable':{'cpu':'%u',"
		    "'memory':'8Gi','pods':'9'}}},", cordoned ? "true" : "false",
		    tainted ? "," TAINT : "", cpu);
	c->meets[i][KEYS] = !tainted;
	c->meets[i][KEYS + 1] = !cordoned;
	c->meets[i][KEYS + 2] = cpu >= 2;
	c->meets[i][KEYS + 3] = pick(c, 4);
	if (!c->meets[i][KEYS + 3])
		strbuf_addf(&c->items, "{'kind':'Pod','metadata':{'name':'h%u','namespace':'a'},'spec':{"
			    "'nodeName':'n%02u','containers':[{'name':'c','ports':[{'containerPort':80,"
			    "'hostPort':80}]}]},'status':{'phase':'Running'}},", i, i);
}

static void make_case(struct random_case *c)
{
	c->nodes = 1 + pick(c, NODES_MAX);
	c->keys = 1 + pick(c, KEYS);
	for (unsigned i = 0; i < c->nodes; i++)
		make_node(c, i);
	for (unsigned k = 0; k < c->keys; k++)
		snprintf(c->names[k], sizeof(c->names[k]), "nodeAffinity k%u NotIn [0]", k);
	snprintf(c->names[KEYS], sizeof(c->names[0]), "tolerates the node's taints");
	snprintf(c->names[KEYS + 1], sizeof(c->names[0]), "the node is not cordoned");
	snprintf(c->names[KEYS + 2], sizeof(c->names[0]), "cpu 2");
	snprintf(c->names[KEYS + 3], sizeof(c->names[0]), "host port 0.0.0.0:80/TCP");
	strbuf_adds(&c->items, "{'kind':'Pod','metadata':{'name':'p','namespace':'a'},'spec':{'affinity':{"
		    "'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':["
		    "{'matchExpressions':[");
	for (unsigned k = 0; k < c->keys; k++)
		strbuf_addf(&c->items, "%s{'key':'k%u','operator':'NotIn','values':['0']}", k ? "," : "", k);
	strbuf_adds(&c->items, "]}]}}},'containers':[{'name':'c','ports':[{'containerPort':80,'hostPort':80}],"
		    "'resources':{'requests':{'cpu':'2'}}}]}}");
}

static int rule_named(const struct random_case *c, const char *name)
{
	for (int i = 0; i < RULES; i++)
		if (strcmp(c->names[i], name) == 0)
			return i;
	return -1;
}

static unsigned count_meeting(const struct random_case *c, unsigned rules)
{
	unsigned n = 0;

	for (unsigned i = 0; i < c->nodes; i++) {
		bool all = true;

		for (int k = 0; k < RULES; k++)
			all &= !(rules >> k & 1) || c->meets[i][k];
		n += all;
	}
	return n;
}

static bool is_minimal(const struct random_case *c, unsigned rules)
{
	if (count_meeting(c, rules))
		return false;
	for (int k = 0; k < RULES; k++)
		if (rules >> k & 1 && !count_meeting(c, rules & ~(1u << k)))
			return false;
	return true;
}

static unsigned bits(unsigned set)
{
	unsigned n = 0;

	for (; set; set &= set - 1)
		n++;
	return n;
}

static unsigned used_rules(const struct random_case *c)
{
	unsigned all = (1u << RULES) - 1;

	for (unsigned k = c->keys; k < KEYS; k++)
		all &= ~(1u << k);
	return all;
}

static void check_counts(const struct random_case *c, const struct advice *a)
{
	unsigned all = used_rules(c), seen = 0;

	for (uint32_t i = 0; i < a->clauses.n; i++) {
		int rule = rule_named(c, a->clauses.v[i].requirement);
		unsigned one;

		if (rule < 0)
			continue;
		one = 1u << rule;
		seen |= one;
		assert_int_equal(a->clauses.v[i].nodes_matching, count_meeting(c, one));
		assert_int_equal(a->clauses.v[i].nodes_matching_alone,
				 count_meeting(c, all & ~one) - count_meeting(c, all));
	}
	assert_int_equal(seen, all);
}

static void check_conjunctions(const struct random_case *c, const struct advice *a)
{
	unsigned all = used_rules(c), expected = 0, larger = 0;

	for (unsigned set = 1; set <= all; set++) {
		if ((set & ~all) || !is_minimal(c, set))
			continue;
		expected += bits(set) <= 3;
		larger += bits(set) > 3;
	}
	if (!expected && larger)
		expected = 1;
	if (expected > 16)
		expected = 16;
	assert_int_equal(a->conjunctions.n, expected);
	for (uint32_t i = 0; i < a->conjunctions.n; i++) {
		const struct conjunction *j = &a->conjunctions.v[i];
		unsigned set = 0;

		for (uint32_t k = 0; k < j->requirements.n; k++) {
			int rule = rule_named(c, j->requirements.v[k]);

			assert_true(rule >= 0);
			set |= 1u << rule;
		}
		assert_true(is_minimal(c, set));
		assert_int_equal(j->exact, bits(set) <= 3);
	}
}

static void test_random(void **state)
{
	unsigned told = 0, greedy = 0;

	(void)state;
	for (uint32_t seed = 1; seed <= 400; seed++) {
		struct random_case c = { .seed = seed * 7919u, .items = STRBUF_INIT };
		struct advice a;
		struct world w;

		make_case(&c);
		world_read(&w, c.items.buf);
		world_look(&w, "1.36");
		ask(&w, &a);
		check_counts(&c, &a);
		check_conjunctions(&c, &a);
		told += a.conjunctions.n > 0;
		greedy += a.conjunctions.n && !a.conjunctions.v[0].exact;
		world_release(&w);
		strbuf_release(&c.items);
	}
	assert_true(told > 100); /* else the generator has gone stale */
	assert_true(greedy > 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clauses),
		cmocka_unit_test(test_random),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
