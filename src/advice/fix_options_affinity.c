/* Labels that the pod asks for and nodes lack: nodeSelector, node affinity. */
#include <string.h>

#include "advice/fix_options.h"
#include "base/i18n.h"
#include "base/strbuf.h"
#include "replay/profile.h"

/* Set by kubelets and cloud providers from what the node is: a person cannot make it true. */
static bool is_given(sym key)
{
	const char *slash = strchr(key.s, '/');
	size_t len = slash ? (size_t)(slash - key.s) : 0;

	return (len >= 13 && !strncmp(slash - 13, "kubernetes.io", 13) &&
		strncmp(key.s, "node-role.", 10) != 0 && strncmp(key.s, "node-restriction.", 17) != 0) ||
	       (len >= 6 && !strncmp(slash - 6, "k8s.io", 6));
}

/* "no node has disk=nvme, 3 have disk=ssd" */
static const char *value_note(const struct question *q, sym key, sym wanted, sym instead)
{
	const struct view *v = q->trial->view;
	unsigned has = 0, others = 0;

	for (uint32_t i = 0; i < view_node_count(v); i++) {
		sym value = labels_get(&view_node(v, i)->node->meta.labels, key);

		has += value.s && sym_same(value, wanted);
		others += instead.s && value.s && sym_same(value, instead);
	}
	if (!has && !others)
		return arena_printf(q->arena, _("no node has %s=%s"), key.s, sym_text(wanted));
	if (!instead.s)
		return NULL;
	if (!has)
		return arena_printf(q->arena, tr_n("no node has %s=%s, %u has %s=%s",
						   "no node has %s=%s, %u have %s=%s", others),
				    key.s, sym_text(wanted), others, key.s, sym_text(instead));
	return arena_printf(q->arena, _("instead of %s"), sym_text(wanted));
}

/* nodeSelector */

static bool entry_fails(const struct question *q, const struct label *wanted)
{
	sym has = labels_get(&q->node->node->meta.labels, wanted->key);

	return !has.s || !sym_same(has, wanted->value);
}

static struct change *selector_change(const struct question *q, enum change_id id,
				      const struct label *wanted, sym value)
{
	struct change *c = new_change(q, id, "%s=%s", sym_text(wanted->key), sym_text(value));

	c->key = wanted->key;
	c->value = value;
	return c;
}

static void change_entry(const struct question *q, struct repair *r, const struct label *wanted)
{
	sym has = labels_get(&q->node->node->meta.labels, wanted->key);
	struct change *c;

	if (has.s) {
		c = selector_change(q, CHANGE_SELECTOR_VALUE, wanted, has);
	} else {
		c = selector_change(q, CHANGE_SELECTOR_DROP, wanted, wanted->value);
	}
	c->note = value_note(q, wanted->key, wanted->value, has);
	repair_add(q, r, c);
}

static void drop_entry(const struct question *q, struct repair *r, const struct label *wanted)
{
	struct change *c = selector_change(q, CHANGE_SELECTOR_DROP, wanted, wanted->value);

	c->note = value_note(q, wanted->key, wanted->value, (sym){ NULL });
	repair_add(q, r, c);
}

static struct change *relabel(const struct question *q, sym key, sym value)
{
	struct change *c = new_change(q, CHANGE_RELABEL, "%s %s=%s",
				      sym_text(q->node->node->meta.name), sym_text(key),
				      sym_text(value));

	c->object = &q->node->node->meta;
	c->key = key;
	c->value = value;
	return c;
}

/* Node affinity: the term that fails in the fewest places. */

struct failing {
	const struct node_selector *required;
	const struct node_selector_term *term; /* NULL: there is none that could match */
	uint32_t term_index, count, total;
};

static bool field_fails(const struct question *q, const struct selector_req *r)
{
	struct selector_req field = *r;
	struct node_selector_term only = { .match_fields = { &field, 1 } };
	struct labels none = { 0 };

	return !node_term_matches(&only, &none, q->node->node->meta.name);
}

static bool expression_fails(const struct question *q, const struct selector_req *r)
{
	return !node_requirement_matches(r, &q->node->node->meta.labels, NULL);
}

