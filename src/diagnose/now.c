/* The moment that a snapshot shows, and ages measured against it. */
#include "diagnose/context.h"
#include "diagnose/event_index.h"
#include "diagnose/lease.h"
#include "model/time.h"

#define BELIEVED_US (INT64_C(366) * 86400 * 1000000)

static void later(struct opt_time *newest, struct opt_time t)
{
	*newest = time_later(*newest, t);
}

static void conditions_times(const struct conditions *c, struct opt_time *newest, bool heartbeats)
{
	for (uint32_t i = 0; i < c->n; i++)
		later(newest, heartbeats ? c->v[i].heartbeat : c->v[i].transition);
}

struct opt_time newest_heartbeat(const struct cluster *c, const struct lease *except)
{
	const struct objects *leases = &c->objects[KIND_LEASE], *nodes = &c->objects[KIND_NODE];
	struct opt_time newest = { 0 };

	for (size_t i = 0; i < leases->n; i++) {
		const struct lease *l = (const struct lease *)leases->v[i];

		if (l != except)
			later(&newest, l->renewed);
	}
	for (size_t i = 0; i < nodes->n; i++)
		conditions_times(&((const struct node *)nodes->v[i])->conditions, &newest, true);
	return newest;
}

static void container_times(const struct container_statuses *s, struct opt_time *newest)
{
	for (uint32_t i = 0; i < s->n; i++) {
		later(newest, s->v[i].state.started);
		later(newest, s->v[i].state.finished);
		later(newest, s->v[i].last_state.finished);
	}
}

static void pod_times(const struct pod *p, struct opt_time *newest)
{
	later(newest, p->status.start_time);
	conditions_times(&p->status.conditions, newest, false);
	container_times(&p->status.containers, newest);
	container_times(&p->status.init_containers, newest);
}

/* Times that lie in the past by their meaning; a deletionTimestamp may lie ahead. */
static void past_times(const struct cluster *c, struct opt_time *newest)
{
	for (unsigned kind = 0; kind < KIND_COUNT; kind++)
		for (size_t i = 0; i < c->objects[kind].n; i++)
			later(newest, c->objects[kind].v[i]->created);
	for (size_t i = 0; i < c->objects[KIND_POD].n; i++)
		pod_times((const struct pod *)c->objects[KIND_POD].v[i], newest);
	for (size_t i = 0; i < c->objects[KIND_NODE].n; i++)
		conditions_times(&((const struct node *)c->objects[KIND_NODE].v[i])->conditions,
				 newest, false);
	for (unsigned kind = KIND_DEPLOYMENT; kind <= KIND_REPLICATION_CONTROLLER; kind++)
		for (size_t i = 0; i < c->objects[kind].n; i++)
			conditions_times(
				&((const struct workload *)c->objects[kind].v[i])->conditions,
				newest, false);
}

/* Events are written by many clocks: one that lies years after everything else is not believed. */
static void event_times(const struct cluster *c, struct opt_time bound, struct opt_time *newest)
{
	const struct objects *events = &c->objects[KIND_EVENT];

	for (size_t i = 0; i < events->n; i++) {
		struct opt_time t = event_time((const struct event *)(const void *)events->v[i]);

		if (!bound.set || t.us <= bound.us + BELIEVED_US)
			later(newest, t);
	}
}

struct opt_time snapshot_now(const struct cluster *c)
{
	struct opt_time newest, past = { 0 }, bound;

	if (c->taken.set)
		return c->taken;
	past_times(c, &past);
	newest = bound = newest_heartbeat(c, NULL);
	later(&bound, past);
	event_times(c, bound, &newest);
	return newest.set ? newest : past;
}

struct opt_i64 age_of(const struct diagnosis *d, struct opt_time since)
{
	struct opt_i64 age = { 0 };

	if (!since.set || !d->now.set)
		return age;
	age.set = true;
	age.v = d->now.us > since.us ? (d->now.us - since.us) / 1000000 : 0;
	return age;
}
