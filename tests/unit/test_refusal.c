/*
 * Pods that are missing because they are not admitted, and pods that ask for what a LimitRange
 * gave them: each case is a small cluster, the code, words of the cause and pieces of evidence.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "diagnose/diagnose.h"
#include "lib/world.h"

#define QUOTA(name, hard, used)                                                                \
	"{'kind':'ResourceQuota','metadata':{'name':'" name "','namespace':'a'},"               \
	"'status':{'hard':{" hard "},'used':{" used "}}}"
#define RANGE(limits)                                                                          \
	"{'kind':'LimitRange','metadata':{'name':'lr','namespace':'a'},'spec':{'limits':[" limits "]}}"
#define CONTAINER "'containers':[{'name':'c','resources':{'requests':{'cpu':'1'}}}]"
#define SET(kind, spec, status)                                                                \
	"{'apiVersion':'apps/v1','kind':'" kind "','metadata':{'name':'w','namespace':'a'},"    \
	"'spec':{'replicas':1,'template':{'spec':{" CONTAINER "}}" spec "},'status':{" status "}}"
#define SAYS(text)                                                                             \
	"'conditions':[{'type':'ReplicaFailure','status':'True','reason':'FailedCreate','message':" \
	"'pods \\\"w-1\\\" is forbidden: " text "'}]"
#define EXCEEDED "exceeded quota: q, requested: requests.cpu=1, used: requests.cpu=2, limited: requests.cpu=2"
#define CLAIM ",'volumeClaimTemplates':[{'metadata':{'name':'data'},'spec':{'resources':"       \
	"{'requests':{'storage':'5Gi'}}}}]"
#define EVENT(kind, reason, minute, message)                                                   \
	"{'kind':'Event','metadata':{'name':'" reason minute "','namespace':'a'},'involvedObject':" \
	"{'kind':'" kind "','namespace':'a','name':'w'},'reason':'" reason "','lastTimestamp':" \
	"'2026-01-01T00:0" minute ":00Z','message':'" message "'}"
#define SECURITY(rules) "violates PodSecurity \\\"baseline:v1.30\\\": " rules

static const struct {
	const char *name, *items;
	enum kind kind;
	const char *code;
	enum certainty certainty;
	const char *words;    /* of the summary */
	const char *evidence; /* "Kind name pointer observed": one that has to be there; NULL: any */
	const char *next;     /* words of a finding about what would be refused next; NULL: none */
} cases[] = {
	{ "the quota is full, and is there to see",
	  QUOTA("q", "'requests.cpu':'2'", "'requests.cpu':'2'") ","
	  SET("ReplicaSet", "", SAYS(EXCEEDED)), KIND_REPLICA_SET, "QuotaExceeded", CERTAIN_EXACT,
	  "a/w lacks 1 pod: ResourceQuota q has no room for it: requests.cpu 2 of 2 used, 1 more wanted",
	  "ResourceQuota q /status/used/requests.cpu 2 of 2", NULL },
	{ "numbers of now, not those of the text",
	  QUOTA("q", "'requests.cpu':'3'", "'requests.cpu':'2500m'") ","
	  SET("ReplicaSet", "", SAYS(EXCEEDED)), KIND_REPLICA_SET, "QuotaExceeded", CERTAIN_EXACT,
	  "requests.cpu 2500m of 3 used, 1 more wanted (500m too much)", NULL, NULL },
	{ "the quota cannot be seen: the text's numbers",
	  SET("ReplicaSet", "", SAYS(EXCEEDED)), KIND_REPLICA_SET, "QuotaExceeded", CERTAIN_EXACT,
	  "requests.cpu 2 of 2 used, 1 more wanted", "ResourceQuota q /status/used/requests.cpu 2 of 2",
	  NULL },
	{ "by now there is room",
	  QUOTA("q", "'requests.cpu':'2'", "'requests.cpu':'1'") ","
	  SET("ReplicaSet", "", SAYS(EXCEEDED)), KIND_REPLICA_SET, "QuotaExceeded", CERTAIN_EXACT,
	  "that is no longer so", NULL, NULL },
	{ "it never fits",
	  QUOTA("q", "'requests.cpu':'500m'", "'requests.cpu':'0'") "," SET("ReplicaSet", "", ""),
	  KIND_REPLICA_SET, "QuotaExceeded", CERTAIN_LIKELY,
	  "requests.cpu 1 is wanted, and no more than 500m is allowed in all", NULL, NULL },
	{ "pods on their way out still count",
	  QUOTA("q", "'requests.cpu':'2'", "'requests.cpu':'2'") ","
	  "{'kind':'Pod','metadata':{'name':'old','namespace':'a','deletionTimestamp':"
	  "'2026-01-01T00:00:00Z'},'spec':{" CONTAINER "}}," SET("ReplicaSet", "", SAYS(EXCEEDED)),
	  KIND_REPLICA_SET, "QuotaExceeded", CERTAIN_EXACT, "1 pod there is being deleted", NULL, NULL },
	{ "the template never asked for it",
	  QUOTA("q", "'requests.memory':'1Gi'", "'requests.memory':'0'") ","
	  RANGE("{'type':'Container','default':{'memory':'2Gi'}}") "," SET("ReplicaSet", "", ""),
	  KIND_REPLICA_SET, "QuotaExceeded", CERTAIN_LIKELY,
	  "; LimitRange lr gives container c its requests.memory (2Gi)", NULL, NULL },
	{ "two quotas, the other one comes next",
	  QUOTA("q", "'requests.cpu':'2'", "'requests.cpu':'2'") ","
	  QUOTA("r", "'pods':'3'", "'pods':'3'") "," SET("ReplicaSet", "", SAYS(EXCEEDED)),
	  KIND_REPLICA_SET, "QuotaExceeded", CERTAIN_EXACT, "ResourceQuota q", NULL,
	  "after that, ResourceQuota r has no room for it: pods 3 of 3 used, 1 more wanted" },
	{ "behind a webhook a quota waits",
	  QUOTA("r", "'pods':'3'", "'pods':'3'") ","
	  SET("ReplicaSet", "", SAYS("admission webhook \\\"x\\\" denied the request: no")),
	  KIND_REPLICA_SET, "WebhookDenied", CERTAIN_EXACT, "denied the request: no", NULL,
	  "ResourceQuota r" },
	{ "a field that a quota makes obligatory",
	  QUOTA("q", "'limits.cpu':'2'", "'limits.cpu':'0'") ","
	  SET("ReplicaSet", "", SAYS("failed quota: q: must specify limits.cpu for: c")),
	  KIND_REPLICA_SET, "QuotaNeedsRequests", CERTAIN_EXACT,
	  "ResourceQuota q makes limits.cpu obligatory, and container c has no limits.cpu",
	  "ReplicaSet w /spec/template/spec/containers/0/resources/limits/cpu not set", NULL },
	{ "the LimitRange and the container get their names",
	  RANGE("{'type':'Container','min':{'cpu':'2'}}") ","
	  SET("ReplicaSet", "", SAYS("minimum cpu usage per Container is 2, but request is 1")),
	  KIND_REPLICA_SET, "LimitRangeViolation", CERTAIN_EXACT,
	  "LimitRange lr: minimum cpu usage per Container is 2, but request is 1 (container c)",
	  "LimitRange lr /spec/limits", NULL },
	{ "a LimitRange that has changed since: the API server's words",
	  RANGE("{'type':'Container','min':{'cpu':'1'}}") ","
	  SET("ReplicaSet", "", SAYS("minimum cpu usage per Container is 2, but request is 1")),
	  KIND_REPLICA_SET, "LimitRangeViolation", CERTAIN_EXACT,
	  "the API server refuses to create them: minimum cpu", NULL, NULL },
	{ "nothing said, but a claim comes before the pod",
	  QUOTA("q", "'requests.storage':'6Gi'", "'requests.storage':'5Gi'") ","
	  SET("StatefulSet", CLAIM, ""), KIND_STATEFUL_SET, "QuotaExceeded", CERTAIN_LIKELY,
	  "claim data-w-0 comes first, and ResourceQuota q has no room for it", NULL, NULL },
	{ "the claim exists already",
	  QUOTA("q", "'requests.storage':'6Gi'", "'requests.storage':'5Gi'") ","
	  "{'kind':'PersistentVolumeClaim','metadata':{'name':'data-w-0','namespace':'a'}},"
	  SET("StatefulSet", CLAIM, ""), KIND_STATEFUL_SET, "PodsNotCreated", CERTAIN_LIKELY, "", NULL,
	  NULL },
	{ "the ReplicaSet itself is one too many",
	  QUOTA("q", "'count/replicasets.apps':'1'", "'count/replicasets.apps':'1'") ","
	  SET("Deployment", "", ""), KIND_DEPLOYMENT, "QuotaExceeded", CERTAIN_LIKELY,
	  "its ReplicaSet comes first, and ResourceQuota q", NULL, NULL },
	{ "an event says it: no condition exists for a StatefulSet",
	  SET("StatefulSet", CLAIM, "") "," EVENT("StatefulSet", "FailedCreate", "1",
	  "create Claim data-w-0 for Pod w-0 in StatefulSet w failed error: persistentvolumeclaims "
	  "\\\"data-w-0\\\" is forbidden: exceeded quota: q, requested: requests.storage=5Gi, "
	  "used: requests.storage=5Gi, limited: requests.storage=6Gi"),
	  KIND_STATEFUL_SET, "QuotaExceeded", CERTAIN_EXACT,
	  "requests.storage 5Gi of 6Gi used, 5Gi more wanted (4Gi too much)",
	  "StatefulSet w - persistentvolumeclaims \"data-w-0\" is forbidden", NULL },
	{ "an event is newer than the condition",
	  SET("ReplicaSet", "", SAYS(EXCEEDED)) "," EVENT("ReplicaSet", "FailedCreate", "1",
	  "Error creating: pods \\\"w-\\\" is forbidden: no PriorityClass with name x was found"),
	  KIND_REPLICA_SET, "PriorityClassMissing", CERTAIN_EXACT,
	  "the API server refuses to create them: no PriorityClass with name x was found", NULL, NULL },
	{ "something was created after the event",
	  SET("ReplicaSet", "", "") "," EVENT("ReplicaSet", "FailedCreate", "1", "Error creating: x") ","
	  EVENT("ReplicaSet", "SuccessfulCreate", "2", "Created pod: w-1"),
	  KIND_REPLICA_SET, "PodsNotCreated", CERTAIN_LIKELY, "", NULL, NULL },
	{ "Pod Security, one container",
	  "{'kind':'Namespace','metadata':{'name':'a','labels':{'pod-security.kubernetes.io/enforce':"
	  "'baseline'}}}," SET("ReplicaSet", "", SAYS(SECURITY("privileged (container \\\"c\\\" must "
	  "not set securityContext.privileged=true)"))),
	  KIND_REPLICA_SET, "PodSecurityViolation", CERTAIN_EXACT,
	  "namespace a enforces Pod Security baseline:v1.30, and container c lacks "
	  "securityContext.privileged: false",
	  "Namespace a /metadata/labels/pod-security.kubernetes.io~1enforce baseline", NULL },
	{ "Pod Security, of the whole pod",
	  SET("ReplicaSet", "", SAYS(SECURITY("host namespaces (hostPID=true), hostPath volumes "
	  "(volume \\\"v\\\")"))),
	  KIND_REPLICA_SET, "PodSecurityViolation", CERTAIN_EXACT,
	  "the template breaks it: host namespaces (hostPID=true), hostPath volumes (volume \"v\")",
	  "ReplicaSet w /spec/template/spec/hostPID host namespaces", NULL },
};

