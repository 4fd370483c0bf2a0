#include "diagnose/event_index.h"

#include <stdlib.h>
#include <string.h>

#include "model/time.h"

#define CLOCK_SLACK_US INT64_C(60000000) /* the clocks of two machines may differ that much */

static bool is_later(struct opt_time a, struct opt_time b)
{
	return a.set && (!b.set || a.us > b.us);
}

/* The zero time of Go and that of Unix mean that there is none. */
static struct opt_time later(struct opt_time a, struct opt_time b)
{
	return b.us > 0 ? time_later(a, b) : a;
}

/*
 * Old events count in lastTimestamp, new ones in the series; each leaves the other's fields empty,
 * or fills them with the time of the first occurrence.
 */
struct opt_time event_time(const struct event *e)
{
	struct opt_time at = later((struct opt_time){ 0 }, e->series_last);

	at = later(later(at, e->last), e->event_time);
	if (!at.set)
		at = later(at, e->first);
	return at.set ? at : later(at, e->meta.created);
}

struct opt_time event_first_time(const struct event *e)
{
	struct opt_time at = later((struct opt_time){ 0 }, e->first);

	if (!at.set)
		at = later(at, e->event_time);
	return at.set ? at : event_time(e);
}

int64_t event_count(const struct event *e)
{
	int64_t n = 1;

	if (e->count.set && e->count.v > n)
		n = e->count.v;
	if (e->series_count.set && e->series_count.v > n)
		n = e->series_count.v;
	return n;
}

bool event_is_of_container(const struct event *e, sym container)
{
	const char *open = strchr(sym_text(e->object.field_path), '{');
	size_t n = strlen(sym_text(container));

	return open && n && strncmp(open + 1, container.s, n) == 0 && strcmp(open + 1 + n, "}") == 0;
}

const char *event_text(const struct event *e)
{
	static const char frame[] = "(combined from similar events): ";
	const char *text = sym_text(e->message);

	return strncmp(text, frame, sizeof(frame) - 1) == 0 ? text + sizeof(frame) - 1 : text;
}

/* Oldest first; equal times by name, so that the order of the input does not matter. */
static int by_age(const void *pa, const void *pb)
{
	const struct event_entry *a = pa, *b = pb;

	if (is_later(a->at, b->at))
		return 1;
	if (is_later(b->at, a->at))
		return -1;
	return meta_compare(&a->event->meta, &b->event->meta);
}

static const char *place(sym s)
{
	return sym_empty(s) ? NULL : s.s;
}

void init_events(struct diagnosis *d)
{
	const struct objects *events = &d->cluster->objects[KIND_EVENT];
	struct event_entry *v = ARENA_ARRAY(d->arena, events->n ? events->n : 1, struct event_entry);
	size_t n = 0;

	pairmap_init(&d->events, d->arena);
	for (size_t i = 0; i < events->n; i++) {
		const struct event *e = (const struct event *)(const void *)events->v[i];

		if (sym_empty(e->object.name))
			continue;
		v[n] = (struct event_entry){ e, event_time(e), NULL };
		if (is_later(v[n].at, d->now) && d->now.set)
			v[n].at = d->now;
		n++;
	}
	if (n)
		qsort(v, n, sizeof(*v), by_age);
	for (size_t i = 0; i < n; i++) {
		union pairmap_value *slot = pairmap_put(&d->events, v[i].event->object.name.s,
							place(v[i].event->object.namespace_));

		v[i].older = slot->cptr;
		slot->cptr = &v[i];
	}
}

struct event_walk events_named(const struct diagnosis *d, const char *kind, sym namespace_, sym name)
{
	struct event_walk w = { .kind = kind, .left = EVENTS_LOOKED_AT };
	const union pairmap_value *slot;

	if (sym_empty(name))
		return w;
	slot = pairmap_get(&d->events, name.s, place(namespace_));
	w.next = slot ? slot->cptr : NULL;
	return w;
}

struct event_walk events_about(const struct diagnosis *d, enum kind kind, const struct meta *object)
{
	sym namespace_ = kinds[kind].namespaced ? object->namespace_ : (sym){ NULL };
	struct event_walk w = events_named(d, kinds[kind].name, namespace_, object->name);

	w.uid = object->uid;
	w.created = object->created;
	return w;
}

/*
 * Kubelets give events of nodes the node's name as uid.  An event without a time cannot be told to
 * be older than the object.
 */
static bool is_of_object(const struct event_walk *w, const struct event_entry *e)
{
	sym uid = e->event->object.uid;

	if (!sym_is(e->event->object.kind, w->kind))
		return false;
	if (!sym_empty(uid) && !sym_empty(w->uid) && !sym_eq(uid, e->event->object.name))
		return sym_eq(uid, w->uid);
	return !w->created.set || !e->at.set || e->at.us >= w->created.us - CLOCK_SLACK_US;
}

const struct event_entry *next_event(struct event_walk *w)
{
	const struct event_entry *e;

	do {
		e = w->left ? w->next : NULL;
		if (!e)
			return NULL;
		w->next = e->older;
		w->left--;
	} while (!is_of_object(w, e));
	return e;
}

const struct event_entry *newest_event(struct event_walk w, const char *reason, const char *component)
{
	const struct event_entry *e;

	while ((e = next_event(&w))) {
		if (reason && !sym_is(e->event->reason, reason))
			continue;
		if (!component || sym_is(e->event->source, component))
			return e;
	}
	return NULL;
}
