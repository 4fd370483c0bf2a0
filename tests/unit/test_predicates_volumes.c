/* VolumeRestrictions, NodeVolumeLimits, the in-tree limits, VolumeBinding and VolumeZone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/sha1.h"
#include "lib/world.h"
#include "replay/intree.h"
#include "replay/label_index.h"

/* --- objects; the pod that is asked about is ns/p --- */

#define NODE(name, labels) \
	"{'apiVersion':'v1','kind':'Node','metadata':{'name':'" name "','labels':{" labels "}}}"
#define NODE_ALLOCATABLE(name, allocatable) \
	"{'apiVersion':'v1','kind':'Node','metadata':{'name':'" name "'},'status':{'allocatable':{" \
	allocatable "}}}"
#define POD_IN(ns, name, node, volumes) \
	"{'apiVersion':'v1','kind':'Pod','metadata':{'name':'" name "','namespace':'" ns "'," \
	"'uid':'" ns "-" name "'},'spec':{'nodeName':'" node "','containers':[{'name':'c'," \
	"'image':'i'}],'volumes':[" volumes "]},'status':{'phase':'Running'}}"
#define POD(name, node, volumes) POD_IN("ns", name, node, volumes)
#define P(volumes) POD("p", "", volumes)
#define CLAIM(name) "{'name':'v-" name "','persistentVolumeClaim':{'claimName':'" name "'}}"
#define EPHEMERAL(name) \
	"{'name':'" name "','ephemeral':{'volumeClaimTemplate':{'spec':{'accessModes':" \
	"['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}}}"
#define INLINE(name, source) "{'name':'" name "'," source "}"
/* meta begins with a comma */
#define PVC_META(name, meta, spec) \
	"{'apiVersion':'v1','kind':'PersistentVolumeClaim','metadata':{'name':'" name "'," \
	"'namespace':'ns'" meta "},'spec':{" spec "}}"
#define PVC(name, spec) PVC_META(name, "", spec)
#define BOUND(name, pv) \
	PVC_META(name, ",'annotations':{'pv.kubernetes.io/bind-completed':'yes'}", \
		 "'volumeName':'" pv "'")
#define OWNED(name, uid) \
	PVC_META(name, ",'ownerReferences':[{'apiVersion':'v1','kind':'Pod','name':'p','uid':'" uid \
		 "','controller':true}]", "'storageClassName':'late'")
#define WAITING(name, size) \
	PVC(name, "'storageClassName':'late','accessModes':['ReadWriteOnce']," \
	    "'resources':{'requests':{'storage':'" size "'}}")
#define PV_META(name, meta, spec) \
	"{'apiVersion':'v1','kind':'PersistentVolume','metadata':{'name':'" name "'" meta "}," \
	"'spec':{" spec "},'status':{'phase':'Available'}}"
#define PV(name, spec) PV_META(name, "", spec)
#define CSI_PV(name, handle) PV(name, "'csi':{'driver':'d','volumeHandle':'" handle "'}")
#define LABELLED_PV(name, labels, spec) PV_META(name, ",'labels':{" labels "}", spec)
#define AFFINITY(terms) "'nodeAffinity':{'required':{'nodeSelectorTerms':[" terms "]}}"
#define IN(key, value) "{'key':'" key "','operator':'In','values':['" value "']}"
#define EXPRESSIONS(list) "{'matchExpressions':[" list "]}"
#define STATIC(size) \
	"'storageClassName':'late','accessModes':['ReadWriteOnce'],'capacity':{'storage':'" size "'}"
#define CLASS(name, provisioner, mode) \
	"{'apiVersion':'storage.k8s.io/v1','kind':'StorageClass','metadata':{'name':'" name "'}," \
	"'provisioner':'" provisioner "','volumeBindingMode':'" mode "'}"
#define TOPOLOGY_CLASS(terms) \
	"{'apiVersion':'storage.k8s.io/v1','kind':'StorageClass','metadata':{'name':'late'}," \
	"'provisioner':'d','volumeBindingMode':'WaitForFirstConsumer','allowedTopologies':[" terms "]}"
#define LATE CLASS("late", "d", "WaitForFirstConsumer")
#define LATE_STATIC CLASS("late", "kubernetes.io/no-provisioner", "WaitForFirstConsumer")
#define CSI_NODE(name, drivers) \
	"{'apiVersion':'storage.k8s.io/v1','kind':'CSINode','metadata':{'name':'" name "'}," \
	"'spec':{'drivers':[" drivers "]}}"
#define MIGRATED(name, plugins) \
	"{'apiVersion':'storage.k8s.io/v1','kind':'CSINode','metadata':{'name':'" name "'," \
	"'annotations':{'storage.alpha.kubernetes.io/migrated-plugins':'" plugins "'}}," \
	"'spec':{'drivers':[{'name':'pxd.portworx.com','nodeID':'x','allocatable':{'count':0}}]}}"
#define DRIVER(name, count) \
	"{'name':'" name "','nodeID':'x','allocatable':{'count':" count "}}"
#define CSI_DRIVER \
	"{'apiVersion':'storage.k8s.io/v1','kind':'CSIDriver','metadata':{'name':'d'}," \
	"'spec':{'storageCapacity':true}}"
#define CAPACITY(name, rest) \
	"{'apiVersion':'storage.k8s.io/v1','kind':'CSIStorageCapacity','metadata':{'name':'" name \
	"','namespace':'other'},'storageClassName':'late'" rest "}"
#define ATTACHED(name, pv) \
	"{'apiVersion':'storage.k8s.io/v1','kind':'VolumeAttachment','metadata':{'name':'" name \
	"'},'spec':{'attacher':'d','nodeName':'n1','source':{'persistentVolumeName':'" pv "'}}}"

#define N1 NODE("n1", "")
#define TWO_NODES NODE("n1", "'zone':'a'") "," NODE("n2", "'zone':'b'")

#define NO_DISK "node(s) had no available disk"
#define RWOP \
	"node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode " \
	"already in-use by another pod"
#define FULL "node(s) exceed max volume count"
#define CONFLICT "node(s) didn't match PersistentVolume's node affinity"
#define UNBOUND "node(s) didn't find available persistent volumes to bind"
#define NO_STORAGE "node(s) did not have enough free storage"
#define IMMEDIATE "UU pod has unbound immediate PersistentVolumeClaims"
#define NO_ZONE "node(s) had no available volume zone"

struct ask {
	const char *what, *version, *items, *want;
};

static void ask_all(const char *plugin, const struct ask *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *version = rows[i].version ? rows[i].version : "1.36.2", *got;
		struct world w;

		world_read(&w, rows[i].items);
		world_look(&w, version);
		got = world_ask(&w, plugin, "ns", "p");
		if (strcmp(got, rows[i].want) != 0)
			fail_msg("%s, %s: got\n  %s\nwant\n  %s", plugin, rows[i].what, got,
				 rows[i].want);
		world_release(&w);
	}
}

#define ASK_ALL(plugin, rows) ask_all(plugin, rows, sizeof(rows) / sizeof((rows)[0]))

/* --- VolumeRestrictions --- */

#define GCE(name, read_only) \
	INLINE("g", "'gcePersistentDisk':{'pdName':'" name "','readOnly':" read_only "}")
