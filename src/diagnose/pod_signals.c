/* Which states and events of a bound pod are current, by the order in which a kubelet works. */
#include <string.h>

#include "diagnose/fill.h"
#include "diagnose/node_state.h"
#include "diagnose/signals.h"

#define PATIENCE_SECONDS 30               /* a kubelet that is well has taken the pod by then */
#define VOLUME_WITHIN_BYTES 500
#define SLACK_US INT64_C(5000000)          /* API times are whole seconds, and clocks differ */
#define QUIET_US (INT64_C(15) * 60000000)  /* a failure that goes on is written at least that often */

/* One sync of the kubelet does these in order and ends at the first that fails. */
enum phase {
	PHASE_OTHER, /* beside the order */
	PHASE_VOLUMES,
	PHASE_DEVICES,
	PHASE_SANDBOX,
	PHASE_CONTAINERS,
	PHASE_NONE, /* not a kubelet's work, or says only that something went well */
};

static const struct phase_row {
	const char *reason;
	enum phase phase;
} phase_rows[] = {
	{ "FailedMount", PHASE_VOLUMES },
	{ "FailedMapVolume", PHASE_VOLUMES },
	{ "FailedAttachVolume", PHASE_VOLUMES },
	{ "FailedBinding", PHASE_VOLUMES },
	{ "FailedPrepareDynamicResources", PHASE_DEVICES },
	{ "FailedCreatePodSandBox", PHASE_SANDBOX },
	{ "NetworkNotReady", PHASE_SANDBOX },
	{ "NoNetworkFound", PHASE_SANDBOX },
	{ "ErrorAddingLogicalPort", PHASE_SANDBOX },
	{ "FailedCreatePodContainer", PHASE_SANDBOX },
	{ "FailedPodSandBoxStatus", PHASE_SANDBOX },
	{ "FailedSync", PHASE_SANDBOX },
	{ "Pulling", PHASE_CONTAINERS },
	{ "Pulled", PHASE_CONTAINERS },
	{ "Created", PHASE_CONTAINERS },
	{ "Started", PHASE_CONTAINERS },
	{ "BackOff", PHASE_CONTAINERS },
	{ "Unhealthy", PHASE_CONTAINERS },
	{ "ProbeWarning", PHASE_CONTAINERS },
	{ "Killing", PHASE_CONTAINERS },
	{ "ErrImageNeverPull", PHASE_CONTAINERS },
	{ "InspectFailed", PHASE_CONTAINERS },
	{ "FailedPostStartHook", PHASE_CONTAINERS },
	{ "FailedPreStopHook", PHASE_CONTAINERS },
	{ "Scheduled", PHASE_NONE },
	{ "FailedScheduling", PHASE_NONE },
	{ "Nominated", PHASE_NONE },
	{ "TriggeredScaleUp", PHASE_NONE },
	{ "NotTriggerScaleUp", PHASE_NONE },
	{ "SuccessfulAttachVolume", PHASE_NONE },
	{ "AddedInterface", PHASE_NONE },
};

static enum phase phase_of(const struct event *e)
{
	if (sym_is(e->reason, "Failed")) /* of a container, or of the pod's directories */
		return sym_empty(e->object.field_path) ? PHASE_SANDBOX : PHASE_CONTAINERS;
	for (size_t i = 0; i < sizeof(phase_rows) / sizeof(*phase_rows); i++)
		if (sym_is(e->reason, phase_rows[i].reason))
			return phase_rows[i].phase;
	return PHASE_OTHER;
}

static bool is_before(struct opt_time a, struct opt_time b)
{
	return a.set && b.set && a.us < b.us;
}

/* --- how far the kubelet has come */

struct newest_times {
	struct opt_time of[PHASE_NONE + 1];
	bool seen[PHASE_NONE + 1]; /* an event, with or without a time */
};

static struct newest_times find_newest(const struct pod_case *k)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	struct newest_times t = { 0 };
	const struct event_entry *e;

	while ((e = next_event(&w))) {
		enum phase phase = phase_of(e->event);

		t.seen[phase] = true;
		if (!t.of[phase].set)
			t.of[phase] = e->at;
	}
	return t;
}

static bool a_container_has_run(const struct container_statuses *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const struct container_status *s = &list->v[i];

		if (s->state.running || s->state.terminated || s->last_state.terminated)
			return true;
	}
	return false;
}

/*
 * Kubelets up to 1.35 write the condition one sync late, that is, after the image is pulled: an
 * event about a container tells it earlier.
 */
