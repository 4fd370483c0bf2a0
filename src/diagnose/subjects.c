/* From what was asked on the command line to the pods and workloads to look at. */
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "diagnose/context.h"
#include "diagnose/near.h"
#include "diagnose/not_created.h"
#include "diagnose/owners.h"
#include "diagnose/stage.h"

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
	return error_set(err, ERR_USAGE, "\"%s\" is not a type that can be asked about (pod, deployment, "
			 "replicaset, statefulset, daemonset, job, cronjob, replicationcontroller)", text);
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

static int not_found(const struct diagnosis *d, const struct asked *w, const char *namespace_,
		     struct error *err)
{
	struct near_names near = { .wanted = w->name };
	struct strbuf b = STRBUF_INIT;
	enum kind namesake;

	strbuf_addf(&b, "%s \"%s\" not found", type_of(w->kind), w->name);
	if (namespace_)
		strbuf_addf(&b, " in namespace %s", namespace_);
	offer_names(d, w->kind, namespace_, &near);
	if (find_namesake(d, w, namespace_, &namesake))
		strbuf_addf(&b, "; did you mean %s/%s", type_of(namesake), w->name);
	for (size_t i = 0; i < near.n; i++)
		strbuf_addf(&b, "%s%s", i || strchr(b.buf, ';') ? ", " : "; did you mean ",
			    near.v[i].name);
	if (strchr(b.buf, ';'))
		strbuf_addc(&b, '?');
	error_set(err, ERR_NOT_FOUND, "%s", b.buf);
	strbuf_release(&b);
	return -1;
}

/* --- one name */

struct pod_list {
	const struct pod **v;
	size_t n, cap;
	struct arena *arena;
};

static void list_pod(const struct pod *p, void *ctx)
{
	struct pod_list *l = ctx;

	if (l->n == l->cap) {
		const struct pod **bigger;

		l->cap = l->cap ? 2 * l->cap : 16;
		bigger = ARENA_ARRAY(l->arena, l->cap, const struct pod *);
		if (l->n)
			memcpy(bigger, l->v, l->n * sizeof(*bigger));
		l->v = bigger;
	}
	l->v[l->n++] = p;
}

static int compare_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

static int by_name(const void *pa, const void *pb)
{
	const struct subject *a = &(*(struct report *const *)pa)->subject;
	const struct subject *b = &(*(struct report *const *)pb)->subject;
	int c = compare_text(a->namespace_, b->namespace_);

	c = c ? c : compare_text(a->kind, b->kind);
	return c ? c : compare_text(a->name, b->name);
}

/* How bad a stage is, worst first; the workload itself leads. */
static int by_badness(const void *pa, const void *pb)
{
	static const int rank[STAGE_COUNT] = {
		[STAGE_FILTER_FAILURE] = 1, [STAGE_FRAGMENTATION] = 2,	   [STAGE_POST_BIND] = 3,
		[STAGE_UNKNOWN] = 4,	    [STAGE_QUEUE_WAIT] = 5,	   [STAGE_GATED] = 6,
		[STAGE_PREEMPTING] = 7,	    [STAGE_BIND_WAIT] = 8,	   [STAGE_RUNNING_NOT_READY] = 9,
		[STAGE_READY] = 10,	    [STAGE_FINISHED] = 11,
	};
	const struct report *a = *(struct report *const *)pa, *b = *(struct report *const *)pb;
	bool pod_a = strcmp(a->subject.kind, "Pod") == 0, pod_b = strcmp(b->subject.kind, "Pod") == 0;

	if (pod_a != pod_b)
		return pod_a ? 1 : -1;
	if (rank[a->stage] != rank[b->stage])
		return rank[a->stage] < rank[b->stage] ? -1 : 1;
	return by_name(pa, pb);
}

static bool is_finished_pod(struct diagnosis *d, const struct pod *p)
{
	struct pod_case k = { d, p, NULL, NULL };

	return pod_is_finished(p) && peek_stage(&k) == STAGE_FINISHED;
}

/* The workload if pods are missing or it has none, then its pods; old finished ones only counted. */
static void add_workload(struct diagnosis *d, enum kind kind, const struct workload *w,
			 struct reports *ret)
{
	struct pod_list pods = { .arena = arena_new() };
	size_t before = ret->n, finished = 0;

