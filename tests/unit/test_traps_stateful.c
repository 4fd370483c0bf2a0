/*
 * Small cases that a naive replay gets wrong and that no cluster of tests/corpus has: nominated
 * pods, volumes and preemption.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/trap.h"

/* --- nominations --- */

#define NOMINATED(name, node, spec)                                                            \
	POD("default", name, "", spec, "'phase':'Pending','nominatedNodeName':'" node "'")
#define TOO_MUCH "n1 NodeResourcesFit U Insufficient cpu"
/* A pod on the node whose generic ephemeral claim is another's: NodeVolumeLimits ends in an error. */
#define ERRING(node, spec)                                                                     \
	RUNS("default", "x", node, spec EPHEMERAL) ","                                             \
	PVC("default", "x-v", "", "", "'phase':'Pending'") ","                                     \
	CSINODE(node, "{'name':'d','nodeID':'i','allocatable':{'count':5}}")
#define COUNTED                                                                                \
	PVC("default", "a", BOUND, ",'volumeName':'va'", "'phase':'Bound'") ","                    \
	PV("va", "", ",'csi':{'driver':'d','volumeHandle':'h'}")
#define AT(node)                                                                               \
	",'nodeAffinity':{'required':{'nodeSelectorTerms':[" EXPR("kubernetes.io/hostname", "In",   \
								  "'" node "'") "]}}"
#define NOT_OWNER "PVC default/x-v was not created for pod default/x (pod is not owner)"

