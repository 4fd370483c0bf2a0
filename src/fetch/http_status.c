#include "fetch/http_status.h"

#include <string.h>

#include "base/i18n.h"
#include "fetch/small_json.h"

static const char *status_name(long status)
{
	static const struct {
		long status;
		const char *name;
	} names[] = {
		{ 400, "Bad Request" },	      { 401, "Unauthorized" },
		{ 403, "Forbidden" },	      { 404, "Not Found" },
		{ 405, "Method Not Allowed" }, { 406, "Not Acceptable" },
		{ 409, "Conflict" },	      { 410, "Gone" },
		{ 429, "Too Many Requests" }, { 500, "Internal Server Error" },
		{ 502, "Bad Gateway" },	      { 503, "Service Unavailable" },
		{ 504, "Gateway Timeout" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (names[i].status == status)
			return names[i].name;
	return "";
}

bool http_status_is_passing(long status)
{
	return status == 429 || (status >= 500 && status <= 504 && status != 501);
}

bool http_is_json(const char *content_type)
{
	static const char json[] = "application/json";

	return !strncmp(content_type, json, sizeof(json) - 1) &&
	       (!content_type[sizeof(json) - 1] || strchr("; ", content_type[sizeof(json) - 1]));
}

static enum error_kind kind_of(long status)
{
	if (status == 404)
		return ERR_NOT_FOUND;
	return status == 401 || status == 403 ? ERR_FORBIDDEN : ERR_IO;
}

/* The server's own sentence, if it is one: "pods is forbidden: User ... cannot ...". */
static void read_status(struct http_get *g, struct strbuf *message)
{
	struct arena *arena = arena_new();
	const struct json_value *v = NULL;
	const char *kind, *reason, *text;

	if (http_is_json(g->x.content_type))
		v = small_json_parse(arena, g->refusal.buf, g->refusal.len);
	kind = v ? small_json_text(v, "kind") : NULL;
	g->says_status = kind && !strcmp(kind, "Status");
	reason = g->says_status ? small_json_text(v, "reason") : NULL;
	text = g->says_status ? small_json_text(v, "message") : NULL;
	if (reason && strlen(reason) < sizeof(g->reason))
		memcpy(g->reason, reason, strlen(reason) + 1);
	if (text)
		strbuf_addf(message, "%.500s", text);
	arena_free(arena);
}

static void explain_redirect(struct http_get *g)
{
	error_set(&g->err, ERR_IO, _("the server redirects to %s (%ld), which is not followed: is a "
		  "log-in page or a proxy in between?"), g->x.location[0] ? g->x.location : _("elsewhere"),
		  g->status);
}

static void explain_not_json(struct http_get *g)
{
	error_set(&g->err, ERR_PARSE, _("the answer to %.200s is %s, not JSON: is this a Kubernetes API "
		  "server, or is a log-in page in between?"), g->path,
		  g->x.content_type[0] ? g->x.content_type : _("of no type"));
}

static void explain_unauthorized(struct http_get *g, const struct connection *c)
{
	if (c->context)
		error_set(&g->err, ERR_FORBIDDEN, _("the server does not accept the credentials of context "
			  "%.200s (401 Unauthorized): log in again, or choose another with --context"),
			  c->context);
	else
		error_set(&g->err, ERR_FORBIDDEN, _("the server does not accept the credentials "
			  "(401 Unauthorized)"));
}

void http_status_explain(struct http_get *g, const struct connection *c)
{
	struct strbuf message = STRBUF_INIT;

	read_status(g, &message);
	if (g->status == 200) {
		explain_not_json(g);
	} else if (g->status / 100 == 3) {
		explain_redirect(g);
	} else if (g->status == 401) {
		explain_unauthorized(g, c);
	} else if (message.len) {
		error_set(&g->err, kind_of(g->status), "%s (%ld %s)", message.buf, g->status,
			  status_name(g->status));
	} else {
		error_set(&g->err, kind_of(g->status), _("the server answers %ld%s%s to %.200s"), g->status,
			  *status_name(g->status) ? " " : "", status_name(g->status), g->path);
	}
	strbuf_release(&message);
}
