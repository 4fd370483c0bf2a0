/*
 * InterPodAffinity: required pod affinity and anti-affinity, of the pod and against it.
 *
 * Mirrors pkg/scheduler/framework/plugins/interpodaffinity, v1.36.  Known differences:
 *  - the text after "parsing pod: " words selector errors in its own way;
 *  - where pods or namespaces could not be read the answer may be unknown: each table then has a
 *    second one, of what may be there besides.
 */
#include <stdio.h>

#include "replay/affinity_culprits.h"
#include "replay/affinity_terms.h"
#include "replay/look_ahead.h"

#define REASON_AFFINITY "node(s) didn't match pod affinity rules"
#define REASON_ANTI "node(s) didn't match pod anti-affinity rules"
#define REASON_EXISTING "node(s) didn't satisfy existing pods anti-affinity rules"

/* Matching pods per (topology key, value). */
struct counts {
	struct pairmap sure, maybe;
	uint32_t sure_entries, maybe_entries; /* that are not zero */
};

struct state {
	struct affinity_terms affinity, anti;
	struct counts by_affinity, by_anti, by_existing;
	enum match matches_itself; /* the pod matches all its affinity terms */
	bool hidden_affinity;	   /* pods that match all affinity terms may be hidden */
	bool hidden_pods;
	struct culprits *culprits;
};

/* --- tables --- */

static void counts_init(struct counts *c, struct arena *a)
{
	pairmap_init(&c->sure, a);
	pairmap_init(&c->maybe, a);
}

static void add(struct pairmap *m, uint32_t *entries, sym key, sym value, int64_t delta)
{
	union pairmap_value *v = pairmap_put(m, key.s, value.s);

	if (!v->num)
		++*entries;
	v->num += delta;
	if (!v->num)
		--*entries;
}

static void counts_add(struct counts *c, sym key, sym value, enum match m, int64_t delta)
{
	if (m == MATCH_YES)
		add(&c->sure, &c->sure_entries, key, value, delta);
	else if (m == MATCH_MAYBE)
		add(&c->maybe, &c->maybe_entries, key, value, delta);
}

static bool positive(const struct pairmap *m, sym key, sym value)
{
	const union pairmap_value *v = pairmap_get(m, key.s, value.s);

	return v && v->num > 0;
}

static enum match counts_has(const struct counts *c, sym key, sym value, bool hidden)
{
	if (positive(&c->sure, key, value))
		return MATCH_YES;
	return hidden || positive(&c->maybe, key, value) ? MATCH_MAYBE : MATCH_NO;
}

/* --- counting: a pod comes (1) or goes (-1) --- */

/* A pod counts for an affinity term only if it matches all of them. */
static void count_affinity(struct state *s, const struct cycle_input *in, const struct labels *l,
			   const struct pod *p, int64_t delta)
{
	enum match m = affinity_terms_match(&s->affinity, in, p);

	for (uint32_t i = 0; i < s->affinity.n && m != MATCH_NO; i++) {
		sym key = s->affinity.v[i].spec->topology_key;
		sym value = labels_get(l, key);

		if (value.s)
			counts_add(&s->by_affinity, key, value, m, delta);
	}
}

static void count_anti(struct state *s, const struct cycle_input *in, const struct labels *l,
		       const struct pod *p, int64_t delta)
{
	for (uint32_t i = 0; i < s->anti.n; i++) {
		sym key = s->anti.v[i].spec->topology_key, value;
		enum match m = affinity_term_matches(&s->anti.v[i], in, p);

		if (m == MATCH_NO)
			continue;
		value = labels_get(l, key);
		if (value.s)
			counts_add(&s->by_anti, key, value, m, delta);
	}
}

