/* Pods that nobody has decided upon: gates, schedulers, and those that would fit. */
#include <string.h>

#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/scheduler.h"
#include "diagnose/subject.h"

static const struct gate_owner {
	const char *prefix, *owner;
} gate_owners[] = {
	{ "kueue.x-k8s.io/admission", "Kueue, once its queue has quota for it" },
	{ "kueue.x-k8s.io/topology", "Kueue, once it has assigned a topology" },
	{ "kueue.x-k8s.io/", "Kueue" },
};

static const char *gate_owner(sym gate)
{
	for (size_t i = 0; i < sizeof(gate_owners) / sizeof(*gate_owners); i++)
		if (strncmp(sym_text(gate), gate_owners[i].prefix,
			    strlen(gate_owners[i].prefix)) == 0)
			return gate_owners[i].owner;
	return NULL;
}

static void add_gates(struct strbuf *out, const struct pod *p)
{
	for (uint32_t i = 0; i < p->spec.gates.n; i++)
		strbuf_addf(out, "%s%s", i ? ", " : "", sym_text(p->spec.gates.v[i].name));
}

void explain_gated(struct pod_case *k)
{
	const struct pod *p = k->pod;
	const char *owner = gate_owner(p->spec.gates.v[0].name);
	struct strbuf text = STRBUF_INIT;

	add_waited(&text, k->d, &p->meta);
	strbuf_adds(&text, p->spec.gates.n == 1 ? ": scheduling gate " : ": scheduling gates ");
	add_gates(&text, p);
	strbuf_adds(&text, p->spec.gates.n == 1 ? " holds it" : " hold it");
	if (owner)
		strbuf_addf(&text, "; %s is removed by %s", p->spec.gates.v[0].name.s, owner);
	cause_set(k->r, "SchedulingGated", CERTAIN_EXACT, "%s", text.buf);
	for (uint32_t i = 0; i < p->spec.gates.n; i++) {
		sym gate = p->spec.gates.v[i].name;

		owner = gate_owner(gate);
		finding_add(k->r, "SchedulingGated", SEVERITY_BLOCKER, "SchedulingGates",
			    "scheduling gate %s%s%s", sym_text(gate), owner ? ", removed by " : "",
			    owner ? owner : "");
		evidence_add(k->r, fill_ref(KIND_POD, p->meta.namespace_, p->meta.name),
			     "/spec/schedulingGates", sym_text(gate), NULL);
	}
	strbuf_release(&text);
}

void explain_unserved(struct pod_case *k)
{
	const struct pod *p = k->pod;
	struct strbuf text = STRBUF_INIT;

	add_waited(&text, k->d, &p->meta);
	strbuf_addf(&text, ": no scheduler serves schedulerName %s, nobody has ever tried to place it",
		    sym_text(p->spec.scheduler_name));
	cause_set(k->r, "NoSchedulerForName", CERTAIN_LIKELY, "%s", text.buf);
	finding_add(k->r, "NoSchedulerForName", SEVERITY_BLOCKER, NULL,
		    "no pod of schedulerName %s has been scheduled or tried",
		    sym_text(p->spec.scheduler_name));
	evidence_add(k->r, fill_ref(KIND_POD, p->meta.namespace_, p->meta.name),
		     "/spec/schedulerName", sym_text(p->spec.scheduler_name), "default-scheduler");
	strbuf_release(&text);
}

void explain_dead_scheduler(struct pod_case *k)
{
	const struct lease *l = (const struct lease *)cluster_find(
		k->d->cluster, KIND_LEASE, view_sym(k->d->view, "kube-system"),
		view_sym(k->d->view, "kube-scheduler"));
	struct opt_i64 age = age_of(k->d, l->renewed);
	struct strbuf text = STRBUF_INIT;

	add_waited(&text, k->d, &k->pod->meta);
	strbuf_adds(&text, ": kube-scheduler is down");
	if (age.set) {
		strbuf_adds(&text, ", it last renewed its lease ");
		add_duration(&text, age.v);
		strbuf_adds(&text, " ago");
	}
	cause_set(k->r, "SchedulerDown", CERTAIN_EXACT, "%s", text.buf);
	finding_add(k->r, "SchedulerDown", SEVERITY_BLOCKER, NULL,
		    "the lease kube-system/kube-scheduler has run out while others are renewed; "
		    "holder %s", sym_text(l->holder));
	evidence_add(k->r, fill_ref(KIND_LEASE, l->meta.namespace_, l->meta.name), "/spec/renewTime",
		     NULL, NULL);
	strbuf_release(&text);
}

static void add_nodes(struct strbuf *out, const struct strings *nodes)
{
	strbuf_adds(out, nodes->v[0]);
	if (nodes->n == 2)
		strbuf_addf(out, " and %s", nodes->v[1]);
	else if (nodes->n > 2)
		strbuf_addf(out, " and %u other nodes", (unsigned)nodes->n - 1);
}

static void fits_code(struct pod_case *k, struct strbuf *text)
{
	const struct pod *p = k->pod;
	const char *code = "NodeFitsNow";

	if (!sym_empty(p->spec.scheduling_group)) {
		code = "WaitingForPodGroup";
		strbuf_addf(text, "; its pod group %s is scheduled together",
			    p->spec.scheduling_group.s);
	} else if (!conditions_get(&p->status.conditions, "PodScheduled")) {
		code = "NeverTried";
		strbuf_adds(text, "; the scheduler has not finished an attempt yet");
	} else {
		strbuf_adds(text, "; the scheduler has not tried again since its last failure");
	}
	cause_set(k->r, code, CERTAIN_EXACT, "%s", text->buf);
	finding_add(k->r, code, SEVERITY_INFO, NULL, "passes all filters on %u of %u nodes",
		    (unsigned)k->r->replay->feasible.n, (unsigned)k->r->replay->nodes.n);
}

void explain_fits(struct pod_case *k)
{
	struct strbuf text = STRBUF_INIT;

	add_waited(&text, k->d, &k->pod->meta);
	strbuf_adds(&text, " but fits now on ");
	add_nodes(&text, &k->r->replay->feasible);
	fits_code(k, &text);
	strbuf_release(&text);
}

/* The replay could not tell and the scheduler has not said anything. */
void explain_undecided(struct pod_case *k)
{
	struct strbuf text = STRBUF_INIT;
	bool tried = conditions_get(&k->pod->status.conditions, "PodScheduled") != NULL;

	add_waited(&text, k->d, &k->pod->meta);
	strbuf_adds(&text, tried ? ": whether a node fits could not be found out" :
				   ": the scheduler has not decided on it, and whether a node fits "
				   "could not be found out");
	cause_set(k->r, tried ? "Undecided" : "NeverTried",
		  tried ? CERTAIN_UNKNOWN : CERTAIN_LIKELY, "%s", text.buf);
	strbuf_release(&text);
}
