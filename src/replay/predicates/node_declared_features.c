/*
 * Mirrors pkg/scheduler/framework/plugins/nodedeclaredfeatures, v1.36: features of the kubelet that
 * the pod's spec needs.  Features that are never needed for scheduling are left out.
 */
#include "base/i18n.h"
#include "replay/predicate.h"

#define RESTART_ALL "RestartAllContainersOnContainerExits"
#define HOST_NETWORK_USERS "UserNamespacesHostNetworkSupport"

enum { NEED_RESTART_ALL, NEED_HOST_NETWORK_USERS, NEED_COUNT };

static const char *const feature_names[NEED_COUNT] = {
	[NEED_RESTART_ALL] = RESTART_ALL,
	[NEED_HOST_NETWORK_USERS] = HOST_NETWORK_USERS,
};

struct state {
	bool needed[NEED_COUNT];
};

static bool restarts_all(const struct containers *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		for (uint32_t j = 0; j < l->v[i].restart_rules.n; j++)
			if (sym_is(l->v[i].restart_rules.v[j].action, "RestartAllContainers"))
				return true;
	return false;
}

static enum code prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			   struct outcome *out)
{
	const struct pod_spec *spec = &in->pod->spec;
	struct state *st = state;

	(void)keep;
	(void)out;
	if (!in->release->declared_features)
		return CODE_SKIP;
	st->needed[NEED_RESTART_ALL] =
	    restarts_all(&spec->containers) || restarts_all(&spec->init_containers);
	st->needed[NEED_HOST_NETWORK_USERS] =
	    spec->host_network == TRI_TRUE && spec->host_users == TRI_FALSE;
	for (unsigned i = 0; i < NEED_COUNT; i++)
		if (st->needed[i])
			return CODE_SUCCESS;
	return CODE_SKIP;
}

static bool node_declares(const struct node *node, const char *feature)
{
	for (uint32_t i = 0; i < node->declared_features.n; i++)
		if (sym_is(node->declared_features.v[i], feature))
			return true;
	return false;
}

static void feature_detail(struct outcome *out, const struct node_info *node, const char *feature)
{
	struct detail d = {
		.type = DETAIL_NODE,
		.name = feature,
		.wanted = _("declared by the node"),
		.observed =
		    node->node->declared_features.n ? _("not declared") : _("no features declared"),
		.object = object_ref_of(KIND_NODE, &node->node->meta),
	};

	outcome_detail(out, &d);
}

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	const struct state *st = state;
	bool missing = false;

	(void)in;
	for (unsigned i = 0; i < NEED_COUNT; i++) {
		if (!st->needed[i] || node_declares(node->node, feature_names[i]))
			continue;
		missing = true;
		feature_detail(out, node, feature_names[i]);
	}
	if (!missing)
		return CODE_SUCCESS;
	return outcome_reject(out, CODE_UNRESOLVABLE,
			      "node(s) didn't match Pod's required features");
}

const struct predicate predicate_node_declared_features = {
	.name = "NodeDeclaredFeatures",
	.summary = N_("the node's kubelet declares the features that the pod needs"),
	.state_size = sizeof(struct state),
	.prefilter = prefilter,
	.filter = filter,
};
