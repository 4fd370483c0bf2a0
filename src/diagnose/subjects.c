/* From what was asked on the command line to the pods and workloads to look at. */
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/near.h"
#include "base/strbuf.h"
#include "diagnose/context.h"
#include "diagnose/not_created.h"
#include "diagnose/owners.h"
#include "diagnose/stage.h"

#define ADVISED_MAX 32 /* subjects that were named: each is advised */

static const struct type_name {
	const char *names[4]; /* as kubectl takes them */
	enum kind kind;
} type_names[] = {
	{ { "pod", "pods", "po" }, KIND_POD },
	{ { "deployment", "deployments", "deploy" }, KIND_DEPLOYMENT },
	{ { "replicaset", "replicasets", "rs" }, KIND_REPLICA_SET },
	{ { "statefulset", "statefulsets", "sts" }, KIND_STATEFUL_SET },
	{ { "daemonset", "daemonsets", "ds" }, KIND_DAEMON_SET },
	{ { "job", "jobs" }, KIND_JOB },
	{ { "cronjob", "cronjobs", "cj" }, KIND_CRON_JOB },
	{ { "replicationcontroller", "replicationcontrollers", "rc" }, KIND_REPLICATION_CONTROLLER },
};

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* "Deploy" or "deployments.apps" up to the slash. */
static bool type_is(const char *text, size_t len, const char *name)
{
	size_t n = strlen(name);

	if (len < n || (len > n && text[n] != '.'))
		return false;
	for (size_t i = 0; i < n; i++)
		if (lower(text[i]) != name[i])
			return false;
	return true;
}

struct asked { /* one name of the command line */
	enum kind kind;
	const char *name;
};

static int parse_wanted(const char *text, struct asked *ret, struct error *err)
{
	const char *slash = strchr(text, '/');

	*ret = (struct asked){ KIND_POD, text };
	if (!slash)
		return 0;
	ret->name = slash + 1;
	for (size_t i = 0; i < sizeof(type_names) / sizeof(*type_names); i++)
		for (size_t k = 0; k < 4 && type_names[i].names[k]; k++)
			if (type_is(text, (size_t)(slash - text), type_names[i].names[k])) {
				ret->kind = type_names[i].kind;
				return 0;
			}
	return error_set(err, ERR_USAGE, _("\"%s\" is not a type that can be asked about (pod, deployment, "
			 "replicaset, statefulset, daemonset, job, cronjob, replicationcontroller)"), text);
}

static bool in_namespace(const struct meta *m, const char *namespace_)
{
	return !namespace_ || sym_is(m->namespace_, namespace_);
}

/* --- names that are not there */

static void offer_names(const struct diagnosis *d, enum kind kind, const char *namespace_,
			struct near_names *near)
{
	const struct objects *o = &d->cluster->objects[kind];

	for (size_t i = 0; i < o->n; i++)
		if (in_namespace(o->v[i], namespace_))
			near_offer(near, sym_text(o->v[i]->name));
}

/* A workload of exactly that name is what was meant more often than a pod with a similar one. */
static bool find_namesake(const struct diagnosis *d, const struct asked *w, const char *namespace_,
			  enum kind *ret)
{
	for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
		const struct objects *o = &d->cluster->objects[kind];

		if (!kind_is_workload((enum kind)kind) || (enum kind)kind == w->kind)
			continue;
		for (size_t i = 0; i < o->n; i++)
			if (in_namespace(o->v[i], namespace_) && sym_is(o->v[i]->name, w->name)) {
				*ret = (enum kind)kind;
				return true;
			}
	}
	return false;
}

static const char *type_of(enum kind kind)
{
	for (size_t i = 0; i < sizeof(type_names) / sizeof(*type_names); i++)
		if (type_names[i].kind == kind)
			return type_names[i].names[0];
	return kinds[kind].plural;
}

static void add_suggestion(struct strbuf *out, const char *type, const char *name, bool *more)
{
	strbuf_addf(out, "%s%s%s%s", *more ? _(", ") : _("; did you mean "), type, *type ? "/" : "", name);
	*more = true;
}

/* The same name elsewhere: the namespace is what was forgotten. */
static bool add_elsewhere(struct strbuf *out, const struct diagnosis *d, const struct asked *w)
{
	const struct objects *o = &d->cluster->objects[w->kind];
	size_t n = 0;

	for (size_t i = 0; i < o->n && n < NEAR_MAX; i++) {
		const char *name = sym_text(o->v[i]->namespace_);

		if (!sym_is(o->v[i]->name, w->name))
			continue;
		strbuf_addf(out, n ? _(", in %s: -n %s") : _("; there is one in %s: -n %s"), name, name);
		n++;
	}
	return n > 0;
}

