#include "render/render.h"

#include <string.h>

#include "render/formats.h"

const struct renderer renderers[] = {
	{ "", "a summary and a table of nodes, for people", render_table },
	{ "wide", "the same with every node, plugin and reason, nothing folded or rounded", render_wide },
	{ "json", "everything, for programs; docs/schema.json describes it", render_json },
	{ "yaml", "the same data as json", render_yaml },
	{ "name", "one line per subject: pod/web", render_name },
};
const size_t renderer_count = sizeof(renderers) / sizeof(renderers[0]);

const struct renderer *renderer_find(const char *name)
{
	for (size_t i = 0; i < renderer_count; i++)
		if (strcmp(renderers[i].name, name) == 0)
			return &renderers[i];
	return NULL;
}
