/* A transport without a network: canned answers, in small pieces, and a clock that only waiting moves. */
#ifndef TESTS_LIB_FAKE_TRANSPORT_H
#define TESTS_LIB_FAKE_TRANSPORT_H

#include "fetch/http.h"

struct fake_answer {
	enum exchange_end end;
	long status;
	const char *content_type; /* NULL: application/json */
	int64_t retry_after;      /* 0: none */
	const char *body;
	size_t len;               /* 0: up to the NUL */
};

struct fake_transport {
	struct transport base; /* first */
	/* nth: how many requests came before this one. */
	struct fake_answer (*answer)(void *self, const struct exchange *x, unsigned nth);
	void *self;
	size_t piece;          /* bytes per call of body(); 0: 7 */
	int64_t now_ms;
	unsigned requests;
	struct exchange *waiting[64];
	size_t n;
};

void fake_transport_init(struct fake_transport *t,
			 struct fake_answer (*answer)(void *self, const struct exchange *x,
						      unsigned nth),
			 void *self);
/* Hooks with its clock. */
struct http_hooks fake_hooks(struct fake_transport *t);

#endif
