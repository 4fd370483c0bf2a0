/*
 * Small cases that a naive replay gets wrong and that no cluster of tests/corpus has: the sentence,
 * requests, and the plugins that look at one node alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/trap.h"

/* --- the sentence --- */

#define SELECTS "'nodeSelector':{'disk':'ssd'},"

static const struct trap message_traps[] = {
	{ "one node, and text order", NULL,
	  N1 "," P(ASKS("'cpu':'9','memory':'9Gi'")),
	  .nodes = "n1 NodeResourcesFit UU Insufficient cpu; Insufficient memory",
	  .message =
	  "0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient memory. " NOT_HELPFUL("1") },
	{ "ten comes before two", NULL,
	  N("a0") "," N("a1") "," N("a2") "," N("a3") "," N("a4") "," N("a5") "," N("a6") "," N("a7") ","
	  N("a8") "," N("a9") "," NODE("b0", "'disk':'ssd'", "", "'cpu':'1','pods':'0'") ","
	  NODE("b1", "'disk':'ssd'", "", "'cpu':'1','pods':'0'") "," P(SELECTS CPU("1")),
	  .nodes =
	  "a0 NodeAffinity UU " UNFIT " | a1 NodeAffinity UU " UNFIT " | a2 NodeAffinity UU " UNFIT
	  " | a3 NodeAffinity UU " UNFIT " | a4 NodeAffinity UU " UNFIT " | a5 NodeAffinity UU " UNFIT
	  " | a6 NodeAffinity UU " UNFIT " | a7 NodeAffinity UU " UNFIT " | a8 NodeAffinity UU " UNFIT
	  " | a9 NodeAffinity UU " UNFIT " | b0 NodeResourcesFit U Too many pods | "
	  "b1 NodeResourcesFit U Too many pods",
	  .message =
	  "0/12 nodes are available: 10 " UNFIT ", 2 Too many pods. no new claims to deallocate, "
	  "preemption: 0/12 nodes are available: 10 Preemption is not helpful for scheduling, "
	  "2 No preemption victims found for incoming pod." },
	{ "cordoned nodes are counted, gone ones are not", NULL,
	  NODE("n1", "", "'unschedulable':true,'taints':[{'key':'node.kubernetes.io/unschedulable',"
	       "'effect':'NoSchedule'}]", ROOM) "," RUNS("default", "left", "gone", CPU("1")) ","
	  P(CPU("1")),
	  .nodes = "n1 NodeUnschedulable UU node(s) were unschedulable",
	  .message = "0/1 nodes are available: 1 node(s) were unschedulable. " NOT_HELPFUL("1") },
	{ "a success leaves no tail", NULL,
	  N1 "," RUNS("default", "v", "n1", "'priority':1," CPU("3")) "," P("'priority':2," CPU("2")),
	  .nodes = "n1 NodeResourcesFit U Insufficient cpu",
	  .message = "0/1 nodes are available: 1 Insufficient cpu.",
	  .victims = "n1: default/v" },
	{ "a PreFilter rejection ends in not found", NULL, N1 "," P(CPU("1") "," CLAIMS("x")),
	  .nodes = "n1 VolumeRestrictions UU persistentvolumeclaim \"x\" not found",
	  .message = "0/1 nodes are available: persistentvolumeclaim \"x\" not found. not found" },
	{ "and before 1.34 in the words of preemption", "1.33.0",
	  N1 "," P("'preemptionPolicy':'Never'," CPU("1") "," CLAIMS("x")),
	  .nodes = "n1 VolumeRestrictions UU persistentvolumeclaim \"x\" not found",
	  .message =
	  "0/1 nodes are available: persistentvolumeclaim \"x\" not found. preemption: not eligible "
	  "due to preemptionPolicy=Never." },
	{ "too many pods and an oversized request", NULL,
	  NODE("n1", "", "", "'cpu':'4'") "," P(CPU("9")),
	  .nodes = "n1 NodeResourcesFit UU Insufficient cpu; Too many pods"},
	{ "the same up to 1.33", "1.33.0", NODE("n1", "", "", "'cpu':'4'") "," P(CPU("9")),
	  .nodes = "n1 NodeResourcesFit U Insufficient cpu; Too many pods"},
	{ "the taint is named up to 1.34.1, the first one", "1.34.1",
	  NODE("n1", "", "'taints':[{'key':'s','value':'1','effect':'PreferNoSchedule'},{'key':'a',"
	       "'effect':'NoExecute'},{'key':'b','value':'x','effect':'NoSchedule'}]", ROOM) ","
	  P(CPU("1")), .nodes = "n1 TaintToleration UU node(s) had untolerated taint {a: }"},
};

