/* Quotas and LimitRanges against the API server's own words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "admission/admission.h"
#include "lib/world.h"
#include "load/load.h"
#include "model/quantity.h"

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

/* A quota "q" in namespace ns; scope: more of its spec, or "". */
#define QUOTA(scope, hard, used)                                                               \
	"{'apiVersion':'v1','kind':'ResourceQuota','metadata':{'name':'q','namespace':'ns'},"  \
	"'spec':{" scope "},'status':{'hard':{" hard "},'used':{" used "}}}"
#define RANGE(name, limits)                                                                    \
	"{'apiVersion':'v1','kind':'LimitRange','metadata':{'name':'" name                     \
	"','namespace':'ns'},'spec':{'limits':[" limits "]}}"
/* A Deployment "w" whose template has this spec. */
#define WANTS(spec)                                                                            \
	"{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'w','namespace':'ns'}," \
	"'spec':{'template':{'spec':{" spec "}}}}"
#define CONTAINER(name, resources) "{'name':'" name "','resources':{" resources "}}"
#define ONE(resources) WANTS("'containers':[" CONTAINER("c", resources) "]")
#define HALF "'requests':{'cpu':'500m','memory':'1Gi'}"

struct fixture {
	struct world w;
	struct admission a;
};

static void fixture_init(struct fixture *f, const char *items)
{
	world_read(&f->w, items);
	f->a = (struct admission){ f->w.cluster, f->w.arena, true, 0 };
}

static void fixture_release(struct fixture *f)
{
	cluster_free(f->w.cluster);
	arena_free(f->w.arena);
}

static sym name_of(const struct fixture *f, const char *s)
{
	return sym_str(f->w.cluster->syms, s);
}

static const struct workload *workload(const struct fixture *f, enum kind kind)
{
	return (const struct workload *)cluster_find(f->w.cluster, kind, name_of(f, "ns"),
						     name_of(f, "w"));
}

static void assert_refusals(const char *name, const struct refusals *got, const char *wanted)
{
	struct strbuf b = STRBUF_INIT;

	for (uint32_t i = 0; i < got->n; i++)
		strbuf_addf(&b, "%s%s: %s", i ? "\n" : "", got->v[i].name, got->v[i].text);
	if (strcmp(b.buf, wanted) != 0)
		fail_msg("%s:\n  got    %s\n  wanted %s", name, b.buf, wanted);
	strbuf_release(&b);
}

struct admit_case {
	const char *name, *items, *wanted;
};

