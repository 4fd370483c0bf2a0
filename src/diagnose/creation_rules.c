#include "diagnose/creation_rules.h"

#include "base/i18n.h"
#include "diagnose/fill.h"
#include "diagnose/kueue.h"
#include "diagnose/owners.h"
#include "diagnose/subject.h"

#define EVENTS_MAX 10

static struct signals *signals_of_workload(struct report *r, const struct diagnosis *d,
					   enum kind kind, const struct workload *w)
{
	struct signals *s = ARENA_NEW(r->arena, struct signals);

	signals_init(s, d, r->arena);
	signals_know(s, "namespace", sym_text(w->meta.namespace_));
	signals_know(s, "object", arena_printf(r->arena, "%s/%s", kind_as_argument(kind, r->arena),
					       sym_text(w->meta.name)));
	return s;
}

const char *advise_refusal(struct report *r, const struct diagnosis *d, enum kind kind,
			   const struct workload *w, const char *said)
{
	struct signals *s = signals_of_workload(r, d, kind, w);
	struct object_ref about = fill_ref(kind, w->meta.namespace_, w->meta.name);
	struct signal *g = add_state_signal(s, about, NULL, "create");
	const struct rule_match *m;
	struct ruling v;

	g->in.source = RULE_API_ERROR;
	g->in.message = said;
	ruling_find(&v, d->opts.rules, s, STAGE_NOT_CREATED);
	m = ruling_cause(&v);
	if (!m)
		return NULL;
	cause_advise(r, m->next, m->command);
	return m->stage == STAGE_COUNT ? NULL : fill_strdup(r, m->code);
}

static bool is_before(struct opt_time a, struct opt_time b)
{
	return a.set && b.set && a.us < b.us;
}

bool explain_by_events(struct report *r, const struct diagnosis *d, enum kind kind,
		       const struct workload *w, struct opt_time since)
{
	struct signals *s = signals_of_workload(r, d, kind, w);
	struct event_walk walk = events_about(d, kind, &w->meta);
	const struct event_entry *e;
	struct strbuf frame = STRBUF_INIT;
	struct ruling v;

	for (unsigned n = 0; n < EVENTS_MAX && (e = next_event(&walk)); n++) {
		if (is_before(e->at, since))
			break;
		add_event_signal(s, kind, e);
	}
	ruling_find(&v, d->opts.rules, s, STAGE_NOT_CREATED);
	if (!ruling_cause(&v) || ruling_cause(&v)->stage != STAGE_NOT_CREATED)
		return false;
	add_object_name(&frame, &w->meta);
	strbuf_adds(&frame, _(": "));
	ruling_tell(&v, s, r, frame.buf, "PodsNotCreated");
	strbuf_release(&frame);
	return true;
}

void add_kueue(struct report *r, const struct diagnosis *d, enum kind kind, const struct workload *w)
{
	struct signals *s = signals_of_workload(r, d, kind, w);
	const struct rule_match *m;
	struct ruling v;

	if (!kueue_says(s, kind, &w->meta, &v))
		return;
	m = ruling_cause(&v);
	r->cause.summary = arena_printf(r->arena, _("%s; %s"), r->cause.summary, m->summary);
	cause_advise(r, m->next, m->command);
	ruling_tell_finding(&v, s, r);
}
