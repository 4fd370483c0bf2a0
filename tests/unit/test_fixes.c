/* What would help: the fixes of small clusters, their patches and commands, and --what-if's grammar. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "advice/change_json.h"
#include "advice/change_shell.h"
#include "advice/fix.h"
#include "advice/what_if.h"
#include "base/shell.h"
#include "lib/world.h"
#include "replay/replay.h"

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

static void find(struct world *w, const char *items, struct advice *ret)
{
	struct fix_request r = { 0 };

	world_read(w, items);
	world_look(w, "1.36.2");
	*ret = (struct advice){ 0 };
	r.view = w->view;
	r.pod = world_pod(w, "shop", "p")->pod;
	r.profile = &w->profile;
	r.arena = w->arena;
	r.replay = replay_run(w->view, r.pod, &w->profile, w->arena);
	fixes_find(&r, ret);
}

static const struct fix *named(const struct advice *a, const char *summary)
{
	for (uint32_t i = 0; i < a->fixes.n; i++)
		if (!strcmp(a->fixes.v[i].summary, summary))
			return &a->fixes.v[i];
	for (uint32_t i = 0; i < a->fixes.n; i++)
		print_message("offered: %s\n", a->fixes.v[i].summary);
	print_message("wanted: %s\n", summary);
	return NULL;
}

/* One fix that has to be offered, its first op and its command. */
static const struct fix_case {
	const char *items, *summary;
	enum safety safety;
	const char *unlocks; /* the first node */
	const char *kind, *op, *path, *value; /* of the first op of the first patch */
	const char *command; /* NULL: none */
} fix_cases[] = {
	{ NODE("a", "", TAINTED) "," POD("p", "", WANTS("1")),
	  "tolerate gpu=yes:NoSchedule", SAFETY_LOW, "a", "Pod", "add", "/spec/tolerations",
	  "[{\"key\":\"gpu\",\"operator\":\"Equal\",\"value\":\"yes\",\"effect\":\"NoSchedule\"}]",
	  "kubectl patch pod p -n shop --type=json -p '[{\"op\":\"add\",\"path\":\"/spec/tolerations\","
	  "\"value\":[{\"key\":\"gpu\",\"operator\":\"Equal\",\"value\":\"yes\",\"effect\":\"NoSchedule\"}]}]'" },
	{ NODE("a", "", TAINTED) "," POD("p", "", WANTS("1") ",'tolerations':[]"),
	  "tolerate gpu=yes:NoSchedule", SAFETY_LOW, "a", "Pod", "add", "/spec/tolerations/-",
	  "{\"key\":\"gpu\",\"operator\":\"Equal\",\"value\":\"yes\",\"effect\":\"NoSchedule\"}",
	  "kubectl patch pod p -n shop --type=json -p '[{\"op\":\"add\",\"path\":\"/spec/tolerations/-\","
	  "\"value\":{\"key\":\"gpu\",\"operator\":\"Equal\",\"value\":\"yes\",\"effect\":\"NoSchedule\"}}]'" },
	{ NODE("a", "", TAINTED) "," POD("p", "", WANTS("1")),
	  "take the taint gpu=yes:NoSchedule off a", SAFETY_MUTATING, "a", "Node", "remove",
	  "/spec/taints/0", NULL, "kubectl taint nodes a gpu=yes:NoSchedule-" },
	{ NODE("a", "", "'unschedulable':true,'taints':[{'key':'x','effect':'PreferNoSchedule'},"
	       "{'key':'node.kubernetes.io/unschedulable','effect':'NoSchedule'}]") ","
	  POD("p", "", WANTS("1")),
	  "uncordon a", SAFETY_MUTATING, "a", "Node", "replace", "/spec/unschedulable", "false",
	  "kubectl uncordon a" },
	{ NODE("a", ",'disk':'ssd'", "") "," NODE("b", ",'disk':'ssd'", "") ","
	  POD("p", "", WANTS("1") ",'nodeSelector':{'disk':'nvme'}"),
	  "select disk=ssd (no node has disk=nvme, 2 have disk=ssd)", SAFETY_LOW, "a", "Pod",
	  "replace", "/spec/nodeSelector/disk", "\"ssd\"",
	  "kubectl get pod p -n shop -o json | kubectl patch -f - --local --type=json -p "
	  "'[{\"op\":\"replace\",\"path\":\"/spec/nodeSelector/disk\",\"value\":\"ssd\"}]' -o json | "
	  "kubectl replace --force -f -" },
	{ NODE("a", "", "") "," POD("p", "", WANTS("1") ",'nodeSelector':{'a/b~c':'x'}"),
	  "drop the nodeSelector a/b~c=x (no node has a/b~c=x)", SAFETY_LOW, "a", "Pod", "remove",
	  "/spec/nodeSelector/a~1b~0c", NULL,
	  "kubectl get pod p -n shop -o json | kubectl patch -f - --local --type=json -p "
	  "'[{\"op\":\"remove\",\"path\":\"/spec/nodeSelector/a~1b~0c\"}]' -o json | "
	  "kubectl replace --force -f -" },
	{ NODE("a", "", "") "," RUNNING("r", "a", "1500m", "") "," POD("p", "", WANTS("3")),
	  "request cpu 2500m instead of 3", SAFETY_LOW, "a", "Pod", "add",
	  "/spec/containers/0/resources/requests", "{\"cpu\":\"2500m\"}",
	  "kubectl get pod p -n shop -o json | kubectl patch -f - --local --type=json -p "
	  "'[{\"op\":\"add\",\"path\":\"/spec/containers/0/resources/requests\",\"value\":"
	  "{\"cpu\":\"2500m\"}}]' -o json | kubectl replace --force -f -" },
	{ NODE("a", "", "") "," RUNNING("r", "a", "1500m", "") "," POD("p", "", WANTS("3")),
	  "evict shop/r", SAFETY_DESTRUCTIVE, "a", "Pod", NULL, NULL, NULL,
	  "kubectl delete pod r -n shop" },
	{ NODE("a", "", "") ","
	  RUNNING("r", "a", "1500m", ",'deletionTimestamp':'2026-11-01T00:00:00Z'") ","
	  POD("p", "", WANTS("3")),
	  "wait until shop/r is gone, which is terminating", SAFETY_INSPECT, "a", "Pod", NULL, NULL,
	  NULL, NULL },
	{ NODE("a", "", "") "," POD("p", "", WANTS("1") ",'schedulingGates':[{'name':'g'}]"),
	  "remove the scheduling gate g", SAFETY_LOW, "a", "Pod", "remove", "/spec/schedulingGates",
	  NULL,
	  "kubectl patch pod p -n shop --type=json -p "
	  "'[{\"op\":\"remove\",\"path\":\"/spec/schedulingGates\"}]'" },
	/* a controller's template is what a person changes */
	{ NODE("a", "", TAINTED) ","
	  "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web','namespace':'shop',"
	  "'uid':'d'},'spec':{'template':{'spec':{" WANTS("1") "}}}},"
	  "{'apiVersion':'apps/v1','kind':'ReplicaSet','metadata':{'name':'web-1','namespace':'shop',"
	  "'uid':'r','ownerReferences':[{'kind':'Deployment','name':'web','uid':'d','controller':true}]},"
	  "'spec':{}},"
	  POD("p", ",'ownerReferences':[{'kind':'ReplicaSet','name':'web-1','uid':'r','controller':true}]",
	      WANTS("1")),
	  "tolerate gpu=yes:NoSchedule", SAFETY_LOW, "a", "Pod", "add", "/spec/tolerations",
	  "[{\"key\":\"gpu\",\"operator\":\"Equal\",\"value\":\"yes\",\"effect\":\"NoSchedule\"}]",
	  "kubectl patch deployment web -n shop --type=json -p '[{\"op\":\"add\",\"path\":"
	  "\"/spec/template/spec/tolerations\",\"value\":[{\"key\":\"gpu\",\"operator\":\"Equal\","
	  "\"value\":\"yes\",\"effect\":\"NoSchedule\"}]}]'" },
	/* two that only help together, in one fix */
	{ NODE("a", ",'disk':'ssd'", TAINTED) ","
	  POD("p", "", WANTS("1") ",'nodeSelector':{'disk':'nvme'}"),
	  "tolerate gpu=yes:NoSchedule and select disk=ssd (no node has disk=nvme, 1 has disk=ssd)",
	  SAFETY_LOW, "a", "Pod", "add", "/spec/tolerations",
	  "[{\"key\":\"gpu\",\"operator\":\"Equal\",\"value\":\"yes\",\"effect\":\"NoSchedule\"}]",
	  "kubectl get pod p -n shop -o json | kubectl patch -f - --local --type=json -p "
	  "'[{\"op\":\"add\",\"path\":\"/spec/tolerations\",\"value\":[{\"key\":\"gpu\",\"operator\":"
	  "\"Equal\",\"value\":\"yes\",\"effect\":\"NoSchedule\"}]},{\"op\":\"replace\",\"path\":"
	  "\"/spec/nodeSelector/disk\",\"value\":\"ssd\"}]' -o json | kubectl replace --force -f -" },
};

