/* PodTopologySpread, InterPodAffinity, tolerations and the counting beneath them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "lib/world.h"
#include "replay/domains.h"
#include "replay/toleration.h"

#define SPREAD &predicate_pod_topology_spread
#define AFFINITY &predicate_inter_pod_affinity

/* --- a world from JSON written with ' for " --- */

static void world_init(struct world *w, const char *version, const char *items)
{
	world_read(w, items);
	world_look(w, version);
}

/* "n1:ok n2:U"; one word if PreFilter decides: "skip", "E", "UU". */
static const char *verdicts(const struct world *w, const struct cycle *c,
			    const struct predicate *plugin)
{
	struct strbuf text = STRBUF_INIT;
	uint32_t index = world_plugin(w, plugin->name);
	enum code code = cycle_prefilter(c, index)->code;
	const char *ret;

	if (code != CODE_SUCCESS)
		return world_code_word(code);
	for (uint32_t i = 0; i < view_node_count(w->view); i++) {
		const struct node_info *n = view_node(w->view, i);
		struct outcome out = outcome_init(WANT_CODE, w->arena);

		strbuf_addf(&text, "%s%s:%s", i ? " " : "", n->node->meta.name.s,
			    world_code_word(cycle_filter(c, index, n, &out)));
	}
	ret = arena_strdup(w->arena, text.buf);
	strbuf_release(&text);
	return ret;
}

static struct cycle *begin(struct world *w, const char *namespace_, const char *name)
{
	return cycle_new(w->view, world_pod(w, namespace_, name)->pod, &w->profile);
}

static const char *ask(struct world *w, const struct predicate *plugin, const char *namespace_,
		       const char *name)
{
	struct cycle *c = begin(w, namespace_, name);
	const char *text = verdicts(w, c, plugin);

	cycle_free(c);
	return text;
}

static void check(const char *what, const char *got, const char *want)
{
	if (strcmp(got, want) != 0)
		fail_msg("%s: got %s, want %s", what, got, want);
}

/* --- objects --- */

#define NODE(name, labels) \
	"{'apiVersion':'v1','kind':'Node','metadata':{'name':'" name "','labels':{" labels "}}}"
#define NODE_SPEC(name, labels, spec) \
	"{'apiVersion':'v1','kind':'Node','metadata':{'name':'" name "','labels':{" labels "}}," \
	"'spec':{" spec "}}"
#define NS(name, labels) \
	"{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'" name "','labels':{" \
	"'kubernetes.io/metadata.name':'" name "'" labels "}}}"
/* spec: empty, or beginning with a comma */
#define POD_META(meta, spec, status) \
	"{'apiVersion':'v1','kind':'Pod','metadata':{" meta "}," \
	"'spec':{'containers':[{'name':'c','image':'i'}]" spec "},'status':{" status "}}"
#define POD(ns, name, labels, spec) \
	POD_META("'namespace':'" ns "','name':'" name "','labels':{" labels "}", \
		 spec, "'phase':'Running'")
#define ON(node) ",'nodeName':'" node "'"
#define ZONE(z) "'zone':'" z "'"
#define WEB "'app':'web'"
#define SELECT_WEB "'labelSelector':{'matchLabels':{'app':'web'}}"

/* --- PodTopologySpread --- */

#define SPREAD_NODES \
	NODE("a1", ZONE("A") ",'pool':'x'") "," NODE("a2", ZONE("A") ",'pool':'x'") "," \
	NODE("b1", ZONE("B") ",'pool':'x'") "," \
	NODE_SPEC("c1", ZONE("C"), \
		  "'taints':[{'key':'dedicated','value':'x','effect':'NoSchedule'}]") "," \
	NODE("d1", "'pool':'x'")
#define SPREAD_PODS \
	POD("prod", "w1", WEB, ON("a1")) "," POD("prod", "w2", WEB, ON("a1")) "," \
	POD_META("'namespace':'prod','name':'w3','labels':{" WEB "}," \
		 "'deletionTimestamp':'2026-01-01T00:00:00Z'", ON("a1"), "'phase':'Running'") "," \
	POD_META("'namespace':'prod','name':'w4','labels':{" WEB "}", ON("a1"), \
		 "'phase':'Succeeded'") "," \
	POD("prod", "w5", WEB, ON("a2")) "," POD("prod", "w6", WEB, ON("b1")) "," \
	POD("prod", "w7", WEB, ON("d1")) "," POD("other", "w8", WEB, ON("b1"))
#define WEB_ON_C1 "," POD("prod", "w9", WEB, ON("c1"))
#define CONSTRAINT(rest) "{'topologyKey':'zone','whenUnsatisfiable':'DoNotSchedule'," rest "}"
#define BY_ZONE CONSTRAINT("'maxSkew':1," SELECT_WEB)
#define INCOMING(labels, constraints, spec) \
	"," POD("prod", "new", labels, ",'topologySpreadConstraints':[" constraints "]" spec)

