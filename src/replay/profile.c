#include "replay/profile.h"

#include <stddef.h>
#include <string.h>

/* Filter order of the default profile, with the releases that have it. */
static bool always(const struct release *r)
{
	(void)r;
	return true;
}

static bool with_intree_limits(const struct release *r)
{
	return r->intree_limits;
}

static bool with_dra(const struct release *r)
{
	return r->dra;
}

static bool with_declared_features(const struct release *r)
{
	return r->declared_features;
}

static const struct {
	const struct predicate *plugin;
	bool (*present)(const struct release *r);
} default_order[] = {
	{ &predicate_scheduling_gates, always },
	{ &predicate_node_unschedulable, always },
	{ &predicate_node_name, always },
	{ &predicate_taint_toleration, always },
	{ &predicate_node_affinity, always },
	{ &predicate_node_ports, always },
	{ &predicate_node_resources_fit, always },
	{ &predicate_volume_restrictions, always },
	{ &predicate_ebs_limits, with_intree_limits },
	{ &predicate_gce_pd_limits, with_intree_limits },
	{ &predicate_node_volume_limits, always },
	{ &predicate_azure_disk_limits, with_intree_limits },
	{ &predicate_volume_binding, always },
	{ &predicate_volume_zone, always },
	{ &predicate_pod_topology_spread, always },
	{ &predicate_inter_pod_affinity, always },
	{ &predicate_dynamic_resources, with_dra },
	{ &predicate_node_declared_features, with_declared_features },
};

bool profile_serves(const struct profile *p, sym scheduler_name)
{
	const char *name = sym_empty(scheduler_name) ? "default-scheduler" : scheduler_name.s;

	if (!p->served.n)
		return strcmp(p->scheduler_name, name) == 0;
	for (uint32_t i = 0; i < p->served.n; i++)
		if (strcmp(p->served.v[i], name) == 0)
			return true;
	return false;
}

void profile_init_default(struct profile *p, const struct release *r)
{
	*p = (struct profile){ .scheduler_name = "default-scheduler", .preemption = true };
	for (size_t i = 0; i < sizeof(default_order) / sizeof(default_order[0]); i++)
		if (default_order[i].present(r))
			p->plugins[p->n++] = default_order[i].plugin;
	while (p->prefilter_n < p->n) {
		p->prefilter_order[p->prefilter_n] = (uint8_t)p->prefilter_n;
		p->prefilter_n++;
	}
}
