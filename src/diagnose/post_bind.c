/* Bound pods that do not run: the node, the kubelet's refusal, the container that holds it back. */
#include <string.h>

#include "diagnose/amount.h"
#include "diagnose/containers.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/node_state.h"
#include "diagnose/subject.h"
#include "diagnose/waiting.h"

static struct object_ref pod_ref(const struct pod_case *k)
{
	return fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name);
}

/* --- the node */

static const struct lost_text {
	const char *code, *text;
} lost_texts[] = {
	[NODE_TALKS] = { "NodeSilent", "" },
	[NODE_UNREAD] = { "NodeSilent", "" },
	[NODE_GONE] = { "NodeGone", "does not exist any more" },
	[NODE_SILENT] = { "NodeSilent", "has not answered" },
	[NODE_OVERDUE] = { "NodeSilent", "has stopped renewing its lease" },
	[NODE_NOT_READY] = { "NodeNotReady", "is not ready" },
};

void explain_lost_node(struct pod_case *k)
{
	sym node = k->pod->spec.node_name;
	const struct condition *ready = node_ready_condition(k->d, node);
	const struct lost_text *t = &lost_texts[node_state(k->d, node)];
	struct opt_i64 age = { 0 };
	struct strbuf b = STRBUF_INIT;

	add_object_name(&b, &k->pod->meta);
	strbuf_addf(&b, " is bound to %s, but that node %s", sym_text(node), t->text);
	if (ready && !sym_is(ready->status, "True"))
		age = age_of(k->d, ready->transition);
	if (age.set) {
		strbuf_adds(&b, " for ");
		add_duration(&b, age.v);
	}
	strbuf_adds(&b, "; nothing else about the pod is current");
	cause_set(k->r, t->code, CERTAIN_EXACT, "%s", b.buf);
	finding_add(k->r, t->code, SEVERITY_BLOCKER, NULL, "node %s %s%s%s", sym_text(node), t->text,
		    ready && ready->message.s ? ": " : "", ready ? sym_text(ready->message) : "");
	evidence_add(k->r, fill_ref(KIND_NODE, (sym){ NULL }, node), "/status/conditions",
		     ready ? ready->status.s : NULL, "True");
	strbuf_release(&b);
}

static void add_node_finding(struct pod_case *k)
{
	sym node = k->pod->spec.node_name;
	const struct condition *ready = node_ready_condition(k->d, node);

	if (node_state(k->d, node) != NODE_NOT_READY || !ready)
		return;
	finding_add(k->r, "NodeNotReady", SEVERITY_WARNING, NULL, "node %s is not ready: %s",
		    sym_text(node), sym_text(ready->message));
	evidence_add(k->r, fill_ref(KIND_NODE, (sym){ NULL }, node), "/status/conditions",
		     ready->status.s, "True");
}

/* --- refused by the kubelet, or failed before a main container ran */

static const struct refusal {
	const char *reason; /* of status.reason; a final * matches any rest */
	const char *code;
} refusals[] = {
	{ "OutOfcpu", "KubeletOutOfCpu" },
	{ "OutOfmemory", "KubeletOutOfMemory" },
	{ "OutOfpods", "KubeletOutOfPods" },
	{ "OutOf*", "KubeletOutOfResource" },
	{ "NodeAffinity", "KubeletNodeAffinity" },
	{ "NodePorts", "KubeletNodePorts" },
	{ "TaintToleration", "KubeletTaint" },
	{ "UnexpectedAdmissionError", "KubeletAdmissionError" },
	{ "TopologyAffinityError", "KubeletTopology" },
	{ "PodOS*", "KubeletOsMismatch" },
	{ "SysctlForbidden", "KubeletSysctlForbidden" },
	{ "AppArmor", "KubeletAppArmor" },
	{ "Evicted", "Evicted" },
	{ "NodeShutdown", "NodeShutdown" },
	{ "Terminated", "NodeShutdown" },
	{ "Preempting", "PreemptedByCriticalPod" },
	{ "VolumeAttachmentLimitExceeded", "KubeletVolumeLimit" },
};

static bool reason_matches(const char *pattern, const char *reason)
{
	size_t n = strlen(pattern);

	if (pattern[n - 1] == '*')
		return strncmp(pattern, reason, n - 1) == 0;
	return strcmp(pattern, reason) == 0;
}

