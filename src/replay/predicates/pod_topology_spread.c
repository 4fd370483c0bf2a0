/*
 * PodTopologySpread: the constraints of the pod that forbid placement (DoNotSchedule).
 *
 * Mirrors pkg/scheduler/framework/plugins/podtopologyspread, v1.36.  Known differences:
 *  - the text after "get constraints from pod: " words selector errors in its own way;
 *  - the minimum is exact after any change of pods; upstream remembers two domains, which is exact
 *    as long as pods change on one node only, as they do there.
 */
#include <stdio.h>

#include "base/i18n.h"
#include "replay/domains.h"
#include "replay/look_ahead.h"
#include "replay/pod_selector.h"
#include "replay/predicate.h"
#include "replay/profile.h"
#include "replay/spread_defaults.h"
#include "replay/toleration.h"
#include "replay/topology.h"

#define REASON_LABEL "node(s) didn't match pod topology spread constraints (missing required label)"
#define REASON_SKEW "node(s) didn't match pod topology spread constraints"

struct constraint {
	const struct spread_constraint *spec;
	struct pod_selector selector;
	int64_t max_skew, min_domains;
	bool honor_affinity, honor_taints;
	bool own;		 /* from the pod, not from the profile */
	uint32_t index;		 /* in spec.topologySpreadConstraints */
	int64_t self;		 /* 1 if the pod matches its own selector */
	bool uncountable;	 /* its pods or nodes could not all be read */
	bool counts_group;	 /* the pods that are being counted match it */
	const struct topology *topology;
	struct domains *domains; /* may be shared, see below */
};

struct node_facts {    /* each looked at only if a constraint asks */
	bool has_keys; /* of all constraints */
	enum tri wanted, tolerated;
};

struct state {
	struct constraint *v;
	uint32_t n;
	struct node_facts *facts; /* by node index */
};

/* --- constraints --- */

static bool forbids(const struct spread_constraint *c)
{
	return sym_is(c->when_unsatisfiable, "DoNotSchedule");
}

/* matchLabelKeys: the pod's own values join the selector; one of nothing stays that. */
static void join_label_keys(struct pod_selector *s, const struct spread_constraint *c,
			    const struct cycle_input *in)
{
	s->equal.v = ARENA_ARRAY(in->arena, c->match_label_keys.n, struct label);
	for (uint32_t i = 0; i < c->match_label_keys.n; i++) {
		sym key = c->match_label_keys.v[i];
		sym value = labels_get(&in->pod->meta.labels, key);

		if (value.s)
			s->equal.v[s->equal.n++] = (struct label){ key, value };
	}
}

static void constraint_init(struct constraint *c, const struct spread_constraint *spec,
			    struct pod_selector selector, const struct cycle_input *in)
{
	c->spec = spec;
	c->selector = selector;
	c->max_skew = spec->max_skew.v;
	c->min_domains = spec->min_domains.set ? spec->min_domains.v : 1;
	c->honor_affinity =
	    !spec->node_affinity_policy.s || sym_is(spec->node_affinity_policy, "Honor");
	c->honor_taints = sym_is(spec->node_taints_policy, "Honor");
	c->self = pod_selector_matches(&selector, &in->pod->meta.labels);
	c->uncountable =
		(view_hides_pods_nearby(in->view) || view_hides_nodes(in->view)) &&
		!selector.nothing && !pod_selector_is_empty(&selector);
}

/* Up to 1.32 counts were kept by topology key, so constraints with one key shared them. */
static struct domains *domains_for(const struct state *s, const struct topology *t,
				   const struct cycle_input *in)
{
	struct domains *d;

	for (uint32_t i = 0; in->release->spread_counts_shared && i < s->n; i++)
		if (sym_eq(s->v[i].topology->key, t->key))
			return s->v[i].domains;
	d = ARENA_NEW(in->arena, struct domains);
	domains_init(d, t->n, in->arena);
	return d;
}

static struct constraint *add_constraint(struct state *s, const struct spread_constraint *spec,
					 struct pod_selector selector, const struct cycle_input *in)
{
	struct constraint *c = &s->v[s->n];

	constraint_init(c, spec, selector, in);
	c->topology = topology_of(in->view, spec->topology_key, in->arena);
	c->domains = domains_for(s, c->topology, in);
	s->n++;
	return c;
}

static enum code own_constraints(struct state *s, const struct cycle_input *in, struct outcome *out)
{
	const struct pod_spec *spec = &in->pod->spec;

