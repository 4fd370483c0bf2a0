/* --capture and --redact, as the program uses them. */
#ifndef CLI_BUNDLE_H
#define CLI_BUNDLE_H

#include <stdio.h>

#include "cli/look.h"
#include "cli/options.h"
#include "model/cluster.h"

/* What does not go together.  0, or -1 with err (ERR_USAGE). */
int bundle_options_check(const struct options *o, struct error *err);
/* Writes the file of --capture and says so.  now: if not set, what the snapshot shows. */
int save_bundle(const struct options *o, struct cluster *c, const char *source, struct opt_time now,
		FILE *log, struct error *err);

struct label_selector;

/*
 * Everything that was read, and what was asked for, under pseudonyms: the job's options are other
 * ones from then on.
 */
void look_redact(struct job *j, struct look *l, struct label_selector *labels);
/* A message that was written before there were pseudonyms; -1. */
int error_redact(struct error *err);
/* Of a command line that may be wrong elsewhere. */
bool asks_to_redact(int argc, char **argv);

#endif
