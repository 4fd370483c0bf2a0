/* Header lines that are sent, and those that may be shown. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "fetch/headers.h"

static char jane[] = "jane", uid[] = "u-1", group_a[] = "a", group_b[] = "b c",
	    key[] = "example.com/Sc%pe", value[] = "x y";
static char *groups[] = { group_a, group_b }, *keys[] = { key }, *values[] = { value };

static struct connection impersonating(void)
{
	return (struct connection){ .as = jane, .as_uid = uid, .as_groups = groups,
				    .as_group_count = 2, .as_extra_keys = keys,
				    .as_extra_values = values, .as_extra_count = 1 };
}

static void check_lines(const struct header_lines *h, const char *const *wanted, size_t n)
{
	assert_int_equal(h->n, n);
	for (size_t i = 0; i < n; i++)
		assert_string_equal(h->v[i].buf, wanted[i]);
}

static void build(void **state)
{
	static const char *const wanted[] = {
		"Accept: application/json", "User-Agent: kubectl-whypending/1",
		"Authorization: Bearer t", "Impersonate-User: jane", "Impersonate-Uid: u-1",
		"Impersonate-Group: a", "Impersonate-Group: b c",
		"Impersonate-Extra-example.com%2FSc%25pe: x y",
	};
	const struct connection c = impersonating();
	struct header_lines h;
	struct error err = ERROR_INIT;

	(void)state;
	assert_int_equal(headers_build(&h, &c, "kubectl-whypending/1", "Bearer t", true, &err), 0);
	check_lines(&h, wanted, sizeof(wanted) / sizeof(*wanted));
	headers_release(&h);
	assert_int_equal(headers_build(&h, &c, "kubectl-whypending/1", "Bearer t", false, &err), 0);
	check_lines(&h, wanted, 2);
	headers_release(&h);
}

static void injection(void **state)
{
	static const char *const bad[] = { "Bearer a\r\nX: y", "Bearer a\nb", "Bearer \x7f" };
	static char as[] = "jane\r\nImpersonate-Group: system:masters";
	const struct connection none = { 0 }, evil = { .as = as };
	struct header_lines h;
	struct error err = ERROR_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		assert_int_equal(headers_build(&h, &none, "a", bad[i], true, &err), -1);
		headers_release(&h);
	}
	assert_int_equal(headers_build(&h, &evil, "a", NULL, true, &err), -1);
	assert_int_equal(err.kind, ERR_USAGE);
	headers_release(&h);
}

static void redact(void **state)
{
	static const struct {
		const char *line, *wanted;
	} lines[] = {
		{ "Authorization: Bearer abc", "Authorization: <hidden>" },
		{ "AUTHORIZATION:Bearer abc", "AUTHORIZATION: <hidden>" },
		{ "authorization: x", "authorization: <hidden>" },
		{ "Proxy-Authorization: Basic abc", "Proxy-Authorization: <hidden>" },
		{ "Cookie: a=b", "Cookie: <hidden>" },
		{ "Set-Cookie: a=b", "Set-Cookie: <hidden>" },
		{ "Accept: application/json", "Accept: application/json" },
		{ "Authorization-Info: x", "Authorization-Info: x" },
		{ "GET / HTTP/1.1", "GET / HTTP/1.1" },
		{ "", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct strbuf sb = STRBUF_INIT;

		header_redact(&sb, lines[i].line, strlen(lines[i].line));
		assert_string_equal(sb.buf, lines[i].wanted);
		strbuf_release(&sb);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(build),
		cmocka_unit_test(injection),
		cmocka_unit_test(redact),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
