#include "diagnose/attempts.h"

#include "diagnose/event_index.h"
#include "diagnose/scheduler.h"

#define BACKOFF_FIRST_SECONDS 1
#define BACKOFF_MOST_SECONDS 10
#define POOL_SECONDS 330 /* five minutes, looked at every half a minute */

static bool is_failure(const struct event *e, const struct pod *p)
{
	return sym_is(e->reason, "FailedScheduling") &&
	       (sym_empty(e->source) || sym_same(e->source, p->spec.scheduler_name));
}

/* 1, 2, 4, 8, 10, 10, ... */
static int64_t backoff_after(int64_t failed)
{
	int64_t seconds = BACKOFF_FIRST_SECONDS;

	for (int64_t i = 1; i < failed && seconds < BACKOFF_MOST_SECONDS; i++)
		seconds *= 2;
	return seconds < BACKOFF_MOST_SECONDS ? seconds : BACKOFF_MOST_SECONDS;
}

/* The condition dates from the first failure and is not written again while nothing in it changes. */
static void look_at_condition(struct attempts *a, const struct pod *p)
{
	const struct condition *c = failed_attempt(p);

	if (!c)
		return;
	if (a->failed == 0)
		a->failed = 1;
	if (c->transition.set && (!a->last.set || c->transition.us > a->last.us))
		a->last = c->transition;
}

static struct opt_i64 left_of(const struct diagnosis *d, struct opt_time since, int64_t seconds)
{
	struct opt_i64 age = age_of(d, since), left = { 0 };

	if (age.set && age.v <= seconds) {
		left.set = true;
		left.v = seconds - age.v;
	}
	return left;
}

struct attempts count_attempts(const struct pod_case *k)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;
	struct attempts a = { 0 };

	while ((e = next_event(&w))) {
		if (!is_failure(e->event, k->pod))
			continue;
		if (a.failed < INT32_MAX && event_count(e->event) < INT32_MAX)
			a.failed += event_count(e->event);
		if (!a.last.set)
			a.last = e->at;
	}
	look_at_condition(&a, k->pod);
	if (a.failed)
		a.backoff_left = left_of(k->d, a.last, backoff_after(a.failed));
	a.retry_left = left_of(k->d, a.last, POOL_SECONDS);
	return a;
}

/* One that was found unschedulable is parked, or backs off: it is not in front. */
static bool competes(const struct pod_case *k, const struct pod *p)
{
	return p != k->pod && sym_empty(p->spec.node_name) && !p->spec.gates.n &&
	       !p->meta.deleted.set && !failed_attempt(p) &&
	       sym_same(p->spec.scheduler_name, k->pod->spec.scheduler_name);
}

struct ahead count_ahead(const struct pod_case *k)
{
	const struct pod_infos *pods = view_pods(k->d->view);
	struct ahead n = { 0, 0 };

	for (uint32_t i = 0; i < pods->n; i++) {
		const struct pod *p = pods->v[i]->pod;

		if (!competes(k, p))
			continue;
		if (pod_priority(p) > pod_priority(k->pod))
			n.more_important++;
		else if (pod_priority(p) == pod_priority(k->pod) && p->meta.created.set &&
			 k->pod->meta.created.set && p->meta.created.us < k->pod->meta.created.us)
			n.older++;
	}
	return n;
}
