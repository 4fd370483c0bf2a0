/*
 * GETs that are answered or given up: credentials, retries, and what the server says in plain
 * words.  Everything runs inside http_run(), in one thread.
 */
#ifndef FETCH_HTTP_H
#define FETCH_HTTP_H

#include "fetch/transport.h"

#define HTTP_LIST_BYTES_MAX ((uint64_t)4 << 30) /* of one answer */
#define HTTP_OBJECT_BYTES_MAX ((uint64_t)16 << 20)

struct http_hooks { /* from cli; self goes with all of them */
	void *self;
	int64_t (*clock_ms)(void *self);                /* monotonic */
	bool (*interrupted)(void *self);                /* Ctrl-C; NULL: never */
	void (*log)(void *self, const char *line);      /* one per answer; NULL: not wanted */
	void (*working)(void *self);                    /* called now and then; NULL: not wanted */
};

struct http_get;

/* What becomes of an answer 200 with JSON; everything else is turned into an error. */
struct http_sink {
	void (*begin)(struct http_get *g); /* before each attempt: forget what came before; may be NULL */
	int (*data)(struct http_get *g, const char *data, size_t len, struct error *err);
	int (*end)(struct http_get *g, struct error *err); /* the body is complete; may be NULL */
	void (*done)(struct http_get *g); /* answered or given up; the last use of g; may start others */
};

struct http_get {
	const struct http_sink *sink;
	const char *path; /* borrowed until done */
	void *self;
	bool is_list;     /* compression may pay */
	bool stream;      /* stays open */

	/* In done(): */
	long status;         /* 0: no answer */
	bool ok;             /* 200, JSON, and the sink took it */
	struct error err;    /* unless ok */
	char reason[64];     /* of the Status object: "Forbidden", "Expired", "NotFound"; or "" */
	bool says_status;    /* the refusal was a Status object, so an API server wrote it */

	/* http_client.c's own */
	struct http *http;
	struct http_get *next;
	struct exchange x;
	struct strbuf refusal; /* body of an answer that is not 200 */
	unsigned attempts, credentials;
	int64_t begun, sent, due; /* of the clock */
	bool flying;
};

struct http;

/* c, t and hooks outlive it; t is not taken. */
struct http *http_new(struct connection *c, struct transport *t, const struct http_hooks *hooks);
void http_free(struct http *h); /* NULL is fine; nothing may be under way */
/* Queues; sink->done() is called from http_run() only. */
void http_start(struct http *h, struct http_get *g);
/* Until all is done.  Interrupted: what is under way ends with an error. */
void http_run(struct http *h);
bool http_interrupted(const struct http *h);
struct opt_time http_date(const struct http *h); /* of the last answer */
unsigned http_requests(const struct http *h);    /* sent so far */
uint64_t http_bytes(const struct http *h);       /* of bodies so far */

#endif
