#include "fetch/reading.h"

#include <string.h>

#include "base/die.h"
#include "base/hash.h"
#include "base/i18n.h"

#define RESTARTS_MAX 3
#define EMPTY_PAGES_MAX 100 /* with yet another page behind them */
#define BARREN_BYTES_MAX ((uint64_t)64 << 20) /* without any object: nothing useful will follow */

/* ---- paths ---- */

/* Percent-encoded for a path or a query. */
static void url_encode(struct strbuf *out, const char *text)
{
	static const char plain[] = "-._~0123456789"
				    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

	for (; *text; text++) {
		if (strchr(plain, *text))
			strbuf_addc(out, *text);
		else
			strbuf_addf(out, "%%%02X", (unsigned)(unsigned char)*text);
	}
}

void reading_path_in(struct strbuf *out, enum kind kind, const char *version,
		     const char *namespace_, const char *name)
{
	const struct kind_info *info = &kinds[kind];

	if (*info->group)
		strbuf_addf(out, "/apis/%s/%s/", info->group, version ? version : "v1");
	else
		strbuf_adds(out, "/api/v1/");
	if (info->namespaced && namespace_) {
		strbuf_adds(out, "namespaces/");
		url_encode(out, namespace_);
		strbuf_addc(out, '/');
	}
	strbuf_adds(out, info->plural);
	if (name) {
		strbuf_addc(out, '/');
		url_encode(out, name);
	}
}

void reading_path(struct strbuf *out, enum kind kind, const char *namespace_, const char *name)
{
	reading_path_in(out, kind, NULL, namespace_, name);
}

void reading_permission(struct strbuf *out, const struct reading *r)
{
	strbuf_addf(out, _("cannot %s resource \"%s\" in API group \"%s\""), r->name ? "get" : "list",
		    kinds[r->kind].plural, kinds[r->kind].group);
	if (r->namespace_ && kinds[r->kind].namespaced)
		strbuf_addf(out, _(" in the namespace \"%s\""), r->namespace_);
	else
		strbuf_adds(out, _(" at the cluster scope"));
}

static void add_query(struct reading *r, const char *key, const char *value)
{
	strbuf_addf(&r->path, "%c%s=", r->has_query ? '&' : '?', key);
	url_encode(&r->path, value);
	r->has_query = true;
}

static void set_page(struct reading *r, const char *token)
{
	struct strbuf number = STRBUF_INIT;
	bool had_query = r->has_query;

	strbuf_truncate(&r->path, r->path_fixed);
	if (r->chunk && r->restarts < 2) {
		strbuf_addf(&number, "%u", r->chunk);
		add_query(r, "limit", number.buf);
		strbuf_release(&number);
	}
	if (token)
		add_query(r, "continue", token);
	else if (r->from_cache)
		add_query(r, "resourceVersion", "0"); /* not allowed beside a continue token */
	r->has_query = had_query;
	r->get.path = r->path.buf;
}

/* For notes: "pods", "pods of shop", "pod shop/web". */
static void set_label(struct reading *r)
{
	strbuf_adds(&r->label, kinds[r->kind].plural);
	if (r->name)
		strbuf_addf(&r->label, " %s", r->name);
	if (r->namespace_)
		strbuf_addf(&r->label, _(" in %s"), r->namespace_);
}

/* ---- one answer ---- */

static void begin(struct http_get *g)
{
	struct reading *r = g->self;

	loader_free(r->loader);
	r->loader = loader_new(r->c, r->label.buf, LOAD_JSON, (int)r->kind);
	loader_stage(r->loader, &r->staged);
	r->staged.n = r->staged_before = r->page_begin;
	r->barren = 0;
	r->digest = 0xcbf29ce484222325ULL;
}

static int data(struct http_get *g, const char *bytes, size_t len, struct error *err)
{
	struct reading *r = g->self;

	for (size_t i = 0; r->name && i < len; i++) /* FNV-1a: does not depend on the pieces */
		r->digest = (r->digest ^ (unsigned char)bytes[i]) * 0x100000001b3ULL;
	if (loader_push(r->loader, bytes, len, err) < 0)
		return error_wrap(err, _("the answer to %.200s"), r->path.buf);
	r->barren = r->staged.n == r->staged_before ? r->barren + len : 0;
	r->staged_before = r->staged.n;
	if (r->barren > BARREN_BYTES_MAX)
		return error_set(err, ERR_LIMIT, _("the answer to %.200s goes on without an object"),
				 r->path.buf);
	if (r->staged.n > READING_OBJECTS_MAX)
		return error_set(err, ERR_LIMIT, _("more than %d %s"), READING_OBJECTS_MAX,
				 kinds[r->kind].plural);
	return 0;
}

