/* Retries and what the server says, over a transport without a network. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "lib/fake_transport.h"

static char server[] = "http://api.test:8080", context[] = "prod";

struct step {
	enum exchange_end end;
	long status;
	int64_t retry_after;
};

struct script {
	const struct step *steps; /* the last one is repeated */
	unsigned n;
};

static struct fake_answer play(void *self, const struct exchange *x, unsigned nth)
{
	const struct script *s = self;
	const struct step *step = &s->steps[nth < s->n ? nth : s->n - 1];

	(void)x;
	return (struct fake_answer){ .end = step->end, .status = step->status,
				     .retry_after = step->retry_after, .body = "{\"a\":1}" };
}

struct taken {
	struct strbuf body;
	unsigned begun, done;
};

static void begin(struct http_get *g)
{
	struct taken *t = g->self;

	t->begun++;
	strbuf_reset(&t->body);
}

static int data(struct http_get *g, const char *bytes, size_t len, struct error *err)
{
	(void)err;
	strbuf_add(&((struct taken *)g->self)->body, bytes, len);
	return 0;
}

static void done(struct http_get *g)
{
	((struct taken *)g->self)->done++;
}

static const struct http_sink sink = { begin, data, NULL, done };

static const struct retry_case {
	const char *name;
	struct step steps[4];
	unsigned n;
	int64_t timeout_ms;
	bool ok;
	unsigned requests;
	int64_t least_ms, most_ms; /* on the clock */
} retry_cases[] = {
	{ "at once", { { EXCHANGE_DONE, 200, 0 } }, 1, 0, true, 1, 0, 0 },
	{ "503 twice", { { EXCHANGE_DONE, 503, 0 }, { EXCHANGE_DONE, 503, 0 }, { EXCHANGE_DONE, 200, 0 } },
	  3, 0, true, 3, 500, 900 },
	{ "Retry-After", { { EXCHANGE_DONE, 429, 4 }, { EXCHANGE_DONE, 200, 0 } }, 2, 0, true, 2, 4000,
	  4400 },
	{ "Retry-After for long", { { EXCHANGE_DONE, 429, 3600 } }, 1, 0, false, 1, 0, 0 },
	{ "Retry-After beyond the time-out", { { EXCHANGE_DONE, 503, 4 } }, 1, 3000, false, 1, 0, 0 },
	{ "a huge Retry-After", { { EXCHANGE_DONE, 503, INT64_MAX } }, 1, 0, false, 1, 0, 0 },
	{ "503 for ever", { { EXCHANGE_DONE, 503, 0 } }, 1, 0, false, 5, 1000, 10000 },
	{ "broken once", { { EXCHANGE_BROKEN, 0, 0 }, { EXCHANGE_DONE, 200, 0 } }, 2, 0, true, 2, 100, 400 },
	{ "broken in mid-body", { { EXCHANGE_BROKEN, 200, 0 }, { EXCHANGE_DONE, 200, 0 } }, 2, 0, true, 2,
	  100, 400 },
	{ "broken for ever", { { EXCHANGE_BROKEN, 0, 0 } }, 1, 0, false, 5, 1000, 10000 },
	{ "failed", { { EXCHANGE_FAILED, 0, 0 } }, 1, 0, false, 1, 0, 0 },
	{ "404", { { EXCHANGE_DONE, 404, 0 } }, 1, 0, false, 1, 0, 0 },
	{ "401", { { EXCHANGE_DONE, 401, 0 } }, 1, 0, false, 1, 0, 0 },
	{ "501", { { EXCHANGE_DONE, 501, 0 } }, 1, 0, false, 1, 0, 0 },
	{ "302", { { EXCHANGE_DONE, 302, 0 } }, 1, 0, false, 1, 0, 0 },
	{ "204", { { EXCHANGE_DONE, 204, 0 } }, 1, 0, false, 1, 0, 0 },
};

