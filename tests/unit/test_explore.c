/* The what-if session: what is offered, ticked, undone, printed; and the room on a node. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "explore/room.h"
#include "explore/session.h"
#include "lib/world.h"
#include "report/strings.h"

#define NODE(name, more, spec)                                                                  \
	"{'apiVersion':'v1','kind':'Node','metadata':{'name':'" name "','labels':{"             \
	"'kubernetes.io/hostname':'" name "'" more "}},'spec':{" spec "},"                      \
	"'status':{'allocatable':{'cpu':'4','memory':'8Gi','pods':'10'}}}"
#define POD(name, meta, spec)                                                                   \
	"{'apiVersion':'v1','kind':'Pod','metadata':{'name':'" name "','namespace':'shop'" meta \
	"},'spec':{'schedulerName':'default-scheduler'," spec "},'status':{'phase':'Pending'}}"
#define RUNNING(name, node, cpu, more)                                                          \
	"{'apiVersion':'v1','kind':'Pod','metadata':{'name':'" name "','namespace':'shop'" more \
	"},'spec':{'nodeName':'" node "','containers':[{'name':'c','resources':{'requests':"    \
	"{'cpu':'" cpu "'}}}]},'status':{'phase':'Running'}}"
#define WANTS(cpu) "'containers':[{'name':'c','resources':{'requests':{'cpu':'" cpu "'}}}]"
#define TAINTED "'taints':[{'key':'gpu','value':'yes','effect':'NoSchedule'}]"
#define CORDONED "'unschedulable':true"

struct place {
	struct world world;
	struct diagnosis *d;
	struct reports reports;
	struct session *s;
};

static void place_open(struct place *p, const char *items, const char *name)
{
	const struct selection sel = { .namespace_ = "shop", .names = &name, .n = 1 };
	struct error err = ERROR_INIT;

	p->d = world_diagnosis(&p->world, items);
	p->reports = (struct reports){ 0 };
	if (diagnose_selection(p->d, &sel, &p->reports, &err) < 0)
		fail_msg("%s", err.msg);
	p->s = session_new(p->d, reports_get(&p->reports, 0));
}

static void place_close(struct place *p)
{
	session_free(p->s);
	reports_release(&p->reports);
	diagnosis_free(p->d);
	world_release(&p->world);
}

static const char *flags_text(const struct place *p)
{
	return strings_join(session_flags(p->s), " ", p->world.arena);
}

static const char *fits(const struct place *p)
{
	return strings_join(&session_report(p->s)->replay->feasible, " ", p->world.arena);
}

/* Its number; fails the test if it is not offered. */
static uint32_t toggle(struct place *p, const char *flags)
{
	const struct toggles *l = session_toggles(p->s);

	for (uint32_t i = 0; i < l->n; i++)
		if (!strcmp(strings_join(&l->v[i].flags, " ", p->world.arena), flags))
			return i;
	for (uint32_t i = 0; i < l->n; i++)
		print_message("offered: %s (%s)\n",
			      strings_join(&l->v[i].flags, " ", p->world.arena), l->v[i].text);
	fail_msg("not offered: %s", flags);
	return 0;
}

