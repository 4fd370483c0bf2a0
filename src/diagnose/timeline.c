/* When a pod reached which stage and step, from its status and its events. */
#include "diagnose/timeline.h"

#include "base/i18n.h"
#include "diagnose/chosen.h"
#include "diagnose/event_index.h"
#include "diagnose/fill.h"
#include "diagnose/pulls.h"
#include "diagnose/subject.h"
#include "model/time.h"

#define WORTH_TELLING_SECONDS 30

static struct opt_time no_time(void)
{
	return (struct opt_time){ 0 };
}

static void add(const struct pod_case *k, enum stage stage, const char *step, struct opt_time at,
		const char *source)
{
	if (!at.set || at.us <= 0)
		return;
	if (k->d->now.set && at.us > k->d->now.us)
		at = k->d->now;
	timeline_add(k->r, stage, at, source);
	k->r->timeline.v[k->r->timeline.n - 1].step = step;
}

/* When the condition took that status, which is the last time that it did. */
static struct opt_time turned(const struct pod_case *k, const char *type, const char *status)
{
	const struct condition *c = conditions_get(&k->pod->status.conditions, type);

	return c && sym_is(c->status, status) ? c->transition : no_time();
}

/* --- before the node */

static struct opt_time first_event(const struct pod_case *k, const char *reason)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;
	struct opt_time first = no_time();

	while ((e = next_event(&w)))
		if (sym_is(e->event->reason, reason) && !sym_is(e->event->source, "karpenter"))
			first = time_earlier(first, event_first_time(e->event));
	return first;
}

/* The volume controller says so once a node is selected. */
static struct opt_time provisioning_began(const struct pod_case *k)
{
	sym node;
	const struct pvc *c = find_selected_claim(k, &node);
	struct opt_time first = no_time();
	const struct event_entry *e;
	struct event_walk w;

	if (!c)
		c = find_unbound_claim(k);
	if (!c)
		return first;
	w = events_about(k->d, KIND_PVC, &c->meta);
	while ((e = next_event(&w)))
		if (sym_is(e->event->reason, "ExternalProvisioning") ||
		    sym_is(e->event->reason, "Provisioning"))
			first = time_earlier(first, event_first_time(e->event));
	return first.set ? time_later(first, k->pod->meta.created) : first;
}

/* A pod whose binding is under way has failed before, if at all: that is another stage. */
static void add_bind_wait(const struct pod_case *k, struct opt_time failed)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *last = newest_event(w, "FailedScheduling", NULL);
	struct opt_time began = provisioning_began(k);

	add(k, STAGE_FILTER_FAILURE, NULL, failed, "status.conditions[PodScheduled]");
	if (began.set)
		add(k, STAGE_BIND_WAIT, NULL, began, "event ExternalProvisioning or Provisioning");
	else if (last)
		add(k, STAGE_BIND_WAIT, NULL, last->at, "event FailedScheduling");
}

/* The stage that the pod is in comes last, even where nothing tells since when. */
static void end_with_present(const struct pod_case *k)
{
	struct timeline_entry *last = k->r->timeline.n ? &k->r->timeline.v[k->r->timeline.n - 1] : NULL;

	if (!last || last->stage == k->r->stage || k->r->stage >= STAGE_POST_BIND)
		return;
	last->stage = k->r->stage;
	last->step = last->at.us == k->pod->meta.created.us ?
			     N_("queue-wait and what followed, together") :
			     N_("since the last failure");
}

/* The condition of a bound pod has forgotten the failures before; the events have not, for an hour. */
static void add_unscheduled(const struct pod_case *k)
{
	enum stage stage = k->r->stage < STAGE_POST_BIND ? k->r->stage : STAGE_FILTER_FAILURE;
	struct opt_time failed = turned(k, "PodScheduled", "False");
	struct opt_time event = first_event(k, "FailedScheduling");

	if (k->pod->spec.gates.n) {
		add(k, STAGE_GATED, NULL, k->pod->meta.created, "metadata.creationTimestamp");
		return;
	}
	add(k, STAGE_QUEUE_WAIT, NULL, k->pod->meta.created, "metadata.creationTimestamp");
	if (stage == STAGE_BIND_WAIT)
		add_bind_wait(k, failed);
	else if (failed.set && stage != STAGE_QUEUE_WAIT)
		add(k, stage, NULL, failed, "status.conditions[PodScheduled]");
	else if (!sym_empty(k->pod->spec.node_name) || stage != STAGE_QUEUE_WAIT)
		add(k, STAGE_FILTER_FAILURE, NULL, event, "event FailedScheduling");
}

/* --- on the node */

static bool never_restarted(const struct container_statuses *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->v[i].restart_count.set && list->v[i].restart_count.v > 0)
			return false;
	return true;
}

/* The last start, unset while one has not started. */
static struct opt_time all_started(const struct container_statuses *list)
{
	struct opt_time last = no_time();

	for (uint32_t i = 0; i < list->n; i++) {
		if (!list->v[i].state.running)
			return no_time();
		last = time_later(last, list->v[i].state.started);
	}
	return last;
}

static struct opt_time first_of_containers(const struct pod_case *k)
{
	static const char *const reasons[] = { "Pulling", "Pulled", "Created" };
	struct opt_time first = no_time();

	for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++)
		first = time_earlier(first, first_event(k, reasons[i]));
	return first;
}

/* Kubelets before 1.36 write the condition after the images are pulled. */
static struct opt_time sandbox_was_up(const struct pod_case *k, const char **ret_source)
{
	struct opt_time event = first_of_containers(k);