static int not_found(const struct diagnosis *d, const struct asked *w, const char *namespace_,
		     struct error *err)
{
	struct near_names near = { .wanted = w->name };
	struct strbuf b = STRBUF_INIT;
	enum kind namesake;
	bool more = false;

	strbuf_addf(&b, _("%s \"%s\" not found"), type_of(w->kind), w->name);
	if (namespace_)
		strbuf_addf(&b, _(" in namespace %s"), namespace_);
	offer_names(d, w->kind, namespace_, &near);
	if (find_namesake(d, w, namespace_, &namesake))
		add_suggestion(&b, type_of(namesake), w->name, &more);
	else if (add_elsewhere(&b, d, w))
		near.n = 0;
	for (size_t i = 0; i < near.n; i++)
		add_suggestion(&b, "", near.v[i].name, &more);
	if (more)
		strbuf_adds(&b, _("?"));
	if (d->cluster->lost[w->kind] || d->cluster->lost_parts)
		strbuf_adds(&b, _(" (not all of the input could be read)"));
	error_set(err, ERR_NOT_FOUND, "%s", b.buf);
	strbuf_release(&b);
	return -1;
}

/* --- what was selected: reports are made from it one by one */

struct selected {
	struct diagnosis *d;
	struct chosen {
		enum kind kind;
		const struct meta *object;
		int badness; /* within a workload: smaller first */
	} *v;
	size_t n, cap;
};

static void select_object(struct selected *s, enum kind kind, const struct meta *object, int badness)
{
	if (s->n == s->cap) {
		size_t cap = s->cap ? 2 * s->cap : 16;
		struct chosen *bigger = ARENA_ARRAY(s->d->arena, cap, struct chosen);

		if (s->n)
			memcpy(bigger, s->v, s->n * sizeof(*bigger));
		s->v = bigger;
		s->cap = cap;
	}
	s->v[s->n++] = (struct chosen){ kind, object, badness };
}

static struct report *make_report(void *self, size_t i)
{
	struct selected *s = self;
	const struct chosen *c = &s->v[i];

	if (c->kind == KIND_POD)
		return diagnose_pod(s->d, (const struct pod *)c->object);
	return diagnose_workload(s->d, c->kind, (const struct workload *)c->object);
}

static int by_name(const void *pa, const void *pb)
{
	const struct chosen *a = pa, *b = pb;
	int c = strcmp(sym_text(a->object->namespace_), sym_text(b->object->namespace_));

	c = c ? c : strcmp(kinds[a->kind].name, kinds[b->kind].name);
	return c ? c : strcmp(sym_text(a->object->name), sym_text(b->object->name));
}

static int by_badness(const void *pa, const void *pb)
{
	const struct chosen *a = pa, *b = pb;

	return a->badness != b->badness ? a->badness - b->badness : by_name(pa, pb);
}

static void drop_duplicates(struct selected *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->n; i++)
		if (!kept || s->v[kept - 1].object != s->v[i].object)
			s->v[kept++] = s->v[i];
	s->n = kept;
}

/* --- one name */

struct pod_list {
	struct selected *into;
	size_t finished;
};

static enum stage peek(struct diagnosis *d, const struct pod *p)
{
	struct pod_case k = { d, p, NULL, NULL };

	return peek_stage(&k);
}

/* How bad it is, as far as can be seen without a replay; the workload itself leads. */
static int badness_of(enum stage s)
{
	static const int rank[STAGE_COUNT] = {
		[STAGE_UNKNOWN] = 1, [STAGE_POST_BIND] = 2,	      [STAGE_RUNNING_NOT_READY] = 3,
		[STAGE_READY] = 4,   [STAGE_FINISHED] = 5,
	};

	return rank[s];
}

static void list_pod(const struct pod *p, void *ctx)
{
	struct pod_list *l = ctx;
	enum stage stage = peek(l->into->d, p);

	l->finished += stage == STAGE_FINISHED;
	select_object(l->into, KIND_POD, &p->meta, badness_of(stage));
}

/* Its pods say how each of them ended, and not that there will be no more. */
static bool has_failed(enum kind kind, const struct workload *w)
{
	const struct condition *c = conditions_get(&w->conditions, "Failed");

	return kind == KIND_JOB && c && sym_is(c->status, "True");
}

