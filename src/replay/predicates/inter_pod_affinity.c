/*
 * InterPodAffinity: required pod affinity and anti-affinity, of the pod and against it.
 *
 * Mirrors pkg/scheduler/framework/plugins/interpodaffinity, v1.36.  Known differences:
 *  - the text after "parsing pod: " words selector errors in its own way;
 *  - where pods or namespaces could not be read the answer may be unknown: each table then has a
 *    second one, of what may be there besides.
 */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "replay/affinity_culprits.h"
#include "replay/affinity_terms.h"
#include "replay/look_ahead.h"
#include "replay/topology.h"

#define REASON_AFFINITY "node(s) didn't match pod affinity rules"
#define REASON_ANTI "node(s) didn't match pod anti-affinity rules"
#define REASON_EXISTING "node(s) didn't satisfy existing pods anti-affinity rules"

/* Matching pods by the domains of one topology key. */
struct table {
	const struct topology *topology;
	int64_t *sure, *maybe; /* by domain; maybe is NULL until there is one */
};

struct counts {
	struct table **v; /* sorted by key */
	uint32_t n;
	uint32_t sure_entries, maybe_entries; /* domains that are not zero */
};

struct tally { /* what a pod adds to in the domain that it is in */
	const struct topology *topology;
	int64_t *counts;
	uint32_t *entries;
};

struct tallies {
	struct tally *v;
	uint32_t n, cap;
};

struct own_terms {
	struct affinity_terms terms;
	struct counts counts;
	struct table **tables; /* by term */
};

struct state {
	struct own_terms affinity, anti;
	struct counts by_existing;
	struct tallies tallies;	   /* of the pods that are being counted */
	enum match matches_itself; /* the pod matches all its affinity terms */
	bool hidden_affinity;	   /* pods that match all affinity terms may be hidden */
	bool hidden_rules;	   /* so may pods with rules against this one */
	bool nodes_hidden, astray; /* pods that count are on nodes that could not be read */
	enum kind hidden;	   /* what to name where the answer is not known */
	struct culprits *culprits;
};

/* --- tables --- */

static struct table *table_for(struct counts *c, const struct cycle_input *in, sym key)
{
	struct table *t;
	uint32_t i;

	for (i = 0; i < c->n; i++)
		if (sym_eq(c->v[i]->topology->key, key))
			return c->v[i];
	for (i = 0; i < c->n; i++)
		if (strcmp(sym_text(c->v[i]->topology->key), sym_text(key)) > 0)
			break;
	t = ARENA_NEW(in->arena, struct table);
	t->topology = topology_of(in->view, key, in->arena);
	t->sure = ARENA_ARRAY(in->arena, (size_t)t->topology->n + 1, int64_t);
	c->v = arena_grown(in->arena, c->v, c->n, sizeof(struct table *));
	memmove(c->v + i + 1, c->v + i, (c->n - i) * sizeof(struct table *));
	c->v[i] = t;
	c->n++;
	return t;
}

static enum match table_has(const struct table *t, uint32_t domain, bool hidden)
{
	if (t->sure[domain] > 0)
		return MATCH_YES;
	return hidden || (t->maybe && t->maybe[domain] > 0) ? MATCH_MAYBE : MATCH_NO;
}

static bool is_empty(const struct counts *c)
{
	return !c->sure_entries && !c->maybe_entries;
}

/* --- counting: pods come (1) or go (-1) --- */

static void add_tally(struct state *s, const struct cycle_input *in, struct counts *to, sym key,
		      enum match m)
{
	struct table *t;

	if (m == MATCH_NO)
		return;
	t = table_for(to, in, key);
	if (m == MATCH_MAYBE && !t->maybe)
		t->maybe = ARENA_ARRAY(in->arena, (size_t)t->topology->n + 1, int64_t);
	s->tallies.v[s->tallies.n++] = (struct tally){
		t->topology, m == MATCH_YES ? t->sure : t->maybe,
		m == MATCH_YES ? &to->sure_entries : &to->maybe_entries
	};
}

