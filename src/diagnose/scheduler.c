#include "diagnose/scheduler.h"

#include <string.h>

#include "diagnose/lease.h"
#include "diagnose/scheduler_message.h"

#define LEASE_SLACK_SECONDS 15 /* a new leader may take that long to start */

const struct profile *profile_of(const struct diagnosis *d, sym scheduler_name)
{
	const char *name = sym_empty(scheduler_name) ? "default-scheduler" : scheduler_name.s;

	for (uint32_t i = 0; i < d->opts.profile_count; i++)
		if (strcmp(d->opts.profiles[i].scheduler_name, name) == 0)
			return &d->opts.profiles[i];
	return NULL;
}

const struct condition *failed_attempt(const struct pod *p)
{
	const struct condition *c = conditions_get(&p->status.conditions, "PodScheduled");

	if (!c || !sym_is(c->status, "False") || sym_is(c->reason, "SchedulingGated"))
		return NULL;
	return c;
}

/* An event does not tell errors from decisions; kube-scheduler frames its decisions. */
static bool reads_like_error(const struct pod_case *k, const char *text)
{
	const struct scheduler_message m = message_parse(text, k->r->arena);

	return profile_of(k->d, k->pod->spec.scheduler_name) && !m.framed &&
	       strcmp(text, "no nodes available to schedule pods") != 0;
}

struct last_word last_word(const struct pod_case *k)
{
	const struct condition *c = failed_attempt(k->pod);
	struct last_word w = { 0 };

	if (k->r->replay)
		w.text = k->r->replay->message.observed;
	if (c)
		w.is_error = sym_is(c->reason, "SchedulerError");
	else if (w.text)
		w.is_error = reads_like_error(k, w.text);
	return w;
}

/* Bound by it, or tried by it.  A mirror pod was bound by its kubelet. */
static bool was_handled(const struct diagnosis *d, const struct pod *p)
{
	const sym mirror = view_sym(d->view, "kubernetes.io/config.mirror");

	if (failed_attempt(p))
		return true;
	return !sym_empty(p->spec.node_name) && !labels_get(&p->meta.annotations, mirror).s;
}

static const char *served_key(const struct diagnosis *d, sym name)
{
	return sym_empty(name) ? view_sym(d->view, "").s : name.s;
}

void init_served(struct diagnosis *d)
{
	const struct objects *pods = &d->cluster->objects[KIND_POD];

	pairmap_init(&d->served, d->arena);
	for (size_t i = 0; i < pods->n; i++) {
		const struct pod *p = (const struct pod *)pods->v[i];

		if (was_handled(d, p))
			pairmap_put(&d->served, served_key(d, p->spec.scheduler_name), NULL);
	}
}

bool scheduler_is_served(const struct pod_case *k)
{
	sym name = k->pod->spec.scheduler_name;

	return profile_of(k->d, name) || failed_attempt(k->pod) ||
	       pairmap_get(&k->d->served, served_key(k->d, name), NULL);
}

/* When a pod of the profiles was last bound. */
static struct opt_time last_binding(const struct diagnosis *d)
{
	const struct objects *pods = view_objects(d->view, KIND_POD);
	struct opt_time last = { 0 };

	for (size_t i = 0; i < pods->n; i++) {
		const struct pod *p = (const struct pod *)pods->v[i];
		const struct condition *c = conditions_get(&p->status.conditions, "PodScheduled");

		if (!c || !sym_is(c->status, "True") || !c->transition.set ||
		    !profile_of(d, p->spec.scheduler_name) || !was_handled(d, p))
			continue;
		if (!last.set || c->transition.us > last.us)
			last = c->transition;
	}
	return last;
}

bool scheduler_is_dead(const struct pod_case *k)
{
	const struct lease *l = find_lease(k->d->cluster, "kube-system", "kube-scheduler");
	struct opt_time bound;

	if (!l || !profile_of(k->d, k->pod->spec.scheduler_name))
		return false;
	if (lease_overdue(k->d, l) <= LEASE_SLACK_SECONDS)
		return false;
	bound = last_binding(k->d);
	return !bound.set || bound.us <= l->renewed.us + INT64_C(1000000) * LEASE_SLACK_SECONDS;
}
