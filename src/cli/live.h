/* A live cluster as input: options to connection, the process's clock and environment to fetch. */
#ifndef CLI_LIVE_H
#define CLI_LIVE_H

#include <stdio.h>

#include "cli/options.h"
#include "fetch/names.h"
#include "model/cluster.h"

struct live;

/* Connects to nothing yet.  NULL with err. */
struct live *live_open(const struct options *o, FILE *log, struct error *err);
void live_close(struct live *l); /* NULL is fine */
const char *live_context(const struct live *l);   /* NULL: none, in a cluster */
const char *live_namespace(const struct live *l); /* of -n, the context, or default */
/* The server's time at its last answer, else the clock's. */
struct opt_time live_now(const struct live *l);

/* What is needed for the operands of o, or the namespaces.  0, or -1 with err. */
int live_read(struct live *l, struct cluster *c, const struct options *o,
	      const struct label_selector *labels, struct error *err);
/* Names for completion, see fetch/names.h. */
int live_names(struct live *l, struct cluster *c, const struct names_wanted *w, size_t n,
	       struct error *err);
/* After so many seconds all is as if the user had pressed Ctrl-C. */
void live_limit_time(unsigned seconds);
/*
 * --watch: waits until the named pod may look different.  1: read it again; 0: interrupted; -1 with
 * err.
 */
int live_wait(struct live *l, const struct options *o, struct error *err);

/* ---- while the explorer has the terminal ---- */

/*
 * Nothing is printed any more: lines go to log, and what is going on is told to working, which
 * returns false to have it given up.
 */
void live_redirect(struct live *l, FILE *log, bool (*working)(void *self, const char *text),
		   void *self);
/* Milliseconds until it is worth reading everything again; 0: now. */
int live_due(const struct live *l);

#endif
