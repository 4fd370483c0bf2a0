/* Pods with a node in sight: preemption under way, or claims being bound. */
#include "base/i18n.h"
#include "diagnose/chosen.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/ruling.h"
#include "diagnose/subject.h"
#include "replay/volumes.h"

#define VICTIMS_NAMED 3

/* Since when it terminates, and until when it may. deletionTimestamp is the end of the grace. */
static void add_grace(struct strbuf *text, const struct pod_case *k, const struct meta *victim)
{
	struct opt_time asked = victim->deleted;
	struct strbuf ago = STRBUF_INIT;
	struct opt_i64 age;
	int64_t left;

	if (!victim->deleted.set || !k->d->now.set)
		return;
	if (victim->deletion_grace.set && victim->deletion_grace.v >= 0 &&
	    victim->deletion_grace.v < INT32_MAX) {
		asked.us -= victim->deletion_grace.v * 1000000;
		age = age_of(k->d, asked);
		add_duration(&ago, age.v);
		strbuf_addf(text, _(", asked to go %s ago"), ago.buf);
		strbuf_release(&ago);
	}
	left = (victim->deleted.us - k->d->now.us) / 1000000;
	strbuf_adds(text, left >= 0 ? _(", its grace period ends in ") :
				      _(", its grace period is over since "));
	add_duration(text, left >= 0 ? left : -left);
}

static void tell_victim(struct pod_case *k, const struct pod *victim)
{
	struct strbuf text = STRBUF_INIT;

	add_object_name(&text, &victim->meta);
	strbuf_addf(&text, _(" (priority %lld) makes way"), (long long)pod_priority(victim));
	add_grace(&text, k, &victim->meta);
	finding_add(k->r, "PreemptionInProgress", SEVERITY_BLOCKER, "DefaultPreemption", "%s",
		    text.buf);
	evidence_add(k->r, fill_ref(KIND_POD, victim->meta.namespace_, victim->meta.name),
		     victim->meta.deleted.set ? "/metadata/deletionTimestamp" : "/status/conditions",
		     NULL, NULL);
	strbuf_release(&text);
}

/* The longest grace that is left; -1: cannot be told, or all are over. */
static int64_t longest_wait(const struct pod_case *k)
{
	int64_t longest = -1;
	const struct pod *v;

	for (uint32_t i = 0; (v = find_victim(k, i)); i++) {
		int64_t left;

		if (!v->meta.deleted.set || !k->d->now.set)
			continue;
		left = (v->meta.deleted.us - k->d->now.us) / 1000000;
		longest = left > longest ? left : longest;
	}
	return longest;
}

/* How many there are. */
static uint32_t add_victims(struct strbuf *out, const struct pod_case *k)
{
	const struct pod *v;
	uint32_t n = 0;

	for (; (v = find_victim(k, n)); n++) {
		if (n >= VICTIMS_NAMED)
			continue;
		strbuf_adds(out, n ? _(", ") : "");
		add_object_name(out, &v->meta);
	}
	if (n > VICTIMS_NAMED)
		strbuf_addf(out, _(" and %u more"), (unsigned)n - VICTIMS_NAMED);
	return n;
}

void explain_preempting(struct pod_case *k)
{
	struct strbuf text = STRBUF_INIT, victims = STRBUF_INIT;
	int64_t left = longest_wait(k);
	const struct pod *v;
	uint32_t n;

	add_waited(&text, k->d, &k->pod->meta);
	n = add_victims(&victims, k);
	strbuf_addf(&text, tr_n(": it takes its place on %s, where %s is still terminating",
				": it takes its place on %s, where %s are still terminating", n),
		    sym_text(k->pod->status.nominated_node), victims.buf);
	if (left >= 0) {
		strbuf_reset(&victims);
		add_duration(&victims, left);
		strbuf_addf(&text, _(" (at most %s more)"), victims.buf);
	}
	strbuf_release(&victims);
	cause_set(k->r, "PreemptionInProgress", CERTAIN_EXACT, "%s", text.buf);
	for (uint32_t i = 0; (v = find_victim(k, i)); i++)
		tell_victim(k, v);
	strbuf_release(&text);
}

static sym provisioner_of(const struct pod_case *k, const struct pvc *c)
{
	sym p = labels_text(&c->meta.annotations, "volume.kubernetes.io/storage-provisioner");
	const struct storage_class *class_;

	if (sym_empty(p))
		p = labels_text(&c->meta.annotations,
				"volume.beta.kubernetes.io/storage-provisioner");
	if (!sym_empty(p) || sym_empty(pvc_class(c)))
		return p;
	class_ = find_class(k->d->view, pvc_class(c));
	return class_ ? class_->provisioner : p;
}

/* The provisioner's own words, if they say that it fails. */
static bool tell_provisioner(struct pod_case *k, struct strbuf *text, const struct pvc *c)
{
	struct event_walk w = events_about(k->d, KIND_PVC, &c->meta);
	struct signals *s = signals_of_pod(k);
	const struct event_entry *e = next_event(&w);
	struct ruling v;

	if (!e)
		return false;
	add_event_signal(s, KIND_PVC, e);
	ruling_find(&v, k->d->opts.rules, s, STAGE_BIND_WAIT);
	if (!ruling_is_fault(&v))
		return false;
	strbuf_addf(text, _(" is chosen, but claim %s has no volume: "), sym_text(c->meta.name));
	ruling_tell(&v, s, k->r, text->buf, "VolumeProvisioning");
	return true;
}

static void tell_claim(struct pod_case *k, struct strbuf *text, const struct pvc *c)
{
	sym provisioner = provisioner_of(k, c);

	if (tell_provisioner(k, text, c))
		return;
	strbuf_addf(text, _(" is chosen, but claim %s has no volume yet"), sym_text(c->meta.name));
	if (!sym_empty(provisioner))
		strbuf_addf(text, _("; %s has to make it"), provisioner.s);
	cause_set(k->r, "VolumeProvisioning", CERTAIN_EXACT, "%s", text->buf);
	finding_add(k->r, "VolumeProvisioning", SEVERITY_BLOCKER, "VolumeBinding",
		    _("claim %s is %s, class %s"), sym_text(c->meta.name),
		    sym_empty(c->phase) ? _("unbound") : c->phase.s, sym_text(pvc_class(c)));
	evidence_add(k->r, fill_ref(KIND_PVC, c->meta.namespace_, c->meta.name),
		     "/metadata/annotations/volume.kubernetes.io~1selected-node",
		     labels_text(&c->meta.annotations, ANNOTATION_SELECTED_NODE).s, NULL);
}

void explain_bind_wait(struct pod_case *k)
{
	sym node = k->pod->status.nominated_node;
	const struct pvc *c = find_selected_claim(k, &node);
	struct strbuf text = STRBUF_INIT;

	if (!c)
		c = find_unbound_claim(k);
	add_waited(&text, k->d, &k->pod->meta);
	strbuf_addf(&text, _(": node %s"), sym_text(node));
	if (c) {
		tell_claim(k, &text, c);
	} else {
		strbuf_adds(&text, _(" is chosen, binding to it is under way"));
		cause_set(k->r, "BindingInProgress", CERTAIN_LIKELY, "%s", text.buf);
	}
	strbuf_release(&text);
}
