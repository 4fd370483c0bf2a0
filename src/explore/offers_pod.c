/* What the pod asks for, to be dropped or made smaller. */
#include <string.h>

#include "advice/change_request.h"
#include "base/i18n.h"
#include "explore/offer.h"
#include "replay/affinity_terms.h"
#include "replay/requests.h"
#include "report/amount.h"
#include "report/strings.h"

static void offer_gates(struct offers *o)
{
	const struct pod_spec *p = &o->s->pod->spec;
	struct change *c = new_offer(o, CHANGE_GATES);
	struct strbuf names = STRBUF_INIT;

	for (uint32_t i = 0; i < p->gates.n; i++)
		strbuf_addf(&names, "%s%s", i ? ", " : "", sym_text(p->gates.v[i].name));
	c->text = arena_strdup(o->arena, names.buf);
	c->flag = p->gates.n > 1;
	strbuf_release(&names);
	if (p->gates.n)
		offer_change(o, TOGGLE_POD, c);
}

/* nodeSelector and node affinity */

static uint32_t count_labelled(const struct view *v, const struct label *wanted)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < view_node_count(v); i++) {
		sym has = labels_get(&view_node(v, i)->node->meta.labels, wanted->key);

		n += has.s && sym_same(has, wanted->value);
	}
	return n;
}

static void offer_selector(struct offers *o)
{
	const struct labels *l = &o->s->pod->spec.node_selector;

	for (uint32_t i = 0; i < l->n; i++) {
		struct change *c = new_offer(o, CHANGE_SELECTOR_DROP);
		uint32_t n = count_labelled(o->s->d->view, &l->v[i]);
		struct toggle *t;

		c->key = l->v[i].key;
		c->value = l->v[i].value;
		t = offer_change(o, TOGGLE_POD, c);
		if (t)
			t->note = arena_printf(o->arena, tr_n("%u node has it", "%u nodes have it", n),
					       (unsigned)n);
	}
}

static void offer_expressions(struct offers *o, const struct selector_reqs *l, uint32_t term,
			      bool fields)
{
	for (uint32_t i = 0; i < l->n; i++) {
		struct change *c = new_offer(o, CHANGE_EXPRESSION_DROP);

		c->item = &l->v[i];
		c->key = l->v[i].key;
		c->index = term;
		c->flag = fields;
		offer_change(o, TOGGLE_POD, c);
	}
}

static void offer_node_affinity(struct offers *o)
{
	const struct affinity *a = o->s->pod->spec.affinity;
	const struct node_selector *s = a && a->node ? a->node->required : NULL;
	uint32_t conditions = 0;

	for (uint32_t i = 0; s && i < s->terms.n; i++) {
		const struct node_selector_term *t = &s->terms.v[i];

		conditions += t->match_expressions.n + t->match_fields.n;
		offer_expressions(o, &t->match_expressions, i, false);
		offer_expressions(o, &t->match_fields, i, true);
	}
	if (s && conditions != 1)
		offer_change(o, TOGGLE_POD, new_offer(o, CHANGE_NODE_AFFINITY_DROP));
}

/* Rules about other pods */

static void offer_terms(struct offers *o, const struct pod_affinity_terms *l, bool anti)
{
	for (uint32_t i = 0; l && i < l->n; i++) {
		struct change *c = new_offer(o, CHANGE_TERM_DROP);
		struct strbuf text = STRBUF_INIT;

		affinity_term_text(anti ? "podAntiAffinity" : "podAffinity", &l->v[i], &text);
		c->text = arena_strdup(o->arena, text.buf);
		strbuf_release(&text);
		c->item = &l->v[i];
		c->flag = anti;
		offer_change(o, TOGGLE_POD, c);
	}
}

static void offer_spread(struct offers *o)
{
	const struct pod_spec *p = &o->s->pod->spec;

	for (uint32_t i = 0; i < p->spread.n; i++) {
		struct change *c = new_offer(o, CHANGE_SPREAD_ANYWAY);

		c->item = &p->spread.v[i];
		if (sym_is(p->spread.v[i].when_unsatisfiable, "DoNotSchedule"))
			offer_change(o, TOGGLE_POD, c);
	}
}