static const char *refusal_code(sym reason)
{
	for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++)
		if (reason_matches(refusals[i].reason, sym_text(reason)))
			return refusals[i].code;
	return "KubeletRefused";
}

/* The number after a word of the kubelet's text: "requested: 64000". */
static bool number_after(const char *text, const char *word, int64_t *ret)
{
	const char *at = strstr(text, word);
	char digits[24];
	size_t n = 0;

	if (!at)
		return false;
	for (at += strlen(word); n + 1 < sizeof(digits) && at[n] >= '0' && at[n] <= '9'; n++)
		digits[n] = at[n];
	digits[n] = '\0';
	return n > 0 && parse_int64(digits, ret);
}

/* The kubelet counts cpu in thousandths and the rest in bytes or pieces; people do not. */
static bool add_shortage(struct strbuf *out, const struct pod_status *s)
{
	const char *resource = sym_text(s->reason);
	int64_t wanted, used, total;

	if (strncmp(resource, "OutOf", 5) != 0 ||
	    !number_after(sym_text(s->message), "requested: ", &wanted) ||
	    !number_after(sym_text(s->message), "used: ", &used) ||
	    !number_after(sym_text(s->message), "capacity: ", &total))
		return false;
	resource += 5;
	strbuf_addf(out, "not enough %s: it asks for ", resource);
	add_amount(out, resource, wanted);
	strbuf_adds(out, ", ");
	add_amount(out, resource, used);
	strbuf_adds(out, " of ");
	add_amount(out, resource, total);
	strbuf_adds(out, " are in use");
	return true;
}

/* What the kubelet's "didn't match node affinity/selector" leaves out. */
static void add_selector_mismatch(struct strbuf *out, const struct pod_case *k)
{
	const struct node_info *n = view_find_node(k->d->view, k->pod->spec.node_name);
	const struct labels *wanted = &k->pod->spec.node_selector;

	for (uint32_t i = 0; n && i < wanted->n; i++) {
		sym has = labels_get(&n->node->meta.labels, wanted->v[i].key);

		if (has.s && sym_same(has, wanted->v[i].value))
			continue;
		strbuf_addf(out, "; it asks for %s=%s, the node has %s%s", wanted->v[i].key.s,
			    sym_text(wanted->v[i].value), has.s ? "" : "no such label", sym_text(has));
	}
}

static const struct container_status *failed_init(const struct pod *p)
{
	for (uint32_t i = 0; i < p->status.init_containers.n; i++) {
		const struct container_status *s = &p->status.init_containers.v[i];

		if (s->state.terminated && s->state.exit_code.set && s->state.exit_code.v != 0)
			return s;
	}
	return NULL;
}

/* The kubelet puts the same words before every refusal. */
static const char *without_frame(const char *message)
{
	static const char frame[] = "Pod was rejected: ";

	return strncmp(message, frame, sizeof(frame) - 1) == 0 ? message + sizeof(frame) - 1 : message;
}

static const char *tell_refusal(const struct pod_case *k, struct strbuf *b)
{
	const struct pod_status *s = &k->pod->status;
	const struct container_status *init = failed_init(k->pod);

	if (sym_empty(s->reason) && init) {
		strbuf_addf(b, " failed on %s: init container %s ended with exit code %lld and is not "
			    "restarted", sym_text(k->pod->spec.node_name), sym_text(init->name),
			    (long long)init->state.exit_code.v);
		return "InitContainerFailed";
	}
	if (sym_empty(s->reason) && sym_empty(s->message)) {
		strbuf_addf(b, " failed on %s before a main container ran; its status does not say why",
			    sym_text(k->pod->spec.node_name));
		return "FailedBeforeRunning";
	}
	strbuf_addf(b, " was refused by the kubelet of %s: ", sym_text(k->pod->spec.node_name));
	if (!add_shortage(b, s))
		strbuf_adds(b, sym_empty(s->message) ? sym_text(s->reason) :
						       without_frame(s->message.s));
	if (sym_is(s->reason, "NodeAffinity"))
		add_selector_mismatch(b, k);
	return refusal_code(s->reason);
}