static bool sandbox_is_up(const struct pod_case *k, const struct newest_times *t)
{
	const struct pod_status *s = &k->pod->status;
	const struct condition *c = conditions_get(&s->conditions, "PodReadyToStartContainers");
	struct opt_time events = t->of[PHASE_CONTAINERS];

	if (c && sym_is(c->status, "True"))
		return true;
	if (events.set && !is_before(events, t->of[PHASE_SANDBOX]) &&
	    !is_before(events, t->of[PHASE_DEVICES]) && !is_before(events, t->of[PHASE_VOLUMES]))
		return true;
	if (c)
		return false;
	return a_container_has_run(&s->containers) || a_container_has_run(&s->init_containers) ||
	       (s->has_ip && k->pod->spec.host_network != TRI_TRUE);
}

/* The phase that failed last: a later one means that the earlier ones are done. */
static enum phase failing_phase(const struct newest_times *t)
{
	enum phase phase = PHASE_NONE;
	struct opt_time newest = { 0 };

	for (enum phase p = PHASE_VOLUMES; p <= PHASE_SANDBOX; p++) {
		if (!t->of[p].set || is_before(t->of[p], newest))
			continue;
		newest = t->of[p];
		phase = p;
	}
	for (enum phase p = PHASE_VOLUMES; p <= PHASE_SANDBOX && !newest.set; p++)
		if (t->seen[p])
			phase = p;
	return phase;
}

/* Where the status tells of no container, the events may. */
static bool containers_came_last(const struct newest_times *t)
{
	if (!t->seen[PHASE_CONTAINERS])
		return false;
	for (enum phase p = PHASE_VOLUMES; p <= PHASE_SANDBOX; p++)
		if (t->seen[p] && !is_before(t->of[p], t->of[PHASE_CONTAINERS]))
			return false;
	return true;
}

/* --- events */

/* What the beginning of the text names in `volume "data"`; its length, 0 if nothing. */
static size_t volume_in(const char *text, const char **ret)
{
	static const char word[] = "volume \"";
	const char *end = text + strnlen(text, VOLUME_WITHIN_BYTES);

	*ret = "";
	for (const char *at = text; at < end; at++) {
		at = memchr(at, word[0], (size_t)(end - at));
		if (!at)
			return 0;
		if (strncmp(at, word, sizeof(word) - 1) != 0)
			continue;
		*ret = at + sizeof(word) - 1;
		return strcspn(*ret, "\"");
	}
	return 0;
}

static bool same_volume(const char *a, const char *b)
{
	const char *va, *vb;
	size_t na = volume_in(a, &va), nb = volume_in(b, &vb);

	return na == nb && memcmp(va, vb, na) == 0;
}

/* A newer event says the same of the same thing. */
static bool is_superseded(const struct signals *s, const struct event *e)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct rule_input *in = &s->v[i].in;

		if (in->source == RULE_EVENT && sym_is(e->reason, in->name) &&
		    same_volume(in->message, event_text(e)))
			return true;
	}
	return false;
}

static bool was_attached(const struct pod_case *k, const struct event_entry *failure)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;

	if (!sym_is(failure->event->reason, "FailedAttachVolume"))
		return false;
	while ((e = next_event(&w)))
		if (sym_is(e->event->reason, "SuccessfulAttachVolume") &&
		    !is_before(e->at, failure->at) &&
		    same_volume(event_text(e->event), event_text(failure->event)))
			return true;
	return false;
}

static void gather_phase(struct signals *s, const struct pod_case *k, enum phase phase)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;

	while ((e = next_event(&w)))
		if (phase_of(e->event) == phase && !is_superseded(s, e->event) && !was_attached(k, e))
			add_event_signal(s, KIND_POD, e);
}

/* What no phase of the kubelet explains: controllers, webhooks, rules of one's own. */
static void gather_others(struct signals *s, const struct pod_case *k)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;

	while ((e = next_event(&w))) {
		if (phase_of(e->event) != PHASE_OTHER || is_superseded(s, e->event))
			continue;
		if (e->at.set && k->d->now.set && e->at.us < k->d->now.us - QUIET_US)
			break; /* newest first */
		add_event_signal(s, KIND_POD, e);
	}
}

static const struct event_entry *newest_of_container(const struct pod_case *k, sym container,
						     const char *reason)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;

	while ((e = next_event(&w)))
		if (sym_is(e->event->reason, reason) &&
		    event_is_of_container(e->event, container))
			return e;
	return NULL;
}

/* --- the node */

