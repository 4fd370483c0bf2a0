#include "fetch/curl_route.h"

#include <curl/curl.h>
#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "base/strbuf.h"
#include "base/wipe.h"
#include "fetch/proxy.h"

struct url_parts {
	char *scheme, *host, *port, *path;
};

static void url_parts_release(struct url_parts *u)
{
	curl_free(u->scheme);
	curl_free(u->host);
	curl_free(u->port);
	curl_free(u->path);
}

static int url_split(const char *url, struct url_parts *ret)
{
	CURLU *u = curl_url();
	bool ok = u && !curl_url_set(u, CURLUPART_URL, url, 0) &&
		  !curl_url_get(u, CURLUPART_SCHEME, &ret->scheme, 0) &&
		  !curl_url_get(u, CURLUPART_HOST, &ret->host, 0) &&
		  !curl_url_get(u, CURLUPART_PORT, &ret->port, CURLU_DEFAULT_PORT) &&
		  !curl_url_get(u, CURLUPART_PATH, &ret->path, 0);

	curl_url_cleanup(u);
	return ok ? 0 : -1;
}

static char *joined(const char *a, const char *b, const char *c)
{
	struct strbuf sb = STRBUF_INIT;
	char *copy;

	strbuf_addf(&sb, "%s%s%s", a, b, c);
	copy = xstrdup(sb.buf);
	strbuf_release(&sb);
	return copy;
}

/* It becomes a part of a URL. */
static int check_name(const char *name, struct error *err)
{
	size_t len = strlen(name);

	if (strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") != len)
		return error_set(err, ERR_USAGE, _("tls-server-name: \"%.200s\" is not a host name"), name);
	return 0;
}

/* libcurl verifies the host of the URL: that is made the wanted name, and the connection goes elsewhere. */
static void name_server(struct curl_route *r, const struct connection *c, const struct url_parts *u)
{
	const char *name = c->tls_server_name;
	size_t path_len = strlen(u->path);
	struct strbuf sb = STRBUF_INIT;

	r->host = joined(u->host, ":", u->port);
	if (!name || !*name || !r->https || !strcmp(name, u->host))
		name = NULL;
	if (name) {
		strbuf_addf(&sb, "%s:%s:%s:%s", name, u->port, u->host, u->port);
		r->connect_to = xstrdup(sb.buf);
		strbuf_reset(&sb);
	}
	while (path_len && u->path[path_len - 1] == '/')
		path_len--;
	strbuf_addf(&sb, "%s://%s:%s%.*s", u->scheme, name ? name : u->host, u->port, (int)path_len,
		    u->path);
	r->url = xstrdup(sb.buf);
	strbuf_release(&sb);
}

static int shown_proxy(struct curl_route *r, struct error *err)
{
	struct url_parts u = { 0 };
	int rc = 0;

	if (url_split(r->proxy, &u) < 0)
		rc = error_set(err, ERR_USAGE, _("the proxy's address is not a URL"));
	else
		r->proxy_shown = joined(u.host, ":", u.port);
	url_parts_release(&u);
	return rc;
}

/* Go resolves names at a SOCKS5 proxy, which libcurl calls socks5h. */
static int choose_proxy(struct curl_route *r, const struct connection *c, const struct url_parts *u,
			const char *(*env)(const char *name), struct error *err)
{
	static const char socks5[] = "socks5://";
	struct strbuf sb = STRBUF_INIT, host = STRBUF_INIT;
	size_t len = strlen(u->host);

	if (u->host[0] == '[' && len > 2)
		strbuf_add(&host, u->host + 1, len - 2);
	else
		strbuf_add(&host, u->host, len);
	if (c->proxy_url && *c->proxy_url)
		strbuf_adds(&sb, c->proxy_url);
	else if (env)
		proxy_from_environment(r->https, host.buf, u->port, env, &sb);
	strbuf_release(&host);
	if (!strncmp(sb.buf, socks5, sizeof(socks5) - 1))
		r->proxy = joined("socks5h://", sb.buf + sizeof(socks5) - 1, "");
	else if (sb.len)
		r->proxy = xstrdup(sb.buf);
	strbuf_release(&sb);
	return r->proxy ? shown_proxy(r, err) : 0;
}

int curl_route_find(struct curl_route *ret, const struct connection *c,
		    const char *(*env)(const char *name), struct error *err)
{
	struct url_parts u = { 0 };
	int rc;

	*ret = (struct curl_route){ 0 };
	if (url_split(c->server, &u) < 0) {
		url_parts_release(&u);
		return error_set(err, ERR_USAGE, _("the server's address \"%.200s\" is not a URL"), c->server);
	}
	ret->https = !strcmp(u.scheme, "https");
	if (c->tls_server_name && check_name(c->tls_server_name, err) < 0) {
		rc = -1;
	} else if (!ret->https && strcmp(u.scheme, "http") != 0) {
		rc = error_set(err, ERR_USAGE, _("the server's address \"%.200s\" is not https"), c->server);
	} else {
		name_server(ret, c, &u);
		rc = choose_proxy(ret, c, &u, env, err);
	}
	url_parts_release(&u);
	return rc;
}

void curl_route_release(struct curl_route *r)
{
	if (r->proxy)
		wipe(r->proxy, strlen(r->proxy)); /* a password may be in it */
	xfree(r->proxy);
	xfree(r->proxy_shown);
	xfree(r->connect_to);
	xfree(r->host);
	xfree(r->url);
	*r = (struct curl_route){ 0 };
}
