/* Mirrors AffinityTerm of pkg/scheduler/framework/types.go, v1.36. */
#include "replay/affinity_terms.h"

#define NAMESPACE_NAME_LABEL "kubernetes.io/metadata.name"

const struct pod_affinity_terms *required_affinity(const struct pod *p)
{
	return p->spec.affinity && p->spec.affinity->pod ? &p->spec.affinity->pod->required : NULL;
}

const struct pod_affinity_terms *required_anti_affinity(const struct pod *p)
{
	return p->spec.affinity && p->spec.affinity->pod_anti
		   ? &p->spec.affinity->pod_anti->required
		   : NULL;
}

/* --- what does not parse --- */

static const char *term_error(const struct pod_affinity_term *t)
{
	const char *error = label_selector_invalid(t->selector);

	return error ? error : label_selector_invalid(t->namespace_selector);
}

static const char *first_error(const struct pod_affinity_terms *specs)
{
	const char *error = NULL;

	for (uint32_t i = 0; i < specs->n && !error; i++)
		error = term_error(&specs->v[i]);
	return error;
}

static const char *first_preferred_error(const struct pod_affinity *a)
{
	const char *error = NULL;

	for (uint32_t i = 0; i < a->preferred.n && !error; i++)
		error = term_error(&a->preferred.v[i].term);
	return error;
}

bool affinity_parse_errors(const struct pod *p, struct strbuf *out)
{
	static const struct pod_affinity none;
	const struct affinity *a = p->spec.affinity;
	const struct pod_affinity *pod = a && a->pod ? a->pod : &none;
	const struct pod_affinity *anti = a && a->pod_anti ? a->pod_anti : &none;
	const struct {
		const char *list, *error;
	} errors[] = {
		{ "requiredAffinityTerms", first_error(&pod->required) },
		{ "requiredAntiAffinityTerms", first_error(&anti->required) },
		{ "preferredAffinityTerms", first_preferred_error(pod) },
		{ "preferredAntiAffinityTerms", first_preferred_error(anti) },
	};
	size_t count = 0, written = 0;

	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		count += errors[i].error != NULL;
	if (count > 1)
		strbuf_addc(out, '[');
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (errors[i].error)
			strbuf_addf(out, "%s%s: %s", written++ ? ", " : "", errors[i].list,
				    errors[i].error);
	if (count > 1)
		strbuf_addc(out, ']');
	return count;
}

/* --- namespaces --- */

static bool lists(const struct syms *names, sym name)
{
	for (uint32_t i = 0; i < names->n; i++)
		if (sym_eq(names->v[i], name))
			return true;
	return false;
}

/* Every namespace carries its name as a label, so that much is known without reading it. */
static enum match matches_by_name(const struct label_selector *s, sym name_label, sym namespace_)
{
	struct label label = { name_label, namespace_ };
	const struct labels known = { &label, 1 };
	enum match result = MATCH_YES;

	for (uint32_t i = 0; i < s->match_labels.n; i++) {
		const struct label *l = &s->match_labels.v[i];

		if (!sym_eq(l->key, name_label))
			result = MATCH_MAYBE;
		else if (!sym_eq(l->value, namespace_))
			return MATCH_NO;
	}
	for (uint32_t i = 0; i < s->match_expressions.n; i++) {
		const struct selector_req *r = &s->match_expressions.v[i];

		if (!sym_eq(r->key, name_label))
			result = MATCH_MAYBE;
		else if (!node_requirement_matches(r, &known, NULL))
			return MATCH_NO;
	}
	return result;
}

/* unlisted: the answer where namespaces were read and this one is not among them. */
static enum match selects_namespace(const struct cycle_input *in, const struct label_selector *s,
				    sym namespace_, enum match unlisted)
{
	const struct namespace_ *ns;
	enum coverage coverage;

	if (label_selector_is_empty(s))
		return MATCH_YES;
	ns = VIEW_FIND(in->view, NAMESPACE, namespace_, (sym){ NULL }, namespace_);
	if (ns)
		return label_selector_matches(s, &ns->meta.labels) ? MATCH_YES : MATCH_NO;
	coverage = view_coverage(in->view, KIND_NAMESPACE);
	if (coverage == COVER_READ || coverage == COVER_ABSENT)
		return unlisted;
	return matches_by_name(s, view_sym(in->view, NAMESPACE_NAME_LABEL), namespace_);
}

static bool matches_no_labels(const struct label_selector *s)
{
	const struct labels none = { NULL, 0 };

	return label_selector_matches(s, &none);
}

/*
 * The scheduler lists the namespaces that the selector matches once per cycle.  Since 1.34 it also
 * holds the selector against an empty label set for each pod (kubernetes issue 141526), so a
 * selector made of NotIn and DoesNotExist finds every namespace.
 */
static enum match term_selects(const struct affinity_term *t, const struct cycle_input *in,
			       sym namespace_)
{
	const struct label_selector *s = t->spec->namespace_selector;

	if (lists(&t->spec->namespaces, namespace_))
		return MATCH_YES;
	if (!s)
		return MATCH_NO;
	if (in->release->namespace_selector_quirk && matches_no_labels(s))
		return MATCH_YES;
	return selects_namespace(in, s, namespace_, MATCH_NO);
}