static const struct meta *object(const struct world *w, enum kind kind, const char *name)
{
	return cluster_find(w->cluster, kind, sym_str(w->cluster->syms, "a"),
			    sym_str(w->cluster->syms, name));
}

static bool has_evidence(const struct report *r, const char *wanted)
{
	bool found = false;

	for (uint32_t i = 0; i < r->findings.n; i++)
		for (uint32_t k = 0; k < r->findings.v[i].evidence.n; k++) {
			const struct evidence *e = &r->findings.v[i].evidence.v[k];
			struct strbuf b = STRBUF_INIT;

			strbuf_addf(&b, "%s %s %s %s", e->object.kind, e->object.name,
				    e->pointer ? e->pointer : "-", e->observed ? e->observed : "-");
			found |= strncmp(b.buf, wanted, strlen(wanted)) == 0;
			strbuf_release(&b);
		}
	return found;
}

static const char *finding(const struct report *r, const char *code)
{
	for (uint32_t i = 0; i < r->findings.n; i++)
		if (strcmp(r->findings.v[i].code, code) == 0)
			return r->findings.v[i].summary;
	return NULL;
}

static void test_workloads(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct world w;
		struct diagnosis *d = world_diagnosis(&w, cases[i].items);
		struct report *r = diagnose_workload(d, cases[i].kind,
				(const struct workload *)object(&w, cases[i].kind, "w"));
		const char *next = finding(r, "RefusedNext");

		if (strcmp(r->cause.code, cases[i].code) != 0 ||
		    r->cause.certainty != cases[i].certainty ||
		    !strstr(r->cause.summary, cases[i].words))
			fail_msg("%s: %s %s: %s", cases[i].name, r->cause.code,
				 certainty_name(r->cause.certainty), r->cause.summary);
		if (cases[i].evidence && !has_evidence(r, cases[i].evidence))
			fail_msg("%s: no evidence \"%s\"", cases[i].name, cases[i].evidence);
		if (cases[i].next ? !next || !strstr(next, cases[i].next) : next != NULL)
			fail_msg("%s: next: %s", cases[i].name, next ? next : "nothing");
		report_free(r);
		diagnosis_free(d);
		world_release(&w);
	}
}

