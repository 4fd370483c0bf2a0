#include "fetch/address.h"

#include <string.h>

#include "base/i18n.h"

#define ADDRESS_BYTES_MAX 8192

struct address { /* slices of a text */
	const char *scheme, *user, *host, *port, *path;
	size_t scheme_len, user_len, host_len, port_len, path_len;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_host(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!is_letter(s[i]) && !is_digit(s[i]) && !strchr("-._~%", s[i]) &&
		    !((unsigned char)s[i] & 0x80))
			return false;
	return len > 0;
}

static bool is_ipv6(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!is_letter(s[i]) && !is_digit(s[i]) && !strchr(":.%-_", s[i]))
			return false;
	return len > 1;
}

static bool is_port(const char *s, size_t len)
{
	unsigned port = 0;

	for (size_t i = 0; i < len; i++) {
		if (!is_digit(s[i]) || i == 5)
			return false;
		port = port * 10 + (unsigned)(s[i] - '0');
	}
	return port > 0 && port < 65536;
}

/* "[::1]:6443", "host:6443", "host:", "host". */
static bool split_host(const char *s, size_t len, struct address *a)
{
	const char *end = s + len, *after;

	if (len && *s == '[') {
		after = memchr(s, ']', len);
		if (!after || !is_ipv6(s + 1, (size_t)(after - s - 1)))
			return false;
		after++;
	} else {
		after = memchr(s, ':', len);
		if (!after)
			after = end;
		if (!is_host(s, (size_t)(after - s)))
			return false;
	}
	a->host = s;
	a->host_len = (size_t)(after - s);
	if (after == end)
		return true;
	a->port = after + 1;
	a->port_len = (size_t)(end - a->port);
	return *after == ':' && (!a->port_len || is_port(a->port, a->port_len));
}

/* A scheme, or "http" where there is none; *p stands behind it. */
static void split_scheme(const char **p, struct address *a)
{
	const char *s = *p;

	while (is_letter(*s) || (s > *p && (is_digit(*s) || *s == '+' || *s == '-' || *s == '.')))
		s++;
	if (s == *p || strncmp(s, "://", 3) != 0) {
		a->scheme = "http";
		a->scheme_len = 4;
		return;
	}
	a->scheme = *p;
	a->scheme_len = (size_t)(s - *p);
	*p = s + 3;
}

static bool printable(const char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s <= 0x20 || *s == 0x7f || strchr("\"\\<>^`{|}", *s))
			return false;
	return true;
}

static bool split(const char *text, struct address *a)
{
	const char *p = text, *at, *end;
	size_t len;

	memset(a, 0, sizeof(*a));
	if (!printable(text) || strlen(text) > ADDRESS_BYTES_MAX)
		return false;
	split_scheme(&p, a);
	len = strcspn(p, "/?#");
	end = p + len;
	for (at = end; at > p && at[-1] != '@'; at--)
		;
	if (at > p) {
		a->user = p;
		a->user_len = (size_t)(at - p - 1);
		p = at;
	}
	a->path = end;
	a->path_len = strcspn(end, "?#");
	return split_host(p, (size_t)(end - p), a);
}

/* Schemes are written in any case. */
static bool scheme_is(const struct address *a, const char *name)
{
	size_t len = strlen(name);

	if (a->scheme_len != len)
		return false;
	for (size_t i = 0; i < len; i++)
		if ((a->scheme[i] | 0x20) != (name[i] | 0x20))
			return false;
	return true;
}

int address_of_server(const char *text, struct strbuf *ret, struct error *err)
{
	struct address a;
	bool tls;

	if (!split(text, &a)) /* which may have a password in it */
		return error_set(err, ERR_PARSE, _("host must be a URL or a host:port pair: \"%.200s\""),
				 strchr(text, '@') ? "..." : text);
	tls = scheme_is(&a, "https");
	if (!tls && !scheme_is(&a, "http"))
		return error_set(err, ERR_PARSE, _("unsupported protocol scheme \"%.*s\" of the server"),
				 (int)(a.scheme_len < 100 ? a.scheme_len : 100), a.scheme);
	if (a.user)
		return error_set(err, ERR_PARSE, _("the server's address has a user name in it; "
				 "put it into the kubeconfig user"));
	while (a.path_len && a.path[a.path_len - 1] == '/')
		a.path_len--;
	strbuf_adds(ret, tls ? "https://" : "http://");
	strbuf_add(ret, a.host, a.host_len);
	if (a.port_len)
		strbuf_addc(ret, ':');
	strbuf_add(ret, a.port, a.port_len);
	strbuf_add(ret, a.path, a.path_len);
	return 0;
}

bool address_is_https(const char *server)
{
	return strncmp(server, "https://", 8) == 0;
}

int address_check_proxy(const char *url, struct error *err)
{
	struct address a;

	if (!split(url, &a) || !strstr(url, "://"))
		return error_set(err, ERR_PARSE, _("could not parse it"));
	if (!scheme_is(&a, "http") && !scheme_is(&a, "https") && !scheme_is(&a, "socks5"))
		return error_set(err, ERR_PARSE,
				 _("unsupported scheme \"%.*s\", must be http, https, or socks5"),
				 (int)(a.scheme_len < 100 ? a.scheme_len : 100), a.scheme);
	return 0;
}

void address_join(const char *host, const char *port, struct strbuf *ret)
{
	bool ipv6 = strchr(host, ':');

	strbuf_addf(ret, "%s%s%s:%s", ipv6 ? "[" : "", host, ipv6 ? "]" : "", port);
}
