#include <stddef.h>

#include "cli/completion_script.h"

/* Nothing that comes from outside is ever evaluated: names are read line by line and compared. */
static const char head[] =
	"# bash completion for kubectl-whypending: `kubectl-whypending __completion bash` made it.\n"
	"\n"
	"# What the program says could stand here, into COMPREPLY.\n"
	"_kubectl_whypending_ask() {\n"
	"\tlocal line directive=0 i\n"
	"\tlocal -a typed=(\"${words[@]:0:cword+1}\")\n"
	"\tfor i in \"${!typed[@]}\"; do\n"
	"\t\ttyped[i]=${typed[i]//[\\\"\\'\\\\]/}\n"
	"\tdone\n"
	"\ttyped[0]=${typed[0]/#\\~/$HOME}\n"
	"\twhile IFS= read -r line; do\n"
	"\t\tcase $line in\n"
	"\t\t:*) directive=${line#:} ;;\n"
	"\t\t*) COMPREPLY+=(\"${line%%$'\\t'*}\") ;;\n"
	"\t\tesac\n"
	"\tdone < <(\"${typed[0]}\" __complete \"${typed[@]:1}\" 2>/dev/null </dev/null)\n"
	"\t((directive & 2)) && compopt -o nospace\n"
	"\t((directive & 32)) && compopt -o nosort 2>/dev/null\n"
	"}\n"
	"\n"
	"_kubectl_whypending() {\n"
	"\tlocal cur prev words cword option head\n"
	"\tCOMPREPLY=()\n"
	"\tdeclare -F _get_comp_words_by_ref >/dev/null || return\n"
	"\t_get_comp_words_by_ref -n =: cur prev words cword\n"
	"\toption=$prev\n"
	"\tif [[ $cur == --*=* ]]; then\n"
	"\t\toption=${cur%%=*} cur=${cur#*=}\n"
	"\tfi\n"
	"\tif [[ \" ${words[*]:1:cword-1} \" == *' -- '* ]]; then\n"
	"\t\toption=\n"
	"\telif [[ $cur == -* && $option != --what-if ]]; then\n"
	"\t\toption=-\n"
	"\tfi\n"
	"\tcase $option in\n";

static const char tail[] =
	"\t\t;;\n"
	"\t*) _kubectl_whypending_ask ;;\n"
	"\tesac\n"
	"\t# readline replaces what stands behind the last = or : only.\n"
	"\thead=${cur%\"${cur##*[=:]}\"}\n"
	"\tif [[ $head && $COMP_WORDBREAKS == *[=:]* ]]; then\n"
	"\t\tCOMPREPLY=(\"${COMPREPLY[@]#\"$head\"}\")\n"
	"\tfi\n"
	"}\n"
	"\n"
	"complete -F _kubectl_whypending kubectl-whypending\n";

static void put_names(struct strbuf *out, const struct option *row, bool first)
{
	if (!first)
		strbuf_addc(out, '|');
	if (row->letter)
		strbuf_addf(out, "-%c|", row->letter);
	strbuf_addf(out, "--%s", row->name);
}

/* One branch for all options whose values come this way; nothing if there is none. */
static void put_branch(struct strbuf *out, enum value_way way, const char *action)
{
	bool first = true;

	for (size_t i = 0; i < option_count; i++) {
		const struct option *row = &option_table[i];

		if (row->group == GROUP_HIDDEN || value_way(row) != way || row->type == OPTION_LEVEL)
			continue;
		strbuf_adds(out, first ? "\t" : "");
		put_names(out, row, first);
		first = false;
	}
	if (!first)
		strbuf_addf(out, ") %s ;;\n", action);
}

static void put_words(struct strbuf *out, const struct option *row)
{
	strbuf_adds(out, "\t");
	put_names(out, row, true);
	strbuf_adds(out, ") mapfile -t COMPREPLY < <(compgen -W '");
	script_words(out, row);
	strbuf_adds(out, "' -- \"$cur\") ;;\n");
}

static void put_options(struct strbuf *out)
{
	strbuf_adds(out, "\t-)\n\t\tif [[ $cur == -[!-]* ]]; then\n"
			 "\t\t\t_kubectl_whypending_ask\n\t\telse\n"
			 "\t\t\tmapfile -t COMPREPLY < <(compgen -W '");
	for (size_t i = 0; i < option_count; i++)
		if (option_table[i].group != GROUP_HIDDEN)
			strbuf_addf(out, "%s--%s", i ? " " : "", option_table[i].name);
	strbuf_adds(out, "' -- \"$cur\")\n\t\tfi\n");
}

void script_bash(struct strbuf *out)
{
	strbuf_adds(out, head);
	for (size_t i = 0; i < option_count; i++)
		if (option_table[i].group != GROUP_HIDDEN && value_way(&option_table[i]) == WAY_WORDS)
			put_words(out, &option_table[i]);
	put_branch(out, WAY_FILES, "_filedir");
	put_branch(out, WAY_FOLDERS, "_filedir -d");
	put_branch(out, WAY_ANY, "return");
	put_options(out);
	strbuf_adds(out, tail);
}