#define NODE(name, memory) "{'kind':'Node','metadata':{'name':'" name "'},'status':{'allocatable':"  \
	"{'cpu':'4','memory':'" memory "','pods':'9'}}}"
#define PENDING(memory) "{'kind':'Pod','metadata':{'name':'p','namespace':'a','annotations':"       \
	"{'kubernetes.io/limit-ranger':'LimitRanger plugin set: memory request for container c'}},"  \
	"'spec':{'containers':[{'name':'c','resources':{'requests':{'cpu':'1','memory':'" memory "'}}}]}}"
#define BUSY(node) "{'kind':'Pod','metadata':{'name':'on-" node "','namespace':'a'},'spec':{'nodeName':" \
	"'" node "','containers':[{'name':'c','resources':{'requests':{'memory':'5Gi'}}}]},"          \
	"'status':{'phase':'Running'}}"

static const struct {
	const char *name, *items;
	enum stage stage;
	const char *words; /* at the end of the summary; "": it says nothing of it */
	bool found;
} blocked[] = {
	{ "more than a node has",
	  RANGE("{'type':'Container','default':{'memory':'64Gi'}}") "," NODE("n1", "8Gi") ","
	  PENDING("64Gi"), STAGE_FILTER_FAILURE,
	  "LimitRange lr gave container c its 64Gi of memory, the pod itself asks for none", true },
	{ "the LimitRange is gone", NODE("n1", "8Gi") "," PENDING("64Gi"), STAGE_FILTER_FAILURE,
	  "A LimitRange gave container c its 64Gi of memory, the pod itself asks for none", true },
	{ "fragmentation",
	  NODE("n1", "8Gi") "," NODE("n2", "8Gi") "," BUSY("n1") "," BUSY("n2") "," PENDING("4Gi"),
	  STAGE_FRAGMENTATION,
	  "A LimitRange gave container c its 4Gi of memory, the pod itself asks for none", true },
	{ "a claim that a quota keeps away",
	  QUOTA("q", "'requests.storage':'1Gi'", "'requests.storage':'0'") "," NODE("n1", "8Gi") ","
	  "{'kind':'PersistentVolumeClaim','metadata':{'name':'other','namespace':'a'}},"
	  "{'kind':'Pod','metadata':{'name':'p','namespace':'a'},'spec':{'containers':[{'name':'c'}],"
	  "'volumes':[{'name':'v','ephemeral':{'volumeClaimTemplate':{'spec':{'resources':{'requests':"
	  "{'storage':'2Gi'}}}}}}]}}",
	  STAGE_FILTER_FAILURE, "it would be refused: ResourceQuota q has no room for it: "
	  "requests.storage 2Gi is wanted, and no more than 1Gi is allowed in all", false },
	{ "memory is not what is short",
	  "{'kind':'Node','metadata':{'name':'n1'},'status':{'allocatable':{'cpu':'500m',"
	  "'memory':'80Gi','pods':'9'}}}," PENDING("64Gi"), STAGE_FILTER_FAILURE, "", false },
};

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

static void test_blocked(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(blocked) / sizeof(*blocked); i++) {
		struct world w;
		struct diagnosis *d = world_diagnosis(&w, blocked[i].items);
		struct report *r = diagnose_pod(d, (const struct pod *)object(&w, KIND_POD, "p"));

		if (r->stage != blocked[i].stage || !ends_with(r->cause.summary, blocked[i].words) ||
		    (!*blocked[i].words && strstr(r->cause.summary, "LimitRange")) ||
		    (finding(r, "RequestFromLimitRange") != NULL) != blocked[i].found)
			fail_msg("%s: %s: %s", blocked[i].name, stage_name(r->stage),
				 r->cause.summary);
		report_free(r);
		diagnosis_free(d);
		world_release(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_workloads),
		cmocka_unit_test(test_blocked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