#define EBS(id) INLINE("e", "'awsElasticBlockStore':{'volumeID':'" id "','readOnly':true}")
#define ISCSI(iqn, portal) \
	INLINE("i", "'iscsi':{'targetPortal':'" portal "','iqn':'" iqn "','lun':0}")
#define RBD(monitors, image) \
	INLINE("r", "'rbd':{'monitors':[" monitors "],'pool':'rbd','image':'" image "'}")
#define ONE_POD(name) PVC(name, "'accessModes':['ReadWriteOncePod']")

static void test_volume_restrictions(void **state)
{
	static const struct ask rows[] = {
		{ "no volumes", NULL, N1 "," P(""), "skip" },
		{ "missing claim", NULL, N1 "," P(CLAIM("c")),
		  "UU persistentvolumeclaim \"c\" not found" },
		{ "plain claim", NULL, N1 "," P(CLAIM("c")) "," PVC("c", "'accessModes':[]"), "skip" },
		{ "a missing ephemeral claim is not looked at", NULL, N1 "," P(EPHEMERAL("e")), "skip" },
		{ "both read only", NULL, N1 "," P(GCE("d", "true")) "," POD("q", "n1", GCE("d", "true")),
		  "n1 ok" },
		{ "one writes", NULL,
		  TWO_NODES "," P(GCE("d", "true")) "," POD("q", "n1", GCE("d", "false")),
		  "n1 U " NO_DISK ", n2 ok" },
		{ "EBS is never shared", NULL, N1 "," P(EBS("d")) "," POD("q", "n1", EBS("d")),
		  "n1 U " NO_DISK },
		{ "only the IQN counts", NULL,
		  N1 "," P(ISCSI("t", "a")) "," POD("q", "n1", ISCSI("t", "b")), "n1 U " NO_DISK },
		{ "a common monitor", NULL,
		  N1 "," P(RBD("'a','b'", "i")) "," POD("q", "n1", RBD("'b','c'", "i")),
		  "n1 U " NO_DISK },
		{ "no common monitor", NULL,
		  N1 "," P(RBD("'a'", "i")) "," POD("q", "n1", RBD("'b'", "i")), "n1 ok" },
		{ "ReadWriteOncePod in use anywhere", NULL,
		  TWO_NODES "," P(CLAIM("c")) "," POD("q", "n1", CLAIM("c")) "," ONE_POD("c"),
		  "n1 U " RWOP ", n2 U " RWOP },
		{ "ReadWriteOncePod in words of 1.33", "1.33.0",
		  N1 "," P(CLAIM("c")) "," POD("q", "n1", CLAIM("c")) "," ONE_POD("c"),
		  "n1 U node has pod using PersistentVolumeClaim with the same name and "
		  "ReadWriteOncePod access mode" },
		{ "its own second mount is no conflict", NULL,
		  N1 "," P(CLAIM("c") "," CLAIM("c")) "," ONE_POD("c"), "skip" },
		{ "the user's node does not exist", NULL,
		  N1 "," P(CLAIM("c")) "," POD("q", "gone", CLAIM("c")) "," ONE_POD("c"), "skip" },
		{ "the same name elsewhere is another claim", NULL,
		  N1 "," P(CLAIM("c")) "," POD_IN("other", "q", "n1", CLAIM("c")) "," ONE_POD("c"),
		  "skip" },
	};

	(void)state;
	ASK_ALL("VolumeRestrictions", rows);
}

/* The hooks compare claims by name alone and count volumes, not claims. */
static void test_restriction_hooks(void **state)
{
	static const char items[] = N1 "," P(CLAIM("c")) "," POD("q", "n1", CLAIM("c")) ","
		POD_IN("other", "r", "n1", CLAIM("c")) "," ONE_POD("c");
	struct cycle *c;
	struct pod_info *foreign;
	struct node_info *n1;
	struct world w;
	uint32_t plugin;
	struct outcome out;

	(void)state;
	world_read(&w, items);
	world_look(&w, "1.36.2");
	plugin = world_plugin(&w, "VolumeRestrictions");
	c = cycle_new(w.view, world_pod(&w, "ns", "p")->pod, &w.profile);
	foreign = world_pod(&w, "other", "r");
	n1 = view_node(w.view, 0);
	out = outcome_init(WANT_CODE, w.arena);
	assert_int_equal(cycle_filter(c, plugin, n1, &out), CODE_UNSCHEDULABLE);
	cycle_remove_pod(c, foreign);
	assert_int_equal(cycle_filter(c, plugin, n1, &out), CODE_SUCCESS);
	cycle_add_pod(c, foreign, n1);
	assert_int_equal(cycle_filter(c, plugin, n1, &out), CODE_UNSCHEDULABLE);
	cycle_free(c);
	world_release(&w);
}

/* --- NodeVolumeLimits --- */

#define LIMIT(count) CSI_NODE("n1", DRIVER("d", count))
#define USES_X BOUND("x", "px") "," CSI_PV("px", "hx")
#define USES_Y BOUND("y", "py") "," CSI_PV("py", "hy")
#define LONG_DRIVER "a-driver-with-a-very-long-name.csi.example.com"
#define LONG_KEY "attachable-volumes-csi-a-driver-with-a-very-lo98d6a7501ed8d05f"
#define PORTWORX INLINE("w", "'portworxVolume':{'volumeID':'w'}")

