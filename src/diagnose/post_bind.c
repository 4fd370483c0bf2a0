/* Bound pods that do not run: the node, or the container that holds it back. */
#include <string.h>

#include "base/i18n.h"
#include "diagnose/containers.h"
#include "diagnose/dependency.h"
#include "diagnose/expired.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/node_state.h"
#include "diagnose/probe.h"
#include "diagnose/ruling.h"
#include "diagnose/subject.h"
#include "diagnose/waiting.h"

#define JUST_BEGUN_SECONDS 30
#define FURTHER_MAX 8

/* --- the node */

static const struct lost_text {
	const char *code, *text;
} lost_texts[] = {
	[NODE_TALKS] = { "NodeSilent", "" },
	[NODE_UNREAD] = { "NodeSilent", "" },
	[NODE_GONE] = { "NodeGone", N_("does not exist any more") },
	[NODE_SILENT] = { "NodeSilent", N_("has not answered") },
	[NODE_OVERDUE] = { "NodeSilent", N_("has stopped renewing its lease") },
	[NODE_NOT_READY] = { "NodeNotReady", N_("is not ready") },
};

static void advise_lost(struct pod_case *k)
{
	sym node = k->pod->spec.node_name;
	const struct condition *ready = node_ready_condition(k->d, node);
	struct object_ref about = fill_ref(KIND_NODE, (sym){ NULL }, node);
	struct signals *s = signals_of_pod(k);
	const struct rule_match *m;
	struct ruling v;

	if (node_state(k->d, node) == NODE_GONE)
		add_state_signal(s, about, NULL, "node-missing");
	else if (ready)
		add_condition_signal(s, about, ready);
	ruling_find(&v, k->d->opts.rules, s, STAGE_POST_BIND);
	m = ruling_cause(&v);
	if (m)
		cause_advise(k->r, m->next, m->command);
}

void explain_lost_node(struct pod_case *k)
{
	sym node = k->pod->spec.node_name;
	const struct condition *ready = node_ready_condition(k->d, node);
	const struct lost_text *t = &lost_texts[node_state(k->d, node)];
	struct opt_i64 age = { 0 };
	struct strbuf b = STRBUF_INIT;

	add_object_name(&b, &k->pod->meta);
	strbuf_addf(&b, _(" is bound to %s, but that node %s"), sym_text(node), tr(t->text));
	if (ready && !sym_is(ready->status, "True"))
		age = age_of(k->d, ready->transition);
	if (age.set) {
		strbuf_adds(&b, _(" for "));
		add_duration(&b, age.v);
	}
	strbuf_adds(&b, _("; nothing else about the pod is current"));
	cause_set(k->r, t->code, CERTAIN_EXACT, "%s", b.buf);
	advise_lost(k);
	finding_add(k->r, t->code, SEVERITY_BLOCKER, NULL, _("node %s %s%s%s"), sym_text(node), tr(t->text),
		    ready && ready->message.s ? _(": ") : "", ready ? sym_text(ready->message) : "");
	evidence_add(k->r, fill_ref(KIND_NODE, (sym){ NULL }, node), "/status/conditions",
		     ready ? ready->status.s : NULL, "True");
	strbuf_release(&b);
}

void tell_node(struct pod_case *k)
{
	sym node = k->pod->spec.node_name;
	const struct condition *ready = node_ready_condition(k->d, node);

	if (node_state(k->d, node) != NODE_NOT_READY || !ready)
		return;
	finding_add(k->r, "NodeNotReady", SEVERITY_WARNING, NULL, _("node %s is not ready: %s"),
		    sym_text(node), sym_text(ready->message));
	evidence_add(k->r, fill_ref(KIND_NODE, (sym){ NULL }, node), "/status/conditions",
		     ready->status.s, "True");
}

/* --- containers */

static void add_bound(struct strbuf *b, const struct pod_case *k)
{
	add_object_name(b, &k->pod->meta);
	strbuf_addf(b, _(" is bound to %s, but "), sym_text(k->pod->spec.node_name));
}