static void test_message(void **state)
{
	(void)state;
	RUN(message_traps);
}

/* --- requests --- */

#define INIT(c) ",'initContainers':[" c "]"
#define ALWAYS ",'restartPolicy':'Always'"
#define FULL(requests, pod) NODE("n1", "", "", requests ",'pods':'9'") "," P(pod)
#define SHORT_OF(r) "n1 NodeResourcesFit UU Insufficient " r

static const struct trap request_traps[] = {
	{ "equal fits", NULL, FULL("'cpu':'2'", CPU("2")), .nodes = "n1 fits" },
	{ "nothing is asked of a full node", NULL,
	  N1 "," RUNS("default", "a", "n1", CPU("9")) "," P(CPU("0")), .nodes = "n1 fits" },
	{ "capacity does not count", NULL,
	  "{'kind':'Node','apiVersion':'v1','metadata':{'name':'n1'},'spec':{},'status':{'capacity':"
	  "{'cpu':'8','pods':'9'},'allocatable':{'cpu':'1','pods':'9'}}}," P(CPU("2")),
	  .nodes = SHORT_OF("cpu") },
	{ "finished pods hold nothing, terminating ones do", NULL,
	  N1 "," N2 ","
	  POD("default", "done", "", ON("n1") CPU("3"), "'phase':'Failed'") ","
	  POD("default", "going", DELETED, ON("n2") CPU("3"), "'phase':'Running'") "," P(CPU("2")),
	  .nodes = "n1 fits | n2 NodeResourcesFit U Insufficient cpu" },
	{ "rounded once: 1.5 and 1.5 are 3", NULL,
	  FULL("'memory':'3'", "'containers':[" CTR("a", "'memory':'1500m'", "") ","
	       CTR("b", "'memory':'1500m'", "") "]"), .nodes = "n1 fits" },
	{ "the largest init container", NULL,
	  FULL("'cpu':'2'", CPU("1") INIT(CTR("i", "'cpu':'2'", "") "," CTR("j", "'cpu':'1'", ""))),
	  .nodes = "n1 fits" },
	{ "a sidecar before an init container adds to it", NULL,
	  FULL("'cpu':'2'", CPU("1") INIT(CTR("s", "'cpu':'1'", ALWAYS) "," CTR("i", "'cpu':'2'", ""))),
	  .nodes = SHORT_OF("cpu") },
	{ "one after it does not", NULL,
	  FULL("'cpu':'2'", CPU("1") INIT(CTR("i", "'cpu':'2'", "") "," CTR("s", "'cpu':'1'", ALWAYS))),
	  .nodes = "n1 fits" },
	{ "init containers that are done keep counting", NULL,
	  NODE("n1", "", "", "'cpu':'4','pods':'9'") ","
	  POD("default", "a", "", ON("n1") CPU("1") INIT(CTR("i", "'cpu':'3'", "")),
	      "'phase':'Running','initContainerStatuses':[{'name':'i','state':{'terminated':"
	      "{'exitCode':0}}}]") "," P(CPU("2")),
	  .nodes = "n1 NodeResourcesFit U Insufficient cpu" },
	{ "overhead on top of what the pod asks as a whole", NULL,
	  FULL("'cpu':'2'", CPU("1") ",'resources':{'requests':{'cpu':'2'}},'overhead':{'cpu':'1m'}"),
	  .nodes = SHORT_OF("cpu") },
	{ "as a whole it asks for no extended resources", NULL,
	  FULL("'cpu':'2','x.com/y':'1'", ASKS("'x.com/y':'2'")
	       ",'resources':{'requests':{'cpu':'1','x.com/y':'1'}}"),
	  .nodes = SHORT_OF("x.com/y") },
	{ "and up to 1.33 for nothing", "1.33.0",
	  FULL("'cpu':'1'", CPU("1") ",'resources':{'requests':{'cpu':'2'}}"), .nodes = "n1 fits" },
	{ "what a container has counts, if it was told", NULL,
	  N1 "," POD("default", "a", "", ON("n1") CPU("1"), "'phase':'Running','containerStatuses':"
	  "[{'name':'c','resources':{'requests':{'cpu':'3'}}}]") "," P(CPU("2")),
	  .nodes = "n1 NodeResourcesFit U Insufficient cpu" },
	{ "but not what is allocated to it without resources", NULL,
	  N1 "," POD("default", "a", "", ON("n1") CPU("1"), "'phase':'Running','containerStatuses':"
	  "[{'name':'c','allocatedResources':{'cpu':'3'}}]") "," P(CPU("2")), .nodes = "n1 fits" },
	{ "nor of an init container", NULL,
	  N1 "," POD("default", "a", "", ON("n1") CPU("1") INIT(CTR("i", "'cpu':'1'", "")),
	  "'phase':'Running','initContainerStatuses':[{'name':'i','resources':{'requests':"
	  "{'cpu':'3'}}}]") "," P(CPU("2")), .nodes = "n1 fits" },
	{ "an infeasible resize drops the spec", NULL,
	  N1 "," POD("default", "a", "", ON("n1") CPU("4"), "'phase':'Running','conditions':"
	  "[{'type':'PodResizePending','status':'False','reason':'Infeasible'}],'containerStatuses':"
	  "[{'name':'c','resources':{'requests':{'cpu':'1'}}}]") "," P(CPU("3")),
	  .nodes = "n1 fits" },
	{ "only the first such condition is read", NULL,
	  N1 "," POD("default", "a", "", ON("n1") CPU("4"), "'phase':'Running','conditions':"
	  "[{'type':'PodResizePending','status':'True','reason':'Deferred'},"
	  "{'type':'PodResizePending','status':'True','reason':'Infeasible'}],'containerStatuses':"
	  "[{'name':'c','resources':{'requests':{'cpu':'1'}}}]") "," P(CPU("3")),
	  .nodes = "n1 NodeResourcesFit U Insufficient cpu" },
	{ "the pod itself is counted by its spec", NULL,
	  NODE("n1", "", "", "'cpu':'4','pods':'9'") ","
	  POD("default", "p", "", CPU("1"), "'phase':'Pending','containerStatuses':[{'name':'c',"
	      "'resources':{'requests':{'cpu':'8'}}}]"), .nodes = "n1 fits" },
	{ "limits are not requests", NULL,
	  N1 "," POD("default", "a", "", ON("n1") "'containers':[{'name':'c','resources':{'limits':"
	  "{'cpu':'4'},'requests':{'cpu':'1'}}}]", "'phase':'Running'") "," P(CPU("3")),
	  .nodes = "n1 fits" },
	{ "beyond 64 bits is nothing, binary ones saturate", NULL,
	  N1 "," P(ASKS("'memory':'10E','cpu':'1E'")), .nodes = "n1 fits" },
	{ "16Ei", NULL, N1 "," P(ASKS("'memory':'16Ei'")), .nodes = SHORT_OF("memory") },
	{ "names without a slash are dropped", NULL, N1 "," P(ASKS("'widgets':'5'")),
	  .nodes = "n1 fits" },
	{ "quota names are no extended resources", NULL,
	  N1 "," P(ASKS("'requests.x.com/y':'5'")), .nodes = "n1 fits" },
	{ "a native name with a slash is one", NULL,
	  N1 "," P(ASKS("'kubernetes.io/batman':'1'")), .nodes = SHORT_OF("kubernetes.io/batman") },
	{ "a DeviceClass takes an extended resource over where the node has none", NULL,
	  NODE("n1", "", "", ROOM ",'x.com/y':'1'") "," N2 ","
	  "{'kind':'DeviceClass','apiVersion':'resource.k8s.io/v1','metadata':{'name':'y'},'spec':"
	  "{'extendedResourceName':'x.com/y'}}," P(ASKS("'x.com/y':'2'")),
	  .nodes = "n1 NodeResourcesFit UU Insufficient x.com/y | "
	  "n2 DynamicResources UU cannot allocate all claims",
	  .message =
	  "0/2 nodes are available: 1 Insufficient x.com/y, 1 cannot allocate all claims. still not "
	  "schedulable, preemption: 0/2 nodes are available: 2 Preemption is not helpful for "
	  "scheduling." },
	{ "not before 1.36", "1.35.3",
	  N1 ",{'kind':'DeviceClass','apiVersion':'resource.k8s.io/v1','metadata':{'name':'y'},'spec':"
	  "{'extendedResourceName':'x.com/y'}}," P(ASKS("'x.com/y':'2'")),
	  .nodes = SHORT_OF("x.com/y"),
	  .message = "0/1 nodes are available: 1 Insufficient x.com/y. " NOT_HELPFUL("1") },
};