static void test_node_volume_limits(void **state)
{
	static const struct ask rows[] = {
		{ "no volumes", NULL, N1 "," P(""), "skip" },
		{ "no countable volume", NULL, N1 "," P(INLINE("e", "'emptyDir':{}")), "skip" },
		{ "missing claim", NULL, N1 "," P(CLAIM("x")),
		  "n1 UU looking up PVC ns/x: persistentvolumeclaim \"x\" not found" },
		{ "foreign claim", NULL, N1 "," P(EPHEMERAL("e")) "," LATE "," OWNED("p-e", "else"),
		  "n1 E PVC ns/p-e was not created for pod ns/p (pod is not owner)" },
		{ "own ephemeral claim", NULL,
		  N1 "," P(EPHEMERAL("e")) "," LATE "," OWNED("p-e", "ns-p") "," LIMIT("0"),
		  "n1 U " FULL },
		{ "no CSINode", NULL, N1 "," P(CLAIM("x")) "," USES_X, "n1 ok" },
		{ "no limit for the driver", NULL,
		  N1 "," P(CLAIM("x")) "," USES_X "," CSI_NODE("n1", DRIVER("other", "0")), "n1 ok" },
		{ "zero is a limit", NULL, N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("0"), "n1 U " FULL },
		{ "room for one", NULL, N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("1"), "n1 ok" },
		{ "taken", NULL,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("1") "," USES_Y "," POD("q", "n1", CLAIM("y")),
		  "n1 U " FULL },
		{ "shared", NULL,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("1") "," POD("q", "n1", CLAIM("x")), "n1 ok" },
		{ "unbound claims count by their class", NULL,
		  N1 "," P(CLAIM("l")) "," WAITING("l", "1Gi") "," LATE "," LIMIT("0"), "n1 U " FULL },
		{ "another pod's broken ownership", NULL,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("5") "," POD("q", "n1", EPHEMERAL("e")) ","
		  OWNED("q-e", "else"),
		  "n1 E PVC ns/q-e was not created for pod ns/q (pod is not owner)" },
		{ "another pod's missing claim", NULL,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("1") "," POD("q", "n1", CLAIM("gone")),
		  "n1 ok" },
		{ "lingering attachment", NULL,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("1") "," USES_Y "," ATTACHED("a", "py"),
		  "n1 U " FULL },
		{ "lingering attachment of the wanted volume counts twice", NULL,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("1") "," ATTACHED("a", "px"), "n1 U " FULL },
		{ "attachment of a used volume", NULL,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("2") "," USES_Y "," ATTACHED("a", "py") ","
		  POD("q", "n1", CLAIM("y")), "n1 ok" },
		{ "attachments are free in 1.31", "1.31.1",
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("1") "," ATTACHED("a", "px"), "n1 ok" },
		{ "another pod's broken in-tree disk", NULL,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("5") "," POD("q", "n1", EBS("aws://z/x")),
		  "n1 E converting volume(e) from inline to csi: failed to translate Kubernetes ID to "
		  "EBS Volume ID Invalid format for AWS volume (aws://z/x)" },
		{ "a claim without a name", NULL, N1 "," P(CLAIM("")),
		  "n1 E PersistentVolumeClaim had no name" },
		{ "in-tree disks count as CSI ones", NULL,
		  N1 "," P(EBS("vol-1")) "," CSI_NODE("n1", DRIVER("ebs.csi.aws.com", "0")),
		  "n1 U " FULL },
		{ "a broken in-tree disk", NULL,
		  N1 "," P(EBS("aws://z/x")) "," CSI_NODE("n1", DRIVER("ebs.csi.aws.com", "9")),
		  "n1 E converting volume(e) from inline to csi: failed to translate Kubernetes ID to "
		  "EBS Volume ID Invalid format for AWS volume (aws://z/x)" },
		{ "a broken in-tree disk without CSINode", NULL, N1 "," P(EBS("aws://z/x")), "n1 ok" },
		{ "Portworx, 1.36", NULL, N1 "," P(PORTWORX) "," MIGRATED("n1", ""), "n1 U " FULL },
		{ "Portworx, 1.35, not listed", "1.35.3", N1 "," P(PORTWORX) "," MIGRATED("n1", ""),
		  "n1 ok" },
		{ "Portworx, 1.35, listed", "1.35.3",
		  N1 "," P(PORTWORX) "," MIGRATED("n1", "a,kubernetes.io/portworx-volume"),
		  "n1 U " FULL },
		{ "Portworx, 1.30", "1.30.1",
		  N1 "," P(PORTWORX) "," MIGRATED("n1", "kubernetes.io/portworx-volume"), "n1 ok" },
		{ "limit of the Node, 1.31", "1.31.1",
		  NODE_ALLOCATABLE("n1", "'attachable-volumes-csi-d':'0'") "," P(CLAIM("x")) "," USES_X,
		  "n1 U " FULL },
		{ "limit of the Node, 1.32", "1.32.2",
		  NODE_ALLOCATABLE("n1", "'attachable-volumes-csi-d':'0'") "," P(CLAIM("x")) "," USES_X,
		  "n1 ok" },
		{ "the CSINode goes before the Node", "1.31.1",
		  NODE_ALLOCATABLE("n1", "'attachable-volumes-csi-d':'0'") "," P(CLAIM("x")) "," USES_X ","
		  LIMIT("1"), "n1 ok" },
		{ "limit of the Node under a hashed name", "1.31.1",
		  NODE_ALLOCATABLE("n1", "'" LONG_KEY "':'0'") "," P(CLAIM("x")) "," BOUND("x", "px") ","
		  PV("px", "'csi':{'driver':'" LONG_DRIVER "','volumeHandle':'h'}"), "n1 U " FULL },
	};

	(void)state;
	ASK_ALL("NodeVolumeLimits", rows);
}

/* --- the in-tree limits of 1.30 --- */

#define EBS_5(n) EBS(n "1") "," EBS(n "2") "," EBS(n "3") "," EBS(n "4") "," EBS(n "5")
#define EBS_25 EBS_5("b") "," EBS_5("c") "," EBS_5("d") "," EBS_5("e") "," EBS_5("f")
#define EBS_14 EBS_5("g") "," EBS_5("h") "," EBS("i1") "," EBS("i2") "," EBS("i3") "," EBS("i4")
#define EBS_FULL NODE_ALLOCATABLE("n1", "'attachable-volumes-aws-ebs':'1'")

static void test_intree_limits(void **state)
{
	static const struct ask rows[] = {
		{ "another kind", "1.30.1", N1 "," P(GCE("d", "true")), "skip" },
		{ "missing claim", "1.30.1", N1 "," P(CLAIM("x")),
		  "n1 UU looking up PVC ns/x: persistentvolumeclaim \"x\" not found" },
		{ "the default is enough", "1.30.1", N1 "," P(EBS("a")) "," POD("q", "n1", EBS("b")),
		  "n1 ok" },
		{ "limit of the Node", "1.30.1",
		  EBS_FULL "," P(EBS("a")) "," POD("q", "n1", EBS("b")), "n1 U " FULL },
		{ "shared", "1.30.1", EBS_FULL "," P(EBS("a")) "," POD("q", "n1", EBS("a")), "n1 ok" },
		{ "a CSINode ends it", "1.30.1",
		  EBS_FULL "," P(EBS("a")) "," POD("q", "n1", EBS("b")) "," CSI_NODE("n1", ""), "n1 ok" },
		{ "39 by default", "1.30.1", N1 "," P(EBS("a")) "," POD("q", "n1", EBS_25 "," EBS_14),
		  "n1 U " FULL },
		{ "25 for some types", "1.30.1",
		  NODE("n1", "'node.kubernetes.io/instance-type':'x.t3'") "," P(EBS("a")) ","
		  POD("q", "n1", EBS_25), "n1 U " FULL },
		{ "39 for other types", "1.30.1",
		  NODE("n1", "'node.kubernetes.io/instance-type':'xm5'") "," P(EBS("a")) ","
		  POD("q", "n1", EBS_25), "n1 ok" },
		{ "another pod's missing and foreign claims", "1.30.1",
		  N1 "," P(EBS("a")) "," POD("q", "n1", CLAIM("gone") "," EPHEMERAL("e")) ","
		  OWNED("q-e", "else"),
		  "n1 E PVC ns/q-e was not created for pod ns/q (pod is not owner)" },
		{ "a claim whose volume is gone, by its class", "1.30.1",
		  EBS_FULL "," P(CLAIM("x")) ","
		  PVC("x", "'storageClassName':'late','volumeName':'px'") ","
		  CLASS("late", "kubernetes.io/aws-ebs", "WaitForFirstConsumer") ","
		  POD("q", "n1", EBS("b")), "n1 U " FULL },
		{ "claims by their class", "1.30.1",
		  EBS_FULL "," P(CLAIM("l")) "," WAITING("l", "1Gi") ","
		  CLASS("late", "kubernetes.io/aws-ebs", "WaitForFirstConsumer") ","
		  POD("q", "n1", EBS("b")), "n1 U " FULL },
		{ "claims by their volume", "1.30.1",
		  EBS_FULL "," P(CLAIM("x")) "," BOUND("x", "px") ","
		  PV("px", "'awsElasticBlockStore':{'volumeID':'a'}") "," POD("q", "n1", EBS("b")),
		  "n1 U " FULL },
	};

	(void)state;
	ASK_ALL("EBSLimits", rows);
}

