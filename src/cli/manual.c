/* The options in mdoc, for the manual: the same table that parses, and not translated. */
#include <string.h>

#include "advice/what_if.h"
#include "cli/options.h"

#define LINE_WIDTH 76

static bool is_upper(const char *text)
{
	return !text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ=")];
}

/* Argument names are capitals for --help; the manual has italics for them. */
static void put_argument(struct strbuf *out, const char *arg)
{
	bool lower = is_upper(arg);

	for (; *arg; arg++)
		strbuf_addc(out, lower && *arg != '=' ? (char)(*arg - 'A' + 'a') : *arg);
}

static void put_names(struct strbuf *out, const struct option *row)
{
	const bool optional = row->type == OPTION_LEVEL;

	strbuf_adds(out, ".It ");
	if (row->letter) {
		strbuf_addf(out, "Fl %c ", row->letter);
		if (row->arg) {
			strbuf_adds(out, optional ? "Oo Ar " : "Ar ");
			put_argument(out, row->arg);
			strbuf_adds(out, optional ? " Oc " : " ");
		}
		strbuf_adds(out, ", ");
	}
	strbuf_addf(out, "Fl -%s", row->name);
	if (row->arg) {
		strbuf_adds(out, optional ? " Ns Oo Ns = Ns Ar " :
				 row->type == OPTION_TOPIC ? " Op Ar " : " Ar ");
		put_argument(out, row->arg);
		strbuf_adds(out, optional ? " Oc" : "");
	}
	strbuf_addc(out, '\n');
}

/* A character that troff would take for something else. */
static void put_char(struct strbuf *out, char c)
{
	switch (c) {
	case '\\':
		strbuf_adds(out, "\\e");
		return;
	case '\'':
		strbuf_adds(out, "\\(aq");
		return;
	case '~':
		strbuf_adds(out, "\\(ti");
		return;
	case '`':
		strbuf_adds(out, "\\(ga");
		return;
	case '^':
		strbuf_adds(out, "\\(ha");
		return;
	default:
		strbuf_addc(out, c);
	}
}

/* An option, a path or the like is not to be broken over two lines. */
static bool is_symbol(const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (strchr("-=/~[_", word[i]))
			return true;
	return false;
}

static void put_word(struct strbuf *out, const char *word, size_t len, bool capital)
{
	if (is_symbol(word, len))
		strbuf_adds(out, "\\%");
	else if (strchr(".'", *word))
		strbuf_adds(out, "\\&");
	for (size_t i = 0; i < len; i++)
		put_char(out, capital && !i && *word >= 'a' && *word <= 'z' ?
			 (char)(*word - 'a' + 'A') : word[i]);
}

/* A sentence, and each question on lines of its own. */
static void put_text(struct strbuf *out, const char *text)
{
	size_t line = out->len, len;
	bool first = true;

	for (; *text; text += len, text += strspn(text, " ")) {
		struct strbuf word = STRBUF_INIT;
		bool question;

		len = strcspn(text, " ");
		question = text[len - 1] == '?' && text[len];
		put_word(&word, text, len, first);
		if (out->len > line && out->len - line + 1 + word.len > LINE_WIDTH) {
			strbuf_addc(out, '\n');
			line = out->len;
		} else if (out->len > line) {
			strbuf_addc(out, ' ');
		}
		strbuf_addf(out, "%s%s", word.buf, question ? "\n" : "");
		line = question ? out->len : line;
		first = question;
		strbuf_release(&word);
	}
	if (text[-1] != ':' && text[-1] != '?')
		strbuf_addc(out, '.');
	strbuf_addc(out, '\n');
}

/* With a meaning each: a list; else one line. */
static void put_words(struct strbuf *out, const struct option *row)
{
	struct arena *arena = arena_new();
	const char *word, *about, *before = "One of\n";
	bool list = false;

	for (size_t i = 0; (word = option_word(row, i, arena, &about)); i++) {
		if (about) {
			strbuf_addf(out, "%s.It Cm %s\n", i ? "" : ".Bl -tag -width markdown -compact\n", word);
			list = true;
			put_text(out, about);
		} else {
			strbuf_addf(out, "%s.Cm %s", before, word);
			before = " ,\n";
		}
	}
	if (list)
		strbuf_adds(out, ".El\n");
	else if (*before == ' ')
		strbuf_adds(out, " .\n");
	arena_free(arena);
}

/* What can be supposed, from the table of --what-if. */
static void put_changes(struct strbuf *out)
{
	const char *word, *form;

	strbuf_adds(out, ".Bl -tag -width Ds -compact\n");
	for (size_t i = 0; (word = what_if_word(i, &form)); i++) {
		strbuf_addf(out, ".It Cm %s%s%s\n", word, form ? "= Ns Ar " : "", form ? form : "");
		put_text(out, what_if_help(i));
	}
	strbuf_adds(out, ".El\n");
}

void options_manual(struct strbuf *out)
{
	for (int group = 0; group < GROUP_HIDDEN; group++) {
		strbuf_addf(out, ".Ss %s\n.Bl -tag -width Ds\n", option_group_title((enum option_group)group));
		for (size_t i = 0; i < option_count; i++) {
			if ((int)option_table[i].group != group)
				continue;
			put_names(out, &option_table[i]);
			put_text(out, option_table[i].help);
			put_words(out, &option_table[i]);
			if (option_table[i].values && option_table[i].values->source == VALUES_CHANGES)
				put_changes(out);
		}
		strbuf_adds(out, ".El\n");
	}
}
