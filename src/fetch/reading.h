/*
 * One thing that is read from the API server: an object, or a list page by page.  Items are decoded
 * as their bytes arrive and wait in `staged` until all of it is there.
 */
#ifndef FETCH_READING_H
#define FETCH_READING_H

#include "fetch/http.h"
#include "load/load.h"

#define READING_OBJECTS_MAX 1000000 /* in one list */

enum reading_result {
	READING_OK,
	READING_ABSENT,    /* 404: no such object, or an API group that is not served */
	READING_FORBIDDEN, /* 403 */
	READING_FAILED,    /* err says why */
};

struct reading {
	enum kind kind;
	const char *version;    /* of its API group; NULL: v1 */
	const char *namespace_; /* NULL: all */
	const char *name;       /* NULL: a list */
	const char *fields;     /* field selector; NULL: none */
	unsigned chunk;         /* objects per page; 0: all at once */
	bool one_page;          /* no more than that */
	bool from_cache;        /* may be a little old, costs the server less */
	bool is_subject;        /* without it there is nothing to tell */

	enum reading_result result;
	struct error err;       /* unless OK */
	bool refused_by_server; /* a Status object said so, not something in between */
	struct objects staged;  /* owned */
	uint64_t digest;        /* of one object's text: equal if it has not changed */
	unsigned pages;

	/* reading.c's own */
	struct http *http;
	struct cluster *c;
	struct http_get get;
	struct loader *loader;
	struct strbuf path, label;
	size_t path_fixed, page_begin, staged_before;
	uint64_t barren; /* bytes since the last object */
	bool has_query;
	unsigned restarts, empty_pages;
	uint64_t token_seen;
	void (*done)(struct reading *r);
	void *self;
};

/* The fields above `result` are filled; done() may be NULL. */
void reading_start(struct reading *r, struct http *h, struct cluster *c);
void reading_release(struct reading *r);

/* "/apis/apps/v1/namespaces/shop/replicasets/web-1", without a query; version NULL: v1. */
void reading_path_in(struct strbuf *out, enum kind kind, const char *version,
		     const char *namespace_, const char *name);
void reading_path(struct strbuf *out, enum kind kind, const char *namespace_, const char *name);
/* `cannot list resource "nodes" in API group "" at the cluster scope`. */
void reading_permission(struct strbuf *out, const struct reading *r);

#endif