/* What is offered for a pod, and which nodes fit once it is ticked. */
static const struct offer_case {
	const char *items, *flags;
	enum toggle_group group;
	const char *text, *note; /* note NULL: any */
	const char *fits;
} offer_cases[] = {
	{ NODE("a", "", TAINTED) "," POD("p", "", WANTS("1")), "toleration=gpu=yes:NoSchedule",
	  TOGGLE_FIX, "tolerate gpu=yes:NoSchedule", "then it fits a", "a" },
	{ NODE("a", "", TAINTED) "," NODE("b", "", "") "," POD("p", "", WANTS("1")),
	  "toleration=gpu=yes:NoSchedule", TOGGLE_POD, "tolerate gpu=yes:NoSchedule", "1 node", "a b" },
	{ NODE("a", "", TAINTED) "," NODE("b", "", "") "," POD("p", "", WANTS("1")),
	  "-taint=a:gpu=yes:NoSchedule", TOGGLE_NODES, "take the taint gpu=yes:NoSchedule off a", NULL,
	  "a b" },
	{ NODE("a", "", CORDONED) "," NODE("b", "", "") "," POD("p", "", WANTS("1")), "uncordon=a",
	  TOGGLE_NODES, "uncordon a", NULL, "a b" },
	{ NODE("a", "", "'taints':[{'key':'node.kubernetes.io/not-ready','effect':'NoExecute'}]") ","
	  NODE("b", "", "") "," POD("p", "", WANTS("1")),
	  "-taint=a:node.kubernetes.io/not-ready:NoExecute", TOGGLE_NODES,
	  "get a well again, which has node.kubernetes.io/not-ready:NoExecute", NULL, "a b" },
	{ NODE("a", ",'disk':'ssd'", "") "," NODE("b", "", "") ","
	  POD("p", "", WANTS("1") ",'nodeSelector':{'disk':'ssd'}"),
	  "-selector=disk", TOGGLE_POD, "drop the nodeSelector disk=ssd", "1 node has it", "a b" },
	{ NODE("a", ",'disk':'ssd'", "") "," NODE("b", "", "") ","
	  POD("p", "", WANTS("1") ",'nodeSelector':{'disk':'ssd'},'affinity':{'nodeAffinity':{"
	      "'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchExpressions':"
	      "[{'key':'disk','operator':'In','values':['ssd']}]}]}}}"),
	  "-node-selector=disk", TOGGLE_POD, "drop the nodeSelector disk=ssd", "1 node has it", "a" },
	{ NODE("a", ",'disk':'ssd','gen':'5'", "") "," NODE("b", ",'gen':'5'", "") ","
	  POD("p", "", WANTS("1") ",'affinity':{'nodeAffinity':{"
	      "'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchExpressions':"
	      "[{'key':'disk','operator':'In','values':['ssd']},{'key':'gen','operator':'Gt','values':['1']},"
	      "{'key':'gen','operator':'Lt','values':['9']}]}]}}}"),
	  "-affinity=disk", TOGGLE_POD, "drop the node affinity disk In [ssd]", NULL, "a b" },
	{ NODE("a", ",'gen':'10'", "") "," NODE("b", ",'gen':'5'", "") ","
	  POD("p", "", WANTS("1") ",'affinity':{'nodeAffinity':{"
	      "'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchExpressions':"
	      "[{'key':'gen','operator':'Gt','values':['1']},{'key':'gen','operator':'Lt','values':['9']}]"
	      "}]}}}"),
	  "-affinity=gen@2", TOGGLE_POD, "drop the node affinity gen Lt [9]", NULL, "a b" },
	{ NODE("a", ",'gen':'10'", "") "," NODE("b", ",'gen':'5'", "") ","
	  POD("p", "", WANTS("1") ",'affinity':{'nodeAffinity':{"
	      "'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchExpressions':"
	      "[{'key':'gen','operator':'Lt','values':['9']},{'key':'gen','operator':'Lt','values':['8']}]"
	      "}]}}}"),
	  "-node-affinity", TOGGLE_POD, "drop the required node affinity", NULL, "a b" },
	{ NODE("a", "", "") "," RUNNING("r", "a", "1", ",'labels':{'app':'x'}") ","
	  POD("p", ",'labels':{'app':'x'}", WANTS("1") ",'affinity':{'podAntiAffinity':{"
	      "'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'kubernetes.io/hostname',"
	      "'labelSelector':{'matchLabels':{'app':'y'}}},{'topologyKey':'kubernetes.io/hostname',"
	      "'labelSelector':{'matchLabels':{'app':'x'}}}]}}"),
	  "-pod-anti-affinity=kubernetes.io/hostname@2", TOGGLE_FIX,
	  "drop the required podAntiAffinity app=x in kubernetes.io/hostname", "then it fits a", "a" },
	{ NODE("a", "", "") ","
	  POD("p", "", WANTS("1") ",'affinity':{'podAffinity':{"
	      "'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'kubernetes.io/hostname',"
	      "'labelSelector':{'matchLabels':{'app':'y'}}}]}}"),
	  "-pod-affinity=kubernetes.io/hostname", TOGGLE_FIX,
	  "drop the required podAffinity app=y in kubernetes.io/hostname", NULL, "a" },
	{ NODE("a", "", "") "," NODE("b", ",'zone':'z'", "") ","
	  POD("p", "", WANTS("1") ",'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'zone',"
	      "'whenUnsatisfiable':'DoNotSchedule','labelSelector':{}}]"),
	  "-spread=zone", TOGGLE_POD, "spread over zone with whenUnsatisfiable: ScheduleAnyway", NULL,
	  "a b" },
	{ NODE("a", "", "") "," POD("p", "", "'containers':[{'name':'c','ports':[{'containerPort':80,"
				    "'hostPort':8080}]}]"),
	  "-host-port=8080", TOGGLE_POD, "do without host port 8080", NULL, "a" },
	{ NODE("a", "", "") "," POD("p", "", WANTS("1") ",'schedulingGates':[{'name':'g'}]"), "-gates",
	  TOGGLE_FIX, "remove the scheduling gate g", NULL, "a" },
	/* the largest request that would fit is offered first */
	{ NODE("a", "", "") "," RUNNING("r", "a", "1500m", "") "," POD("p", "", WANTS("3")), "cpu=2500m",
	  TOGGLE_FIX, "request cpu 2500m instead of 3", NULL, "a" },
	{ NODE("a", "", "") "," RUNNING("r", "a", "1500m", "") "," POD("p", "", WANTS("3")),
	  "evict=shop/r", TOGGLE_FIX, "evict shop/r", NULL, "a" },
};

