/* Pods that nobody has decided upon: whose scheduler is not there, and those that would fit. */
#include <string.h>

#include "base/i18n.h"
#include "diagnose/absent.h"
#include "diagnose/attempts.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/lease.h"
#include "diagnose/scheduler.h"
#include "diagnose/subject.h"

void explain_unserved(struct pod_case *k)
{
	const struct pod *p = k->pod;
	struct strbuf text = STRBUF_INIT;

	add_waited(&text, k->d, &p->meta);
	strbuf_addf(&text, _(": no scheduler serves schedulerName %s, nobody has ever tried to place it"),
		    sym_text(p->spec.scheduler_name));
	cause_set(k->r, "NoSchedulerForName", CERTAIN_LIKELY, "%s", text.buf);
	cause_advise(k->r, _("Correct schedulerName in the owner's template if it is a typing error, or see "
		     "whether that scheduler is deployed and runs."), "kubectl get leases -A");
	finding_add(k->r, "NoSchedulerForName", SEVERITY_BLOCKER, NULL,
		    _("no pod of schedulerName %s has been scheduled or tried"),
		    sym_text(p->spec.scheduler_name));
	evidence_add(k->r, fill_ref(KIND_POD, p->meta.namespace_, p->meta.name),
		     "/spec/schedulerName", sym_text(p->spec.scheduler_name), "default-scheduler");
	strbuf_release(&text);
}

void explain_dead_scheduler(struct pod_case *k)
{
	const struct lease *l = find_lease(k->d->cluster, "kube-system", "kube-scheduler");
	struct opt_i64 age = age_of(k->d, l->renewed);
	struct strbuf text = STRBUF_INIT, time = STRBUF_INIT;

	add_waited(&text, k->d, &k->pod->meta);
	strbuf_adds(&text, _(": kube-scheduler is down"));
	if (age.set) {
		add_duration(&time, age.v);
		strbuf_addf(&text, _(", it last renewed its lease %s ago"), time.buf);
	}
	cause_set(k->r, "SchedulerDown", CERTAIN_EXACT, "%s", text.buf);
	cause_advise(k->r, _("See why kube-scheduler does not run: its pod and the kubelet of its node."),
		     "kubectl get pods -n kube-system -l component=kube-scheduler -o wide");
	finding_add(k->r, "SchedulerDown", SEVERITY_BLOCKER, NULL,
		    _("the lease kube-system/kube-scheduler has run out while others are renewed; "
		    "holder %s"), sym_text(l->holder));
	evidence_add(k->r, fill_ref(KIND_LEASE, l->meta.namespace_, l->meta.name), "/spec/renewTime",
		     NULL, NULL);
	strbuf_release(&text);
	strbuf_release(&time);
}

static void add_nodes(struct strbuf *out, const struct strings *nodes)
{
	strbuf_adds(out, nodes->v[0]);
	if (nodes->n == 2)
		strbuf_addf(out, _(" and %s"), nodes->v[1]);
	else if (nodes->n > 2)
		strbuf_addf(out, _(" and %u other nodes"), (unsigned)nodes->n - 1);
}

/* What has changed since the scheduler's last word, if the comparison of messages found it. */
static const char *first_change(const struct message *m)
{
	const char *begin = _("since then: ");
	size_t len = strlen(begin);

	for (uint32_t i = 0; i < m->difference.n; i++)
		if (strncmp(m->difference.v[i], begin, len) == 0)
			return m->difference.v[i] + len;
	return NULL;
}

static const char *tell_untried(const struct pod_case *k, struct strbuf *text)
{
	struct ahead ahead = count_ahead(k);

	strbuf_adds(text, _("; the scheduler has not finished an attempt yet"));
	if (ahead.more_important)
		strbuf_addf(text, tr_n("; %u waiting pod has a higher priority",
				       "; %u waiting pods have a higher priority",
				       ahead.more_important), (unsigned)ahead.more_important);
	if (ahead.older) {
		strbuf_adds(text, ahead.more_important ? C_("clause", ", ") : _("; "));
		strbuf_addf(text, tr_n("%u of the same is older", "%u of the same are older",
				       ahead.older), (unsigned)ahead.older);
	}
	return "NeverTried";
}

/* Nothing that changed since explains what it said: the reader is to see it. */
static void quote_scheduler(const struct pod_case *k, struct strbuf *text)
{
	if (last_word(k).text && !first_change(&k->r->replay->message))
		strbuf_addf(text, _("; nothing that was read explains what it said then: %s"),
			    last_word(k).text);
}

static const char *tell_retry(const struct pod_case *k, const struct attempts *a,
			      struct strbuf *text)
{
	const char *change = first_change(&k->r->replay->message);