static const struct admit_case pod_cases[] = {
	{ "no quota", ONE(HALF), "" },
	{ "room left", QUOTA("", "'requests.cpu':'2'", "'requests.cpu':'1500m'") "," ONE(HALF), "" },
	{ "over, in the server's words",
	  QUOTA("", "'pods':'5','requests.cpu':'2','requests.memory':'2Gi'",
		"'pods':'2','requests.cpu':'2','requests.memory':'2Gi'") "," ONE(HALF),
	  "q: exceeded quota: q, requested: requests.cpu=500m,requests.memory=1Gi, "
	  "used: requests.cpu=2,requests.memory=2Gi, limited: requests.cpu=2,requests.memory=2Gi" },
	{ "cpu is another name of requests.cpu",
	  QUOTA("", "'cpu':'1'", "'cpu':'800m'") "," ONE(HALF),
	  "q: exceeded quota: q, requested: cpu=500m, used: cpu=800m, limited: cpu=1" },
	{ "already above, but this is not consumed",
	  QUOTA("", "'requests.storage':'1Gi','pods':'9','services':'1'",
		"'requests.storage':'9Gi','pods':'1','services':'4'") "," ONE(HALF),
	  "" },
	{ "pods", QUOTA("", "'pods':'3'", "'pods':'3'") "," ONE(""),
	  "q: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3" },
	{ "count/pods", QUOTA("", "'count/pods':'3'", "'count/pods':'3'") "," ONE(""),
	  "q: exceeded quota: q, requested: count/pods=1, used: count/pods=3, limited: count/pods=3" },
	{ "without status nothing is limited yet", QUOTA("'hard':{'pods':'0'}", "", "") "," ONE(""), "" },
	{ "status without use",
	  QUOTA("", "'requests.cpu':'2','pods':'3'", "'pods':'0'") "," ONE(HALF),
	  "q: status unknown for quota: q, resources: pods,requests.cpu" },
	{ "must specify, containers and resources sorted",
	  QUOTA("", "'limits.cpu':'9','requests.memory':'9Gi'",
		"'limits.cpu':'0','requests.memory':'0'") ","
	  WANTS("'containers':[" CONTAINER("b", "") "," CONTAINER("a", HALF) "],"
		"'initContainers':[" CONTAINER("i", "'limits':{'cpu':'1','memory':'1'}") "]"),
	  "q: failed quota: q: must specify limits.cpu for: a,b; requests.memory for: b" },
	{ "ephemeral-storage is not obligatory",
	  QUOTA("", "'requests.ephemeral-storage':'1Gi'", "'requests.ephemeral-storage':'0'") ","
	  ONE(""), "" },
	{ "a limit stands for the request",
	  QUOTA("", "'requests.cpu':'1'", "'requests.cpu':'0'") "," ONE("'limits':{'cpu':'2'}"),
	  "q: exceeded quota: q, requested: requests.cpu=2, used: requests.cpu=0, limited: requests.cpu=1" },
	{ "init containers count by the largest, sidecars add up",
	  QUOTA("", "'requests.cpu':'3'", "'requests.cpu':'0'") ","
	  WANTS("'containers':[" CONTAINER("c", "'requests':{'cpu':'1'}") "],'initContainers':["
		"{'name':'s','restartPolicy':'Always','resources':{'requests':{'cpu':'1'}}},"
		CONTAINER("i", "'requests':{'cpu':'2500m'}") "]"),
	  "q: exceeded quota: q, requested: requests.cpu=3500m, used: requests.cpu=0, limited: requests.cpu=3" },
	{ "overhead",
	  QUOTA("", "'requests.cpu':'1','limits.cpu':'9'", "'requests.cpu':'0','limits.cpu':'8500m'") ","
	  WANTS("'overhead':{'cpu':'600m'},'containers':["
		CONTAINER("c", "'limits':{'cpu':'500m'}") "]"),
	  "q: exceeded quota: q, requested: limits.cpu=1100m,requests.cpu=1100m, "
	  "used: limits.cpu=8500m,requests.cpu=0, limited: limits.cpu=9,requests.cpu=1" },
	{ "pod-level resources replace and satisfy",
	  QUOTA("", "'requests.cpu':'1','limits.cpu':'1'", "'requests.cpu':'0','limits.cpu':'0'") ","
	  WANTS("'resources':{'limits':{'cpu':'4'}},'containers':[" CONTAINER("c", "") "]"),
	  "q: exceeded quota: q, requested: limits.cpu=4,requests.cpu=4, "
	  "used: limits.cpu=0,requests.cpu=0, limited: limits.cpu=1,requests.cpu=1" },
	{ "extended resources only with requests.",
	  QUOTA("", "'requests.example.com/gpu':'4','example.com/gpu':'1'",
		"'requests.example.com/gpu':'3','example.com/gpu':'1'") ","
	  ONE("'limits':{'example.com/gpu':'2'}"),
	  "q: exceeded quota: q, requested: requests.example.com/gpu=2, "
	  "used: requests.example.com/gpu=3, limited: requests.example.com/gpu=4" },
	{ "hugepages",
	  QUOTA("", "'hugepages-2Mi':'4Mi'", "'hugepages-2Mi':'2Mi'") ","
	  ONE("'limits':{'hugepages-2Mi':'4Mi'}"),
	  "q: exceeded quota: q, requested: hugepages-2Mi=4Mi, used: hugepages-2Mi=2Mi, limited: hugepages-2Mi=4Mi" },

	{ "scope Terminating", QUOTA("'scopes':['Terminating']", "'pods':'0'", "'pods':'0'") ","
	  ONE(""), "" },
	{ "scope Terminating holds",
	  QUOTA("'scopes':['Terminating']", "'pods':'0'", "'pods':'0'") ","
	  WANTS("'activeDeadlineSeconds':0,'containers':[" CONTAINER("c", "") "]"),
	  "q: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0" },
	{ "scope NotTerminating",
	  QUOTA("'scopes':['NotTerminating']", "'pods':'0'", "'pods':'0'") ","
	  WANTS("'activeDeadlineSeconds':60,'containers':[" CONTAINER("c", "") "]"), "" },
	{ "scope BestEffort",
	  QUOTA("'scopes':['BestEffort']", "'pods':'0'", "'pods':'0'") ","
	  ONE("'requests':{'cpu':'0','ephemeral-storage':'1Gi'}"),
	  "q: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0" },
	{ "scope BestEffort, not so",
	  QUOTA("'scopes':['BestEffort']", "'pods':'0'", "'pods':'0'") "," ONE(HALF), "" },
	{ "scope NotBestEffort and not terminating, both",
	  QUOTA("'scopes':['NotBestEffort','NotTerminating']", "'pods':'0'", "'pods':'0'") ","
	  ONE(HALF), "q: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0" },
#define PRIORITY(op, values)                                                                   \
	QUOTA("'scopeSelector':{'matchExpressions':[{'scopeName':'PriorityClass','operator':'" op \
	      "'" values "}]}", "'pods':'0'", "'pods':'0'")
#define OVER "q: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0"
#define CLASSED WANTS("'priorityClassName':'high','containers':[" CONTAINER("c", "") "]")
	{ "priority In", PRIORITY("In", ",'values':['low','high']") "," CLASSED, OVER },
	{ "priority In, no class", PRIORITY("In", ",'values':['low','high']") "," ONE(""), "" },
	{ "priority NotIn, no class", PRIORITY("NotIn", ",'values':['high']") "," ONE(""), OVER },
	{ "priority NotIn", PRIORITY("NotIn", ",'values':['high']") "," CLASSED, "" },
	{ "priority Exists", PRIORITY("Exists", "") "," CLASSED, OVER },
	{ "priority Exists, no class", PRIORITY("Exists", "") "," ONE(""), "" },
	{ "priority DoesNotExist", PRIORITY("DoesNotExist", "") "," ONE(""), OVER },
	{ "priority, an operator that nobody knows", PRIORITY("Near", "") "," CLASSED, "" },
	{ "the default class counts",
	  "{'apiVersion':'scheduling.k8s.io/v1','kind':'PriorityClass','metadata':{'name':'high'},"
	  "'value':5,'globalDefault':true}," PRIORITY("In", ",'values':['high']") "," ONE(""), OVER },
#define CROSS(term)                                                                            \
	QUOTA("'scopes':['CrossNamespacePodAffinity']", "'pods':'0'", "'pods':'0'") ","        \
	WANTS("'affinity':{'podAntiAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':[" \
	      "{'weight':1,'podAffinityTerm':{'topologyKey':'z'" term "}}]}},"                  \
	      "'containers':[" CONTAINER("c", "") "]")
	{ "affinity across namespaces", CROSS(",'namespaceSelector':{}"), OVER },
	{ "affinity in the own namespace", CROSS(""), "" },
	{ "a scope of claims", QUOTA("'scopes':['VolumeAttributesClass']", "'pods':'0'", "'pods':'0'")
	  "," ONE(""), "" },

	{ "defaults of a LimitRange satisfy a quota and count",
	  RANGE("lr", "{'type':'Container','default':{'cpu':'2'},'defaultRequest':{'cpu':'1'}}") ","
	  QUOTA("", "'requests.cpu':'900m','limits.cpu':'9'", "'requests.cpu':'0','limits.cpu':'0'")
	  "," ONE(""),
	  "q: exceeded quota: q, requested: requests.cpu=1, used: requests.cpu=0, limited: requests.cpu=900m" },
	{ "max is the default limit, and that the default request",
	  RANGE("lr", "{'type':'Container','max':{'memory':'4Gi'}}") ","
	  QUOTA("", "'requests.memory':'1Gi'", "'requests.memory':'0'") "," ONE(""),
	  "q: exceeded quota: q, requested: requests.memory=4Gi, used: requests.memory=0, limited: requests.memory=1Gi" },
	{ "a limit of its own comes before the default request",
	  RANGE("lr", "{'type':'Container','defaultRequest':{'cpu':'1'}}") ","
	  QUOTA("", "'requests.cpu':'2'", "'requests.cpu':'0'") "," ONE("'limits':{'cpu':'3'}"),
	  "q: exceeded quota: q, requested: requests.cpu=3, used: requests.cpu=0, limited: requests.cpu=2" },
	{ "below the minimum",
	  RANGE("lr", "{'type':'Container','min':{'memory':'64Mi'}}") ","
	  ONE("'requests':{'memory':'16Mi'}"),
	  "lr: minimum memory usage per Container is 64Mi, but request is 16Mi" },
	{ "above the maximum: two at once",
	  RANGE("lr", "{'type':'Container','max':{'cpu':'2','memory':'1Gi'}}") ","
	  ONE("'limits':{'cpu':'4','memory':'2Gi'}"),
	  "lr: [maximum cpu usage per Container is 2, but limit is 4, "
	  "maximum memory usage per Container is 1Gi, but limit is 2Gi]" },
	{ "ratio",
	  RANGE("lr", "{'type':'Container','maxLimitRequestRatio':{'cpu':'4'}}") ","
	  ONE("'requests':{'cpu':'100m'},'limits':{'cpu':'1'}"),
	  "lr: cpu max limit to request ratio per Container is 4, but provided ratio is 10.000000" },
	{ "ratio without a request",
	  RANGE("lr", "{'type':'Pod','maxLimitRequestRatio':{'memory':'2'}}") "," ONE(""),
	  "lr: memory max limit to request ratio per Pod is 2, but no request is specified or request is 0" },
	{ "pod minimum over all containers",
	  RANGE("lr", "{'type':'Pod','min':{'cpu':'1'}}") ","
	  WANTS("'containers':[" CONTAINER("a", "'requests':{'cpu':'500m'}") ","
		CONTAINER("b", "'requests':{'cpu':'500m'}") "]"), "" },
	{ "pod minimum, nothing given", RANGE("lr", "{'type':'Pod','min':{'cpu':'100m'}}") "," ONE(""),
	  "lr: minimum cpu usage per Pod is 100m.  No request is specified" },
	{ "pod maximum needs a limit",
	  RANGE("lr", "{'type':'Pod','max':{'cpu':'2'}}") "," ONE("'requests':{'cpu':'1'}"),
	  "lr: maximum cpu usage per Pod is 2.  No limit is specified" },
	{ "the same breach of two containers is said once",
	  RANGE("lr", "{'type':'Container','max':{'cpu':'1'}}") ","
	  WANTS("'containers':[" CONTAINER("a", "'limits':{'cpu':'2'}") ","
		CONTAINER("b", "'limits':{'cpu':'2'}") "]"),
	  "lr: maximum cpu usage per Container is 1, but limit is 2" },
	{ "LimitRanges come before quotas, each by name",
	  RANGE("z", "{'type':'Container','max':{'cpu':'1'}}") ","
	  RANGE("b", "{'type':'Container','max':{'cpu':'1500m'}}") ","
	  QUOTA("", "'pods':'0'", "'pods':'0'") "," ONE("'limits':{'cpu':'2'}"),
	  "b: maximum cpu usage per Container is 1500m, but limit is 2\n"
	  "z: maximum cpu usage per Container is 1, but limit is 2\n" OVER },
	{ "a type that nobody knows",
	  RANGE("lr", "{'type':'Image','max':{'storage':'1'}}") "," ONE(""), "" },
};