static const struct trap nomination_traps[] = {
	{ "equal priority blocks", NULL, N1 "," NOMINATED("q", "n1", CPU("3")) "," P(CPU("2")),
	  .nodes = TOO_MUCH },
	{ "lower does not", NULL,
	  N1 "," NOMINATED("q", "n1", "'priority':-1," CPU("3")) "," P(CPU("2")),
	  .nodes = "n1 fits" },
	{ "no priority is 0", NULL,
	  N1 "," NOMINATED("q", "n1", CPU("3")) "," P("'priority':1," CPU("2")),
	  .nodes = "n1 fits" },
	{ "another scheduler's does not", NULL,
	  N1 "," NOMINATED("q", "n1", "'schedulerName':'other'," CPU("3")) "," P(CPU("2")),
	  .nodes = "n1 fits" },
	{ "a gated one does", NULL,
	  N1 "," NOMINATED("q", "n1", "'schedulingGates':[{'name':'g'}]," CPU("3")) "," P(CPU("2")),
	  .nodes = TOO_MUCH },
	{ "a bound one counts once", NULL,
	  N1 "," NOMINATED("q", "n1", ON("n1") CPU("2")) "," P(CPU("2")), .nodes = "n1 fits" },
	{ "it holds its ports", NULL,
	  N1 "," NOMINATED("q", "n1", PORT("", "TCP", "80")) "," P(PORT("", "TCP", "80")),
	  .nodes = "n1 NodePorts U " TAKEN },
	{ "it is not seen beyond its node", NULL,
	  NODE("n1", IN_ZONE("a"), "", ROOM) "," NODE("n2", IN_ZONE("a"), "", ROOM) ","
	  POD("default", "q", WEB, "", "'phase':'Pending','nominatedNodeName':'n1'") ","
	  P(NEAR("podAntiAffinity", "topology.kubernetes.io/zone", "'app':'web'")),
	  .nodes = "n1 InterPodAffinity U node(s) didn't match pod anti-affinity rules | n2 fits" },
	{ "what it brings to a plugin that was skipped is not noticed", NULL,
	  N1 "," NOMINATED("q", "n1", NEAR("podAntiAffinity", "kubernetes.io/hostname", "'app':'web'")) ","
	  POD("default", "p", WEB, "", "'phase':'Pending'"), .nodes = "n1 fits" },
	{ "affinity to it does not hold once it is gone again", NULL,
	  N1 "," POD("default", "q", WEB, "", "'phase':'Pending','nominatedNodeName':'n1'") ","
	  P(NEAR("podAffinity", "kubernetes.io/hostname", "'app':'web'")),
	  .nodes = "n1 InterPodAffinity UU node(s) didn't match pod affinity rules" },
	{ "it counts for spreading where it is nominated", NULL,
	  N1 "," N2 "," POD("default", "q", WEB, "", "'phase':'Pending','nominatedNodeName':'n1'") ","
	  POD("default", "p", WEB, "'topologySpreadConstraints':["
	      SPREAD("kubernetes.io/hostname", LIKE_WEB) "]", "'phase':'Pending'"),
	  .nodes =
	  "n1 PodTopologySpread U node(s) didn't match pod topology spread constraints | n2 fits" },
	{ "one more claim of a volume limit", NULL,
	  N1 "," CSINODE("n1", "{'name':'d','nodeID':'i','allocatable':{'count':1}}") "," COUNTED ","
	  PVC("default", "b", BOUND, ",'volumeName':'vb'", "'phase':'Bound'") ","
	  PV("vb", "", ",'csi':{'driver':'d','volumeHandle':'hb'}") ","
	  NOMINATED("q", "n1", CLAIMS("b")) "," P(CLAIMS("a")),
	  .nodes = "n1 NodeVolumeLimits U node(s) exceed max volume count" },
	{ "the own node outside the set is asked all the same", NULL,
	  N1 "," N2 "," RUNS("default", "a", "n1", CPU("3")) ","
	  NOMINATED("p", "n1", CPU("2") "," NODE_AFFINITY(NAMED("In", "gone"))),
	  .nodes =
	  "n1 NodeAffinity UU " UNFIT " | n2 UU node(s) didn't satisfy plugin(s) [NodeAffinity]",
	  .message =
	  "0/2 nodes are available: 1 " UNFIT ", 1 node(s) didn't satisfy plugin(s) [NodeAffinity]. "
	  NOT_HELPFUL("2") },
	{ "not in 1.30", "1.30.1",
	  N1 "," NOMINATED("p", "n1", CPU("2") "," NODE_AFFINITY(NAMED("In", "gone"))),
	  .nodes = "n1 UU node is filtered out by the prefilter result"},
	{ "an error on one node ends the attempt", NULL,
	  N1 "," N2 "," ERRING("n1", "") "," COUNTED "," P(CLAIMS("a")),
	  .nodes =
	  "n1 NodeVolumeLimits E running \"NodeVolumeLimits\" filter plugin: " NOT_OWNER " | n2 fits",
	  .message = "running \"NodeVolumeLimits\" filter plugin: " NOT_OWNER },
	{ "unless an earlier plugin rejects the node", NULL,
	  NODE("n1", "", "'unschedulable':true", ROOM) "," N2 "," ERRING("n1", "") "," COUNTED ","
	  P(CLAIMS("a")),
	  .nodes = "n1 NodeUnschedulable UU node(s) were unschedulable | n2 fits", .message = "" },
	{ "or the own nominated node passes: no other is asked", NULL,
	  N1 "," N2 "," ERRING("n1", "") "," COUNTED "," NOMINATED("p", "n2", CLAIMS("a")),
	  .nodes =
	  "n1 NodeVolumeLimits E running \"NodeVolumeLimits\" filter plugin: " NOT_OWNER " | n2 fits",
	  .message = "" },
	{ "an error there only leads to the others", NULL,
	  N1 "," N2 "," ERRING("n1", "") "," COUNTED "," NOMINATED("p", "n1", CLAIMS("a")),
	  .nodes =
	  "n1 NodeVolumeLimits E running \"NodeVolumeLimits\" filter plugin: " NOT_OWNER " | n2 fits",
	  .message = "running \"NodeVolumeLimits\" filter plugin: " NOT_OWNER },
	{ "nor does it end anything where a node set leaves that node out", "1.31.1",
	  N1 "," NODE("n2", "", "'unschedulable':true", ROOM) "," ERRING("n1", "") ","
	  PVC("default", "a", BOUND, ",'volumeName':'va'", "'phase':'Bound'") ","
	  PV("va", "", ",'csi':{'driver':'d','volumeHandle':'h'}" AT("n2")) ","
	  NOMINATED("p", "n1", CLAIMS("a")),
	  .nodes = "n1 UU node(s) didn't satisfy plugin(s) [VolumeBinding] | "
		   "n2 NodeUnschedulable UU node(s) were unschedulable",
	  .message = "0/2 nodes are available: 1 node(s) were unschedulable. preemption: 0/2 nodes "
		     "are available: 2 Preemption is not helpful for scheduling." },
};