static void test_offers(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(offer_cases) / sizeof(*offer_cases); i++) {
		const struct offer_case *c = &offer_cases[i];
		const struct toggle *t;
		struct place p;
		uint32_t at;

		place_open(&p, c->items, "p");
		at = toggle(&p, c->flags);
		t = &session_toggles(p.s)->v[at];
		assert_false(t->ticked);
		assert_int_equal(t->group, c->group);
		assert_string_equal(t->text, c->text);
		if (c->note)
			assert_string_equal(t->note, c->note);
		assert_true(session_tick(p.s, at));
		assert_true(session_toggles(p.s)->v[at].ticked);
		assert_false(session_toggles(p.s)->v[at].idle);
		assert_string_equal(flags_text(&p), c->flags);
		assert_string_equal(fits(&p), c->fits);
		assert_true(session_tick(p.s, at));
		assert_int_equal(session_flags(p.s)->n, 0);
		assert_true(session_report(p.s) == reports_get(&p.reports, 0));
		place_close(&p);
	}
}

/* No group is offered out of its order, nothing twice. */
static void test_order(void **state)
{
	const struct toggles *l;
	struct place p;

	(void)state;
	place_open(&p, NODE("a", "", TAINTED) "," NODE("b", "", CORDONED) ","
		   RUNNING("r", "b", "3", "") ","
		   POD("p", "", WANTS("2") ",'nodeSelector':{'disk':'ssd'}"), "p");
	session_look_at(p.s, "b");
	l = session_toggles(p.s);
	assert_true(l->n > 5);
	for (uint32_t i = 1; i < l->n; i++) {
		assert_true(l->v[i - 1].group <= l->v[i].group);
		for (uint32_t k = 0; k < i; k++)
			assert_true(l->v[i].group == TOGGLE_REQUEST || l->v[k].group == TOGGLE_NODE ||
				    strcmp(strings_join(&l->v[i].flags, " ", p.world.arena),
					   strings_join(&l->v[k].flags, " ", p.world.arena)) != 0);
	}
	assert_int_equal(l->v[toggle(&p, "uncordon=b")].group, TOGGLE_NODE);
	assert_int_equal(l->v[toggle(&p, "evict=shop/r")].group, TOGGLE_NODE);
	assert_int_equal(l->v[toggle(&p, "add-node=b")].group, TOGGLE_NODE);
	session_look_at(p.s, NULL);
	l = session_toggles(p.s);
	assert_int_equal(l->v[toggle(&p, "uncordon=b")].group, TOGGLE_NODES);
	place_close(&p);
}

