/*
 * Events by the object that they are about, newest first.  Events of an earlier object of the same
 * name are never seen: another uid, or, where a side has none, a time before the object's creation.
 */
#ifndef DIAGNOSE_EVENT_INDEX_H
#define DIAGNOSE_EVENT_INDEX_H

#include "base/strbuf.h"
#include "diagnose/context.h"

struct event_entry {
	const struct event *event;
	struct opt_time at; /* last seen; never after now; unset: no event of the kind has a time */
	const struct event_entry *older;
};

/* After d->now is known. */
void init_events(struct diagnosis *d);

#define EVENTS_LOOKED_AT 1000 /* of one object, the newest */

struct event_walk {
	const char *kind;
	sym uid;
	struct opt_time created;
	const struct event_entry *next;
	unsigned left;
};

struct event_walk events_about(const struct diagnosis *d, enum kind kind, const struct meta *object);
/* Of a kind that is not read: by name alone. */
struct event_walk events_named(const struct diagnosis *d, const char *kind, sym namespace_, sym name);
const struct event_entry *next_event(struct event_walk *w); /* NULL at the end */

/* The newest of that reason (NULL: any) by that component (NULL: any), or NULL. */
const struct event_entry *newest_event(struct event_walk w, const char *reason,
				       const char *component);

/* When it was last seen, by its own word. */
struct opt_time event_time(const struct event *e);
struct opt_time event_first_time(const struct event *e);
int64_t event_count(const struct event *e); /* at least 1 */
/* The name in "spec.containers{main}" is that of the container. */
bool event_is_of_container(const struct event *e, sym container);
/* The text without the frame of aggregated events; never NULL. */
const char *event_text(const struct event *e);

#endif
