/*
 * NodeAffinity: spec.nodeSelector, required node affinity, and the profile's addedAffinity.
 * Mirrors pkg/scheduler/framework/plugins/nodeaffinity and component-helpers GetRequiredNodeAffinity,
 * v1.36.  No known differences.
 */
#include "base/i18n.h"
#include "base/pairmap.h"
#include "model/selector.h"
#include "replay/profile.h"

#define REQUIRED_POINTER                                                                       \
	"/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"

static const struct node_selector *required_of(const struct pod *p)
{
	const struct affinity *a = p->spec.affinity;

	return a && a->node ? a->node->required : NULL;
}

static const struct node_selector *added_of(const struct profile *p)
{
	return p->added_affinity ? p->added_affinity->required : NULL;
}

static bool pins_names(const struct selector_req *r)
{
	return sym_is(r->key, "metadata.name") && r->op == OP_IN;
}

static bool has_value(const struct selector_req *r, sym value)
{
	for (uint32_t i = 0; i < r->values.n; i++)
		if (sym_eq(r->values.v[i], value))
			return true;
	return false;
}

static void add_name(const struct cycle_input *in, struct pairmap *seen, struct syms *names, sym name,
		     uint32_t *cap)
{
	union pairmap_value *known = pairmap_put(seen, name.s, NULL);

	if (known->num)
		return;
	known->num = 1;
	if (names->n == *cap) {
		sym *grown;

		*cap = *cap ? *cap * 2 : 4;
		grown = ARENA_ARRAY(in->arena, *cap, sym);
		if (names->n)
			memcpy(grown, names->v, names->n * sizeof(sym));
		names->v = grown;
	}
	names->v[names->n++] = name;
}

/* The names that all of a term's `metadata.name In` fields allow; false: the term has none. */
static bool term_names(const struct node_selector_term *t, const struct selector_req **ret_first)
{
	*ret_first = NULL;
	for (uint32_t i = 0; i < t->match_fields.n && !*ret_first; i++)
		if (pins_names(&t->match_fields.v[i]))
			*ret_first = &t->match_fields.v[i];
	return *ret_first != NULL;
}

static bool all_fields_allow(const struct node_selector_term *t, sym name)
{
	for (uint32_t i = 0; i < t->match_fields.n; i++)
		if (pins_names(&t->match_fields.v[i]) && !has_value(&t->match_fields.v[i], name))
			return false;
	return true;
}

/*
 * If every term pins node names, only those nodes are looked at.  False: some term does not, so
 * there is no restriction.
 */
static bool collect_names(const struct cycle_input *in, const struct node_selector *s,
			  struct syms *names)
{
	struct pairmap seen;
	uint32_t cap = 0;

	pairmap_init(&seen, in->arena);
	for (uint32_t i = 0; i < s->terms.n; i++) {
		const struct selector_req *first;

		if (!term_names(&s->terms.v[i], &first))
			return false;
		for (uint32_t k = 0; k < first->values.n; k++)
			if (all_fields_allow(&s->terms.v[i], first->values.v[k]))
				add_name(in, &seen, names, first->values.v[k], &cap);
	}
	return s->terms.n > 0;
}

static enum code prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			   struct outcome *out)
{
	const struct node_selector *required = required_of(in->pod);
	struct syms names = { 0 };

	(void)state;
	if (!required && !in->pod->spec.node_selector.v && !added_of(in->profile))
		return CODE_SKIP;
	if (!required || !collect_names(in, required, &names))
		return CODE_SUCCESS;
	if (!names.n) {
		outcome_detail(out, &(struct detail){ .type = DETAIL_LABEL,
						      .name = "metadata.name",
						      .pointer = REQUIRED_POINTER });
		return outcome_reject(out, CODE_UNRESOLVABLE, "pod affinity terms conflict");
	}
	keep->limited = true;
	keep->names = names;
	return CODE_SUCCESS;
}

/* "In [a b]", "Exists", "Gt [3]". */
static const char *wanted_text(struct arena *arena, const struct selector_req *r)
{
	const char *op = r->op == OP_OTHER ? sym_text(r->op_text) : selector_op_name(r->op);
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	if (!r->values.n)
		return op;
	strbuf_adds(&text, op);
	for (uint32_t i = 0; i < r->values.n; i++)
		strbuf_addf(&text, "%s%s", i ? " " : " [", sym_text(r->values.v[i]));
	strbuf_addc(&text, ']');
	copy = arena_strdup(arena, text.buf);
	strbuf_release(&text);
	return copy;
}

