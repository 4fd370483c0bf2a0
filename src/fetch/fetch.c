#include "fetch/fetch.h"

#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "fetch/again.h"
#include "fetch/plan.h"
#include "fetch/small_json.h"
#include "model/selector.h"

/* ---- /version ---- */

struct version_get {
	struct http_get get;
	struct strbuf body;
};

static void version_begin(struct http_get *g)
{
	strbuf_reset(&((struct version_get *)g->self)->body);
}

static int version_data(struct http_get *g, const char *data, size_t len, struct error *err)
{
	struct version_get *v = g->self;

	strbuf_add(&v->body, data, len);
	return v->body.full ? error_set(err, ERR_LIMIT, _("the answer to /version is too long")) : 0;
}

static void version_done(struct http_get *g)
{
	(void)g;
}

static const struct http_sink version_sink = { version_begin, version_data, NULL, version_done };

static void version_start(struct version_get *v, struct http *h)
{
	v->get = (struct http_get){ .sink = &version_sink, .path = "/version", .self = v };
	v->body = (struct strbuf)STRBUF_LIMIT(SMALL_JSON_BYTES_MAX);
	http_start(h, &v->get);
}

/* The 36 of "v1.36.2"; 0: unknown. */
static unsigned minor_of(const char *version)
{
	char digits[8] = "";
	int64_t minor;
	size_t n;

	if (strncmp(version, "v1.", 3) != 0)
		return 0;
	n = strspn(version + 3, "0123456789");
	if (!n || n >= sizeof(digits))
		return 0;
	memcpy(digits, version + 3, n);
	return parse_int64(digits, &minor) ? (unsigned)minor : 0;
}

/* Unreadable: unknown, and no harm done. */
static void version_take(struct version_get *v, struct plan *p)
{
	struct arena *arena = arena_new();
	const struct json_value *answer = NULL;
	const char *text;

	if (v->get.ok)
		answer = small_json_parse(arena, v->body.buf, v->body.len);
	text = answer ? small_json_text(answer, "gitVersion") : NULL;
	if (text) {
		p->c->server_version = sym_str(p->c->syms, text);
		p->server_minor = minor_of(text);
	}
	arena_free(arena);
	strbuf_release(&v->body);
}

/* ---- readings into the cluster ---- */

/* The watch cache may be behind what is there already. */
static void commit(struct cluster *c, struct reading *r)
{
	for (size_t i = 0; i < r->staged.n; i++) {
		struct meta *m = r->staged.v[i];

		if (!r->from_cache || !cluster_find(c, r->kind, m->namespace_, m->name))
			cluster_put(c, r->kind, m);
	}
	xfree(r->staged.v);
	r->staged = (struct objects){ 0 };
}

static void read_new(struct plan *p, struct http *h, size_t from)
{
	for (size_t i = from; i < p->n; i++)
		reading_start(p->v[i], h, p->c);
	http_run(h);
	for (size_t i = from; i < p->n; i++)
		commit(p->c, p->v[i]);
}

/* ---- the subjects ---- */

static int subject_refused(const struct reading *r, struct error *err)
{
	struct strbuf permission = STRBUF_INIT;

	if (r->result == READING_FORBIDDEN && r->refused_by_server) {
		reading_permission(&permission, r);
		error_set(err, ERR_FORBIDDEN, _("you %s%s"), permission.buf,
			  !r->name && !r->namespace_ ? _("; name a namespace with -n") : "");
		strbuf_release(&permission);
		return -1;
	}
	*err = r->err;
	return -1;
}

/* 1: all there; 0: one does not exist; -1 with err: one cannot be read. */
static int check_subjects(const struct plan *p, struct error *err)
{
	int found = 1;

	for (size_t i = 0; i < p->n; i++) {
		const struct reading *r = p->v[i];

		if (!r->is_subject || r->result == READING_OK)
			continue;
		if (r->result != READING_ABSENT || !r->name || !r->refused_by_server)
			return subject_refused(r, err);
		found = 0;
	}
	return found;
}

/* Names that may have been meant: of the kind, and workloads of that very name. */
static void read_near(struct plan *p, struct http *h)
{
	const struct asked *w = p->wanted;
	size_t from = p->n;

	for (size_t i = 0; i < w->n; i++) {
		plan_list(p, w->names[i].kind, w->namespace_, NULL);
		for (int k = KIND_DEPLOYMENT; k <= KIND_REPLICATION_CONTROLLER; k++)
			if (w->namespace_)
				plan_get(p, (enum kind)k, w->namespace_, w->names[i].name);
	}
	read_new(p, h, from);
}

static const struct meta *object_of(const struct plan *p, const struct reading *r)
{
	sym ns = { NULL };

	if (r->namespace_)
		ns = sym_str(p->c->syms, r->namespace_);
	return cluster_find(p->c, r->kind, ns, sym_str(p->c->syms, r->name));
}

/* One may have been created between the question for it and the list. */
static bool all_are_there(const struct plan *p)
{
	for (size_t i = 0; i < p->n; i++) {
		const struct reading *r = p->v[i];

		if (r->is_subject && r->name && !object_of(p, r))
			return false;
	}
	return true;
}

/* ---- all of it ---- */

static int read_all(struct plan *p, struct http *h, struct error *err)
{
	struct version_get version;
	size_t from = 0;
	int found;

	version_start(&version, h);
	plan_step(p);
	read_new(p, h, 0);
	version_take(&version, p);
	found = check_subjects(p, err);
	if (found < 0)
		return -1;
	if (!found) {
		read_near(p, h);
		if (!all_are_there(p))
			return 0;
	}
	for (from = p->n; plan_step(p) > 0; from = p->n)
		read_new(p, h, from);
	again_read(p, h);
	return 0;
}

int fetch_cluster(struct cluster *c, struct http *h, const struct asked *w, unsigned chunk,
		  struct error *err)
{
	struct plan p;
	int rc;

	plan_init(&p, c, w, chunk);
	rc = read_all(&p, h, err);
	if (rc == 0 && http_interrupted(h))
		rc = error_set(err, ERR_IO, "interrupted");
	if (rc == 0) {
		load_finish(c);
		plan_cover(&p);
	}
	plan_release(&p);
	return rc;
}

int fetch_changed(struct http *h, enum kind kind, const char *namespace_, const char *name,
		  uint64_t *digest, struct error *err)
{
	struct cluster *c = cluster_new();
	struct reading r = { .kind = kind, .namespace_ = namespace_, .name = name };
	int rc;

	reading_start(&r, h, c);
	http_run(h);
	rc = r.result == READING_OK || r.result == READING_ABSENT ? r.digest != *digest : -1;
	if (rc < 0)
		*err = r.err;
	else
		*digest = r.result == READING_OK ? r.digest : 0;
	reading_release(&r);
	cluster_free(c);
	return rc;
}
