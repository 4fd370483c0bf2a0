/* What an empty or partial answer means: nothing was read, nothing matches, a name is wrong. */
#ifndef CLI_ANSWER_H
#define CLI_ANSWER_H

#include <stdio.h>

#include "cli/options.h"
#include "diagnose/diagnose.h"

/* "error: ...", the text made visible. */
void print_line(FILE *f, const char *label, const char *text);

/* What reading had to say, as warnings. */
void print_notes(FILE *f, const struct cluster *c);

/* An object or a file was left out. */
bool something_lost(const struct cluster *c);
/* A snapshot without any object says nothing about a cluster.  0, or -1 with err. */
int check_input(const struct cluster *c, const struct options *o, struct error *err);
/* -l matches no pod of the namespace (NULL: of any), which is told on log. */
bool nothing_matches(const struct cluster *c, const struct options *o, const char *namespace_,
		     const struct label_selector *labels, FILE *log);
/*
 * Takes the names that do not exist out of one of several, and tells each on log.  How many are
 * gone; -1 with err, which is not told yet, if none is left or something else is wrong.
 */
int drop_missing(struct diagnosis *d, struct selection *sel, struct arena *arena, FILE *log,
		 struct error *err);
/* The reader of the output, such as head, has gone. */
bool reader_is_gone(FILE *out);

#endif
