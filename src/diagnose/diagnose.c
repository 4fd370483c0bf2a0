#include "diagnose/diagnose.h"

#include "base/die.h"
#include "base/i18n.h"
#include "diagnose/advise.h"
#include "diagnose/absent.h"
#include "diagnose/agents.h"
#include "diagnose/agreement.h"
#include "diagnose/autoscaler.h"
#include "diagnose/claim_events.h"
#include "diagnose/event_index.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/hypothesis.h"
#include "diagnose/lease.h"
#include "diagnose/not_created.h"
#include "diagnose/owners.h"
#include "diagnose/ruling.h"
#include "diagnose/scheduler.h"
#include "diagnose/stage.h"
#include "diagnose/subject.h"
#include "diagnose/timeline.h"
#include "diagnose/volume_mismatch.h"
#include "replay/replay.h"

struct diagnosis *diagnosis_new(const struct cluster *c, const struct diagnose_options *opts)
{
	struct diagnosis *d = xcalloc(1, sizeof(*d));

	d->cluster = c;
	d->opts = *opts;
	d->arena = arena_new();
	d->view = view_new(c, opts->release);
	d->now = opts->now.set ? opts->now : snapshot_now(c);
	init_signs_of_life(d);
	init_children(d);
	init_events(d);
	init_served(d);
	return d;
}

struct source diagnosis_source(const struct diagnosis *d)
{
	struct source source = d->opts.source;

	if (!source.emulated_version)
		source.emulated_version = release_name(d->opts.release);
	source.now = d->now;
	return source;
}

void diagnosis_free(struct diagnosis *d)
{
	if (!d)
		return;
	view_free(d->view);
	arena_free(d->arena);
	xfree(d);
}

/* A pod of a scheduler that is not ours to know is replayed as if it were. */
static const struct profile *replay_profile(struct pod_case *k)
{
	const struct profile *p = profile_of(k->d, k->pod->spec.scheduler_name);

	if (p)
		return p;
	unchecked_add(k->r, _("scheduler"),
		      arena_printf(k->r->arena,
				   _("%s decides by its own rules; the replay uses those of %s"),
				   sym_text(k->pod->spec.scheduler_name),
				   k->d->opts.profiles[0].scheduler_name));
	return &k->d->opts.profiles[0];
}

static bool is_waiting_for_node(const struct pod *p)
{
	return sym_empty(p->spec.node_name) && !pod_is_finished(p);
}

static enum certainty weaker(enum certainty a, enum certainty b)
{
	return a > b ? a : b;
}

static bool rests_on_replay(enum stage s)
{
	return s == STAGE_FILTER_FAILURE || s == STAGE_FRAGMENTATION || s == STAGE_BIND_WAIT ||
	       s == STAGE_QUEUE_WAIT;
}

static void fill_certainty(struct pod_case *k)
{
	struct report *r = k->r;
	enum certainty replayed = fill_unchecked(r, k->d);

	if (!r->replay)
		return;
	for (uint32_t i = 0; i < r->replay->unchecked.n; i++)
		unchecked_add(r, r->replay->unchecked.v[i].what, r->replay->unchecked.v[i].why);
	if (r->replay->message.agreement == AGREE_EXACT)
		replayed = CERTAIN_EXACT; /* the scheduler has seen what the snapshot may lack */
	if (!profile_of(k->d, k->pod->spec.scheduler_name))
		replayed = weaker(replayed, CERTAIN_LIKELY);
	if (rests_on_replay(r->stage))
		r->cause.certainty = weaker(r->cause.certainty, replayed);
	qualify_absent(k);
}

static void fill_pending(struct pod_case *k)
{
	struct subject *s = &k->r->subject;

	s->age_seconds = age_of(k->d, k->pod->meta.created);
	if (k->r->stage != STAGE_READY && k->r->stage != STAGE_FINISHED)
		s->pending_seconds = s->age_seconds;
}

struct report *diagnose_pod(struct diagnosis *d, const struct pod *pod)
{
	struct pod_case k = { d, pod, NULL, report_new() };
	struct hypothesis h = { 0 };

	fill_source(k.r, d);
	view_reset_leaned(d->view);
	if (is_waiting_for_node(pod)) {
		struct replay *replay;

		k.profile = replay_profile(&k);
		hypothesis_begin(&h, &k);
		replay = replay_run(d->view, k.pod, k.profile, k.r->arena);
		k.r->replay = replay;
		if (!h.made) /* the scheduler wrote about things as they are */
			fill_agreement(&k, &replay->message);
		hypothesis_compare(&h, &k);
	} else {
		hypothesis_impossible(k.r, &d->opts, pod_is_finished(pod) ? _("it has ended") :
									 _("it has a node"));
	}
	fill_pod_subject(&k);
	decide_stage(&k);
	if (k.r->replay) {
		tell_claim_events(&k);
		tell_volume_mismatch(&k);
		tell_autoscalers(&k);
	}
	tell_sick_agents(&k);
	advise_from_page(d->opts.rules, k.r);
	explain_terminating(&k);
	fill_certainty(&k);
	fill_pending(&k);
	fill_timeline(&k);
	hypothesis_end(&h);
	if (!h.made) /* patches are for things as they are */
		fill_advice(&k);
	return k.r;
}

struct report *diagnose_supposed(struct diagnosis *d, const struct pod *pod,
				 const struct what_if *what_if, uint32_t n,
				 const struct replay *before)
{
	struct diagnose_options opts = d->opts;
	struct report *r;

	d->opts.what_if = what_if;
	d->opts.what_if_count = n;
	d->before = before;
	r = diagnose_pod(d, pod);
	d->before = NULL;
	d->opts = opts;
	return r;
}

struct report *diagnose_workload(struct diagnosis *d, enum kind kind, const struct workload *w)
{
	struct report *r = report_new();

	fill_source(r, d);
	fill_workload_subject(r, d, kind, w);
	hypothesis_impossible(r, &d->opts, _("the pods it lacks do not exist"));
	explain_workload(r, d, kind, w);
	advise_from_page(d->opts.rules, r);
	return r;
}
