/* What a command line selects, names that are offered, the time and the version of a snapshot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/near.h"
#include "base/strbuf.h"
#include "diagnose/diagnose.h"
#include "lib/world.h"
#include "model/time.h"

#define META(ns, name, more) "'metadata':{'namespace':'" ns "','name':'" name "'" more "}"
#define OWNED(kind, name) ",'ownerReferences':[{'kind':'" kind "','name':'" name "','controller':true}]"
#define POD(ns, name, more, spec, status) "{'kind':'Pod'," META(ns, name, more) ",'spec':{" spec \
	"},'status':{" status "}}"
#define ON_NODE "'nodeName':'n1'"
#define RUNNING "'phase':'Running'"

static const char shop[] =
	"{'kind':'Node','metadata':{'name':'n1'},'status':{'allocatable':{'cpu':'4','pods':'9'}}},"
	"{'apiVersion':'apps/v1','kind':'Deployment'," META("shop", "web", "") ",'spec':{'replicas':3}},"
	"{'apiVersion':'apps/v1','kind':'ReplicaSet'," META("shop", "web-7d9f", OWNED("Deployment", "web"))
	",'spec':{'replicas':3},'status':{'replicas':2}},"
	POD("shop", "web-7d9f-a", OWNED("ReplicaSet", "web-7d9f"), ON_NODE, RUNNING) ","
	POD("shop", "web-7d9f-b", OWNED("ReplicaSet", "web-7d9f") ",'labels':{'app':'web'}", "",
	    "'phase':'Pending'") ","
	POD("shop", "gated", "", "'schedulingGates':[{'name':'g'}]", "'phase':'Pending'") ","
	POD("shop", "refused", "", "'nodeName':'n1'", "'phase':'Failed','reason':'OutOfcpu'") ","
	POD("shop", "done", "", "'nodeName':'n1'", "'phase':'Succeeded'") ","
	POD("bank", "ledger", "", "'nodeSelector':{'disk':'ssd'}", "'phase':'Pending'");

static const struct {
	const char *namespace_, *names[3];
	const char *subjects; /* "ns/kind/name stage", one after another, or the error */
	size_t finished;
} selections[] = {
	{ NULL, { NULL },
	  "bank/Pod/ledger filter-failure, shop/Deployment/web not-created, shop/Pod/gated gated, "
	  "shop/Pod/refused post-bind, shop/Pod/web-7d9f-b queue-wait", 1 },
	{ "bank", { NULL }, "bank/Pod/ledger filter-failure", 0 },
	{ "shop", { "done" }, "shop/Pod/done finished", 0 },
	{ "shop", { "po/web-7d9f-a" }, "shop/Pod/web-7d9f-a ready", 0 },
	{ "shop", { "Deploy/web" }, "shop/Deployment/web not-created, shop/Pod/web-7d9f-b queue-wait, "
	  "shop/Pod/web-7d9f-a ready", 0 },
	{ "shop", { "replicasets.apps/web-7d9f", "gated" }, "shop/Pod/gated gated, "
	  "shop/Pod/web-7d9f-a ready, shop/Pod/web-7d9f-b queue-wait, "
	  "shop/ReplicaSet/web-7d9f not-created", 0 },
	{ "shop", { "gated", "pod/gated" }, "shop/Pod/gated gated", 0 },
	{ "shop", { "web" }, "pod \"web\" not found in namespace shop; did you mean deployment/web, "
	  "web-7d9f-a, web-7d9f-b?", 0 },
	{ "shop", { "gatde" }, "pod \"gatde\" not found in namespace shop; did you mean gated?", 0 },
	{ "shop", { "zzzzzz" }, "pod \"zzzzzz\" not found in namespace shop", 0 },
	{ "bank", { "deployment/web" }, "deployment \"web\" not found in namespace bank; "
	  "there is one in shop: -n shop", 0 },
	{ "bank", { "gated" }, "pod \"gated\" not found in namespace bank; "
	  "there is one in shop: -n shop", 0 },
	{ NULL, { "gated" }, "shop/Pod/gated gated", 0 },
};

static void list_reports(struct reports *rs, struct strbuf *out)
{
	for (size_t i = 0; i < rs->n; i++) {
		const struct report *r = reports_get(rs, i);

		strbuf_addf(out, "%s%s/%s/%s %s", i ? ", " : "", r->subject.namespace_,
			    r->subject.kind, r->subject.name, stage_name(r->stage));
	}
}

static void test_selection(void **state)
{
	struct world w;
	struct diagnosis *d = world_diagnosis(&w, shop);

	(void)state;
	for (size_t i = 0; i < sizeof(selections) / sizeof(*selections); i++) {
		struct selection sel = { selections[i].namespace_, selections[i].names, 0, NULL };
		struct strbuf text = STRBUF_INIT;
		struct error err = ERROR_INIT;
		struct reports rs = { 0 };

		while (sel.n < 3 && sel.names[sel.n])
			sel.n++;
		if (diagnose_selection(d, &sel, &rs, &err) < 0) {
			assert_int_equal(err.kind, ERR_NOT_FOUND);
			strbuf_adds(&text, err.msg);
		} else {
			list_reports(&rs, &text);
		}
		assert_string_equal(text.buf, selections[i].subjects);
		assert_int_equal(rs.finished, selections[i].finished);
		strbuf_release(&text);
		reports_release(&rs);
	}
	diagnosis_free(d);
	world_release(&w);
}

