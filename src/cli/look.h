/* One look at a cluster: it is read, and what was asked about is made ready to be diagnosed. */
#ifndef CLI_LOOK_H
#define CLI_LOOK_H

#include "base/error.h"
#include "cli/cli.h"
#include "cli/live.h"
#include "cli/options.h"
#include "report/report.h"

struct cluster;
struct redactor;
struct diagnosis;
struct rules;

/* One run of the program; --watch and -i look more than once in it. */
struct job {
	const struct options *o;
	const struct options *given; /* --redact: before names in them became pseudonyms; NULL: o */
	struct options redacted;     /* o from then on: their texts live as long as the look */
	const char *namespace_; /* that a bundle was captured for, or a pseudonym; NULL: see the options */
	const char *context;    /* a pseudonym; NULL: what the connection says */
	const struct cli_io *io;
	struct live *live;    /* NULL: a snapshot or the sample cluster */
	struct strbuf shown;  /* --watch: what was told last */
	struct rules *rules;
	bool missing;         /* a name that was asked about does not exist */
};

/* The namespace that is looked at; NULL: all. */
const char *job_namespace(const struct job *j);

struct look { /* everything owned */
	struct cluster *cluster, *manifest; /* manifest: of -f, beside the cluster */
	struct redactor *redactor;          /* NULL: names are shown */
	struct diagnosis *diagnosis;
	struct reports reports; /* each is made when it is asked for */
	struct opt_time now;    /* not set: what the snapshot shows */
	bool unsettled;         /* there are no reports, and that is no good news */
};

/* 0, or -1 with err.  ret is to be released either way. */
int look_take(struct job *j, struct look *ret, struct error *err);
void look_release(struct look *l);

#endif
