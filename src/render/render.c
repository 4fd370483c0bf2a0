#include "render/render.h"

#include <string.h>

#include "base/i18n.h"
#include "render/formats.h"

const struct renderer renderers[] = {
	{ "", N_("a summary and a table of nodes, for people"), render_table, false },
	{ "wide", N_("the same with every node, plugin and reason, nothing folded or rounded"), render_wide, false },
	{ "json", N_("everything, for programs; docs/schema.json describes it"), render_json, true },
	{ "yaml", N_("the same data as json"), render_yaml, true },
	{ "markdown", N_("for a ticket: tables and commands that nothing in them can break out of"), render_markdown, false },
	{ "prometheus", N_("metrics for the textfile collector of node_exporter"), render_prometheus, true },
	{ "name", N_("one line per subject: pod/web"), render_name, true },
};
const size_t renderer_count = sizeof(renderers) / sizeof(renderers[0]);

const struct renderer *renderer_find(const char *name)
{
	for (size_t i = 0; i < renderer_count; i++)
		if (strcmp(renderers[i].name, name) == 0)
			return &renderers[i];
	return NULL;
}
