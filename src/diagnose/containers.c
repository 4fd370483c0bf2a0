#include "diagnose/containers.h"

#include <string.h>

#include "diagnose/event_index.h"

#define LATELY_SECONDS 300
#define BACKOFF_RESET_SECONDS 600 /* a container that runs this long starts afresh in the kubelet */

const struct container *container_named(const struct pod *p, sym name, bool init)
{
	const struct containers *list = init ? &p->spec.init_containers : &p->spec.containers;

	for (uint32_t i = 0; i < list->n; i++)
		if (sym_eq(list->v[i].name, name))
			return &list->v[i];
	return NULL;
}

/* Ended after it had started: the runtime's refusals to start it look like an end, too. */
static bool state_ran(const struct container_state *s)
{
	if (s->running)
		return true;
	return s->terminated && !sym_is(s->reason, "StartError") &&
	       !sym_is(s->reason, "ContainerCannotRun");
}

bool main_container_ran(const struct pod *p)
{
	const struct container_statuses *s = &p->status.containers;

	for (uint32_t i = 0; i < s->n; i++)
		if (state_ran(&s->v[i].state) || state_ran(&s->v[i].last_state))
			return true;
	return false;
}

static bool is_filler(sym reason)
{
	return sym_empty(reason) || sym_is(reason, "ContainerCreating") ||
	       sym_is(reason, "PodInitializing");
}

bool is_sidecar(const struct pod *p, const struct container_status *s)
{
	const struct container *c = container_named(p, s->name, true);

	return c && sym_is(c->restart_policy, "Always");
}

/* Runs again after an end, not ready, and not long enough to call it recovered. */
static bool just_restarted(const struct pod_case *k, const struct container_status *s)
{
	struct opt_i64 age = age_of(k->d, s->state.started);

	return s->state.running && s->ready != TRI_TRUE && s->last_state.terminated &&
	       s->restart_count.set && s->restart_count.v > 0 && age.set &&
	       age.v < BACKOFF_RESET_SECONDS;
}

static struct trouble judge(const struct pod_case *k, const struct container_status *s, bool init)
{
	struct trouble t = { .init = init, .sidecar = init && is_sidecar(k->pod, s), .status = s };

	if (s->state.terminated) {
		t.kind = TROUBLE_CRASHED;
		t.ended = &s->state;
	} else if (s->state.running) {
		if (s->started == TRI_FALSE)
			t.kind = TROUBLE_STARTING;
		if (just_restarted(k, s)) {
			t.kind = TROUBLE_CRASHED;
			t.ended = &s->last_state;
		}
	} else {
		t.kind = is_filler(s->state.reason) ? TROUBLE_NOT_CREATED : TROUBLE_WAITING;
		if (s->last_state.terminated)
			t.ended = &s->last_state;
	}
	return t;
}

/* Init containers run one after another: the first that is not done is the one that counts. */
static struct trouble find_init_trouble(const struct pod_case *k)
{
	const struct container_statuses *list = &k->pod->status.init_containers;
	struct trouble none = { .init = true };

	for (uint32_t i = 0; i < list->n; i++) {
		const struct container_status *s = &list->v[i];
		bool sidecar = is_sidecar(k->pod, s);
		struct trouble t;

		if (s->state.terminated && s->state.exit_code.set && s->state.exit_code.v == 0 &&
		    !sidecar)
			continue;
		t = judge(k, s, true);
		if (sidecar && t.kind == TROUBLE_NONE)
			continue;
		if (t.kind == TROUBLE_NONE)
			t.kind = TROUBLE_INIT_RUNS;
		return t;
	}
	return none;
}

/* A container that has ended well in a pod that does not restart it is done. */
static bool is_done(const struct pod *p, const struct container_status *s)
{
	return s->state.terminated && s->state.exit_code.set && s->state.exit_code.v == 0 &&
	       !sym_empty(p->spec.restart_policy) && !sym_is(p->spec.restart_policy, "Always");
}

