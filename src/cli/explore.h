/* -i: the explorer over what the command line asks about. */
#ifndef CLI_EXPLORE_H
#define CLI_EXPLORE_H

#include "cli/look.h"
#include "tui/tui.h"

/* What -i does not go together with.  0, or -1 with err (ERR_USAGE). */
int explore_options_check(const struct options *o, struct error *err);
/* Until somebody leaves.  color: if the terminal has any. */
int explore_run(struct job *j, bool color, struct error *err);
/* The same on any terminal; out: what is to be printed afterwards. */
int explore_on(struct job *j, const struct tui_terminal *terminal, struct strbuf *out,
	       struct error *err);

#endif
