#include "cli/profiles.h"

#include <string.h>

#include "base/i18n.h"
#include "cli/answer.h"
#include "cli/bundle.h"
#include "load/scheduler_config.h"
#include "replay/profile.h"
#include "report/strings.h"

struct check {
	struct arena *arena;
	FILE *log;
	struct strings told;
};

static bool is_told(const struct check *k, const char *name)
{
	for (uint32_t i = 0; i < k->told.n; i++)
		if (!strcmp(k->told.v[i], name))
			return true;
	return false;
}

static void check_name(struct check *k, sym name)
{
	const char *near;
	struct strbuf sb = STRBUF_LIMIT(1024);

	if (sym_is(name, "*") || profile_knows_plugin(sym_text(name)) || is_told(k, sym_text(name)))
		return;
	strings_push(&k->told, sym_text(name), k->arena);
	strbuf_addf(&sb, _("--scheduler-config: no plugin of kube-scheduler is called \"%.100s\""),
		    sym_text(name));
	near = profile_near_plugin(sym_text(name));
	if (near)
		strbuf_addf(&sb, _("; did you mean %s?"), near);
	print_line(k->log, _("warning: "), sb.buf);
	strbuf_release(&sb);
}

static void check_set(struct check *k, const struct plugin_set *s)
{
	for (uint32_t i = 0; i < s->enabled.n; i++)
		check_name(k, s->enabled.v[i].name);
	for (uint32_t i = 0; i < s->disabled.n; i++)
		check_name(k, s->disabled.v[i].name);
}

static void check_names(const struct scheduler_config *config, struct arena *arena, FILE *log)
{
	struct check k = { .arena = arena, .log = log };

	for (uint32_t i = 0; i < config->profiles.n; i++) {
		const struct scheduler_profile *p = &config->profiles.v[i];

		check_set(&k, &p->multi_point);
		check_set(&k, &p->pre_enqueue);
		check_set(&k, &p->pre_filter);
		check_set(&k, &p->filter);
		check_set(&k, &p->post_filter);
		for (uint32_t c = 0; c < p->configs.n; c++)
			check_name(&k, p->configs.v[c].name);
	}
}

static void pick_default(struct cluster *c, struct diagnose_options *ret)
{
	struct profile *p = ARENA_NEW(c->arena, struct profile);

	profile_init_default(p, ret->release);
	ret->profiles = p;
	ret->profile_count = 1;
}

static int read_config(struct cluster *c, const struct options *o, struct redactor *r,
		       struct scheduler_config *config, struct error *err)
{
	int rc;

	if (r)
		i18n_pause();
	rc = scheduler_config_read(o->scheduler_config, c, config, err);
	if (r)
		i18n_resume();
	if (rc < 0)
		return r ? error_redact(err) : -1;
	if (r)
		redactor_change_config(r, config);
	return 0;
}

int pick_profiles(struct cluster *c, const struct options *o, struct redactor *r, FILE *log,
		  struct diagnose_options *ret, struct error *err)
{
	struct scheduler_config *config;
	struct profile *profiles;

	if (!o->scheduler_config) {
		pick_default(c, ret);
		return 0;
	}
	config = ARENA_NEW(c->arena, struct scheduler_config);
	if (read_config(c, o, r, config, err) < 0 ||
	    profiles_from_config(config, ret->release, c->arena, &profiles, &ret->profile_count,
				 err) < 0) {
		if (err->kind == ERR_PARSE)
			err->kind = ERR_USAGE; /* what is wrong is what was asked for, not the cluster */
		return error_wrap(err, "--scheduler-config");
	}
	check_names(config, c->arena, log);
	ret->profiles = profiles;
	return 0;
}