/* Steps of a request: 3 asked for, 2500m free. */
static const struct step_case {
	int steps[4];
	const char *flags;
} step_cases[] = {
	{ { -1 }, "cpu=2500m" },	 { { -1, -1 }, "cpu=2125m" },
	{ { -1, 1 }, "cpu=2875m" },	 { { -1, 1, 1 }, "" },
	{ { 1 }, "cpu=3375m" },		 { { 1, -1 }, "" },
	{ { -100, -100 }, "cpu=0" },	 { { -1, -1, -100, -1 }, "cpu=0" },
	{ { 1, 100 }, "cpu=40875m" },
};

static void test_steps(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(step_cases) / sizeof(*step_cases); i++) {
		struct place p;

		place_open(&p, NODE("a", "", "") "," RUNNING("r", "a", "1500m", "") ","
			   POD("p", "", WANTS("3")), "p");
		for (size_t k = 0; k < 4 && step_cases[i].steps[k]; k++) {
			const struct toggles *l = session_toggles(p.s);
			uint32_t at = 0;

			while (at < l->n && !l->v[at].resource)
				at++;
			session_adjust(p.s, at, step_cases[i].steps[k]);
		}
		assert_string_equal(flags_text(&p), step_cases[i].flags);
		place_close(&p);
	}
}

/* Typed one after the other; a setting takes the place of an earlier one. */
static const struct typed_case {
	const char *texts[4];
	const char *flags;
	bool last_ok;
} typed_cases[] = {
	{ { "cpu=1", "memory=1Gi", "cpu=2" }, "cpu=2 memory=1Gi", true },
	{ { "priority=1", "uncordon=a", "priority=2" }, "priority=2 uncordon=a", true },
	{ { "selector=disk=a", "selector=gen=b", "selector=disk=c" }, "selector=disk=c selector=gen=b",
	  true },
	{ { "max-skew=zone=2", "max-skew=zone=3" }, "max-skew=zone=3", true },
	{ { "nvidia.com/gpu=1", "nvidia.com/gpu=2" }, "nvidia.com/gpu=2", true },
	{ { "hugepages-2Mi=1", "hugepages-2Mi=2" }, "hugepages-2Mi=2", true },
	{ { "affinity=disk=a", "affinity=disk=b" }, "affinity=disk=a affinity=disk=b", true },
	{ { "toleration=a", "toleration=b", "toleration=a" }, "toleration=a toleration=b", true },
	{ { "uncordon=a", "nonsense" }, "uncordon=a", false },
	{ { "uncordon=a", "uncordon=\x1b[31m" }, "uncordon=a", false },
	{ { "uncordon=a", "uncordon=a\nb" }, "uncordon=a", false },
	{ { "" }, "", false },
};

static void test_typed(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(typed_cases) / sizeof(*typed_cases); i++) {
		const struct typed_case *c = &typed_cases[i];
		bool ok = true;
		struct place p;

		place_open(&p, NODE("a", "", CORDONED) "," POD("p", "", WANTS("3")), "p");
		for (size_t k = 0; k < 4 && c->texts[k]; k++) {
			struct error err = ERROR_INIT;

			ok = session_type(p.s, c->texts[k], &err) == 0;
			assert_true(ok || (err.kind == ERR_USAGE && *err.msg));
		}
		assert_int_equal(ok, c->last_ok);
		assert_string_equal(flags_text(&p), c->flags);
		place_close(&p);
	}
}

