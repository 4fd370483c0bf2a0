#include "lib/sample_report.h"

#include <string.h>

#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof((a)[0])))

static void set_strings(struct arena *a, struct strings *s, const char *const *v, uint32_t n)
{
	s->v = ARENA_ARRAY(a, n, const char *);
	s->n = n;
	for (uint32_t i = 0; i < n; i++)
		s->v[i] = arena_strdup(a, v[i]);
}

#define STRINGS(a, s, ...)                                                                       \
	do {                                                                                     \
		const char *const list_[] = { __VA_ARGS__ };                                     \
		set_strings((a), (s), list_, COUNT(list_));                                      \
	} while (0)

static struct replay *new_replay(struct report *r, uint32_t nodes)
{
	struct replay *replay = ARENA_NEW(r->arena, struct replay);

	replay->nodes.v = ARENA_ARRAY(r->arena, nodes, struct node_result);
	replay->nodes.n = nodes;
	replay->message.predicted = "";
	r->replay = replay;
	return replay;
}

static void set_node(struct node_result *n, const char *name, enum verdict verdict, int32_t nearness)
{
	n->name = name;
	n->verdict = verdict;
	n->nearness = nearness;
}

/* One more rejection with at most one reason and one detail. */
static struct rejection *reject(struct arena *a, struct rejections *list, const char *plugin,
				enum code code, const char *reason, const struct detail *d)
{
	struct rejection *v = ARENA_ARRAY(a, list->n + 1, struct rejection), *r;

	if (list->n)
		memcpy(v, list->v, list->n * sizeof(*v));
	r = &v[list->n];
	list->v = v;
	list->n++;
	r->plugin = plugin;
	r->code = code;
	if (reason)
		STRINGS(a, &r->reasons, reason);
	if (d) {
		r->details.v = ARENA_NEW(a, struct detail);
		r->details.v[0] = *d;
		r->details.n = 1;
	}
	return r;
}

static void add_detail(struct arena *a, struct rejection *r, const struct detail *d)
{
	struct detail *v = ARENA_ARRAY(a, r->details.n + 1, struct detail);

	if (r->details.n)
		memcpy(v, r->details.v, r->details.n * sizeof(*v));
	v[r->details.n] = *d;
	r->details.v = v;
	r->details.n++;
}

static void unchecked(struct arena *a, struct uncheckeds *u, const char *what, const char *why)
{
	u->v = ARENA_NEW(a, struct unchecked);
	u->v[0] = (struct unchecked){ what, why };
	u->n = 1;
}

static void first_is_first(struct replay *replay)
{
	for (uint32_t i = 0; i < replay->nodes.n; i++)
		if (replay->nodes.v[i].rejections.n)
			replay->nodes.v[i].first = &replay->nodes.v[i].rejections.v[0];
}

#define AFFINITY_REASON "node(s) didn't match Pod's node affinity/selector"
#define ZONE "topology.kubernetes.io/zone"

static struct detail zone(const char *wanted, const char *has)
{
	return (struct detail){ .type = DETAIL_LABEL, .name = ZONE, .wanted = wanted,
				.observed = has, .pointer = "/spec/nodeSelector" };
}

static struct detail memory(int64_t wanted, int64_t free_, int64_t total)
{
	return (struct detail){ .type = DETAIL_RESOURCE, .name = "memory",
				.amount = { true, false, wanted, free_, total, wanted - free_, 0 } };
}

static void worker(struct arena *a, struct node_result *n, const char *name, const char *in_zone,
		   bool cordoned)
{
	struct detail d = zone("eu-1c", in_zone);
	struct detail cordon = { .type = DETAIL_NODE, .name = "cordoned" };

	set_node(n, name, VERDICT_REJECTED, cordoned ? 2 : 1);
	if (cordoned)
		reject(a, &n->rejections, "NodeUnschedulable", CODE_UNRESOLVABLE,
		       "node(s) were unschedulable", &cordon);
	reject(a, &n->rejections, "NodeAffinity", CODE_UNRESOLVABLE, AFFINITY_REASON, &d);
}

static void set_request(struct report *r, const char *cpu, const char *mem)
{
	r->subject.requests.v = ARENA_ARRAY(r->arena, 2, struct request_amount);
	r->subject.requests.n = 2;
	r->subject.requests.v[0] = (struct request_amount){ "cpu", cpu };
	r->subject.requests.v[1] = (struct request_amount){ "memory", mem };
}