static void offer_ports_of(struct offers *o, const struct containers *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		for (uint32_t k = 0; k < l->v[i].ports.n; k++) {
			struct change *c = new_offer(o, CHANGE_HOST_PORT_DROP);

			c->amount = l->v[i].ports.v[k].host_port.v;
			if (c->amount > 0)
				offer_change(o, TOGGLE_POD, c);
		}
}

void offer_rules(struct offers *o)
{
	const struct pod *p = o->s->pod;

	offer_gates(o);
	offer_selector(o);
	offer_node_affinity(o);
	offer_terms(o, required_affinity(p), false);
	offer_terms(o, required_anti_affinity(p), true);
	offer_spread(o);
	if (p->spec.host_network != TRI_TRUE) { /* there each port is one of the host */
		offer_ports_of(o, &p->spec.containers);
		offer_ports_of(o, &p->spec.init_containers);
	}
}

/* Amounts */

bool is_request_of(const char *flag, const char *resource)
{
	size_t n = resource ? strlen(resource) : 0;

	return n && !strncmp(flag, resource, n) && flag[n] == '=';
}

static bool is_lacking(const struct rejection *r, const char *resource, int64_t *ret_free)
{
	for (uint32_t i = 0; i < r->details.n; i++) {
		const struct detail *d = &r->details.v[i];

		if (!d->amount.set || !d->name || strcmp(d->name, resource) != 0)
			continue;
		*ret_free = d->amount.free;
		return true;
	}
	return false;
}

/* The most that is free on a node that lacks it; alone: and that nothing else speaks against. */
static int64_t most_free(const struct replay *r, const char *resource, bool alone)
{
	int64_t most = 0, free_there;

	for (uint32_t i = 0; i < r->nodes.n; i++) {
		const struct rejections *l = &r->nodes.v[i].rejections;

		for (uint32_t k = 0; k < l->n && (!alone || l->n == 1); k++)
			if (is_lacking(&l->v[k], resource, &free_there) && free_there > most)
				most = free_there;
	}
	return most;
}

static int64_t eighth(int64_t was)
{
	return was > 8 ? was / 8 : 1;
}

int64_t request_first_step(const struct session *s, const char *resource, int64_t now)
{
	int64_t room = most_free(s->base->replay, resource, true);

	if (!room)
		room = most_free(s->base->replay, resource, false);
	return room > 0 && room < now ? room : now - eighth(now);
}

static void offer_request(struct offers *o, const struct resource *r)
{
	const char *name = r->name.s;
	int64_t was = amount_value(name, r->quantity), now = was;
	struct strbuf text = STRBUF_INIT;
	struct strings flags = { 0 };
	struct toggle *t;

	if (!flags_amount(flags_now(o->s), name, &now))
		now = request_first_step(o->s, name, was);
	amount_exact(&text, name, !strcmp(name, "cpu"), now);
	strings_push(&flags, arena_printf(o->arena, "%s=%s", name, text.buf), o->arena);
	t = offer_flags(o, TOGGLE_REQUEST, flags);
	if (!t)
		goto out;
	strbuf_reset(&text);
	amount_phrase_exact(&text, name, now);
	strbuf_adds(&text, _(" instead of "));
	amount_phrase_exact(&text, name, was);
	t->text = arena_printf(o->arena, _("request %s %s"), name, text.buf);
	t->resource = arena_strdup(o->arena, name);
out:
	strbuf_release(&text);
}

void offer_requests(struct offers *o)
{
	const struct resources l =
		pod_request_quantities(o->s->pod, view_release(o->s->d->view), o->arena);

	for (uint32_t i = 0; i < l.n; i++)
		if (quantity_sign(l.v[i].quantity) > 0)
			offer_request(o, &l.v[i]);
}