static void count_existing(struct state *s, const struct cycle_input *in, const struct labels *l,
			   const struct pod *owner, int64_t delta)
{
	const struct pod_affinity_terms *specs = required_anti_affinity(owner);

	for (uint32_t i = 0; specs && i < specs->n; i++) {
		enum match m = existing_term_matches(specs, i, owner, in);
		sym value;

		if (m == MATCH_NO)
			continue;
		value = labels_get(l, specs->v[i].topology_key);
		if (value.s)
			counts_add(&s->by_existing, specs->v[i].topology_key, value, m, delta);
	}
}

static void count_pod(struct state *s, const struct cycle_input *in, const struct pod_info *p,
		      const struct node_info *n, int64_t delta)
{
	const struct labels *l = &n->node->meta.labels;

	if (s->affinity.n)
		count_affinity(s, in, l, p->pod, delta);
	if (s->anti.n)
		count_anti(s, in, l, p->pod, delta);
	if (p->required_anti_affinity)
		count_existing(s, in, l, p->pod, delta);
}

/* --- PreFilter --- */

static bool pods_hidden(const struct view *v)
{
	enum coverage c = view_coverage(v, KIND_POD);

	return c == COVER_NONE || c == COVER_NAMESPACE;
}

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

static void state_init(struct state *s, const struct cycle_input *in)
{
	affinity_terms_init(&s->affinity, in, required_affinity(in->pod));
	affinity_terms_init(&s->anti, in, required_anti_affinity(in->pod));
	counts_init(&s->by_affinity, in->arena);
	counts_init(&s->by_anti, in->arena);
	counts_init(&s->by_existing, in->arena);
	s->matches_itself = affinity_terms_match(&s->affinity, in, in->pod);
	s->hidden_affinity = affinity_hidden(&s->affinity);
	s->hidden_pods = pods_hidden(in->view);
	s->culprits = culprits_new(in, &s->anti);
}

static enum code prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			   struct outcome *out)
{
	const struct pod_infos *pods = view_pods(in->view);
	struct state *s = state;

	(void)keep;
	if (parse_fails(in, out))
		return CODE_UNRESOLVABLE;
	state_init(s, in);
	for (uint32_t i = 0; i < pods->n; i++) {
		look_ahead(pods, i);
		if (pods->v[i]->node)
			count_pod(s, in, pods->v[i], pods->v[i]->node, 1);
	}
	if (!s->affinity.n && !s->anti.n && !s->hidden_pods && !s->by_existing.sure_entries &&
	    !s->by_existing.maybe_entries)
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
	const struct affinity_term *t = &s->anti.v[i];
	char pointer[96];

	if (!outcome_wants_details(out))
		return;
	snprintf(pointer, sizeof(pointer), POINTER("podAntiAffinity"), i);
	tell_pod(culprit_of_term(s->culprits, in, t, value), t->spec, value, pointer, out);
}

static void tell_existing(const struct state *s, const struct cycle_input *in,
			  const struct label *l, struct outcome *out)
{
	const struct pod_affinity_term *term;
	const struct pod_info *p;

	if (!outcome_wants_details(out))
		return;
	p = culprit_of_domain(s->culprits, in, l->key, l->value, &term);
	tell_pod(p, term, l->value, NULL, out);
}

/* --- Filter: each rule says whether the node satisfies it --- */

/*
 * The first pod of a group may go anywhere: it matches its own terms and the table is empty.  That
 * looks at the table, not at pods: matching pods on nodes without the keys leave it empty.
 */
static enum match is_first_of_group(const struct state *s)
{
	if (s->by_affinity.sure_entries)
		return MATCH_NO;
	if (s->by_affinity.maybe_entries || s->hidden_affinity)
		return match_and(s->matches_itself, MATCH_MAYBE);
	return s->matches_itself;
}

static enum match affinity_term_holds(const struct state *s, const struct affinity_term *t,
				      sym value)
{
	return counts_has(&s->by_affinity, t->spec->topology_key, value, s->hidden_affinity);
}

static enum match affinity_holds(const struct state *s, const struct labels *l, struct outcome *out)
{
	enum match all = MATCH_YES;