static int wrong_answer(const struct reading *r, struct error *err)
{
	const char *refusal = loader_refusal(r->loader);

	if (refusal)
		return error_set(err, ERR_PARSE, _("the answer to %.200s is no data: %.500s"), r->path.buf,
				 refusal);
	return error_set(err, ERR_PARSE, _("the answer to %.200s is not what was asked for"), r->path.buf);
}

static int end(struct http_get *g, struct error *err)
{
	struct reading *r = g->self;
	size_t n = r->staged.n - r->page_begin;

	if (loader_finish(r->loader, err) < 0)
		return error_wrap(err, _("the answer to %.200s"), r->path.buf);
	if (r->name && (n != 1 || !sym_is(r->staged.v[r->page_begin]->name, r->name)))
		return wrong_answer(r, err);
	if (!r->name && loader_lists(r->loader) != 1)
		return wrong_answer(r, err);
	return 0;
}

/* ---- all answers ---- */

static void conclude(struct reading *r)
{
	const struct http_get *g = &r->get;

	loader_free(r->loader);
	r->loader = NULL;
	r->err = g->err;
	r->refused_by_server = g->says_status;
	if (g->ok)
		r->result = READING_OK;
	else if (g->status == 404)
		r->result = READING_ABSENT;
	else if (g->status == 403)
		r->result = READING_FORBIDDEN;
	else
		r->result = READING_FAILED;
	if (!g->ok)
		r->staged.n = 0;
	if (r->done)
		r->done(r);
}

/* What was read so far belongs to a state that the server has forgotten. */
static void restart(struct reading *r)
{
	r->restarts++;
	r->pages = 0;
	r->page_begin = 0;
	r->staged.n = 0;
	set_page(r, NULL);
	http_start(r->http, &r->get);
}

/*
 * A token that comes again means a loop.  One of them is remembered, and replaced after 1, 2, 4, …
 * pages (Brent), so that loops of any length are found.
 */
static bool goes_in_circles(struct reading *r, const char *token)
{
	uint64_t hash = hash_bytes(token, strlen(token));

	if (r->pages > 1 && hash == r->token_seen)
		return true;
	if (!(r->pages & (r->pages - 1)))
		r->token_seen = hash;
	return false;
}

static void done(struct http_get *g)
{
	struct reading *r = g->self;
	const char *next = g->ok && !r->name && !r->one_page ? loader_continue(r->loader) : NULL;

	if (g->status == 410 && r->pages && r->restarts < RESTARTS_MAX) {
		restart(r);
		return;
	}
	r->pages += g->ok;
	if (!next) {
		conclude(r);
		return;
	}
	r->empty_pages += r->staged.n == r->page_begin;
	if (goes_in_circles(r, next) || r->empty_pages > EMPTY_PAGES_MAX) {
		g->ok = false;
		error_set(&g->err, ERR_PARSE, _("the server's pages of %s never end"), r->label.buf);
		conclude(r);
		return;
	}
	r->page_begin = r->staged.n;
	set_page(r, next);
	http_start(r->http, g);
}

static const struct http_sink reading_sink = { begin, data, end, done };

void reading_start(struct reading *r, struct http *h, struct cluster *c)
{
	r->http = h;
	r->c = c;
	r->path = r->label = (struct strbuf)STRBUF_INIT;
	r->get = (struct http_get){ .sink = &reading_sink, .self = r, .is_list = !r->name };
	r->staged.n = 0;
	r->pages = r->restarts = r->empty_pages = 0;
	r->page_begin = 0;
	r->has_query = false;
	set_label(r);
	reading_path_in(&r->path, r->kind, r->version, r->namespace_, r->name);
	if (r->fields)
		add_query(r, "fieldSelector", r->fields);
	r->path_fixed = r->path.len;
	if (!r->name)
		set_page(r, NULL);
	r->get.path = r->path.buf;
	http_start(h, &r->get);
}

void reading_release(struct reading *r)
{
	loader_free(r->loader);
	xfree(r->staged.v);
	strbuf_release(&r->path);
	strbuf_release(&r->label);
}
