#include "diagnose/kueue.h"

#include <string.h>

/* "Created Workload: ns/name" about the object; .s NULL: no such event is left. */
static sym workload_of(const struct diagnosis *d, enum kind kind, const struct meta *object)
{
	static const char begin[] = "Created Workload: ";
	const struct event_entry *e = newest_event(events_about(d, kind, object), "CreatedWorkload",
						   NULL);
	const char *name;

	if (!e || strncmp(event_text(e->event), begin, sizeof(begin) - 1) != 0)
		return (sym){ NULL };
	name = strrchr(event_text(e->event), '/');
	return name ? sym_find(d->cluster->syms, name + 1, strlen(name + 1)) : (sym){ NULL };
}

/*
 * Kueue says the same in the event Pending as in the condition QuotaReserved of the Workload, which
 * the rules know.
 */
bool kueue_says(struct signals *s, enum kind kind, const struct meta *object, struct ruling *v)
{
	sym name = workload_of(s->d, kind, object);
	const struct event_entry *e = newest_event(
		events_named(s->d, "Workload", object->namespace_, name), "Pending", NULL);
	struct signal *g = e ? add_event_signal(s, kind, e) : NULL;

	if (!g)
		return false;
	g->in.source = RULE_CONDITION;
	g->about.kind = g->in.kind = "Workload";
	g->in.name = "QuotaReserved";
	g->in.status = "False";
	ruling_find(v, s->d->opts.rules, s, STAGE_GATED);
	return ruling_cause(v) != NULL;
}