/* --- VolumeBinding --- */

#define LOCAL(name, size, zone) \
	PV(name, STATIC(size) ",'local':{'path':'/x'}," AFFINITY(EXPRESSIONS(IN("zone", zone))))
#define SELECTED(name, node) \
	PVC_META(name, ",'annotations':{'volume.kubernetes.io/selected-node':'" node "'}", \
		 "'storageClassName':'late'")
#define HOSTS(list) \
	AFFINITY("{'matchExpressions':[{'key':'kubernetes.io/hostname','operator':'In'," \
		 "'values':[" list "]}]}")
#define PREBOUND(name, zone) \
	PV_META(name, "", STATIC("5Gi") ",'claimRef':{'namespace':'ns','name':'l'}," \
		AFFINITY(EXPRESSIONS(IN("zone", zone))))
#define BOUND_X(pv) TWO_NODES "," P(CLAIM("x")) "," BOUND("x", "px") "," pv
#define CINDER_ZONE "topology.cinder.csi.openstack.org/zone"
#define CINDER(labels, affinity) \
	LABELLED_PV("px", labels, "'cinder':{'volumeID':'v'}" affinity)

static void test_binding_prefilter(void **state)
{
	static const struct ask rows[] = {
		{ "no claims", NULL, N1 "," P(INLINE("e", "'emptyDir':{}")), "skip" },
		{ "missing", NULL, N1 "," P(CLAIM("x")), "UU persistentvolumeclaim \"x\" not found" },
		{ "missing, ephemeral", NULL, N1 "," P(EPHEMERAL("e")),
		  "UU waiting for ephemeral volume controller to create the persistentvolumeclaim "
		  "\"p-e\"" },
		{ "lost", NULL,
		  N1 "," P(CLAIM("x")) ",{'apiVersion':'v1','kind':'PersistentVolumeClaim','metadata':"
		  "{'name':'x','namespace':'ns'},'spec':{'volumeName':'px'},'status':{'phase':'Lost'}}",
		  "UU persistentvolumeclaim \"x\" bound to non-existent persistentvolume \"px\"" },
		{ "being deleted", NULL,
		  N1 "," P(CLAIM("x")) ","
		  PVC_META("x", ",'deletionTimestamp':'2026-01-01T00:00:00Z'", "'volumeName':'px'"),
		  "UU persistentvolumeclaim \"x\" is being deleted" },
		{ "foreign", NULL, N1 "," P(EPHEMERAL("e")) "," LATE "," OWNED("p-e", "else"),
		  "UU PVC ns/p-e was not created for pod ns/p (pod is not owner)" },
		{ "no class", NULL, N1 "," P(CLAIM("x")) "," PVC("x", ""), IMMEDIATE },
		{ "class does not exist", NULL, N1 "," P(CLAIM("x")) "," PVC("x", "'storageClassName':'c'"),
		  IMMEDIATE },
		{ "immediate class", NULL,
		  N1 "," P(CLAIM("x")) "," PVC("x", "'storageClassName':'c'") ","
		  CLASS("c", "d", "Immediate"), IMMEDIATE },
		{ "pre-bound claim of a class that waits", NULL,
		  N1 "," P(CLAIM("x")) "," LATE "," PVC("x", "'storageClassName':'late','volumeName':'px'"),
		  IMMEDIATE },
		{ "the beta annotation wins", NULL,
		  N1 "," P(CLAIM("x")) "," LATE ","
		  PVC_META("x", ",'annotations':{'volume.beta.kubernetes.io/storage-class':'none'}",
			   "'storageClassName':'late'"), IMMEDIATE },
		{ "node set of 1.31", "1.31.1", BOUND_X(PV("px", HOSTS("'n2','n3'"))),
		  "n1 excluded, n2 UU node(s) had volume node affinity conflict" },
		{ "terms of a node set are joined, other expressions lost", "1.31.1",
		  BOUND_X(PV("px", AFFINITY(EXPRESSIONS(IN("kubernetes.io/hostname", "n1")) ","
					    EXPRESSIONS(IN("kubernetes.io/hostname", "n2") ","
							IN("kubernetes.io/hostname", "n2")) ","
					    EXPRESSIONS(IN("zone", "a"))))),
		  "n1 ok, n2 UU node(s) had volume node affinity conflict" },
		{ "node sets of two volumes intersect", "1.31.1",
		  TWO_NODES "," P(CLAIM("x") "," CLAIM("y")) "," BOUND("x", "px") "," BOUND("y", "py") ","
		  PV("px", HOSTS("'n1','n2'")) "," PV("py", HOSTS("'n2','n3'")),
		  "n1 excluded, n2 UU node(s) had volume node affinity conflict" },
		{ "no node set if a volume is gone", "1.31.1",
		  TWO_NODES "," P(CLAIM("x") "," CLAIM("y")) "," BOUND("x", "px") "," BOUND("y", "py") ","
		  PV("px", HOSTS("'n2'")),
		  "n1 UU node(s) had volume node affinity conflict, "
		  "n2 UU node(s) had volume node affinity conflict" },
		{ "no node set in 1.32", "1.32.2", BOUND_X(PV("px", HOSTS("'n2'"))),
		  "n1 UU node(s) had volume node affinity conflict, "
		  "n2 UU node(s) had volume node affinity conflict" },
	};

	(void)state;
	ASK_ALL("VolumeBinding", rows);
}