	for (uint32_t i = 0; i < spec->spread.n; i++) {
		const struct spread_constraint *c = &spec->spread.v[i];
		struct pod_selector selector = pod_selector_of(c->selector);
		const char *error;
		struct constraint *added;

		if (!forbids(c))
			continue;
		error = label_selector_invalid(c->selector);
		if (error)
			return outcome_rejectf(out, CODE_ERROR,
					       "get constraints from pod: obtaining pod's hard "
					       "topology spread constraints: %s",
					       error);
		join_label_keys(&selector, c, in);
		added = add_constraint(s, c, selector, in);
		added->own = true;
		added->index = i;
	}
	return CODE_SUCCESS;
}

/* The profile's list, for pods without constraints of their own (defaultingType List). */
static enum code default_constraints(struct state *s, const struct cycle_input *in,
				     struct outcome *out)
{
	struct pod_selector selector;
	bool hard = false;
	enum code code;

	for (uint32_t i = 0; i < in->profile->default_constraints.n; i++)
		hard = hard || forbids(&in->profile->default_constraints.v[i]);
	if (!hard)
		return CODE_SUCCESS;
	code = spread_default_selector(in, &selector, out);
	if (code != CODE_SUCCESS || pod_selector_is_empty(&selector))
		return code;
	for (uint32_t i = 0; i < in->profile->default_constraints.n; i++)
		if (forbids(&in->profile->default_constraints.v[i]))
			add_constraint(s, &in->profile->default_constraints.v[i], selector, in);
	return CODE_SUCCESS;
}

static enum code find_constraints(struct state *s, const struct cycle_input *in,
				  struct outcome *out)
{
	uint32_t own = in->pod->spec.spread.n;
	uint32_t most = own ? own : in->profile->default_constraints.n;

	if (!most)
		return CODE_SUCCESS;
	s->v = ARENA_ARRAY(in->arena, most, struct constraint);
	return own ? own_constraints(s, in, out) : default_constraints(s, in, out);
}

/* --- which nodes count --- */

static bool has_all_keys(const struct state *s, const struct node_info *n)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (!topology_domain(s->v[i].topology, n))
			return false;
	return true;
}

/* nodeSelector and required node affinity of the pod; those of the profile play no part here. */
static bool pod_wants_node(const struct pod *p, const struct node *n)
{
	const struct labels *wanted = &p->spec.node_selector, *has = &n->meta.labels;
	const struct affinity *a = p->spec.affinity;

	for (uint32_t i = 0; i < wanted->n; i++) {
		const struct label *label = labels_find(has, wanted->v[i].key);

		if (!label || !sym_same(label->value, wanted->v[i].value))
			return false;
	}
	return !a || !a->node || node_selector_matches(a->node->required, has, n->meta.name);
}

static bool includes(const struct state *s, const struct constraint *c,
		     const struct cycle_input *in, const struct node_info *n)
{
	struct node_facts *f = &s->facts[n->index];

	if (!f->has_keys)
		return false;
	if (c->honor_affinity && f->wanted == TRI_UNSET)
		f->wanted = pod_wants_node(in->pod, n->node) ? TRI_TRUE : TRI_FALSE;
	if (c->honor_taints && f->tolerated == TRI_UNSET)
		f->tolerated = find_untolerated_taint(&n->node->taints, &in->tolerated)
				   ? TRI_FALSE
				   : TRI_TRUE;
	return !(c->honor_affinity && f->wanted == TRI_FALSE) &&
	       !(c->honor_taints && f->tolerated == TRI_FALSE);
}

/* --- counting --- */

/* Where constraints share their counts, the last one's count of a node is used. */
static bool is_outvoted(const struct state *s, uint32_t i, const struct cycle_input *in,
			const struct node_info *n)
{
	for (uint32_t k = i + 1; in->release->spread_counts_shared && k < s->n; k++)
		if (s->v[k].domains == s->v[i].domains && includes(s, &s->v[k], in, n))
			return true;
	return false;
}

/* A node that counts is a domain even without pods. */
static void count_node(struct state *s, const struct cycle_input *in, const struct node_info *n)
{
	s->facts[n->index].has_keys = has_all_keys(s, n);
	for (uint32_t i = 0; i < s->n; i++)
		if (includes(s, &s->v[i], in, n))
			domains_add(s->v[i].domains, topology_domain(s->v[i].topology, n), 0);
}

static void count_pod(struct state *s, const struct cycle_input *in, const struct node_info *n)
{
	for (uint32_t i = 0; i < s->n; i++) {
		struct constraint *c = &s->v[i];

		if (c->counts_group && includes(s, c, in, n) && !is_outvoted(s, i, in, n))
			domains_add(c->domains, topology_domain(c->topology, n), 1);
	}
}

