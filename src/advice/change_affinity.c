/* Changes of nodeSelector, node affinity and pod affinity. */
#include <string.h>

#include "advice/change_functions.h"
#include "advice/change_json.h"
#include "base/i18n.h"
#include "model/selector.h"

#define REQUIRED "requiredDuringSchedulingIgnoredDuringExecution"
#define NODE_REQUIRED "/spec/affinity/nodeAffinity/" REQUIRED

static void *copied(struct arena *a, const void *v, uint32_t n, size_t size)
{
	void *copy = arena_array(a, n, size);

	if (n)
		memcpy(copy, v, n * size);
	return copy;
}

/* Closes the gap at i. */
static void delete_at(void *v, uint32_t n, uint32_t i, size_t size)
{
	char *at = (char *)v + i * size;

	memmove(at, at + size, (n - i - 1) * size);
}

static void note(const struct change *c, struct strbuf *out)
{
	if (c->note)
		strbuf_addf(out, " (%s)", c->note);
}

/* nodeSelector */

static struct label *own_entry(struct edit *e, sym key)
{
	struct labels *l = &e->spec->node_selector;

	for (uint32_t i = 0; i < l->n; i++) {
		if (!sym_eq(l->v[i].key, key))
			continue;
		l->v = copied(e->arena, l->v, l->n, sizeof(*l->v));
		return &l->v[i];
	}
	return NULL;
}

static const char *entry_path(struct edit *e, sym key)
{
	return arena_printf(e->arena, "/spec/nodeSelector/%s", pointer_part(e->arena, key.s));
}

bool edit_selector_value(struct edit *e, const struct change *c)
{
	struct label *l = own_entry(e, c->key);

	if (!l)
		return false;
	l->value = c->value;
	edit_op(e, "replace", entry_path(e, c->key), json_string(e->arena, sym_text(c->value)));
	return true;
}

void tell_selector_value(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("select %s=%s"), sym_text(c->key), sym_text(c->value));
	note(c, out);
}

bool edit_selector_drop(struct edit *e, const struct change *c)
{
	struct label *l = own_entry(e, c->key);
	struct labels *all = &e->spec->node_selector;

	if (!l)
		return false;
	delete_at(all->v, all->n, (uint32_t)(l - all->v), sizeof(*l));
	all->n--;
	edit_op(e, "remove", entry_path(e, c->key), NULL);
	return true;
}

void tell_selector_drop(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("drop the nodeSelector %s=%s"), sym_text(c->key), sym_text(c->value));
	note(c, out);
}

/* Node affinity: what leads from the spec to one expression, all of it the edit's own copy. */

struct place {
	struct node_selector *required;
	struct node_selector_term *term;
	struct selector_reqs *list; /* of the expression */
	uint32_t index;
	const char *path; /* of the expression */
};

static struct affinity *own_affinity(struct edit *e)
{
	struct affinity *a;

	if (!e->spec->affinity)
		return NULL;
	a = copied(e->arena, e->spec->affinity, 1, sizeof(*a));
	e->spec->affinity = a;
	return a;
}

static struct node_affinity *own_node_affinity(struct edit *e)
{
	struct affinity *a = own_affinity(e);
	struct node_affinity *n;

	if (!a || !a->node || !a->node->required)
		return NULL;
	n = copied(e->arena, a->node, 1, sizeof(*n));
	a->node = n;
	return n;
}

static bool same_requirement(const struct selector_req *a, const struct selector_req *b)
{
	if (!sym_eq(a->key, b->key) || a->op != b->op || a->values.n != b->values.n)
		return false;
	for (uint32_t i = 0; i < a->values.n; i++)
		if (!sym_eq(a->values.v[i], b->values.v[i]))
			return false;
	return true;
}

static struct selector_reqs *list_of(struct node_selector_term *t, bool fields)
{
	return fields ? &t->match_fields : &t->match_expressions;
}

static bool find_in_term(struct place *p, struct node_selector_term *t, const struct change *c)
{
	struct selector_reqs *l = list_of(t, c->flag);

	for (uint32_t i = 0; i < l->n; i++) {
		if (!same_requirement(&l->v[i], c->item))
			continue;
		p->list = l;
		p->index = i;
		return true;
	}
	return false;
}

