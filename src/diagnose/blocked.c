#include "diagnose/blocked.h"

#include "diagnose/absent.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/limit_origin.h"
#include "diagnose/refusal.h"
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

static void explain_error(struct pod_case *k, const char *text)
{
	struct strbuf b = STRBUF_INIT;

	add_waited(&b, k->d, &k->pod->meta);
	strbuf_addf(&b, ": the scheduler gives up its attempts with an error: %s", text);
	if (k->r->replay->feasible.n)
		strbuf_addf(&b, "; the filters pass on %s", k->r->replay->feasible.v[0]);
	cause_set(k->r, "SchedulerError", CERTAIN_EXACT, "%s", b.buf);
	finding_add(k->r, "SchedulerError", SEVERITY_BLOCKER, NULL, "%s", text);
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
	strbuf_adds(&b, ": the cluster has no nodes");
	cause_set(k->r, "NoNodes", CERTAIN_EXACT, "%s", b.buf);
	finding_add(k->r, "NoNodes", SEVERITY_BLOCKER, NULL, "the cluster has no nodes");
	strbuf_release(&b);
}

static void add_policy(struct pod_case *k)
{
	const struct pod_spec *s = &k->pod->spec;

	if (!sym_is(s->preemption_policy, "Never") || pod_priority(k->pod) <= 0)
		return;
	finding_add(k->r, "PreemptionOff", SEVERITY_INFO, "DefaultPreemption",
		    "preemption is off by policy: preemptionPolicy is Never%s%s",
		    sym_empty(s->priority_class_name) ? "" : ", of PriorityClass ",
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
		strbuf_addf(&b, "%s%s", i ? ", " : "", p->victims.v[i]);
	finding_add(k->r, "PreemptionWouldHelp", SEVERITY_INFO, "DefaultPreemption",
		    "preemption on %s makes room at the cost of %s", p->node ? p->node : "a node",
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
static void explain_by_scheduler(struct pod_case *k, const struct condition *failed)
{
	const struct unchecked *gap = find_gap(k->r->replay);
	struct strbuf found = STRBUF_INIT;

	if (gap)
		strbuf_addf(&found, "whether a node fits could not be found out (%s: %s)", gap->what,
			    gap->why);
	explain_message(k, sym_text(failed->message), gap ? found.buf : NULL);
	strbuf_release(&found);
}

void explain_blocked(struct pod_case *k)
{
	const struct replay *r = k->r->replay;
	const struct condition *failed = failed_attempt(k->pod);
	const struct rejection *error = find_error(r);
	enum kind absent = absent_kind(k);

	if (absent != KIND_COUNT && r->message.observed) {
		explain_incomplete(k, absent);
		return;
	}
	if (error)
		explain_error(k, error->reasons.n ? error->reasons.v[0] : error->plugin);
	else if (failed && sym_is(failed->reason, "SchedulerError"))
		explain_error(k, sym_text(failed->message));
	else if (r->pre_filter.n)
		explain_prefilter(k, &r->pre_filter.v[0]);
	else if (failed && (!r->nodes.n || some_node_is_unknown(r)))
		explain_by_scheduler(k, failed);
	else if (!r->nodes.n)
		explain_no_nodes(k);
	else
		explain_nodes(k);
	add_block_findings(k);
	explain_limit_origin(k);
	explain_claim_refusal(k);
	add_preemption(k);
	add_policy(k);
}
