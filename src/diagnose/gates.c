/* Scheduling gates: who removes them, and what that one waits for. */
#include <string.h>

#include "base/i18n.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/kueue.h"
#include "diagnose/owners.h"
#include "diagnose/subject.h"

static const struct gate_owner {
	const char *prefix, *owner;
} gate_owners[] = {
	{ "kueue.x-k8s.io/admission", N_("Kueue, once its queue has quota for it") },
	{ "kueue.x-k8s.io/topology", N_("Kueue, once it has assigned a topology") },
	{ "kueue.x-k8s.io/elastic-job", N_("Kueue, once the grown job is admitted") },
	{ "kueue.x-k8s.io/", "Kueue" },
	{ "multiarch.openshift.io/scheduling-gate",
	  N_("the Multiarch Tuning Operator, once it has looked at the images' architectures") },
	{ "grove.io/podgang-pending-creation", N_("Grove, once the gang of pods is complete") },
	{ "scheduling.volcano.sh/queue-allocation-gate", N_("Volcano, once the queue has room") },
};

static const char *gate_owner(sym gate)
{
	for (size_t i = 0; i < sizeof(gate_owners) / sizeof(*gate_owners); i++)
		if (strncmp(sym_text(gate), gate_owners[i].prefix,
			    strlen(gate_owners[i].prefix)) == 0)
			return tr(gate_owners[i].owner);
	return NULL;
}

static void add_gates(struct strbuf *out, const struct pod *p)
{
	for (uint32_t i = 0; i < p->spec.gates.n; i++)
		strbuf_addf(out, "%s%s", i ? _(", ") : "", sym_text(p->spec.gates.v[i].name));
}

static void tell_gate(struct pod_case *k, sym gate)
{
	const struct meta *m = &k->pod->meta;
	const char *owner = gate_owner(gate);

	finding_add(k->r, "SchedulingGated", SEVERITY_BLOCKER, "SchedulingGates",
		    owner ? _("scheduling gate %s, removed by %s") : _("scheduling gate %s"),
		    sym_text(gate), owner);
	evidence_add(k->r, fill_ref(KIND_POD, m->namespace_, m->name), "/spec/schedulingGates",
		     sym_text(gate), NULL);
}

static void tell_kueue(struct pod_case *k)
{
	struct signals *s = signals_of_pod(k);
	enum kind kind = KIND_POD;
	const struct workload *owner = controller_of(k->d, &k->pod->meta, &kind);
	const struct rule_match *m;
	struct ruling v;

	if (!kueue_says(s, KIND_POD, &k->pod->meta, &v) &&
	    (!owner || !kueue_says(s, kind, &owner->meta, &v)))
		return;
	m = ruling_cause(&v);
	cause_set(k->r, m->stage == STAGE_COUNT ? "SchedulingGated" : fill_strdup(k->r, m->code),
		  CERTAIN_LIKELY, _("%s; %s"), k->r->cause.summary, m->summary);
	cause_advise(k->r, m->next, m->command);
	ruling_tell_finding(&v, s, k->r);
}

static void advise(struct pod_case *k)
{
	sym queue = labels_get(&k->pod->meta.labels,
			       view_sym(k->d->view, "kueue.x-k8s.io/queue-name"));

	if (!sym_empty(queue))
		finding_add(k->r, "SchedulingGated", SEVERITY_INFO, NULL,
			    _("its queue is %s (label kueue.x-k8s.io/queue-name)"), queue.s);
	cause_advise(k->r, gate_owner(k->pod->spec.gates.v[0].name) ?
		     _("See what the owner of the gate waits for; a gate that is removed by hand does not "
		     "come back.") :
		     _("Its domain tells whose gate it is; whoever set it has to remove it."), NULL);
	tell_kueue(k);
}

void explain_gated(struct pod_case *k)
{
	const struct pod *p = k->pod;
	const char *owner = gate_owner(p->spec.gates.v[0].name);
	struct strbuf text = STRBUF_INIT, gates = STRBUF_INIT;

	add_waited(&text, k->d, &p->meta);
	add_gates(&gates, p);
	strbuf_addf(&text, tr_n(": scheduling gate %s holds it", ": scheduling gates %s hold it",
				p->spec.gates.n), gates.buf);
	if (owner && p->spec.gates.n == 1)
		strbuf_addf(&text, _(" and is to be removed by %s"), owner);
	else if (owner)
		strbuf_addf(&text, _("; %s is to be removed by %s"), p->spec.gates.v[0].name.s, owner);
	cause_set(k->r, "SchedulingGated", CERTAIN_EXACT, "%s", text.buf);
	for (uint32_t i = 0; i < p->spec.gates.n; i++)
		tell_gate(k, p->spec.gates.v[i].name);
	advise(k);
	strbuf_release(&text);
	strbuf_release(&gates);
}
