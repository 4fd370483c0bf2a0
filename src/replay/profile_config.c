/*
 * KubeSchedulerConfiguration to profiles.
 * Mirrors pkg/scheduler/apis/config/v1 mergePluginSet and framework/runtime
 * expandMultiPointPlugins, v1.36.
 */
#include <string.h>

#include "base/i18n.h"
#include "base/near.h"
#include "replay/profile.h"
#include "report/strings.h"

enum point { POINT_FILTER, POINT_PREFILTER };

struct build {
	struct profile *p;
	const struct scheduler_profile *config;
	struct profile defaults;
	struct arena *arena;
};

/* In-tree plugins of other extension points: they never keep a pod from a node. */
static const char *const harmless[] = {
	"PrioritySort",	  "DefaultPreemption", "NodeResourcesBalancedAllocation", "ImageLocality",
	"DefaultBinder",  "GangScheduling",    "TopologyPlacementGenerator",	  "PodGroupPodsCount",
	"SelectorSpread",
};

static bool is_harmless(const char *name)
{
	for (size_t i = 0; i < sizeof(harmless) / sizeof(harmless[0]); i++)
		if (strcmp(harmless[i], name) == 0)
			return true;
	return false;
}

static bool contains(const struct strings *l, const char *name)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (strcmp(l->v[i], name) == 0)
			return true;
	return false;
}

static bool is_disabled(const struct plugin_set *s, const char *name)
{
	for (uint32_t i = 0; i < s->disabled.n; i++)
		if (sym_is(s->disabled.v[i].name, name))
			return true;
	return false;
}

static bool is_enabled(const struct plugin_set *s, const char *name)
{
	for (uint32_t i = 0; i < s->enabled.n; i++)
		if (sym_is(s->enabled.v[i].name, name))
			return true;
	return false;
}

/* MultiPoint: the defaults in their order, without the disabled ones, then what was added. */
static struct strings multi_point(struct build *b)
{
	const struct plugin_set *custom = &b->config->multi_point;
	struct strings names = { 0 };

	if (!is_disabled(custom, "*"))
		for (uint32_t i = 0; i < b->defaults.n; i++)
			if (!is_disabled(custom, b->defaults.plugins[i]->name))
				strings_push(&names, b->defaults.plugins[i]->name, b->arena);
	for (uint32_t i = 0; i < custom->enabled.n; i++)
		if (!contains(&names, sym_text(custom->enabled.v[i].name)))
			strings_push(&names, sym_text(custom->enabled.v[i].name), b->arena);
	return names;
}

/* One extension point: overridden plugins first, then the rest of MultiPoint, then the others. */
static struct strings expand(struct build *b, const struct plugin_set *set,
			     const struct strings *multi)
{
	struct strings names = { 0 };
	bool all_off = is_disabled(set, "*");

	for (uint32_t i = 0; !all_off && i < set->enabled.n; i++)
		if (contains(multi, sym_text(set->enabled.v[i].name)))
			strings_push(&names, sym_text(set->enabled.v[i].name), b->arena);
	for (uint32_t i = 0; !all_off && i < multi->n; i++)
		if (!is_disabled(set, multi->v[i]) && !is_enabled(set, multi->v[i]))
			strings_push(&names, multi->v[i], b->arena);
	for (uint32_t i = 0; i < set->enabled.n; i++)
		if (!contains(&names, sym_text(set->enabled.v[i].name)))
			strings_push(&names, sym_text(set->enabled.v[i].name), b->arena);
	return names;
}