static void test_undo_and_redo(void **state)
{
	struct error err = ERROR_INIT;
	struct place p;

	(void)state;
	place_open(&p, NODE("a", "", CORDONED) "," NODE("b", "", "") "," POD("p", "", WANTS("1")), "p");
	assert_false(session_undo(p.s));
	assert_false(session_redo(p.s));
	assert_false(session_clear(p.s));
	session_tick(p.s, toggle(&p, "uncordon=a"));
	session_type(p.s, "cpu=2", &err);
	assert_string_equal(flags_text(&p), "uncordon=a cpu=2");
	assert_true(session_undo(p.s));
	assert_string_equal(flags_text(&p), "uncordon=a");
	assert_string_equal(fits(&p), "a b");
	assert_true(session_undo(p.s));
	assert_string_equal(fits(&p), "b");
	assert_true(session_redo(p.s));
	assert_true(session_redo(p.s));
	assert_false(session_redo(p.s));
	assert_string_equal(flags_text(&p), "uncordon=a cpu=2");
	assert_true(session_clear(p.s));
	assert_true(session_undo(p.s)); /* clearing is a step too */
	assert_string_equal(flags_text(&p), "uncordon=a cpu=2");
	assert_true(session_undo(p.s));
	session_type(p.s, "cpu=3", &err);
	assert_false(session_redo(p.s)); /* what was undone is gone */
	assert_string_equal(flags_text(&p), "uncordon=a cpu=3");
	place_close(&p);
}

static void test_too_many_nodes(void **state)
{
	static const char *const texts[] = { "add-node=a*1000", "add-node=a*999", "add-node=a*998",
					     "add-node=a*997", "add-node=a*996" };
	struct error err = ERROR_INIT;
	struct strbuf before = STRBUF_INIT;
	struct place p;

	(void)state;
	place_open(&p, NODE("a", "", "") "," POD("p", "", WANTS("3")), "p");
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		assert_int_equal(session_type(p.s, texts[i], &err), 0);
	strbuf_adds(&before, flags_text(&p));
	assert_int_equal(session_type(p.s, "add-node=a*11", &err), -1); /* 4,990 are there */
	assert_int_equal(err.kind, ERR_USAGE);
	assert_string_equal(flags_text(&p), before.buf);
	assert_int_equal(session_type(p.s, "add-node=a*10", &err), 0);
	strbuf_release(&before);
	place_close(&p);
}

static void test_consequences(void **state)
{
	const struct consequences *c;
	struct error err = ERROR_INIT;
	struct place p;

	(void)state;
	place_open(&p, NODE("a", "", CORDONED) "," NODE("b", "", "") "," NODE("c", "", TAINTED) ","
		   POD("p", "", WANTS("3")), "p");
	c = session_consequences(p.s);
	assert_int_equal(c->fit_before, 1);
	assert_int_equal(c->fit_after, 1);
	assert_int_equal(c->changed.n, 0);
	session_type(p.s, "uncordon=a", &err);
	session_type(p.s, "add-node=c", &err);
	c = session_consequences(p.s);
	assert_int_equal(c->nodes, 4);
	assert_int_equal(c->fit_after, 2);
	assert_int_equal(c->changed.n, 2);
	assert_string_equal(c->changed.v[0].node->name, "a");
	assert_int_equal(c->changed.v[0].how, NODE_GAINED);
	assert_int_equal(c->changed.v[1].how, NODE_ADDED);
	session_clear(p.s);
	session_type(p.s, "cpu=9", &err);
	c = session_consequences(p.s);
	assert_int_equal(c->fit_after, 0);
	assert_string_equal(c->changed.v[0].node->name, "b");
	assert_int_equal(c->changed.v[0].how, NODE_LOST);
	assert_int_equal(c->changed.v[1].how, NODE_FARTHER);
	place_close(&p);
}

