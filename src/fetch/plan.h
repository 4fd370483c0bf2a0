/*
 * What has to be read, and no more: tables of rows that say when a kind is needed.  Each step asks
 * for what has become known to be needed; when nothing is left, all has been read.
 */
#ifndef FETCH_PLAN_H
#define FETCH_PLAN_H

#include "fetch/need.h"
#include "fetch/reading.h"

struct plan {
	struct cluster *c;
	const struct asked *wanted;
	unsigned chunk;          /* --chunk-size; 0: no pages */
	unsigned server_minor;   /* of /version, 1.x; 0: unknown */
	struct reading **v;      /* owned, in the order they were asked for */
	size_t n, cap;
	struct strbuf seen;      /* paths asked for, one a line */
	unsigned steps;
};

void plan_init(struct plan *p, struct cluster *c, const struct asked *w, unsigned chunk);
void plan_release(struct plan *p);
/* Appends readings that are not started yet; how many. */
size_t plan_step(struct plan *p);
/* A reading beyond the table, once; NULL if it was asked for before. */
struct reading *plan_get(struct plan *p, enum kind kind, const char *namespace_, const char *name);
struct reading *plan_list(struct plan *p, enum kind kind, const char *namespace_,
			  const char *fields);

/* Verbs the tables can ever use on a kind, for --rbac. */
enum { PLAN_GET = 1, PLAN_LIST = 2 };
unsigned plan_verbs(enum kind kind);

/* Fills coverage and coverage_why of the cluster from what became of the readings. */
void plan_cover(const struct plan *p);

#endif
