#include "load/scheduler_config.h"

#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "load/document.h"
#include "load/load.h"

static const struct field plugin_rows[] = {
	{ F_SYM("name", struct plugin_entry, name), .hide = HIDE_WORD },
	{ F_IGNORED("weight") },
};
static const struct field_table plugin_table = TABLE(plugin_rows);

static const struct field plugin_set_rows[] = {
	{ F_LIST("enabled", struct plugin_set, enabled, plugin_table) },
	{ F_LIST("disabled", struct plugin_set, disabled, plugin_table) },
};
static const struct field_table plugin_set_table = TABLE(plugin_set_rows);

static const struct field plugins_rows[] = {
	{ F_STRUCT("multiPoint", struct scheduler_profile, multi_point, plugin_set_table) },
	{ F_STRUCT("preEnqueue", struct scheduler_profile, pre_enqueue, plugin_set_table) },
	{ F_STRUCT("preFilter", struct scheduler_profile, pre_filter, plugin_set_table) },
	{ F_STRUCT("filter", struct scheduler_profile, filter, plugin_set_table) },
	{ F_STRUCT("postFilter", struct scheduler_profile, post_filter, plugin_set_table) },
	{ F_IGNORED("queueSort") },
	{ F_IGNORED("preScore") },
	{ F_IGNORED("score") },
	{ F_IGNORED("reserve") },
	{ F_IGNORED("permit") },
	{ F_IGNORED("preBind") },
	{ F_IGNORED("bind") },
	{ F_IGNORED("postBind") },
	{ F_IGNORED("placementGenerate") },
	{ F_IGNORED("placementScore") },
	{ F_IGNORED("placementFeasible") },
	{ F_IGNORED("podGroupPostFilter") },
};
static const struct field_table plugins_table = TABLE(plugins_rows);

/* ---- arguments, of those plugins whose filters have any ---- */

#define ARGS_ROWS { F_IGNORED("apiVersion") }, { F_IGNORED("kind") }

static const struct field added_affinity_rows[] = {
	{ F_POINTER("requiredDuringSchedulingIgnoredDuringExecution", struct node_affinity, required,
		    table_node_selector) },
	{ F_IGNORED("preferredDuringSchedulingIgnoredDuringExecution") },
};
static const struct field_table added_affinity_table = TABLE(added_affinity_rows);

static const struct field affinity_rows[] = {
	ARGS_ROWS,
	{ F_POINTER("addedAffinity", struct plugin_args, added_affinity, added_affinity_table) },
};
static const struct field_table affinity_table = TABLE(affinity_rows);

static const struct field fit_rows[] = {
	ARGS_ROWS,
	{ F_SYMS("ignoredResources", struct plugin_args, ignored_resources), .hide = HIDE_RESOURCE },
	{ F_SYMS("ignoredResourceGroups", struct plugin_args, ignored_resource_groups), .hide = HIDE_DRIVER },
	{ F_IGNORED("scoringStrategy") },
};
static const struct field_table fit_table = TABLE(fit_rows);

static const struct field spread_rows[] = {
	ARGS_ROWS,
	{ F_LIST("defaultConstraints", struct plugin_args, default_constraints,
		 table_spread_constraint) },
	{ F_SYM("defaultingType", struct plugin_args, defaulting_type), .hide = HIDE_NOTHING },
};
static const struct field_table spread_table = TABLE(spread_rows);

static const struct {
	const char *plugin;
	const struct field_table *table;
} args_tables[] = {
	{ "NodeAffinity", &affinity_table },
	{ "NodeResourcesFit", &fit_table },
	{ "PodTopologySpread", &spread_table },
};

/* ---- all of it ---- */

static const struct field config_rows[] = {
	{ F_SYM("name", struct plugin_config, name), .hide = HIDE_WORD },
	{ F_RAW("args", struct plugin_config, args_text) },
};
static const struct field_table config_table = TABLE(config_rows);

static const struct field profile_rows[] = {
	{ F_SYM("schedulerName", struct scheduler_profile, scheduler_name), .hide = HIDE_NAME },
	{ F_HERE("plugins", plugins_table) },
	{ F_LIST("pluginConfig", struct scheduler_profile, configs, config_table) },
	{ F_IGNORED("percentageOfNodesToScore") },
	{ F_IGNORED("percentageOfPlacementsToScore") },
};
static const struct field_table profile_table = TABLE(profile_rows);

static const struct field managed_rows[] = {
	{ F_SYM("name", struct managed_resource, name), .hide = HIDE_RESOURCE },
	{ F_TRI("ignoredByScheduler", struct managed_resource, ignored_by_scheduler) },
};
static const struct field_table managed_table = TABLE(managed_rows);

