/*
 * Stages and their precedence: each case is a small cluster, the pod or workload in question, and
 * the stage, code and words that are due.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "diagnose/diagnose.h"
#include "lib/world.h"

#define NODE(name, more) "{'kind':'Node','metadata':{'name':'" name "'}" more ","                \
	"'status':{'allocatable':{'cpu':'4','memory':'8Gi','pods':'110'}}}"
#define NODE_READY(name, status) "{'kind':'Node','metadata':{'name':'" name "'},"                \
	"'status':{'allocatable':{'cpu':'4','memory':'8Gi','pods':'110'},"                       \
	"'conditions':[{'type':'Ready','status':'" status "'}]}}"
#define POD(name, spec, status) "{'kind':'Pod','metadata':{'name':'" name "','namespace':'a'},"   \
	"'spec':{'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]" spec \
	"},'status':{" status "}}"
#define PENDING "'phase':'Pending'"
#define UNSCHEDULABLE PENDING ",'conditions':[{'type':'PodScheduled','status':'False',"           \
	"'reason':'Unschedulable','message':'0/1 nodes are available: 1 x.'}]"
#define FAILED(message) PENDING ",'conditions':[{'type':'PodScheduled','status':'False',"             \
	"'reason':'Unschedulable','message':'" message "'}]"
#define DATA ",'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'data'}}]"
#define OTHER_CLAIM "{'kind':'PersistentVolumeClaim','metadata':{'name':'other','namespace':'a'},"   \
	"'spec':{},'status':{}}"
#define ON(node) ",'nodeName':'" node "'"
#define WAITING(reason, message) PENDING ",'startTime':'2026-01-01T00:00:00Z',"                    \
	"'containerStatuses':[{'name':'c','ready':false,'state':{'waiting':{'reason':'" reason      \
	"','message':'" message "'}}}]"
#define LEASE(ns, name, seconds, renewed) "{'kind':'Lease','apiVersion':'coordination.k8s.io/v1'," \
	"'metadata':{'name':'" name "','namespace':'" ns "'},'spec':{'leaseDurationSeconds':"        \
	seconds ",'renewTime':'" renewed "'}}"
#define VICTIM POD("low", ON("n1") ",'priority':0", "'phase':'Running'")
#define GOING "{'kind':'Pod','metadata':{'name':'low','namespace':'a',"                            \
	"'deletionTimestamp':'2026-01-01T00:00:30Z'},'spec':{'nodeName':'n1','priority':0,"          \
	"'containers':[{'name':'c','resources':{'requests':{'cpu':'4'}}}]},'status':{'phase':'Running'}}"

#define SCHEDULER_EVENT(message)                                                                   \
	"{'kind':'Event','metadata':{'name':'e','namespace':'a'},'involvedObject':{'kind':'Pod',"   \
	"'namespace':'a','name':'p'},'reason':'FailedScheduling','message':'" message "',"          \
	"'source':{'component':'default-scheduler'},'lastTimestamp':'2026-01-01T00:05:59Z'}"

static const struct stage_case {
	const char *name, *items;
	enum stage stage;
	const char *code, *words;
} cases[] = {
	{ "succeeded", NODE("n1", "") "," POD("p", ON("n1"), "'phase':'Succeeded'"), STAGE_FINISHED,
	  "PodSucceeded", "ran to its end" },
	{ "failed after it ran", NODE("n1", "") "," POD("p", ON("n1"),
	  "'phase':'Failed','containerStatuses':[{'name':'c','state':{'terminated':"
	  "{'exitCode':3,'reason':'Error'}}}]"), STAGE_FINISHED, "PodFailed", "exit code 3" },
	{ "failed because it could not start", NODE("n1", "") "," POD("p", ON("n1"),
	  "'phase':'Failed','containerStatuses':[{'name':'c','state':{'terminated':"
	  "{'exitCode':128,'reason':'StartError'}}}]"), STAGE_POST_BIND, "FailedBeforeRunning", "n1" },
	{ "refused by the kubelet", NODE("n1", "") "," POD("p", ON("n1"),
	  "'phase':'Failed','reason':'OutOfcpu','message':'Pod was rejected: Node did not have enough "
	  "resource: cpu, requested: 64000, used: 360, capacity: 2000'"), STAGE_POST_BIND,
	  "KubeletOutOfCpu", "it asks for 64, more than the node has in all (2)" },
	{ "refused by a node that is full", NODE("n1", "") "," POD("p", ON("n1"),
	  "'phase':'Failed','reason':'OutOfcpu','message':'Pod was rejected: Node did not have enough "
	  "resource: cpu, requested: 1000, used: 1500, capacity: 2000'"), STAGE_POST_BIND,
	  "KubeletOutOfCpu", "it asks for 1, 1.5 of 2 are in use" },
	{ "refused, and the node has gone since", NODE("n1", "") "," POD("p", ON("n9"),
	  "'phase':'Failed','reason':'NodeAffinity','message':'Predicate NodeAffinity failed'"),
	  STAGE_POST_BIND, "KubeletNodeAffinity", "Predicate" },
	{ "node is gone", NODE("n1", "") "," POD("p", ON("n9"), "'phase':'Running'"), STAGE_POST_BIND,
	  "NodeGone", "n9" },
	{ "no nodes read: nothing is known", POD("p", ON("n9"), "'phase':'Running'"), STAGE_READY,
	  "PodReady", "" },
	{ "node is silent", NODE_READY("n1", "Unknown") "," POD("p", ON("n1"), "'phase':'Running'"),
	  STAGE_POST_BIND, "NodeSilent", "n1" },
	{ "node lease ran out against another", NODE("n1", "") ","
	  LEASE("kube-node-lease", "n1", "40", "2026-01-01T00:00:00Z") ","
	  LEASE("kube-node-lease", "n2", "40", "2026-01-01T00:05:00Z") ","
	  POD("p", ON("n1"), PENDING), STAGE_POST_BIND, "NodeSilent", "lease" },
	{ "a lease alone cannot be late", NODE("n1", "") ","
	  LEASE("kube-node-lease", "n1", "40", "2026-01-01T00:00:00Z") ","
	  POD("p", ON("n1"), PENDING), STAGE_POST_BIND, "KubeletNotAcknowledged", "n1" },
	{ "config map missing", NODE("n1", "") "," POD("p", ON("n1"),
	  WAITING("CreateContainerConfigError", "configmap \\\"settings\\\" not found")),
	  STAGE_POST_BIND, "ConfigMapMissing", "ConfigMap \"settings\" does not exist in a" },
	{ "image cannot be pulled", NODE("n1", "") "," POD("p", ON("n1"),
	  WAITING("ImagePullBackOff", "Back-off pulling image \\\"i\\\": ErrImagePull: pull \\\"i\\\": no such host")),
	  STAGE_POST_BIND, "ImagePullFailed", "cannot pull its image i: no such host" },
	{ "crash between two restarts", NODE("n1", "") "," POD("p", ON("n1"),
	  "'phase':'Running','containerStatuses':[{'name':'c','ready':false,'restartCount':5,'state':"
	  "{'terminated':{'exitCode':1,'reason':'Error'}}}]"), STAGE_POST_BIND, "ContainerCrashing",
	  "exit code 1; 5 restarts" },
	{ "init container runs", NODE("n1", "") "," POD("p", ON("n1"),
	  PENDING ",'initContainerStatuses':[{'name':'wait','state':{'running':{}}}],"
	  "'containerStatuses':[{'name':'c','state':{'waiting':{'reason':'PodInitializing'}}}]"),
	  STAGE_POST_BIND, "InitContainerRunning", "wait" },
	{ "runs, not ready, gates of old", NODE("n1", "") ","
	  POD("p", ON("n1") ",'schedulingGates':[{'name':'g'}]",
	  "'phase':'Running','conditions':[{'type':'Ready','status':'False'}],"
	  "'containerStatuses':[{'name':'c','ready':false,'started':true,'state':{'running':{}}}]"),
	  STAGE_RUNNING_NOT_READY, "ReadinessProbeFailing", "container c" },
	{ "readiness gate", NODE("n1", "") "," POD("p", ON("n1") ",'readinessGates':[{'conditionType':'lb'}]",
	  "'phase':'Running','containerStatuses':[{'name':'c','ready':true,'started':true,"
	  "'state':{'running':{}}}]"), STAGE_RUNNING_NOT_READY, "ReadinessGatePending", "lb" },
	{ "ready", NODE("n1", "") "," POD("p", ON("n1"),
	  "'phase':'Running','conditions':[{'type':'Ready','status':'True'}]"), STAGE_READY, "PodReady",
	  "n1" },
	{ "ready, whatever a container's state says", NODE("n1", "") "," POD("p", ON("n1"),
	  "'phase':'Running','conditions':[{'type':'Ready','status':'True'}],'containerStatuses':"
	  "[{'name':'c','ready':true,'state':{'waiting':{'reason':'ContainerCreating'}}}]"), STAGE_READY,
	  "PodReady", "" },
	{ "a bound pod's gates do not matter", NODE("n1", "") ","
	  POD("p", ON("n1") ",'schedulingGates':[{'name':'g'}]",
	  "'phase':'Running','conditions':[{'type':'Ready','status':'True'}]"), STAGE_READY, "PodReady",
	  "" },
	{ "gated, though nobody serves it and no node would fit",
	  POD("p", ",'schedulerName':'x','schedulingGates':[{'name':'kueue.x-k8s.io/admission'}]", PENDING),
	  STAGE_GATED, "SchedulingGated", "Kueue" },
	{ "the condition outlives the gates", NODE("n1", "") "," POD("p", "", PENDING
	  ",'conditions':[{'type':'PodScheduled','status':'False','reason':'SchedulingGated'}]"),
	  STAGE_QUEUE_WAIT, "NodeFitsNow", "n1" },
	{ "nobody serves the name, though no node would fit", NODE("n1", ",'spec':{'unschedulable':true}")
	  "," POD("p", ",'schedulerName':'volcano'", PENDING), STAGE_QUEUE_WAIT, "NoSchedulerForName",
	  "volcano" },
	{ "another scheduler is at work", NODE("n1", ",'spec':{'unschedulable':true}") ","
	  POD("o", ON("n1") ",'schedulerName':'volcano'", "'phase':'Running'") ","
	  POD("p", ",'schedulerName':'volcano'", PENDING), STAGE_FILTER_FAILURE, "NodesUnschedulable", "" },
	{ "scheduler is down", NODE("n1", "") ","
	  LEASE("kube-system", "kube-scheduler", "15", "2026-01-01T00:00:00Z") ","
	  LEASE("kube-node-lease", "n1", "40", "2026-01-01T00:05:00Z") "," POD("p", "", PENDING),
	  STAGE_QUEUE_WAIT, "SchedulerDown", "lease" },
	{ "scheduler is late, but not by much", NODE("n1", "") ","
	  LEASE("kube-system", "kube-scheduler", "15", "2026-01-01T00:00:00Z") ","
	  LEASE("kube-node-lease", "n1", "40", "2026-01-01T00:00:20Z") "," POD("p", "", PENDING),
	  STAGE_QUEUE_WAIT, "NeverTried", "n1" },
	{ "scheduler is down for other schedulers' pods, too late to matter", NODE("n1", "") ","
	  LEASE("kube-system", "kube-scheduler", "15", "2026-01-01T00:00:00Z") ","
	  LEASE("kube-node-lease", "n1", "40", "2026-01-01T00:05:00Z") ","
	  POD("p", ",'schedulerName':'volcano'", PENDING), STAGE_QUEUE_WAIT, "NoSchedulerForName", "" },
	{ "victims terminate", NODE("n1", "") "," GOING ","
	  POD("p", ",'priority':10", UNSCHEDULABLE ",'nominatedNodeName':'n1'"), STAGE_PREEMPTING,
	  "PreemptionInProgress", "a/low" },
	{ "victims terminate, but the scheduler is down", NODE("n1", "") "," GOING ","
	  LEASE("kube-system", "kube-scheduler", "15", "2026-01-01T00:00:00Z") ","
	  LEASE("kube-node-lease", "n1", "40", "2026-01-01T00:05:00Z") ","
	  POD("p", ",'priority':10", UNSCHEDULABLE ",'nominatedNodeName':'n1'"), STAGE_QUEUE_WAIT,
	  "SchedulerDown", "" },
	{ "a victim terminates, and the node would do already", NODE("n1", "") ","
	  "{'kind':'Pod','metadata':{'name':'low','namespace':'a',"
	  "'deletionTimestamp':'2026-01-01T00:00:30Z'},'spec':{'nodeName':'n1','priority':0,"
	  "'containers':[{'name':'c'}]},'status':{'phase':'Running'}},"
	  POD("p", ",'priority':10", PENDING ",'nominatedNodeName':'n1'"), STAGE_PREEMPTING,
	  "PreemptionInProgress", "a/low" },
	{ "nominated, but the others only run", NODE("n1", "") "," VICTIM ","
	  POD("p", ",'priority':10", UNSCHEDULABLE ",'nominatedNodeName':'n1'"), STAGE_QUEUE_WAIT,
	  "NodeFitsNow", "n1" },
	{ "a terminating pod of equal priority is no victim", NODE("n1", "") "," GOING ","
	  POD("p", ",'priority':0", UNSCHEDULABLE ",'nominatedNodeName':'n1'"), STAGE_FILTER_FAILURE,
	  "InsufficientCpu", "1 cpu" },
	{ "binding without a failed attempt", NODE("n1", "") ","
	  POD("p", "", PENDING ",'nominatedNodeName':'n1'"), STAGE_BIND_WAIT, "BindingInProgress", "n1" },
	{ "nominated to a node that does not exist", NODE("n1", "") ","
	  POD("p", "", PENDING ",'nominatedNodeName':'n9'"), STAGE_QUEUE_WAIT, "NeverTried", "n1" },
	{ "no nodes at all", POD("p", "", PENDING), STAGE_FILTER_FAILURE, "NoNodes",
	  "the cluster has no nodes (this snapshot has no Nodes at all)" },
	{ "no nodes, and what the scheduler said", POD("p", "", FAILED("0/1 nodes are available: "
	  "1 Insufficient cpu.")), STAGE_FILTER_FAILURE, "InsufficientCpu",
	  "no Nodes at all; the scheduler itself said: 0/1 nodes are available: 1 Insufficient cpu" },
	{ "claim does not exist", NODE("n1", "") "," OTHER_CLAIM "," POD("p", DATA, PENDING),
	  STAGE_FILTER_FAILURE, "PersistentVolumeClaimMissing", "claim data does not exist in a" },
	{ "the snapshot has no claims", NODE("n1", "") "," POD("p", DATA, PENDING),
	  STAGE_FILTER_FAILURE, "PersistentVolumeClaimMissing",
	  "claim data does not exist in a (this snapshot has no PersistentVolumeClaims at all)" },
	{ "the snapshot has no claims, and what the scheduler said", NODE("n1", "") ","
	  POD("p", DATA, FAILED("0/1 nodes are available: 1 Insufficient cpu.")), STAGE_FILTER_FAILURE,
	  "InsufficientCpu", "a/p waits: claim data is not in this snapshot, which has no "
	  "PersistentVolumeClaims at all; the scheduler itself said: 0/1 nodes are available: "
	  "1 Insufficient cpu" },
	{ "the snapshot has no claims, and the scheduler found none either", NODE("n1", "") ","
	  POD("p", DATA, FAILED("0/1 nodes are available: persistentvolumeclaim \\\"data\\\" not "
	  "found. not found")), STAGE_FILTER_FAILURE, "PersistentVolumeClaimMissing",
	  "claim data does not exist in a" },
	{ "the snapshot has no storage classes", NODE("n1", "") ","
	  "{'kind':'PersistentVolumeClaim','metadata':{'name':'data','namespace':'a'},"
	  "'spec':{'storageClassName':'nfs'},'status':{'phase':'Pending'}},"
	  POD("p", DATA, FAILED("0/1 nodes are available: pod has unbound immediate "
	  "PersistentVolumeClaims. not found")), STAGE_FILTER_FAILURE, "UnboundImmediateClaim",
	  "its storage class nfs is not in this snapshot" },
	{ "two plugins reject every node", "{'kind':'Node','metadata':{'name':'n1','labels':{'x':'y'}},"
	  "'status':{'allocatable':{'cpu':'4','pods':'9'}}},{'kind':'Pod','metadata':{'name':'q',"
	  "'namespace':'a','labels':{'app':'q'}},'spec':{'nodeName':'n1','priority':0,'containers':[{"
	  "'name':'c','resources':{'requests':{'cpu':'4'}}}]},'status':{'phase':'Running'}},"
	  POD("p", ",'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{"
	  "'topologyKey':'x','labelSelector':{'matchLabels':{'app':'q'}}}]}}", PENDING),
	  STAGE_FILTER_FAILURE, "InsufficientCpu", "free (nothing), and its podAntiAffinity" },
	{ "deletion that does not end", NODE("n1", "") ","
	  LEASE("kube-node-lease", "n1", "40", "2026-01-01T00:05:30Z") ","
	  "{'kind':'Pod','metadata':{'name':'p','namespace':'a','finalizers':['x.io/keep'],"
	  "'deletionTimestamp':'2026-01-01T00:00:30Z'},'spec':{'nodeName':'n1','containers':[{'name':"
	  "'c'}]},'status':{'phase':'Running'}}", STAGE_READY, "PodReady",
	  "a/p is Terminating, 5m past its grace period, kept by finalizer x.io/keep; it is running" },
	{ "too big for any node", NODE("n1", "") "," NODE("n2", "") ","
	  "{'kind':'Pod','metadata':{'name':'p','namespace':'a'},'spec':{'containers':[{'name':'c',"
	  "'resources':{'requests':{'cpu':'8'}}}]}}", STAGE_FILTER_FAILURE, "InsufficientCpu",
	  "8 cpu is more than a node has in all (at most 4)" },
	{ "no node has the label", "{'kind':'Node','metadata':{'name':'n1','labels':{'disk':'ssd'}},"
	  "'status':{'allocatable':{'cpu':'4','pods':'9'}}}," NODE("n2", "") ","
	  POD("p", ",'nodeSelector':{'disk':'nvme'}", PENDING), STAGE_FILTER_FAILURE,
	  "NodeSelectorMismatch", "None of the 2 nodes has disk=nvme (there is ssd on 1 node)" },
	{ "the only node with the label is tainted",
	  "{'kind':'Node','metadata':{'name':'n1','labels':{'zone':'c'}},'spec':{'taints':[{'key':'gpu',"
	  "'value':'yes','effect':'NoSchedule'}]},'status':{'allocatable':{'cpu':'4','pods':'9'}}},"
	  NODE("n2", "") "," POD("p", ",'nodeSelector':{'zone':'c'}", PENDING), STAGE_FILTER_FAILURE,
	  "UntoleratedTaint",
	  "n1 is the only node with zone=c, and the pod does not tolerate its taint gpu=yes:NoSchedule" },
	{ "the scheduler gives up", NODE("n1", "") "," POD("p", "", PENDING ",'conditions':[{'type':"
	  "'PodScheduled','status':'False','reason':'SchedulerError','message':'binding rejected'}]"),
	  STAGE_FILTER_FAILURE, "SchedulerError", "binding rejected" },
	{ "a node fits now", NODE("n1", "") "," POD("p", "", UNSCHEDULABLE), STAGE_QUEUE_WAIT,
	  "NodeFitsNow", "n1" },
	{ "an event alone tells of an attempt", NODE("n1", "") "," POD("p", "", PENDING) ","
	  SCHEDULER_EVENT("0/1 nodes are available: 1 Insufficient cpu."), STAGE_QUEUE_WAIT,
	  "BackingOff", "explains what it said then: 0/1 nodes are available: 1 Insufficient cpu." },
	{ "an event alone tells of an error", NODE("n1", "") "," POD("p", "", PENDING) ","
	  SCHEDULER_EVENT("nodeinfo not found"), STAGE_FILTER_FAILURE, "SchedulerError",
	  "gives up its attempts with an error: nodeinfo not found; the filters pass on n1" },
};

/* rules/codes.yaml has the code with that stage. */
static void check_code_is_listed(const char *code, enum stage stage)
{
	char line[512], wanted[160];
	FILE *f = fopen("rules/codes.yaml", "r");
	bool found = false;

	assert_non_null(f);
	snprintf(wanted, sizeof(wanted), "{code: %s, stage: %s,", code, stage_name(stage));
	while (!found && fgets(line, sizeof(line), f))
		found = strstr(line, wanted) != NULL;
	fclose(f);
	if (!found)
		fail_msg("rules/codes.yaml lacks %s", wanted);
}