static void same_text(const char *have, const char *want)
{
	if (!have || !want)
		assert_true(have == want);
	else
		assert_string_equal(have, want);
}

static void test_fixes(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(fix_cases) / sizeof(*fix_cases); i++) {
		const struct fix_case *c = &fix_cases[i];
		struct world w;
		struct advice a;
		const struct fix *f;
		const struct patch *p;

		find(&w, c->items, &a);
		f = named(&a, c->summary);
		if (!f) {
			fail();
			return;
		}
		assert_int_equal(f->safety, c->safety);
		assert_string_equal(f->unlocks.v[0], c->unlocks);
		same_text(f->command, c->command);
		p = &f->patches.v[0];
		assert_string_equal(p->kind, c->kind);
		if (c->op) {
			assert_string_equal(p->ops.v[0].op, c->op);
			assert_string_equal(p->ops.v[0].path, c->path);
			same_text(p->ops.v[0].value, c->value);
		} else {
			assert_int_equal(p->type, PATCH_DELETE);
		}
		world_release(&w);
	}
}

#define CLAIM_VOLUME ",'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'c'}}]"

/* Which disk it is cannot be known: no command, and an object that the API server refuses as it is. */
static void test_volume_is_no_invention(void **state)
{
	const struct fix *f;
	struct world w;
	struct advice a;

	(void)state;
	find(&w, NODE("a", "", "") ","
	     "{'apiVersion':'storage.k8s.io/v1','kind':'StorageClass','metadata':{'name':'disk'},"
	     "'provisioner':'csi.example.com','volumeBindingMode':'Immediate'},"
	     "{'apiVersion':'v1','kind':'PersistentVolumeClaim','metadata':{'name':'c',"
	     "'namespace':'shop'},'spec':{'storageClassName':'disk','accessModes':['ReadWriteOnce'],"
	     "'resources':{'requests':{'storage':'1Gi'}}},'status':{'phase':'Pending'}},"
	     POD("p", "", WANTS("1") CLAIM_VOLUME), &a);
	f = named(&a, "provide a PersistentVolume for the claim c, with a disk of yours");
	if (!f) {
		fail();
		return;
	}
	assert_null(f->command);
	assert_non_null(strstr(f->patches.v[0].object, "\"volumeHandle\":\"\""));
	world_release(&w);
}