static const struct field extender_rows[] = {
	{ F_SYM("urlPrefix", struct extender, url) },
	{ F_SYM("filterVerb", struct extender, filter_verb), .hide = HIDE_NOTHING },
	{ F_LIST("managedResources", struct extender, managed_resources, managed_table) },
	{ F_IGNORED("preemptVerb") },
	{ F_IGNORED("prioritizeVerb") },
	{ F_IGNORED("bindVerb") },
	{ F_IGNORED("weight") },
	{ F_IGNORED("enableHTTPS") },
	{ F_IGNORED("tlsConfig") },
	{ F_IGNORED("httpTimeout") },
	{ F_IGNORED("nodeCacheCapable") },
	{ F_IGNORED("ignorable") },
};
static const struct field_table extender_table = TABLE(extender_rows);

static const struct field rows[] = {
	{ F_SYM("apiVersion", struct scheduler_config, api_version), .hide = HIDE_NOTHING },
	{ F_SYM("kind", struct scheduler_config, kind), .hide = HIDE_NOTHING },
	{ F_LIST("profiles", struct scheduler_config, profiles, profile_table) },
	{ F_LIST("extenders", struct scheduler_config, extenders, extender_table) },
	{ F_IGNORED("parallelism") },
	{ F_IGNORED("leaderElection") },
	{ F_IGNORED("clientConnection") },
	{ F_IGNORED("enableProfiling") },
	{ F_IGNORED("enableContentionProfiling") },
	{ F_IGNORED("percentageOfNodesToScore") },
	{ F_IGNORED("percentageOfPlacementsToScore") },
	{ F_IGNORED("podInitialBackoffSeconds") },
	{ F_IGNORED("podMaxBackoffSeconds") },
	{ F_IGNORED("delayCacheUntilActive") },
};
static const struct field_table config_file_table = TABLE(rows);

static const struct field_table *args_table(sym plugin)
{
	for (size_t i = 0; i < sizeof(args_tables) / sizeof(*args_tables); i++)
		if (sym_is(plugin, args_tables[i].plugin))
			return args_tables[i].table;
	return NULL;
}

static int read_args(struct plugin_config *p, struct cluster *c, struct error *err)
{
	const struct field_table *t = args_table(p->name);

	if (!t || sym_empty(p->args_text))
		return 0;
	return document_decode_known(p->args_text.s, strlen(p->args_text.s), t, &p->args, c->arena,
				     c->syms, err);
}

static int read_all_args(struct scheduler_config *config, struct cluster *c, struct error *err)
{
	for (uint32_t i = 0; i < config->profiles.n; i++) {
		struct scheduler_profile *profile = &config->profiles.v[i];

		for (uint32_t k = 0; k < profile->configs.n; k++)
			if (read_args(&profile->configs.v[k], c, err) < 0)
				return error_wrap(err, "profiles[%u].pluginConfig[%u].args", i, k);
	}
	return 0;
}

/* Of another kind or version the fields are others, too: that is said first. */
static int check_kind(const struct scheduler_config *config, struct error *err)
{
	if (!sym_is(config->kind, "KubeSchedulerConfiguration"))
		return error_set(err, ERR_PARSE, _("kind is \"%.80s\", not KubeSchedulerConfiguration"),
				 sym_text(config->kind));
	if (!sym_is(config->api_version, "kubescheduler.config.k8s.io/v1"))
		return error_set(err, ERR_PARSE, _("apiVersion \"%.80s\" is not supported (wanted: "
						   "kubescheduler.config.k8s.io/v1)"),
				 sym_text(config->api_version));
	return 0;
}

int scheduler_config_read(const char *path, struct cluster *c, struct scheduler_config *ret,
			  struct error *err)
{
	struct strbuf text = STRBUF_LIMIT(LOAD_OBJECT_BYTES_MAX);
	int rc = file_read(path, &text, err);

	if (rc == 0)
		rc = document_decode_known(text.buf, text.len, &config_file_table, ret,
					   c->arena, c->syms, err);
	strbuf_release(&text);
	if (rc == 0 || !sym_empty(ret->kind))
		rc = check_kind(ret, err) < 0 ? -1 : rc;
	if (rc == 0)
		rc = read_all_args(ret, c, err);
	return rc < 0 ? error_wrap(err, "%s", path) : 0;
}

void scheduler_config_walk(struct walk *w, struct scheduler_config *config)
{
	for (uint32_t i = 0; i < config->profiles.n; i++) {
		struct scheduler_profile *profile = &config->profiles.v[i];

		for (uint32_t k = 0; k < profile->configs.n; k++) {
			const struct field_table *t = args_table(profile->configs.v[k].name);

			if (t)
				walk_object(w, KIND_COUNT, t, &profile->configs.v[k].args);
		}
	}
	walk_object(w, KIND_COUNT, &config_file_table, config);
}
