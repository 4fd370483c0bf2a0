/* KubeSchedulerConfiguration, as far as it decides which filter plugins run and with what. */
#ifndef MODEL_SCHEDULER_CONFIG_H
#define MODEL_SCHEDULER_CONFIG_H

#include "model/pod.h"

struct plugin_entry {
	sym name;
};

struct plugin_set {
	struct { struct plugin_entry *v; uint32_t n; } enabled, disabled;
};

struct plugin_args { /* of all plugins that have filter arguments: each reads its own */
	const struct node_affinity *added_affinity;              /* NodeAffinityArgs */
	struct syms ignored_resources, ignored_resource_groups;  /* NodeResourcesFitArgs */
	struct { struct spread_constraint *v; uint32_t n; } default_constraints; /* PodTopologySpreadArgs */
	sym defaulting_type;
};

struct plugin_config {
	sym name;
	sym args_text; /* JSON, from which args come if the plugin is known; .s NULL: none */
	struct plugin_args args;
};

struct scheduler_profile {
	sym scheduler_name;
	struct plugin_set multi_point, pre_enqueue, pre_filter, filter, post_filter;
	struct { struct plugin_config *v; uint32_t n; } configs;
};

struct managed_resource {
	sym name;
	enum tri ignored_by_scheduler;
};

struct extender {
	sym url, filter_verb;
	struct { struct managed_resource *v; uint32_t n; } managed_resources;
};

struct scheduler_config {
	sym api_version, kind;
	struct { struct scheduler_profile *v; uint32_t n; } profiles;
	struct { struct extender *v; uint32_t n; } extenders;
};

#endif