	*ret_source = "event Pulling, Pulled or Created";
	if (event.set)
		return event;
	*ret_source = "status.conditions[PodReadyToStartContainers]";
	return turned(k, "PodReadyToStartContainers", "True");
}

static bool was_refused(const struct pod_case *k)
{
	return pod_is_finished(k->pod) && k->r->stage == STAGE_POST_BIND;
}

static void add_node_steps(const struct pod_case *k)
{
	const struct pod *p = k->pod;
	struct opt_time bound = turned(k, "PodScheduled", "True"), sandbox;
	const char *source;

	/* Where somebody set nodeName, the kubelet writes the condition, and later. */
	if (!p->status.start_time.set || time_earlier(bound, p->status.start_time).us == bound.us)
		add(k, STAGE_POST_BIND, N_("waiting for the kubelet"), bound,
		    "status.conditions[PodScheduled]");
	if (was_refused(k)) {
		add(k, STAGE_POST_BIND, NULL, p->status.start_time, "status.startTime");
		return;
	}
	add(k, STAGE_POST_BIND, N_("volumes and sandbox"), p->status.start_time, "status.startTime");
	sandbox = sandbox_was_up(k, &source);
	add(k, STAGE_POST_BIND, p->spec.init_containers.n ? N_("init containers") : N_("images and start"),
	    sandbox, source);
	if (p->spec.init_containers.n)
		add(k, STAGE_POST_BIND, N_("images and start"), turned(k, "Initialized", "True"),
		    "status.conditions[Initialized]");
}

/*
 * Of a container that was restarted only the last start is known, and Ready may have come and gone.  A pod
 * that lost Ready after the start had it before: from when on, nobody has written down.
 */
static void add_readiness(const struct pod_case *k)
{
	const struct container_statuses *list = &k->pod->status.containers;
	struct opt_time started = all_started(list), ready = turned(k, "Ready", "True");
	struct opt_time lost = turned(k, "Ready", "False");
	bool was_ready = started.set && lost.set && lost.us > started.us;

	if (was_ready) {
		if (never_restarted(list))
			add(k, STAGE_READY, N_("running"), started,
			    "status.containerStatuses[].state.running");
		add(k, STAGE_RUNNING_NOT_READY, NULL, lost, "status.conditions[Ready]");
	} else if (never_restarted(list) && (!ready.set || !started.set || started.us <= ready.us)) {
		add(k, STAGE_RUNNING_NOT_READY, NULL, started,
		    "status.containerStatuses[].state.running");
	}
	add(k, STAGE_READY, NULL, ready, "status.conditions[Ready]");
}

static void add_finished(const struct pod_case *k)
{
	const struct container_statuses *s = &k->pod->status.containers;
	struct opt_time first = no_time(), last = no_time();

	for (uint32_t i = 0; i < s->n; i++) {
		if (s->v[i].state.started.us > 0)
			first = time_earlier(first, s->v[i].state.started);
		last = time_later(last, s->v[i].state.finished);
	}
	add(k, STAGE_READY, N_("running"), first, "status.containerStatuses[].state.terminated");
	add(k, STAGE_FINISHED, NULL, last, "status.containerStatuses[].state.terminated");
}

/* --- */

/* Few entries, and equal times keep their order: insertion sort. */
static void sort_entries(struct report *r)
{
	for (uint32_t i = 1; i < r->timeline.n; i++)
		for (uint32_t j = i; j > 0; j--) {
			struct timeline_entry *a = &r->timeline.v[j - 1], *b = &r->timeline.v[j], t;

			if (a->at.us <= b->at.us)
				break;
			t = *a;
			*a = *b;
			*b = t;
		}
}

static void fill_seconds(struct report *r, struct opt_time now)
{
	for (uint32_t i = 0; i < r->timeline.n; i++) {
		struct timeline_entry *e = &r->timeline.v[i];
		struct opt_time end = i + 1 < r->timeline.n ? r->timeline.v[i + 1].at : now;

		if (!end.set)
			continue;
		e->seconds.set = true;
		e->seconds.v = end.us > e->at.us ? (end.us - e->at.us) / 1000000 : 0;
	}
}

/* Which part of the way to Ready took longest, where the way was long. */
static void tell_longest(struct pod_case *k)
{
	const struct timeline_entry *longest = NULL;
	struct strbuf all = STRBUF_INIT, part = STRBUF_INIT;
	int64_t total = 0;

	for (uint32_t i = 0; i < k->r->timeline.n; i++) {
		const struct timeline_entry *e = &k->r->timeline.v[i];

		if (e->stage == STAGE_READY || !e->seconds.set)
			continue;
		total += e->seconds.v;
		if (!longest || e->seconds.v > longest->seconds.v)
			longest = e;
	}
	if (!longest || total < WORTH_TELLING_SECONDS || k->r->stage != STAGE_READY)
		return;
	add_duration(&all, total);
	add_duration(&part, longest->seconds.v);
	finding_add(k->r, "StartupTime", SEVERITY_INFO, NULL,
		    _("it was ready %s after its creation; most of that, %s, was %s"), all.buf, part.buf,
		    tr(longest->step ? longest->step : stage_name(longest->stage)));
	strbuf_release(&all);
	strbuf_release(&part);
}

void fill_timeline(struct pod_case *k)
{
	add_unscheduled(k);
	add_node_steps(k);
	add_readiness(k);
	if (pod_is_finished(k->pod))
		add_finished(k);
	sort_entries(k->r);
	end_with_present(k);
	fill_seconds(k->r, k->d->now);
	tell_longest(k);
	tell_pulls(k);
}