static void test_binding_bound(void **state)
{
	static const struct ask rows[] = {
		{ "no affinity", NULL, BOUND_X(PV("px", "'csi':{'driver':'d','volumeHandle':'h'}")),
		  "n1 ok, n2 ok" },
		{ "affinity", NULL, BOUND_X(PV("px", AFFINITY(EXPRESSIONS(IN("zone", "a"))))),
		  "n1 ok, n2 UU " CONFLICT },
		{ "matchFields are not looked at", NULL,
		  BOUND_X(PV("px", AFFINITY("{'matchFields':[" IN("metadata.name", "n9") "]}"))),
		  "n1 ok, n2 ok" },
		{ "an empty term matches nothing", NULL, BOUND_X(PV("px", AFFINITY("{}"))),
		  "n1 UU " CONFLICT ", n2 UU " CONFLICT },
		{ "the PersistentVolume is gone", NULL, TWO_NODES "," P(CLAIM("x")) "," BOUND("x", "px"),
		  "n1 UU node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s), "
		  "n2 UU node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)" },
		{ "affinity and no volume", NULL,
		  N1 "," P(CLAIM("x") "," CLAIM("l")) "," BOUND("x", "px") ","
		  PV("px", AFFINITY(EXPRESSIONS(IN("zone", "z")))) "," WAITING("l", "1Gi") "," LATE_STATIC,
		  "n1 UU " CONFLICT "; " UNBOUND },
		{ "zone label becomes affinity where the node has migrated", NULL,
		  N1 "," NODE("n2", "") "," NODE("n3", "'" CINDER_ZONE "':'b'") "," P(CLAIM("x")) ","
		  BOUND("x", "px") "," CINDER("'topology.kubernetes.io/zone':'a__b'", "") ","
		  MIGRATED("n2", "kubernetes.io/cinder") "," MIGRATED("n3", "kubernetes.io/cinder"),
		  "n1 ok, n2 UU " CONFLICT ", n3 ok" },
		{ "the zone key is renamed", NULL,
		  NODE("n1", "'failure-domain.beta.kubernetes.io/zone':'a'") ","
		  NODE("n2", "'" CINDER_ZONE "':'a'") "," P(CLAIM("x")) "," BOUND("x", "px") ","
		  CINDER("", "," AFFINITY(EXPRESSIONS(IN("failure-domain.beta.kubernetes.io/zone", "a")))) ","
		  MIGRATED("n1", "kubernetes.io/cinder") "," MIGRATED("n2", "kubernetes.io/cinder"),
		  "n1 UU " CONFLICT ", n2 ok" },
		{ "a beta region key becomes the one of today", NULL,
		  NODE("n1", "'topology.kubernetes.io/region':'r'") "," P(CLAIM("x")) "," BOUND("x", "px")
		  "," CINDER("'failure-domain.beta.kubernetes.io/zone':' '",
			     "," AFFINITY(EXPRESSIONS(IN("failure-domain.beta.kubernetes.io/region", "r"))))
		  "," MIGRATED("n1", "kubernetes.io/cinder"), "n1 ok" },
		{ "a volume that cannot be translated", NULL,
		  N1 "," NODE("n2", "") "," P(CLAIM("x")) "," BOUND("x", "px") ","
		  PV("px", "'azureDisk':{'diskName':'d','diskURI':'u','kind':'Shared'}") ","
		  MIGRATED("n2", "kubernetes.io/azure-disk"),
		  "n1 ok, n2 E could not translate pv: kind(Shared) is not supported in csi migration" },
	};

	(void)state;
	ASK_ALL("VolumeBinding", rows);
}

#define ONE_CLAIM TWO_NODES "," P(CLAIM("l")) "," WAITING("l", "1Gi") ","

static void test_binding_static(void **state)
{
	static const struct ask rows[] = {
		{ "none", NULL, ONE_CLAIM LATE_STATIC, "n1 UU " UNBOUND ", n2 UU " UNBOUND },
		{ "one on n1", NULL, ONE_CLAIM LATE_STATIC "," LOCAL("v", "1Gi", "a"),
		  "n1 ok, n2 UU " UNBOUND },
		{ "too small", NULL, ONE_CLAIM LATE_STATIC "," LOCAL("v", "1023Mi", "a"),
		  "n1 UU " UNBOUND ", n2 UU " UNBOUND },
		{ "one for two claims", NULL,
		  TWO_NODES "," P(CLAIM("l") "," CLAIM("m")) "," WAITING("l", "1Gi") "," WAITING("m", "1Gi")
		  "," LATE_STATIC "," LOCAL("v", "1Gi", "a") "," LOCAL("w", "1Gi", "b") ","
		  LOCAL("x", "1Gi", "b"), "n1 UU " UNBOUND ", n2 ok" },
		{ "the smaller claim takes the smaller volume", NULL,
		  TWO_NODES "," P(CLAIM("l") "," CLAIM("m")) "," WAITING("l", "5Gi") "," WAITING("m", "1Gi")
		  "," LATE_STATIC "," LOCAL("v", "9Gi", "a") "," LOCAL("w", "2Gi", "a"),
		  "n1 ok, n2 UU " UNBOUND },
		{ "reserved for another claim", NULL,
		  ONE_CLAIM LATE_STATIC ","
		  PV("v", STATIC("1Gi") ",'claimRef':{'namespace':'ns','name':'other'}"),
		  "n1 UU " UNBOUND ", n2 UU " UNBOUND },
		{ "a reserved one decides alone", NULL,
		  ONE_CLAIM LATE_STATIC "," PREBOUND("v", "a") "," LOCAL("w", "1Gi", "b"),
		  "n1 ok, n2 UU " UNBOUND },
		{ "where it does not reach, provisioning may help", NULL, ONE_CLAIM LATE "," PREBOUND("v", "a"),
		  "n1 ok, n2 ok" },
		{ "volume mode", NULL,
		  ONE_CLAIM LATE_STATIC "," PV("v", STATIC("1Gi") ",'volumeMode':'Block'"),
		  "n1 UU " UNBOUND ", n2 UU " UNBOUND },
		{ "attributes class, compared", NULL,
		  ONE_CLAIM LATE_STATIC "," PV("v", STATIC("1Gi") ",'volumeAttributesClassName':'g'"),
		  "n1 UU " UNBOUND ", n2 UU " UNBOUND },
		{ "attributes class, not read in 1.30", "1.30.1",
		  ONE_CLAIM LATE_STATIC "," PV("v", STATIC("1Gi") ",'volumeAttributesClassName':'g'"),
		  "n1 ok, n2 ok" },
		{ "attributes class of the claim in 1.32", "1.32.2",
		  N1 "," P(CLAIM("l")) "," LATE ","
		  PVC("l", "'storageClassName':'late','volumeAttributesClassName':'g'"),
		  "n1 E unsupported volumeAttributesClassName is set on claim ns/l when the feature-gate "
		  "VolumeAttributesClass is disabled" },
		{ "attributes class, refused in 1.32", "1.32.2",
		  ONE_CLAIM LATE_STATIC "," PV("v", STATIC("1Gi") ",'volumeAttributesClassName':'g'"),
		  "n1 UU " UNBOUND ", n2 UU " UNBOUND },
		{ "access modes", NULL,
		  ONE_CLAIM LATE_STATIC ","
		  PV("v", "'storageClassName':'late','accessModes':['ReadOnlyMany'],"
			  "'capacity':{'storage':'1Gi'}"), "n1 UU " UNBOUND ", n2 UU " UNBOUND },
		{ "being deleted", NULL,
		  ONE_CLAIM LATE_STATIC ","
		  PV_META("v", ",'deletionTimestamp':'2026-01-01T00:00:00Z'", STATIC("1Gi")),
		  "n1 UU " UNBOUND ", n2 UU " UNBOUND },
		{ "the beta annotation of a volume wins", NULL,
		  ONE_CLAIM LATE_STATIC ","
		  PV_META("v", ",'annotations':{'volume.beta.kubernetes.io/storage-class':'other'}",
			  STATIC("1Gi")), "n1 UU " UNBOUND ", n2 UU " UNBOUND },
		{ "selected elsewhere", NULL,
		  TWO_NODES "," P(CLAIM("l")) "," LATE "," SELECTED("l", "n2"),
		  "n1 UU " UNBOUND ", n2 ok" },
		{ "a selected claim takes no static volume", NULL,
		  TWO_NODES "," P(CLAIM("l")) "," LATE_STATIC "," SELECTED("l", "n1") ","
		  LOCAL("v", "1Gi", "a"), "n1 UU " UNBOUND ", n2 UU " UNBOUND },
	};

	(void)state;
	ASK_ALL("VolumeBinding", rows);
}

#define TERM(key, value) "{'matchLabelExpressions':[{'key':'" key "','values':['" value "']}]}"
#define TRACKED ONE_CLAIM LATE "," CSI_DRIVER