static void add_requirement(const struct cycle_input *in, const struct selector_req *r,
			    const char *observed, const char *pointer, struct outcome *out)
{
	outcome_detail(out, &(struct detail){ .type = DETAIL_LABEL,
					      .name = sym_text(r->key),
					      .wanted = wanted_text(in->arena, r),
					      .observed = observed,
					      .pointer = pointer });
}

static bool field_matches(const struct selector_req *r, sym node_name)
{
	struct selector_req field = *r;
	struct node_selector_term only = { .match_fields = { &field, 1 } };
	struct labels none = { 0 };

	return node_term_matches(&only, &none, node_name);
}

static uint32_t count_failing(const struct node_selector_term *t, const struct node *node)
{
	uint32_t failing = 0;

	for (uint32_t i = 0; i < t->match_expressions.n; i++)
		if (!node_requirement_matches(&t->match_expressions.v[i], &node->meta.labels, NULL))
			failing++;
	for (uint32_t i = 0; i < t->match_fields.n; i++)
		if (!field_matches(&t->match_fields.v[i], node->meta.name))
			failing++;
	return failing;
}

/* The term that is nearest to matching explains the rejection. */
static void explain_selector(const struct cycle_input *in, const struct node_selector *s,
			     const struct node *node, const char *pointer, struct outcome *out)
{
	const struct node_selector_term *best = NULL;
	uint32_t fewest = UINT32_MAX;

	for (uint32_t i = 0; i < s->terms.n; i++) {
		uint32_t failing = count_failing(&s->terms.v[i], node);

		if (failing < fewest && failing > 0) {
			fewest = failing;
			best = &s->terms.v[i];
		}
	}
	if (!best) { /* no terms, or only empty ones: nothing ever matches */
		outcome_detail(out, &(struct detail){ .type = DETAIL_LABEL, .pointer = pointer });
		return;
	}
	for (uint32_t i = 0; i < best->match_expressions.n; i++) {
		const struct selector_req *r = &best->match_expressions.v[i];

		if (!node_requirement_matches(r, &node->meta.labels, NULL))
			add_requirement(in, r, labels_get(&node->meta.labels, r->key).s, pointer, out);
	}
	for (uint32_t i = 0; i < best->match_fields.n; i++)
		if (!field_matches(&best->match_fields.v[i], node->meta.name))
			add_requirement(in, &best->match_fields.v[i], sym_text(node->meta.name),
					pointer, out);
}

/* Every key of nodeSelector with exactly that value; returns how many are missing. */
static uint32_t check_node_selector(const struct cycle_input *in, const struct node *node,
				    struct outcome *out)
{
	const struct labels *wanted = &in->pod->spec.node_selector;
	uint32_t missing = 0;

	for (uint32_t i = 0; i < wanted->n; i++) {
		sym has = labels_get(&node->meta.labels, wanted->v[i].key);

		if (has.s && sym_same(has, wanted->v[i].value))
			continue;
		missing++;
		outcome_detail(out, &(struct detail){ .type = DETAIL_LABEL,
						      .name = sym_text(wanted->v[i].key),
						      .wanted = sym_text(wanted->v[i].value),
						      .observed = has.s,
						      .pointer = "/spec/nodeSelector" });
	}
	return missing;
}

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	const struct node_selector *added = added_of(in->profile), *required = required_of(in->pod);
	const struct meta *m = &node->node->meta;
	bool fits;

	(void)state;
	if (added && !node_selector_matches(added, &m->labels, m->name)) {
		if (outcome_wants_details(out))
			explain_selector(in, added, node->node, NULL, out);
		return outcome_reject(out, CODE_UNRESOLVABLE,
				      "node(s) didn't match scheduler-enforced node affinity");
	}
	fits = check_node_selector(in, node->node, out) == 0;
	if (!node_selector_matches(required, &m->labels, m->name)) {
		fits = false;
		if (outcome_wants_details(out))
			explain_selector(in, required, node->node, REQUIRED_POINTER, out);
	}
	if (fits)
		return CODE_SUCCESS;
	return outcome_reject(out, CODE_UNRESOLVABLE,
			      "node(s) didn't match Pod's node affinity/selector");
}

const struct predicate predicate_node_affinity = {
	.name = "NodeAffinity",
	.summary = N_("the node has the labels that nodeSelector and node affinity require"),
	.prefilter = prefilter,
	.filter = filter,
};