static void start_tallies(struct tallies *l, const struct cycle_input *in, size_t most)
{
	l->n = 0;
	if (most <= l->cap)
		return;
	l->cap = (uint32_t)most;
	l->v = ARENA_ARRAY(in->arena, most, struct tally);
}

/* A pod counts for an affinity term only if it matches all of them. */
static void find_tallies(struct state *s, const struct cycle_input *in, const struct pod_group *g)
{
	const struct affinity_terms *affinity = &s->affinity.terms, *anti = &s->anti.terms;
	enum match all = affinity_terms_match(&s->affinity.terms, in, g->namespace_, &g->labels);

	start_tallies(&s->tallies, in,
		      (size_t)affinity->n + anti->n + (g->anti ? g->anti->n : 0));
	for (uint32_t i = 0; i < affinity->n; i++)
		add_tally(s, in, &s->affinity.counts, affinity->v[i].spec->topology_key, all);
	for (uint32_t i = 0; i < anti->n; i++)
		add_tally(s, in, &s->anti.counts, anti->v[i].spec->topology_key,
			  affinity_term_matches(&anti->v[i], in, g->namespace_, &g->labels));
	for (uint32_t i = 0; g->anti && i < g->anti->n; i++)
		add_tally(s, in, &s->by_existing, g->anti->v[i].topology_key,
			  existing_term_matches(g->anti, i, g->namespace_, in));
}

static void count_on(const struct tallies *l, const struct node_info *n, int64_t delta)
{
	for (uint32_t i = 0; i < l->n; i++) {
		uint32_t domain = topology_domain(l->v[i].topology, n);
		int64_t *count = &l->v[i].counts[domain];

		if (!domain)
			continue;
		*l->v[i].entries += !*count;
		*count += delta;
		*l->v[i].entries -= !*count;
	}
}

static void count_group(struct state *s, const struct cycle_input *in, const struct pod_group *g)
{
	find_tallies(s, in, g);
	for (uint32_t i = 0; s->tallies.n && i < g->pods.n; i++) {
		look_ahead(&g->pods, i);
		if (g->pods.v[i]->node)
			count_on(&s->tallies, g->pods.v[i]->node, 1);
		else if (s->nodes_hidden && !sym_empty(g->pods.v[i]->pod->spec.node_name))
			s->astray = true;
	}
}

/* Such pods may be in any domain. */
static void let_astray_in(struct state *s)
{
	s->hidden_affinity = s->affinity.terms.n;
	for (uint32_t i = 0; i < s->anti.terms.n; i++)
		s->anti.terms.v[i].reaches_hidden = true;
	s->hidden_rules = true;
	s->hidden = KIND_NODE;
}

/* --- PreFilter --- */

/* A hidden pod has to match every term: one term that reaches only what was read rules it out. */
static bool affinity_hidden(const struct affinity_terms *ts)
{
	for (uint32_t i = 0; i < ts->n; i++)
		if (!ts->v[i].reaches_hidden)
			return false;
	return ts->n;
}

static bool parse_fails(const struct cycle_input *in, struct outcome *out)
{
	struct strbuf errors = STRBUF_INIT;
	bool fails = affinity_parse_errors(in->pod, &errors);

	if (fails)
		outcome_rejectf(out, CODE_UNRESOLVABLE, "parsing pod: %s", errors.buf);
	strbuf_release(&errors);
	return fails;
}

static void own_terms_init(struct own_terms *o, const struct cycle_input *in,
			   const struct pod_affinity_terms *specs)
{
	affinity_terms_init(&o->terms, in, specs);
	o->tables = ARENA_ARRAY(in->arena, o->terms.n, struct table *);
	for (uint32_t i = 0; i < o->terms.n; i++)
		o->tables[i] = table_for(&o->counts, in, o->terms.v[i].spec->topology_key);
}

