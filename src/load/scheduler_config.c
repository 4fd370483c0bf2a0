#include "load/scheduler_config.h"

#include "base/file.h"
#include "load/document.h"
#include "load/load.h"

static const struct field plugin_rows[] = {
	{ F_SYM("name", struct plugin_entry, name) },
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
};
static const struct field_table plugins_table = TABLE(plugins_rows);

static const struct field args_rows[] = {
	{ F_POINTER("addedAffinity", struct plugin_args, added_affinity, table_node_affinity) },
	{ F_SYMS("ignoredResources", struct plugin_args, ignored_resources) },
	{ F_SYMS("ignoredResourceGroups", struct plugin_args, ignored_resource_groups) },
	{ F_LIST("defaultConstraints", struct plugin_args, default_constraints,
		 table_spread_constraint) },
	{ F_SYM("defaultingType", struct plugin_args, defaulting_type) },
};
static const struct field_table args_table = TABLE(args_rows);

static const struct field config_rows[] = {
	{ F_SYM("name", struct plugin_config, name) },
	{ F_STRUCT("args", struct plugin_config, args, args_table) },
};
static const struct field_table config_table = TABLE(config_rows);

static const struct field profile_rows[] = {
	{ F_SYM("schedulerName", struct scheduler_profile, scheduler_name) },
	{ F_HERE("plugins", plugins_table) },
	{ F_LIST("pluginConfig", struct scheduler_profile, configs, config_table) },
};
static const struct field_table profile_table = TABLE(profile_rows);

static const struct field managed_rows[] = {
	{ F_SYM("name", struct managed_resource, name) },
	{ F_TRI("ignoredByScheduler", struct managed_resource, ignored_by_scheduler) },
};
static const struct field_table managed_table = TABLE(managed_rows);

static const struct field extender_rows[] = {
	{ F_SYM("urlPrefix", struct extender, url) },
	{ F_SYM("filterVerb", struct extender, filter_verb) },
	{ F_LIST("managedResources", struct extender, managed_resources, managed_table) },
};
static const struct field_table extender_table = TABLE(extender_rows);

static const struct field rows[] = {
	{ F_SYM("apiVersion", struct scheduler_config, api_version) },
	{ F_SYM("kind", struct scheduler_config, kind) },
	{ F_LIST("profiles", struct scheduler_config, profiles, profile_table) },
	{ F_LIST("extenders", struct scheduler_config, extenders, extender_table) },
};
static const struct field_table table = TABLE(rows);

int scheduler_config_read(const char *path, struct cluster *c, struct scheduler_config *ret,
			  struct error *err)
{
	struct strbuf text = STRBUF_LIMIT(LOAD_OBJECT_BYTES_MAX);
	int rc = file_read(path, &text, err);

	if (rc == 0)
		rc = document_decode(text.buf, text.len, &table, ret, c->arena, c->syms, err);
	strbuf_release(&text);
	if (rc == 0 && !sym_is(ret->kind, "KubeSchedulerConfiguration"))
		rc = error_set(err, ERR_PARSE, "kind is \"%.80s\", not KubeSchedulerConfiguration",
			       sym_text(ret->kind));
	return rc < 0 ? error_wrap(err, "%s", path) : 0;
}
