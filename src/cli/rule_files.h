/* Rules from the command line and from the user's own directory. */
#ifndef CLI_RULE_FILES_H
#define CLI_RULE_FILES_H

#include <stdio.h>

#include "base/error.h"
#include "cli/options.h"
#include "rules/rules.h"

/* The built-in rules with the user's; what was left out is told on log.  NULL with err. */
struct rules *rules_for(const struct options *o, FILE *log, struct error *err);

/* --check-rules: prints the problems.  0 none, -1 with err: there are some, or nothing to check. */
int check_rules(const struct options *o, FILE *out, struct error *err);

/*
 * --explain CODE: prints its page; `list`: one line per code, within width columns (0: no limit).
 * -1 with err: no such code.
 */
int explain_code(const struct options *o, unsigned width, FILE *out, struct error *err);

#endif