static void check_retry(const struct retry_case *k)
{
	struct script s = { k->steps, k->n };
	struct connection c = { .server = server, .timeout_ms = k->timeout_ms };
	struct taken taken = { .body = STRBUF_INIT };
	struct fake_transport t;
	struct http_hooks hooks;
	struct http_get g = { .sink = &sink, .path = "/x", .self = &taken };
	struct http *h;

	fake_transport_init(&t, play, &s);
	hooks = fake_hooks(&t);
	h = http_new(&c, &t.base, &hooks);
	http_start(h, &g);
	http_run(h);
	if (g.ok != k->ok || t.requests != k->requests || t.now_ms < k->least_ms ||
	    t.now_ms > k->most_ms || taken.done != 1 || taken.begun != k->requests)
		fail_msg("%s: ok %d, %u requests, %lld ms, done %u times", k->name, g.ok, t.requests,
			 (long long)t.now_ms, taken.done);
	assert_string_equal(taken.body.buf, k->ok ? "{\"a\":1}" : taken.body.buf);
	assert_int_equal(g.err.kind == ERR_NONE, k->ok);
	strbuf_release(&taken.body);
	http_free(h);
}

static void retries(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(retry_cases) / sizeof(*retry_cases); i++)
		check_retry(&retry_cases[i]);
}

static const struct refusal_case {
	long status;
	const char *type, *body, *wanted, *reason;
} refusals[] = {
	{ 403, "application/json",
	  "{\"kind\":\"Status\",\"reason\":\"Forbidden\",\"message\":\"pods is forbidden\"}",
	  "pods is forbidden (403 Forbidden)", "Forbidden" },
	{ 403, "text/html", "<html>", "the server answers 403 Forbidden to /x", "" },
	{ 403, "application/json", "{\"kind\":\"Status\",\"message\":[1]}",
	  "the server answers 403 Forbidden to /x", "" },
	{ 403, "application/json", "{\"kind\":\"Stat", "the server answers 403 Forbidden to /x", "" },
	{ 404, "text/plain; charset=utf-8", "404 page not found\n",
	  "the server answers 404 Not Found to /x", "" },
	{ 401, "application/json", "{\"kind\":\"Status\",\"reason\":\"Unauthorized\"}",
	  "the server does not accept the credentials of context prod (401 Unauthorized): log in again, or "
	  "choose another with --context", "Unauthorized" },
	{ 302, "text/html", "", "the server redirects to elsewhere (302), which is not followed: is a log-in "
	  "page or a proxy in between?", "" },
	{ 200, "text/html", "<html>", "the answer to /x is text/html, not JSON: is this a Kubernetes API "
	  "server, or is a log-in page in between?", "" },
	{ 200, "application/jsonish", "{}", "the answer to /x is application/jsonish, not JSON: is this a "
	  "Kubernetes API server, or is a log-in page in between?", "" },
	{ 410, "application/json", "{\"kind\":\"Status\",\"reason\":\"Expired\",\"message\":\"too old\"}",
	  "too old (410 Gone)", "Expired" },
	{ 418, "application/json", "{}", "the server answers 418 to /x", "" },
};

static struct fake_answer refuse(void *self, const struct exchange *x, unsigned nth)
{
	const struct refusal_case *k = self;

	(void)x;
	(void)nth;
	return (struct fake_answer){ .end = EXCHANGE_DONE, .status = k->status, .content_type = k->type,
				     .body = k->body };
}

static void sentences(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++) {
		struct refusal_case k = refusals[i];
		struct connection c = { .server = server, .context = context };
		struct taken taken = { .body = STRBUF_INIT };
		struct http_get g = { .sink = &sink, .path = "/x", .self = &taken };
		struct fake_transport t;
		struct http_hooks hooks;
		struct http *h;

		fake_transport_init(&t, refuse, &k);
		hooks = fake_hooks(&t);
		h = http_new(&c, &t.base, &hooks);
		http_start(h, &g);
		http_run(h);
		assert_false(g.ok);
		assert_string_equal(g.err.msg, k.wanted);
		assert_string_equal(g.reason, k.reason);
		assert_int_equal(taken.body.len, 0);
		strbuf_release(&taken.body);
		http_free(h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(retries),
		cmocka_unit_test(sentences),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