static const struct predicate *find_plugin(const char *name)
{
#define PREDICATE(id)                                                                          \
	if (strcmp(predicate_##id.name, name) == 0)                                            \
		return &predicate_##id;
#include "replay/predicates.def"
#undef PREDICATE
	return NULL;
}

static void add_unknown(struct build *b, const char *what, const char *why, bool extender)
{
	struct unreplayed *u;

	for (uint32_t i = 0; i < b->p->unknown.n; i++)
		if (strcmp(b->p->unknown.v[i].what, what) == 0)
			return;
	if (!b->p->unknown.v)
		b->p->unknown.v = ARENA_ARRAY(b->arena, PROFILE_UNKNOWN_MAX, struct unreplayed);
	if (b->p->unknown.n == PROFILE_UNKNOWN_MAX)
		return; /* one would do to make every node unknown */
	u = &b->p->unknown.v[b->p->unknown.n++];
	*u = (struct unreplayed){ arena_strdup(b->arena, what), why, extender };
}

static int position(const struct profile *p, const struct predicate *plugin)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (p->plugins[i] == plugin)
			return (int)i;
	return -1;
}

static void add_filters(struct build *b, const struct strings *names)
{
	for (uint32_t i = 0; i < names->n; i++) {
		const struct predicate *plugin = find_plugin(names->v[i]);

		if (!plugin && !is_harmless(names->v[i]))
			add_unknown(b, names->v[i], _("an out-of-tree plugin of the profile"), false);
		if (plugin && position(b->p, plugin) < 0 && b->p->n < PROFILE_PLUGINS_MAX)
			b->p->plugins[b->p->n++] = plugin;
	}
}

/* PreFilter may have another order than Filter, and leave plugins out. */
static void add_prefilters(struct build *b, const struct strings *names)
{
	b->p->prefilter_n = 0;
	for (uint32_t i = 0; i < names->n; i++) {
		const struct predicate *plugin = find_plugin(names->v[i]);
		int at = plugin ? position(b->p, plugin) : -1;

		if (!plugin && !is_harmless(names->v[i]))
			add_unknown(b, names->v[i], _("an out-of-tree plugin of the profile"), false);
		if (plugin && at < 0)
			add_unknown(b, names->v[i], _("runs in PreFilter but not in Filter"), false);
		if (at >= 0)
			b->p->prefilter_order[b->p->prefilter_n++] = (uint8_t)at;
	}
	for (uint32_t i = 0; i < b->p->n; i++)
		if (b->p->plugins[i]->prefilter && !contains(names, b->p->plugins[i]->name))
			add_unknown(b, b->p->plugins[i]->name, _("runs in Filter but not in PreFilter"),
				    false);
}

bool profile_knows_plugin(const char *name)
{
	return find_plugin(name) || is_harmless(name);
}

/* Of those that are as near the first in the alphabet. */
static void take_nearer(const char **best, size_t *distance, const char *wanted, const char *name)
{
	size_t d = edit_distance(wanted, name, *distance);

	if (d < *distance || (*best && d == *distance && strcmp(name, *best) < 0)) {
		*best = name;
		*distance = d;
	}
}

const char *profile_near_plugin(const char *name)
{
	const char *best = NULL;
	size_t distance = 4;

#define PREDICATE(id) take_nearer(&best, &distance, name, predicate_##id.name);
#include "replay/predicates.def"
#undef PREDICATE
	for (size_t i = 0; i < sizeof(harmless) / sizeof(harmless[0]); i++)
		take_nearer(&best, &distance, name, harmless[i]);
	return best;
}

static const struct plugin_args *args_of(const struct scheduler_profile *s, const char *plugin)
{
	for (uint32_t i = 0; i < s->configs.n; i++)
		if (sym_is(s->configs.v[i].name, plugin))
			return &s->configs.v[i].args;
	return NULL;
}

static void apply_args(struct build *b)
{
	const struct plugin_args *a;

	a = args_of(b->config, "NodeAffinity");
	if (a)
		b->p->added_affinity = a->added_affinity;
	a = args_of(b->config, "NodeResourcesFit");
	if (a) {
		b->p->ignored_resources = a->ignored_resources;
		b->p->ignored_resource_groups = a->ignored_resource_groups;
	}
	a = args_of(b->config, "PodTopologySpread");
	if (a && sym_is(a->defaulting_type, "List")) {
		b->p->default_constraints.v = a->default_constraints.v;
		b->p->default_constraints.n = a->default_constraints.n;
	}
}

/* Resources that an extender manages and the scheduler ignores replace the configured list. */
static void apply_extenders(struct build *b, const struct scheduler_config *config)
{
	struct syms ignored = { 0 };
	uint32_t cap = 0;

	for (uint32_t i = 0; i < config->extenders.n; i++) {
		const struct extender *e = &config->extenders.v[i];

		cap += e->managed_resources.n;
		if (!sym_empty(e->filter_verb))
			add_unknown(b, arena_printf(b->arena, _("extender %s"), sym_text(e->url)),
				    _("an extender may reject nodes and is never called"), true);
	}
	ignored.v = ARENA_ARRAY(b->arena, cap, sym);
	for (uint32_t i = 0; i < config->extenders.n; i++) {
		const struct extender *e = &config->extenders.v[i];

		for (uint32_t k = 0; k < e->managed_resources.n; k++)
			if (e->managed_resources.v[k].ignored_by_scheduler == TRI_TRUE)
				ignored.v[ignored.n++] = e->managed_resources.v[k].name;
	}
	if (ignored.n)
		b->p->ignored_resources = ignored;
}

static void build_profile(struct build *b, const struct scheduler_config *config)
{
	struct strings multi = multi_point(b);
	struct strings filters = expand(b, &b->config->filter, &multi);
	struct strings prefilters = expand(b, &b->config->pre_filter, &multi);
	bool everywhere = !is_disabled(&b->config->multi_point, "*") &&
			  !is_disabled(&b->config->multi_point, "DefaultPreemption");

	*b->p = (struct profile){ .scheduler_name = "default-scheduler" };
	if (!sym_empty(b->config->scheduler_name))
		b->p->scheduler_name = b->config->scheduler_name.s;
	b->p->preemption = is_enabled(&b->config->multi_point, "DefaultPreemption") ||
			   is_enabled(&b->config->post_filter, "DefaultPreemption") ||
			   (everywhere && !is_disabled(&b->config->post_filter, "*") &&
			    !is_disabled(&b->config->post_filter, "DefaultPreemption"));
	add_filters(b, &filters);
	add_prefilters(b, &prefilters);
	apply_args(b);
	apply_extenders(b, config);
}

int profiles_from_config(const struct scheduler_config *config, const struct release *r,
			 struct arena *arena, struct profile **ret, uint32_t *ret_n,
			 struct error *err)
{
	struct strings served = { 0 };
	static const struct scheduler_profile implied;
	uint32_t n = config->profiles.n ? config->profiles.n : 1;

	*ret = ARENA_ARRAY(arena, n, struct profile);
	for (uint32_t i = 0; i < n; i++) {
		struct build b = { .p = &(*ret)[i], .arena = arena };

		b.config = config->profiles.n ? &config->profiles.v[i] : &implied;
		profile_init_default(&b.defaults, r);
		build_profile(&b, config);
		if (contains(&served, b.p->scheduler_name))
			return error_set(err, ERR_PARSE,
					 _("scheduler configuration: two profiles named \"%.80s\""),
					 b.p->scheduler_name);
		strings_push(&served, b.p->scheduler_name, arena);
	}
	for (uint32_t i = 0; i < n; i++)
		(*ret)[i].served = served;
	*ret_n = n;
	return 0;
}
