/* Pods of other schedulers: queues and gangs that hold them back by rules of their own. */
#include "base/i18n.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/ruling.h"
#include "diagnose/scheduler.h"
#include "diagnose/subject.h"

#define EVENTS_MAX 10

static const char *const group_keys[] = {
	"scheduling.k8s.io/group-name", /* Volcano */
	"scheduling.x-k8s.io/pod-group",
	"gang.scheduling.koordinator.sh/name",
	"pod-group.scheduling.sigs.k8s.io",
};

static sym group_of(const struct pod_case *k)
{
	for (size_t i = 0; i < sizeof(group_keys) / sizeof(*group_keys); i++) {
		sym key = view_sym(k->d->view, group_keys[i]);
		sym name = labels_get(&k->pod->meta.labels, key);

		if (sym_empty(name))
			name = labels_get(&k->pod->meta.annotations, key);
		if (!sym_empty(name))
			return name;
	}
	return (sym){ NULL };
}

static void gather_walk(struct signals *s, struct event_walk w, const char *kind)
{
	const struct event_entry *e;

	for (unsigned n = 0; n < EVENTS_MAX && (e = next_event(&w)); n++) {
		struct signal *g = add_event_signal(s, KIND_POD, e);

		if (g)
			g->about.kind = g->in.kind = kind;
	}
}

static struct signals *gather(const struct pod_case *k)
{
	struct signals *s = signals_of_pod(k);
	const struct condition *c = conditions_get(&k->pod->status.conditions, "PodScheduled");

	if (c)
		add_condition_signal(s, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name),
				     c);
	gather_walk(s, events_about(k->d, KIND_POD, &k->pod->meta), "Pod");
	gather_walk(s, events_named(k->d, "PodGroup", k->pod->meta.namespace_, group_of(k)),
		    "PodGroup");
	return s;
}

bool is_held_by_queue(const struct pod_case *k)
{
	struct ruling v;

	if (profile_of(k->d, k->pod->spec.scheduler_name))
		return false;
	ruling_find(&v, k->d->opts.rules, gather(k), STAGE_QUEUE_WAIT);
	return ruling_cause(&v) && ruling_cause(&v)->stage == STAGE_QUEUE_WAIT;
}

void explain_held(struct pod_case *k)
{
	struct signals *s = gather(k);
	struct strbuf frame = STRBUF_INIT;
	struct ruling v;
	sym group = group_of(k);

	ruling_find(&v, k->d->opts.rules, s, STAGE_QUEUE_WAIT);
	add_waited(&frame, k->d, &k->pod->meta);
	strbuf_adds(&frame, _(": "));
	ruling_tell(&v, s, k->r, frame.buf, "Undecided");
	if (!sym_empty(group))
		finding_add(k->r, k->r->cause.code, SEVERITY_INFO, NULL, _("it belongs to pod group %s"),
			    group.s);
	strbuf_release(&frame);
}
