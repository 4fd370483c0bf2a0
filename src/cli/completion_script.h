/* What the scripts for the shells have in common. */
#ifndef CLI_COMPLETION_SCRIPT_H
#define CLI_COMPLETION_SCRIPT_H

#include "cli/options.h"

/* How a script gets at the values of an option. */
enum value_way {
	WAY_NONE,    /* a flag */
	WAY_ANY,     /* the user knows */
	WAY_WORDS,   /* they stand in the script */
	WAY_FILES,
	WAY_FOLDERS,
	WAY_ASK,     /* the program is asked: __complete */
};

enum value_way value_way(const struct option *row);
/* The words of WAY_WORDS, with spaces between them. */
void script_words(struct strbuf *out, const struct option *row);
/* The first clause of the help, with a backslash before each of these characters. */
void script_summary(struct strbuf *out, const struct option *row, const char *escaped);

void script_bash(struct strbuf *out);
void script_zsh(struct strbuf *out);
void script_fish(struct strbuf *out);

#endif
