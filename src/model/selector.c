/*
 * Matching follows labels.Requirement.Matches and nodeaffinity.nodeSelectorTerm.match; what is
 * refused follows labels.NewRequirement and nodeaffinity's parse errors.
 *
 * A selector that is refused matches nothing.  The refusal is looked for last, only where
 * everything else matches: that is rare among the many objects a selector is tried on.
 */
#include "model/selector.h"

const char *selector_op_name(enum selector_op op)
{
	switch (op) {
	case OP_OTHER:
		return "?";
	case OP_IN:
		return "In";
	case OP_NOT_IN:
		return "NotIn";
	case OP_EXISTS:
		return "Exists";
	case OP_DOES_NOT_EXIST:
		return "DoesNotExist";
	case OP_GT:
		return "Gt";
	case OP_LT:
		return "Lt";
	}
	return "?";
}

static bool has_value(const struct syms *values, sym value)
{
	uint32_t i;

	for (i = 0; i < values->n; i++) {
		if (sym_same(values->v[i], value))
			return true;
	}
	return false;
}

/* Both sides have to be integers. */
static bool compares(const struct selector_req *r, sym label)
{
	int64_t have, limit;

	if (r->values.n != 1 || !parse_int64(sym_text(label), &have) ||
	    !parse_int64(sym_text(r->values.v[0]), &limit))
		return false;
	return r->op == OP_GT ? have > limit : have < limit;
}

static bool req_holds(const struct selector_req *r, const struct labels *l)
{
	const struct label *label = labels_find(l, r->key);

	switch (r->op) {
	case OP_IN:
		return label && has_value(&r->values, label->value);
	case OP_NOT_IN:
		return !label || !has_value(&r->values, label->value);
	case OP_EXISTS:
		return label;
	case OP_DOES_NOT_EXIST:
		return !label;
	case OP_GT:
	case OP_LT:
		return label && compares(r, label->value);
	case OP_OTHER:
		break;
	}
	return false;
}

static const char *values_invalid(const struct selector_req *r)
{
	uint32_t i;

	for (i = 0; i < r->values.n; i++) {
		if (!label_value_valid(sym_text(r->values.v[i])))
			return "not a valid label value";
	}
	return NULL;
}

static const char *count_invalid(const struct selector_req *r)
{
	int64_t ignored;

	switch (r->op) {
	case OP_IN:
		return r->values.n ? NULL : "In needs at least one value";
	case OP_NOT_IN:
		return r->values.n ? NULL : "NotIn needs at least one value";
	case OP_EXISTS:
		return r->values.n ? "Exists takes no values" : NULL;
	case OP_DOES_NOT_EXIST:
		return r->values.n ? "DoesNotExist takes no values" : NULL;
	case OP_GT:
	case OP_LT:
		if (r->values.n != 1)
			return "Gt and Lt need exactly one value";
		if (!parse_int64(sym_text(r->values.v[0]), &ignored))
			return "Gt and Lt need an integer";
		return NULL;
	case OP_OTHER:
		break;
	}
	return "unknown operator";
}

static const char *req_invalid(const struct selector_req *r)
{
	const char *why;

	if (!label_key_valid(sym_text(r->key)))
		return "not a valid label key";
	why = count_invalid(r);
	return why ? why : values_invalid(r);
}

const char *label_selector_invalid(const struct label_selector *s)
{
	const char *why;
	uint32_t i;

	if (!s)
		return NULL;
	for (i = 0; i < s->match_labels.n; i++) {
		if (!label_key_valid(sym_text(s->match_labels.v[i].key)))
			return "not a valid label key";
		if (!label_value_valid(sym_text(s->match_labels.v[i].value)))
			return "not a valid label value";
	}
	for (i = 0; i < s->match_expressions.n; i++) {
		const struct selector_req *r = &s->match_expressions.v[i];

		/* node selectors only */
		why = r->op == OP_GT || r->op == OP_LT ? "unknown operator" : req_invalid(r);
		if (why)
			return why;
	}
	return NULL;
}

void label_selector_check(struct label_selector *s)
{
	s->valid = label_selector_invalid(s) ? TRI_FALSE : TRI_TRUE;
}

bool label_selector_is_empty(const struct label_selector *s)
{
	return s && s->match_labels.n == 0 && s->match_expressions.n == 0;
}

bool label_selector_matches(const struct label_selector *s, const struct labels *l)
{
	uint32_t i;

	if (!s || s->valid == TRI_FALSE)
		return false;
	for (i = 0; i < s->match_labels.n; i++) {
		const struct label *label = labels_find(l, s->match_labels.v[i].key);

		if (!label || !sym_same(label->value, s->match_labels.v[i].value))
			return false;
	}
	for (i = 0; i < s->match_expressions.n; i++) {
		if (!req_holds(&s->match_expressions.v[i], l))
			return false;
	}
	return s->valid == TRI_TRUE || !label_selector_invalid(s);
}

bool node_requirement_matches(const struct selector_req *r, const struct labels *l, bool *ret_bad)
{
	bool bad = req_invalid(r);

	if (ret_bad)
		*ret_bad = bad;
	return !bad && req_holds(r, l);
}

/* Fields: one value, equal or not; metadata.name is the only one that is ever set. */
static bool field_invalid(const struct selector_req *r)
{
	return (r->op != OP_IN && r->op != OP_NOT_IN) || r->values.n != 1;
}

static bool field_holds(const struct selector_req *r, sym node_name)
{
	sym field = sym_is(r->key, "metadata.name") ? node_name : (sym){ NULL };

	return sym_same(field, r->values.v[0]) == (r->op == OP_IN);
}

static bool term_invalid(const struct node_selector_term *t)
{
	uint32_t i;

	for (i = 0; i < t->match_expressions.n; i++) {
		if (req_invalid(&t->match_expressions.v[i]))
			return true;
	}
	for (i = 0; i < t->match_fields.n; i++) {
		if (field_invalid(&t->match_fields.v[i]))
			return true;
	}
	return false;
}

/* A node without a name has no fields, and then they are not looked at. */
bool node_term_matches(const struct node_selector_term *t, const struct labels *l, sym node_name)
{
	uint32_t i;

	if (t->match_expressions.n == 0 && t->match_fields.n == 0)
		return false;
	for (i = 0; i < t->match_expressions.n; i++) {
		if (!req_holds(&t->match_expressions.v[i], l))
			return false;
	}
	for (i = 0; i < t->match_fields.n && !sym_empty(node_name); i++) {
		const struct selector_req *r = &t->match_fields.v[i];

		if (field_invalid(r) || !field_holds(r, node_name))
			return false;
	}
	return !term_invalid(t);
}

bool node_selector_matches(const struct node_selector *s, const struct labels *l, sym node_name)
{
	uint32_t i;

	if (!s)
		return true;
	for (i = 0; i < s->terms.n; i++) {
		if (node_term_matches(&s->terms.v[i], l, node_name))
			return true;
	}
	return false;
}

bool node_selector_matches_labels_only(const struct node_selector *s, const struct labels *l)
{
	return node_selector_matches(s, l, (sym){ NULL });
}

void selector_req_text(struct strbuf *out, const struct selector_req *r)
{
	strbuf_addf(out, "%s %s", sym_text(r->key),
		    r->op == OP_OTHER ? sym_text(r->op_text) : selector_op_name(r->op));
	for (uint32_t i = 0; i < r->values.n; i++)
		strbuf_addf(out, "%s%s", i ? " " : " [", sym_text(r->values.v[i]));
	if (r->values.n)
		strbuf_addc(out, ']');
}