	each_pod(d, kind, w, list_pod, &pods);
	for (size_t i = 0; i < pods.n; i++)
		finished += is_finished_pod(d, pods.v[i]);
	if (missing_pods(d, kind, w) > 0 || !pods.n)
		reports_add(ret, diagnose_workload(d, kind, w));
	for (size_t i = 0; i < pods.n; i++) {
		if (finished < pods.n && is_finished_pod(d, pods.v[i]))
			ret->finished++;
		else
			reports_add(ret, diagnose_pod(d, pods.v[i]));
	}
	arena_free(pods.arena);
	if (ret->n > before)
		qsort(ret->v + before, ret->n - before, sizeof(*ret->v), by_badness);
}

static int add_wanted(struct diagnosis *d, const char *text, const char *namespace_,
		      struct reports *ret, struct error *err)
{
	const struct objects *o;
	struct asked w;
	bool found = false;

	if (parse_wanted(text, &w, err) < 0)
		return -1;
	o = &d->cluster->objects[w.kind];
	for (size_t i = 0; i < o->n; i++) {
		if (!in_namespace(o->v[i], namespace_) || !sym_is(o->v[i]->name, w.name))
			continue;
		found = true;
		if (w.kind == KIND_POD)
			reports_add(ret, diagnose_pod(d, (const struct pod *)o->v[i]));
		else
			add_workload(d, w.kind, (const struct workload *)o->v[i], ret);
	}
	return found ? 0 : not_found(d, &w, namespace_, err);
}

/* --- everything that is stuck */

static bool is_selected(const struct selection *sel, const struct meta *m)
{
	return in_namespace(m, sel->namespace_) &&
	       (!sel->labels || label_selector_matches(sel->labels, &m->labels));
}

static void add_stuck_pods(struct diagnosis *d, const struct selection *sel, struct reports *ret)
{
	const struct objects *pods = &d->cluster->objects[KIND_POD];

	for (size_t i = 0; i < pods->n; i++) {
		const struct pod *p = (const struct pod *)pods->v[i];
		struct pod_case k = { d, p, NULL, NULL };
		enum stage stage;

		if (!is_selected(sel, &p->meta))
			continue;
		stage = peek_stage(&k);
		if (stage == STAGE_FINISHED)
			ret->finished++;
		else if (stage != STAGE_READY)
			reports_add(ret, diagnose_pod(d, p));
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

static void add_stuck_workloads(struct diagnosis *d, const struct selection *sel, struct reports *ret)
{
	for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
		const struct objects *o = &d->cluster->objects[kind];

		if (!kind_is_workload((enum kind)kind))
			continue;
		for (size_t i = 0; i < o->n; i++) {
			const struct workload *w = (const struct workload *)o->v[i];

			if (is_selected(sel, &w->meta) && !is_owned(d, &w->meta) &&
			    missing_pods(d, (enum kind)kind, w) > 0)
				reports_add(ret, diagnose_workload(d, (enum kind)kind, w));
		}
	}
}

static void drop_duplicates(struct reports *rs)
{
	size_t kept = 0;

	for (size_t i = 0; i < rs->n; i++)
		if (kept && by_name(&rs->v[kept - 1], &rs->v[i]) == 0)
			report_free(rs->v[i]);
		else
			rs->v[kept++] = rs->v[i];
	rs->n = kept;
}

int diagnose_selection(struct diagnosis *d, const struct selection *sel, struct reports *ret,
		       struct error *err)
{
	for (size_t i = 0; i < sel->n; i++)
		if (add_wanted(d, sel->names[i], sel->namespace_, ret, err) < 0)
			return -1;
	ret->single = sel->n == 1 && ret->n == 1;
	if (sel->n == 1)
		return 0;
	if (!sel->n) {
		add_stuck_pods(d, sel, ret);
		add_stuck_workloads(d, sel, ret);
	}
	if (ret->n)
		qsort(ret->v, ret->n, sizeof(*ret->v), by_name);
	drop_duplicates(ret);
	return 0;
}