static void test_claim_without_class(void **state)
{
	struct world w;
	struct advice a;

	(void)state;
	find(&w, NODE("a", "", "") "," POD("p", "", WANTS("1") CLAIM_VOLUME), &a);
	for (uint32_t i = 0; i < a.fixes.n; i++)
		assert_null(strstr(a.fixes.v[i].summary, "  "));
	assert_true(a.fixes.n > 0 && strncmp(a.fixes.v[0].summary, "create the claim c", 18) == 0);
	assert_null(strstr(a.fixes.v[0].summary, "storage class"));
	world_release(&w);
}

/* A change that is enough alone is in no other fix; what is terminating is not deleted by hand. */
static void test_nothing_superfluous(void **state)
{
	struct world w;
	struct advice a;

	(void)state;
	find(&w, NODE("a", "", TAINTED) "," NODE("b", ",'disk':'ssd'", TAINTED) ","
	     POD("p", "", WANTS("1")), &a);
	assert_true(a.fixes.n > 1);
	for (uint32_t i = 0; i < a.fixes.n; i++)
		assert_null(strstr(a.fixes.v[i].summary, " and "));
	world_release(&w);

	find(&w, NODE("a", "", "") ","
	     RUNNING("r", "a", "2", ",'deletionTimestamp':'2026-11-01T00:00:00Z'") ","
	     POD("p", "", WANTS("3")), &a);
	assert_int_equal(a.fixes.v[0].safety, SAFETY_INSPECT);
	assert_int_equal(a.fixes.v[0].apply.n, 0);
	world_release(&w);
}

/* The view is left as it was. */
static void test_undone(void **state)
{
	struct world w;
	struct advice a;
	struct replay *after;

	(void)state;
	find(&w, NODE("a", "", TAINTED) "," RUNNING("r", "a", "2", "") "," POD("p", "", WANTS("3")), &a);
	after = replay_run(w.view, world_pod(&w, "shop", "p")->pod, &w.profile, w.arena);
	assert_int_equal(after->nodes.n, 1);
	assert_int_equal(after->nodes.v[0].rejections.n, 2);
	assert_int_equal(view_pods(w.view)->n, 2);
	world_release(&w);
}