struct report *sample_taint(void)
{
	struct report *r = report_new();
	struct replay *replay = new_replay(r, 6);
	struct node_result *v = replay->nodes.v;
	struct detail gpu = { .type = DETAIL_TAINT, .name = "nvidia.com/gpu=present:NoSchedule" };
	struct detail cp = { .type = DETAIL_TAINT,
			     .name = "node-role.kubernetes.io/control-plane:NoSchedule" };
	struct detail in_a = zone("eu-1c", "eu-1a");

	r->subject.kind = "Pod";
	r->subject.namespace_ = "shop";
	r->subject.name = "taint";
	r->stage = STAGE_FILTER_FAILURE;
	r->cause.code = "UntoleratedTaint";
	r->cause.certainty = CERTAIN_EXACT;
	r->cause.summary = "shop/taint has waited 38m: no node fits. gpu-c1 is the only node with "
			   "topology.kubernetes.io/zone=eu-1c, and the pod does not tolerate its "
			   "taint nvidia.com/gpu=present:NoSchedule.";
	set_request(r, "1", "1Gi");
	STRINGS(r->arena, &r->subject.wants, "nodeSelector topology.kubernetes.io/zone=eu-1c");
	replay->message.agreement = AGREE_EXACT;
	replay->message.predicted = replay->message.observed = "0/6 nodes are available: ...";

	set_node(&v[0], "cp-1", VERDICT_REJECTED, 2);
	reject(r->arena, &v[0].rejections, "TaintToleration", CODE_UNRESOLVABLE,
	       "node(s) had untolerated taint(s)", &cp);
	reject(r->arena, &v[0].rejections, "NodeAffinity", CODE_UNRESOLVABLE, AFFINITY_REASON,
	       &in_a);
	set_node(&v[1], "gpu-c1", VERDICT_REJECTED, 0);
	reject(r->arena, &v[1].rejections, "TaintToleration", CODE_UNRESOLVABLE,
	       "node(s) had untolerated taint(s)", &gpu);
	worker(r->arena, &v[2], "worker-a1", "eu-1a", false);
	worker(r->arena, &v[3], "worker-a2", NULL, false);
	worker(r->arena, &v[4], "worker-b1", "eu-1b", false);
	worker(r->arena, &v[5], "worker-b2", "eu-1b", true);
	first_is_first(replay);
	return r;
}

static void full_subject(struct report *r)
{
	r->source = (struct source){ SOURCE_SNAPSHOT, "prod", "v1.36.2+k3s1", "1.36.2",
				     { true, 1793520010000000 } };
	r->subject = (struct subject){
		.kind = "Pod", .namespace_ = "shop", .name = "web-7d9f", .uid = "1b4e28ba-2fa1",
		.phase = "Pending", .scheduler_name = "default-scheduler",
		.priority_class = "high", .preemption_policy = "PreemptLowerPriority",
		.owner_kind = "ReplicaSet", .owner_name = "web-7d9f",
		.priority = { true, 1000 }, .pending_seconds = { true, 240 },
		.created = { true, 1793519770000000 },
	};
	set_request(r, "1500m", "2Gi");
	STRINGS(r->arena, &r->subject.wants, "nodeSelector disk=ssd", "host port 8080/TCP");
}

static void full_findings(struct report *r)
{
	struct finding *f;
	struct evidence *e;

	r->findings.v = f = ARENA_ARRAY(r->arena, 3, struct finding);
	r->findings.n = 3;
	f[0] = (struct finding){ .code = "Fragmentation", .severity = SEVERITY_BLOCKER,
				 .plugin = "NodeResourcesFit", .summary = r->cause.summary };
	f[1] = (struct finding){ .code = "LeaseOld", .severity = SEVERITY_WARNING,
				 .summary = "the scheduler's lease was renewed 5m ago" };
	f[2] = (struct finding){ .code = "QuotaNear", .severity = SEVERITY_INFO,
				 .summary = "the namespace is near its quota" };
	f[1].evidence.v = e = ARENA_ARRAY(r->arena, 2, struct evidence);
	f[1].evidence.n = 2;
	e[0] = (struct evidence){ { "Lease", "kube-system", "kube-scheduler" },
				  "/spec/renewTime", "2026-11-01T07:55:10Z", "less than 40s ago" };
	e[1] = (struct evidence){ { NULL, NULL, NULL }, NULL, NULL, "a holder" };
}

