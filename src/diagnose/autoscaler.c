#include "diagnose/autoscaler.h"

#include <string.h>

#include "base/i18n.h"
#include "diagnose/autoscaler_status.h"
#include "diagnose/fill.h"
#include "diagnose/ruling.h"
#include "diagnose/subject.h"

#define REFUSAL_SECONDS 600   /* it is repeated every five minutes while it holds */
#define PROMISE_SECONDS 900   /* a machine that has not joined by then will not */

static bool is_promise(const struct event *e)
{
	return sym_is(e->reason, "TriggeredScaleUp") ||
	       (sym_is(e->reason, "Nominated") && sym_is(e->source, "karpenter"));
}

static bool is_refusal(const struct event *e)
{
	return sym_is(e->reason, "NotTriggerScaleUp") ||
	       (sym_is(e->reason, "FailedScheduling") && sym_is(e->source, "karpenter"));
}

/* The newest word counts: a promise takes back the refusals before it, and the other way round. */
static const struct event_entry *newest_word(const struct pod_case *k)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;

	while ((e = next_event(&w)))
		if (is_promise(e->event) || is_refusal(e->event))
			return e;
	return NULL;
}

static const char *name_of(const struct event *e)
{
	return sym_is(e->source, "karpenter") ? "Karpenter" : _("the cluster autoscaler");
}

static void tell_overdue(struct pod_case *k, const struct event_entry *e, int64_t age)
{
	struct strbuf b = STRBUF_INIT, ago = STRBUF_INIT;

	add_duration(&ago, age);
	strbuf_addf(&b, _("%s ordered a node %s ago, and the pod still has none: "), name_of(e->event),
		    ago.buf);
	strbuf_release(&ago);
	add_quote(&b, event_text(e->event));
	finding_add(k->r, "NewNodeFailed", SEVERITY_WARNING, NULL, "%s", b.buf);
	strbuf_release(&b);
}

static void tell_word(struct pod_case *k, const struct event_entry *e)
{
	struct signals *s = signals_of_pod(k);
	struct strbuf b = STRBUF_INIT;
	const struct rule_match *m;
	struct ruling v;

	add_event_signal(s, KIND_POD, e);
	ruling_find(&v, k->d->opts.rules, s, STAGE_COUNT);
	m = v.n ? &v.matches[0] : NULL;
	if (!m)
		strbuf_addf(&b, _("%s: "), name_of(e->event));
	add_quote(&b, m ? m->summary : event_text(e->event));
	finding_add(k->r, m ? fill_strdup(k->r, m->code) :
			      is_promise(e->event) ? "NewNodeComing" : "AutoscalerRefused",
		    is_promise(e->event) ? SEVERITY_INFO : SEVERITY_WARNING, NULL, "%s", b.buf);
	strbuf_release(&b);
}

/* The word as a finding; false: it is too old to count. */
static bool tell_newest(struct pod_case *k, const struct event_entry *e)
{
	const struct opt_i64 age = age_of(k->d, e->at);

	if (is_refusal(e->event) && age.set && age.v > REFUSAL_SECONDS)
		return false;
	if (is_promise(e->event) && age.set && age.v > PROMISE_SECONDS)
		tell_overdue(k, e, age.v);
	else
		tell_word(k, e);
	evidence_add(k->r, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name), NULL,
		     event_text(e->event), NULL);
	return true;
}

void tell_autoscalers(struct pod_case *k)
{
	const struct event_entry *e = newest_word(k);
	const char *code = NULL;

	if (e && tell_newest(k, e) && !sym_is(e->event->source, "karpenter"))
		code = k->r->findings.v[k->r->findings.n - 1].code;
	tell_autoscaler_status(k, code);
}