	if (change)
		strbuf_addf(text, _(" (since its last failure: %s)"), change);
	if (a->backoff_left.set) {
		struct strbuf left = STRBUF_INIT;

		add_duration(&left, a->backoff_left.v);
		strbuf_addf(text, tr_n("; after at least %lld failed attempt it backs off, at most %s more",
				       "; after at least %lld failed attempts it backs off, at most %s more",
				       (unsigned long)a->failed), (long long)a->failed, left.buf);
		strbuf_release(&left);
		quote_scheduler(k, text);
		return "BackingOff";
	}
	strbuf_adds(text, _("; the scheduler has not tried again since its last failure"));
	quote_scheduler(k, text);
	return "NodeFitsNow";
}

/* The scheduler takes a pod out of its pool at such changes, or when the time is over. */
static void tell_parked(struct pod_case *k, const struct attempts *a)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_adds(&text, _("it is parked until something changes that could help it"));
	if (a->retry_left.set) {
		strbuf_adds(&text, _("; without any, it is tried again within "));
		add_duration(&text, a->retry_left.v);
	}
	finding_add(k->r, "RetryExpected", SEVERITY_INFO, NULL, "%s", text.buf);
	evidence_add(k->r, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name),
		     "/status/conditions", NULL, NULL);
	strbuf_release(&text);
}

static const char *tell_fit(const struct pod_case *k, const struct attempts *a, struct strbuf *text)
{
	const struct pod *p = k->pod;

	if (!sym_empty(p->spec.scheduling_group)) {
		strbuf_addf(text, _("; its pod group %s is scheduled together"),
			    p->spec.scheduling_group.s);
		return "WaitingForPodGroup";
	}
	if (!conditions_get(&p->status.conditions, "PodScheduled") && !last_word(k).text)
		return tell_untried(k, text);
	return tell_retry(k, a, text);
}

/* What the scheduler did until now says nothing about a pod and a cluster that are supposed. */
static void tell_would_fit(struct pod_case *k, struct strbuf *text)
{
	strbuf_adds(text, _(" and would fit on "));
	add_nodes(text, &k->r->replay->feasible);
	cause_set(k->r, "WouldFit", CERTAIN_EXACT, "%s", text->buf);
	finding_add(k->r, "WouldFit", SEVERITY_INFO, NULL, _("passes all filters on %u of %u nodes"),
		    (unsigned)k->r->replay->feasible.n, (unsigned)k->r->replay->nodes.n);
}

void explain_fits(struct pod_case *k)
{
	struct attempts a = count_attempts(k);
	struct strbuf text = STRBUF_INIT;
	const char *code;

	add_waited(&text, k->d, &k->pod->meta);
	if (k->r->what_if.set) {
		tell_would_fit(k, &text);
		strbuf_release(&text);
		return;
	}
	strbuf_adds(&text, _(" but fits now on "));
	add_nodes(&text, &k->r->replay->feasible);
	code = tell_fit(k, &a, &text);
	cause_set(k->r, code, CERTAIN_EXACT, "%s", text.buf);
	finding_add(k->r, code, SEVERITY_INFO, NULL, tr_n("passes all filters on %u of %u node", "passes all filters on %u of %u nodes",
			 k->r->replay->nodes.n),
		    (unsigned)k->r->replay->feasible.n, (unsigned)k->r->replay->nodes.n);
	if (strcmp(code, "NodeFitsNow") == 0)
		tell_parked(k, &a);
	strbuf_release(&text);
}

const struct unchecked *find_gap(const struct replay *r)
{
	if (r->unchecked.n)
		return &r->unchecked.v[0];
	for (uint32_t i = 0; i < r->nodes.n; i++)
		if (r->nodes.v[i].unchecked.n)
			return &r->nodes.v[i].unchecked.v[0];
	return NULL;
}

/* The replay could not tell and the scheduler has not said anything. */
void explain_undecided(struct pod_case *k)
{
	struct strbuf text = STRBUF_INIT;
	bool tried = last_word(k).text ||
		     conditions_get(&k->pod->status.conditions, "PodScheduled");
	const struct unchecked *gap = find_gap(k->r->replay);
	enum kind absent = absent_kind(k);

	add_waited(&text, k->d, &k->pod->meta);
	strbuf_adds(&text, tried ? _(": whether a node fits could not be found out") :
				   _(": the scheduler has not decided on it, and whether a node fits "
				   "could not be found out"));
	if (absent != KIND_COUNT) {
		strbuf_adds(&text, _(": "));
		add_absent(&text, k, absent);
	} else if (gap) {
		strbuf_addf(&text, _(" (%s: %s)"), gap->what, gap->why);
	}
	if (k->r->stage == STAGE_UNKNOWN)
		cause_set(k->r, "Undecided", CERTAIN_UNKNOWN, "%s", text.buf);
	else
		cause_set(k->r, "NeverTried", CERTAIN_LIKELY, "%s", text.buf);
	if (absent != KIND_COUNT)
		tell_absent(k, absent);
	strbuf_release(&text);
}
