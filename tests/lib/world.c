#include "lib/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "load/load.h"

void world_read(struct world *w, const char *items)
{
	struct error err = ERROR_INIT;
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "{'apiVersion':'v1','kind':'List','items':[%s]}", items);
	for (char *p = text.buf; *p; p++)
		if (*p == '\'')
			*p = '"';
	*w = (struct world){ .cluster = cluster_new(), .arena = arena_new() };
	if (snapshot_read_memory(w->cluster, "test.json", text.buf, text.len, &err))
		fail_msg("%s", err.msg);
	for (size_t i = 0; i < w->cluster->notes.n; i++)
		if (w->cluster->notes.v[i].severity == NOTE_LOST)
			fail_msg("%s", w->cluster->notes.v[i].text);
	load_finish(w->cluster);
	strbuf_release(&text);
}

void world_look(struct world *w, const char *version)
{
	struct error err = ERROR_INIT;
	const struct release *release;
	bool exact;

	if (release_find(version, &release, &exact, &err))
		fail_msg("%s", err.msg);
	w->view = view_new(w->cluster, release);
	profile_init_default(&w->profile, release);
}

struct diagnosis *world_diagnosis(struct world *w, const char *items)
{
	struct diagnose_options opts = { .source = { .kind = SOURCE_SNAPSHOT },
					 .release = release_newest(),
					 .release_exact = true,
					 .profiles = &w->profile,
					 .profile_count = 1 };

	world_read(w, items);
	world_look(w, "1.36");
	return diagnosis_new(w->cluster, &opts);
}

void world_release(struct world *w)
{
	view_free(w->view);
	cluster_free(w->cluster);
	arena_free(w->arena);
}

struct pod_info *world_pod(const struct world *w, const char *namespace_, const char *name)
{
	struct pod_info *p =
		view_find_pod(w->view, view_sym(w->view, namespace_), view_sym(w->view, name));

	if (!p)
		fail_msg("no pod %s/%s", namespace_, name);
	return p;
}

uint32_t world_plugin(const struct world *w, const char *name)
{
	for (uint32_t i = 0; i < w->profile.n; i++)
		if (strcmp(w->profile.plugins[i]->name, name) == 0)
			return i;
	fail_msg("plugin %s is not in the profile", name);
	return 0;
}

const char *world_code_word(enum code c)
{
	switch (c) {
	case CODE_SUCCESS:
		return "ok";
	case CODE_SKIP:
		return "skip";
	case CODE_UNSCHEDULABLE:
		return "U";
	case CODE_UNRESOLVABLE:
		return "UU";
	case CODE_ERROR:
		return "E";
	case CODE_PREFILTER_RESULT:
		return "excluded";
	case CODE_UNKNOWN:
		return "?";
	}
	return "!";
}

static void add_verdict(struct strbuf *text, enum code code, const struct outcome *out)
{
	strbuf_adds(text, world_code_word(code));
	if (out->wanted == WANT_CODE)
		return;
	for (uint32_t i = 0; i < out->reasons.n; i++)
		strbuf_addf(text, "%s%s", i ? "; " : " ", out->reasons.v[i]);
	if (code == CODE_UNKNOWN)
		strbuf_addf(text, " %s", out->why ? out->why : "(nothing said)");
}

static void add_nodes(struct strbuf *text, const struct world *w, const struct cycle *c,
		      uint32_t plugin, enum wanted wanted)
{
	for (uint32_t i = 0; i < view_node_count(w->view); i++) {
		const struct node_info *n = view_node(w->view, i);
		struct outcome out = outcome_init(wanted, w->arena);
		enum code code = CODE_PREFILTER_RESULT;

		if (!cycle_plugin_excludes(c, plugin, n))
			code = cycle_filter(c, plugin, n, &out);
		strbuf_addf(text, "%s%s ", i ? ", " : "", n->node->meta.name.s);
		add_verdict(text, code, &out);
	}
}

static const char *ask(struct world *w, const char *plugin, const char *namespace_,
		       const char *name, enum wanted wanted)
{
	struct cycle *c = cycle_new(w->view, world_pod(w, namespace_, name)->pod, &w->profile);
	uint32_t index = world_plugin(w, plugin);
	struct plugin_result pre = *cycle_prefilter(c, index);
	struct strbuf text = STRBUF_INIT;
	const char *ret;

	pre.out.wanted = wanted;
	if (pre.code == CODE_SUCCESS)
		add_nodes(&text, w, c, index, wanted);
	else
		add_verdict(&text, pre.code, &pre.out);
	ret = arena_strdup(w->arena, text.buf);
	strbuf_release(&text);
	cycle_free(c);
	return ret;
}

const char *world_ask(struct world *w, const char *plugin, const char *namespace_,
		      const char *name)
{
	return ask(w, plugin, namespace_, name, WANT_REASONS);
}

const char *world_ask_codes(struct world *w, const char *plugin, const char *namespace_,
			    const char *name)
{
	return ask(w, plugin, namespace_, name, WANT_CODE);
}

static void add_detail(struct strbuf *text, const struct detail *d)
{
	strbuf_addf(text, "%s%s", text->len ? "\n" : "", detail_type_name(d->type));
	if (d->object.kind)
		strbuf_addf(text, " %s %s", d->object.kind, d->object.name);
	if (d->name)
		strbuf_addf(text, " name=%s", d->name);
	if (d->wanted)
		strbuf_addf(text, " wanted=%s", d->wanted);
	if (d->observed)
		strbuf_addf(text, " observed=%s", d->observed);
	if (d->pointer)
		strbuf_addf(text, " at %s", d->pointer);
}

const char *world_details(struct world *w, const char *plugin, const char *namespace_,
			  const char *name, const char *node)
{
	struct cycle *c = cycle_new(w->view, world_pod(w, namespace_, name)->pod, &w->profile);
	struct outcome out = outcome_init(WANT_DETAILS, w->arena);
	uint32_t index = world_plugin(w, plugin);
	struct strbuf text = STRBUF_INIT;
	const char *ret;

	if (node)
		cycle_filter(c, index, view_find_node(w->view, view_sym(w->view, node)), &out);
	else
		out = cycle_prefilter(c, index)->out;
	for (uint32_t i = 0; i < out.details.n; i++)
		add_detail(&text, &out.details.v[i]);
	ret = arena_strdup(w->arena, text.buf);
	strbuf_release(&text);
	cycle_free(c);
	return ret;
}