/* What a shell makes of the flags is the expressions again. */
static void test_flags_for_a_shell(void **state)
{
	static const char *const texts[] = { "uncordon=a", "add-node=a*2,disk=ssd", "evict=shop/it's",
					     "evict=shop/$(reboot)", "uncordon=a b;c", "cpu=1" };
	struct strbuf command = STRBUF_INIT, want = STRBUF_INIT, have = STRBUF_INIT;
	struct error err = ERROR_INIT;
	char line[512];
	struct place p;
	FILE *f;

	(void)state;
	place_open(&p, NODE("a", "", "") "," POD("p", "", WANTS("3")), "p");
	session_put_flags(p.s, &command);
	assert_string_equal(command.buf, "");
	session_put_command(p.s, &command);
	assert_string_equal(command.buf, "kubectl whypending p -n shop");
	strbuf_reset(&command);
	strbuf_adds(&command, "printf '%s\\n' ");
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		assert_int_equal(session_type(p.s, texts[i], &err), 0);
		strbuf_addf(&want, "--what-if\n%s\n", texts[i]);
	}
	session_put_flags(p.s, &command);
	f = popen(command.buf, "r");
	assert_non_null(f);
	while (fgets(line, sizeof(line), f))
		strbuf_adds(&have, line);
	assert_int_equal(pclose(f), 0);
	assert_string_equal(have.buf, want.buf);
	place_close(&p);
	strbuf_release(&command);
	strbuf_release(&want);
	strbuf_release(&have);
}

/* Expressions and the patches and the command that come of them. */
static const struct patch_case {
	const char *items;
	const char *texts[3];
	const char *patches; /* "Kind name op path value; ..." */
	const char *applies; /* the kinds that a person patches */
	const char *command; /* NULL: none */
} patch_cases[] = {
	{ NODE("a", "", CORDONED) "," POD("p", "", WANTS("1")), { "uncordon=a" },
	  "Node a replace /spec/unschedulable false", "Node", "kubectl uncordon a" },
	{ NODE("a", "", TAINTED) "," POD("p", "", WANTS("1")), { "toleration=gpu", "-taint=a:gpu" },
	  "Pod p add /spec/tolerations [{\"key\":\"gpu\",\"operator\":\"Exists\",\"effect\":\"\"}]; "
	  "Node a remove /spec/taints/0",
	  "Pod Node",
	  "kubectl taint nodes a gpu=yes:NoSchedule- && kubectl patch pod p -n shop --type=json -p "
	  "'[{\"op\":\"add\",\"path\":\"/spec/tolerations\",\"value\":[{\"key\":\"gpu\",\"operator\":"
	  "\"Exists\",\"effect\":\"\"}]}]'" },
	{ NODE("a", "", "") "," RUNNING("r", "a", "2", "") "," POD("p", "", WANTS("3")),
	  { "evict=shop/r" }, "Pod r delete", "Pod", "kubectl delete pod r -n shop" },
	/* more than was asked for, where nothing was asked for */
	{ NODE("a", "", "") "," POD("p", "", "'containers':[{'name':'c'}]"), { "cpu=1" },
	  "Pod p add /spec/containers/0/resources {}; "
	  "Pod p add /spec/containers/0/resources/requests {\"cpu\":\"1\"}",
	  "Pod",
	  "kubectl get pod p -n shop -o json | kubectl patch -f - --local --type=json -p "
	  "'[{\"op\":\"add\",\"path\":\"/spec/containers/0/resources\",\"value\":{}},{\"op\":\"add\",\"path\":"
	  "\"/spec/containers/0/resources/requests\",\"value\":{\"cpu\":\"1\"}}]' -o json | "
	  "kubectl replace --force -f -" },
	{ NODE("a", "", "") "," POD("p", "", WANTS("1")), { "priority=7" },
	  "Pod p add /spec/priority 7", "", NULL },
	{ NODE("a", "", "") "," POD("p", "", WANTS("1") ",'affinity':{'podAntiAffinity':{}}"),
	  { "-affinity" }, "Pod p remove /spec/affinity", "Pod",
	  "kubectl get pod p -n shop -o json | kubectl patch -f - --local --type=json -p "
	  "'[{\"op\":\"remove\",\"path\":\"/spec/affinity\"}]' -o json | kubectl replace --force -f -" },
	/* one that changes nothing leaves no trace */
	{ NODE("a", "", "") "," POD("p", "", WANTS("1")), { "uncordon=a", "uncordon=b", "-spread" },
	  "", "", NULL },
};

