/* GET requests over libcurl's multi interface: kept-alive connections, HTTP/2 where the server has it. */
#include <curl/curl.h>
#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "base/wipe.h"
#include "fetch/curl_error.h"
#include "fetch/curl_route.h"
#include "fetch/headers.h"
#include "fetch/transport.h"
#include "model/selector.h"

#if LIBCURL_VERSION_NUM < 0x075500
#error "libcurl 7.85 or newer is needed: certificates from memory, protocols by name"
#endif

#define CONNECT_TIMEOUT_MS 30000L
#define STALL_SECONDS 60L /* without a byte, where no time limit was asked for */

struct curl_transport {
	struct transport base; /* first */
	const struct connection *c;
	const struct transport_options *opts;
	CURLM *multi;
	struct curl_route route;
};

struct flight { /* one exchange on its way */
	struct curl_transport *t;
	struct exchange *x;
	CURL *easy;
	struct curl_slist *headers, *connect_to;
	char text[CURL_ERROR_SIZE];
	bool stopped; /* by body(): x->err is filled */
	CURLcode rc;  /* of the first setopt that failed */
};

/* ---- what libcurl calls ---- */

static size_t on_body(char *data, size_t size, size_t n, void *self)
{
	struct flight *f = self;
	struct exchange *x = f->x;
	size_t len = size * n; /* size is 1 */

	curl_easy_getinfo(f->easy, CURLINFO_RESPONSE_CODE, &x->status);
	x->bytes += len;
	if (x->bytes > x->bytes_max) {
		error_set(&x->err, ERR_LIMIT, _("the answer of %s is longer than %llu bytes"), f->t->route.host,
			  (unsigned long long)x->bytes_max);
		f->stopped = true;
		return 0;
	}
	if (x->body(x, data, len, &x->err) < 0) {
		f->stopped = true;
		return 0;
	}
	return len;
}

/* The value if the line is that header, else NULL. */
static const char *header_value(const char *line, size_t len, const char *name, size_t *ret_len)
{
	size_t n = strlen(name), end = len;

	if (len <= n || line[n] != ':' || !curl_strnequal(line, name, n))
		return NULL;
	while (end > n + 1 && strchr(" \t\r\n", line[end - 1]))
		end--;
	for (n++; n < end && (line[n] == ' ' || line[n] == '\t');)
		n++;
	*ret_len = end - n;
	return line + n;
}

static bool copy_header(const char *line, size_t len, const char *name, char *to, size_t size)
{
	size_t n;
	const char *value = header_value(line, len, name, &n);

	if (!value)
		return false;
	n = n < size ? n : size - 1;
	memcpy(to, value, n);
	to[n] = '\0';
	return true;
}

static void forget_headers(struct exchange *x)
{
	x->content_type[0] = x->location[0] = '\0';
	x->retry_after = -1;
	x->date.set = false;
}

static size_t on_header(char *line, size_t size, size_t n, void *self)
{
	struct flight *f = self;
	struct exchange *x = f->x;
	size_t len = size * n;
	char text[64];

	if (len >= 5 && !memcmp(line, "HTTP/", 5))
		forget_headers(x); /* of an answer 1xx before */
	copy_header(line, len, "Content-Type", x->content_type, sizeof(x->content_type));
	if (copy_header(line, len, "Location", x->location, sizeof(x->location)))
		x->location[strcspn(x->location, "?#")] = '\0';
	if (copy_header(line, len, "Retry-After", text, sizeof(text)) &&
	    (!parse_int64(text, &x->retry_after) || x->retry_after < 0))
		x->retry_after = -1;
	if (copy_header(line, len, "Date", text, sizeof(text))) {
		time_t at = curl_getdate(text, NULL);

		x->date = (struct opt_time){ at > 0, (int64_t)at * 1000000 };
	}
	return len;
}

static void trace_lines(const struct transport_options *opts, char mark, const char *data, size_t len)
{
	struct strbuf line = STRBUF_INIT;

	while (len) {
		const char *end = memchr(data, '\n', len);
		size_t n = end ? (size_t)(end - data) : len, used = end ? n + 1 : len;

		while (n && data[n - 1] == '\r')
			n--;
		strbuf_reset(&line);
		strbuf_addf(&line, "%c ", mark);
		header_redact(&line, data, n);
		if (n)
			opts->trace(opts->trace_self, line.buf);
		data += used;
		len -= used;
	}
	strbuf_release(&line);
}

static int on_debug(CURL *easy, curl_infotype type, char *data, size_t len, void *self)
{
	const struct flight *f = self;

	(void)easy;
	if (type == CURLINFO_HEADER_OUT)
		trace_lines(f->t->opts, '>', data, len);
	else if (type == CURLINFO_HEADER_IN)
		trace_lines(f->t->opts, '<', data, len);
	return 0;
}

/* ---- one request ---- */