static void test_spread_rules(void **state)
{
	static const struct { const char *what, *items, *want; } cases[] = {
		{ "three zones", WEB_ON_C1 INCOMING(WEB, BY_ZONE, ""),
		  "a1:U a2:U b1:ok c1:ok d1:UU" },
		{ "a tainted zone without pods", INCOMING(WEB, BY_ZONE, ""),
		  "a1:U a2:U b1:U c1:ok d1:UU" },
		{ "taints honoured",
		  INCOMING(WEB, CONSTRAINT("'maxSkew':1,'nodeTaintsPolicy':'Honor'," SELECT_WEB), ""),
		  "a1:U a2:U b1:ok c1:ok d1:UU" },
		{ "node selector honoured by default",
		  INCOMING(WEB, BY_ZONE, ",'nodeSelector':{'pool':'x'}"),
		  "a1:U a2:U b1:ok c1:ok d1:UU" },
		{ "node selector ignored",
		  INCOMING(WEB, CONSTRAINT("'maxSkew':1,'nodeAffinityPolicy':'Ignore'," SELECT_WEB),
			   ",'nodeSelector':{'pool':'x'}"),
		  "a1:U a2:U b1:U c1:ok d1:UU" },
		{ "fewer domains than minDomains",
		  WEB_ON_C1 INCOMING(WEB, CONSTRAINT("'maxSkew':1,'minDomains':4," SELECT_WEB), ""),
		  "a1:U a2:U b1:U c1:U d1:UU" },
		{ "the pod does not match itself",
		  WEB_ON_C1 INCOMING("'app':'other'", CONSTRAINT("'maxSkew':2," SELECT_WEB), ""),
		  "a1:ok a2:ok b1:ok c1:ok d1:UU" },
		{ "an empty selector counts nothing",
		  INCOMING(WEB, CONSTRAINT("'maxSkew':1,'labelSelector':{}"), ""),
		  "a1:ok a2:ok b1:ok c1:ok d1:UU" },
		{ "no selector", INCOMING(WEB, CONSTRAINT("'maxSkew':1"), ""),
		  "a1:ok a2:ok b1:ok c1:ok d1:UU" },
		{ "no selector, matchLabelKeys change nothing",
		  INCOMING(WEB, CONSTRAINT("'maxSkew':1,'matchLabelKeys':['app']"), ""),
		  "a1:ok a2:ok b1:ok c1:ok d1:UU" },
		{ "a second key that no node has",
		  INCOMING(WEB, BY_ZONE ",{'topologyKey':'rack','maxSkew':1,"
				"'whenUnsatisfiable':'DoNotSchedule'," SELECT_WEB "}", ""),
		  "a1:UU a2:UU b1:UU c1:UU d1:UU" },
		{ "a zone named nothing",
		  WEB_ON_C1 "," NODE("e1", ZONE("")) INCOMING(WEB, BY_ZONE, ""),
		  "a1:U a2:U b1:U c1:U d1:UU e1:ok" },
		{ "matchLabelKeys of a label that nobody else has",
		  INCOMING(WEB ",'rev':'2'",
			   CONSTRAINT("'maxSkew':1,'matchLabelKeys':['rev','none']," SELECT_WEB), ""),
		  "a1:ok a2:ok b1:ok c1:ok d1:UU" },
		{ "soft constraints only",
		  INCOMING(WEB, "{'topologyKey':'zone','maxSkew':1,"
				"'whenUnsatisfiable':'ScheduleAnyway'," SELECT_WEB "}", ""), "skip" },
		{ "no constraints", INCOMING(WEB, "", ""), "skip" },
		{ "a selector that does not parse",
		  INCOMING(WEB, CONSTRAINT("'maxSkew':1,'labelSelector':{'matchExpressions':"
					   "[{'key':'a','operator':'In'}]}"), ""), "E" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct world w;
		struct strbuf items = STRBUF_INIT;

		strbuf_addf(&items, "%s%s", SPREAD_NODES "," SPREAD_PODS, cases[i].items);
		world_init(&w, "1.36", items.buf);
		check(cases[i].what, ask(&w, SPREAD, "prod", "new"), cases[i].want);
		world_release(&w);
		strbuf_release(&items);
	}
}

/* Two constraints with one key: the second one's count was used for both, up to 1.32. */
static void test_spread_shared_counts(void **state)
{
	static const char items[] =
		NODE("a", ZONE("A")) "," NODE("b", ZONE("B")) ","
		POD("prod", "w1", WEB, ON("a")) "," POD("prod", "w2", WEB, ON("a"))
		INCOMING(WEB, BY_ZONE "," CONSTRAINT("'maxSkew':1,'labelSelector':"
						     "{'matchLabels':{'app':'none'}}"), "");
	static const struct { const char *version, *want; } cases[] = {
		{ "1.30", "a:ok b:ok" },
		{ "1.32", "a:ok b:ok" },
		{ "1.33", "a:U b:ok" },
		{ "1.36", "a:U b:ok" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct world w;

		world_init(&w, cases[i].version, items);
		check(cases[i].version, ask(&w, SPREAD, "prod", "new"), cases[i].want);
		world_release(&w);
	}
}

static void test_spread_hooks(void **state)
{
	struct world w;
	struct cycle *c;
	struct pod_info *terminating, *last;
	struct node_info *a1, *b1;

	(void)state;
	world_init(&w, "1.36", SPREAD_NODES "," SPREAD_PODS WEB_ON_C1 INCOMING(WEB, BY_ZONE, ""));
	c = begin(&w, "prod", "new");
	terminating = world_pod(&w, "prod", "w3");
	last = world_pod(&w, "prod", "w6");
	a1 = terminating->node;
	b1 = last->node;
	check("before", verdicts(&w, c, SPREAD), "a1:U a2:U b1:ok c1:ok d1:UU");
	cycle_remove_pod(c, last);
	check("zone B became empty", verdicts(&w, c, SPREAD), "a1:U a2:U b1:ok c1:U d1:UU");
	cycle_add_pod(c, last, b1);
	/* never counted, subtracted all the same: A falls from 3 to 0 */
	cycle_remove_pod(c, terminating);
	cycle_remove_pod(c, world_pod(&w, "prod", "w1"));
	cycle_remove_pod(c, world_pod(&w, "prod", "w2"));
	check("zone A looks empty", verdicts(&w, c, SPREAD), "a1:ok a2:ok b1:U c1:U d1:UU");
	cycle_add_pod(c, world_pod(&w, "prod", "w2"), a1);
	cycle_add_pod(c, world_pod(&w, "prod", "w1"), a1);
	cycle_add_pod(c, terminating, a1);
	check("after", verdicts(&w, c, SPREAD), "a1:U a2:U b1:ok c1:ok d1:UU");
	cycle_free(c);
	world_release(&w);
}

/* The empty selector counts nothing at first, but hooks count for it. */
static void test_spread_hooks_empty_selector(void **state)
{
	struct world w;
	struct cycle *c;
	struct pod_info *p;

	(void)state;
	world_init(&w, "1.36", SPREAD_NODES "," SPREAD_PODS
		   INCOMING(WEB, CONSTRAINT("'maxSkew':1,'labelSelector':{}"), ""));
	c = begin(&w, "prod", "new");
	p = world_pod(&w, "prod", "w6");
	cycle_remove_pod(c, p);
	check("B is at -1", verdicts(&w, c, SPREAD), "a1:U a2:U b1:ok c1:U d1:UU");
	cycle_free(c);
	world_release(&w);
}

static void test_spread_unknown(void **state)
{
	static const struct { const char *what, *constraint, *want; } cases[] = {
		{ "counts unknown", INCOMING(WEB, BY_ZONE, ""), "a1:? a2:? b1:? c1:? d1:UU" },
		{ "counts nothing", INCOMING(WEB, CONSTRAINT("'maxSkew':1"), ""),
		  "a1:ok a2:ok b1:ok c1:ok d1:UU" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct world w;
		struct strbuf items = STRBUF_INIT;

		strbuf_addf(&items, "%s%s", SPREAD_NODES, cases[i].constraint);
		world_read(&w, items.buf);
		w.cluster->coverage[KIND_POD] = COVER_NONE;
		world_look(&w, "1.36");
		check(cases[i].what, ask(&w, SPREAD, "prod", "new"), cases[i].want);
		world_release(&w);
		strbuf_release(&items);
	}
}

static void test_spread_defaults(void **state)
{
#define DEFAULT_NODES NODE("a", ZONE("A")) "," NODE("b", ZONE("B")) "," \
	POD("prod", "w1", WEB, ON("a")) ","
#define SERVICE(ns, selector) \
	"{'apiVersion':'v1','kind':'Service','metadata':{'namespace':'" ns "','name':'s'}," \
	"'spec':{" selector "}}"
#define OWNED POD_META("'namespace':'prod','name':'new','labels':{" WEB "},'ownerReferences':" \
	"[{'apiVersion':'apps/v1','kind':'ReplicaSet','name':'rs','controller':true}]", "", "")
	static const struct { const char *what, *items, *want; } cases[] = {
		{ "nothing selects the pod", DEFAULT_NODES POD("prod", "new", WEB, ""), "skip" },
		{ "a service", DEFAULT_NODES POD("prod", "new", WEB, "") ","
		  SERVICE("prod", "'selector':{" WEB "}"), "a:U b:ok" },
		{ "a service of another namespace", DEFAULT_NODES POD("prod", "new", WEB, "") ","
		  SERVICE("other", "'selector':{" WEB "}"), "skip" },
		{ "a service that selects others", DEFAULT_NODES POD("prod", "new", WEB, "") ","
		  SERVICE("prod", "'selector':{'app':'db'}"), "skip" },
		{ "the controller", DEFAULT_NODES OWNED ",{'apiVersion':'apps/v1','kind':"
		  "'ReplicaSet','metadata':{'namespace':'prod','name':'rs'},'spec':{'selector':"
		  "{'matchLabels':{" WEB "}}}}", "a:U b:ok" },
		{ "own soft constraints", DEFAULT_NODES SERVICE("prod", "'selector':{" WEB "}")
		  INCOMING(WEB, "{'topologyKey':'zone','maxSkew':1,"
				"'whenUnsatisfiable':'ScheduleAnyway'," SELECT_WEB "}", ""), "skip" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct spread_constraint hard = { .max_skew = { true, 0 } };
		struct world w;

		world_init(&w, "1.36", cases[i].items);
		hard.max_skew.v = 1;
		hard.topology_key = view_sym(w.view, "zone");
		hard.when_unsatisfiable = view_sym(w.view, "DoNotSchedule");
		w.profile.default_constraints.v = &hard;
		w.profile.default_constraints.n = 1;
		check(cases[i].what, ask(&w, SPREAD, "prod", "new"), cases[i].want);
		world_release(&w);
	}
}

static struct outcome explain(struct world *w, const struct predicate *plugin,
			      const char *namespace_, const char *name, const char *node)
{
	struct outcome out = outcome_init(WANT_DETAILS, w->arena);
	struct cycle *c = begin(w, namespace_, name);
	const struct node_info *n = view_find_node(w->view, view_sym(w->view, node));

	cycle_filter(c, world_plugin(w, plugin->name), n, &out);
	cycle_free(c);
	return out;
}

static void test_spread_evidence(void **state)
{
	struct world w;
	struct outcome out;
	const struct detail *d;

	(void)state;
	world_init(&w, "1.36", SPREAD_NODES "," SPREAD_PODS WEB_ON_C1 INCOMING(WEB, BY_ZONE, ""));
	out = explain(&w, SPREAD, "prod", "new", "a2");
	assert_int_equal(out.details.n, 1);
	d = &out.details.v[0];
	assert_int_equal(d->type, DETAIL_TOPOLOGY);
	assert_string_equal(d->name, "zone");
	assert_string_equal(d->wanted, "app=web");
	assert_string_equal(d->observed, "A");
	assert_string_equal(d->pointer, "/spec/topologySpreadConstraints/0");
	assert_true(d->skew.set);
	assert_int_equal(d->skew.matching, 3);
	assert_int_equal(d->skew.minimum, 1);
	assert_int_equal(d->skew.skew, 3);
	assert_int_equal(d->skew.max_skew, 1);
	out = explain(&w, SPREAD, "prod", "new", "d1");
	assert_int_equal(out.details.n, 1);
	assert_null(out.details.v[0].observed);
	assert_false(out.details.v[0].skew.set);
	assert_string_equal(out.reasons.v[0], "node(s) didn't match pod topology spread constraints "
					      "(missing required label)");
	world_release(&w);
}

/* --- InterPodAffinity --- */

#define TERMS(kind, terms) \
	"'" kind "':{'requiredDuringSchedulingIgnoredDuringExecution':[" terms "]}"
#define TERM(key, rest) "{'topologyKey':'" key "'," rest "}"
#define LIKE(label) "'labelSelector':{'matchLabels':{" label "}}"
#define WITH(affinity) ",'affinity':{" affinity "}"
#define NEAR(terms) WITH(TERMS("podAffinity", terms))
#define AWAY(terms) WITH(TERMS("podAntiAffinity", terms))
#define AFF_NODES \
	NODE("a1", ZONE("A") ",'host':'a1'") "," NODE("a2", ZONE("A") ",'host':'a2'") "," \
	NODE("b1", ZONE("B") ",'host':'b1'") "," NODE("d1", "'host':'d1'") "," \
	NS("prod", ",'team':'x'") "," NS("other", ",'team':'y'") "," NS("third", "") ","
#define DB "'app':'db'"
#define NEW(labels, spec) POD("prod", "new", labels, spec)

static void test_affinity_rules(void **state)
{
	static const struct { const char *what, *items, *want; } cases[] = {
		{ "no terms anywhere", NEW(WEB, ""), "skip" },
		{ "affinity", POD("prod", "p", DB, ON("a1")) "," NEW(WEB, NEAR(TERM("zone", LIKE(DB)))),
		  "a1:ok a2:ok b1:UU d1:UU" },
		{ "terminating pods count", POD_META("'namespace':'prod','name':'p','labels':{" DB "},"
		  "'deletionTimestamp':'2026-01-01T00:00:00Z'", ON("a1"), "") ","
		  NEW(WEB, NEAR(TERM("zone", LIKE(DB)))), "a1:ok a2:ok b1:UU d1:UU" },
		{ "other namespaces do not", POD("other", "p", DB, ON("a1")) ","
		  NEW(WEB, NEAR(TERM("zone", LIKE(DB)))), "a1:UU a2:UU b1:UU d1:UU" },
		{ "first of its group", NEW(DB, NEAR(TERM("zone", LIKE(DB)))),
		  "a1:ok a2:ok b1:ok d1:UU" },
		{ "first although one sits on a node without the key",
		  POD("prod", "p", DB, ON("d1")) "," NEW(DB, NEAR(TERM("zone", LIKE(DB)))),
		  "a1:ok a2:ok b1:ok d1:UU" },
		{ "no longer the first", POD("prod", "p", DB, ON("b1")) ","
		  NEW(DB, NEAR(TERM("zone", LIKE(DB)))), "a1:UU a2:UU b1:ok d1:UU" },
		{ "two pods, each for one term", POD("prod", "p", DB, ON("a1")) ","
		  POD("prod", "q", "'tier':'x'", ON("a1")) ","
		  NEW(WEB, NEAR(TERM("zone", LIKE(DB)) "," TERM("zone", LIKE("'tier':'x'")))),
		  "a1:UU a2:UU b1:UU d1:UU" },
		{ "one pod for both terms", POD("prod", "p", DB ",'tier':'x'", ON("a1")) ","
		  NEW(WEB, NEAR(TERM("zone", LIKE(DB)) "," TERM("host", LIKE("'tier':'x'")))),
		  "a1:ok a2:UU b1:UU d1:UU" },
		{ "no selector matches nothing", POD("prod", "p", DB, ON("a1")) ","
		  NEW(WEB, NEAR(TERM("zone", "'namespaces':[]"))), "a1:UU a2:UU b1:UU d1:UU" },
		{ "an empty selector matches all", POD("prod", "p", DB, ON("a1")) ","
		  NEW(WEB, NEAR(TERM("zone", "'labelSelector':{}"))), "a1:ok a2:ok b1:UU d1:UU" },
		{ "anti-affinity", POD("prod", "p", DB, ON("a1")) "," NEW(WEB, AWAY(TERM("zone", LIKE(DB)))),
		  "a1:U a2:U b1:ok d1:ok" },
		{ "anti-affinity of either term", POD("prod", "p", DB, ON("a1")) ","
		  NEW(WEB, AWAY(TERM("zone", LIKE("'app':'no'")) "," TERM("host", LIKE(DB)))),
		  "a1:U a2:ok b1:ok d1:ok" },
		{ "existing anti-affinity", POD("prod", "p", DB, ON("a1") AWAY(TERM("zone", LIKE(WEB))))
		  "," NEW(WEB, ""), "a1:U a2:U b1:ok d1:ok" },
		{ "existing anti-affinity to others", POD("prod", "p", DB, ON("a1")
		  AWAY(TERM("zone", LIKE(DB)))) "," NEW(WEB, ""), "skip" },
		{ "existing anti-affinity, another namespace", POD("other", "p", DB, ON("a1")
		  AWAY(TERM("zone", LIKE(WEB)))) "," NEW(WEB, ""), "skip" },
		{ "one unreadable term drops all of an existing pod", POD("prod", "p", DB, ON("a1")
		  AWAY(TERM("zone", LIKE(WEB)) "," TERM("zone", "'labelSelector':{'matchExpressions':"
		  "[{'key':'a','operator':'What'}]}"))) "," NEW(WEB, ""), "skip" },
		{ "an unreadable preferred term", NEW(WEB, WITH("'podAffinity':{"
		  "'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':1,'podAffinityTerm':"
		  TERM("zone", "'labelSelector':{'matchExpressions':[{'key':'a','operator':'In'}]}")
		  "}]}")), "UU" },
		{ "a list does not imply the own namespace", POD("prod", "p", DB, ON("a1")) ","
		  POD("other", "q", DB, ON("b1")) ","
		  NEW(WEB, NEAR(TERM("zone", LIKE(DB) ",'namespaces':['other']"))),
		  "a1:UU a2:UU b1:ok d1:UU" },
		{ "list and selector are joined", POD("third", "p", DB, ON("a1")) ","
		  POD("other", "q", DB, ON("b1")) ","
		  NEW(WEB, AWAY(TERM("zone", LIKE(DB) ",'namespaces':['third'],'namespaceSelector':"
			       "{'matchLabels':{'team':'y'}}"))), "a1:U a2:U b1:U d1:ok" },
		{ "every namespace", POD("third", "p", DB, ON("a1")) ","
		  NEW(WEB, AWAY(TERM("zone", LIKE(DB) ",'namespaceSelector':{}"))),
		  "a1:U a2:U b1:ok d1:ok" },
		{ "existing terms look at real labels", POD("other", "p", DB, ON("a1")
		  AWAY(TERM("zone", LIKE(WEB) ",'namespaceSelector':{'matchExpressions':"
			   "[{'key':'team','operator':'NotIn','values':['x']}]}"))) "," NEW(WEB, ""),
		  "skip" },
		{ "matchLabelKeys are the API server's", POD("prod", "p", DB, ON("a1")) ","
		  NEW(WEB ",'rev':'1'", NEAR(TERM("zone", LIKE(DB) ",'matchLabelKeys':['rev']"))),
		  "a1:ok a2:ok b1:UU d1:UU" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct world w;
		struct strbuf items = STRBUF_INIT;

		strbuf_addf(&items, "%s%s", AFF_NODES, cases[i].items);
		world_init(&w, "1.36", items.buf);
		check(cases[i].what, ask(&w, AFFINITY, "prod", "new"), cases[i].want);
		world_release(&w);
		strbuf_release(&items);
	}
}

/* Whether or not there is a Namespace object. */
static void test_affinity_every_namespace(void **state)
{
	static const char *const versions[] = { "1.30", "1.33", "1.36" };

	(void)state;
	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
		struct world w;

		world_init(&w, versions[i], AFF_NODES POD("unlisted", "p", DB, ON("a1")) ","
			   NEW(WEB, AWAY(TERM("zone", LIKE(DB) ",'namespaceSelector':{}"))));
		check(versions[i], ask(&w, AFFINITY, "prod", "new"), "a1:U a2:U b1:ok d1:ok");
		world_release(&w);
	}
}

/* A selector that an empty label set satisfies finds every namespace since 1.34. */
static void test_affinity_namespace_quirk(void **state)
{
	static const char items[] = AFF_NODES
		POD("other", "p", DB, ON("a1")) ","
		NEW(WEB, AWAY(TERM("zone", LIKE(DB) ",'namespaceSelector':{'matchExpressions':"
				   "[{'key':'team','operator':'NotIn','values':['y']}]}")));
	static const struct { const char *version, *want; } cases[] = {
		{ "1.33", "a1:ok a2:ok b1:ok d1:ok" },
		{ "1.34", "a1:U a2:U b1:ok d1:ok" },
		{ "1.36", "a1:U a2:U b1:ok d1:ok" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct world w;

		world_init(&w, cases[i].version, items);
		check(cases[i].version, ask(&w, AFFINITY, "prod", "new"), cases[i].want);
		world_release(&w);
	}
}

static void test_affinity_unknown(void **state)
{
#define BY_TEAM ",'namespaceSelector':{'matchLabels':{'team':'y'}}"
#define BY_NAME(name) ",'namespaceSelector':{'matchLabels':{'kubernetes.io/metadata.name':'" name "'}}"
	static const struct {
		const char *what, *items;
		enum coverage pods, namespaces;
		const char *want;
	} cases[] = {
		{ "other namespaces may hold anti-affinity", NEW(WEB, ""), COVER_NAMESPACE, COVER_READ,
		  "a1:? a2:? b1:? d1:?" },
		{ "one that is seen rejects", POD("prod", "p", DB, ON("a1")
		  AWAY(TERM("zone", LIKE(WEB)))) "," NEW(WEB, ""), COVER_NAMESPACE, COVER_READ,
		  "a1:U a2:U b1:? d1:?" },
		{ "affinity in the own namespace is complete", POD("prod", "p", DB, ON("a1")) ","
		  NEW(WEB, NEAR(TERM("zone", LIKE(DB)))), COVER_NAMESPACE, COVER_READ,
		  "a1:? a2:? b1:UU d1:UU" },
		{ "affinity that reaches further is not", POD("prod", "p", DB, ON("a1")) ","
		  NEW(WEB, NEAR(TERM("zone", LIKE(DB) ",'namespaces':['prod','other']"))),
		  COVER_NAMESPACE, COVER_READ, "a1:? a2:? b1:? d1:UU" },
		{ "an unknown rule comes before one that rejects", POD("prod", "p", DB, ON("a1")
		  AWAY(TERM("zone", LIKE(WEB)))) ","
		  NEW(WEB, AWAY(TERM("zone", LIKE("'app':'x'") ",'namespaces':['other']"))),
		  COVER_NAMESPACE, COVER_READ, "a1:? a2:? b1:? d1:?" },
		{ "no pods at all", NEW(WEB, NEAR(TERM("zone", LIKE(DB)))), COVER_NONE, COVER_READ,
		  "a1:? a2:? b1:? d1:UU" },
		{ "a selector over unread namespaces", POD("third", "p", DB, ON("a1")) ","
		  NEW(WEB, AWAY(TERM("zone", LIKE(DB) BY_TEAM))), COVER_READ, COVER_NONE,
		  "a1:? a2:? b1:ok d1:ok" },
		{ "names are known without reading", POD("third", "p", DB, ON("a1")) ","
		  POD("other", "q", DB, ON("b1")) ","
		  NEW(WEB, AWAY(TERM("zone", LIKE(DB) BY_NAME("third")))), COVER_READ, COVER_NONE,
		  "a1:U a2:U b1:ok d1:ok" },
		{ "an existing selector needs the labels of the pod's namespace",
		  POD("other", "p", DB, ON("a1") AWAY(TERM("zone", LIKE(WEB) BY_TEAM))) ","
		  NEW(WEB, ""), COVER_READ, COVER_NONE, "a1:? a2:? b1:ok d1:ok" },
		{ "affinity that may be met", POD("third", "p", DB, ON("a1")) ","
		  NEW(WEB, NEAR(TERM("zone", LIKE(DB) BY_TEAM))), COVER_READ, COVER_NONE,
		  "a1:? a2:? b1:UU d1:UU" },
		{ "affinity that may be the first", POD("third", "p", DB, ON("a1")) ","
		  NEW(DB, NEAR(TERM("zone", LIKE(DB) ",'namespaces':['prod']" BY_TEAM))),
		  COVER_READ, COVER_NONE, "a1:? a2:? b1:? d1:UU" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct world w;
		struct strbuf items = STRBUF_INIT;

		/* what is not read is not in the cluster: only nodes here */
		strbuf_addf(&items, "%s,%s", NODE("a1", ZONE("A")) "," NODE("a2", ZONE("A")) ","
			    NODE("b1", ZONE("B")) "," NODE("d1", "'host':'d1'"), cases[i].items);
		world_read(&w, items.buf);
		w.cluster->coverage[KIND_POD] = cases[i].pods;
		w.cluster->coverage[KIND_NAMESPACE] = cases[i].namespaces;
		world_look(&w, "1.36");
		check(cases[i].what, ask(&w, AFFINITY, "prod", "new"), cases[i].want);
		world_release(&w);
		strbuf_release(&items);
	}
}

static void test_affinity_hooks(void **state)
{
	static const char items[] = AFF_NODES
		POD("prod", "db", DB, ON("b1")) ","
		POD("prod", "web", WEB, ON("a1")) ","
		POD("prod", "shy", "'app':'shy'", ON("a2") AWAY(TERM("host", LIKE(DB)))) ","
		NEW(DB, WITH(TERMS("podAffinity", TERM("zone", LIKE(DB))) ","
			     TERMS("podAntiAffinity", TERM("host", LIKE(WEB)))));
	static const char before[] = "a1:UU a2:UU b1:ok d1:UU";
	struct world w;
	struct cycle *c;
	struct pod_info *db, *web, *shy;
	struct node_info *a1, *a2, *b1;

	(void)state;
	world_init(&w, "1.36", items);
	c = begin(&w, "prod", "new");
	db = world_pod(&w, "prod", "db");
	web = world_pod(&w, "prod", "web");
	shy = world_pod(&w, "prod", "shy");
	a1 = web->node;
	a2 = shy->node;
	b1 = db->node;
	check("before", verdicts(&w, c, AFFINITY), before);
	cycle_remove_pod(c, db);
	check("the first again", verdicts(&w, c, AFFINITY), "a1:U a2:U b1:ok d1:UU");
	cycle_remove_pod(c, web);
	check("nobody to avoid on a1", verdicts(&w, c, AFFINITY), "a1:ok a2:U b1:ok d1:UU");
	cycle_remove_pod(c, shy);
	check("nobody avoids it on a2", verdicts(&w, c, AFFINITY), "a1:ok a2:ok b1:ok d1:UU");
	cycle_add_pod(c, shy, a2);
	cycle_add_pod(c, web, a1);
	cycle_add_pod(c, db, b1);
	check("after", verdicts(&w, c, AFFINITY), before);
	cycle_free(c);
	world_release(&w);
}

static void test_affinity_evidence(void **state)
{
#define HOLDERS_1 POD("prod", "z", DB, ON("a1") AWAY(TERM("zone", LIKE(WEB)))) ","
#define HOLDERS_2 POD("prod", "y", DB, ON("a2") AWAY(TERM("zone", LIKE(WEB)))) ","
	static const char *const orders[] = {
		AFF_NODES HOLDERS_1 HOLDERS_2 NEW(WEB, ""),
		AFF_NODES HOLDERS_2 HOLDERS_1 NEW(WEB, ""),
	};
	struct world w;
	struct outcome out;
	const struct detail *d;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		world_init(&w, "1.36", orders[i]);
		out = explain(&w, AFFINITY, "prod", "new", "a1");
		assert_int_equal(out.details.n, 1);
		d = &out.details.v[0];
		assert_int_equal(d->type, DETAIL_POD);
		assert_string_equal(d->object.name, "y");
		assert_string_equal(d->object.namespace_, "prod");
		assert_string_equal(d->name, "podAntiAffinity app=web in zone");
		assert_string_equal(d->observed, "A");
		assert_null(d->pointer);
		world_release(&w);
	}
	world_init(&w, "1.36", AFF_NODES POD("prod", "p", DB, ON("a2")) ","
		   NEW(WEB, AWAY(TERM("zone", LIKE(DB)))));
	out = explain(&w, AFFINITY, "prod", "new", "a1");
	assert_int_equal(out.details.n, 1);
	d = &out.details.v[0];
	assert_string_equal(d->object.name, "p");
	assert_string_equal(d->pointer, "/spec/affinity/podAntiAffinity/"
					"requiredDuringSchedulingIgnoredDuringExecution/0");
	world_release(&w);
	world_init(&w, "1.36", AFF_NODES NEW(WEB, NEAR(TERM("zone", LIKE(DB)))));
	out = explain(&w, AFFINITY, "prod", "new", "b1");
	assert_int_equal(out.details.n, 1);
	d = &out.details.v[0];
	assert_int_equal(d->type, DETAIL_TOPOLOGY);
	assert_string_equal(d->wanted, "podAffinity app=db in zone");
	assert_string_equal(d->observed, "B");
	assert_false(d->skew.set);
	world_release(&w);
}

/* --- tolerations --- */

static void check_set(const struct taints *taints, const struct tolerations *tolerations,
		      const struct taint *wanted)
{
	struct arena *a = arena_new();
	struct toleration_set set;

	toleration_set_init(&set, tolerations, a);
	assert_ptr_equal(find_untolerated_taint(taints, &set), wanted);
	arena_free(a);
}

static void test_tolerations(void **state)
{
	static const struct {
		const char *key, *op, *value, *effect;
		bool tolerates; /* key=value:NoSchedule */
	} cases[] = {
		{ "key", "Equal", "value", "NoSchedule", true },
		{ "key", NULL, "value", "NoSchedule", true },
		{ "key", NULL, "value", NULL, true },
		{ "key", "Exists", NULL, "NoSchedule", true },
		{ NULL, "Exists", NULL, NULL, true },
		{ NULL, "Equal", "value", NULL, true },
		{ "key", "Equal", "other", "NoSchedule", false },
		{ "key", "Equal", NULL, "NoSchedule", false },
		{ "other", "Exists", NULL, "NoSchedule", false },
		{ "key", "Exists", NULL, "NoExecute", false },
		{ "key", "Gt", "0", "NoSchedule", false },
		{ "key", "What", "value", "NoSchedule", false },
	};
	struct symtab *t = symtab_new();
	struct taint taints[] = {
		{ sym_str(t, "soft"), sym_str(t, ""), sym_str(t, "PreferNoSchedule"), { false, 0 } },
		{ sym_str(t, "key"), sym_str(t, "value"), sym_str(t, "NoSchedule"), { false, 0 } },
	};
	const struct taints list = { taints, 2 };
	const struct toleration other = { .key = sym_str(t, "key"), .value = sym_str(t, "no") };
	struct toleration many[40];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct toleration one = { .seconds = { false, 0 } };
		struct tolerations tolerations = { &one, 1 };

		one.key = cases[i].key ? sym_str(t, cases[i].key) : one.key;
		one.op = cases[i].op ? sym_str(t, cases[i].op) : one.op;
		one.value = cases[i].value ? sym_str(t, cases[i].value) : one.value;
		one.effect = cases[i].effect ? sym_str(t, cases[i].effect) : one.effect;
		assert_int_equal(taint_is_tolerated(&taints[1], &tolerations), cases[i].tolerates);
		check_set(&list, &tolerations, cases[i].tolerates ? NULL : &taints[1]);
		for (size_t k = 0; k < 40; k++)
			many[k] = k == 20 ? one : other;
		check_set(&list, &(struct tolerations){ many, 40 },
			  cases[i].tolerates ? NULL : &taints[1]);
	}
	symtab_free(t);
}

/* --- the minimum, against a recount --- */

static void test_domains_min(void **state)
{
	enum { DOMAINS = 5 };
	struct arena *a = arena_new();
	int64_t counts[DOMAINS] = { 0, 3, 3, 40, 1 };
	uint32_t seed = 1;
	struct domains d;

	(void)state;
	domains_init(&d, DOMAINS + 1, a);
	domains_settle(&d);
	assert_int_equal(domains_min(&d), INT32_MAX);
	for (uint32_t i = 0; i < DOMAINS; i++)
		domains_add(&d, i + 1, counts[i]);
	domains_settle(&d);
	assert_int_equal(domains_number(&d), DOMAINS);
	domains_change(&d, DOMAINS + 1, 1); /* does not count */
	for (int step = 0; step < 2000; step++) {
		int64_t min = INT64_MAX;
		uint32_t which;

		seed = seed * 1664525 + 1013904223;
		which = (seed >> 16) % DOMAINS;
		domains_change(&d, which + 1, seed >> 31 ? 1 : -1);
		counts[which] += seed >> 31 ? 1 : -1;
		for (int i = 0; i < DOMAINS; i++)
			min = counts[i] < min ? counts[i] : min;
		assert_int_equal(domains_min(&d), min);
		assert_int_equal(domains_count(&d, which + 1), counts[which]);
	}
	arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_spread_rules),
		cmocka_unit_test(test_spread_shared_counts),
		cmocka_unit_test(test_spread_hooks),
		cmocka_unit_test(test_spread_hooks_empty_selector),
		cmocka_unit_test(test_spread_unknown),
		cmocka_unit_test(test_spread_defaults),
		cmocka_unit_test(test_spread_evidence),
		cmocka_unit_test(test_affinity_rules),
		cmocka_unit_test(test_affinity_every_namespace),
		cmocka_unit_test(test_affinity_namespace_quirk),
		cmocka_unit_test(test_affinity_unknown),
		cmocka_unit_test(test_affinity_hooks),
		cmocka_unit_test(test_affinity_evidence),
		cmocka_unit_test(test_tolerations),
		cmocka_unit_test(test_domains_min),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
