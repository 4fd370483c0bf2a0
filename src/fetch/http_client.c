#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "fetch/http.h"
#include "fetch/http_status.h"
#include "fetch/secret.h"
#include "fetch/small_json.h"

#define ATTEMPTS_MAX 5
#define BACKOFF_MS 100
#define BACKOFF_MS_MAX 3000
#define PATIENCE_MS 30000 /* for all attempts, where no time limit was asked for */
#define TICK_MS 200

struct http {
	struct connection *c;
	struct transport *t;
	const struct http_hooks *hooks;
	struct strbuf authorization; /* secret */
	bool authorized;             /* authorization has been asked for */
	unsigned credentials;        /* how often they were renewed */
	bool renewed_in_vain;        /* nothing was accepted since */
	struct error refused;        /* why there are none, if kind is set */
	struct http_get *first;      /* under way or waiting, in the order they came */
	unsigned flying, requests;
	uint64_t bytes;
	struct opt_time date;
	bool interrupted;
};

struct http *http_new(struct connection *c, struct transport *t, const struct http_hooks *hooks)
{
	struct http *h = xcalloc(1, sizeof(*h));

	h->c = c;
	h->t = t;
	h->hooks = hooks;
	h->authorization = (struct strbuf)STRBUF_INIT;
	return h;
}

void http_free(struct http *h)
{
	if (!h)
		return;
	secret_strbuf_release(&h->authorization);
	xfree(h);
}

static int64_t now(const struct http *h)
{
	return h->hooks->clock_ms(h->hooks->self);
}

/* ---- credentials ---- */

/* Over plain HTTP none are sent, so that none are asked for either. */
static bool uses_credentials(const struct http *h)
{
	return !strncmp(h->c->server, "https:", 6);
}

static void authorize(struct http *h, bool refresh)
{
	secret_strbuf_release(&h->authorization);
	h->refused = (struct error)ERROR_INIT;
	h->authorized = true;
	if (uses_credentials(h) &&
	    connection_authorization(h->c, refresh, &h->authorization, &h->refused) < 0 &&
	    h->refused.kind == ERR_NONE)
		h->refused.kind = ERR_IO;
}

/* After a 401: true if there are newer credentials than those it was sent with. */
static bool renew(struct http *h, struct http_get *g)
{
	if (g->credentials < h->credentials)
		return true;
	if (h->renewed_in_vain || (!h->c->exec && !h->c->token_file))
		return false;
	h->renewed_in_vain = true;
	h->credentials++;
	authorize(h, true);
	return true;
}

/* ---- the end of a get ---- */

static void unlink_get(struct http *h, struct http_get *g)
{
	struct http_get **p = &h->first;

	while (*p != g)
		p = &(*p)->next;
	*p = g->next;
	g->next = NULL;
}

static void finish(struct http *h, struct http_get *g)
{
	unlink_get(h, g);
	strbuf_release(&g->refusal);
	g->sink->done(g);
}

static void log_answer(struct http *h, const struct http_get *g)
{
	struct strbuf line = STRBUF_INIT;

	if (!h->hooks->log)
		return;
	strbuf_addf(&line, "GET %s%s ", h->c->server, g->path);
	if (g->status)
		strbuf_addf(&line, "%ld", g->status);
	else
		strbuf_addf(&line, _("no answer (%s)"), g->x.err.msg);
	strbuf_addf(&line, _(" in %lld ms"), (long long)(now(h) - g->sent));
	h->hooks->log(h->hooks->self, line.buf);
	strbuf_release(&line);
}

static int64_t backoff(const struct http_get *g)
{
	int64_t ms = (int64_t)BACKOFF_MS << (2 * (g->attempts - 1));

	return ms < BACKOFF_MS_MAX ? ms : BACKOFF_MS_MAX;
}

/* Tries again later if the time that is left allows it. */
static bool put_off(struct http *h, struct http_get *g)
{
	int64_t wait = backoff(g), asked = g->x.retry_after;
	int64_t patience = h->c->timeout_ms ? h->c->timeout_ms : PATIENCE_MS;

	if (g->attempts >= ATTEMPTS_MAX || h->interrupted)
		return false;
	if (asked > 0)
		wait = asked > PATIENCE_MS / 1000 ? PATIENCE_MS + 1 : asked * 1000;
	if (now(h) + wait - g->begun > patience)
		return false;
	g->due = now(h) + wait;
	return true;
}

/* The answer was complete; 200 and JSON went to the sink. */
static void answered(struct http *h, struct http_get *g)
{
	if (g->status == 200 && http_is_json(g->x.content_type)) {
		h->renewed_in_vain = false;
		g->ok = !g->sink->end || g->sink->end(g, &g->err) == 0;
		finish(h, g);
		return;
	}
	if (g->status == 401 && renew(h, g)) {
		g->due = now(h);
		return;
	}
	if (http_status_is_passing(g->status) && put_off(h, g))
		return;
	http_status_explain(g, h->c);
	if (g->status == 429 && g->x.retry_after > 0)
		error_wrap(&g->err, _("the server asks for a pause of %lld s"),
			   (long long)g->x.retry_after);
	finish(h, g);
}

