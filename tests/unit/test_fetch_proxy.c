/* NO_PROXY and the proxy variables, as Go's golang.org/x/net/http/httpproxy reads them. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "fetch/proxy.h"

static const struct {
	const char *no_proxy, *host, *port;
	bool bypassed;
} cases[] = {
	{ "", "example.com", "443", false },
	{ "", "localhost", "443", true },
	{ "", "LOCALHOST", "443", true },
	{ "", "127.0.0.1", "443", true },
	{ "", "127.8.9.1", "443", true },
	{ "", "::1", "443", true },
	{ "", "::ffff:127.0.0.1", "443", true },
	{ "", "128.0.0.1", "443", false },
	{ "*", "example.com", "443", true },
	{ "a.test,*", "example.com", "443", true },
	{ "*,a.test", "10.0.0.1", "443", true },
	{ "example.com", "example.com", "443", true },
	{ "example.com", "EXAMPLE.com", "443", true },
	{ "EXAMPLE.COM", "example.com", "443", true },
	{ "example.com", "api.example.com", "443", true },
	{ "example.com", "badexample.com", "443", false },
	{ "example.com", "com", "443", false },
	{ ".example.com", "api.example.com", "443", true },
	{ ".example.com", "example.com", "443", false },
	{ "*.example.com", "api.example.com", "443", true },
	{ "*.example.com", "example.com", "443", false },
	{ "ex*.com", "example.com", "443", false },
	{ "example.com:443", "example.com", "443", true },
	{ "example.com:6443", "example.com", "443", false },
	{ ".example.com:6443", "a.example.com", "6443", true },
	{ ":443", "example.com", "443", false },
	{ " example.com , other.test ", "other.test", "443", true },
	{ "a.test,,b.test", "b.test", "443", true },
	{ ",", "b.test", "443", false },
	{ "10.0.0.1", "10.0.0.1", "443", true },
	{ "10.0.0.1", "10.0.0.2", "443", false },
	{ "10.0.0.1:6443", "10.0.0.1", "6443", true },
	{ "10.0.0.1:6443", "10.0.0.1", "443", false },
	{ "10.0.0.0/8", "10.200.3.4", "443", true },
	{ "10.0.0.0/8", "11.0.0.1", "443", false },
	{ "10.0.0.0/8", "10.example.com", "443", false },
	{ "192.168.128.0/17", "192.168.200.1", "443", true },
	{ "192.168.128.0/17", "192.168.100.1", "443", false },
	{ "0.0.0.0/0", "8.8.8.8", "443", true },
	{ "10.0.0.0/33", "10.0.0.1", "443", false },
	{ "10.0.0.1/32", "10.0.0.1", "443", true },
	{ "fd00::/8", "fd12::1", "443", true },
	{ "fd00::/8", "fe80::1", "443", false },
	{ "::/0", "10.0.0.1", "443", false },
	{ "fd12::1", "fd12::1", "443", true },
	{ "[fd12::1]:6443", "fd12::1", "6443", true },
	{ "[fd12::1]:6443", "fd12::1", "443", false },
	{ "fd12:0:0::1", "fd12::1", "443", true },
	{ "0.0.1", "10.0.0.1", "443", true }, /* a name for Go, and names match at dots */
};

static void no_proxy(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (proxy_is_bypassed(cases[i].no_proxy, cases[i].host, cases[i].port) !=
		    cases[i].bypassed)
			fail_msg("NO_PROXY=%s and %s:%s: wanted %s", cases[i].no_proxy, cases[i].host,
				 cases[i].port, cases[i].bypassed ? "direct" : "proxy");
}

static const char *upper_env(const char *name)
{
	if (!strcmp(name, "HTTPS_PROXY"))
		return "http://upper:3128";
	if (!strcmp(name, "https_proxy"))
		return "http://lower:3128";
	if (!strcmp(name, "HTTP_PROXY"))
		return "plain:8080";
	return strcmp(name, "NO_PROXY") ? NULL : "inside.test";
}

static const char *lower_env(const char *name)
{
	if (!strcmp(name, "HTTPS_PROXY"))
		return "";
	if (!strcmp(name, "https_proxy"))
		return "socks5://lower:1080";
	return strcmp(name, "no_proxy") ? NULL : "inside.test";
}

static void check_environment(const char *(*env)(const char *name), bool https, const char *host,
			      const char *wanted)
{
	struct strbuf sb = STRBUF_INIT;

	proxy_from_environment(https, host, "443", env, &sb);
	assert_string_equal(sb.buf, wanted);
	strbuf_release(&sb);
}

static void environment(void **state)
{
	(void)state;
	check_environment(upper_env, true, "example.com", "http://upper:3128");
	check_environment(upper_env, false, "example.com", "http://plain:8080");
	check_environment(upper_env, true, "a.inside.test", "");
	check_environment(lower_env, true, "example.com", "socks5://lower:1080");
	check_environment(lower_env, false, "example.com", "");
	check_environment(lower_env, true, "inside.test", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_proxy),
		cmocka_unit_test(environment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
