/*
 * The seam between what is asked of the API server and how it gets there: GET requests, many at
 * once, answers as their bytes arrive.  There is no way to send anything else than a GET.
 */
#ifndef FETCH_TRANSPORT_H
#define FETCH_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "fetch/connection.h"
#include "model/types.h"

#define TRANSPORT_PARALLEL_MAX 32 /* what all pods of a cluster need at once */

enum exchange_end {
	EXCHANGE_DONE,    /* an answer came, whatever its status */
	EXCHANGE_BROKEN,  /* the connection broke; another try may do better */
	EXCHANGE_FAILED,  /* no try will: unknown host, bad certificate, time is up, answer refused */
};

/* One GET.  The caller fills the upper part and keeps it until done() is called. */
struct exchange {
	const char *path;          /* with its query, percent-encoded, from the slash on */
	const char *authorization; /* NULL: none */
	int64_t timeout_ms;        /* for all of it; 0: none */
	uint64_t bytes_max;        /* of the decoded body */
	bool compress, stream;     /* stream: may be silent for as long as it likes */
	void *self;
	/* -1 with err ends it as EXCHANGE_FAILED. */
	int (*body)(struct exchange *x, const char *data, size_t len, struct error *err);
	void (*done)(struct exchange *x); /* the last use of x; may start others */

	/* The answer; status and headers are complete before the first byte of the body. */
	enum exchange_end end;
	struct error err;       /* unless EXCHANGE_DONE */
	long status;
	char content_type[128]; /* "" none */
	char location[256];     /* of a redirect, without its query */
	int64_t retry_after;    /* seconds; -1: none */
	struct opt_time date;   /* of the answer */
	uint64_t bytes;         /* of the body so far */
	void *inside;           /* the transport's own */
};

struct transport {
	const struct transport_ops *ops;
};

struct transport_ops {
	/* done() is never called from inside.  -1 with err: not started, and done() is not called. */
	int (*start)(struct transport *t, struct exchange *x, struct error *err);
	/* Works until something has happened or the time has passed. */
	int (*wait)(struct transport *t, int64_t ms, struct error *err);
	void (*cancel)(struct transport *t, struct exchange *x); /* done() is not called */
	void (*free)(struct transport *t);
};

struct transport_options {
	const char *user_agent;
	/* Header lines as they pass, secrets taken out; NULL: not wanted. */
	void (*trace)(void *self, const char *line);
	void *trace_self;
	const char *(*getenv)(const char *name); /* for the proxy */
};

/* Over libcurl; c and opts outlive it.  NULL with err. */
struct transport *transport_curl_new(const struct connection *c,
				     const struct transport_options *opts, struct error *err);

#endif