static void exchange_done(struct exchange *x)
{
	struct http_get *g = x->self;
	struct http *h = g->http;

	g->flying = false;
	h->flying--;
	h->bytes += x->bytes;
	g->status = x->status;
	if (x->date.set)
		h->date = x->date;
	log_answer(h, g);
	if (x->end == EXCHANGE_DONE) {
		answered(h, g);
		return;
	}
	if (x->end == EXCHANGE_BROKEN && put_off(h, g))
		return;
	g->err = x->err;
	finish(h, g);
}

static int exchange_body(struct exchange *x, const char *data, size_t len, struct error *err)
{
	struct http_get *g = x->self;

	if (x->status == 200 && http_is_json(x->content_type))
		return g->sink->data(g, data, len, err);
	if (g->refusal.len < SMALL_JSON_BYTES_MAX)
		strbuf_add(&g->refusal, data, len);
	else if (x->bytes > 4 * SMALL_JSON_BYTES_MAX)
		return error_set(err, ERR_IO, _("the server answers %ld to %.200s, and does not stop"),
				 x->status, g->path);
	return 0;
}

/* ---- the beginning ---- */

void http_start(struct http *h, struct http_get *g)
{
	struct http_get **p = &h->first;

	while (*p)
		p = &(*p)->next;
	*p = g;
	g->next = NULL;
	g->http = h;
	g->status = 0;
	g->ok = g->flying = false;
	g->err = (struct error)ERROR_INIT;
	g->reason[0] = '\0';
	g->says_status = false;
	g->refusal = (struct strbuf)STRBUF_LIMIT(2 * SMALL_JSON_BYTES_MAX);
	g->attempts = 0;
	g->begun = g->due = now(h);
}

/* What is left of the time that was asked for, for this attempt; 0: no limit. */
static int64_t time_left(const struct http *h, const struct http_get *g)
{
	int64_t left;

	if (!h->c->timeout_ms || g->stream)
		return 0;
	left = h->c->timeout_ms - (now(h) - g->begun);
	return left > 0 ? left : 1;
}

static void send_get(struct http *h, struct http_get *g)
{
	struct error err = ERROR_INIT;

	if (!h->authorized)
		authorize(h, false);
	if (h->refused.kind != ERR_NONE) {
		g->err = h->refused;
		finish(h, g);
		return;
	}
	strbuf_reset(&g->refusal);
	if (g->sink->begin)
		g->sink->begin(g);
	g->attempts++;
	g->credentials = h->credentials;
	g->sent = now(h);
	if (g->attempts == 1)
		g->begun = g->sent;
	g->x = (struct exchange){
		.path = g->path,
		.authorization = h->authorization.len ? h->authorization.buf : NULL,
		.timeout_ms = time_left(h, g),
		.bytes_max = g->is_list ? HTTP_LIST_BYTES_MAX : HTTP_OBJECT_BYTES_MAX,
		.compress = h->c->compress && g->is_list,
		.stream = g->stream,
		.self = g,
		.body = exchange_body,
		.done = exchange_done,
	};
	h->requests++;
	if (h->t->ops->start(h->t, &g->x, &err) < 0) {
		g->err = err;
		finish(h, g);
		return;
	}
	g->flying = true;
	h->flying++;
}

/* One that may be sent now, or NULL; *wait becomes what the next one still has to wait. */
static struct http_get *next_due(const struct http *h, int64_t *wait)
{
	int64_t at = now(h);

	if (h->flying >= TRANSPORT_PARALLEL_MAX)
		return NULL;
	for (struct http_get *g = h->first; g; g = g->next) {
		if (g->flying)
			continue;
		if (g->due <= at)
			return g;
		if (g->due - at < *wait)
			*wait = g->due - at;
	}
	return NULL;
}

static void stop_all(struct http *h, const struct error *why)
{
	while (h->first) {
		struct http_get *g = h->first;

		if (g->flying) {
			h->t->ops->cancel(h->t, &g->x);
			h->flying--;
		}
		g->flying = false;
		g->status = 0;
		g->err = *why;
		finish(h, g);
	}
}

static void check_interrupt(struct http *h)
{
	struct error why = ERROR_INIT;

	if (!h->hooks->interrupted || !h->hooks->interrupted(h->hooks->self))
		return;
	h->interrupted = true;
	error_set(&why, ERR_IO, "interrupted");
	stop_all(h, &why);
}

void http_run(struct http *h)
{
	struct error err = ERROR_INIT;

	while (h->first) {
		int64_t wait = TICK_MS;
		struct http_get *g = next_due(h, &wait);

		if (g) {
			send_get(h, g);
			continue;
		}
		if (h->t->ops->wait(h->t, wait, &err) < 0)
			stop_all(h, &err);
		if (h->hooks->working)
			h->hooks->working(h->hooks->self);
		check_interrupt(h);
	}
}

bool http_interrupted(const struct http *h)
{
	return h->interrupted;
}

struct opt_time http_date(const struct http *h)
{
	return h->date;
}

unsigned http_requests(const struct http *h)
{
	return h->requests;
}

uint64_t http_bytes(const struct http *h)
{
	return h->bytes;
}