static void test_pods(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(pod_cases); i++) {
		const struct admit_case *c = &pod_cases[i];
		struct fixture f;
		struct pod_spec spec;
		struct refusals got;

		fixture_init(&f, c->items);
		spec = admission_pod_spec(&f.a, name_of(&f, "ns"),
					  &workload(&f, KIND_DEPLOYMENT)->template->spec);
		got = admission_check_pod(&f.a, name_of(&f, "ns"), &spec);
		assert_refusals(c->name, &got, c->wanted);
		fixture_release(&f);
	}
}

/* A StatefulSet "w" whose first claim template has this spec. */
#define CLAIMS(spec)                                                                           \
	"{'apiVersion':'apps/v1','kind':'StatefulSet','metadata':{'name':'w','namespace':'ns'}," \
	"'spec':{'volumeClaimTemplates':[{'metadata':{'name':'data'},'spec':{" spec "}}]}}"
#define GIB(n) "'resources':{'requests':{'storage':'" n "Gi'}}"
#define CLASS(name, mark)                                                                      \
	"{'apiVersion':'storage.k8s.io/v1','kind':'StorageClass','metadata':{'name':'" name     \
	"','annotations':{'storageclass.kubernetes.io/is-default-class':'" mark "'}},"         \
	"'provisioner':'p'}"