/* A node with one rejection per type of detail. */
static void full_node(struct arena *a, struct node_result *n)
{
	const struct object_ref pod = { "Pod", "shop", "web-1" };
	const struct detail details[] = {
		{ .type = DETAIL_TAINT, .name = "dedicated:NoExecute", .observed = "tolerated for 300s" },
		{ .type = DETAIL_LABEL, .name = "disk", .wanted = "In [ssd nvme]", .observed = "hdd",
		  .pointer = "/spec/affinity" },
		{ .type = DETAIL_POD, .name = "anti-affinity app=web", .object = pod },
		{ .type = DETAIL_PORT, .name = "0.0.0.0:8080/TCP", .object = pod },
		{ .type = DETAIL_CLAIM, .object = { "PersistentVolumeClaim", "shop", "data" },
		  .wanted = "Bound", .observed = "Pending" },
		{ .type = DETAIL_VOLUME, .name = "ebs.csi.aws.com", .wanted = "1 more",
		  .observed = "25 of 25" },
		{ .type = DETAIL_TOPOLOGY, .name = ZONE, .observed = "eu-1a",
		  .skew = { true, 3, 1, 2, 0 } },
		{ .type = DETAIL_NODE, .name = "cordoned" },
		{ .type = DETAIL_DEVICE, .name = "gpu", .wanted = "gpu.nvidia.com",
		  .observed = "no free device" },
	};

	for (uint32_t i = 0; i < COUNT(details); i++)
		reject(a, &n->rejections, detail_type_name(details[i].type), CODE_UNSCHEDULABLE,
		       "some reason", &details[i]);
}

static void full_nodes(struct report *r, struct replay *replay)
{
	struct arena *a = r->arena;
	struct node_result *v = replay->nodes.v;
	struct detail mem = memory(2147483648, 1610612736, 8589934592);
	struct detail cpu = { .type = DETAIL_RESOURCE, .name = "cpu",
			      .amount = { true, true, 1500, 250, 4000, 1250, 0 } };
	struct detail pod = { .type = DETAIL_POD, .name = "anti-affinity app=web",
			      .object = { "Pod", "shop", "web-2" } };
	struct rejection *rej;

	set_node(&v[0], "n1", VERDICT_REJECTED, 1);
	rej = reject(a, &v[0].rejections, "NodeResourcesFit", CODE_UNSCHEDULABLE,
		     "Insufficient memory", &mem);
	add_detail(a, rej, &cpu);
	set_node(&v[1], "n2", VERDICT_FITS, 0);
	set_node(&v[2], "n3", VERDICT_UNKNOWN, 2);
	reject(a, &v[2].rejections, "VolumeBinding", CODE_UNKNOWN, NULL, NULL);
	unchecked(a, &v[2].unchecked, "VolumeBinding", "persistentvolumes could not be listed");
	set_node(&v[3], "n4", VERDICT_REJECTED, 3);
	rej = reject(a, &v[3].rejections, "InterPodAffinity", CODE_UNSCHEDULABLE,
		     "node(s) didn't satisfy existing pods anti-affinity rules", &pod);
	for (int i = 0; i < 4; i++)
		add_detail(a, rej, &pod);
	set_node(&v[4], "n5", VERDICT_REJECTED, 4);
	full_node(a, &v[4]);
	set_node(&v[5], "n6", VERDICT_REJECTED, 5);
	STRINGS(a, &v[5].nominated, "shop/big-0");
	rej = ARENA_NEW(a, struct rejection);
	rej->plugin = "";
	rej->code = CODE_ERROR;
	STRINGS(a, &rej->reasons, "running \"X\" filter plugin: broken");
	v[5].first = rej;
	for (uint32_t i = 0; i < 5; i++)
		if (v[i].verdict == VERDICT_REJECTED)
			v[i].first = &v[i].rejections.v[0];
	STRINGS(a, &replay->feasible, "n2");
}

