/*
 * Completion: what could stand where the cursor is, in the protocol that kubectl speaks with its
 * plugins.  One candidate a line, behind a tab what it is, and `:N` as the last line, the sum of
 * enum completion_directive.
 *
 * A shell may take what it reads here for code, so nothing leaves but names of plain characters.
 */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include <stdio.h>

#include "cli/options.h"
#include "model/cluster.h"

enum completion_directive { /* as kubectl counts them */
	COMPLETE_ERROR = 1,
	COMPLETE_NO_SPACE = 2, /* the word goes on behind the candidate */
	COMPLETE_NO_FILES = 4, /* file names are no candidates */
	COMPLETE_FOLDERS = 16, /* only folders are */
	COMPLETE_ORDERED = 32, /* as they stand */
};

struct completion {
	struct arena *arena;
	FILE *out;
	const char *typed;  /* what a candidate has to begin with */
	const char *before; /* belongs to the same word, but not to the candidate */
	struct option_list offered; /* for each one once */
	bool ends;          /* some candidate is a whole word */
	unsigned directive;
};

/* about: NULL, or our own text. */
void completion_offer(struct completion *c, const char *text, const char *about);
/* That a shell would not take for anything but a word. */
bool completion_is_plain(const char *text);
/* The first clause of a help text. */
void completion_clause(struct strbuf *out, const char *help);

/* cli/complete_names.c: names out of the kubeconfig and the cluster, snapshot or sample of o. */
void complete_kubeconfig(struct completion *c, const struct options *o, enum value_source source);
void complete_namespaces(struct completion *c, const struct options *o);
/* after: belongs behind each name. */
void complete_objects(struct completion *c, const struct options *o, enum kind kind,
		      const char *after);

/* `__complete WORD...`, which argv begins with: the last word is the one being typed. */
void complete(int argc, char **argv, FILE *out);

/* `__completion SHELL`: the script for bash, zsh or fish.  -1 with err: another shell. */
int completion_script(const char *shell, struct strbuf *out, struct error *err);

#endif
