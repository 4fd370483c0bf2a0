/* The header lines of a request, and lines that may be shown. */
#ifndef FETCH_HEADERS_H
#define FETCH_HEADERS_H

#include "base/error.h"
#include "base/strbuf.h"
#include "fetch/connection.h"

struct header_lines {
	struct strbuf *v; /* owned */
	size_t n, cap;
};

/*
 * Accept, User-Agent, Authorization and impersonation.  Without credentials (a server that is not
 * asked over TLS) the last two are left out.  -1 with err: a value has a control character in it.
 */
int headers_build(struct header_lines *ret, const struct connection *c, const char *user_agent,
		  const char *authorization, bool credentials, struct error *err);
void headers_release(struct header_lines *h); /* wiped */
/* "Authorization: Bearer abc" as "Authorization: <hidden>"; other lines as they are. */
void header_redact(struct strbuf *out, const char *line, size_t len);

#endif