static void full_replay(struct report *r)
{
	struct replay *replay = new_replay(r, 6);
	struct arena *a = r->arena;

	full_nodes(r, replay);
	reject(a, &replay->pre_enqueue, "SchedulingGates", CODE_UNRESOLVABLE,
	       "waiting for scheduling gates: [hold]", NULL);
	unchecked(a, &replay->unchecked, "DynamicResources", "a selector would have to be evaluated");
	replay->message = (struct message){ "0/6 nodes are available: 1 Insufficient memory.",
					    "0/5 nodes are available: 1 Insufficient memory.",
					    { true, 1793520000000000 }, AGREE_DRIFT, { NULL, 0 },
					    false, NULL };
	STRINGS(a, &replay->message.difference, "node n6 was added since");
	replay->preemption = (struct preemption){ true, "n1", { NULL, 0 }, 1,
						  "another node would do as well" };
	STRINGS(a, &replay->preemption.victims, "shop/batch-1", "shop/batch-2");
}

struct report *sample_full(void)
{
	struct report *r = report_new();
	struct timeline_entry *t;
	struct fragment *f;

	full_subject(r);
	r->stage = STAGE_FRAGMENTATION;
	r->cause.code = "Fragmentation";
	r->cause.summary = "shop/web-7d9f has waited 4m: 5Gi of memory are free, but no node has 2Gi "
			   "in one piece.";
	r->cause.certainty = CERTAIN_LIKELY;
	full_findings(r);
	full_replay(r);
	r->fragmentation.set = true;
	r->fragmentation.resources.v = f = ARENA_NEW(r->arena, struct fragment);
	r->fragmentation.resources.n = 1;
	*f = (struct fragment){ "memory", "2Gi", "5Gi", "1887436Ki", "n2", false,
				2147483648, 5368709120, 1932734464 };
	r->timeline.v = t = ARENA_ARRAY(r->arena, 2, struct timeline_entry);
	r->timeline.n = 2;
	t[0] = (struct timeline_entry){ STAGE_GATED, { true, 1793519770000000 }, { true, 30 },
					"metadata.creationTimestamp", NULL };
	t[1] = (struct timeline_entry){ STAGE_FRAGMENTATION, { true, 1793519800000001 },
					{ false, 0 }, NULL, NULL };
	unchecked(r->arena, &r->unchecked, "persistentvolumes", "list is forbidden");
	return r;
}

#define EVIL "a\x1b[31m\"\\\n\t\r\x7f\xc2\x9b\xe2\x80\xae\xe2\x80\xa8\xff\xed\xa0\x80'#: -\xf0\x9f\x98\x80"

struct report *sample_hostile(void)
{
	struct report *r = sample_full();
	struct replay *replay = ARENA_NEW(r->arena, struct replay);
	struct detail d = { .type = DETAIL_TAINT, .name = EVIL "=" EVIL ":" EVIL, .observed = EVIL,
			    .object = { EVIL, EVIL, EVIL }, .pointer = EVIL };

	*replay = *r->replay;
	r->replay = replay;
	r->subject.name = r->subject.namespace_ = r->subject.node_name = EVIL;
	r->subject.requests.v[0] = (struct request_amount){ EVIL, "1" };
	r->cause.summary = EVIL " " EVIL;
	STRINGS(r->arena, &r->subject.wants, EVIL, "");
	r->findings.v[1].summary = r->findings.v[1].evidence.v[0].observed = EVIL;
	r->unchecked.v[0] = (struct unchecked){ EVIL, EVIL };
	replay->nodes.v[0].name = EVIL;
	reject(r->arena, &replay->nodes.v[0].rejections, EVIL, CODE_ERROR, EVIL, &d);
	replay->message.predicted = replay->message.observed = EVIL;
	STRINGS(r->arena, &replay->message.difference, EVIL);
	STRINGS(r->arena, &replay->preemption.victims, EVIL);
	r->fragmentation.resources.v[0].node = EVIL;
	return r;
}

struct report *sample_empty(void)
{
	struct report *r = report_new();

	r->subject.kind = "Pod";
	r->subject.namespace_ = "shop";
	r->subject.name = "void";
	r->cause.code = "Undecided";
	r->cause.summary = "";
	return r;
}

struct report *sample_fleet(uint32_t nodes)
{
	struct report *r = sample_empty();
	struct replay *replay = new_replay(r, nodes);
	struct detail pod = { .type = DETAIL_POD, .name = "anti-affinity app=web" };

