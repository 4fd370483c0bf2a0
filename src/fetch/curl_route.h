/* Where requests go: the server's address, the name it has to prove, and the proxy between. */
#ifndef FETCH_CURL_ROUTE_H
#define FETCH_CURL_ROUTE_H

#include <stdbool.h>

#include "base/error.h"
#include "fetch/connection.h"

struct curl_route {
	char *url;         /* scheme, name to verify, port, prefix; paths are appended */
	char *host;        /* "host:port" as the kubeconfig has it */
	char *connect_to;  /* where tls-server-name differs from the host; NULL: no need */
	char *proxy, *proxy_shown; /* NULL: none; shown: without its password */
	bool https;
};

/* 0, or -1 with err; to release either way. */
int curl_route_find(struct curl_route *ret, const struct connection *c,
		    const char *(*env)(const char *name), struct error *err);
void curl_route_release(struct curl_route *r);

#endif