static const struct admit_case claim_cases[] = {
	{ "storage", QUOTA("", "'requests.storage':'10Gi'", "'requests.storage':'6Gi'") "," CLAIMS(GIB("5")),
	  "q: exceeded quota: q, requested: requests.storage=5Gi, used: requests.storage=6Gi, limited: requests.storage=10Gi" },
	{ "count", QUOTA("", "'persistentvolumeclaims':'1','count/persistentvolumeclaims':'1'",
			 "'persistentvolumeclaims':'1','count/persistentvolumeclaims':'1'") "," CLAIMS(GIB("5")),
	  "q: exceeded quota: q, requested: count/persistentvolumeclaims=1,persistentvolumeclaims=1, "
	  "used: count/persistentvolumeclaims=1,persistentvolumeclaims=1, "
	  "limited: count/persistentvolumeclaims=1,persistentvolumeclaims=1" },
	{ "by class",
	  QUOTA("", "'gold.storageclass.storage.k8s.io/requests.storage':'4Gi'",
		"'gold.storageclass.storage.k8s.io/requests.storage':'0'") ","
	  CLAIMS("'storageClassName':'gold'," GIB("5")),
	  "q: exceeded quota: q, requested: gold.storageclass.storage.k8s.io/requests.storage=5Gi, "
	  "used: gold.storageclass.storage.k8s.io/requests.storage=0, "
	  "limited: gold.storageclass.storage.k8s.io/requests.storage=4Gi" },
	{ "by the default class",
	  CLASS("gold", "true") "," CLASS("a", "false") ","
	  QUOTA("", "'gold.storageclass.storage.k8s.io/persistentvolumeclaims':'0'",
		"'gold.storageclass.storage.k8s.io/persistentvolumeclaims':'0'") "," CLAIMS(GIB("5")),
	  "q: exceeded quota: q, requested: gold.storageclass.storage.k8s.io/persistentvolumeclaims=1, "
	  "used: gold.storageclass.storage.k8s.io/persistentvolumeclaims=0, "
	  "limited: gold.storageclass.storage.k8s.io/persistentvolumeclaims=0" },
	{ "no class at all",
	  CLASS("gold", "true") ","
	  QUOTA("", "'gold.storageclass.storage.k8s.io/persistentvolumeclaims':'0'",
		"'gold.storageclass.storage.k8s.io/persistentvolumeclaims':'0'") ","
	  CLAIMS("'storageClassName':''," GIB("5")), "" },
	{ "quotas of pods say nothing", QUOTA("", "'pods':'0'", "'pods':'0'") "," CLAIMS(GIB("5")), "" },
	{ "attributes class",
	  QUOTA("'scopeSelector':{'matchExpressions':[{'scopeName':'VolumeAttributesClass',"
		"'operator':'In','values':['fast']}]}", "'requests.storage':'1Gi'", "'requests.storage':'0'") ","
	  CLAIMS("'volumeAttributesClassName':'fast'," GIB("5")),
	  "q: exceeded quota: q, requested: requests.storage=5Gi, used: requests.storage=0, limited: requests.storage=1Gi" },
	{ "LimitRange", RANGE("lr", "{'type':'PersistentVolumeClaim','min':{'storage':'6Gi'},"
			      "'max':{'storage':'4Gi'}}") "," CLAIMS(GIB("5")),
	  "lr: [minimum storage usage per PersistentVolumeClaim is 6Gi, but request is 5Gi, "
	  "maximum storage usage per PersistentVolumeClaim is 4Gi, but request is 5Gi]" },
};

