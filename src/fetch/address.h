/* Addresses of API servers and proxies: what Go's net/url and client-go accept, made canonical. */
#ifndef FETCH_ADDRESS_H
#define FETCH_ADDRESS_H

#include <stdbool.h>

#include "base/error.h"
#include "base/strbuf.h"

/*
 * "https://host:6443/prefix", no slash at the end, from a URL, host or host:port; without a scheme
 * it is http, as for kubectl.  Query and fragment are dropped; a user name in it is refused.
 * 0, or -1 with err.
 */
int address_of_server(const char *text, struct strbuf *ret, struct error *err);
bool address_is_https(const char *server); /* of an address made by address_of_server */

/* http, https and socks5.  0, or -1 with err, which never shows a password. */
int address_check_proxy(const char *url, struct error *err);

/* "host:port" with IPv6 addresses in brackets, as net.JoinHostPort does. */
void address_join(const char *host, const char *port, struct strbuf *ret);

#endif