#define SET(f, option, value)                                                              \
	do {                                                                               \
		if ((f)->rc == CURLE_OK)                                                   \
			(f)->rc = curl_easy_setopt((f)->easy, CURLOPT_##option, (value));  \
	} while (0)

static void set_blob(struct flight *f, CURLoption option, const struct secret *s)
{
	struct curl_blob blob = { s->data, s->len, CURL_BLOB_COPY };

	if (s->data && f->rc == CURLE_OK)
		f->rc = curl_easy_setopt(f->easy, option, &blob);
}

static int add_line(struct curl_slist **list, const char *line, struct error *err)
{
	struct curl_slist *longer = curl_slist_append(*list, line);

	if (!longer)
		return error_set(err, ERR_IO, _("libcurl has no memory left"));
	*list = longer;
	return 0;
}

static int add_headers(struct flight *f, struct error *err)
{
	const struct curl_transport *t = f->t;
	struct header_lines lines;
	struct strbuf host = STRBUF_INIT;
	int rc = headers_build(&lines, t->c, t->opts->user_agent, f->x->authorization, t->route.https, err);

	for (size_t i = 0; rc == 0 && i < lines.n; i++)
		rc = add_line(&f->headers, lines.v[i].buf, err);
	headers_release(&lines);
	if (rc == 0 && t->route.connect_to) {
		strbuf_addf(&host, "Host: %s", t->route.host);
		rc = add_line(&f->headers, host.buf, err);
		strbuf_release(&host);
	}
	if (rc == 0 && t->route.connect_to)
		rc = add_line(&f->connect_to, t->route.connect_to, err);
	return rc;
}

static void set_request(struct flight *f)
{
	const struct curl_transport *t = f->t;
	struct strbuf url = STRBUF_INIT;

	strbuf_addf(&url, "%s%s", t->route.url, f->x->path);
	/* The only place where a request is made, and it can only be a GET. */
	SET(f, HTTPGET, 1L);
	SET(f, URL, url.buf);
	SET(f, PROTOCOLS_STR, t->route.https ? "https" : "http");
	SET(f, FOLLOWLOCATION, 0L);
	SET(f, HTTP_VERSION, (long)(t->route.https ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
	SET(f, PIPEWAIT, 1L);
	SET(f, HTTPHEADER, f->headers);
	SET(f, HEADEROPT, (long)CURLHEADER_SEPARATE);
	SET(f, CONNECT_TO, f->connect_to);
	SET(f, ACCEPT_ENCODING, f->x->compress ? "gzip" : NULL);
	SET(f, PATH_AS_IS, 1L);
	strbuf_release(&url);
}

static void set_limits(struct flight *f)
{
	const struct exchange *x = f->x;
	long timeout = x->timeout_ms > LONG_MAX ? LONG_MAX : (long)x->timeout_ms;

	SET(f, NOSIGNAL, 1L);
	SET(f, TIMEOUT_MS, timeout);
	SET(f, CONNECTTIMEOUT_MS, CONNECT_TIMEOUT_MS);
	SET(f, TCP_KEEPALIVE, 1L);
	if (!timeout && !x->stream) {
		SET(f, LOW_SPEED_LIMIT, 1L);
		SET(f, LOW_SPEED_TIME, STALL_SECONDS);
	}
}

static void set_security(struct flight *f)
{
	const struct connection *c = f->t->c;

	SET(f, PROXY, f->t->route.proxy ? f->t->route.proxy : "");
	SET(f, NOPROXY, "");
	SET(f, SUPPRESS_CONNECT_HEADERS, 1L);
	SET(f, NETRC, (long)CURL_NETRC_IGNORED);
	SET(f, UNRESTRICTED_AUTH, 0L);
	if (!f->t->route.https)
		return;
	SET(f, SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	SET(f, SSL_VERIFYPEER, c->insecure ? 0L : 1L);
	SET(f, SSL_VERIFYHOST, c->insecure ? 0L : 2L);
	set_blob(f, CURLOPT_CAINFO_BLOB, &c->ca);
	if (c->ca.data)
		SET(f, CAPATH, NULL); /* only the CA that was named, not the system's beside it */
	set_blob(f, CURLOPT_SSLCERT_BLOB, &c->client_certificate);
	set_blob(f, CURLOPT_SSLKEY_BLOB, &c->client_key);
	if (c->client_certificate.data) {
		SET(f, SSLCERTTYPE, "PEM");
		SET(f, SSLKEYTYPE, "PEM");
	}
}

static void set_callbacks(struct flight *f)
{
	SET(f, WRITEFUNCTION, on_body);
	SET(f, WRITEDATA, f);
	SET(f, HEADERFUNCTION, on_header);
	SET(f, HEADERDATA, f);
	SET(f, ERRORBUFFER, f->text);
	SET(f, PRIVATE, f);
	if (f->t->opts->trace) {
		SET(f, VERBOSE, 1L);
		SET(f, DEBUGFUNCTION, on_debug);
		SET(f, DEBUGDATA, f);
	}
}

static void free_wiped(struct curl_slist *list)
{
	for (struct curl_slist *l = list; l; l = l->next)
		wipe(l->data, strlen(l->data)); /* Authorization is among them */
	curl_slist_free_all(list);
}

static void flight_free(struct flight *f)
{
	if (f->easy) {
		curl_multi_remove_handle(f->t->multi, f->easy);
		curl_easy_cleanup(f->easy);
	}
	free_wiped(f->headers);
	curl_slist_free_all(f->connect_to);
	xfree(f);
}

static int start(struct transport *base, struct exchange *x, struct error *err)
{
	struct curl_transport *t = (struct curl_transport *)base;
	struct flight *f = xcalloc(1, sizeof(*f));

	f->t = t;
	f->x = x;
	f->easy = curl_easy_init();
	f->rc = f->easy ? CURLE_OK : CURLE_OUT_OF_MEMORY;
	x->status = 0;
	x->bytes = 0;
	forget_headers(x);
	if (add_headers(f, err) < 0) {
		flight_free(f);
		return -1;
	}
	set_request(f);
	set_limits(f);
	set_security(f);
	set_callbacks(f);
	if (f->rc != CURLE_OK || curl_multi_add_handle(t->multi, f->easy) != CURLM_OK) {
		error_set(err, ERR_IO, _("this libcurl cannot do what is needed: %s"),
			  curl_easy_strerror(f->rc));
		flight_free(f);
		return -1;
	}
	x->inside = f;
	return 0;
}

static enum exchange_end explain(struct flight *f, CURLcode code)
{
	struct curl_failure failure = {
		.code = code,
		.text = f->text,
		.host = f->t->route.host,
		.proxy = f->t->route.proxy_shown,
		.presents_certificate = f->t->c->client_certificate.data != NULL,
		.timeout_ms = f->x->timeout_ms ? f->t->c->timeout_ms : 0,
	};
	curl_off_t connected = 0;

	if (f->stopped)
		return EXCHANGE_FAILED;
	curl_easy_getinfo(f->easy, CURLINFO_SSL_VERIFYRESULT, &failure.verify_result);
	curl_easy_getinfo(f->easy, CURLINFO_OS_ERRNO, &failure.os_errno);
	curl_easy_getinfo(f->easy, CURLINFO_HTTP_CONNECTCODE, &failure.connect_status);
	curl_easy_getinfo(f->easy, CURLINFO_PRETRANSFER_TIME_T, &connected);
	failure.connected = connected > 0;
	return curl_failure_explain(&failure, &f->x->err);
}

static void end_flight(struct flight *f, CURLcode code)
{
	struct exchange *x = f->x;

	curl_easy_getinfo(f->easy, CURLINFO_RESPONSE_CODE, &x->status);
	x->end = code == CURLE_OK ? EXCHANGE_DONE : explain(f, code);
	x->inside = NULL;
	flight_free(f);
	x->done(x);
}

static int wait_some(struct transport *base, int64_t ms, struct error *err)
{
	struct curl_transport *t = (struct curl_transport *)base;
	CURLMsg *message;
	int running, left;

	if (curl_multi_perform(t->multi, &running) != CURLM_OK)
		return error_set(err, ERR_IO, _("libcurl cannot go on"));
	message = curl_multi_info_read(t->multi, &left);
	if (!message && curl_multi_poll(t->multi, NULL, 0, (int)ms, NULL) != CURLM_OK)
		return error_set(err, ERR_IO, _("libcurl cannot wait"));
	while (message) {
		void *flight = NULL;

		if (message->msg == CURLMSG_DONE &&
		    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &flight) == CURLE_OK)
			end_flight(flight, message->data.result);
		message = curl_multi_info_read(t->multi, &left);
	}
	return 0;
}

static void cancel(struct transport *base, struct exchange *x)
{
	(void)base;
	if (x->inside)
		flight_free(x->inside);
	x->inside = NULL;
}

static void transport_free(struct transport *base)
{
	struct curl_transport *t = (struct curl_transport *)base;

	curl_multi_cleanup(t->multi);
	curl_route_release(&t->route);
	xfree(t);
	curl_global_cleanup();
}

static const struct transport_ops curl_ops = { start, wait_some, cancel, transport_free };

static int set_up(struct curl_transport *t, struct error *err)
{
	if (curl_route_find(&t->route, t->c, t->opts->getenv, err) < 0)
		return -1;
	if (!t->multi ||
	    curl_multi_setopt(t->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)TRANSPORT_PARALLEL_MAX) ||
	    curl_multi_setopt(t->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX))
		return error_set(err, ERR_IO, _("libcurl cannot start"));
	return 0;
}

struct transport *transport_curl_new(const struct connection *c,
				     const struct transport_options *opts, struct error *err)
{
	struct curl_transport *t;

	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
		error_set(err, ERR_IO, _("libcurl cannot start"));
		return NULL;
	}
	t = xcalloc(1, sizeof(*t));
	t->base.ops = &curl_ops;
	t->c = c;
	t->opts = opts;
	t->multi = curl_multi_init();
	if (set_up(t, err) < 0) {
		transport_free(&t->base);
		return NULL;
	}
	return &t->base;
}