static enum match term_namespace(struct affinity_term *t, const struct cycle_input *in,
				 sym namespace_)
{
	union pairmap_value *known;

	if (t->own_namespace_only)
		return sym_eq(namespace_, in->pod->meta.namespace_) ? MATCH_YES : MATCH_NO;
	if (!namespace_.s || sym_eq(namespace_, t->last_namespace))
		return namespace_.s ? t->last_match : MATCH_NO;
	known = pairmap_get(&t->namespaces, namespace_.s, NULL);
	if (!known) {
		known = pairmap_put(&t->namespaces, namespace_.s, NULL);
		known->num = term_selects(t, in, namespace_);
	}
	t->last_namespace = namespace_;
	t->last_match = (enum match)known->num;
	return t->last_match;
}

/* --- pods that could not be read --- */

/* Whether the term looks outside the pod's own namespace, as far as namespaces are known. */
static bool leaves_own_namespace(struct affinity_term *t, const struct cycle_input *in)
{
	sym own = in->pod->meta.namespace_;
	const struct objects *namespaces;

	if (t->own_namespace_only)
		return false;
	for (uint32_t i = 0; i < t->spec->namespaces.n; i++)
		if (!sym_eq(t->spec->namespaces.v[i], own))
			return true;
	if (!t->spec->namespace_selector)
		return false;
	if (view_coverage(in->view, KIND_NAMESPACE) != COVER_READ)
		return true;
	if (in->release->namespace_selector_quirk && matches_no_labels(t->spec->namespace_selector))
		return true;
	namespaces = view_objects(in->view, KIND_NAMESPACE);
	for (size_t i = 0; i < namespaces->n; i++)
		if (!sym_eq(namespaces->v[i]->name, own) &&
		    term_namespace(t, in, namespaces->v[i]->name) != MATCH_NO)
			return true;
	return false;
}

static bool reaches_hidden(struct affinity_term *t, const struct cycle_input *in)
{
	if (t->selector.nothing)
		return false;
	switch (view_coverage(in->view, KIND_POD)) {
	case COVER_NONE:
		return true;
	case COVER_NAMESPACE:
		return view_hides_pods_nearby(in->view) || leaves_own_namespace(t, in);
	case COVER_READ:
	case COVER_ABSENT:
		break;
	}
	return view_hides_pods_nearby(in->view);
}

/* --- terms --- */

void affinity_terms_init(struct affinity_terms *ts, const struct cycle_input *in,
			 const struct pod_affinity_terms *specs)
{
	uint32_t n = specs ? specs->n : 0;

	*ts = (struct affinity_terms){ NULL, 0 };
	if (!n)
		return;
	ts->n = n;
	ts->v = ARENA_ARRAY(in->arena, n, struct affinity_term);
	for (uint32_t i = 0; i < n; i++) {
		struct affinity_term *t = &ts->v[i];

		t->spec = &specs->v[i];
		t->selector = pod_selector_of(t->spec->selector);
		t->own_namespace_only = !t->spec->namespaces.n && !t->spec->namespace_selector;
		pairmap_init(&t->namespaces, in->arena);
		t->reaches_hidden = reaches_hidden(t, in);
	}
}

enum match affinity_term_matches(struct affinity_term *t, const struct cycle_input *in,
				 sym namespace_, const struct labels *l)
{
	enum match m = term_namespace(t, in, namespace_);

	return m == MATCH_NO || !pod_selector_matches(&t->selector, l) ? MATCH_NO : m;
}

enum match affinity_terms_match(struct affinity_terms *ts, const struct cycle_input *in,
				sym namespace_, const struct labels *l)
{
	enum match all = ts->n ? MATCH_YES : MATCH_NO;

	for (uint32_t i = 0; i < ts->n && all != MATCH_NO; i++)
		all = match_and(all, affinity_term_matches(&ts->v[i], in, namespace_, l));
	return all;
}

static enum match owner_namespaces(const struct pod_affinity_term *spec, sym owner, sym namespace_)
{
	if (lists(&spec->namespaces, namespace_))
		return MATCH_YES;
	if (spec->namespace_selector)
		return MATCH_MAYBE; /* it has to be asked */
	return !spec->namespaces.n && sym_eq(owner, namespace_) ? MATCH_YES : MATCH_NO;
}

/* What costs is asked last: the selector of namespaces, and whether the terms parse at all. */
enum match existing_term_matches(const struct pod_affinity_terms *specs, uint32_t i,
				 sym owner_namespace, const struct cycle_input *in)
{
	const struct pod_affinity_term *spec = &specs->v[i];
	const struct meta *pod = &in->pod->meta;
	enum match m = owner_namespaces(spec, owner_namespace, pod->namespace_);

	if (m == MATCH_NO || !label_selector_matches(spec->selector, &pod->labels))
		return MATCH_NO;
	if (m == MATCH_MAYBE)
		m = selects_namespace(in, spec->namespace_selector, pod->namespace_,
				      matches_no_labels(spec->namespace_selector) ? MATCH_YES
										  : MATCH_NO);
	return m == MATCH_NO || first_error(specs) ? MATCH_NO : m;
}

void affinity_term_text(const char *rule, const struct pod_affinity_term *spec, struct strbuf *out)
{
	const struct pod_selector selector = pod_selector_of(spec->selector);

	strbuf_addf(out, "%s ", rule);
	pod_selector_text(&selector, out);
	strbuf_addf(out, " in %s", sym_text(spec->topology_key));
}
