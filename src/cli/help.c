/* --help, from the same table that parses. */
#include <string.h>

#include "cli/options.h"

#define HELP_COLUMN 36
#define HELP_WIDTH 104

static const char *const group_titles[] = {
	[GROUP_INPUT] = "What to read",
	[GROUP_SUBJECT] = "What to look at",
	[GROUP_OUTPUT] = "How to print",
	[GROUP_CONNECTION] = "How to reach the cluster (as kubectl)",
	[GROUP_OTHER] = "Other",
};

void program_name(const char *argv0, struct strbuf *out)
{
	static const char plugin[] = "kubectl-";
	const char *base = argv0 ? strrchr(argv0, '/') : NULL;

	base = base ? base + 1 : argv0;
	if (!base || !*base) {
		strbuf_adds(out, "kubectl whypending");
	} else if (!strncmp(base, plugin, sizeof(plugin) - 1)) {
		/* kubectl finds the plugin `a-b` in the file kubectl-a_b. */
		strbuf_adds(out, "kubectl ");
		for (const char *p = base + sizeof(plugin) - 1; *p; p++)
			strbuf_addc(out, *p == '_' ? '-' : *p);
	} else {
		strbuf_adds(out, base);
	}
}

static void put_help_text(struct strbuf *out, const char *text)
{
	size_t column = HELP_COLUMN;

	while (*text) {
		size_t len = strcspn(text, " ");

		if (column > HELP_COLUMN && column + 1 + len > HELP_WIDTH) {
			strbuf_addc(out, '\n');
			strbuf_addn(out, ' ', HELP_COLUMN);
			column = HELP_COLUMN;
		} else if (column > HELP_COLUMN) {
			strbuf_addc(out, ' ');
			column++;
		}
		strbuf_add(out, text, len);
		column += len;
		text += len;
		text += strspn(text, " ");
	}
}

static void put_choices(struct strbuf *text, const struct option *row)
{
	for (size_t i = 0; row->choices && row->choices[i]; i++)
		strbuf_addf(text, "%s%s", i ? ", " : ": ", row->choices[i]);
}

static void put_formats(struct strbuf *out)
{
	for (size_t i = 0; i < renderer_count; i++) {
		if (!*renderers[i].name)
			continue;
		strbuf_addn(out, ' ', HELP_COLUMN);
		strbuf_addf(out, "%-9s %s\n", renderers[i].name, renderers[i].summary);
	}
}

static void put_option(struct strbuf *out, const struct option *row)
{
	struct strbuf left = STRBUF_INIT, text = STRBUF_INIT;

	if (row->letter)
		strbuf_addf(&left, "  -%c, --%s", row->letter, row->name);
	else
		strbuf_addf(&left, "      --%s", row->name);
	if (row->arg)
		strbuf_addf(&left, " %s", row->arg);
	strbuf_add(out, left.buf, left.len);
	strbuf_addn(out, ' ', left.len < HELP_COLUMN ? HELP_COLUMN - left.len : 1);
	strbuf_adds(&text, row->help);
	put_choices(&text, row);
	put_help_text(out, text.buf);
	strbuf_addc(out, '\n');
	if (row->type == OPTION_FORMAT)
		put_formats(out);
	strbuf_release(&left);
	strbuf_release(&text);
}

void options_help(const char *argv0, struct strbuf *out)
{
	struct strbuf name = STRBUF_INIT;

	program_name(argv0, &name);
	strbuf_addf(out, "Says why a pod is not running: the stage it is stuck in, and what blocks it on each node.\n\n"
		    "Usage: %s [OPTION]... [POD | TYPE/NAME | TYPE NAME]...\n"
		    "Without a name, or with `pods` alone: all pods of the namespace that are stuck.\n"
		    "TYPE: pod, deployment, replicaset, statefulset, daemonset, job, cronjob,\n"
		    "replicationcontroller, or kubectl's short names.\n", name.buf);
	for (int group = 0; group < GROUP_HIDDEN; group++) {
		strbuf_addf(out, "\n%s:\n", group_titles[group]);
		for (size_t i = 0; i < option_count; i++)
			if ((int)option_table[i].group == group)
				put_option(out, &option_table[i]);
	}
	strbuf_adds(out, "\nExit status: 0 nothing is stuck, 1 something is, 2 usage,\n"
		    "3 could not be decided, not found, or not readable.\n");
	strbuf_release(&name);
}