/* Finished pods are not in the view. */
static const struct pod *pod_named(const struct world *w, const char *name)
{
	return (const struct pod *)cluster_find(w->cluster, KIND_POD, view_sym(w->view, "a"),
						view_sym(w->view, name));
}

static void check_case(const struct stage_case *c)
{
	struct world w;
	struct diagnosis *d = world_diagnosis(&w, c->items);
	struct report *r = diagnose_pod(d, pod_named(&w, "p"));

	if (r->stage != c->stage || strcmp(r->cause.code, c->code) != 0 ||
	    !strstr(r->cause.summary, c->words))
		fail_msg("%s: %s, %s: %s", c->name, stage_name(r->stage), r->cause.code,
			 r->cause.summary);
	check_code_is_listed(r->cause.code, r->stage);
	report_free(r);
	diagnosis_free(d);
	world_release(&w);
}

static void test_stages(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		check_case(&cases[i]);
}

static void check_selected(const char *items, const char *name, enum stage stage, const char *code)
{
	struct world w;
	struct diagnosis *d = world_diagnosis(&w, items);
	struct selection sel = { "a", &name, 1, NULL };
	struct reports rs = { 0 };
	const struct report *r;
	struct error err = ERROR_INIT;

	if (diagnose_selection(d, &sel, &rs, &err))
		fail_msg("%s: %s", name, err.msg);
	assert_true(rs.n > 0);
	r = reports_get(&rs, 0);
	if (r->stage != stage || strcmp(r->cause.code, code) != 0)
		fail_msg("%s: %s, %s: %s", name, stage_name(r->stage), r->cause.code,
			 r->cause.summary);
	check_code_is_listed(code, stage);
	reports_release(&rs);
	diagnosis_free(d);
	world_release(&w);
}