static void state_init(struct state *s, const struct cycle_input *in)
{
	const struct meta *m = &in->pod->meta;

	own_terms_init(&s->affinity, in, required_affinity(in->pod));
	own_terms_init(&s->anti, in, required_anti_affinity(in->pod));
	s->matches_itself =
		affinity_terms_match(&s->affinity.terms, in, m->namespace_, &m->labels);
	s->hidden_affinity = affinity_hidden(&s->affinity.terms);
	s->hidden_rules = view_hides_pod_rules(in->view);
	s->hidden = s->hidden_rules || view_hides_pods_nearby(in->view) ? KIND_POD : KIND_NAMESPACE;
	s->nodes_hidden = view_hides_nodes(in->view);
	s->culprits = culprits_new(in, &s->anti.terms);
}

static enum code prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			   struct outcome *out)
{
	const struct pod_groups *groups = view_pod_groups(in->view);
	struct state *s = state;

	(void)keep;
	if (parse_fails(in, out))
		return CODE_UNRESOLVABLE;
	state_init(s, in);
	for (uint32_t i = 0; i < groups->n; i++)
		count_group(s, in, groups->v[i]);
	if (s->astray)
		let_astray_in(s);
	if (!s->affinity.terms.n && !s->anti.terms.n && !s->hidden_rules &&
	    is_empty(&s->by_existing))
		return CODE_SKIP;
	return CODE_SUCCESS;
}

/* --- evidence --- */

#define POINTER(rule) "/spec/affinity/" rule "/requiredDuringSchedulingIgnoredDuringExecution/%u"

static void tell_affinity(const struct affinity_term *t, uint32_t i, sym value, struct outcome *out)
{
	struct strbuf rule = STRBUF_INIT;
	char pointer[96];

	if (!outcome_wants_details(out))
		return;
	affinity_term_text("podAffinity", t->spec, &rule);
	snprintf(pointer, sizeof(pointer), POINTER("podAffinity"), i);
	outcome_detail(out, &(struct detail){ .type = DETAIL_TOPOLOGY,
					      .name = sym_text(t->spec->topology_key),
					      .wanted = rule.buf,
					      .observed = value.s,
					      .pointer = pointer });
	strbuf_release(&rule);
}

static void tell_pod(const struct pod_info *p, const struct pod_affinity_term *term, sym value,
		     const char *pointer, struct outcome *out)
{
	struct strbuf rule = STRBUF_INIT;

	if (!p)
		return;
	affinity_term_text("podAntiAffinity", term, &rule);
	outcome_detail(out, &(struct detail){ .type = DETAIL_POD,
					      .name = rule.buf,
					      .observed = value.s,
					      .object = object_ref_of(KIND_POD, &p->pod->meta),
					      .pointer = pointer });
	strbuf_release(&rule);
}

static void tell_anti(const struct state *s, const struct cycle_input *in, uint32_t i, sym value,
		      struct outcome *out)
{
	const struct affinity_term *t = &s->anti.terms.v[i];
	char pointer[96];

	if (!outcome_wants_details(out))
		return;
	snprintf(pointer, sizeof(pointer), POINTER("podAntiAffinity"), i);
	tell_pod(culprit_of_term(s->culprits, in, t, value), t->spec, value, pointer, out);
}

static void tell_existing(const struct state *s, const struct cycle_input *in, sym key, sym value,
			  struct outcome *out)
{
	const struct pod_affinity_term *term;
	const struct pod_info *p;

	if (!outcome_wants_details(out))
		return;
	p = culprit_of_domain(s->culprits, in, key, value, &term);
	tell_pod(p, term, value, NULL, out);
}

/* --- Filter: each rule says whether the node satisfies it --- */

/*
 * The first pod of a group may go anywhere: it matches its own terms and the table is empty.  That
 * looks at the table, not at pods: matching pods on nodes without the keys leave it empty.
 */
static enum match is_first_of_group(const struct state *s)
{
	if (s->affinity.counts.sure_entries)
		return MATCH_NO;
	if (s->affinity.counts.maybe_entries || s->hidden_affinity)
		return match_and(s->matches_itself, MATCH_MAYBE);
	return s->matches_itself;
}

static enum match affinity_holds(const struct state *s, const struct node_info *n,
				 struct outcome *out)
{
	const struct own_terms *own = &s->affinity;
	enum match all = MATCH_YES;

