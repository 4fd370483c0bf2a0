/* One small cluster, its pod default/p, and what the scheduler would say of it. */
#ifndef TESTS_LIB_TRAP_H
#define TESTS_LIB_TRAP_H

#include <stddef.h>

struct trap {
	const char *name, *version; /* NULL: the newest */
	const char *items;
	const char *nodes;   /* "n1 fits | n2 Plugin U reason; reason" */
	const char *message; /* NULL: not compared */
	const char *victims; /* "n1: ns/a ns/b"; NULL: none */
};

/* Fails if any of them comes out otherwise; all are run. */
void traps_run(const struct trap *traps, size_t n);
#define RUN(traps) traps_run(traps, sizeof(traps) / sizeof((traps)[0]))

/* Objects as JSON, with ' for ". */
#define META(ns, name, more)                                                                   \
	"'metadata':{'namespace':'" ns "','name':'" name "','uid':'" ns "-" name "'" more "}"
#define NODE(name, labels, spec, alloc)                                                        \
	"{'kind':'Node','apiVersion':'v1','metadata':{'name':'" name "','labels':{" labels         \
	"}},'spec':{" spec "},'status':{'allocatable':{" alloc "}}}"
#define ROOM "'cpu':'4','memory':'8Gi','pods':'110'"
#define HOST(name) "'kubernetes.io/hostname':'" name "'"
#define IN_ZONE(zone) "'topology.kubernetes.io/zone':'" zone "'"
#define N(name) NODE(name, HOST(name), "", ROOM)
#define N1 N("n1")
#define N2 N("n2")
#define POD(ns, name, meta, spec, status)                                                      \
	"{'kind':'Pod','apiVersion':'v1'," META(ns, name, meta) ",'spec':{" spec "},'status':{" status \
	"}}"
#define P(spec) POD("default", "p", "", spec, "'phase':'Pending'")
#define ON(node) "'nodeName':'" node "',"
#define CTR(name, requests, more)                                                              \
	"{'name':'" name "','resources':{'requests':{" requests "}}" more "}"
#define ASKS(requests) "'containers':[" CTR("c", requests, "") "]"
#define CPU(n) ASKS("'cpu':'" n "'")
#define RUNS(ns, name, node, spec) POD(ns, name, "", ON(node) spec, "'phase':'Running'")
#define REQUIRED "'requiredDuringSchedulingIgnoredDuringExecution'"
#define NODE_AFFINITY(terms)                                                                   \
	"'affinity':{'nodeAffinity':{" REQUIRED ":{'nodeSelectorTerms':[" terms "]}}}"
#define EXPR(key, op, values)                                                                  \
	"{'matchExpressions':[{'key':'" key "','operator':'" op "','values':[" values "]}]}"
#define NAMED(op, name)                                                                        \
	"{'matchFields':[{'key':'metadata.name','operator':'" op "','values':['" name "']}]}"
#define NEAR(rule, key, labels)                                                                \
	"'affinity':{'" rule "':{" REQUIRED ":[{'topologyKey':'" key                                \
	"','labelSelector':{'matchLabels':{" labels "}}}]}}"
#define SPREAD(key, more)                                                                      \
	"{'maxSkew':1,'topologyKey':'" key "','whenUnsatisfiable':'DoNotSchedule'" more "}"
#define LIKE_WEB ",'labelSelector':{'matchLabels':{'app':'web'}}"
#define WEB ",'labels':{'app':'web'}"
#define CLAIMS(name) "'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'" name "'}}]"
#define EPHEMERAL "'volumes':[{'name':'v','ephemeral':{'volumeClaimTemplate':{'spec':{}}}}]"
#define PVC(ns, name, meta, spec, status)                                                      \
	"{'kind':'PersistentVolumeClaim','apiVersion':'v1'," META(ns, name, meta)                  \
	",'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}" spec \
	"},'status':{" status "}}"
#define BOUND ",'annotations':{'pv.kubernetes.io/bind-completed':'yes'}"
#define OWNED_BY(pod)                                                                          \
	",'ownerReferences':[{'kind':'Pod','apiVersion':'v1','name':'" pod "','uid':'default-" pod \
	"','controller':true}]"
#define PV(name, meta, spec)                                                                   \
	"{'kind':'PersistentVolume','apiVersion':'v1','metadata':{'name':'" name "'" meta          \
	"},'spec':{'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteOnce']" spec              \
	"},'status':{'phase':'Available'}}"
#define CLASS(name, provisioner, more)                                                         \
	"{'kind':'StorageClass','apiVersion':'storage.k8s.io/v1','metadata':{'name':'" name        \
	"'},'provisioner':'" provisioner "','volumeBindingMode':'WaitForFirstConsumer'" more "}"
#define CSINODE(name, drivers)                                                                 \
	"{'kind':'CSINode','apiVersion':'storage.k8s.io/v1','metadata':{'name':'" name             \
	"'},'spec':{'drivers':[" drivers "]}}"
#define PREEMPTED                                                                              \
	"'conditions':[{'type':'DisruptionTarget','status':'True','reason':'PreemptionByScheduler'}]"
#define DELETED ",'deletionTimestamp':'2026-11-01T09:00:00Z'"

#define NOT_HELPFUL(n)                                                                         \
	"no new claims to deallocate, preemption: 0/" n " nodes are available: " n                 \
	" Preemption is not helpful for scheduling."
#define PORT(ip, proto, port)                                                                  \
	"'containers':[{'name':'c','ports':[{'containerPort':1,'hostPort':" port ",'hostIP':'" ip   \
	"','protocol':'" proto "'}]}]"

#define UNFIT "node(s) didn't match Pod's node affinity/selector"
#define TAKEN "node(s) didn't have free ports for the requested pod ports"

#endif
