#include "cli/completion_script.h"

#include <string.h>

#include "base/i18n.h"
#include "cli/complete.h"

static enum value_way way_of(enum value_source source)
{
	switch (source) {
	case VALUES_WORDS:
	case VALUES_RELEASES:
		return WAY_WORDS;
	case VALUES_FILES:
		return WAY_FILES;
	case VALUES_FOLDERS:
		return WAY_FOLDERS;
	case VALUES_CONTEXTS:
	case VALUES_CLUSTERS:
	case VALUES_USERS:
	case VALUES_NAMESPACES:
	case VALUES_CODES:
	case VALUES_CHANGES:
		return WAY_ASK;
	}
	return WAY_ANY;
}

enum value_way value_way(const struct option *row)
{
	if (!row->arg)
		return WAY_NONE;
	if (row->type == OPTION_FORMAT || row->type == OPTION_LANGUAGE)
		return WAY_WORDS;
	return row->values ? way_of(row->values->source) : WAY_ANY;
}

void script_words(struct strbuf *out, const struct option *row)
{
	struct arena *arena = arena_new();
	const char *word, *about;

	for (size_t i = 0; (word = option_word(row, i, arena, &about)); i++)
		strbuf_addf(out, "%s%s", i ? " " : "", word);
	arena_free(arena);
}

void script_summary(struct strbuf *out, const struct option *row, const char *escaped)
{
	struct strbuf clause = STRBUF_INIT;

	completion_clause(&clause, row->help);
	for (const char *p = clause.buf; *p; p++) {
		if (strchr(escaped, *p))
			strbuf_addc(out, '\\');
		strbuf_addc(out, *p);
	}
	strbuf_release(&clause);
}

int completion_script(const char *shell, struct strbuf *out, struct error *err)
{
	static const struct {
		const char *shell;
		void (*script)(struct strbuf *out);
	} scripts[] = {
		{ "bash", script_bash },
		{ "zsh", script_zsh },
		{ "fish", script_fish },
	};

	for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
		if (strcmp(scripts[i].shell, shell) != 0)
			continue;
		scripts[i].script(out);
		return 0;
	}
	return error_set(err, ERR_USAGE, _("\"%.100s\" is not one of bash, zsh, fish"), shell);
}