static const char *patches_text(const struct patches *l, struct arena *arena)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	for (uint32_t i = 0; i < l->n; i++) {
		const struct patch *p = &l->v[i];

		if (p->type == PATCH_DELETE)
			strbuf_addf(&text, "%s%s %s delete", text.len ? "; " : "", p->kind, p->name);
		for (uint32_t k = 0; k < p->ops.n; k++)
			strbuf_addf(&text, "%s%s %s %s %s%s%s", text.len ? "; " : "", p->kind, p->name,
				    p->ops.v[k].op, p->ops.v[k].path, p->ops.v[k].value ? " " : "",
				    p->ops.v[k].value ? p->ops.v[k].value : "");
	}
	copy = arena_strdup(arena, text.buf);
	strbuf_release(&text);
	return copy;
}

static const char *kinds_text(const struct patches *l, struct arena *arena)
{
	struct strings names = { 0 };

	for (uint32_t i = 0; i < l->n; i++)
		strings_push(&names, l->v[i].kind, arena);
	return strings_join(&names, " ", arena);
}

static void test_patches(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(patch_cases) / sizeof(*patch_cases); i++) {
		const struct patch_case *c = &patch_cases[i];
		struct error err = ERROR_INIT;
		struct place p;
		struct fix f;

		place_open(&p, c->items, "p");
		for (size_t k = 0; k < 3 && c->texts[k]; k++)
			assert_int_equal(session_type(p.s, c->texts[k], &err), 0);
		session_fix(p.s, p.world.arena, &f);
		assert_string_equal(patches_text(&f.patches, p.world.arena), c->patches);
		assert_string_equal(kinds_text(&f.apply, p.world.arena), c->applies);
		if (c->command)
			assert_string_equal(f.command ? f.command : "(none)", c->command);
		else
			assert_null(f.command);
		assert_string_equal(strings_join(&f.what_if, " ", p.world.arena), flags_text(&p));
		place_close(&p);
	}
}

/* What a cluster may call a thing is not always what can be typed: it is not offered then. */
static void test_hostile_names(void **state)
{
	const struct toggles *l;
	struct place p;

	(void)state;
	place_open(&p, NODE("a", "", "'taints':[{'key':'g\\u001b[31m','effect':'NoSchedule'},"
			    "{'key':'a b','effect':'NoSchedule'},{'key':'ok','value':'x y','effect':"
			    "'NoSchedule'},{'key':'fine','effect':'NoSchedule'}]") ","
		   POD("p", "", WANTS("1") ",'nodeSelector':{'x\\u202e':'1'}"), "p");
	l = session_toggles(p.s);
	for (uint32_t i = 0; i < l->n; i++)
		for (uint32_t k = 0; k < l->v[i].flags.n; k++)
			assert_null(strpbrk(l->v[i].flags.v[k], "\x1b \xe2"));
	toggle(&p, "toleration=fine:NoSchedule");
	place_close(&p);
}

/* A refresh: what was ticked stays, also where there is nothing to tick for it any more. */
static void test_renewed(void **state)
{
	struct error err = ERROR_INIT;
	struct place before, after;
	struct session *s;
	uint32_t at;

	(void)state;
	place_open(&before, NODE("a", "", CORDONED) "," RUNNING("r", "a", "2", "") ","
		   POD("p", "", WANTS("3")), "p");
	session_look_at(before.s, "a");
	session_tick(before.s, toggle(&before, "evict=shop/r"));
	session_type(before.s, "uncordon=a", &err);
	session_undo(before.s);
	session_redo(before.s);
	place_open(&after, NODE("a", "", CORDONED) "," POD("p", "", WANTS("3")), "p");
	s = session_renew(before.s, after.d, reports_get(&after.reports, 0));
	session_free(after.s);
	after.s = s;
	place_close(&before);
	assert_string_equal(flags_text(&after), "evict=shop/r uncordon=a");
	assert_string_equal(fits(&after), "a");
	at = toggle(&after, "evict=shop/r");
	assert_int_equal(session_toggles(s)->v[at].group, TOGGLE_TYPED);
	assert_true(session_toggles(s)->v[at].idle);
	assert_true(session_undo(s));
	assert_string_equal(flags_text(&after), "evict=shop/r");
	assert_true(session_undo(s));
	assert_false(session_undo(s));
	place_close(&after);
}