/* The worst main container; of equal ones the first. */
static struct trouble find_main_trouble(const struct pod_case *k)
{
	static const int rank[] = {
		[TROUBLE_NONE] = 0,	    [TROUBLE_NOT_SEEN] = 0, [TROUBLE_STARTING] = 1,
		[TROUBLE_NOT_CREATED] = 2, [TROUBLE_CRASHED] = 3,  [TROUBLE_WAITING] = 4,
		[TROUBLE_INIT_RUNS] = 0,
	};
	const struct container_statuses *list = &k->pod->status.containers;
	struct trouble worst = { 0 };

	for (uint32_t i = 0; i < list->n; i++) {
		struct trouble t = judge(k, &list->v[i], false);

		if (!is_done(k->pod, &list->v[i]) && rank[t.kind] > rank[worst.kind])
			worst = t;
	}
	return worst;
}

static bool keeps_failing(const struct trouble *t)
{
	return t->kind == TROUBLE_WAITING || t->kind == TROUBLE_CRASHED;
}

/* Sidecars fail beside main containers that run. */
static struct trouble find_sidecar_trouble(const struct pod_case *k)
{
	const struct container_statuses *list = &k->pod->status.init_containers;
	struct trouble none = { .init = true };

	for (uint32_t i = 0; i < list->n; i++) {
		struct trouble t = judge(k, &list->v[i], true);

		if (is_sidecar(k->pod, &list->v[i]) && keeps_failing(&t))
			return t;
	}
	return none;
}

size_t find_further_troubles(const struct pod_case *k, const struct trouble *first,
			     struct trouble *ret, size_t max)
{
	const struct container_statuses *list = &k->pod->status.containers;
	size_t n = 0;

	for (uint32_t i = 0; i < list->n && n < max; i++) {
		struct trouble t = judge(k, &list->v[i], false);

		if (&list->v[i] != first->status && !is_done(k->pod, &list->v[i]) && keeps_failing(&t))
			ret[n++] = t;
	}
	return n;
}

static bool main_containers_wait(const struct pod *p)
{
	const struct container_statuses *s = &p->status.containers;

	for (uint32_t i = 0; i < s->n; i++)
		if (s->v[i].state.running || s->v[i].state.terminated)
			return false;
	return true;
}

static const struct event_entry *newest_complaint(const struct pod_case *k)
{
	static const char *const reasons[] = { "Failed", "BackOff", "FailedMount", "FailedMapVolume",
					       "FailedCreatePodSandBox", "FailedCreatePodContainer",
					       "NetworkNotReady", "InspectFailed", "ErrImageNeverPull" };
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;

	while ((e = next_event(&w)))
		for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++)
			if (sym_is(e->event->reason, reasons[i]))
				return e;
	return NULL;
}

bool kubelet_complains(const struct pod_case *k)
{
	return newest_complaint(k) != NULL;
}

bool kubelet_complained_lately(const struct pod_case *k)
{
	const struct event_entry *e = newest_complaint(k);
	struct opt_i64 age = age_of(k->d, e ? e->at : (struct opt_time){ 0 });

	return age.set && age.v <= LATELY_SECONDS;
}

struct trouble find_trouble(const struct pod_case *k)
{
	const struct pod_status *s = &k->pod->status;
	struct trouble t = { 0 };

	if (!s->containers.n && !s->init_containers.n) {
		if (kubelet_complains(k))
			t.kind = TROUBLE_NOT_CREATED;
		else if (!sym_is(s->phase, "Running"))
			t.kind = s->start_time.set ? TROUBLE_NOT_CREATED : TROUBLE_NOT_SEEN;
		return t;
	}
	if (main_containers_wait(k->pod)) {
		t = find_init_trouble(k);
		if (t.kind != TROUBLE_NONE)
			return t;
	}
	t = find_main_trouble(k);
	return t.kind == TROUBLE_NONE ? find_sidecar_trouble(k) : t;
}

void keep_to_first_run(struct report *r, const struct container_status *s)
{
	static const char previous[] = " --previous";
	const char *command = r->cause.command;
	size_t n = command ? strlen(command) : 0, m = sizeof(previous) - 1;

	if (n <= m || strcmp(command + n - m, previous) != 0 || s->last_state.terminated ||
	    (s->restart_count.set && s->restart_count.v > 0))
		return;
	r->cause.command = arena_strndup(r->arena, command, n - m);
}