static uint32_t count_failing(const struct question *q, const struct node_selector_term *t)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->match_expressions.n; i++)
		n += expression_fails(q, &t->match_expressions.v[i]);
	for (uint32_t i = 0; i < t->match_fields.n; i++)
		n += field_fails(q, &t->match_fields.v[i]);
	return n;
}

static void find_failing(const struct question *q, const struct node_selector *required,
			 struct failing *f)
{
	*f = (struct failing){ .required = required, .count = UINT32_MAX };
	for (uint32_t i = 0; i < required->terms.n; i++) {
		const struct node_selector_term *t = &required->terms.v[i];
		uint32_t n = count_failing(q, t);

		if (!n || n >= f->count)
			continue;
		f->term = t;
		f->term_index = i;
		f->count = n;
		f->total = t->match_expressions.n + t->match_fields.n;
	}
}

static struct change *expression_change(const struct question *q, enum change_id id,
					const struct failing *f, const struct selector_req *r,
					bool fields, sym value)
{
	struct strbuf text = STRBUF_INIT;
	struct change *c;

	for (uint32_t i = 0; i < r->values.n; i++)
		strbuf_addf(&text, " %s", sym_text(r->values.v[i]));
	c = new_change(q, id, "%u %s %d%s %s", (unsigned)f->term_index, sym_text(r->key), (int)r->op,
		       text.buf, sym_text(value));
	strbuf_release(&text);
	c->item = keep(q, r, sizeof(*r));
	c->index = f->term_index;
	c->flag = fields;
	c->key = r->key;
	c->value = value;
	return c;
}

static void fix_expression(const struct question *q, struct repair *r, const struct failing *f,
			   const struct selector_req *req, bool fields, bool widen)
{
	sym has = labels_get(&q->node->node->meta.labels, req->key);
	struct change *c;

	if (fields)
		has = q->node->node->meta.name;
	if (widen && req->op == OP_IN && has.s && !fields) {
		c = expression_change(q, CHANGE_AFFINITY_VALUE, f, req, fields, has);
		if (req->values.n == 1)
			c->note = value_note(q, req->key, req->values.v[0], has);
	} else {
		c = expression_change(q, CHANGE_EXPRESSION_DROP, f, req, fields, (sym){ NULL });
		if (req->op == OP_IN && req->values.n == 1 && !fields)
			c->note = value_note(q, req->key, req->values.v[0], (sym){ NULL });
	}
	repair_add(q, r, c);
}

static void drop_required(const struct question *q, struct repair *r, const struct failing *f)
{
	struct change *c = new_change(q, CHANGE_NODE_AFFINITY_DROP, "all");
	const struct node_selector_term *t = f->term;

	if (t && f->required->terms.n == 1 && f->total == 1)
		c->item = keep(q, t->match_expressions.n ? t->match_expressions.v :
							   t->match_fields.v,
			       sizeof(struct selector_req));
	repair_add(q, r, c);
}

/* Values are widened where that is enough; a term that would be left empty matches nothing. */
static void fix_term(const struct question *q, struct repair *r, const struct failing *f, bool widen)
{
	uint32_t dropped = 0;

	if (f->term)
		for (uint32_t i = 0; i < f->term->match_expressions.n; i++) {
			const struct selector_req *e = &f->term->match_expressions.v[i];

			dropped += expression_fails(q, e) &&
				   !(widen && e->op == OP_IN &&
				     labels_get(&q->node->node->meta.labels, e->key).s);
		}
	for (uint32_t i = 0; f->term && i < f->term->match_fields.n; i++)
		dropped += field_fails(q, &f->term->match_fields.v[i]);
	if (!f->term || dropped == f->total) {
		drop_required(q, r, f);
		return;
	}
	for (uint32_t i = 0; i < f->term->match_expressions.n && r->n < REPAIR_MAX; i++)
		if (expression_fails(q, &f->term->match_expressions.v[i]))
			fix_expression(q, r, f, &f->term->match_expressions.v[i], false, widen);
	for (uint32_t i = 0; i < f->term->match_fields.n && r->n < REPAIR_MAX; i++)
		if (field_fails(q, &f->term->match_fields.v[i]))
			fix_expression(q, r, f, &f->term->match_fields.v[i], true, widen);
}

