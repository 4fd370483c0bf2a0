#include "diagnose/wants.h"

#include "base/i18n.h"
#include "base/strbuf.h"
#include "replay/affinity_terms.h"
#include "report/strings.h"

static void add(struct report *r, struct strbuf *phrase)
{
	strings_push(&r->subject.wants, arena_strdup(r->arena, phrase->buf), r->arena);
	strbuf_reset(phrase);
}

static void add_requirement(struct strbuf *out, const struct selector_req *q)
{
	strbuf_addf(out, "%s %s", sym_text(q->key),
		    q->op == OP_OTHER ? sym_text(q->op_text) : selector_op_name(q->op));
	for (uint32_t i = 0; i < q->values.n; i++)
		strbuf_addf(out, "%s%s", i ? " " : " [", sym_text(q->values.v[i]));
	if (q->values.n)
		strbuf_addc(out, ']');
}

static void add_requirements(struct strbuf *out, const struct selector_reqs *reqs, bool *more)
{
	for (uint32_t i = 0; i < reqs->n; i++) {
		strbuf_adds(out, *more ? _(" and ") : "");
		add_requirement(out, &reqs->v[i]);
		*more = true;
	}
}

static void want_node_affinity(struct report *r, const struct affinity *a, struct strbuf *b)
{
	const struct node_selector *s = a && a->node ? a->node->required : NULL;

	if (!s)
		return;
	strbuf_adds(b, _("node affinity "));
	for (uint32_t i = 0; i < s->terms.n; i++) {
		bool more = false;

		strbuf_adds(b, i ? _(" or ") : "");
		add_requirements(b, &s->terms.v[i].match_expressions, &more);
		add_requirements(b, &s->terms.v[i].match_fields, &more);
		if (!more)
			strbuf_adds(b, _("(an empty term)"));
	}
	if (!s->terms.n)
		strbuf_adds(b, _("that no node can match"));
	add(r, b);
}

static void want_pod_terms(struct report *r, const char *rule, const struct pod_affinity_terms *terms,
			   struct strbuf *b)
{
	for (uint32_t i = 0; terms && i < terms->n; i++) {
		affinity_term_text(rule, &terms->v[i], b);
		add(r, b);
	}
}

static void want_spread(struct report *r, const struct pod *p, struct strbuf *b)
{
	for (uint32_t i = 0; i < p->spec.spread.n; i++) {
		const struct spread_constraint *s = &p->spec.spread.v[i];
		struct pod_selector pods = pod_selector_of(s->selector);
		struct strbuf text = STRBUF_INIT;

		if (!sym_is(s->when_unsatisfiable, "DoNotSchedule") &&
		    !sym_empty(s->when_unsatisfiable))
			continue;
		pod_selector_text(&pods, &text);
		strbuf_addf(b, _("spread of %s over %s"), text.buf, sym_text(s->topology_key));
		strbuf_release(&text);
		if (s->max_skew.set)
			strbuf_addf(b, _(" (max skew %lld)"), (long long)s->max_skew.v);
		add(r, b);
	}
}

static void want_ports(struct report *r, const struct containers *list, struct strbuf *b)
{
	for (uint32_t i = 0; i < list->n; i++)
		for (uint32_t k = 0; k < list->v[i].ports.n; k++) {
			const struct container_port *port = &list->v[i].ports.v[k];

			if (!port->host_port.set || port->host_port.v <= 0)
				continue;
			strbuf_addf(b, _("host port %lld/%s"), (long long)port->host_port.v,
				    sym_empty(port->protocol) ? "TCP" : port->protocol.s);
			add(r, b);
		}
}

static void want_volumes(struct report *r, const struct pod *p, struct strbuf *b)
{
	for (uint32_t i = 0; i < p->spec.volumes.n; i++) {
		const struct volume *v = &p->spec.volumes.v[i];

		if (v->claim)
			strbuf_addf(b, _("claim %s"), sym_text(v->claim->claim_name));
		else if (v->ephemeral)
			strbuf_addf(b, _("claim %s-%s"), sym_text(p->meta.name), sym_text(v->name));
		else
			continue;
		add(r, b);
	}
	for (uint32_t i = 0; i < p->spec.resource_claims.n; i++) {
		strbuf_addf(b, _("resource claim %s"), sym_text(p->spec.resource_claims.v[i].name));
		add(r, b);
	}
}

void fill_wants(struct report *r, const struct pod *p)
{
	struct strbuf b = STRBUF_INIT;

	for (uint32_t i = 0; i < p->spec.node_selector.n; i++) {
		strbuf_addf(&b, "nodeSelector %s=%s", sym_text(p->spec.node_selector.v[i].key),
			    sym_text(p->spec.node_selector.v[i].value));
		add(r, &b);
	}
	want_node_affinity(r, p->spec.affinity, &b);
	want_pod_terms(r, "podAffinity", required_affinity(p), &b);
	want_pod_terms(r, "podAntiAffinity", required_anti_affinity(p), &b);
	want_spread(r, p, &b);
	want_ports(r, &p->spec.containers, &b);
	want_volumes(r, p, &b);
	strbuf_release(&b);
}
