#include "diagnose/blocked.h"

#include "base/i18n.h"
#include "diagnose/absent.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/limit_origin.h"
#include "diagnose/refusal.h"
#include "diagnose/request_origin.h"
#include "diagnose/ruling.h"
#include "diagnose/scheduler.h"
#include "diagnose/subject.h"

/* The plugin and text of an attempt that the scheduler gives up with an error. */
static const struct rejection *find_error(const struct replay *r)
{
	for (uint32_t i = 0; i < r->pre_filter.n; i++)
		if (r->pre_filter.v[i].code == CODE_ERROR)
			return &r->pre_filter.v[i];
	for (uint32_t i = 0; i < r->nodes.n; i++)
		if (r->nodes.v[i].first && r->nodes.v[i].first->code == CODE_ERROR)
			return r->nodes.v[i].first;
	return NULL;
}

/* The rules' reading of it; false: they know none. */
static bool rule_on_error(struct pod_case *k, const char *frame)
{
	struct signals *s = signals_of_pod(k);
	const struct condition *c = failed_attempt(k->pod);
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e = next_event(&w);
	struct ruling v;

	if (c)
		add_condition_signal(s, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name),
				     c);
	else if (e)
		add_event_signal(s, KIND_POD, e);
	ruling_find(&v, k->d->opts.rules, s, STAGE_FILTER_FAILURE);
	if (!ruling_cause(&v) || ruling_cause(&v)->stage != STAGE_FILTER_FAILURE)
		return false;
	ruling_tell(&v, s, k->r, frame, "SchedulerError");
	return true;
}

static void explain_error(struct pod_case *k, const char *text)
{
	struct strbuf b = STRBUF_INIT;

	add_waited(&b, k->d, &k->pod->meta);
	strbuf_adds(&b, _(": "));
	if (!rule_on_error(k, b.buf)) {
		strbuf_addf(&b, _("the scheduler gives up its attempts with an error: %s"), text);
		if (k->r->replay->feasible.n)
			strbuf_addf(&b, _("; the filters pass on %s"), k->r->replay->feasible.v[0]);
		cause_set(k->r, "SchedulerError", CERTAIN_EXACT, "%s", b.buf);
		finding_add(k->r, "SchedulerError", SEVERITY_BLOCKER, NULL, "%s", text);
	}
	strbuf_release(&b);
}

static bool some_node_is_unknown(const struct replay *r)
{
	for (uint32_t i = 0; i < r->nodes.n; i++)
		if (r->nodes.v[i].verdict == VERDICT_UNKNOWN)
			return true;
	return false;
}

static void explain_no_nodes(struct pod_case *k)
{
	struct strbuf b = STRBUF_INIT;

	add_waited(&b, k->d, &k->pod->meta);
	strbuf_adds(&b, _(": the cluster has no nodes"));
	cause_set(k->r, "NoNodes", CERTAIN_EXACT, "%s", b.buf);
	finding_add(k->r, "NoNodes", SEVERITY_BLOCKER, NULL, _("the cluster has no nodes"));
	strbuf_release(&b);
}

static void add_policy(struct pod_case *k)
{
	const struct pod_spec *s = &k->pod->spec;

	if (!sym_is(s->preemption_policy, "Never") || pod_priority(k->pod) <= 0)
		return;
	finding_add(k->r, "PreemptionOff", SEVERITY_INFO, "DefaultPreemption",
		    sym_empty(s->priority_class_name) ?
			    _("preemption is off by policy: preemptionPolicy is Never") :
			    _("preemption is off by policy: preemptionPolicy is Never, of PriorityClass %s"),
		    sym_text(s->priority_class_name));
	evidence_add(k->r, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name),
		     "/spec/preemptionPolicy", "Never", NULL);
}

/* Not a fix: it takes the room from others. */
static void add_preemption(struct pod_case *k)
{
	const struct preemption *p = &k->r->replay->preemption;
	struct strbuf b = STRBUF_INIT;

	if (!p->helps)
		return;
	for (uint32_t i = 0; i < p->victims.n; i++)
		strbuf_addf(&b, "%s%s", i ? _(", ") : "", p->victims.v[i]);
	finding_add(k->r, "PreemptionWouldHelp", SEVERITY_INFO, "DefaultPreemption",
		    _("preemption on %s makes room at the cost of %s"), p->node ? p->node : _("a node"),
		    b.buf);
	strbuf_release(&b);
}

/* The scheduler's word counts more than a replay without the objects that it turns on. */
static void explain_incomplete(struct pod_case *k, enum kind absent)
{
	struct strbuf found = STRBUF_INIT;

	add_absent(&found, k, absent);
	explain_message(k, k->r->replay->message.observed, found.buf);
	tell_absent(k, absent);
	strbuf_release(&found);
}

/* With what could not be checked where nodes are left open by that. */
static void explain_by_scheduler(struct pod_case *k, const char *said)
{
	const struct unchecked *gap = find_gap(k->r->replay);
	struct strbuf found = STRBUF_INIT;

	if (gap)
		strbuf_addf(&found, _("whether a node fits could not be found out (%s: %s)"), gap->what,
			    gap->why);
	explain_message(k, said, gap ? found.buf : NULL);
	strbuf_release(&found);
}

/* What is missing makes room that there is not. */
static void explain_shortfall(struct pod_case *k, const char *said)
{
	struct report *r = k->r;

	explain_message(k, said, NULL);
	r->cause.summary = arena_printf(r->arena, _("%s; %s, so that it seems to fit on %s"),
					r->cause.summary, r->replay->message.shortfall,
					r->replay->feasible.v[0]);
	cause_advise(r, _("Take the snapshot again, with all nodes and the pods of all namespaces."),
		     "kubectl get nodes,pods -A -o json");
}

bool claims_are_not_replayed(const struct pod_case *k)
{
	return k->pod->spec.resource_claims.n && !k->d->opts.release->dra;
}

void explain_blocked(struct pod_case *k)
{
	const struct replay *r = k->r->replay;
	const struct last_word said = last_word(k);
	const struct rejection *error = find_error(r);
	enum kind absent = absent_kind(k);

	if (absent != KIND_COUNT && r->message.observed) {
		explain_incomplete(k, absent);
		return;
	}
	if (r->message.shortfall && said.text)
		explain_shortfall(k, said.text);
	else if (error)
		explain_error(k, error->reasons.n ? error->reasons.v[0] : error->plugin);
	else if (said.is_error)
		explain_error(k, said.text ? said.text : "");
	else if (r->pre_filter.n)
		explain_prefilter(k, &r->pre_filter.v[0]);
	else if (said.text && (!r->nodes.n || some_node_is_unknown(r) || claims_are_not_replayed(k)))
		explain_by_scheduler(k, said.text);
	else if (!r->nodes.n)
		explain_no_nodes(k);
	else
		explain_nodes(k);
	add_block_findings(k);
	explain_limit_origin(k);
	explain_request_origin(k);
	explain_claim_refusal(k);
	add_preemption(k);
	add_policy(k);
}