/* Fixes on top of what is ticked. */
static void test_search(void **state)
{
	struct error err = ERROR_INIT;
	struct place p;

	(void)state;
	place_open(&p, NODE("a", ",'disk':'ssd'", TAINTED) "," NODE("b", "", CORDONED) ","
		   POD("p", "", WANTS("1") ",'nodeSelector':{'disk':'ssd'}"), "p");
	session_type(p.s, "uncordon=b", &err);
	session_search(p.s);
	session_tick(p.s, toggle(&p, "-selector=disk"));
	assert_string_equal(fits(&p), "b");
	place_close(&p);
}

/* Nothing can be supposed of a pod that runs, and nothing breaks. */
static void test_no_subject(void **state)
{
	struct error err = ERROR_INIT;
	struct place p;
	struct fix f;

	(void)state;
	place_open(&p, NODE("a", "", "") "," RUNNING("r", "a", "1", ""), "r");
	assert_false(session_can(p.s));
	assert_int_equal(session_toggles(p.s)->n, 0);
	assert_false(session_tick(p.s, 0));
	assert_false(session_adjust(p.s, 0, 1));
	assert_int_equal(session_type(p.s, "cpu=1", &err), -1);
	session_search(p.s);
	session_fix(p.s, p.world.arena, &f);
	assert_int_equal(f.patches.n, 0);
	assert_int_equal(session_consequences(p.s)->changed.n, 0);
	place_close(&p);
}

static void test_room(void **state)
{
	struct error err = ERROR_INIT;
	struct room room;
	struct place p;

	(void)state;
	place_open(&p, NODE("a", "", CORDONED) "," RUNNING("r", "a", "1", "") ","
		   RUNNING("s", "a", "2", "") "," POD("p", "", WANTS("3")), "p");
	assert_false(room_of(p.d, session_report(p.s), "b", p.world.arena, &room));
	assert_true(room_of(p.d, session_report(p.s), "a", p.world.arena, &room));
	assert_string_equal(room.resources.v[0].resource, "cpu");
	assert_true(room.resources.v[0].milli);
	assert_int_equal(room.resources.v[0].total, 4000);
	assert_int_equal(room.resources.v[0].used, 3000);
	assert_int_equal(room.resources.v[0].wanted, 3000);
	assert_string_equal(room.resources.v[1].resource, "memory");
	assert_string_equal(room.resources.v[2].resource, "pods");
	assert_int_equal(room.resources.v[2].used, 2);
	assert_int_equal(room.pods.n, 2);
	assert_string_equal(room.pods.v[0].name, "shop/s");
	assert_int_equal(room.pods.v[0].amounts[0], 2000);
	assert_true(room.cordoned);
	/* as it is supposed to be */
	session_type(p.s, "uncordon=a", &err);
	session_type(p.s, "evict=shop/s", &err);
	session_type(p.s, "cpu=500m", &err);
	assert_true(room_of(p.d, session_report(p.s), "a", p.world.arena, &room));
	assert_false(room.cordoned);
	assert_int_equal(room.pods.n, 1);
	assert_int_equal(room.resources.v[0].used, 1000);
	assert_int_equal(room.resources.v[0].wanted, 500);
	place_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_offers),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_typed),
		cmocka_unit_test(test_undo_and_redo),
		cmocka_unit_test(test_too_many_nodes),
		cmocka_unit_test(test_consequences),
		cmocka_unit_test(test_flags_for_a_shell),
		cmocka_unit_test(test_patches),
		cmocka_unit_test(test_hostile_names),
		cmocka_unit_test(test_renewed),
		cmocka_unit_test(test_search),
		cmocka_unit_test(test_no_subject),
		cmocka_unit_test(test_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