static void add_since(struct strbuf *b, const struct pod_case *k, struct opt_time since)
{
	struct opt_i64 age = age_of(k->d, since);

	if (!age.set)
		return;
	strbuf_adds(b, _(" for "));
	add_duration(b, age.v);
}

static const char *tell_not_seen(const struct pod_case *k, struct strbuf *b)
{
	const struct condition *c = conditions_get(&k->pod->status.conditions, "PodScheduled");

	strbuf_adds(b, _("the kubelet there has not taken it up"));
	add_since(b, k, c ? c->transition : (struct opt_time){ 0 });
	return "KubeletNotAcknowledged";
}

static const char *tell_not_created(const struct pod_case *k, struct strbuf *b)
{
	const struct condition *net =
		conditions_get(&k->pod->status.conditions, "PodReadyToStartContainers");

	if (node_state(k->d, k->pod->spec.node_name) == NODE_NOT_READY) {
		const struct condition *ready = node_ready_condition(k->d, k->pod->spec.node_name);

		strbuf_addf(b, _("the node is not ready: %s"), sym_text(ready->message));
		return "NodeNotReady";
	}
	if (net && sym_is(net->status, "True")) {
		strbuf_adds(b, _("its containers are not created yet; the image may still be pulled"));
		add_since(b, k, net->transition);
		return "ContainersNotCreated";
	}
	strbuf_adds(b, _("volumes, sandbox or network are not up yet"));
	if (!sym_empty(k->pod->spec.runtime_class_name))
		strbuf_addf(b, _(" (runtime class %s)"), k->pod->spec.runtime_class_name.s);
	add_since(b, k, k->pod->status.start_time);
	return "SandboxNotReady";
}

