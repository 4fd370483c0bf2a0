/* The end of the road: ready, finished, or going away. */
#include <string.h>

#include "base/i18n.h"
#include "diagnose/event_index.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/node_state.h"
#include "diagnose/subject.h"

/* The first main container that ended with an error, or NULL. */
static const struct container_status *find_failed(const struct pod *p)
{
	for (uint32_t i = 0; i < p->status.containers.n; i++) {
		const struct container_state *s = &p->status.containers.v[i].state;

		if (s->terminated && s->exit_code.set && s->exit_code.v != 0)
			return &p->status.containers.v[i];
	}
	return NULL;
}

static void tell_failed_container(struct pod_case *k, const char *name,
				  const struct container_status *c)
{
	struct strbuf b = STRBUF_INIT;

	strbuf_addf(&b, _("%s ran and failed: container %s ended with exit code %lld"), name,
		    sym_text(c->name), (long long)c->state.exit_code.v);
	if (!sym_empty(c->state.reason) && !sym_is(c->state.reason, "Error"))
		strbuf_addf(&b, " (%s)", c->state.reason.s);
	if (!sym_empty(c->state.message)) {
		strbuf_adds(&b, _(": "));
		add_quote(&b, c->state.message.s);
	}
	cause_set(k->r, "PodFailed", CERTAIN_EXACT, "%s", b.buf);
	strbuf_release(&b);
}

static void explain_failed(struct pod_case *k, const char *name)
{
	const struct pod_status *s = &k->pod->status;
	const struct container_status *c = find_failed(k->pod);

	if (sym_empty(k->pod->spec.node_name))
		cause_set(k->r, "PodFailed", CERTAIN_EXACT, _("%s failed before it had a node%s%s"), name,
			  sym_empty(s->message) ? "" : _(": "), sym_text(s->message));
	else if (!sym_empty(s->reason))
		cause_set(k->r, "PodFailed", CERTAIN_EXACT, _("%s ran and failed: %s%s%s"), name,
			  s->reason.s, sym_empty(s->message) ? "" : C_("clause", ", "), sym_text(s->message));
	else if (c)
		tell_failed_container(k, name, c);
	else
		cause_set(k->r, "PodFailed", CERTAIN_EXACT, _("%s ran and failed"), name);
}

void explain_finished(struct pod_case *k)
{
	struct strbuf name = STRBUF_INIT;

	add_object_name(&name, &k->pod->meta);
	if (sym_is(k->pod->status.phase, "Succeeded"))
		cause_set(k->r, "PodSucceeded", CERTAIN_EXACT, _("%s ran to its end"), name.buf);
	else
		explain_failed(k, name.buf);
	strbuf_release(&name);
}

void explain_ready(struct pod_case *k)
{
	struct strbuf name = STRBUF_INIT;

	add_object_name(&name, &k->pod->meta);
	cause_set(k->r, "PodReady", CERTAIN_EXACT, _("%s is running and ready on %s"), name.buf,
		  sym_text(k->pod->spec.node_name));
	strbuf_release(&name);
}

static void add_finalizers(struct strbuf *out, const struct meta *m)
{
	for (uint32_t i = 0; i < m->finalizers.n; i++)
		strbuf_addf(out, "%s%s", i ? _(", ") : _("; finalizers keep it: "),
			    sym_text(m->finalizers.v[i]));
}

/* deletionTimestamp is the end of the grace period, not the moment of the request. */
static void add_deadline(struct strbuf *out, const struct pod_case *k)
{
	const struct meta *m = &k->pod->meta;
	struct strbuf time = STRBUF_INIT;
	int64_t left;

	if (m->deletion_grace.set)
		strbuf_addf(out, _(", grace %llds"), (long long)m->deletion_grace.v);
	if (!k->d->now.set || !m->deleted.set)
		return;
	left = (m->deleted.us - k->d->now.us) / 1000000;
	add_duration(&time, left >= 0 ? left : -left);
	strbuf_addf(out, left >= 0 ? _(" (%s left)") : _(" (over since %s)"), time.buf);
	strbuf_release(&time);
}

/* What the kubelet says of its attempts to end the pod. */
static void add_kill_failure(struct strbuf *out, const struct pod_case *k)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;

	while ((e = next_event(&w)))
		if (sym_is(e->event->reason, "FailedKillPod")) {
			strbuf_adds(out, _(": "));
			add_quote(out, sym_text(e->event->message));
			return;
		}
}

/* Who still has to let the pod go: its finalizers, or a kubelet that does not answer. */
static void add_holder(struct strbuf *out, const struct pod_case *k)
{
	const struct meta *m = &k->pod->meta;
	sym node = k->pod->spec.node_name;

	for (uint32_t i = 0; i < m->finalizers.n; i++)
		strbuf_addf(out, "%s%s", i ? _(", ") : _(", kept by finalizer "), sym_text(m->finalizers.v[i]));
	if (m->finalizers.n || sym_empty(node))
		return;
	switch (node_state(k->d, node)) {
	case NODE_GONE:
	case NODE_SILENT:
	case NODE_OVERDUE:
		strbuf_addf(out, _(", as the kubelet of %s does not confirm that it has ended"), node.s);
		return;
	case NODE_TALKS:
	case NODE_UNREAD:
	case NODE_NOT_READY:
		strbuf_addf(out, _(", the kubelet of %s has not ended it yet"), node.s);
		add_kill_failure(out, k);
	}
}

/* Past its grace period a pod that will not go is what the user looks at. */
static void lead_with_deletion(struct pod_case *k)
{
	const struct meta *m = &k->pod->meta;
	struct strbuf b = STRBUF_INIT, over = STRBUF_INIT;
	const char *told = k->r->cause.summary;
	size_t name;

	if (!k->d->now.set || k->d->now.us <= m->deleted.us || !told)
		return;
	add_object_name(&b, m);
	name = b.len;
	if (strncmp(told, b.buf, name) == 0)
		told += name;
	add_duration(&over, (k->d->now.us - m->deleted.us) / 1000000);
	strbuf_addf(&b, _(" is Terminating, %s past its grace period"), over.buf);
	strbuf_release(&over);
	add_holder(&b, k);
	strbuf_addf(&b, _("; it%s%s"), *told == ' ' ? "" : _(": "), told);
	k->r->cause.summary = fill_strdup(k->r, b.buf);
	strbuf_release(&b);
}

void explain_terminating(struct pod_case *k)
{
	const struct meta *m = &k->pod->meta;
	const struct condition *c =
		conditions_get(&k->pod->status.conditions, "DisruptionTarget");
	struct strbuf text = STRBUF_INIT;

	if (!m->deleted.set)
		return;
	lead_with_deletion(k);
	strbuf_adds(&text, _("the pod is being deleted"));
	add_deadline(&text, k);
	if (c && sym_is(c->status, "True") && !sym_empty(c->reason))
		strbuf_addf(&text, _("; reason %s"), c->reason.s);
	add_finalizers(&text, m);
	finding_add(k->r, "Terminating", m->finalizers.n ? SEVERITY_WARNING : SEVERITY_INFO, NULL,
		    "%s", text.buf);
	evidence_add(k->r, fill_ref(KIND_POD, m->namespace_, m->name),
		     m->finalizers.n ? "/metadata/finalizers" : "/metadata/deletionTimestamp", NULL,
		     NULL);
	strbuf_release(&text);
}
