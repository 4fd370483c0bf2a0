/* When a pod reached which stage, from its own status. */
#include "diagnose/timeline.h"

#include "diagnose/fill.h"

static void add_condition(const struct pod_case *k, const char *type, const char *status,
			  enum stage stage, const char *source)
{
	const struct condition *c = conditions_get(&k->pod->status.conditions, type);

	if (c && sym_is(c->status, status) && c->transition.set)
		timeline_add(k->r, stage, c->transition, source);
}

static void add_finished(const struct pod_case *k)
{
	const struct container_statuses *s = &k->pod->status.containers;
	struct opt_time last = { 0 };

	for (uint32_t i = 0; i < s->n; i++) {
		struct opt_time t = s->v[i].state.finished;

		if (t.set && (!last.set || t.us > last.us))
			last = t;
	}
	if (last.set)
		timeline_add(k->r, STAGE_FINISHED, last, "status.containerStatuses[].state.terminated");
}

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

void fill_timeline(const struct pod_case *k)
{
	const struct pod *p = k->pod;
	enum stage unscheduled = k->r->stage < STAGE_POST_BIND ? k->r->stage : STAGE_FILTER_FAILURE;

	if (p->meta.created.set)
		timeline_add(k->r, p->spec.gates.n ? STAGE_GATED : STAGE_QUEUE_WAIT, p->meta.created,
			     "metadata.creationTimestamp");
	if (!p->spec.gates.n)
		add_condition(k, "PodScheduled", "False", unscheduled,
			      "status.conditions[PodScheduled]");
	add_condition(k, "PodScheduled", "True", STAGE_POST_BIND, "status.conditions[PodScheduled]");
	add_condition(k, "Initialized", "True", STAGE_POST_BIND, "status.conditions[Initialized]");
	add_condition(k, "Ready", "True", STAGE_READY, "status.conditions[Ready]");
	if (pod_is_finished(p))
		add_finished(k);
	sort_entries(k->r);
	fill_seconds(k->r, k->d->now);
}
