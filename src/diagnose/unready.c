/* Pods whose containers stay up, and which are not ready. */
#include "base/i18n.h"
#include "diagnose/expired.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/probe.h"
#include "diagnose/ruling.h"
#include "diagnose/subject.h"
#include "model/time.h"

#define JUST_STARTED_SECONDS 15

static void add_why(struct strbuf *b, const struct condition *c)
{
	sym why = sym_empty(c->message) ? c->reason : c->message;

	if (sym_empty(why))
		return;
	strbuf_adds(b, " (");
	add_quote(b, why.s);
	strbuf_addc(b, ')');
}

static void add_closed_gates(struct strbuf *b, const struct pod *p)
{
	bool more = false;

	for (uint32_t i = 0; i < p->spec.readiness_gates.n; i++) {
		sym type = p->spec.readiness_gates.v[i].condition_type;
		const struct condition *c =
			conditions_get(&p->status.conditions, sym_text(type));

		if (c && sym_is(c->status, "True"))
			continue;
		strbuf_addf(b, "%s%s", more ? _(", ") : "", sym_text(type));
		if (!c)
			strbuf_adds(b, _(" (nobody has set it)"));
		else
			add_why(b, c);
		more = true;
	}
}

static void add_unready_one(struct strbuf *b, const struct pod *p, const struct container_status *s,
			    bool sidecar)
{
	const struct container *c = container_named(p, s->name, sidecar);

	strbuf_adds(b, b->len ? _(", ") : "");
	strbuf_addf(b, sidecar ? _("sidecar %s") : _("container %s"), sym_text(s->name));
	if (!c || !c->readiness)
		return;
	strbuf_adds(b, " (");
	add_probe(b, c->readiness);
	strbuf_addc(b, ')');
}

static bool is_unready_sidecar(const struct pod *p, uint32_t i)
{
	const struct container_status *s = &p->status.init_containers.v[i];

	return s->ready != TRI_TRUE && is_sidecar(p, s);
}

/* "container main (HTTP GET /healthz on port 8080), ..." */
static void add_unready(struct strbuf *b, const struct pod *p)
{
	for (uint32_t i = 0; i < p->status.containers.n; i++)
		if (p->status.containers.v[i].ready != TRI_TRUE)
			add_unready_one(b, p, &p->status.containers.v[i], false);
	for (uint32_t i = 0; i < p->status.init_containers.n; i++)
		if (is_unready_sidecar(p, i))
			add_unready_one(b, p, &p->status.init_containers.v[i], true);
}

/* Ready=False dates from the pod's first moment: no container is overdue before it has started. */
static struct opt_time unready_since(const struct pod *p)
{
	const struct condition *ready = conditions_get(&p->status.conditions, "Ready");
	struct opt_time t = ready ? ready->transition : (struct opt_time){ 0 };

	for (uint32_t i = 0; i < p->status.containers.n; i++)
		if (p->status.containers.v[i].ready != TRI_TRUE)
			t = time_later(t, p->status.containers.v[i].state.started);
	for (uint32_t i = 0; i < p->status.init_containers.n; i++)
		if (is_unready_sidecar(p, i))
			t = time_later(t, p->status.init_containers.v[i].state.started);
	return t;
}

struct unready {
	struct strbuf names, gates;
	const char *code;
};

static void look(struct unready *u, const struct pod *p)
{
	*u = (struct unready){ STRBUF_INIT, STRBUF_INIT, "PodNotReady" };
	add_unready(&u->names, p);
	add_closed_gates(&u->gates, p);
	if (u->names.len)
		u->code = "ReadinessProbeFailing";
	else if (u->gates.len)
		u->code = "ReadinessGatePending";
}

static void add_state(struct strbuf *b, const struct unready *u, const struct condition *ready)
{
	if (u->names.len)
		strbuf_addf(b, _("the readiness probe of %s does not pass"), u->names.buf);
	else if (u->gates.len)
		strbuf_addf(b, _("readiness gate %s"), u->gates.buf);
	else if (ready && !sym_empty(ready->message))
		add_quote(b, ready->message.s);
	else
		strbuf_adds(b, _("nothing in its status says why"));
}

static bool is_told_by_event(const struct ruling *v)
{
	return ruling_cause(v) && v->signals[v->cause]->in.source == RULE_EVENT;
}

static void explain_state(struct pod_case *k, struct strbuf *b, const struct unready *u,
			  const struct signals *s, const struct ruling *v)
{
	const struct condition *ready = conditions_get(&k->pod->status.conditions, "Ready");
	const struct rule_match *m = ruling_cause(v);
	struct opt_i64 age = age_of(k->d, unready_since(k->pod));
	bool fresh = age.set && age.v < JUST_STARTED_SECONDS;
	size_t at = b->len;

	add_state(b, u, ready);
	if (fresh && u->names.len)
		strbuf_adds(b, _(" yet; it has only just started"));
	cause_set(k->r, u->code, CERTAIN_EXACT, "%s", b->buf);
	if (m && !u->names.len)
		cause_advise(k->r, m->next, m->command);
	finding_add(k->r, u->code, fresh ? SEVERITY_INFO : SEVERITY_BLOCKER, NULL, "%s", b->buf + at);
	evidence_add(k->r, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name),
		     "/status/conditions", ready ? ready->message.s : NULL, "True");
	if (!quote_unknown_events(v, s, k->r, u->code) && u->names.len && !fresh)
		tell_no_evidence(k, unready_since(k->pod));
}

void explain_not_ready(struct pod_case *k)
{
	struct opt_i64 age = age_of(k->d, unready_since(k->pod));
	struct signals *s = signals_of_pod(k);
	struct strbuf b = STRBUF_INIT;
	struct unready u;
	struct ruling v;

	look(&u, k->pod);
	gather_unready(s, k);
	ruling_find(&v, k->d->opts.rules, s, STAGE_RUNNING_NOT_READY);
	add_object_name(&b, &k->pod->meta);
	strbuf_addf(&b, _(" runs on %s but is not ready"), sym_text(k->pod->spec.node_name));
	if (age.set) {
		strbuf_adds(&b, _(" for "));
		add_duration(&b, age.v);
	}
	strbuf_adds(&b, _(": "));
	if (is_told_by_event(&v)) {
		add_state(&b, &u, NULL);
		strbuf_adds(&b, _(": "));
		ruling_tell(&v, s, k->r, b.buf, u.code);
	} else {
		explain_state(k, &b, &u, s, &v);
	}
	ruling_tell_others(&v, s, k->r);
	tell_node(k);
	strbuf_release(&u.names);
	strbuf_release(&u.gates);
	strbuf_release(&b);
}