static void test_binding_provision(void **state)
{
	static const struct ask rows[] = {
		{ "dynamic", NULL, ONE_CLAIM LATE, "n1 ok, n2 ok" },
		{ "allowed topologies", NULL, ONE_CLAIM TOPOLOGY_CLASS(TERM("zone", "a")),
		  "n1 ok, n2 UU " UNBOUND },
		{ "either of two terms", NULL,
		  ONE_CLAIM TOPOLOGY_CLASS(TERM("zone", "a") "," TERM("zone", "b")), "n1 ok, n2 ok" },
		{ "a term without expressions", NULL, ONE_CLAIM TOPOLOGY_CLASS("{}"),
		  "n1 UU " UNBOUND ", n2 UU " UNBOUND },
		{ "no capacity object", NULL, TRACKED, "n1 UU " NO_STORAGE ", n2 UU " NO_STORAGE },
		{ "capacity in one zone", NULL,
		  TRACKED "," CAPACITY("c", ",'capacity':'1Gi','nodeTopology':{'matchLabels':{'zone':'a'}}"),
		  "n1 ok, n2 UU " NO_STORAGE },
		{ "too little", NULL, TRACKED "," CAPACITY("c", ",'capacity':'1','nodeTopology':{}"),
		  "n1 UU " NO_STORAGE ", n2 UU " NO_STORAGE },
		{ "the largest of several", NULL,
		  TRACKED "," CAPACITY("c", ",'capacity':'1','nodeTopology':{}") ","
		  CAPACITY("d", ",'capacity':'1Gi','nodeTopology':{'matchLabels':{'zone':'b'}}") ","
		  CAPACITY("e", ",'capacity':'9Gi','nodeTopology':{'matchExpressions':["
				IN("zone", "c") "]}"), "n1 UU " NO_STORAGE ", n2 ok" },
		{ "two claims share what one object has", NULL,
		  N1 "," P(CLAIM("l") "," CLAIM("m")) "," WAITING("l", "1Gi") "," WAITING("m", "1Gi") ","
		  LATE "," CSI_DRIVER "," CAPACITY("c", ",'capacity':'1Gi','nodeTopology':{}"), "n1 ok" },
		{ "maximumVolumeSize goes before capacity", NULL,
		  TRACKED "," CAPACITY("c", ",'capacity':'1','maximumVolumeSize':'2Gi','nodeTopology':{}"),
		  "n1 ok, n2 ok" },
		{ "no topology is nowhere", NULL, TRACKED "," CAPACITY("c", ",'capacity':'1Ti'"),
		  "n1 UU " NO_STORAGE ", n2 UU " NO_STORAGE },
	};

	(void)state;
	ASK_ALL("VolumeBinding", rows);
}

/* --- VolumeZone --- */

#define ZONED(key, value) BOUND("x", "px") "," LABELLED_PV("px", "'" key "':'" value "'", "")
#define ZONES \
	NODE("n1", "'topology.kubernetes.io/zone':'a'") "," \
	NODE("n2", "'failure-domain.beta.kubernetes.io/zone':'b'") "," \
	NODE("n3", "'topology.kubernetes.io/region':'a'") "," NODE("n4", "") "," P(CLAIM("x")) ","

static void test_volume_zone(void **state)
{
	static const struct ask rows[] = {
		{ "no claims", NULL, N1 "," P(EPHEMERAL("e")), "skip" },
		{ "missing claim", NULL, N1 "," P(CLAIM("x")), "UU persistentvolumeclaim \"x\" not found" },
		{ "missing volume", NULL, N1 "," P(CLAIM("x")) "," BOUND("x", "px"),
		  "UU persistentvolume \"px\" not found" },
		{ "neither volume nor class", NULL, N1 "," P(CLAIM("x")) "," PVC("x", ""),
		  "UU PersistentVolumeClaim had no pv name and storageClass name" },
		{ "missing class", NULL, N1 "," P(CLAIM("x")) "," PVC("x", "'storageClassName':'c'"),
		  "UU storageclass.storage.k8s.io \"c\" not found" },
		{ "immediate", NULL,
		  N1 "," P(CLAIM("x")) "," PVC("x", "'storageClassName':'c'") ","
		  CLASS("c", "d", "Immediate"), "UU PersistentVolume had no name" },
		{ "delayed", NULL, N1 "," P(CLAIM("l")) "," LATE "," WAITING("l", "1Gi"), "skip" },
		{ "a set of zones", NULL, ZONES ZONED("topology.kubernetes.io/zone", "a__b"),
		  "n1 ok, n2 UU " NO_ZONE ", n3 UU " NO_ZONE ", n4 ok" },
		{ "a beta label looks at both", NULL,
		  ZONES ZONED("failure-domain.beta.kubernetes.io/zone", "a__b"),
		  "n1 ok, n2 ok, n3 UU " NO_ZONE ", n4 ok" },
		{ "a malformed label is dropped", NULL, ZONES ZONED("topology.kubernetes.io/zone", "b__"),
		  "skip" },
	};

	(void)state;
	ASK_ALL("VolumeZone", rows);
}

/* --- what could not be read --- */