static void test_nominations(void **state)
{
	(void)state;
	RUN(nomination_traps);
}

/* --- volumes --- */

#define BIND "node(s) didn't find available persistent volumes to bind"
#define LATE ",'storageClassName':'late'"
#define UNBOUND_LATE(meta, spec) PVC("default", "a", meta, LATE spec, "'phase':'Pending'")
#define SELECTED(node) ",'annotations':{'volume.kubernetes.io/selected-node':'" node "'}"
#define CAPACITY(size, topology)                                                               \
	"{'kind':'CSIStorageCapacity','apiVersion':'storage.k8s.io/v1','metadata':{'namespace':"   \
	"'any','name':'c'},'storageClassName':'late'," size topology "}"
#define DRIVER                                                                                 \
	"{'kind':'CSIDriver','apiVersion':'storage.k8s.io/v1','metadata':{'name':'d'},'spec':"     \
	"{'storageCapacity':true}}"
#define EVERYWHERE ",'nodeTopology':{}"

static const struct trap volume_traps[] = {
	{ "phase Bound without the annotation", NULL,
	  N1 "," PVC("default", "a", "", ",'volumeName':'va','storageClassName':'late'",
		     "'phase':'Bound'") "," CLASS("late", "d", "") ","
	  PV("va", "", ",'storageClassName':'late'") "," P(CLAIMS("a")),
	  .nodes = "n1 VolumeBinding UU pod has unbound immediate PersistentVolumeClaims",
	  .message =
	  "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found" },
	{ "a class that is gone", NULL,
	  N1 "," PVC("default", "a", "", ",'storageClassName':'gone'", "'phase':'Pending'") ","
	  P(CLAIMS("a")),
	  .nodes = "n1 VolumeBinding UU pod has unbound immediate PersistentVolumeClaims" },
	{ "a claim bound to a volume that is gone", NULL,
	  N1 "," PVC("default", "a", BOUND, ",'volumeName':'va'", "'phase':'Bound'") "," P(CLAIMS("a")),
	  .nodes = "n1 VolumeZone UU persistentvolume \"va\" not found",
	  .message = "0/1 nodes are available: persistentvolume \"va\" not found. not found" },
	{ "a claim that is going", NULL,
	  N1 "," PVC("default", "a", BOUND DELETED, ",'volumeName':'va'", "'phase':'Bound'") ","
	  PV("va", "", "") "," P(CLAIMS("a")),
	  .nodes = "n1 VolumeBinding UU persistentvolumeclaim \"a\" is being deleted" },
	{ "an ephemeral claim that is not there yet", NULL, N1 "," P(EPHEMERAL),
	  .nodes = "n1 VolumeBinding UU waiting for ephemeral volume controller to create the "
	  "persistentvolumeclaim \"p-v\"" },
	{ "the beta class annotation wins", NULL,
	  N1 "," PVC("default", "a", ",'annotations':{'volume.beta.kubernetes.io/storage-class':"
		     "'late'}", ",'storageClassName':'gone'", "'phase':'Pending'") ","
	  CLASS("late", "d", "") "," P(CLAIMS("a")), .nodes = "n1 fits" },
	{ "a read-only EBS disk is not shared", NULL,
	  N1 "," RUNS("default", "a", "n1", "'volumes':[{'name':'v','awsElasticBlockStore':"
		      "{'volumeID':'i','readOnly':true}}]") ","
	  P("'volumes':[{'name':'v','awsElasticBlockStore':{'volumeID':'i','readOnly':true}}]"),
	  .nodes = "n1 VolumeRestrictions U node(s) had no available disk" },
	{ "in-tree disks of volumes do not conflict", NULL,
	  N1 "," RUNS("default", "a", "n1", CLAIMS("a")) ","
	  PVC("default", "a", BOUND, ",'volumeName':'va'", "'phase':'Bound'") ","
	  PV("va", "", ",'gcePersistentDisk':{'pdName':'x'}") "," P(CLAIMS("a")),
	  .nodes = "n1 fits" },
	{ "RBD needs one common monitor", NULL,
	  N1 "," RUNS("default", "a", "n1", "'volumes':[{'name':'v','rbd':{'monitors':['a','b'],"
		      "'pool':'rbd','image':'i'}}]") ","
	  P("'volumes':[{'name':'v','rbd':{'monitors':['c','b'],'pool':'rbd','image':'i',"
	    "'readOnly':true}}]"),
	  .nodes = "n1 VolumeRestrictions U node(s) had no available disk" },
	{ "a limit of 0 is one, a missing one is not", NULL,
	  N1 "," N2 "," COUNTED ","
	  CSINODE("n1", "{'name':'d','nodeID':'i','allocatable':{'count':0}}") ","
	  CSINODE("n2", "{'name':'d','nodeID':'i'}") "," P(CLAIMS("a")),
	  .nodes = "n1 NodeVolumeLimits U node(s) exceed max volume count | n2 fits" },
	{ "a volume shared on the node counts once", NULL,
	  N1 "," COUNTED "," CSINODE("n1", "{'name':'d','nodeID':'i','allocatable':{'count':1}}") ","
	  RUNS("default", "a", "n1", CLAIMS("a")) "," P(CLAIMS("a")), .nodes = "n1 fits" },
	{ "inline CSI volumes are not counted", NULL,
	  N1 "," CSINODE("n1", "{'name':'d','nodeID':'i','allocatable':{'count':0}}") ","
	  P("'volumes':[{'name':'v','csi':{'driver':'d'}}]"), .nodes = "n1 fits" },
	{ "sizes are compared exactly", NULL,
	  N1 "," CLASS("late", "kubernetes.io/no-provisioner", "") ","
	  "{'kind':'PersistentVolumeClaim','apiVersion':'v1'," META("default", "a", "")
	  ",'spec':{'accessModes':['ReadWriteOnce'],'storageClassName':'late','resources':"
	  "{'requests':{'storage':'1073741825'}}},'status':{}}," PV("va", "", LATE) "," P(CLAIMS("a")),
	  .nodes = "n1 VolumeBinding UU " BIND },
	{ "a volume of the claim elsewhere does not keep it from provisioning", NULL,
	  N1 "," N2 "," CLASS("late", "d", "") "," UNBOUND_LATE("", "") ","
	  PV("va", "", LATE AT("n1") ",'claimRef':{'namespace':'default','name':'a'}") ","
	  P(CLAIMS("a")), .nodes = "n1 fits | n2 fits" },
	{ "but it does keep it from other volumes", NULL,
	  N1 "," N2 "," CLASS("late", "kubernetes.io/no-provisioner", "") "," UNBOUND_LATE("", "") ","
	  PV("va", "", LATE AT("n1") ",'claimRef':{'namespace':'default','name':'a'}") ","
	  PV("vb", "", LATE AT("n2")) "," P(CLAIMS("a")),
	  .nodes = "n1 fits | n2 VolumeBinding UU " BIND },
	{ "a released volume is for nobody", NULL,
	  N1 "," CLASS("late", "kubernetes.io/no-provisioner", "") "," UNBOUND_LATE("", "") ","
	  PV("va", "", LATE ",'claimRef':{'namespace':'default','name':'a','uid':'old'}") ","
	  P(CLAIMS("a")), .nodes = "n1 VolumeBinding UU " BIND },
	{ "a chosen node does not look at volumes", NULL,
	  N1 "," N2 "," CLASS("late", "kubernetes.io/no-provisioner", "") ","
	  UNBOUND_LATE(SELECTED("n1"), "") "," PV("va", "", LATE) "," P(CLAIMS("a")),
	  .nodes = "n1 VolumeBinding UU " BIND " | n2 VolumeBinding UU " BIND },
	{ "topologies have no reason of their own", NULL,
	  NODE("n1", IN_ZONE("a"), "", ROOM) "," NODE("n2", IN_ZONE("b"), "", ROOM) ","
	  CLASS("late", "d", ",'allowedTopologies':[{'matchLabelExpressions':[{'key':"
		"'topology.kubernetes.io/zone','values':['a']}]}]") "," UNBOUND_LATE("", "") ","
	  P(CLAIMS("a")), .nodes = "n1 fits | n2 VolumeBinding UU " BIND },
	{ "the largest volume wins over the capacity", NULL,
	  N1 "," CLASS("late", "d", "") "," DRIVER "," UNBOUND_LATE("", "") ","
	  CAPACITY("'capacity':'9Gi','maximumVolumeSize':'1Mi'", EVERYWHERE) "," P(CLAIMS("a")),
	  .nodes = "n1 VolumeBinding UU node(s) did not have enough free storage" },
	{ "no topology is nowhere", NULL,
	  N1 "," CLASS("late", "d", "") "," DRIVER "," UNBOUND_LATE("", "") ","
	  CAPACITY("'capacity':'9Gi'", "") "," P(CLAIMS("a")),
	  .nodes = "n1 VolumeBinding UU node(s) did not have enough free storage" },
	{ "capacity is only looked at where the driver says so", NULL,
	  N1 "," CLASS("late", "d", "") "," UNBOUND_LATE("", "") "," P(CLAIMS("a")),
	  .nodes = "n1 fits" },
	{ "zones of nodes without zones do not matter", NULL,
	  N1 "," NODE("n2", IN_ZONE("b"), "", ROOM) ","
	  NODE("n3", "'topology.kubernetes.io/region':'r'", "", ROOM) ","
	  PVC("default", "a", BOUND, ",'volumeName':'va'", "'phase':'Bound'") ","
	  PV("va", ",'labels':{'topology.kubernetes.io/zone':'a__c'}", "") "," P(CLAIMS("a")),
	  .nodes = "n1 fits | n2 VolumeZone UU node(s) had no available volume zone | "
	  "n3 VolumeZone UU node(s) had no available volume zone" },
	{ "a zone list with a hole is no label", NULL,
	  NODE("n1", IN_ZONE("b"), "", ROOM) ","
	  PVC("default", "a", BOUND, ",'volumeName':'va'", "'phase':'Bound'") ","
	  PV("va", ",'labels':{'topology.kubernetes.io/zone':'a__'}", "") "," P(CLAIMS("a")),
	  .nodes = "n1 fits" },
	{ "beta labels of volumes reach the newer ones of nodes", NULL,
	  NODE("n1", IN_ZONE("a"), "", ROOM) ","
	  NODE("n2", "'failure-domain.beta.kubernetes.io/zone':'a'", "", ROOM) ","
	  PVC("default", "a", BOUND, ",'volumeName':'va'", "'phase':'Bound'") ","
	  PV("va", ",'labels':{'failure-domain.beta.kubernetes.io/zone':'a'}", "") "," P(CLAIMS("a")),
	  .nodes = "n1 fits | n2 fits" },
	{ "not the other way round", NULL,
	  NODE("n1", "'failure-domain.beta.kubernetes.io/zone':'a'", "", ROOM) ","
	  PVC("default", "a", BOUND, ",'volumeName':'va'", "'phase':'Bound'") ","
	  PV("va", ",'labels':{'topology.kubernetes.io/zone':'a'}", "") "," P(CLAIMS("a")),
	  .nodes = "n1 VolumeZone UU node(s) had no available volume zone" },
	{ "labels of a bound volume narrow the nodes, as names", "1.31.1",
	  NODE("n1", HOST("h"), "", ROOM) "," N("h") ","
	  PVC("default", "a", BOUND, ",'volumeName':'va'", "'phase':'Bound'") ","
	  PV("va", "", AT("h")) "," P(CLAIMS("a")),
	  .nodes = "h fits | n1 UU node(s) didn't satisfy plugin(s) [VolumeBinding]" },
	{ "two node sets without a common node", "1.30.1",
	  N1 "," N2 "," PVC("default", "a", BOUND, ",'volumeName':'va'", "'phase':'Bound'") ","
	  PV("va", "", AT("n1")) "," P(CLAIMS("a") "," NODE_AFFINITY(NAMED("In", "n2"))),
	  .nodes =
	  "n1 UU node(s) didn't satisfy plugin(s) [NodeAffinity VolumeBinding] simultaneously | "
	  "n2 UU node(s) didn't satisfy plugin(s) [NodeAffinity VolumeBinding] simultaneously",
	  .message =
	  "0/2 nodes are available: node(s) didn't satisfy plugin(s) [NodeAffinity VolumeBinding] "
	  "simultaneously. preemption: 0/2 nodes are available: 2 Preemption is not helpful for "
	  "scheduling." },
};