static void test_claims(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(claim_cases); i++) {
		const struct admit_case *c = &claim_cases[i];
		struct fixture f;
		struct refusals got;

		fixture_init(&f, c->items);
		got = admission_check_claim(&f.a, name_of(&f, "ns"),
					    &workload(&f, KIND_STATEFUL_SET)->claim_templates.v[0]);
		assert_refusals(c->name, &got, c->wanted);
		fixture_release(&f);
	}
}

static void test_counts(void **state)
{
	struct fixture f;
	struct refusals got;

	(void)state;
	fixture_init(&f, QUOTA("", "'count/jobs.batch':'2'", "'count/jobs.batch':'2'"));
	got = admission_check_count(&f.a, name_of(&f, "ns"), KIND_JOB);
	assert_refusals("jobs", &got, "q: exceeded quota: q, requested: count/jobs.batch=1, "
			"used: count/jobs.batch=2, limited: count/jobs.batch=2");
	got = admission_check_count(&f.a, name_of(&f, "ns"), KIND_REPLICA_SET);
	assert_refusals("replica sets", &got, "");
	fixture_release(&f);
}

static void test_amounts(void **state)
{
	struct fixture f;
	struct pod_spec spec;
	const struct refusal_item *item;

	(void)state;
	fixture_init(&f, QUOTA("", "'requests.cpu':'2','pods':'4'", "'requests.cpu':'1500m','pods':'4'")
		     "," ONE("'requests':{'cpu':'3'}"));
	spec = admission_pod_spec(&f.a, name_of(&f, "ns"),
				  &workload(&f, KIND_DEPLOYMENT)->template->spec);
	item = admission_check_pod(&f.a, name_of(&f, "ns"), &spec).v[0].items.v;
	assert_string_equal(item[0].resource, "pods");
	assert_true(item[0].full && !item[0].never);
	assert_string_equal(item[1].lacking, "2500m");
	assert_true(!item[1].full && item[1].never);
	fixture_release(&f);
}