static void test_unread(void **state)
{
	static const struct {
		const char *what, *plugin;
		enum kind kind;
		enum coverage coverage;
		const char *items, *want;
	} rows[] = {
		{ "claims", "VolumeRestrictions", KIND_PVC, COVER_NONE, N1 "," P(CLAIM("x")), "?" },
		{ "claims, inline disks only", "VolumeRestrictions", KIND_PVC, COVER_NONE,
		  N1 "," P(EBS("d")), "n1 ok" },
		{ "a disk that is seen in use", "VolumeRestrictions", KIND_POD, COVER_NAMESPACE,
		  TWO_NODES "," P(EBS("d")) "," POD("q", "n1", EBS("d")), "n1 U, n2 ?" },
		{ "own namespace is enough for ReadWriteOncePod", "VolumeRestrictions", KIND_POD,
		  COVER_NAMESPACE, N1 "," P(CLAIM("c")) "," ONE_POD("c"), "skip" },
		{ "claims", "NodeVolumeLimits", KIND_PVC, COVER_NONE, N1 "," P(CLAIM("x")), "?" },
		{ "claims of others", "NodeVolumeLimits", KIND_PVC, COVER_NAMESPACE,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("9") ","
		  POD_IN("other", "q", "n1", CLAIM("y")), "n1 ?" },
		{ "a lower bound is enough", "NodeVolumeLimits", KIND_PVC, COVER_NAMESPACE,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("0") ","
		  POD_IN("other", "q", "n1", CLAIM("y")), "n1 U" },
		{ "volumes", "NodeVolumeLimits", KIND_PV, COVER_NONE,
		  N1 "," P(CLAIM("x")) "," BOUND("x", "px") "," LIMIT("9"), "n1 ?" },
		{ "classes", "NodeVolumeLimits", KIND_STORAGE_CLASS, COVER_NONE,
		  N1 "," P(CLAIM("l")) "," WAITING("l", "1Gi") "," LIMIT("9"), "n1 ?" },
		{ "CSINodes", "NodeVolumeLimits", KIND_CSI_NODE, COVER_NONE,
		  N1 "," P(CLAIM("x")) "," USES_X, "n1 ?" },
		{ "CSINodes, nothing to count", "NodeVolumeLimits", KIND_CSI_NODE, COVER_NONE,
		  N1 "," P(CLAIM("x")) "," PVC("x", ""), "n1 ok" },
		{ "attachments, under the limit", "NodeVolumeLimits", KIND_VOLUME_ATTACHMENT, COVER_NONE,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("9"), "n1 ?" },
		{ "attachments, over the limit", "NodeVolumeLimits", KIND_VOLUME_ATTACHMENT, COVER_NONE,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("0"), "n1 U" },
		{ "attachments, no limit", "NodeVolumeLimits", KIND_VOLUME_ATTACHMENT, COVER_NONE,
		  N1 "," P(CLAIM("x")) "," USES_X "," CSI_NODE("n1", DRIVER("other", "0")), "n1 ok" },
		{ "pods", "NodeVolumeLimits", KIND_POD, COVER_NAMESPACE,
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("9"), "n1 ?" },
		{ "pods, no limit", "NodeVolumeLimits", KIND_POD, COVER_NAMESPACE,
		  N1 "," P(CLAIM("x")) "," USES_X, "n1 ok" },
		{ "claims", "VolumeBinding", KIND_PVC, COVER_NONE, N1 "," P(CLAIM("x")), "?" },
		{ "volumes, bound", "VolumeBinding", KIND_PV, COVER_NONE,
		  N1 "," P(CLAIM("x")) "," BOUND("x", "px"), "n1 ?" },
		{ "volumes, static class", "VolumeBinding", KIND_PV, COVER_NONE, ONE_CLAIM LATE_STATIC,
		  "n1 ?, n2 ?" },
		{ "volumes, dynamic class", "VolumeBinding", KIND_PV, COVER_NONE,
		  ONE_CLAIM TOPOLOGY_CLASS(TERM("zone", "a")), "n1 ok, n2 ?" },
		{ "classes", "VolumeBinding", KIND_STORAGE_CLASS, COVER_NONE,
		  N1 "," P(CLAIM("l")) "," WAITING("l", "1Gi"), "?" },
		{ "classes, pre-bound", "VolumeBinding", KIND_STORAGE_CLASS, COVER_NONE,
		  N1 "," P(CLAIM("x")) "," PVC("x", "'storageClassName':'c','volumeName':'px'"), "UU" },
		{ "classes, none wanted", "VolumeBinding", KIND_STORAGE_CLASS, COVER_NONE,
		  N1 "," P(CLAIM("x")) "," PVC("x", ""), "UU" },
		{ "CSINodes, both ways alike", "VolumeBinding", KIND_CSI_NODE, COVER_NONE,
		  N1 "," P(CLAIM("x")) "," BOUND("x", "px") "," CINDER("", ""), "n1 ok" },
		{ "CSINodes, not alike", "VolumeBinding", KIND_CSI_NODE, COVER_NONE,
		  N1 "," P(CLAIM("x")) "," BOUND("x", "px") ","
		  CINDER("'topology.kubernetes.io/zone':'a'", ""), "n1 ?" },
		{ "drivers, capacity seen", "VolumeBinding", KIND_CSI_DRIVER, COVER_NONE,
		  ONE_CLAIM LATE ","
		  CAPACITY("c", ",'capacity':'1Gi','nodeTopology':{'matchLabels':{'zone':'a'}}"),
		  "n1 ok, n2 ?" },
		{ "capacities", "VolumeBinding", KIND_CSI_CAPACITY, COVER_NONE, TRACKED, "n1 ?, n2 ?" },
		{ "capacities, driver does not track", "VolumeBinding", KIND_CSI_CAPACITY, COVER_NONE,
		  ONE_CLAIM LATE, "n1 ok, n2 ok" },
		{ "volumes", "VolumeZone", KIND_PV, COVER_NONE, N1 "," P(CLAIM("x")) "," BOUND("x", "px"),
		  "?" },
		{ "claims", "VolumeZone", KIND_PVC, COVER_NONE, N1 "," P(CLAIM("x")), "?" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *got;
		struct world w;

		world_read(&w, rows[i].items);
		w.cluster->coverage[rows[i].kind] = rows[i].coverage;
		world_look(&w, "1.36.2");
		got = world_ask_codes(&w, rows[i].plugin, "ns", "p");
		if (strcmp(got, rows[i].want) != 0)
			fail_msg("%s without %s: got %s, want %s", rows[i].plugin, rows[i].what, got,
				 rows[i].want);
		world_release(&w);
	}
}

/* --- evidence --- */

static void test_details(void **state)
{
	static const struct {
		const char *plugin, *items, *node, *want;
	} rows[] = {
		{ "VolumeRestrictions", N1 "," P(EBS("d")) "," POD("q", "n1", EBS("d")), "n1",
		  "pod Pod q name=disk d at /spec/volumes/0" },
		{ "VolumeBinding", BOUND_X(PV("px", AFFINITY(EXPRESSIONS(IN("zone", "a"))))), "n2",
		  "claim PersistentVolumeClaim x observed=bound to PersistentVolume px at "
		  "/spec/volumes/0\n"
		  "label PersistentVolume px name=zone wanted=In [a] observed=b" },
		{ "VolumeBinding", N1 "," P(CLAIM("x")) "," PVC("x", "'storageClassName':'c'"), NULL,
		  "claim PersistentVolumeClaim x wanted=bound observed=unbound, storage class c does not "
		  "exist at /spec/volumes/0" },
		{ "VolumeBinding", ONE_CLAIM LATE_STATIC "," LOCAL("v", "1Mi", "a") ","
		  LOCAL("w", "1Gi", "a"), "n2",
		  "claim PersistentVolumeClaim l observed=class late at /spec/volumes/0\n"
		  "volume PersistentVolume v name=spec.capacity.storage wanted=1Gi observed=1Mi\n"
		  "label PersistentVolume w name=zone wanted=In [a] observed=b" },
		{ "VolumeBinding",
		  N1 "," P(CLAIM("l") "," CLAIM("m")) "," WAITING("l", "1Gi") "," LATE_STATIC ","
		  PVC("m", "'storageClassName':'late','selector':{'matchLabels':{'for':'m'}},"
		      "'resources':{'requests':{'storage':'2Gi'}}") ","
		  LABELLED_PV("v", "'for':'m'", STATIC("2Gi")) "," PV("w", STATIC("2Gi")), "n1",
		  "claim PersistentVolumeClaim m observed=class late at /spec/volumes/1\n"
		  "volume PersistentVolume v observed=taken by another claim of the pod\n"
		  "volume PersistentVolume w name=metadata.labels wanted=the claim's selector "
		  "observed=does not match\n"
		  "volume PersistentVolume w name=spec.capacity.storage observed=as large as one that was "
		  "taken: the scheduler's choice is random" },
		{ "VolumeBinding",
		  ONE_CLAIM LATE_STATIC ","
		  PV("v", STATIC("1Gi") ",'claimRef':{'namespace':'o','name':'c'}") ","
		  PV("w", STATIC("1Gi") ",'volumeMode':'Block'") ","
		  PV("x", STATIC("1Gi") ",'volumeAttributesClassName':'g'"), "n1",
		  "claim PersistentVolumeClaim l observed=class late at /spec/volumes/0\n"
		  "volume PersistentVolume v name=spec.claimRef observed=o/c\n"
		  "volume PersistentVolume w name=spec.volumeMode wanted=Filesystem observed=Block\n"
		  "volume PersistentVolume x name=spec.volumeAttributesClassName wanted= observed=g" },
		{ "VolumeBinding", ONE_CLAIM TOPOLOGY_CLASS(TERM("zone", "a")), "n2",
		  "claim PersistentVolumeClaim l observed=class late at /spec/volumes/0\n"
		  "label StorageClass late name=zone wanted=In [a] observed=b" },
		{ "VolumeBinding", TWO_NODES "," P(CLAIM("l")) "," LATE "," SELECTED("l", "n2"), "n1",
		  "claim PersistentVolumeClaim l wanted=volume.kubernetes.io/selected-node=n2 at "
		  "/spec/volumes/0" },
		{ "VolumeRestrictions", N1 "," P(CLAIM("c")) "," POD("q", "n1", CLAIM("c")) "," ONE_POD("c"),
		  "n1",
		  "claim PersistentVolumeClaim c observed=in use by q at /spec/volumes/0\n"
		  "pod Pod q name=ReadWriteOncePod observed=n1" },
		{ "VolumeBinding", TRACKED "," CAPACITY("c", ",'capacity':'1Mi','nodeTopology':{}"), "n1",
		  "claim PersistentVolumeClaim l observed=class late at /spec/volumes/0\n"
		  "volume CSIStorageCapacity c name=d wanted=1Gi observed=1Mi" },
		{ "NodeVolumeLimits",
		  N1 "," P(CLAIM("x")) "," USES_X "," LIMIT("1") "," USES_Y "," POD("q", "n1", CLAIM("y")),
		  "n1", "volume name=d wanted=1 more observed=1 of 1 attached" },
		{ "VolumeZone", ZONES ZONED("topology.kubernetes.io/zone", "x__y"), "n1",
		  "label PersistentVolume px name=topology.kubernetes.io/zone wanted=In [x y] observed=a" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *got;
		struct world w;

		world_read(&w, rows[i].items);
		world_look(&w, "1.36.2");
		got = world_details(&w, rows[i].plugin, "ns", "p", rows[i].node);
		if (strcmp(got, rows[i].want) != 0)
			fail_msg("%s: got\n%s\nwant\n%s", rows[i].plugin, got, rows[i].want);
		world_release(&w);
	}
}

/* --- the helpers --- */

static void test_handles(void **state)
{
	static const struct {
		enum intree t;
		const char *id, *zone, *want; /* want begins with "!" for an error */
	} rows[] = {
		{ INTREE_AWS, "vol-1", NULL, "vol-1" },
		{ INTREE_AWS, "aws://eu-1a/vol-1", NULL, "vol-1" },
		{ INTREE_AWS, "aws:///vol-1/", NULL, "vol-1" },
		{ INTREE_AWS, "aws://z/%76ol-1?x", NULL, "vol-1" },
		{ INTREE_AWS, "aws://z/%7", NULL,
		  "!failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume "
		  "(aws://z/%7)" },
		{ INTREE_GCE, "d", NULL, "projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d" },
		{ INTREE_GCE, "d", "us-east1-b", "projects/UNSPECIFIED/zones/us-east1-b/disks/d" },
		{ INTREE_GCE, "d", "us-east1-b__us-east1-c",
		  "projects/UNSPECIFIED/regions/us-east1/disks/d" },
		{ INTREE_GCE, "d", "us-east1-b__x",
		  "!failed to get region from zones: zone in unexpected format, expected: "
		  "{locale}-{region}-{zone}, got: x" },
		{ INTREE_GCE, "d", "us-west1-b__us-east1-c",
		  "!failed to get region from zones: multiple or no regions gotten from zones, got: "
		  "map[us-east1:{} us-west1:{}]" },
	};
	struct arena *arena = arena_new();
	struct symtab *syms = symtab_new();

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct disk_aws aws = { .volume_id = sym_str(syms, rows[i].id) };
		struct disk_gce gce = { .pd_name = sym_str(syms, rows[i].id) };
		struct disks d = { .aws = &aws, .gce = &gce };
		struct label zone = { sym_str(syms, ZONE_GA), { rows[i].zone } };
		struct labels labels = { &zone, rows[i].zone ? 1 : 0 };
		sym handle;
		const char *err =
			intree_handle(rows[i].t, &d, &labels, syms, arena, &handle);

		if (err)
			err = arena_printf(arena, "!%s", err);
		assert_string_equal(err ? err : sym_text(handle), rows[i].want);
	}
	symtab_free(syms);
	arena_free(arena);
}

static void test_sha1(void **state)
{
	char hex[SHA1_HEX_SIZE];
	char long_text[120];

	(void)state;
	sha1_hex("", 0, hex);
	assert_string_equal(hex, "da39a3ee5e6b4b0d3255bfef95601890afd80709");
	sha1_hex("abc", 3, hex);
	assert_string_equal(hex, "a9993e364706816aba3e25717850c26c9cd0d89d");
	memset(long_text, 'a', sizeof(long_text));
	sha1_hex(long_text, sizeof(long_text), hex);
	assert_string_equal(hex, "f34c1488385346a55709ba056ddd08280dd4c6d6");
}

static bool any(const void *context, uint32_t number)
{
	return number != *(const uint32_t *)context;
}

static void test_label_index(void **state)
{
	struct arena *arena = arena_new();
	struct symtab *syms = symtab_new();
	sym zone = sym_str(syms, "zone"), a = sym_str(syms, "a"), b = sym_str(syms, "b");
	struct syms only_a = { &a, 1 };
	struct label label = { zone, a }, other = { zone, b };
	struct labels in_a = { &label, 1 }, in_b = { &other, 1 };
	uint32_t but = 9;
	struct label_index idx;

	(void)state;
	label_index_init(&idx, arena);
	label_index_add(&idx, 2, (sym){ NULL }, NULL);
	label_index_add(&idx, 1, zone, &only_a);
	label_index_add(&idx, 0, zone, &only_a);
	assert_int_equal(label_index_first(&idx, &in_a, any, &but), 0);
	assert_int_equal(label_index_first(&idx, &in_b, any, &but), 2);
	but = 0;
	assert_int_equal(label_index_first(&idx, &in_a, any, &but), 1);
	but = 2;
	assert_true(label_index_first(&idx, &in_b, any, &but) == LABEL_INDEX_NONE);
	symtab_free(syms);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_volume_restrictions),
		cmocka_unit_test(test_restriction_hooks),
		cmocka_unit_test(test_node_volume_limits),
		cmocka_unit_test(test_intree_limits),
		cmocka_unit_test(test_binding_prefilter),
		cmocka_unit_test(test_binding_bound),
		cmocka_unit_test(test_binding_static),
		cmocka_unit_test(test_binding_provision),
		cmocka_unit_test(test_volume_zone),
		cmocka_unit_test(test_unread),
		cmocka_unit_test(test_details),
		cmocka_unit_test(test_handles),
		cmocka_unit_test(test_sha1),
		cmocka_unit_test(test_label_index),
	};

	return cmocka_run_group_tests_name("predicates_volumes", tests, NULL, NULL);
}
