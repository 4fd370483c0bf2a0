#include "fetch/proxy.h"

#include <arpa/inet.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "model/selector.h"

struct address { /* IPv4 is kept as IPv6-mapped, so that both compare */
	unsigned char b[16];
	bool v4;
};

static bool parse_address(const char *text, struct address *ret)
{
	static const unsigned char mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };

	memcpy(ret->b, mapped, sizeof(mapped));
	ret->v4 = inet_pton(AF_INET, text, ret->b + 12) == 1;
	if (ret->v4)
		return true;
	if (inet_pton(AF_INET6, text, ret->b) != 1)
		return false;
	ret->v4 = !memcmp(ret->b, mapped, sizeof(mapped));
	return true;
}

static bool is_loopback(const struct address *a)
{
	static const unsigned char one[16] = { [15] = 1 };

	return a->v4 ? a->b[12] == 127 : !memcmp(a->b, one, sizeof(one));
}

static bool same_bits(const struct address *a, const struct address *b, unsigned bits)
{
	unsigned whole = bits / 8, rest = bits % 8;

	if (memcmp(a->b, b->b, whole) != 0)
		return false;
	return !rest || !((a->b[whole] ^ b->b[whole]) & (0xffu << (8 - rest) & 0xffu));
}

/* "10.0.0.0/8": 1 if the address is in it, 0 if not, -1 if entry is no such range. */
static int in_range(char *entry, const struct address *a)
{
	char *slash = strchr(entry, '/');
	struct address net;
	int64_t bits;
	bool ok;

	if (!slash)
		return -1;
	*slash = '\0';
	ok = parse_address(entry, &net) && parse_int64(slash + 1, &bits) && bits >= 0 &&
	     bits <= (strchr(entry, ':') ? 128 : 32);
	if (ok && !strchr(entry, ':'))
		bits += 96;
	*slash = '/';
	if (!ok)
		return -1;
	return a && a->v4 == net.v4 && same_bits(a, &net, (unsigned)bits);
}

/*
 * Cuts ":443" off as Go's net.SplitHostPort does, brackets too; an entry that has no port is
 * left as it is.
 */
static const char *split_port(char **entry)
{
	char *text = *entry, *colon = strrchr(text, ':'), *bracket;

	if (!colon)
		return "";
	if (*text == '[') {
		bracket = strchr(text, ']');
		if (!bracket || bracket + 1 != colon)
			return "";
		*bracket = '\0';
		*entry = text + 1;
		return colon + 1;
	}
	if (strchr(text, ':') != colon)
		return "";
	*colon = '\0';
	return colon + 1;
}

static bool has_suffix(const char *text, const char *suffix)
{
	size_t n = strlen(text), m = strlen(suffix);

	return n >= m && !memcmp(text + n - m, suffix, m);
}

/* "example.com" also means what is below it, ".example.com" only that. */
static bool domain_matches(const char *entry, const char *host)
{
	size_t n = strlen(host), m = strlen(entry);

	if (!strncmp(entry, "*.", 2))
		return has_suffix(host, entry + 1);
	if (*entry == '.')
		return has_suffix(host, entry);
	return has_suffix(host, entry) && (n == m || host[n - m - 1] == '.');
}

/* entry: trimmed, in small letters, may be written to. */
static bool entry_matches(char *entry, const char *host, const struct address *a, const char *port)
{
	struct address other;
	const char *its_port;
	int range = in_range(entry, a);

	if (range >= 0)
		return range;
	its_port = split_port(&entry);
	if (!*entry || (*its_port && strcmp(its_port, port) != 0))
		return false;
	if (parse_address(entry, &other))
		return a && !memcmp(a->b, other.b, sizeof(other.b));
	return domain_matches(entry, host);
}

static void add_lower(struct strbuf *out, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		strbuf_addc(out, text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a')
								  : text[i]);
}

bool proxy_is_bypassed(const char *no_proxy, const char *host, const char *port)
{
	struct strbuf name = STRBUF_INIT, entry = STRBUF_INIT;
	struct address address;
	bool is_address, found = false;

	add_lower(&name, host, strlen(host));
	is_address = parse_address(name.buf, &address);
	if (!strcmp(name.buf, "localhost") || (is_address && is_loopback(&address)))
		found = true;
	while (!found && *no_proxy) {
		size_t len = strcspn(no_proxy, ","), blank = strspn(no_proxy, " \t");
		size_t end = len;

		while (end > blank && strchr(" \t", no_proxy[end - 1]))
			end--;
		strbuf_reset(&entry);
		if (end > blank)
			add_lower(&entry, no_proxy + blank, end - blank);
		if (entry.len)
			found = !strcmp(entry.buf, "*") ||
				entry_matches(entry.buf, name.buf, is_address ? &address : NULL, port);
		no_proxy += len;
		no_proxy += *no_proxy == ',';
	}
	strbuf_release(&name);
	strbuf_release(&entry);
	return found;
}

static const char *either(const char *(*env)(const char *name), const char *upper,
			  const char *lower)
{
	const char *value = env(upper);

	if (!value || !*value)
		value = env(lower);
	return value ? value : "";
}

void proxy_from_environment(bool https, const char *host, const char *port,
			    const char *(*env)(const char *name), struct strbuf *ret)
{
	const char *proxy = https ? either(env, "HTTPS_PROXY", "https_proxy")
				  : either(env, "HTTP_PROXY", "http_proxy");

	if (!*proxy || proxy_is_bypassed(either(env, "NO_PROXY", "no_proxy"), host, port))
		return;
	strbuf_addf(ret, "%s%s", strstr(proxy, "://") ? "" : "http://", proxy);
}