static const struct {
	const char *text, *wanted; /* "kind name: resource wanted used hard lacking containers; ..." */
} text_cases[] = {
	{ "Error creating: pods \"hungry-67dfc6686b-dkdpg\" is forbidden: exceeded quota: compute, "
	  "requested: requests.cpu=1,requests.memory=1Gi, used: requests.cpu=2,requests.memory=2Gi, "
	  "limited: requests.cpu=2,requests.memory=2Gi",
	  "0 compute: requests.cpu 1 2 2 1 full; requests.memory 1Gi 2Gi 2Gi 1Gi full" },
	{ "pods \"web-7d4-\" is forbidden: failed quota: compute: must specify limits.cpu for: "
	  "app,proxy; requests.memory for: app",
	  "1 compute: limits.cpu app,proxy; requests.memory app" },
	{ "pods \"x\" is forbidden: status unknown for quota: compute, resources: pods,requests.cpu",
	  "2 compute: pods; requests.cpu" },
	{ "exceeded quota: c, requested: pods=1, used: pods=1", NULL },
	{ "exceeded quota: c, requested: pods, used: pods, limited: pods", NULL },
	{ "exceeded quota: c, requested: pods=1, used: cpu=1, limited: pods=1", NULL },
	{ "exceeded quota: c, requested: pods=1, used: pods=x, limited: pods=1", NULL },
	{ "failed quota: c: must specify cpu", NULL },
	{ "", NULL },
};

static void describe(struct strbuf *b, const struct refusal *r)
{
	strbuf_addf(b, "%d %s:", (int)r->kind, r->name);
	for (uint32_t i = 0; i < r->items.n; i++) {
		const struct refusal_item *item = &r->items.v[i];

		strbuf_addf(b, "%s %s", i ? ";" : "", item->resource);
		if (item->wanted)
			strbuf_addf(b, " %s %s %s %s%s", item->wanted, item->used, item->hard,
				    item->lacking, item->full ? " full" : "");
		for (uint32_t k = 0; k < item->containers.n; k++)
			strbuf_addf(b, "%s%s", k ? "," : " ", item->containers.v[k]);
	}
}

static void test_texts(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(text_cases); i++) {
		struct arena *arena = arena_new();
		struct refusal r;
		struct strbuf b = STRBUF_INIT;

		if (!text_cases[i].wanted) {
			assert_false(refusal_parse(text_cases[i].text, arena, &r));
		} else {
			assert_true(refusal_parse(text_cases[i].text, arena, &r));
			describe(&b, &r);
			assert_string_equal(b.buf, text_cases[i].wanted);
			assert_non_null(strstr(text_cases[i].text, r.text));
		}
		strbuf_release(&b);
		arena_free(arena);
	}
}