void explain_refused(struct pod_case *k)
{
	const struct pod_status *s = &k->pod->status;
	struct strbuf b = STRBUF_INIT;
	const char *code;

	add_object_name(&b, &k->pod->meta);
	code = tell_refusal(k, &b);
	cause_set(k->r, code, CERTAIN_EXACT, "%s", b.buf);
	finding_add(k->r, code, SEVERITY_BLOCKER, NULL, "phase Failed%s%s%s%s",
		    sym_empty(s->reason) ? "" : ", reason ", sym_text(s->reason),
		    sym_empty(s->message) ? "" : ": ", sym_text(s->message));
	evidence_add(k->r, pod_ref(k), "/status/message", s->message.s, NULL);
	strbuf_release(&b);
}

/* --- containers */

static void add_bound(struct strbuf *b, const struct pod_case *k)
{
	add_object_name(b, &k->pod->meta);
	strbuf_addf(b, " is bound to %s, but ", sym_text(k->pod->spec.node_name));
}

static void add_since(struct strbuf *b, const struct pod_case *k, struct opt_time since)
{
	struct opt_i64 age = age_of(k->d, since);

	if (!age.set)
		return;
	strbuf_adds(b, " for ");
	add_duration(b, age.v);
}

static const char *tell_not_seen(const struct pod_case *k, struct strbuf *b)
{
	const struct condition *c = conditions_get(&k->pod->status.conditions, "PodScheduled");

	strbuf_addf(b, "the kubelet there has not taken it up");
	add_since(b, k, c ? c->transition : (struct opt_time){ 0 });
	return "KubeletNotAcknowledged";
}

static const char *tell_not_created(const struct pod_case *k, struct strbuf *b)
{
	const struct condition *net =
		conditions_get(&k->pod->status.conditions, "PodReadyToStartContainers");

	if (node_state(k->d, k->pod->spec.node_name) == NODE_NOT_READY) {
		const struct condition *ready = node_ready_condition(k->d, k->pod->spec.node_name);

		strbuf_addf(b, "the node is not ready: %s", sym_text(ready->message));
		return "NodeNotReady";
	}
	if (net && sym_is(net->status, "True")) {
		strbuf_adds(b, "its containers are not created yet; the image may still be pulled");
		add_since(b, k, net->transition);
		return "ContainersNotCreated";
	}
	strbuf_adds(b, "volumes, sandbox or network are not up yet");
	add_since(b, k, k->pod->status.start_time);
	return "SandboxNotReady";
}

static void add_end(struct strbuf *b, const struct container_state *s)
{
	if (s->exit_code.set)
		strbuf_addf(b, "exit code %lld", (long long)s->exit_code.v);
	if (!sym_empty(s->reason) && !sym_is(s->reason, "Error"))
		strbuf_addf(b, "%s%s", s->exit_code.set ? ", " : "", s->reason.s);
	if (!sym_empty(s->message))
		strbuf_addf(b, ": %s", s->message.s);
}

static const char *crash_code(const struct trouble *t)
{
	const struct container_state *s = t->ended;

	if (s && sym_is(s->reason, "OOMKilled"))
		return "OutOfMemoryKilled";
	if (s && (sym_is(s->reason, "StartError") || sym_is(s->reason, "ContainerCannotRun")))
		return "ContainerStartFailed";
	return t->init ? "InitContainerCrashing" : "ContainerCrashing";
}

static const char *tell_crash(struct strbuf *b, const struct trouble *t)
{
	const struct container_status *s = t->status;
	const char *code = crash_code(t);

	strbuf_addf(b, "%scontainer %s %s: ", t->init ? "init " : "", sym_text(s->name),
		    strcmp(code, "ContainerStartFailed") == 0 ? "cannot be started" : "does not stay up");
	add_end(b, t->ended);
	if (s->restart_count.set && s->restart_count.v > 0)
		strbuf_addf(b, "; %lld restart%s", (long long)s->restart_count.v,
			    s->restart_count.v == 1 ? "" : "s");
	return code;
}

static const char *tell_trouble(const struct pod_case *k, const struct trouble *t, struct strbuf *b)
{
	const char *name = t->status ? sym_text(t->status->name) : "";

	switch (t->kind) {
	case TROUBLE_NOT_SEEN:
		return tell_not_seen(k, b);
	case TROUBLE_NONE:
	case TROUBLE_NOT_CREATED:
		return tell_not_created(k, b);
	case TROUBLE_WAITING:
		if (t->ended && sym_is(t->status->state.reason, "CrashLoopBackOff"))
			return tell_crash(b, t);
		return tell_waiting(k, t, b);
	case TROUBLE_CRASHED:
		return tell_crash(b, t);
	case TROUBLE_STARTING:
		strbuf_addf(b, "%scontainer %s runs and its startup probe has not passed",
			    t->init ? "init " : "", name);
		add_since(b, k, t->status->state.started);
		return "StartupProbePending";
	case TROUBLE_INIT_RUNS:
		strbuf_addf(b, "init container %s has not finished; it has been running", name);
		add_since(b, k, t->status->state.started);
		return "InitContainerRunning";
	}
	return "ContainersNotCreated";
}

