/* --help, from the same table that parses. */
#include <string.h>

#include "base/i18n.h"
#include "cli/options.h"
#include "render/style.h"

#define HELP_COLUMN 36
#define HELP_WIDTH 104

static const char *const group_titles[] = {
	[GROUP_INPUT] = N_("What to read"),
	[GROUP_SUBJECT] = N_("What to look at"),
	[GROUP_OUTPUT] = N_("How to print"),
	[GROUP_CONNECTION] = N_("How to reach the cluster (as kubectl)"),
	[GROUP_OTHER] = N_("Other"),
};

/* Each is run by a test, with --demo where no cluster is named. */
static const struct {
	const char *what, *words;
} examples[] = {
	{ N_("One pod, or a workload and its pods"), "-n shop web-6b7f9c4d5-zr5bk" },
	{ NULL, "-n shop deploy/web" },
	{ N_("All that is stuck, everywhere"), "-A" },
	{ N_("Would it fit if it wanted less?"), "-n data postgres-0 --what-if cpu=100m" },
	{ N_("Try it without a cluster"), "--demo -A" },
	{ N_("What a cause means and what to do"), "--explain ImageNotFound" },
};

const char *option_group_title(enum option_group group)
{
	return group_titles[group];
}

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
	size_t len = strlen(text), skip, n;

	for (;;) {
		n = wrap_line(text, len, HELP_WIDTH - HELP_COLUMN, &skip);
		strbuf_add(out, text, n);
		text += skip;
		len -= skip;
		if (!len)
			break;
		strbuf_addc(out, '\n');
		strbuf_addn(out, ' ', HELP_COLUMN);
	}
}

/* In the text if they need no explanation, else a list below it. */
static void put_words(struct strbuf *out, struct strbuf *list, const struct option *row)
{
	struct arena *arena = arena_new();
	const char *word, *about, *before = strchr(row->help, ';') ? _("; one of ") : _(": ");

	for (size_t i = 0; (word = option_word(row, i, arena, &about)); i++) {
		if (about) {
			strbuf_addn(list, ' ', HELP_COLUMN);
			strbuf_addf(list, "%-11s %s\n", word, _(about));
		} else {
			strbuf_addf(out, "%s%s", i ? _(", ") : before, word);
		}
	}
	arena_free(arena);
}

static void put_option(struct strbuf *out, const struct option *row)
{
	struct strbuf left = STRBUF_INIT, text = STRBUF_INIT, list = STRBUF_INIT;

	if (row->letter)
		strbuf_addf(&left, "  -%c, --%s", row->letter, row->name);
	else
		strbuf_addf(&left, "      --%s", row->name);
	if (row->arg)
		strbuf_addf(&left, " %s", row->arg);
	strbuf_add(out, left.buf, left.len);
	strbuf_addn(out, ' ', left.len < HELP_COLUMN ? HELP_COLUMN - left.len : 1);
	strbuf_adds(&text, _(row->help));
	put_words(&text, &list, row);
	put_help_text(out, text.buf);
	strbuf_addf(out, "\n%s", list.buf);
	strbuf_release(&left);
	strbuf_release(&text);
	strbuf_release(&list);
}

static void put_examples(struct strbuf *out, const char *name)
{
	strbuf_addf(out, _("%s:\n"), _("Examples"));
	for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
		if (examples[i].what)
			strbuf_addf(out, "%s  # %s\n", i ? "\n" : "", _(examples[i].what));
		strbuf_addf(out, "  %s %s\n", name, examples[i].words);
	}
}

static void put_options(struct strbuf *out)
{
	for (int group = 0; group < GROUP_HIDDEN; group++) {
		strbuf_addc(out, '\n');
		strbuf_addf(out, _("%s:\n"), _(group_titles[group]));
		for (size_t i = 0; i < option_count; i++)
			if ((int)option_table[i].group == group)
				put_option(out, &option_table[i]);
	}
}

void options_help(const char *argv0, struct strbuf *out)
{
	struct strbuf name = STRBUF_INIT;

	program_name(argv0, &name);
	strbuf_addf(out, "%s\n\n", _("Says why a pod is not running: the stage it is stuck in, and what "
				     "blocks it on each node."));
	put_examples(out, name.buf);
	put_options(out);
	strbuf_addf(out, "\n%s", _("Exit status: 0 nothing is stuck, 1 something is, 2 usage,\n"
				   "3 could not be decided, not found, or not readable.\n"));
	strbuf_addc(out, '\n');
	strbuf_addf(out, _("%s:\n"), _("Usage"));
	strbuf_addf(out, "  %s %s\n\n%s", name.buf,
		    _("[OPTION]... [POD | TYPE/NAME | TYPE NAME]..."),
		    _("Without a name, or with `pods` alone: all pods of the namespace that are stuck.\n"
		      "TYPE: pod, deployment, replicaset, statefulset, daemonset, job, cronjob,\n"
		      "replicationcontroller or node, or kubectl's short names.\n"));
	strbuf_release(&name);
}