static void add_end(struct strbuf *b, const struct container_state *s)
{
	if (s->exit_code.set)
		strbuf_addf(b, _("exit code %lld"), (long long)s->exit_code.v);
	if (!sym_empty(s->reason) && !sym_is(s->reason, "Error"))
		strbuf_addf(b, "%s%s", s->exit_code.set ? _(", ") : "", s->reason.s);
	if (!sym_empty(s->message)) {
		strbuf_adds(b, _(": "));
		add_quote(b, s->message.s);
	}
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

static void add_container(struct strbuf *b, const struct trouble *t)
{
	strbuf_addf(b, t->sidecar ? _("sidecar %s") : t->init ? _("init container %s") : _("container %s"),
		    sym_text(t->status->name));
}

static const char *tell_crash(struct strbuf *b, const struct trouble *t)
{
	const struct container_status *s = t->status;
	const char *code = crash_code(t);

	add_container(b, t);
	strbuf_adds(b, strcmp(code, "ContainerStartFailed") == 0 ? _(" cannot be started: ") :
								   _(" does not stay up: "));
	if (t->ended)
		add_end(b, t->ended);
	if (s->restart_count.set && s->restart_count.v > 0)
		strbuf_addf(b, tr_n("; %lld restart", "; %lld restarts",
				    (unsigned long)s->restart_count.v), (long long)s->restart_count.v);
	return code;
}

static void tell_init(const struct pod_case *k, const struct trouble *t, struct strbuf *b)
{
	const struct container *c = container_named(k->pod, t->status->name, true);

	strbuf_addf(b, _("init container %s has not finished; it has been running"),
		    sym_text(t->status->name));
	add_since(b, k, t->status->state.started);
	if (c)
		add_dependency(b, k, c);
}

static void tell_starting(const struct pod_case *k, const struct trouble *t, struct strbuf *b)
{
	const struct container *c = container_named(k->pod, t->status->name, t->init);
	struct strbuf probe = STRBUF_INIT;

	if (c && c->startup)
		add_probe(&probe, c->startup);
	add_container(b, t);
	if (probe.len)
		strbuf_addf(b, _(" runs and its startup probe (%s) has not passed"), probe.buf);
	else
		strbuf_adds(b, _(" runs and its startup probe has not passed"));
	strbuf_release(&probe);
	add_since(b, k, t->status->state.started);
}

static const char *tell_trouble(const struct pod_case *k, const struct trouble *t, struct strbuf *b)
{
	if (!t->status)
		return t->kind == TROUBLE_NOT_SEEN ? tell_not_seen(k, b) : tell_not_created(k, b);
	switch (t->kind) {
	case TROUBLE_NOT_SEEN:
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
		tell_starting(k, t, b);
		return "StartupProbePending";
	case TROUBLE_INIT_RUNS:
		tell_init(k, t, b);
		return "InitContainerRunning";
	}
	return "ContainersNotCreated";
}

static struct object_ref pod_ref(const struct pod_case *k)
{
	return fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name);
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

/* Moments after the binding nothing is wrong yet. */
static bool has_just_begun(const struct pod_case *k, const struct trouble *t)
{
	const struct condition *c = conditions_get(&k->pod->status.conditions, "PodScheduled");
	struct opt_time since = k->pod->status.start_time;
	struct opt_i64 age;

	if (t->kind == TROUBLE_INIT_RUNS)
		since = t->status->state.started;
	else if (t->kind == TROUBLE_NOT_SEEN && c)
		since = c->transition;
	else if (t->kind != TROUBLE_NOT_CREATED && t->kind != TROUBLE_NOT_SEEN)
		return false;
	age = age_of(k->d, since);
	return age.set && age.v < JUST_BEGUN_SECONDS;
}

static void explain_beginning(struct pod_case *k, const struct trouble *t)
{
	const struct condition *c = conditions_get(&k->pod->status.conditions, "PodScheduled");
	struct opt_i64 age = age_of(k->d, c ? c->transition : k->pod->meta.created);
	struct strbuf b = STRBUF_INIT, time = STRBUF_INIT;

	add_object_name(&b, &k->pod->meta);
	strbuf_addf(&b, _(" is starting on %s"), sym_text(k->pod->spec.node_name));
	if (age.set) {
		add_duration(&time, age.v);
		strbuf_addf(&b, _(", to which it was bound %s ago"), time.buf);
	}
	if (t->kind == TROUBLE_INIT_RUNS)
		strbuf_addf(&b, _("; init container %s runs"), sym_text(t->status->name));
	strbuf_adds(&b, _("; nothing is wrong yet"));
	cause_set(k->r, "PodStarting", CERTAIN_EXACT, "%s", b.buf);
	finding_add(k->r, "PodStarting", SEVERITY_INFO, NULL, _("it has just begun"));
	strbuf_release(&b);
	strbuf_release(&time);
}

/* The state alone does not say why. */
static bool needs_evidence(const struct trouble *t)
{
	return t->kind == TROUBLE_NOT_CREATED ||
	       (t->kind == TROUBLE_WAITING && sym_empty(t->status->state.message));
}

/* The pod's own state, where no rule says more. */
static void explain_state(struct pod_case *k, const struct trouble *t, const struct signals *s,
			  const struct ruling *v)
{
	struct strbuf b = STRBUF_INIT;
	const char *code;
	size_t at;

	add_bound(&b, k);
	at = b.len;
	code = tell_trouble(k, t, &b);
	cause_set(k->r, code, CERTAIN_EXACT, "%s", b.buf);
	finding_add(k->r, code, t->kind == TROUBLE_STARTING ? SEVERITY_WARNING : SEVERITY_BLOCKER, NULL,
		    "%s", b.buf + at);
	add_trouble_evidence(k, t);
	if (!quote_unknown_events(v, s, k->r, code) && needs_evidence(t))
		tell_no_evidence(k, k->pod->status.start_time);
	strbuf_release(&b);
}

/* Where a rule's code could stand in any stage. */
static const char *default_code(const struct trouble *t)
{
	if (t->kind == TROUBLE_CRASHED || t->ended)
		return t->init ? "InitContainerCrashing" : "ContainerCrashing";
	if (t->kind == TROUBLE_STARTING)
		return "StartupProbePending";
	return t->kind == TROUBLE_INIT_RUNS ? "InitContainerRunning" : "ContainersNotCreated";
}

/* What the newest failure of the probe said: "; nobody listens on 10.88.0.168:81" */
static void add_probe_result(struct strbuf *b, const struct ruling *v)
{
	for (size_t i = 0; i < v->n; i++) {
		const struct rule_input *in = &v->signals[i]->in;

		if (in->source != RULE_EVENT || !in->name || strcmp(in->name, "Unhealthy") != 0)
			continue;
		strbuf_adds(b, _("; "));
		add_quote(b, v->matches[i].summary);
		return;
	}
}

static bool match_says(const struct rule_match *m, const char *name, const char *value)
{
	for (size_t i = 0; i < m->evidence.n; i++)
		if (strcmp(m->evidence.v[i].name, name) == 0)
			return strcmp(m->evidence.v[i].value, value) == 0;
	return false;
}

/* The kubelet's "failed liveness probe" does not say what it asks. */
static void name_probe(struct pod_case *k, const struct trouble *t, const struct ruling *v)
{
	const struct container *c =
		t->status ? container_named(k->pod, t->status->name, t->init) : NULL;
	struct strbuf b = STRBUF_INIT;
	const struct probe *p;

	if (!c || strcmp(k->r->cause.code, "LivenessProbeFailing") != 0)
		return;
	p = match_says(ruling_cause(v), "probe", "startup") ? c->startup : c->liveness;
	if (!p)
		return;
	add_probe(&b, p);
	add_probe_result(&b, v);
	k->r->cause.summary = arena_printf(k->r->arena, "%s (%s)", k->r->cause.summary, b.buf);
	strbuf_release(&b);
}

/* Which processor the program would have to be for. */
static void name_platform(struct pod_case *k)
{
	const struct node_info *n = view_find_node(k->d->view, k->pod->spec.node_name);
	const char *code = k->r->cause.code;
	sym arch;

	if (!n || (strcmp(code, "WrongArchitecture") != 0 && strcmp(code, "ImagePlatformMismatch") != 0))
		return;
	arch = labels_get(&n->node->meta.labels, view_sym(k->d->view, "kubernetes.io/arch"));
	if (arch.s)
		k->r->cause.summary = arena_printf(k->r->arena, _("%s (%s is %s)"), k->r->cause.summary,
						   k->pod->spec.node_name.s, arch.s);
}

static bool waits_for_image(const struct container_state *s)
{
	return s->waiting && (strstr(sym_text(s->reason), "Image") ||
			      sym_is(s->reason, "RegistryUnavailable") ||
			      sym_is(s->reason, "SignatureValidationFailed"));
}

/* Registries and runtimes seldom repeat which image it is about. */
static void name_image(struct pod_case *k, const struct trouble *t)
{
	const struct container *c =
		t->status ? container_named(k->pod, t->status->name, t->init) : NULL;

	if (!c || sym_empty(c->image) || !waits_for_image(&t->status->state) ||
	    strstr(k->r->cause.summary, c->image.s))
		return;
	k->r->cause.summary = arena_printf(k->r->arena, _("%s (image %s)"), k->r->cause.summary,
					   c->image.s);
}

static void cause_quote(struct report *r, const char *text)
{
	struct strbuf b = STRBUF_INIT;

	strbuf_adds(&b, r->cause.summary);
	strbuf_adds(&b, _(": "));
	add_quote(&b, text);
	r->cause.summary = arena_strdup(r->arena, b.buf);
	strbuf_release(&b);
}

/* Of a container that never ran the runtime speaks, and the rule has read that. */
static bool is_programs_end(const char *reason)
{
	return strcmp(reason, "Error") == 0 || strcmp(reason, "OOMKilled") == 0 ||
	       strcmp(reason, "Completed") == 0;
}

/* What the program left behind, of its termination message or log. */
static const char *words_of(const struct trouble *t, const struct signal *g)
{
	const char *reason = g->in.source == RULE_TERMINATED ? g->in.name : "";

	if (is_programs_end(reason))
		return g->in.message ? g->in.message : "";
	if (g->in.source == RULE_WAITING && t->ended && is_programs_end(sym_text(t->ended->reason)))
		return sym_text(t->ended->message);
	return "";
}

static void quote_last_words(struct pod_case *k, const struct trouble *t, const struct signal *g)
{
	const char *text = words_of(t, g), *end = text + strlen(text), *line;
	struct strbuf b = STRBUF_INIT;

	while (end > text && strchr(" \t\r\n", end[-1]))
		end--;
	for (line = end; line > text && line[-1] != '\n'; line--)
		;
	if (line < end) {
		strbuf_add(&b, line, (size_t)(end - line));
		if (!strstr(k->r->cause.summary, b.buf))
			cause_quote(k->r, b.buf);
	}
	strbuf_release(&b);
}

/* A state is told with its numbers by this file; a rule adds what to do about it. */
static void explain_match(struct pod_case *k, const struct trouble *t, const struct signals *s,
			  const struct ruling *v)
{
	const struct rule_match *m = ruling_cause(v);
	struct strbuf b = STRBUF_INIT;

	if (v->signals[v->cause]->in.source == RULE_STATE && t->kind != TROUBLE_NOT_CREATED) {
		explain_state(k, t, s, v);
		if (m->stage != STAGE_COUNT)
			k->r->cause.code = fill_strdup(k->r, m->code);
		k->r->findings.v[k->r->findings.n - 1].code = k->r->cause.code;
		cause_advise(k->r, m->next, m->command);
	} else {
		add_bound(&b, k);
		if (t->kind == TROUBLE_STARTING && v->signals[v->cause]->in.source == RULE_EVENT) {
			tell_starting(k, t, &b);
			strbuf_adds(&b, _(": "));
		}
		ruling_tell(v, s, k->r, b.buf, default_code(t));
		name_probe(k, t, v);
		name_image(k, t);
		name_platform(k);
		quote_last_words(k, t, v->signals[v->cause]);
		strbuf_release(&b);
	}
}

/* Containers do not wait for each other: several may fail, each for a reason of its own. */
static void tell_further(struct pod_case *k, const struct trouble *first)
{
	struct trouble further[FURTHER_MAX];
	size_t n = find_further_troubles(k, first, further, FURTHER_MAX);

	for (size_t i = 0; i < n; i++) {
		struct signals *s = signals_of_pod(k);
		struct ruling v;

		gather_container(s, k, &further[i]);
		ruling_find(&v, k->d->opts.rules, s, STAGE_POST_BIND);
		if (ruling_cause(&v))
			ruling_tell_beside(&v, k->r, default_code(&further[i]));
	}
}

void explain_trouble(struct pod_case *k)
{
	struct trouble t = find_trouble(k);
	struct signals *s = signals_of_pod(k);
	struct ruling v;

	gather_trouble(s, k, &t);
	ruling_find(&v, k->d->opts.rules, s, STAGE_POST_BIND);
	if (has_just_begun(k, &t) && !ruling_is_fault(&v)) {
		explain_beginning(k, &t);
		return;
	}
	if (ruling_cause(&v))
		explain_match(k, &t, s, &v);
	else
		explain_state(k, &t, s, &v);
	if (t.status)
		keep_to_first_run(k->r, t.status);
	ruling_tell_others(&v, s, k->r);
	if (t.status && !t.init)
		tell_further(k, &t);
	if (strcmp(k->r->cause.code, "NodeNotReady") != 0)
		tell_node(k);
}
