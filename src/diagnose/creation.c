#include "diagnose/creation.h"

#include <string.h>

#include "diagnose/event_index.h"
#include "diagnose/fill.h"
#include "diagnose/owners.h"

/* ---- events */

struct newest {
	const struct event_entry *entry;
	struct object_ref of;
};

static bool is_later(const struct event_entry *a, const struct event_entry *b)
{
	return a->at.set && b->at.set && a->at.us > b->at.us;
}

static void look_at_events(const struct diagnosis *d, enum kind kind, const struct meta *m,
			   const char *reason, struct newest *newest)
{
	struct event_walk walk = events_about(d, kind, m);
	const struct event_entry *failed = newest_event(walk, reason, NULL);
	const struct event_entry *created = newest_event(walk, "SuccessfulCreate", NULL);

	if (!failed || (created && is_later(created, failed)) ||
	    (newest->entry && !is_later(failed, newest->entry)))
		return;
	newest->entry = failed;
	newest->of = fill_ref(kind, m->namespace_, m->name);
}

static bool makes_pods(enum kind kind)
{
	return kind == KIND_REPLICA_SET || kind == KIND_JOB;
}

static struct newest newest_failure(const struct diagnosis *d, enum kind kind,
				    const struct workload *w)
{
	struct newest newest = { 0 };

	look_at_events(d, kind, &w->meta, "FailedCreate", &newest);
	if (kind == KIND_DEPLOYMENT)
		look_at_events(d, kind, &w->meta, "ReplicaSetCreateError", &newest);
	for (const struct child *c = first_child(d, kind, &w->meta); c; c = next_child(c, &w->meta))
		if (makes_pods(c->kind))
			look_at_events(d, c->kind, c->object, "FailedCreate", &newest);
	return newest;
}

/* `Error creating: X`, `create Pod web-0 in StatefulSet web failed error: X` */
static const char *without_frame(const char *text)
{
	static const char *const frames[] = { "Error creating: ", "Error creating job: " };
	static const char set_frame[] = " failed error: ";
	const char *at;

	for (size_t i = 0; i < sizeof(frames) / sizeof(*frames); i++)
		if (strncmp(text, frames[i], strlen(frames[i])) == 0)
			return text + strlen(frames[i]);
	at = strncmp(text + (*text != '\0'), "reate ", 6) == 0 ? strstr(text, set_frame) : NULL;
	return at ? at + strlen(set_frame) : text;
}

/* ---- conditions */

static const struct condition *replica_failure(const struct workload *w)
{
	const struct condition *c = conditions_get(&w->conditions, "ReplicaFailure");

	return c && sym_is(c->status, "True") ? c : NULL;
}

/* Of one of its ReplicaSets, else its own. */
static const struct condition *find_condition(const struct diagnosis *d, enum kind kind,
					      const struct workload *w, struct object_ref *ret_of)
{
	for (const struct child *s = first_child(d, kind, &w->meta); s;
	     s = next_child(s, &w->meta)) {
		const struct condition *c;

		if (s->kind != KIND_REPLICA_SET)
			continue;
		c = replica_failure((const struct workload *)s->object);
		*ret_of = fill_ref(s->kind, s->object->namespace_, s->object->name);
		if (c)
			return c;
	}
	*ret_of = fill_ref(kind, w->meta.namespace_, w->meta.name);
	return replica_failure(w);
}

bool find_refused_creation(const struct diagnosis *d, enum kind kind, const struct workload *w,
			   struct refused_creation *ret)
{
	struct newest newest = newest_failure(d, kind, w);
	const struct condition *c;

	if (newest.entry) {
		*ret = (struct refused_creation){ .of = newest.of };
		ret->text = without_frame(event_text(newest.entry->event));
		return true;
	}
	*ret = (struct refused_creation){ .pointer = "/status/conditions" };
	c = find_condition(d, kind, w, &ret->of);
	if (c)
		ret->text = sym_text(c->message);
	return c;
}