static void test_unknown_type(void **state)
{
	const char *name = "service/web";
	struct selection sel = { "shop", &name, 1, NULL };
	struct error err = ERROR_INIT;
	struct reports rs = { 0 };
	struct world w;
	struct diagnosis *d = world_diagnosis(&w, shop);

	(void)state;
	assert_int_equal(diagnose_selection(d, &sel, &rs, &err), -1);
	assert_int_equal(err.kind, ERR_USAGE);
	reports_release(&rs);
	diagnosis_free(d);
	world_release(&w);
}

static void test_edit_distance(void **state)
{
	static const struct { const char *a, *b; size_t most, distance; } pairs[] = {
		{ "", "", 3, 0 }, { "web", "web", 3, 0 }, { "web", "wb", 3, 1 }, { "web", "wbe", 3, 2 },
		{ "abc", "xyz", 5, 3 }, { "abc", "xyz", 2, 3 }, { "a", "abcdef", 2, 3 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		assert_int_equal(edit_distance(pairs[i].a, pairs[i].b, pairs[i].most), pairs[i].distance);
		assert_int_equal(edit_distance(pairs[i].b, pairs[i].a, pairs[i].most), pairs[i].distance);
	}
}

#define LEASE(name, time) "{'apiVersion':'coordination.k8s.io/v1','kind':'Lease'," META("l", name, "") \
	",'spec':{'renewTime':'" time "'}}"
#define EVENT(time) "{'kind':'Event'," META("a", "e", "") ",'involvedObject':{'kind':'Pod'},"        \
	"'lastTimestamp':'" time "'}"
#define DELETED ",'creationTimestamp':'2026-01-01T00:00:00Z','deletionTimestamp':'2026-01-01T09:00:00Z'"

static void test_now(void **state)
{
	static const struct { const char *items, *now; } nows[] = {
		{ LEASE("a", "2026-01-01T00:00:01.5Z") "," LEASE("b", "2026-01-01T00:00:00Z"),
		  "2026-01-01T00:00:01.500000Z" },
		{ LEASE("a", "2026-01-01T00:00:01Z") "," EVENT("2026-01-01T00:00:02Z"),
		  "2026-01-01T00:00:02Z" },
		/* signs of life win over later times of other objects */
		{ LEASE("a", "2026-01-01T00:00:01Z") "," POD("a", "p",
		  ",'creationTimestamp':'2026-01-01T05:00:00Z'", "", ""), "2026-01-01T00:00:01Z" },
		{ POD("a", "p", DELETED, "", "'startTime':'2026-01-01T00:00:09Z'"),
		  "2026-01-01T00:00:09Z" },
		{ POD("a", "p", DELETED, "", ""), "2026-01-01T00:00:00Z" },
		{ POD("a", "p", "", "", ""), "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(nows) / sizeof(*nows); i++) {
		struct strbuf text = STRBUF_INIT;
		struct opt_time now;
		struct world w;

		world_read(&w, nows[i].items);
		now = snapshot_now(w.cluster);
		if (now.set)
			time_format(now.us, &text);
		assert_string_equal(text.buf, nows[i].now);
		strbuf_release(&text);
		world_release(&w);
	}
}

#define SCHEDULER(ns, image) POD(ns, "kube-scheduler-cp", "", "'containers':[{'name':'s','image':'"     \
	image "'}]", "'phase':'Running'")
#define KUBELET(name, version) "{'kind':'Node','metadata':{'name':'" name "'},'status':{'nodeInfo':"   \
	"{'kubeletVersion':'" version "'}}}"

static void test_version(void **state)
{
	static const struct { const char *items, *version; } versions[] = {
		{ SCHEDULER("kube-system", "registry.k8s.io/kube-scheduler:v1.34.1") ","
		  KUBELET("n1", "v1.33.0"), "v1.34.1" },
		{ SCHEDULER("kube-system", "r:5000/x/kube-scheduler:v1.35.3@sha256:abc"), "v1.35.3" },
		{ SCHEDULER("other", "registry.k8s.io/kube-scheduler:v1.34.1") ","
		  KUBELET("n1", "v1.33.0"), "v1.33.0" },
		{ SCHEDULER("kube-system", "my-kube-scheduler:v1.34.1") "," KUBELET("n1", "v1.9.0") ","
		  KUBELET("n2", "v1.33.10") "," KUBELET("n3", "v1.33.9"), "v1.33.10" },
		{ SCHEDULER("kube-system", "kube-scheduler:latest"), NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(versions) / sizeof(*versions); i++) {
		const char *version;
		struct world w;

		world_read(&w, versions[i].items);
		version = snapshot_version(w.cluster);
		if (!versions[i].version)
			assert_null(version);
		else
			assert_string_equal(version ? version : "none", versions[i].version);
		world_release(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_selection),
		cmocka_unit_test(test_unknown_type),
		cmocka_unit_test(test_edit_distance),
		cmocka_unit_test(test_now),
		cmocka_unit_test(test_version),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
