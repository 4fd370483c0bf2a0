#include <stddef.h>

#include "cli/completion_script.h"

static const char head[] =
	"# fish completion for kubectl-whypending: `kubectl-whypending __completion fish` made it.\n"
	"\n"
	"# What the program says could stand here.\n"
	"function __kubectl_whypending_ask\n"
	"\tset -l typed (commandline -opc)\n"
	"\tset -l word (commandline -ct)\n"
	"\tset -l tool $typed[1]\n"
	"\tset -e typed[1]\n"
	"\tset -l glued (string match -r -- '^-[^-]' $word)\n"
	"\t$tool __complete $typed \"$word\" 2>/dev/null </dev/null | while read -l line\n"
	"\t\tstring match -q -- ':*' $line; and continue\n"
	"\t\tif test -n \"$glued\"\n"
	"\t\t\tset line (string sub -s 3 -- $line)\n"
	"\t\tend\n"
	"\t\techo $line\n"
	"\tend\n"
	"end\n"
	"\n"
	"complete -c kubectl-whypending -f\n"
	"complete -c kubectl-whypending -k -a '(__kubectl_whypending_ask)'\n";

static void put_values(struct strbuf *out, const struct option *row)
{
	switch (value_way(row)) {
	case WAY_NONE:
		return;
	case WAY_ANY:
		strbuf_adds(out, " -x");
		return;
	case WAY_WORDS:
		strbuf_adds(out, " -x -a '");
		script_words(out, row);
		strbuf_adds(out, "'");
		return;
	case WAY_FILES:
		strbuf_adds(out, " -r -F");
		return;
	case WAY_FOLDERS:
		strbuf_adds(out, " -x -a '(__fish_complete_directories)'");
		return;
	case WAY_ASK:
		strbuf_adds(out, " -x -k -a '(__kubectl_whypending_ask)'");
		return;
	}
}

static void put_option(struct strbuf *out, const struct option *row)
{
	strbuf_adds(out, "complete -c kubectl-whypending");
	if (row->letter)
		strbuf_addf(out, " -s %c", row->letter);
	strbuf_addf(out, " -l %s -d '", row->name);
	script_summary(out, row, "'\\");
	strbuf_adds(out, "'");
	if (row->type != OPTION_LEVEL) /* fish knows no value that may be left out */
		put_values(out, row);
	strbuf_addc(out, '\n');
}

void script_fish(struct strbuf *out)
{
	strbuf_adds(out, head);
	for (size_t i = 0; i < option_count; i++)
		if (option_table[i].group != GROUP_HIDDEN)
			put_option(out, &option_table[i]);
}
