/* The expressions of --what-if that are about affinity. */
#include "advice/what_if_make.h"
#include "replay/affinity_terms.h"

/* Node affinity */

static const struct node_selector *required_now(const struct trial *t)
{
	const struct affinity *a = t->pod->spec.affinity;

	return a && a->node ? a->node->required : NULL;
}

/* The same expression in the pod as it would be: its values may have been widened already. */
static const struct selector_req *place_now(const struct trial *t, const struct affinity_place *p)
{
	const struct node_selector *s = required_now(t);
	const struct selector_reqs *l;

	if (!s || p->term >= s->terms.n)
		return NULL;
	l = p->fields ? &s->terms.v[p->term].match_fields : &s->terms.v[p->term].match_expressions;
	for (uint32_t i = 0; i < l->n; i++)
		if (sym_eq(l->v[i].key, p->req->key) && l->v[i].op == p->req->op &&
		    (p->req->op != OP_IN || l->v[i].values.n >= p->req->values.n))
			return &l->v[i];
	return NULL;
}

static struct change *expression_change(struct trial *t, enum change_id id,
					const struct affinity_place *p)
{
	const struct selector_req *now = place_now(t, p);
	struct selector_req *copy;
	struct change *c;

	if (!now)
		return NULL;
	copy = ARENA_NEW(t->arena, struct selector_req);
	*copy = *now;
	c = what_if_change(t, id);
	c->item = copy;
	c->index = p->term;
	c->flag = p->fields;
	c->key = copy->key;
	return c;
}

static bool has_value(const struct selector_req *r, sym value)
{
	for (uint32_t i = 0; i < r->values.n; i++)
		if (sym_eq(r->values.v[i], value))
			return true;
	return false;
}

static bool widen(struct trial *t, const struct affinity_place *p, sym value)
{
	struct change *c = expression_change(t, CHANGE_AFFINITY_VALUE, p);

	if (!c || p->req->op != OP_IN || has_value(c->item, value))
		return false;
	c->value = value;
	return trial_make(t, c);
}

bool what_if_affinity_value(const struct what_if *w, struct trial *t)
{
	struct affinity_place p;
	bool any = false;

	for (uint32_t n = 1; affinity_place_find(t->subject, w->name, n, &p); n++)
		if (!w->turn || w->turn == n)
			any |= widen(t, &p, what_if_sym(t, w->value));
	return any;
}

/* A term without conditions matches no node, so that the rule as a whole goes. */
static bool would_be_empty(const struct trial *t, const struct affinity_place *p)
{
	const struct node_selector *s = required_now(t);
	const struct node_selector_term *term = s && p->term < s->terms.n ? &s->terms.v[p->term] : NULL;

	return term && term->match_expressions.n + term->match_fields.n == 1;
}

static bool drop_expression(struct trial *t, const struct affinity_place *p)
{
	struct change *c = expression_change(t, CHANGE_EXPRESSION_DROP, p);

	if (!c)
		return false;
	if (!would_be_empty(t, p))
		return trial_make(t, c);
	c->kind = &change_kinds[CHANGE_NODE_AFFINITY_DROP];
	return trial_make(t, c);
}

bool what_if_drop_expressions(struct trial *t, const char *key, uint32_t turn)
{
	struct affinity_place p;
	bool any = false;

	for (uint32_t n = 1; affinity_place_find(t->subject, key, n, &p); n++)
		if (!turn || turn == n)
			any |= drop_expression(t, &p);
	return any;
}

bool what_if_affinity_drop(const struct what_if *w, struct trial *t)
{
	if (w->name)
		return what_if_drop_expressions(t, w->name, w->turn);
	return trial_make(t, what_if_change(t, CHANGE_AFFINITY_DROP));
}

bool what_if_node_affinity(const struct what_if *w, struct trial *t)
{
	(void)w;
	return required_now(t) && trial_make(t, what_if_change(t, CHANGE_NODE_AFFINITY_DROP));
}

/* Affinity to pods, and to be without them */

static bool drop_term(struct trial *t, const struct pod_affinity_term *term, bool anti)
{
	struct change *c = what_if_change(t, CHANGE_TERM_DROP);
	struct strbuf text = STRBUF_INIT;

	affinity_term_text(anti ? "podAntiAffinity" : "podAffinity", term, &text);
	c->text = arena_strdup(t->arena, text.buf);
	strbuf_release(&text);
	c->item = term;
	c->flag = anti;
	return trial_make(t, c);
}

static bool drop_terms(const struct what_if *w, struct trial *t, bool anti)
{
	const struct pod_affinity_terms *l =
		anti ? required_anti_affinity(t->subject) : required_affinity(t->subject);
	uint32_t n = 0;
	bool any = false;

	for (uint32_t i = 0; l && i < l->n; i++) {
		if (w->name && !sym_is(l->v[i].topology_key, w->name))
			continue;
		n++;
		if (!w->turn || w->turn == n)
			any |= drop_term(t, &l->v[i], anti);
	}
	return any;
}

bool what_if_pod_affinity(const struct what_if *w, struct trial *t)
{
	return drop_terms(w, t, false);
}

bool what_if_pod_anti_affinity(const struct what_if *w, struct trial *t)
{
	return drop_terms(w, t, true);
}