	r->stage = STAGE_FILTER_FAILURE;
	r->cause.code = "NoNodeFits";
	r->cause.certainty = CERTAIN_EXACT;
	r->cause.summary = "shop/void has waited 1h: no node fits.";
	for (uint32_t i = 0; i < nodes; i++) {
		struct node_result *n = &replay->nodes.v[i];
		struct detail mem = memory(2147483648, 1073741824 + i * 1048576, 8589934592);
		struct rejection *rej;

		set_node(n, arena_printf(r->arena, "node-%04u", i), VERDICT_REJECTED,
			 (int32_t)(i % 3));
		if (i == 7) {
			n->verdict = VERDICT_FITS;
			n->nearness = -1;
		} else if (i % 3 == 0) {
			reject(r->arena, &n->rejections, "NodeResourcesFit", CODE_UNSCHEDULABLE,
			       "Insufficient memory", &mem);
		} else if (i % 3 == 1) {
			worker(r->arena, n, n->name, i % 2 ? "eu-1a" : "eu-1b", false);
		} else {
			pod.object = (struct object_ref){ "Pod", "shop",
					arena_printf(r->arena, "web-%u", i) };
			rej = reject(r->arena, &n->rejections, "InterPodAffinity",
				     CODE_UNSCHEDULABLE, "node(s) didn't match", &pod);
			if (i % 2)
				add_detail(r->arena, rej, &pod);
		}
	}
	first_is_first(replay);
	STRINGS(r->arena, &replay->feasible, "node-0007");
	return r;
}

struct report *sample_bound(void)
{
	struct report *r = report_new();
	struct timeline_entry *t;

	r->subject = (struct subject){ .kind = "Pod", .namespace_ = "zoo", .name = "cfg-cm-missing",
				       .phase = "Pending", .node_name = "real-1" };
	r->stage = STAGE_POST_BIND;
	r->cause.code = "ConfigMapMissing";
	r->cause.certainty = CERTAIN_EXACT;
	r->cause.summary = "zoo/cfg-cm-missing is bound to real-1, but container main cannot be "
			   "created: ConfigMap \"settings\" does not exist in zoo.";
	r->timeline.v = t = ARENA_ARRAY(r->arena, 2, struct timeline_entry);
	r->timeline.n = 2;
	t[0] = (struct timeline_entry){ STAGE_QUEUE_WAIT, { false, 0 }, { true, 2 }, "conditions",
					NULL };
	t[1] = (struct timeline_entry){ STAGE_POST_BIND, { false, 0 }, { true, 151 }, "events",
					"images and start" };
	return r;
}

struct report *sample_prefilter(void)
{
	struct report *r = sample_empty();
	struct replay *replay = new_replay(r, 3);
	struct detail cordon = { .type = DETAIL_NODE, .name = "cordoned" };
	struct detail claim = { .type = DETAIL_CLAIM,
				.object = { "PersistentVolumeClaim", "shop", "data" },
				.observed = "does not exist" };

	r->stage = STAGE_FILTER_FAILURE;
	r->cause.code = "ClaimMissing";
	r->cause.certainty = CERTAIN_EXACT;
	r->cause.summary = "shop/void has waited 2m: its claim data does not exist.";
	reject(r->arena, &replay->pre_filter, "VolumeBinding", CODE_UNRESOLVABLE,
	       "persistentvolumeclaim \"data\" not found", &claim);
	for (uint32_t i = 0; i < 3; i++) {
		set_node(&replay->nodes.v[i], arena_printf(r->arena, "n%u", i), VERDICT_REJECTED, 0);
		replay->nodes.v[i].first = &replay->pre_filter.v[0];
	}
	reject(r->arena, &replay->nodes.v[1].rejections, "NodeUnschedulable", CODE_UNRESOLVABLE,
	       "node(s) were unschedulable", &cordon);
	replay->preemption.why = "preemption cannot bring a claim into being";
	return r;
}

struct report *sample_pod(const char *namespace_, const char *name, const char *owner,
			  const char *summary, int64_t pending)
{
	struct report *r = report_new();

	r->subject.kind = "Pod";
	r->subject.namespace_ = arena_strdup(r->arena, namespace_);
	r->subject.name = arena_strdup(r->arena, name);
	if (owner) {
		r->subject.owner_kind = "ReplicaSet";
		r->subject.owner_name = arena_strdup(r->arena, owner);
	}
	r->subject.pending_seconds = (struct opt_i64){ pending >= 0, pending };
	r->stage = STAGE_FILTER_FAILURE;
	r->cause.code = "InsufficientCpu";
	r->cause.certainty = CERTAIN_EXACT;
	r->cause.summary = arena_strdup(r->arena, summary);
	return r;
}
