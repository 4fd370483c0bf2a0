/* --scheduler-config: which plugins run. */
#ifndef CLI_PROFILES_H
#define CLI_PROFILES_H

#include <stdio.h>

#include "bundle/redact.h"
#include "cli/options.h"
#include "diagnose/diagnose.h"

/*
 * Those of --scheduler-config, else the default one, into ret; r (or NULL) has its names redacted.  Names that no in-tree plugin has are
 * told on log: they may be out-of-tree plugins, or mistyped.  0, or -1 with err.
 */
int pick_profiles(struct cluster *c, const struct options *o, struct redactor *r, FILE *log,
		  struct diagnose_options *ret, struct error *err);

#endif