static void test_volumes(void **state)
{
	(void)state;
	RUN(volume_traps);
}

/* --- preemption --- */

#define LOW(name, node, spec) RUNS("default", name, node, "'priority':1," spec)
#define HIGH(spec) P("'priority':9," spec)
#define STARTED(name, node, time, spec)                                                        \
	POD("default", name, "", ON(node) spec, "'phase':'Running','startTime':'2026-11-01T" time "Z'")
#define BUDGET(selector, allowed)                                                              \
	"{'kind':'PodDisruptionBudget','apiVersion':'policy/v1'," META("default", "b", "")         \
	",'spec':{'selector':{" selector "}},'status':{'disruptionsAllowed':" allowed "}}"
#define NO_CPU(node) node " NodeResourcesFit U Insufficient cpu"
#define BOTH_FULL NO_CPU("n1") " | " NO_CPU("n2")

static const struct trap preemption_traps[] = {
	{ "equal priority is not preempted", NULL, N1 "," RUNS("default", "a", "n1", CPU("3")) ","
	  P(CPU("2")), .nodes = NO_CPU("n1"),
	  .message =
	  "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 "
	  "nodes are available: 1 No preemption victims found for incoming pod." },
	{ "negative priority is", NULL,
	  N1 "," RUNS("default", "a", "n1", "'priority':-5," CPU("3")) "," P(CPU("2")),
	  .nodes = NO_CPU("n1"),
	  .victims = "n1: default/a" },
	{ "what still stands in the way is told", NULL,
	  N1 "," RUNS("default", "a", "n1", "'priority':9," CPU("3")) "," LOW("b", "n1", CPU("500m")) ","
	  HIGH(CPU("2")), .nodes = NO_CPU("n1"),
	  .message =
	  "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 "
	  "nodes are available: 1 Insufficient cpu." },
	{ "only what is needed goes, the least important first", NULL,
	  N1 "," LOW("a", "n1", CPU("1")) "," RUNS("default", "b", "n1", "'priority':2," CPU("1")) ","
	  RUNS("default", "c", "n1", "'priority':3," CPU("1")) "," HIGH(CPU("2")),
	  .nodes = NO_CPU("n1"),
	  .victims = "n1: default/a" },
	{ "the later start goes first", NULL,
	  N1 "," STARTED("a", "n1", "08:00:00", CPU("2")) "," STARTED("b", "n1", "08:00:09", CPU("2")) ","
	  HIGH(CPU("2")), .nodes = NO_CPU("n1"), .victims = "n1: default/b" },
	{ "pods without start time in reverse order", NULL,
	  N1 "," RUNS("default", "a", "n1", CPU("2")) "," RUNS("default", "b", "n1", CPU("2")) ","
	  HIGH(CPU("2")), .nodes = NO_CPU("n1"), .victims = "n1: default/a" },
	{ "a budget is a preference", NULL,
	  N1 "," N2 "," POD("default", "a", WEB, ON("n1") CPU("3"), "'phase':'Running'") ","
	  POD("default", "b", ",'labels':{'app':'db'}", ON("n2") "'priority':8," CPU("3"),
	      "'phase':'Running'") "," BUDGET("'matchLabels':{'app':'web'}", "0") "," HIGH(CPU("2")),
	  .nodes = BOTH_FULL, .victims = "n2: default/b" },
	{ "not a veto", NULL,
	  N1 "," POD("default", "a", WEB, ON("n1") CPU("3"), "'phase':'Running'") ","
	  BUDGET("'matchLabels':{'app':'web'}", "0") "," HIGH(CPU("2")), .nodes = NO_CPU("n1"),
	  .victims = "n1: default/a" },
	{ "an empty selector protects nobody", NULL,
	  N1 "," N2 "," POD("default", "a", WEB, ON("n1") CPU("3"), "'phase':'Running'") ","
	  POD("default", "b", WEB, ON("n2") "'priority':8," CPU("3"), "'phase':'Running'") ","
	  BUDGET("", "0") "," HIGH(CPU("2")), .nodes = BOTH_FULL, .victims = "n1: default/a" },
	{ "violating pods are the first to stay", NULL,
	  N1 "," POD("default", "a", WEB, ON("n1") CPU("2"), "'phase':'Running'") ","
	  RUNS("default", "b", "n1", "'priority':8," CPU("2")) ","
	  BUDGET("'matchLabels':{'app':'web'}", "0") "," HIGH(CPU("2")), .nodes = NO_CPU("n1"),
	  .victims = "n1: default/b" },
	{ "the first victim decides: the most important", NULL,
	  N1 "," N2 "," RUNS("default", "a", "n1", "'priority':5," CPU("3")) ","
	  RUNS("default", "b", "n2", "'priority':4," CPU("2")) ","
	  RUNS("default", "c", "n2", "'priority':4," CPU("2")) "," HIGH(CPU("4")),
	  .nodes = BOTH_FULL, .victims = "n2: default/b default/c" },
	{ "the latest start of those", NULL,
	  N1 "," N2 "," STARTED("a", "n1", "08:00:00", CPU("3")) ","
	  STARTED("b", "n2", "08:00:01", CPU("3")) "," HIGH(CPU("2")), .nodes = BOTH_FULL,
	  .victims = "n2: default/b" },
	{ "a start that is not known is the latest", NULL,
	  N1 "," N2 "," RUNS("default", "a", "n1", CPU("3")) "," STARTED("b", "n2", "08:00:01", CPU("3"))
	  "," HIGH(CPU("2")), .nodes = BOTH_FULL, .victims = "n1: default/a" },
	{ "a victim on its way out", NULL,
	  N1 "," POD("default", "a", DELETED, ON("n1") CPU("3"), "'phase':'Running'," PREEMPTED) ","
	  POD("default", "p", "", "'priority':9," CPU("2"),
	      "'phase':'Pending','nominatedNodeName':'n1'"), .nodes = NO_CPU("n1"),
	  .message =
	  "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not "
	  "eligible due to a terminating pod on the nominated node." },
	{ "one that goes for another reason does not wait", NULL,
	  N1 "," POD("default", "a", DELETED, ON("n1") CPU("3"), "'phase':'Running'") ","
	  POD("default", "p", "", "'priority':9," CPU("2"),
	      "'phase':'Pending','nominatedNodeName':'n1'"), .nodes = NO_CPU("n1"),
	  .victims = "n1: default/a" },
	{ "nor where the node cannot take the pod", NULL,
	  NODE("n1", "", "'unschedulable':true", ROOM) "," N2 ","
	  POD("default", "a", DELETED, ON("n1") CPU("3"), "'phase':'Running'," PREEMPTED) ","
	  LOW("b", "n2", CPU("3")) "," POD("default", "p", "", "'priority':9," CPU("2"),
	      "'phase':'Pending','nominatedNodeName':'n1'"),
	  .nodes = "n1 NodeUnschedulable UU node(s) were unschedulable | " NO_CPU("n2"),
	  .victims = "n2: default/b" },
	{ "affinity is not preempted for", NULL,
	  N1 "," LOW("a", "n1", CPU("1")) ","
	  HIGH(NEAR("podAffinity", "kubernetes.io/hostname", "'app':'web'")),
	  .nodes = "n1 InterPodAffinity UU node(s) didn't match pod affinity rules",
	  .message =
	  "0/1 nodes are available: 1 node(s) didn't match pod affinity rules. " NOT_HELPFUL("1") },
	{ "anti-affinity is, of both sides", NULL,
	  N1 "," N2 "," POD("default", "a", WEB, ON("n1") "'priority':1", "'phase':'Running'") ","
	  LOW("b", "n2", "'priority':2," NEAR("podAntiAffinity", "kubernetes.io/hostname", "'me':'x'"))
	  "," POD("default", "p", ",'labels':{'me':'x'}", "'priority':9,"
	      NEAR("podAntiAffinity", "kubernetes.io/hostname", "'app':'web'"), "'phase':'Pending'"),
	  .nodes = "n1 InterPodAffinity U node(s) didn't match pod anti-affinity rules | "
	  "n2 InterPodAffinity U node(s) didn't satisfy existing pods anti-affinity rules",
	  .victims = "n1: default/a" },
	{ "a terminating pod is taken off a spread that never counted it", NULL,
	  N1 "," N2 "," POD("default", "a", WEB, ON("n1") "'priority':9", "'phase':'Running'") ","
	  POD("default", "b", WEB DELETED, ON("n1") "'priority':1", "'phase':'Running'") ","
	  POD("default", "p", WEB, "'priority':9,'topologySpreadConstraints':["
	      SPREAD("kubernetes.io/hostname", LIKE_WEB ",'nodeAffinityPolicy':'Ignore'")
	      "],'nodeSelector':{'kubernetes.io/hostname':'n1'}", "'phase':'Pending'"),
	  .nodes = "n1 PodTopologySpread U node(s) didn't match pod topology spread constraints | "
	  "n2 NodeAffinity UU " UNFIT, .victims = "n1: default/b" },
	{ "removing one holder frees a port that two hold", NULL,
	  N1 "," RUNS("default", "a", "n1", "'priority':9," PORT("", "TCP", "80")) ","
	  LOW("b", "n1", PORT("", "TCP", "80")) "," HIGH(PORT("", "TCP", "80")),
	  .nodes = "n1 NodePorts U " TAKEN, .victims = "n1: default/b" },
	{ "an error that comes up after the victims went is told alone", NULL,
	  N1 "," ERRING("n1", "'priority':9,") "," COUNTED "," LOW("b", "n1", CPU("3")) ","
	  HIGH(CPU("2") "," CLAIMS("a")), .nodes = NO_CPU("n1"),
	  .message =
	  "0/1 nodes are available: 1 Insufficient cpu. preemption: running \"NodeVolumeLimits\" "
	  "filter plugin: " NOT_OWNER },
	{ "a pod that brings an error back has to go", NULL,
	  N1 "," ERRING("n1", "") "," COUNTED "," LOW("b", "n1", CPU("3")) ","
	  HIGH(CPU("2") "," CLAIMS("a")), .nodes = NO_CPU("n1"),
	  .victims = "n1: default/b default/x" },
};

static void test_preemption(void **state)
{
	(void)state;
	RUN(preemption_traps);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nominations),
		cmocka_unit_test(test_volumes),
		cmocka_unit_test(test_preemption),
	};

	return cmocka_run_group_tests_name("traps, stateful", tests, NULL, NULL);
}