static const struct {
	const char *text, *wanted; /* "level version|rule -> field=wanted containers|..." */
} security_cases[] = {
	{ "pods \"root-55c54bf45f-bk5kj\" is forbidden: violates PodSecurity \"restricted:latest\": "
	  "allowPrivilegeEscalation != false (container \"main\" must set "
	  "securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "
	  "\"main\" must set securityContext.capabilities.drop=[\"ALL\"]), runAsNonRoot != true (pod or "
	  "container \"main\" must set securityContext.runAsNonRoot=true), seccompProfile (pod or "
	  "container \"main\" must set securityContext.seccompProfile.type to \"RuntimeDefault\" or "
	  "\"Localhost\")",
	  "restricted latest"
	  "|allowPrivilegeEscalation != false -> securityContext.allowPrivilegeEscalation=false main"
	  "|unrestricted capabilities -> securityContext.capabilities.drop=[\"ALL\"] main"
	  "|runAsNonRoot != true -> securityContext.runAsNonRoot=true main"
	  "|seccompProfile -> securityContext.seccompProfile.type=RuntimeDefault or Localhost main" },
	{ "violates PodSecurity \"baseline:v1.30\": host namespaces (hostPID=true), privileged "
	  "(containers \"a\", \"b\" must not set securityContext.privileged=true)",
	  "baseline v1.30|host namespaces -> hostPID=false"
	  "|privileged -> securityContext.privileged=false a b" },
	{ "violates PodSecurity \"baseline:latest\": something new", "baseline latest|something new" },
	{ "violates PodSecurity \"baseline:latest\": a (container \"x", "baseline latest|a" },
	{ "violates PodSecurity \"baseline:latest\": ", NULL },
	{ "violates PodSecurity \"baseline\": x", NULL },
	{ "violates PodSecurity \"", NULL },
};

static void test_security(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(security_cases); i++) {
		struct arena *arena = arena_new();
		struct security_violation v;
		struct strbuf b = STRBUF_INIT;

		if (!security_cases[i].wanted) {
			assert_false(security_parse(security_cases[i].text, arena, &v));
			arena_free(arena);
			continue;
		}
		assert_true(security_parse(security_cases[i].text, arena, &v));
		strbuf_addf(&b, "%s %s", v.level, v.version);
		for (uint32_t k = 0; k < v.rules.n; k++) {
			const struct security_rule *r = &v.rules.v[k];

			strbuf_addf(&b, "|%s", r->rule);
			if (r->field)
				strbuf_addf(&b, " -> %s=%s", r->field, r->wanted);
			for (uint32_t j = 0; j < r->containers.n; j++)
				strbuf_addf(&b, " %s", r->containers.v[j]);
		}
		assert_string_equal(b.buf, security_cases[i].wanted);
		strbuf_release(&b);
		arena_free(arena);
	}
}

/* As an API server of v1.36 wrote it. */
static void test_recorded(void **state)
{
	static const char items[] =
		"{'apiVersion':'v1','kind':'ResourceQuota','metadata':{'name':'compute','namespace':'ns'},"
		"'spec':{'hard':{'pods':'5','requests.cpu':'2','requests.memory':'2Gi'}},'status':{"
		"'hard':{'pods':'5','requests.cpu':'2','requests.memory':'2Gi'},"
		"'used':{'pods':'2','requests.cpu':'2','requests.memory':'2Gi'}}},"
		ONE("'requests':{'cpu':'1','memory':'1Gi'}");
	static const char event[] =
		"Error creating: pods \"hungry-67dfc6686b-dkdpg\" is forbidden: exceeded quota: compute, "
		"requested: requests.cpu=1,requests.memory=1Gi, used: requests.cpu=2,requests.memory=2Gi, "
		"limited: requests.cpu=2,requests.memory=2Gi";
	struct fixture f;
	struct refusals replayed;
	struct refusal read;

	(void)state;
	fixture_init(&f, items);
	replayed = admission_check_pod(&f.a, name_of(&f, "ns"),
				       &workload(&f, KIND_DEPLOYMENT)->template->spec);
	assert_true(refusal_parse(event, f.w.arena, &read));
	assert_int_equal(replayed.n, 1);
	assert_string_equal(replayed.v[0].text, read.text);
	fixture_release(&f);
}

#define LR RANGE("lr", "{'type':'Container','default':{'memory':'64Gi'}}")
#define POD(note, template_)                                                                   \
	"{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p','namespace':'ns','annotations':{" note \
	"}},'spec':{'containers':[" CONTAINER("main", "'requests':{'memory':'64Gi','cpu':'1'}") "]," \
	"'initContainers':[" CONTAINER("main2", "'requests':{'memory':'64Gi'}") "]}}," template_