static bool is_current_condition(const struct condition *c)
{
	if (sym_is(c->type, "Ready"))
		return !sym_is(c->status, "True");
	return sym_is(c->status, "True");
}

static void gather_node(struct signals *s, const struct pod_case *k)
{
	const struct node_info *n = view_find_node(k->d->view, k->pod->spec.node_name);

	for (uint32_t i = 0; n && i < n->node->conditions.n; i++)
		if (is_current_condition(&n->node->conditions.v[i]))
			add_condition_signal(s, fill_ref(KIND_NODE, (sym){ NULL }, n->node->meta.name),
					     &n->node->conditions.v[i]);
}

/* --- containers */

static struct object_ref ref_of(const struct pod_case *k)
{
	return fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name);
}

static void gather_pulling(struct signals *s, const struct pod_case *k, sym container)
{
	const struct event_entry *pulling = newest_of_container(k, container, "Pulling");
	const struct event_entry *pulled = newest_of_container(k, container, "Pulled");

	if (pulling && (!pulled || is_before(pulled->at, pulling->at)))
		add_event_signal(s, KIND_POD, pulling);
}

/* The container has come further since. */
static bool is_overcome(const struct pod_case *k, const struct event_entry *failure, sym container)
{
	const struct event_entry *started = newest_of_container(k, container, "Started");
	const struct event_entry *pulled = newest_of_container(k, container, "Pulled");

	if (started && is_before(failure->at, started->at))
		return true;
	return strncmp(event_text(failure->event), "Failed to pull image", 20) == 0 && pulled &&
	       is_before(failure->at, pulled->at);
}

/* The last refusals that are no older than `since`. */
static void gather_failed(struct signals *s, const struct pod_case *k, sym container,
			  struct opt_time since)
{
	static const char *const reasons[] = { "Failed", "InspectFailed", "FailedPostStartHook" };

	for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++) {
		const struct event_entry *e = newest_of_container(k, container, reasons[i]);

		if (!e || is_overcome(k, e, container))
			continue;
		if (e->at.set && since.set && e->at.us < since.us - SLACK_US)
			continue;
		add_event_signal(s, KIND_POD, e);
	}
}

/* Both of them belong to the run that ended: the kubelet killed it because of the probe. */
static void gather_killed(struct signals *s, const struct pod_case *k, const struct trouble *t)
{
	const struct event_entry *kill = newest_of_container(k, t->status->name, "Killing");
	const struct event_entry *probe = newest_of_container(k, t->status->name, "Unhealthy");
	struct opt_time started = t->ended ? t->ended->started : (struct opt_time){ 0 };

	if (!kill || (kill->at.set && started.set && kill->at.us < started.us - SLACK_US))
		return;
	add_event_signal(s, KIND_POD, kill);
	if (probe && strncmp(event_text(probe->event), "Readiness", 9) != 0)
		add_event_signal(s, KIND_POD, probe);
}

static void know_exit_code(struct signals *s, struct signal *g, const struct trouble *t)
{
	if (g && t->ended && t->ended->exit_code.set)
		signal_know(s, g, "exit_code",
			    arena_printf(s->arena, "%lld", (long long)t->ended->exit_code.v));
}

static void gather_ended(struct signals *s, const struct pod_case *k, const struct trouble *t)
{
	struct signal *g;

	if (!t->ended)
		return;
	add_ended_signal(s, k->pod, t->status, t->ended, t->init);
	gather_killed(s, k, t);
	if (!t->init || !t->status->restart_count.set || t->status->restart_count.v <= 0)
		return;
	g = add_state_signal(s, ref_of(k), "/status/initContainerStatuses",
			     t->sidecar ? "sidecar-restarting" : "init-container-restarting");
	if (!g)
		return;
	g->container = t->status->name;
	signal_know(s, g, "container", sym_text(t->status->name));
	signal_know(s, g, "restarts",
		    arena_printf(s->arena, "%lld", (long long)t->status->restart_count.v));
	know_exit_code(s, g, t);
}

/*
 * The state tells it best, and now; an event may be of an earlier attempt.  A kubelet that backs off
 * from an image leaves the reason to the event.
 */
static void gather_waiting(struct signals *s, const struct pod_case *k, const struct trouble *t)
{
	const char *message = sym_text(t->status->state.message);
	bool silent = !*message || (strncmp(message, "Back-off pulling image", 22) == 0 &&
				    !strstr(message, "\": "));

	know_exit_code(s, add_waiting_signal(s, k->pod, t->status, t->init), t);
	if (silent)
		gather_failed(s, k, t->status->name, (struct opt_time){ 0 });
	else if (t->ended)
		gather_failed(s, k, t->status->name, t->ended->finished);
	gather_ended(s, k, t);
}