static bool find_place(struct edit *e, const struct change *c, struct place *p)
{
	struct node_affinity *n = own_node_affinity(e);
	struct node_selector *s;

	if (!n)
		return false;
	s = copied(e->arena, n->required, 1, sizeof(*s));
	s->terms.v = copied(e->arena, s->terms.v, s->terms.n, sizeof(*s->terms.v));
	n->required = s;
	p->required = s;
	if (c->index >= s->terms.n)
		return false;
	p->term = &s->terms.v[c->index];
	if (!find_in_term(p, p->term, c))
		return false;
	p->list->v = copied(e->arena, p->list->v, p->list->n, sizeof(*p->list->v));
	p->path = arena_printf(e->arena, NODE_REQUIRED "/nodeSelectorTerms/%u/%s/%u",
			       (unsigned)c->index, c->flag ? "matchFields" : "matchExpressions",
			       (unsigned)p->index);
	return true;
}

bool edit_affinity_value(struct edit *e, const struct change *c)
{
	struct place p = { 0 };
	struct syms *values;
	sym *grown;

	if (!find_place(e, c, &p))
		return false;
	values = &p.list->v[p.index].values;
	edit_op(e, "add", arena_printf(e->arena, "%s/values/-", p.path),
		json_string(e->arena, sym_text(c->value)));
	grown = ARENA_ARRAY(e->arena, (size_t)values->n + 1, sym);
	if (values->n)
		memcpy(grown, values->v, values->n * sizeof(*grown));
	grown[values->n++] = c->value;
	values->v = grown;
	return true;
}

void tell_affinity_value(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("allow %s=%s in the node affinity"), sym_text(c->key), sym_text(c->value));
	note(c, out);
}

bool edit_expression_drop(struct edit *e, const struct change *c)
{
	struct place p = { 0 };

	if (!find_place(e, c, &p))
		return false;
	delete_at(p.list->v, p.list->n, p.index, sizeof(*p.list->v));
	p.list->n--;
	if (!p.term->match_expressions.n && !p.term->match_fields.n)
		return false; /* an empty term matches no node */
	edit_op(e, "remove", p.path, NULL);
	return true;
}

void tell_expression_drop(const struct change *c, struct strbuf *out)
{
	strbuf_adds(out, _("drop the node affinity "));
	selector_req_text(out, c->item);
	note(c, out);
}

bool edit_node_affinity_drop(struct edit *e, const struct change *c)
{
	struct node_affinity *n = own_node_affinity(e);

	(void)c;
	if (!n)
		return false;
	n->required = NULL;
	edit_op(e, "remove", NODE_REQUIRED, NULL);
	return true;
}

void tell_node_affinity_drop(const struct change *c, struct strbuf *out)
{
	strbuf_adds(out, _("drop the required node affinity"));
	if (c->item) {
		strbuf_addc(out, ' ');
		selector_req_text(out, c->item);
	}
	note(c, out);
}

/* Pod affinity and anti-affinity */

static bool same_term(const struct pod_affinity_term *a, const struct pod_affinity_term *b,
		      bool is_template)
{
	if (!sym_eq(a->topology_key, b->topology_key))
		return false;
	return is_template || (a->selector == b->selector &&
			       a->namespace_selector == b->namespace_selector &&
			       a->namespaces.v == b->namespaces.v);
}

static const struct pod_affinity *drop_term(struct edit *e, const struct pod_affinity *from,
					    const struct change *c, const char *name)
{
	struct pod_affinity *p;
	struct pod_affinity_terms *l;

	if (!from)
		return NULL;
	p = copied(e->arena, from, 1, sizeof(*p));
	l = &p->required;
	for (uint32_t i = 0; i < l->n; i++) {
		if (!same_term(&l->v[i], c->item, e->is_template))
			continue;
		l->v = copied(e->arena, l->v, l->n, sizeof(*l->v));
		delete_at(l->v, l->n, i, sizeof(*l->v));
		l->n--;
		edit_op(e, "remove",
			arena_printf(e->arena, "/spec/affinity/%s/" REQUIRED "/%u", name,
				     (unsigned)i), NULL);
		return p;
	}
	return NULL;
}

bool edit_term_drop(struct edit *e, const struct change *c)
{
	struct affinity *a = own_affinity(e);
	const struct pod_affinity *p;

	if (!a)
		return false;
	p = drop_term(e, c->flag ? a->pod_anti : a->pod, c, c->flag ? "podAntiAffinity" : "podAffinity");
	if (!p)
		return false;
	if (c->flag)
		a->pod_anti = p;
	else
		a->pod = p;
	return true;
}

void tell_term_drop(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("drop the required %s"), c->text);
	note(c, out);
}

/* All of it, what is only preferred too. */
bool edit_affinity_drop(struct edit *e, const struct change *c)
{
	(void)c;
	if (!e->spec->affinity)
		return false;
	e->spec->affinity = NULL;
	edit_op(e, "remove", "/spec/affinity", NULL);
	return true;
}

void tell_affinity_drop(const struct change *c, struct strbuf *out)
{
	(void)c;
	strbuf_adds(out, _("drop all affinity"));
}
