/*
 * NodePorts: no pod on the node holds a host port that the pod wants.
 * Mirrors pkg/scheduler/framework/plugins/nodeports and HostPortInfo, v1.36.  IPs are compared as
 * text, "0.0.0.0" is the only wildcard.  No known differences.
 */
#include "base/i18n.h"
#include "replay/predicate.h"

struct state {
	struct host_ports wanted;
	sym wildcard;
};

static enum code prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			   struct outcome *out)
{
	struct state *s = state;

	(void)keep;
	(void)out;
	host_ports_of(in->pod, in->release, in->syms, in->arena, &s->wanted);
	s->wildcard = sym_str(in->syms, "0.0.0.0");
	return s->wanted.n ? CODE_SUCCESS : CODE_SKIP;
}

static bool conflicts(const struct state *s, const struct host_port *wanted,
		      const struct host_port *used)
{
	return used->port == wanted->port && sym_eq(used->protocol, wanted->protocol) &&
	       (sym_eq(wanted->ip, s->wildcard) || sym_eq(used->ip, s->wildcard) ||
		sym_eq(used->ip, wanted->ip));
}

static bool is_taken(const struct state *s, const struct host_port *wanted,
		     const struct host_ports *used)
{
	for (uint32_t i = 0; i < used->n; i++)
		if (conflicts(s, wanted, &used->v[i]))
			return true;
	return false;
}

/* The holder that comes first by namespace and name. */
static const struct pod *find_holder(const struct state *s, const struct host_port *wanted,
				     const struct node_info *node)
{
	const struct pod *first = NULL;

	for (uint32_t i = 0; i < node->pods.n; i++) {
		const struct pod *p = node->pods.v[i]->pod;

		if (is_taken(s, wanted, &node->pods.v[i]->ports) &&
		    (!first || meta_compare(&p->meta, &first->meta) < 0))
			first = p;
	}
	return first;
}

static void add_detail(const struct cycle_input *in, const struct state *s,
		       const struct host_port *p, const struct node_info *node, struct outcome *out)
{
	const struct pod *holder = find_holder(s, p, node);
	struct detail d = { .type = DETAIL_PORT, .pointer = "/spec/containers" };

	d.name = arena_printf(in->arena, "%s:%d/%s", sym_text(p->ip), p->port, sym_text(p->protocol));
	if (holder)
		d.object = object_ref_of(KIND_POD, &holder->meta);
	outcome_detail(out, &d);
}

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	const struct state *s = state;
	bool taken = false;

	for (uint32_t i = 0; i < s->wanted.n; i++) {
		if (!is_taken(s, &s->wanted.v[i], &node->ports))
			continue;
		taken = true;
		if (outcome_wants_details(out))
			add_detail(in, s, &s->wanted.v[i], node, out);
	}
	if (!taken && view_hides_pods_on(in->view, node))
		return outcome_unknown(out, in->view, KIND_POD);
	if (!taken)
		return CODE_SUCCESS;
	return outcome_reject(out, CODE_UNSCHEDULABLE,
			      "node(s) didn't have free ports for the requested pod ports");
}

const struct predicate predicate_node_ports = {
	.name = "NodePorts",
	.summary = N_("the host ports that the pod wants are free on the node"),
	.state_size = sizeof(struct state),
	.prefilter = prefilter,
	.filter = filter,
};