static const struct what_if_case {
	const char *text;
	bool ok;
} what_if_cases[] = {
	{ "cpu=500m", true }, { "memory=1Gi", true }, { "nvidia.com/gpu=1", true },
	{ "cpu", false }, { "cpu=", false }, { "cpu=-1", false }, { "cpu=1x", false },
	{ "toleration=gpu", true }, { "toleration=gpu=yes", true },
	{ "toleration=gpu=yes:NoSchedule", true }, { "toleration=gpu:NoExecute", true },
	{ "toleration=gpu:Never", false }, { "toleration=a b", false }, { "toleration", false },
	{ "-selector=disk", true }, { "-selector", false }, { "-selector=", false },
	{ "-affinity", true }, { "-affinity=x", true }, { "-gates=x", false }, { "-spread=zone", true },
	{ "uncordon=a", true }, { "uncordon=", false }, { "-taint=a:gpu", true },
	{ "-taint=a", false }, { "evict=shop/r", true }, { "evict=r", false },
	{ "priority=10", true }, { "priority=-10", true }, { "priority=x", false },
	{ "priority=99999999999", false }, { "add-node=a", true }, { "add-node=a*3", true },
	{ "add-node=a*0", false }, { "add-node=a*1001", false }, { "add-node=*3", false },
	{ "", false }, { "=", false }, { "nonsense=1", false },
};

static void test_what_if_grammar(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof(what_if_cases) / sizeof(*what_if_cases); i++) {
		struct what_if w;
		struct error err = ERROR_INIT;
		bool ok = what_if_parse(what_if_cases[i].text, arena, &w, &err) == 0;

		if (ok != what_if_cases[i].ok)
			print_message("%s: %s\n", what_if_cases[i].text, err.msg);
		assert_true(ok == what_if_cases[i].ok);
		assert_true(ok || err.kind == ERR_USAGE);
	}
	arena_free(arena);
}

/* Nodes that fit after the changes, in one word each. */
static const struct effect_case {
	const char *changes[3];
	const char *fits;
} effect_cases[] = {
	{ { "cpu=1" }, "" },
	{ { "cpu=1", "-selector=disk" }, "b" },
	{ { "-selector=disk", "add-node=b*2" }, "b-new-1 b-new-2" },
	{ { "-selector=disk", "evict=shop/r" }, "b" },
	{ { "-selector=disk", "toleration=gpu" }, "a" },
	{ { "-selector=disk", "-taint=a:gpu" }, "a" },
	{ { "-selector=disk", "uncordon=c" }, "c" },
	{ { "-selector=disk", "uncordon=c", "cpu=5" }, "" },
};

static void test_what_if_effects(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(effect_cases) / sizeof(*effect_cases); i++) {
		struct world w;
		struct trial t;
		const struct replay *after;
		const char *fits = "";

		world_read(&w, NODE("a", "", TAINTED) "," NODE("b", "", "") ","
			   NODE("c", "", "'unschedulable':true") ","
			   RUNNING("r", "b", "2", "") ","
			   POD("p", "", WANTS("3") ",'nodeSelector':{'disk':'ssd'}"));
		world_look(&w, "1.36.2");
		trial_begin(&t, w.view, world_pod(&w, "shop", "p")->pod, w.arena, NULL);
		for (size_t k = 0; k < 3 && effect_cases[i].changes[k]; k++) {
			struct what_if change;
			struct error err = ERROR_INIT;

			assert_int_equal(what_if_parse(effect_cases[i].changes[k], w.arena, &change,
						       &err), 0);
			assert_true(what_if_make(&change, &t));
		}
		after = replay_run(w.view, t.pod, &w.profile, w.arena);
		for (uint32_t k = 0; k < after->feasible.n; k++)
			fits = arena_printf(w.arena, "%s%s%s", fits, *fits ? " " : "",
					    after->feasible.v[k]);
		assert_string_equal(fits, effect_cases[i].fits);
		trial_end(&t);
		world_release(&w);
	}
}

static void test_json_and_shell(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct arena *arena = arena_new();

	(void)state;
	json_put_string(&out, "a\"\\\n\x7f\xc3\xa9\xf0\x9f\x98\x80\xff");
	assert_string_equal(out.buf, "\"a\\\"\\\\\\u000a\\u007f\\u00e9\\ud83d\\ude00\\ufffd\"");
	strbuf_reset(&out);
	assert_string_equal(pointer_part(arena, "a/b~c"), "a~1b~0c");
	shell_quote(&out, "it's");
	assert_string_equal(out.buf, "'it'\\''s'");
	strbuf_reset(&out);
	shell_quote(&out, "");
	assert_string_equal(out.buf, "''");
	assert_false(shell_name(&out, (sym){ "-rf" }));
	assert_false(shell_name(&out, (sym){ "a;b" }));
	assert_false(shell_name(&out, (sym){ NULL }));
	arena_free(arena);
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fixes),
		cmocka_unit_test(test_volume_is_no_invention),
		cmocka_unit_test(test_claim_without_class),
		cmocka_unit_test(test_nothing_superfluous),
		cmocka_unit_test(test_undone),
		cmocka_unit_test(test_what_if_grammar),
		cmocka_unit_test(test_what_if_effects),
		cmocka_unit_test(test_json_and_shell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