static void count_group(struct state *s, const struct cycle_input *in, const struct pod_group *g)
{
	bool any = false;

	if (!sym_eq(g->namespace_, in->pod->meta.namespace_))
		return;
	for (uint32_t i = 0; i < s->n; i++) {
		struct constraint *c = &s->v[i];

		c->counts_group = !pod_selector_is_empty(&c->selector) &&
				  pod_selector_matches(&c->selector, &g->labels);
		any |= c->counts_group;
	}
	for (uint32_t i = 0; any && i < g->pods.n; i++) {
		look_ahead(&g->pods, i);
		if (g->pods.v[i]->node && !g->pods.v[i]->terminating)
			count_pod(s, in, g->pods.v[i]->node);
	}
}

static void count_all(struct state *s, const struct cycle_input *in)
{
	const struct pod_groups *groups = view_pod_groups(in->view);

	s->facts = ARENA_ARRAY(in->arena, view_node_count(in->view), struct node_facts);
	for (uint32_t i = 0; i < view_node_count(in->view); i++)
		count_node(s, in, view_node(in->view, i));
	for (uint32_t i = 0; i < groups->n; i++)
		count_group(s, in, groups->v[i]);
	for (uint32_t i = 0; i < s->n; i++)
		domains_settle(s->v[i].domains);
}

static enum code prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			   struct outcome *out)
{
	struct state *s = state;
	enum code code = find_constraints(s, in, out);

	(void)keep;
	if (code != CODE_SUCCESS)
		return code;
	if (!s->n)
		return CODE_SKIP;
	count_all(s, in);
	return CODE_SUCCESS;
}

/* --- Filter --- */

static int64_t minimum(const struct constraint *c)
{
	if (domains_number(c->domains) < c->min_domains)
		return 0;
	return domains_min(c->domains);
}

static void tell(const struct constraint *c, uint32_t domain, int64_t matching, struct outcome *out)
{
	struct detail d = { .type = DETAIL_TOPOLOGY, .name = sym_text(c->spec->topology_key) };
	struct strbuf pods = STRBUF_INIT;
	char pointer[64];

	if (!outcome_wants_details(out))
		return;
	pod_selector_text(&c->selector, &pods);
	snprintf(pointer, sizeof(pointer), "/spec/topologySpreadConstraints/%u", c->index);
	d.wanted = pods.buf;
	d.observed = c->topology->values[domain].s;
	d.pointer = c->own ? pointer : NULL;
	if (domain) {
		d.skew.set = true;
		d.skew.matching = matching;
		d.skew.minimum = minimum(c);
		d.skew.skew = matching + c->self - d.skew.minimum;
		d.skew.max_skew = c->max_skew;
	}
	outcome_detail(out, &d);
	strbuf_release(&pods);
}

/* The first failing constraint decides, so one that is not known hides all later ones. */
static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	const struct state *s = state;

	for (uint32_t i = 0; i < s->n; i++) {
		const struct constraint *c = &s->v[i];
		uint32_t domain = topology_domain(c->topology, node);
		int64_t matching;

		if (!domain) {
			tell(c, domain, 0, out);
			return outcome_reject(out, CODE_UNRESOLVABLE, REASON_LABEL);
		}
		if (c->uncountable)
			return outcome_unknown(out, in->view,
					       view_hides_pods_nearby(in->view) ? KIND_POD : KIND_NODE);
		matching = domains_count(c->domains, domain);
		if (matching + c->self - minimum(c) > c->max_skew) {
			tell(c, domain, matching, out);
			return outcome_reject(out, CODE_UNSCHEDULABLE, REASON_SKEW);
		}
	}
	return CODE_SUCCESS;
}

/* --- hooks: unlike the first count they look at terminating pods and at the empty selector --- */

static void change(const struct cycle_input *in, struct state *s, const struct pod_info *pod,
		   const struct node_info *node, int64_t delta)
{
	const struct meta *m = &pod->pod->meta;

	if (!sym_eq(m->namespace_, in->pod->meta.namespace_))
		return;
	for (uint32_t i = 0; i < s->n; i++) {
		struct constraint *c = &s->v[i];

		if (pod_selector_matches(&c->selector, &m->labels) && includes(s, c, in, node))
			domains_change(c->domains, topology_domain(c->topology, node), delta);
	}
}

static void add_pod(const struct cycle_input *in, void *state, const struct pod_info *pod,
		    const struct node_info *node)
{
	change(in, state, pod, node, 1);
}

static void remove_pod(const struct cycle_input *in, void *state, const struct pod_info *pod,
		       const struct node_info *node)
{
	change(in, state, pod, node, -1);
}

const struct predicate predicate_pod_topology_spread = {
	.name = "PodTopologySpread",
	.summary = N_("topology spread constraints with whenUnsatisfiable: DoNotSchedule"),
	.state_size = sizeof(struct state),
	.prefilter = prefilter,
	.filter = filter,
	.add_pod = add_pod,
	.remove_pod = remove_pod,
};