#define WORKLOAD(kind, group, spec, status) "{'apiVersion':'" group "','kind':'" kind "','metadata':"  \
	"{'name':'w','namespace':'a'},'spec':{" spec "},'status':{" status "}}"
#define FAILURE(message) "'replicas':0,'conditions':[{'type':'ReplicaFailure','status':'True',"        \
	"'reason':'FailedCreate','message':'" message "'}]"

static void test_workloads(void **state)
{
	static const struct {
		const char *items, *name;
		enum stage stage;
		const char *code;
	} workloads[] = {
		{ WORKLOAD("ReplicaSet", "apps/v1", "'replicas':2",
			   FAILURE("pods \\\"w-1\\\" is forbidden: exceeded quota: q")),
		  "rs/w", STAGE_NOT_CREATED, "QuotaExceeded" },
		{ WORKLOAD("ReplicaSet", "apps/v1", "'replicas':2",
			   FAILURE("Internal error occurred: failed calling webhook \\\"x\\\": y")),
		  "rs/w", STAGE_NOT_CREATED, "WebhookUnreachable" },
		{ WORKLOAD("Deployment", "apps/v1", "'replicas':0", ""), "deploy/w", STAGE_NOT_CREATED,
		  "ScaledToZero" },
		{ WORKLOAD("Deployment", "apps/v1", "'paused':true", ""), "deployments.apps/w",
		  STAGE_NOT_CREATED, "DeploymentPaused" },
		{ WORKLOAD("Job", "batch/v1", "'suspend':true", ""), "job/w", STAGE_NOT_CREATED,
		  "JobSuspended" },
		{ WORKLOAD("Job", "batch/v1", "'completions':1", "'conditions':[{'type':'Complete',"
			   "'status':'True'}]"), "job/w", STAGE_FINISHED, "JobComplete" },
		{ WORKLOAD("CronJob", "batch/v1", "'schedule':'0 3 * * *'", ""), "cj/w",
		  STAGE_NOT_CREATED, "CronJobNotDue" },
		{ WORKLOAD("StatefulSet", "apps/v1", "'replicas':2", "'replicas':1") ","
		  "{'kind':'Pod','metadata':{'name':'w-0','namespace':'a','ownerReferences':[{'kind':"
		  "'StatefulSet','name':'w','controller':true}]},'spec':{},'status':{'phase':'Pending'}}",
		  "sts/w", STAGE_NOT_CREATED, "StatefulSetOrder" },
		{ WORKLOAD("ReplicaSet", "apps/v1", "'replicas':2", "'replicas':1"), "rs/w",
		  STAGE_NOT_CREATED, "PodsNotCreated" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(workloads) / sizeof(*workloads); i++)
		check_selected(workloads[i].items, workloads[i].name, workloads[i].stage,
			       workloads[i].code);
}

static void test_terminating_keeps_stage(void **state)
{
	struct world w;
	struct diagnosis *d = world_diagnosis(&w, NODE("n1", ",'spec':{'unschedulable':true}") ","
		"{'kind':'Pod','metadata':{'name':'p','namespace':'a','finalizers':['x.io/keep'],"
		"'deletionTimestamp':'2026-01-01T00:00:30Z','deletionGracePeriodSeconds':30},"
		"'spec':{'containers':[{'name':'c'}]},'status':{'phase':'Pending'}}");
	struct report *r = diagnose_pod(d, pod_named(&w, "p"));
	const char *summary = "";

	(void)state;
	assert_int_equal(r->stage, STAGE_FILTER_FAILURE);
	for (uint32_t i = 0; i < r->findings.n; i++)
		if (strcmp(r->findings.v[i].code, "Terminating") == 0)
			summary = r->findings.v[i].summary;
	assert_non_null(strstr(summary, "x.io/keep"));
	assert_non_null(strstr(summary, "grace 30s"));
	report_free(r);
	diagnosis_free(d);
	world_release(&w);
}

/* A snapshot without claims is incomplete, unless the scheduler has missed the claim as well. */
static void test_incomplete(void **state)
{
	static const struct {
		const char *message;
		enum agreement agreement;
		enum certainty certainty;
		uint32_t differences;
	} said[] = {
		{ "0/1 nodes are available: persistentvolumeclaim \\\"data\\\" not found. not found",
		  AGREE_EXACT, CERTAIN_EXACT, 0 },
		{ "0/1 nodes are available: 1 Insufficient cpu.", AGREE_UNEXPLAINED, CERTAIN_LIKELY, 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(said) / sizeof(*said); i++) {
		char items[2048];
		struct world w;
		struct diagnosis *d;
		struct report *r;

		snprintf(items, sizeof(items), NODE("n1", "") "," POD("p", DATA, FAILED("%s")),
			 said[i].message);
		d = world_diagnosis(&w, items);
		r = diagnose_pod(d, pod_named(&w, "p"));
		assert_int_equal(r->replay->message.agreement, said[i].agreement);
		assert_int_equal(r->replay->message.difference.n, said[i].differences);
		assert_int_equal(r->cause.certainty, said[i].certainty);
		report_free(r);
		diagnosis_free(d);
		world_release(&w);
	}
}

/* Of the pods that wait, those that were tried are parked. */
static void test_only_untried_are_ahead(void **state)
{
	struct world w;
	struct diagnosis *d = world_diagnosis(&w, NODE("n1", "") ","
		"{'kind':'Pod','metadata':{'name':'old','namespace':'a','creationTimestamp':"
		"'2026-01-01T00:00:00Z'},'spec':{},'status':{" UNSCHEDULABLE "}},"
		"{'kind':'Pod','metadata':{'name':'new','namespace':'a','creationTimestamp':"
		"'2026-01-01T00:00:10Z'},'spec':{},'status':{}},"
		"{'kind':'Pod','metadata':{'name':'p','namespace':'a','creationTimestamp':"
		"'2026-01-01T00:00:20Z'},'spec':{},'status':{}}");
	struct report *r = diagnose_pod(d, pod_named(&w, "p"));

	(void)state;
	assert_string_equal(r->cause.code, "NeverTried");
	assert_non_null(strstr(r->cause.summary, "1 of the same is older"));
	report_free(r);
	diagnosis_free(d);
	world_release(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stages),
		cmocka_unit_test(test_workloads),
		cmocka_unit_test(test_terminating_keeps_stage),
		cmocka_unit_test(test_incomplete),
		cmocka_unit_test(test_only_untried_are_ahead),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