static void test_requests(void **state)
{
	(void)state;
	RUN(request_traps);
}

/* --- node affinity, ports, taints --- */

#define INIT_PORT(more)                                                                        \
	"'containers':[{'name':'c'}],'initContainers':[{'name':'i','ports':[{'containerPort':1,"   \
	"'hostPort':80}]" more "}]"
#define TOLERATES(t) "'containers':[],'tolerations':[" t "]"
#define TAINTED(value, effect)                                                                 \
	NODE("n1", "", "'taints':[{'key':'k','value':'" value "','effect':'" effect "'}]", ROOM)
#define TAINT "n1 TaintToleration UU node(s) had untolerated taint(s)"

static const struct trap node_traps[] = {
	{ "a list of no terms matches nothing", NULL, N1 "," P(NODE_AFFINITY("")),
	  .nodes = "n1 NodeAffinity UU " UNFIT },
	{ "nor does an empty term", NULL, N1 "," P(NODE_AFFINITY("{}")),
	  .nodes = "n1 NodeAffinity UU " UNFIT },
	{ "a term that does not parse falls alone", NULL,
	  N1 "," P(NODE_AFFINITY(EXPR("a", "NotIn", "'-bad-'") "," EXPR("b", "NotIn", "'x'"))),
	  .nodes = "n1 fits" },
	{ "so NotIn with a bad value never matches", NULL,
	  N1 "," P(NODE_AFFINITY(EXPR("a", "NotIn", "'-bad-'"))),
	  .nodes = "n1 NodeAffinity UU " UNFIT },
	{ "Gt compares numbers, on both sides", NULL,
	  NODE("n1", "'g':'007'", "", ROOM) "," NODE("n2", "'g':'x9'", "", ROOM) "," N("n3") ","
	  P(NODE_AFFINITY(EXPR("g", "Gt", "'6'"))),
	  .nodes = "n1 fits | n2 NodeAffinity UU " UNFIT " | n3 NodeAffinity UU " UNFIT },
	{ "negative numbers are no label values", NULL,
	  NODE("n1", "'g':'7'", "", ROOM) "," P(NODE_AFFINITY(EXPR("g", "Gt", "'-3'"))),
	  .nodes = "n1 NodeAffinity UU " UNFIT },
	{ "an empty value has to be there", NULL,
	  NODE("n1", "'e':''", "", ROOM) "," N2 "," P("'nodeSelector':{'e':''}"),
	  .nodes = "n1 fits | n2 NodeAffinity UU " UNFIT },
	{ "one term without a name lifts the restriction", NULL,
	  NODE("n1", "'a':'b'", "", ROOM) "," N2 "," N("n3") ","
	  P(NODE_AFFINITY(NAMED("In", "n2") "," EXPR("a", "Exists", ""))),
	  .nodes = "n1 fits | n2 fits | n3 NodeAffinity UU " UNFIT },
	{ "NotIn never restricts", NULL, N1 "," N2 "," P(NODE_AFFINITY(NAMED("NotIn", "n1"))),
	  .nodes = "n1 NodeAffinity UU " UNFIT " | n2 fits" },
	{ "names that contradict", NULL,
	  N1 "," P(NODE_AFFINITY("{'matchFields':[{'key':'metadata.name','operator':'In','values':"
	  "['n1']},{'key':'metadata.name','operator':'In','values':['n2']}]}")),
	  .nodes = "n1 NodeAffinity UU pod affinity terms conflict",
	  .message = "0/1 nodes are available: pod affinity terms conflict. not found" },
	{ "a name that is no node", NULL, N1 "," P(NODE_AFFINITY(NAMED("In", "gone"))),
	  .nodes = "n1 UU node(s) didn't satisfy plugin(s) [NodeAffinity]",
	  .message = "0/1 nodes are available: 1 node(s) didn't satisfy plugin(s) [NodeAffinity]. "
	  NOT_HELPFUL("1") },
	{ "is not told by 1.31", "1.31.1", N1 "," P(NODE_AFFINITY(NAMED("In", "gone"))),
	  .nodes = "n1 UU node(s) didn't satisfy plugin(s) [NodeAffinity]",
	  .message =
	  "0/1 nodes are available: preemption: 0/1 nodes are available: 1 Preemption is not helpful "
	  "for scheduling." },
	{ "and otherwise by 1.30", "1.30.1", N1 "," P(NODE_AFFINITY(NAMED("In", "gone"))),
	  .nodes = "n1 UU node is filtered out by the prefilter result",
	  .message =
	  "0/1 nodes are available: 1 node is filtered out by the prefilter result. preemption: 0/1 "
	  "nodes are available: 1 Preemption is not helpful for scheduling." },
	{ "addresses are text", NULL,
	  N1 "," RUNS("default", "a", "n1", PORT("127.0.0.1", "TCP", "80")) ","
	  P(PORT("127.000.0.1", "TCP", "80")), .nodes = "n1 fits" },
	{ "no address is every address", NULL,
	  N1 "," RUNS("default", "a", "n1", PORT("127.0.0.1", "TCP", "80")) "," P(PORT("", "", "80")),
	  .nodes = "n1 NodePorts U " TAKEN },
	{ "the IPv6 one is an address like others", NULL,
	  N1 "," RUNS("default", "a", "n1", PORT("127.0.0.1", "TCP", "80")) "," P(PORT("::", "", "80")),
	  .nodes = "n1 fits" },
	{ "protocols are apart", NULL,
	  N1 "," RUNS("default", "a", "n1", PORT("", "UDP", "80")) "," P(PORT("", "TCP", "80")),
	  .nodes = "n1 fits" },
	{ "init containers hold no port", NULL,
	  N1 "," RUNS("default", "a", "n1", INIT_PORT("")) "," P(PORT("", "TCP", "80")),
	  .nodes = "n1 fits" },
	{ "sidecars do", NULL,
	  N1 "," RUNS("default", "a", "n1", INIT_PORT(ALWAYS)) "," P(PORT("", "TCP", "80")),
	  .nodes = "n1 NodePorts U " TAKEN },
	{ "since 1.34", "1.33.0",
	  N1 "," RUNS("default", "a", "n1", INIT_PORT(ALWAYS)) "," P(PORT("", "TCP", "80")),
	  .nodes = "n1 fits" },
	{ "PreferNoSchedule only prefers", NULL, TAINTED("", "PreferNoSchedule") "," P(CPU("1")),
	  .nodes = "n1 fits" },
	{ "no effect is every effect", NULL,
	  TAINTED("x", "NoExecute") "," P(TOLERATES("{'key':'k','operator':'Equal','value':'x'}")),
	  .nodes = "n1 fits" },
	{ "an empty key tolerates with Exists", NULL,
	  TAINTED("x", "NoExecute") "," P(TOLERATES("{'operator':'Exists'}")), .nodes = "n1 fits" },
	{ "Gt tolerates nothing", NULL,
	  TAINTED("5", "NoSchedule") "," P(TOLERATES("{'key':'k','operator':'Gt','value':'3'}")),
	  .nodes = TAINT },
	{ "values are text", NULL,
	  TAINTED("GPU", "NoSchedule") "," P(TOLERATES("{'key':'k','value':'gpu'}")),
	  .nodes = TAINT },
};

static void test_nodes(void **state)
{
	(void)state;
	RUN(node_traps);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_message),
		cmocka_unit_test(test_requests),
		cmocka_unit_test(test_nodes),
	};

	return cmocka_run_group_tests_name("traps", tests, NULL, NULL);
}
