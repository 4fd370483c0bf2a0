#include <stddef.h>

#include "cli/completion_script.h"

static const char head[] =
	"#compdef kubectl-whypending\n"
	"# zsh completion for kubectl-whypending: `kubectl-whypending __completion zsh` made it.\n"
	"\n"
	"# What the program says could stand here.\n"
	"_kubectl-whypending_ask() {\n"
	"\tlocal tool=${(Q)words[1]} line name directive=0\n"
	"\tlocal -a lines found how\n"
	"\t[[ $tool == '~'* ]] && tool=$HOME${tool#\\~}\n"
	"\tlines=(\"${(@f)$(\"$tool\" __complete \"${(@Q)words[2,CURRENT-1]}\" \"${(Q)IPREFIX}$PREFIX\" \\\n"
	"\t\t2>/dev/null </dev/null)}\")\n"
	"\tfor line in \"${lines[@]}\"; do\n"
	"\t\tcase $line in\n"
	"\t\t'') ;;\n"
	"\t\t:*) directive=${line#:} ;;\n"
	"\t\t*)\n"
	"\t\t\tname=${${line%%$'\\t'*}#\"$IPREFIX\"}\n"
	"\t\t\tname=${name//:/\\\\:}\n"
	"\t\t\t[[ $line == *$'\\t'* ]] && name+=:${line#*$'\\t'}\n"
	"\t\t\tfound+=(\"$name\")\n"
	"\t\t\t;;\n"
	"\t\tesac\n"
	"\tdone\n"
	"\t((directive & 2)) && how+=(-S '')\n"
	"\tif ((directive & 32)); then\n"
	"\t\t_describe -V -t names name found \"${how[@]}\"\n"
	"\telse\n"
	"\t\t_describe -t names name found \"${how[@]}\"\n"
	"\tfi\n"
	"}\n"
	"\n"
	"_kubectl-whypending() {\n"
	"\t_arguments -s -S \\\n";

static const char tail[] =
	"\t\t'*:pod or TYPE/NAME:_kubectl-whypending_ask'\n"
	"}\n"
	"\n"
	"if [[ $funcstack[1] == _kubectl-whypending ]]; then\n"
	"\t_kubectl-whypending \"$@\"\n"
	"else\n"
	"\tcompdef _kubectl-whypending kubectl-whypending\n"
	"fi\n";

/* '(-n --namespace)'{-n+,--namespace=} or --server=, with an open quote behind it. */
static void put_names(struct strbuf *out, const struct option *row)
{
	const char *long_end = row->arg ? "=" : "", *short_end = row->arg ? "+" : "";

	if (row->type == OPTION_LEVEL)
		long_end = "=-";
	if (row->letter && row->type == OPTION_LIST)
		strbuf_adds(out, "'*'");
	else if (row->letter)
		strbuf_addf(out, "'(-%c --%s)'", row->letter, row->name);
	if (row->letter)
		strbuf_addf(out, "{-%c%s,--%s%s}'", row->letter, short_end, row->name, long_end);
	else
		strbuf_addf(out, "'%s--%s%s", row->type == OPTION_LIST ? "*" : "", row->name, long_end);
}

static void put_action(struct strbuf *out, const struct option *row)
{
	switch (value_way(row)) {
	case WAY_NONE:
	case WAY_ANY:
		strbuf_adds(out, " ");
		return;
	case WAY_WORDS:
		strbuf_adds(out, "(");
		script_words(out, row);
		strbuf_adds(out, ")");
		return;
	case WAY_FILES:
		strbuf_adds(out, "_files");
		return;
	case WAY_FOLDERS:
		strbuf_adds(out, "_files -/");
		return;
	case WAY_ASK:
		strbuf_adds(out, "_kubectl-whypending_ask");
		return;
	}
}

/* Colons separate the parts of a spec. */
static void put_argument(struct strbuf *out, const struct option *row)
{
	strbuf_addf(out, "%s:", row->type == OPTION_LEVEL ? ":" : "");
	for (const char *p = row->arg; *p; p++)
		strbuf_addf(out, "%s%c", *p == ':' ? "\\" : "", *p);
	strbuf_addc(out, ':');
	put_action(out, row);
}

/* An apostrophe ends the quotes, stands for itself, and opens them again. */
static void put_quoted(struct strbuf *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			strbuf_adds(out, "'\\''");
		else
			strbuf_addc(out, *text);
	}
}

static void put_option(struct strbuf *out, const struct option *row)
{
	struct strbuf summary = STRBUF_INIT;

	strbuf_adds(out, "\t\t");
	put_names(out, row);
	script_summary(&summary, row, "[]\\");
	strbuf_addc(out, '[');
	put_quoted(out, summary.buf);
	strbuf_addc(out, ']');
	if (row->arg)
		put_argument(out, row);
	strbuf_adds(out, "' \\\n");
	strbuf_release(&summary);
}

void script_zsh(struct strbuf *out)
{
	strbuf_adds(out, head);
	for (size_t i = 0; i < option_count; i++)
		if (option_table[i].group != GROUP_HIDDEN)
			put_option(out, &option_table[i]);
	strbuf_adds(out, tail);
}