#define NOTE(text) "'kubernetes.io/limit-ranger':'LimitRanger plugin set: " text "'"

static const struct {
	const char *name, *items, *wanted;
} origin_cases[] = {
	{ "noted", LR "," POD(NOTE("cpu, memory request for container main; memory limit for container main"), ONE("")),
	  "main by lr, noted;" },
	{ "noted for the limit only", POD(NOTE("memory limit for container main"), ONE("")), "" },
	{ "noted for another container", POD(NOTE("memory request for container ain"), ONE("")), "" },
	{ "noted for another resource", POD(NOTE("memory2, cpu request for container main"), ONE("")), "" },
	{ "noted, the LimitRange is gone", POD(NOTE("memory request for container main"), ONE("")),
	  "main by nobody, noted;" },
	{ "an init container", LR "," POD(NOTE("memory request for init container main2"), ONE("")),
	  "main2 by lr, noted;" },
	{ "the template is silent",
	  LR "," POD("", WANTS("'containers':[" CONTAINER("main", "") "]")), "main by lr;" },
	{ "the template says it",
	  LR "," POD("", WANTS("'containers':[" CONTAINER("main", "'limits':{'memory':'64Gi'}") "]")), "" },
	{ "silent, but no default like that", POD("", WANTS("'containers':[" CONTAINER("main", "") "]")), "" },
	{ "a foreign note", LR "," POD("'kubernetes.io/limit-ranger':'memory request for container main'", ONE("")), "" },
};

static void test_origins(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(origin_cases); i++) {
		struct fixture f;
		struct strbuf b = STRBUF_INIT;
		struct limit_origins got;
		const struct pod *p;

		fixture_init(&f, origin_cases[i].items);
		p = (const struct pod *)cluster_find(f.w.cluster, KIND_POD, name_of(&f, "ns"),
						     name_of(&f, "p"));
		got = limit_origins_of(&f.a, p, &workload(&f, KIND_DEPLOYMENT)->template->spec,
				       "memory");
		for (uint32_t k = 0; k < got.n; k++)
			strbuf_addf(&b, "%s by %s%s;", got.v[k].container,
				    got.v[k].range ? sym_text(got.v[k].range->meta.name) : "nobody",
				    got.v[k].annotation ? ", noted" : "");
		if (strcmp(b.buf, origin_cases[i].wanted) != 0)
			fail_msg("%s: got %s", origin_cases[i].name, b.buf);
		strbuf_release(&b);
		fixture_release(&f);
	}
}

/* Ten thousand containers times a thousand bounds is nobody's pod: it is let pass, quickly. */
static void test_absurd_sizes(void **state)
{
	struct strbuf items = STRBUF_INIT;
	struct fixture f;
	struct pod_spec spec;

	(void)state;
	strbuf_adds(&items, "{'apiVersion':'v1','kind':'LimitRange','metadata':{'name':'lr',"
		    "'namespace':'ns'},'spec':{'limits':[{'type':'Container','max':{'cpu':'1'");
	for (int i = 0; i < 1000; i++)
		strbuf_addf(&items, ",'example.com/r%d':'1'", i);
	strbuf_adds(&items, "}}]}},{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'w',"
		    "'namespace':'ns'},'spec':{'template':{'spec':{'containers':[{'name':'c'}");
	for (int i = 0; i < 10000; i++)
		strbuf_adds(&items, ",{'name':'c'}");
	strbuf_adds(&items, "]}}}}");
	fixture_init(&f, items.buf);
	spec = admission_pod_spec(&f.a, name_of(&f, "ns"),
				  &workload(&f, KIND_DEPLOYMENT)->template->spec);
	assert_int_equal(admission_check_pod(&f.a, name_of(&f, "ns"), &spec).n, 0);
	strbuf_release(&items);
	fixture_release(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pods),	 cmocka_unit_test(test_claims),
		cmocka_unit_test(test_counts),	 cmocka_unit_test(test_amounts),
		cmocka_unit_test(test_texts),	 cmocka_unit_test(test_security),
		cmocka_unit_test(test_origins),	 cmocka_unit_test(test_absurd_sizes),
		cmocka_unit_test(test_recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
