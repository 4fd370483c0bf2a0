/* Which proxy a request goes through, as Go's httpproxy decides from the environment. */
#ifndef FETCH_PROXY_H
#define FETCH_PROXY_H

#include <stdbool.h>

#include "base/strbuf.h"

/*
 * From HTTPS_PROXY, HTTP_PROXY and NO_PROXY (then the same in small letters).  host without
 * brackets, port as text.  Appends the proxy's URL to ret, or nothing: no proxy.
 */
void proxy_from_environment(bool https, const char *host, const char *port,
			    const char *(*env)(const char *name), struct strbuf *ret);
/* One NO_PROXY value on one host. */
bool proxy_is_bypassed(const char *no_proxy, const char *host, const char *port);

#endif