static void gather_state(struct signals *s, const struct pod_case *k, const struct trouble *t,
			 const char *state)
{
	struct signal *g = add_state_signal(s, ref_of(k),
					    t->init ? "/status/initContainerStatuses" :
						      "/status/containerStatuses", state);

	if (!g)
		return;
	g->in.init = t->init;
	g->container = t->status->name;
	g->at = t->status->state.started;
	signal_know(s, g, "container", sym_text(t->status->name));
	signal_know_seconds(s, g, t->status->state.started);
}

static void gather_probe(struct signals *s, const struct pod_case *k, const struct container_status *c,
			 const char *begins)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;
	size_t n = strlen(begins);

	while ((e = next_event(&w))) {
		if (!sym_is(e->event->reason, "Unhealthy") ||
		    !event_is_of_container(e->event, c->name) ||
		    strncmp(event_text(e->event), begins, n) != 0)
			continue;
		if (e->at.set && c->state.started.set && e->at.us < c->state.started.us - SLACK_US)
			return; /* of an earlier run */
		add_event_signal(s, KIND_POD, e);
		return;
	}
}

static void gather_unstarted(struct signals *s, const struct pod_case *k, const struct trouble *t)
{
	struct newest_times times = find_newest(k);

	gather_node(s, k);
	if (t->status && sandbox_is_up(k, &times)) {
		gather_failed(s, k, t->status->name, (struct opt_time){ 0 });
		gather_pulling(s, k, t->status->name);
		return;
	}
	gather_claims(s, k);
	if (!t->status && containers_came_last(&times))
		gather_phase(s, k, PHASE_CONTAINERS);
	else
		gather_phase(s, k, failing_phase(&times));
}

static void gather_unseen(struct signals *s, const struct pod_case *k)
{
	const struct condition *c = conditions_get(&k->pod->status.conditions, "PodScheduled");
	struct opt_i64 age = age_of(k->d, c ? c->transition : (struct opt_time){ 0 });

	gather_node(s, k);
	if (!c || !age.set || age.v < PATIENCE_SECONDS)
		return;
	signal_know_seconds(s, add_state_signal(s, ref_of(k), "/status/startTime", "kubelet-silent"),
			    c->transition);
}

void gather_container(struct signals *s, const struct pod_case *k, const struct trouble *t)
{
	switch (t->kind) {
	case TROUBLE_NONE:
		break;
	case TROUBLE_NOT_SEEN:
		gather_unseen(s, k);
		break;
	case TROUBLE_NOT_CREATED:
		gather_unstarted(s, k, t);
		gather_ended(s, k, t);
		break;
	case TROUBLE_WAITING:
		gather_waiting(s, k, t);
		break;
	case TROUBLE_CRASHED:
		if (t->ended)
			gather_failed(s, k, t->status->name, t->ended->finished);
		gather_ended(s, k, t);
		break;
	case TROUBLE_STARTING:
		gather_state(s, k, t, t->init ? "sidecar-not-started" : "probe-pending");
		gather_probe(s, k, t->status, "Startup");
		break;
	case TROUBLE_INIT_RUNS:
		gather_state(s, k, t, "init-container-running");
		break;
	}
}

void gather_trouble(struct signals *s, const struct pod_case *k, const struct trouble *t)
{
	gather_container(s, k, t);
	if (t->kind != TROUBLE_NONE)
		gather_others(s, k);
}

void gather_unready(struct signals *s, const struct pod_case *k)
{
	const struct pod_status *p = &k->pod->status;

	for (uint32_t i = 0; i < p->containers.n; i++)
		if (p->containers.v[i].ready != TRI_TRUE)
			gather_probe(s, k, &p->containers.v[i], "Readiness");
	for (uint32_t i = 0; i < p->init_containers.n; i++)
		if (p->init_containers.v[i].ready != TRI_TRUE && is_sidecar(k->pod, &p->init_containers.v[i]))
			gather_probe(s, k, &p->init_containers.v[i], "Readiness");
	for (uint32_t i = 0; i < p->conditions.n; i++)
		if (!sym_is(p->conditions.v[i].status, "True"))
			add_condition_signal(s, ref_of(k), &p->conditions.v[i]);
	gather_node(s, k);
	gather_others(s, k);
}