static void add_trouble_evidence(struct pod_case *k, const struct trouble *t)
{
	const struct container_state *s;

	if (!t->status) {
		evidence_add(k->r, pod_ref(k), "/status/containerStatuses", NULL, NULL);
		return;
	}
	s = &t->status->state;
	evidence_add(k->r, pod_ref(k),
		     t->init ? "/status/initContainerStatuses" : "/status/containerStatuses",
		     s->waiting ? s->reason.s : s->running ? "running" : "terminated", "running");
	if (!sym_empty(s->message))
		evidence_add(k->r, pod_ref(k), NULL, s->message.s, NULL);
}

void explain_trouble(struct pod_case *k)
{
	struct trouble t = find_trouble(k);
	struct strbuf b = STRBUF_INIT;
	const char *code;
	size_t at;

	add_bound(&b, k);
	at = b.len;
	code = tell_trouble(k, &t, &b);
	cause_set(k->r, code, CERTAIN_EXACT, "%s", b.buf);
	finding_add(k->r, code, SEVERITY_BLOCKER, NULL, "%s", b.buf + at);
	add_trouble_evidence(k, &t);
	if (strcmp(code, "NodeNotReady") != 0)
		add_node_finding(k);
	strbuf_release(&b);
}

/* --- running, not ready */

static void add_closed_gates(struct strbuf *b, const struct pod *p)
{
	bool more = false;

	for (uint32_t i = 0; i < p->spec.readiness_gates.n; i++) {
		sym type = p->spec.readiness_gates.v[i].condition_type;
		const struct condition *c =
			conditions_get(&p->status.conditions, sym_text(type));

		if (c && sym_is(c->status, "True"))
			continue;
		strbuf_addf(b, "%s%s", more ? ", " : "", sym_text(type));
		if (!c)
			strbuf_adds(b, " (nobody has set it)");
		else if (!sym_empty(c->message) || !sym_empty(c->reason))
			strbuf_addf(b, " (%s)", sym_text(sym_empty(c->message) ? c->reason : c->message));
		more = true;
	}
}

static void add_unready(struct strbuf *b, const struct pod *p)
{
	bool more = false;

	for (uint32_t i = 0; i < p->status.containers.n; i++) {
		if (p->status.containers.v[i].ready == TRI_TRUE)
			continue;
		strbuf_addf(b, "%s%s", more ? ", " : "", sym_text(p->status.containers.v[i].name));
		more = true;
	}
}

void explain_not_ready(struct pod_case *k)
{
	const struct pod *p = k->pod;
	const struct condition *ready = conditions_get(&p->status.conditions, "Ready");
	struct strbuf b = STRBUF_INIT, names = STRBUF_INIT, gates = STRBUF_INIT;
	const char *code = "PodNotReady";

	add_object_name(&b, &p->meta);
	strbuf_addf(&b, " runs on %s but is not ready", sym_text(p->spec.node_name));
	add_since(&b, k, ready ? ready->transition : (struct opt_time){ 0 });
	add_unready(&names, p);
	add_closed_gates(&gates, p);
	if (names.len) {
		code = "ReadinessProbeFailing";
		strbuf_addf(&b, ": the readiness probe of container %s does not pass", names.buf);
	} else if (gates.len) {
		code = "ReadinessGatePending";
		strbuf_addf(&b, ": readiness gate %s", gates.buf);
	} else if (ready && !sym_empty(ready->message)) {
		strbuf_addf(&b, ": %s", ready->message.s);
	}
	cause_set(k->r, code, CERTAIN_EXACT, "%s", b.buf);
	finding_add(k->r, code, SEVERITY_BLOCKER, NULL, "%s",
		    names.len ? names.buf : gates.len ? gates.buf : "Ready is not True");
	evidence_add(k->r, pod_ref(k), "/status/conditions", ready ? ready->message.s : NULL, "True");
	add_node_finding(k);
	strbuf_release(&names);
	strbuf_release(&gates);
	strbuf_release(&b);
}