/* The node gets the labels instead; false: some cannot be given. */
static bool relabel_term(const struct question *q, struct repair *r, const struct failing *f)
{
	if (!f->term)
		return false;
	for (uint32_t i = 0; i < f->term->match_fields.n; i++)
		if (field_fails(q, &f->term->match_fields.v[i]))
			return false;
	for (uint32_t i = 0; i < f->term->match_expressions.n; i++) {
		const struct selector_req *e = &f->term->match_expressions.v[i];

		if (!expression_fails(q, e))
			continue;
		if (is_given(e->key) || (e->op != OP_IN && e->op != OP_EXISTS) ||
		    (e->op == OP_IN && !e->values.n))
			return false;
		if (r->n == REPAIR_MAX)
			return false;
		repair_add(q, r, relabel(q, e->key, e->op == OP_IN ? e->values.v[0] :
							view_sym(q->trial->view, "true")));
	}
	return true;
}

static bool relabel_selector(const struct question *q, struct repair *r)
{
	const struct labels *wanted = &asked_pod(q)->spec.node_selector;

	for (uint32_t i = 0; i < wanted->n; i++) {
		if (!entry_fails(q, &wanted->v[i]))
			continue;
		if (is_given(wanted->v[i].key) || r->n == REPAIR_MAX)
			return false;
		repair_add(q, r, relabel(q, wanted->v[i].key, wanted->v[i].value));
	}
	return true;
}

static const struct node_selector *failing_selector(const struct question *q,
						    const struct node_affinity *a)
{
	const struct meta *m = &q->node->node->meta;

	if (!a || !a->required || node_selector_matches(a->required, &m->labels, m->name))
		return NULL;
	return a->required;
}

static void relabel_node(const struct question *q, const struct node_selector *required,
			 const struct node_selector *added)
{
	struct repair *r = new_repair(q);
	struct failing f;
	bool can = relabel_selector(q, r);

	if (can && required) {
		find_failing(q, required, &f);
		can = relabel_term(q, r, &f);
	}
	if (can && added) {
		find_failing(q, added, &f);
		can = relabel_term(q, r, &f);
	}
	if (!can || !r->n)
		withdraw(q);
}

static void change_pod(const struct question *q, const struct node_selector *required, bool widen)
{
	const struct labels *wanted = &asked_pod(q)->spec.node_selector;
	struct repair *r = new_repair(q);
	struct failing f;

	for (uint32_t i = 0; i < wanted->n && r->n < REPAIR_MAX; i++) {
		if (!entry_fails(q, &wanted->v[i]))
			continue;
		if (sym_is(wanted->v[i].key, "kubernetes.io/os")) { /* the image is for that one */
			withdraw(q);
			return;
		}
		if (widen)
			change_entry(q, r, &wanted->v[i]);
		else
			drop_entry(q, r, &wanted->v[i]);
	}
	if (required) {
		find_failing(q, required, &f);
		fix_term(q, r, &f, widen);
	}
	if (!r->n || r->n >= REPAIR_MAX)
		withdraw(q);
}

/* The controller ties each pod of a DaemonSet to one node: nobody can change that. */
static bool is_for_another_node(const struct question *q, const struct node_affinity *a)
{
	const struct owner *owner = meta_controller(&asked_pod(q)->meta);
	const struct node_selector *required = a ? a->required : NULL;

	if (!owner || !sym_is(owner->kind, "DaemonSet") || !required)
		return false;
	for (uint32_t i = 0; i < required->terms.n; i++)
		for (uint32_t k = 0; k < required->terms.v[i].match_fields.n; k++)
			if (field_fails(q, &required->terms.v[i].match_fields.v[k]))
				return true;
	return false;
}

void options_node_affinity(struct question *q)
{
	const struct affinity *a = asked_pod(q)->spec.affinity;
	const struct node_selector *required, *added;

	if (!q->node || is_for_another_node(q, a ? a->node : NULL))
		return;
	required = failing_selector(q, a ? a->node : NULL);
	added = failing_selector(q, cycle_in(q->cycle)->profile->added_affinity);
	if (!added) {
		change_pod(q, required, true);
		change_pod(q, required, false);
	}
	relabel_node(q, required, added);
}