	for (uint32_t i = 0; i < own->terms.n; i++) {
		uint32_t domain = topology_domain(own->tables[i]->topology, n);

		if (!domain) {
			tell_affinity(&own->terms.v[i], i, (sym){ NULL }, out);
			return MATCH_NO;
		}
		all = match_and(all, table_has(own->tables[i], domain, s->hidden_affinity));
	}
	if (all != MATCH_YES)
		all = match_or(all, is_first_of_group(s));
	for (uint32_t i = 0; i < own->terms.n && all == MATCH_NO; i++) {
		const struct topology *t = own->tables[i]->topology;
		uint32_t domain = topology_domain(t, n);

		if (table_has(own->tables[i], domain, s->hidden_affinity) == MATCH_NO)
			tell_affinity(&own->terms.v[i], i, t->values[domain], out);
	}
	return all;
}

static enum match anti_holds(const struct state *s, const struct cycle_input *in,
			     const struct node_info *n, struct outcome *out)
{
	const struct own_terms *own = &s->anti;
	enum match holds = MATCH_YES;

	for (uint32_t i = 0; i < own->terms.n; i++) {
		const struct topology *t = own->tables[i]->topology;
		uint32_t domain = topology_domain(t, n);
		enum match has;

		if (!domain)
			continue;
		has = table_has(own->tables[i], domain, own->terms.v[i].reaches_hidden);
		if (has == MATCH_YES)
			tell_anti(s, in, i, t->values[domain], out);
		holds = match_and(holds, match_not(has));
	}
	return holds;
}

static enum match existing_holds(const struct state *s, const struct cycle_input *in,
				 const struct node_info *n, struct outcome *out)
{
	const struct counts *c = &s->by_existing;
	enum match holds = s->hidden_rules && n->node->meta.labels.n ? MATCH_MAYBE : MATCH_YES;

	for (uint32_t i = 0; i < c->n && !is_empty(c); i++) {
		const struct topology *t = c->v[i]->topology;
		uint32_t domain = topology_domain(t, n);
		enum match has;

		if (!domain)
			continue;
		has = table_has(c->v[i], domain, false);
		if (has == MATCH_YES)
			tell_existing(s, in, t->key, t->values[domain], out);
		holds = match_and(holds, match_not(has));
	}
	return holds;
}

/* After a rule that is not known no later one can be told: which of them rejects is not known. */
static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	const struct state *s = state;
	enum match m = affinity_holds(s, node, out);

	if (m == MATCH_NO)
		return outcome_reject(out, CODE_UNRESOLVABLE, REASON_AFFINITY);
	if (m == MATCH_YES) {
		m = anti_holds(s, in, node, out);
		if (m == MATCH_NO)
			return outcome_reject(out, CODE_UNSCHEDULABLE, REASON_ANTI);
	}
	if (m == MATCH_YES) {
		m = existing_holds(s, in, node, out);
		if (m == MATCH_NO)
			return outcome_reject(out, CODE_UNSCHEDULABLE, REASON_EXISTING);
	}
	if (m == MATCH_YES)
		return CODE_SUCCESS;
	return outcome_unknown(out, in->view, s->hidden);
}

/* --- hooks --- */

static void add_pod(const struct cycle_input *in, void *state, const struct pod_info *pod,
		    const struct node_info *node)
{
	struct state *s = state;

	find_tallies(s, in, pod->group);
	count_on(&s->tallies, node, 1);
	culprits_forget(s->culprits);
}

static void remove_pod(const struct cycle_input *in, void *state, const struct pod_info *pod,
		       const struct node_info *node)
{
	struct state *s = state;

	find_tallies(s, in, pod->group);
	count_on(&s->tallies, node, -1);
	culprits_forget(s->culprits);
}

const struct predicate predicate_inter_pod_affinity = {
	.name = "InterPodAffinity",
	.summary = N_("pod affinity and anti-affinity, of the pod and of pods that run"),
	.state_size = sizeof(struct state),
	.prefilter = prefilter,
	.filter = filter,
	.add_pod = add_pod,
	.remove_pod = remove_pod,
};