/* The workload if pods are missing or it has none, then its pods; old finished ones only counted. */
static void add_workload(struct selected *s, enum kind kind, const struct workload *w,
			 struct reports *ret)
{
	struct pod_list pods = { s, 0 };
	size_t before = s->n, count;

	each_pod(s->d, kind, w, list_pod, &pods);
	count = s->n - before;
	if (count)
		qsort(s->v + before, count, sizeof(*s->v), by_badness);
	if (pods.finished < count) { /* they sort last */
		s->n -= pods.finished;
		ret->finished += pods.finished;
	}
	if (missing_pods(s->d, kind, w) > 0 || !count || has_failed(kind, w)) {
		select_object(s, kind, &w->meta, 0);
		qsort(s->v + before, s->n - before, sizeof(*s->v), by_badness);
	}
}

static int add_wanted(struct selected *s, const char *text, const char *namespace_,
		      struct reports *ret, struct error *err)
{
	const struct objects *o;
	struct asked w;
	bool found = false;

	if (parse_wanted(text, &w, err) < 0)
		return -1;
	o = &s->d->cluster->objects[w.kind];
	for (size_t i = 0; i < o->n; i++) {
		if (!in_namespace(o->v[i], namespace_) || !sym_is(o->v[i]->name, w.name))
			continue;
		found = true;
		if (w.kind == KIND_POD)
			select_object(s, KIND_POD, o->v[i], 0);
		else
			add_workload(s, w.kind, (const struct workload *)o->v[i], ret);
	}
	return found ? 0 : not_found(s->d, &w, namespace_, err);
}

/* --- everything that is stuck */

static bool is_selected(const struct selection *sel, const struct meta *m)
{
	return in_namespace(m, sel->namespace_) &&
	       (!sel->labels || label_selector_matches(sel->labels, &m->labels));
}

static void add_stuck_pods(struct selected *s, const struct selection *sel, struct reports *ret)
{
	const struct objects *pods = &s->d->cluster->objects[KIND_POD];

	for (size_t i = 0; i < pods->n; i++) {
		const struct pod *p = (const struct pod *)pods->v[i];
		enum stage stage;

		if (!is_selected(sel, &p->meta))
			continue;
		stage = peek(s->d, p);
		if (stage == STAGE_FINISHED)
			ret->finished++;
		else if (stage != STAGE_READY)
			select_object(s, KIND_POD, &p->meta, 0);
	}
}

/* The owner that is there tells it; its ReplicaSet or Job would only repeat it. */
static bool is_owned(const struct diagnosis *d, const struct meta *m)
{
	const struct owner *o = meta_controller(m);

	for (unsigned kind = 0; o && kind < KIND_COUNT; kind++)
		if (kind_is_workload((enum kind)kind) && sym_is(o->kind, kinds[kind].name))
			return cluster_find(d->cluster, (enum kind)kind, m->namespace_, o->name);
	return false;
}

static void add_stuck_workloads(struct selected *s, const struct selection *sel)
{
	for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
		const struct objects *o = &s->d->cluster->objects[kind];

		if (!kind_is_workload((enum kind)kind))
			continue;
		for (size_t i = 0; i < o->n; i++) {
			const struct workload *w = (const struct workload *)o->v[i];

			if (is_selected(sel, &w->meta) && !is_owned(s->d, &w->meta) &&
			    missing_pods(s->d, (enum kind)kind, w) > 0)
				select_object(s, (enum kind)kind, &w->meta, 0);
		}
	}
}

int diagnose_selection(struct diagnosis *d, const struct selection *sel, struct reports *ret,
		       struct error *err)
{
	struct selected *s = ARENA_NEW(d->arena, struct selected);

	s->d = d;
	for (size_t i = 0; i < sel->n; i++)
		if (add_wanted(s, sel->names[i], sel->namespace_, ret, err) < 0)
			return -1;
	if (!sel->n) {
		add_stuck_pods(s, sel, ret);
		add_stuck_workloads(s, sel);
	}
	if (sel->n != 1 && s->n) {
		qsort(s->v, s->n, sizeof(*s->v), by_name);
		drop_duplicates(s);
	}
	d->advise = s->n == 1 || (sel->n && s->n <= ADVISED_MAX);
	ret->single = sel->n == 1 && s->n == 1;
	ret->n = s->n;
	ret->make = make_report;
	ret->self = s;
	return 0;
}