	for (uint32_t i = 0; i < s->affinity.n; i++) {
		sym value = labels_get(l, s->affinity.v[i].spec->topology_key);

		if (!value.s) {
			tell_affinity(&s->affinity.v[i], i, value, out);
			return MATCH_NO;
		}
		all = match_and(all, affinity_term_holds(s, &s->affinity.v[i], value));
	}
	if (all != MATCH_YES)
		all = match_or(all, is_first_of_group(s));
	for (uint32_t i = 0; i < s->affinity.n && all == MATCH_NO; i++) {
		sym value = labels_get(l, s->affinity.v[i].spec->topology_key);

		if (affinity_term_holds(s, &s->affinity.v[i], value) == MATCH_NO)
			tell_affinity(&s->affinity.v[i], i, value, out);
	}
	return all;
}

static enum match anti_holds(const struct state *s, const struct cycle_input *in,
			     const struct labels *l, struct outcome *out)
{
	enum match holds = MATCH_YES;

	for (uint32_t i = 0; i < s->anti.n; i++) {
		const struct affinity_term *t = &s->anti.v[i];
		sym value = labels_get(l, t->spec->topology_key);
		enum match has;

		if (!value.s)
			continue;
		has = counts_has(&s->by_anti, t->spec->topology_key, value, t->reaches_hidden);
		if (has == MATCH_YES)
			tell_anti(s, in, i, value, out);
		holds = match_and(holds, match_not(has));
	}
	return holds;
}

static enum match existing_holds(const struct state *s, const struct cycle_input *in,
				 const struct labels *l, struct outcome *out)
{
	enum match holds = s->hidden_pods && l->n ? MATCH_MAYBE : MATCH_YES;

	if (!s->by_existing.sure_entries && !s->by_existing.maybe_entries)
		return holds;
	for (uint32_t i = 0; i < l->n; i++) {
		enum match has = counts_has(&s->by_existing, l->v[i].key, l->v[i].value, false);

		if (has == MATCH_YES)
			tell_existing(s, in, &l->v[i], out);
		holds = match_and(holds, match_not(has));
	}
	return holds;
}

/* After a rule that is not known no later one can be told: which of them rejects is not known. */
static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	const struct state *s = state;
	const struct labels *l = &node->node->meta.labels;
	enum match m = affinity_holds(s, l, out);

	if (m == MATCH_NO)
		return outcome_reject(out, CODE_UNRESOLVABLE, REASON_AFFINITY);
	if (m == MATCH_YES) {
		m = anti_holds(s, in, l, out);
		if (m == MATCH_NO)
			return outcome_reject(out, CODE_UNSCHEDULABLE, REASON_ANTI);
	}
	if (m == MATCH_YES) {
		m = existing_holds(s, in, l, out);
		if (m == MATCH_NO)
			return outcome_reject(out, CODE_UNSCHEDULABLE, REASON_EXISTING);
	}
	if (m == MATCH_YES)
		return CODE_SUCCESS;
	return outcome_unknown(out, in->view, s->hidden_pods ? KIND_POD : KIND_NAMESPACE);
}

/* --- hooks --- */

static void add_pod(const struct cycle_input *in, void *state, const struct pod_info *pod,
		    const struct node_info *node)
{
	struct state *s = state;

	count_pod(s, in, pod, node, 1);
	culprits_forget(s->culprits);
}

static void remove_pod(const struct cycle_input *in, void *state, const struct pod_info *pod,
		       const struct node_info *node)
{
	struct state *s = state;

	count_pod(s, in, pod, node, -1);
	culprits_forget(s->culprits);
}

const struct predicate predicate_inter_pod_affinity = {
	.name = "InterPodAffinity",
	.summary = "pod affinity and anti-affinity, of the pod and of pods that run",
	.state_size = sizeof(struct state),
	.prefilter = prefilter,
	.filter = filter,
	.add_pod = add_pod,
	.remove_pod = remove_pod,
};
