#include "fetch/plan.h"

#include <string.h>

#include "base/die.h"
#include "fetch/versions.h"

#define SINGLES_MAX 10 /* so many objects are asked for by name; more are cheaper as a list */

static const char unfinished[] = "status.phase!=Succeeded,status.phase!=Failed";

/* ---- the tables ---- */

static bool needs_pods_everywhere(const struct need *n)
{
	return n->waits && !(n->everything && n->all_namespaces);
}
static bool needs_nodes(const struct need *n) { return n->waits; }
static bool needs_namespaces(const struct need *n) { return n->namespaces; }
static bool needs_budgets(const struct need *n) { return n->waits; } /* preemption, moves */
static bool needs_storage(const struct need *n) { return n->waits && n->volumes; }
static bool needs_devices(const struct need *n) { return n->waits && n->devices; }
static bool needs_device_classes(const struct need *n)
{
	return n->waits && (n->devices || n->extended);
}
static bool needs_priority_classes(const struct need *n) { return n->classes; }
static bool needs_admission(const struct need *n) { return n->missing; }
static bool needs_classes_of_claims(const struct need *n) { return n->missing && n->claims_made; }
static bool needs_ranges(const struct need *n) { return n->waits || n->missing; }
static bool needs_dependencies(const struct need *n) { return n->dependencies; }
static bool needs_services(const struct need *n) { return n->waits && n->owners_spread; }

/* Lists of a whole kind; where that is forbidden, of the namespace. */
static const struct row {
	enum kind kind;
	bool (*needed)(const struct need *n);
	const char *fields; /* field selector */
	bool cached;        /* the watch cache is fresh enough */
} rows[] = {
	{ KIND_NODE, needs_nodes, NULL, true },
	{ KIND_POD, needs_pods_everywhere, unfinished, true },
	{ KIND_NAMESPACE, needs_namespaces, NULL, false },
	{ KIND_PDB, needs_budgets, NULL, false },
	{ KIND_PVC, needs_storage, NULL, false },
	{ KIND_PV, needs_storage, NULL, false },
	{ KIND_STORAGE_CLASS, needs_storage, NULL, false },
	{ KIND_CSI_NODE, needs_storage, NULL, false },
	{ KIND_CSI_DRIVER, needs_storage, NULL, false },
	{ KIND_CSI_CAPACITY, needs_storage, NULL, false },
	{ KIND_VOLUME_ATTACHMENT, needs_storage, NULL, false },
	{ KIND_RESOURCE_CLAIM, needs_devices, NULL, false },
	{ KIND_RESOURCE_SLICE, needs_devices, NULL, false },
	{ KIND_DEVICE_CLASS, needs_device_classes, NULL, false },
	{ KIND_PRIORITY_CLASS, needs_priority_classes, NULL, false },
	{ KIND_PRIORITY_CLASS, needs_admission, NULL, false },
	{ KIND_STORAGE_CLASS, needs_classes_of_claims, NULL, false },
	{ KIND_SERVICE, needs_services, NULL, false },
	{ KIND_REPLICATION_CONTROLLER, needs_services, NULL, false },
	{ KIND_REPLICA_SET, needs_services, NULL, false },
	{ KIND_STATEFUL_SET, needs_services, NULL, false },
};

/* Lists of the namespace that is asked about. */
static const struct namespace_row {
	enum kind kind;
	bool (*needed)(const struct need *n);
} namespace_rows[] = {
	{ KIND_RESOURCE_QUOTA, needs_admission },
	{ KIND_LIMIT_RANGE, needs_ranges },
	{ KIND_SERVICE, needs_dependencies },
	{ KIND_POD, needs_dependencies },
};

/* What else is read, by name or in a namespace (functions below). */
static const struct single {
	enum kind kind;
	unsigned verbs;
} singles[] = {
	{ KIND_POD, PLAN_GET | PLAN_LIST },
	{ KIND_NODE, PLAN_GET },
	{ KIND_NAMESPACE, PLAN_GET },
	{ KIND_LEASE, PLAN_GET | PLAN_LIST },
	{ KIND_CONFIG_MAP, PLAN_GET },
	{ KIND_EVENT, PLAN_LIST },
	{ KIND_DEPLOYMENT, PLAN_GET | PLAN_LIST },
	{ KIND_REPLICA_SET, PLAN_GET | PLAN_LIST },
	{ KIND_STATEFUL_SET, PLAN_GET | PLAN_LIST },
	{ KIND_DAEMON_SET, PLAN_GET | PLAN_LIST },
	{ KIND_JOB, PLAN_GET | PLAN_LIST },
	{ KIND_CRON_JOB, PLAN_GET | PLAN_LIST },
	{ KIND_REPLICATION_CONTROLLER, PLAN_GET | PLAN_LIST },
};

unsigned plan_verbs(enum kind kind)
{
	unsigned verbs = 0;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].kind == kind)
			verbs |= PLAN_LIST;
	for (size_t i = 0; i < sizeof(namespace_rows) / sizeof(*namespace_rows); i++)
		if (namespace_rows[i].kind == kind)
			verbs |= PLAN_LIST;
	for (size_t i = 0; i < sizeof(singles) / sizeof(*singles); i++)
		if (singles[i].kind == kind)
			verbs |= singles[i].verbs;
	return verbs;
}

/* ---- readings ---- */

void plan_init(struct plan *p, struct cluster *c, const struct asked *w, unsigned chunk)
{
	*p = (struct plan){ .c = c, .wanted = w, .chunk = chunk, .seen = STRBUF_INIT };
}

void plan_release(struct plan *p)
{
	for (size_t i = 0; i < p->n; i++) {
		reading_release(p->v[i]);
		xfree(p->v[i]);
	}
	xfree(p->v);
	strbuf_release(&p->seen);
}

/* False if it was asked for before. */
static bool remember(struct plan *p, enum kind kind, const char *version, const char *namespace_,
		     const char *name, const char *fields)
{
	struct strbuf line = STRBUF_INIT;
	bool is_new;

	strbuf_addc(&line, '\n');
	reading_path_in(&line, kind, version, namespace_, name);
	if (fields)
		strbuf_addf(&line, "?%s", fields);
	strbuf_addc(&line, '\n');
	is_new = !strstr(p->seen.buf, line.buf);
	if (is_new)
		strbuf_adds(&p->seen, line.buf);
	strbuf_release(&line);
	return is_new;
}

static struct reading *add(struct plan *p, enum kind kind, const char *version,
			   const char *namespace_, const char *name, const char *fields)
{
	struct reading *r;

	if (!kinds[kind].namespaced)
		namespace_ = NULL;
	if (!remember(p, kind, version, namespace_, name, fields))
		return NULL;
	if (p->n == p->cap) {
		p->cap = p->cap ? p->cap * 2 : 32;
		p->v = xrealloc(p->v, p->cap * sizeof(*p->v));
	}
	r = xcalloc(1, sizeof(*r));
	*r = (struct reading){ .kind = kind, .version = version, .namespace_ = namespace_, .name = name,
			       .fields = fields, .chunk = p->chunk };
	p->v[p->n++] = r;
	return r;
}

static const char *first_version(const struct plan *p, enum kind kind)
{
	const char *versions[VERSIONS_MAX];

	versions_of(kind, p->server_minor, versions);
	return versions[0];
}

struct reading *plan_get(struct plan *p, enum kind kind, const char *namespace_, const char *name)
{
	return add(p, kind, first_version(p, kind), namespace_, name, NULL);
}

struct reading *plan_list(struct plan *p, enum kind kind, const char *namespace_,
			  const char *fields)
{
	return add(p, kind, first_version(p, kind), namespace_, NULL, fields);
}

/*
 * From the watch cache the server answers in one piece, whatever the limit; before 1.33 it builds
 * that piece in memory first, which for the pods of a large cluster is a burden to it.
 */
static bool may_use_cache(const struct plan *p, const struct row *row)
{
	return row->cached && (p->server_minor >= 33 || (p->server_minor && row->kind == KIND_NODE));
}

static void add_own_namespace(struct plan *p)
{
	if (p->wanted->namespace_)
		plan_get(p, KIND_NAMESPACE, NULL, p->wanted->namespace_);
	else
		plan_list(p, KIND_NAMESPACE, NULL, NULL);
}

/* Nothing at all in a namespace: it may not exist. */
static bool is_empty(const struct plan *p)
{
	for (int k = 0; k < KIND_COUNT; k++)
		if (p->c->objects[k].n)
			return false;
	return true;
}

static void add_rows(struct plan *p, const struct need *n)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct reading *r;

		if (!rows[i].needed(n))
			continue;
		r = plan_list(p, rows[i].kind, NULL, rows[i].fields);
		if (r)
			r->from_cache = may_use_cache(p, &rows[i]);
	}
	for (size_t i = 0; i < sizeof(namespace_rows) / sizeof(*namespace_rows); i++)
		if (namespace_rows[i].needed(n))
			plan_list(p, namespace_rows[i].kind, p->wanted->namespace_, NULL);
	if (n->missing) /* its labels say what Pod Security lets in */
		add_own_namespace(p);
}

/* Device classes that offer extended resources make claims and slices necessary. */
static void refine(const struct plan *p, struct need *n)
{
	const struct objects *classes = &p->c->objects[KIND_DEVICE_CLASS];

	if (n->extended && classes->n)
		n->devices = true;
}

/* ---- what was asked about ---- */

static struct reading *add_namespace(struct plan *p, enum kind kind)
{
	return plan_list(p, kind, p->wanted->namespace_, NULL);
}

static void add_made_by(struct plan *p, enum kind kind)
{
	if (kind == KIND_DEPLOYMENT)
		add_namespace(p, KIND_REPLICA_SET);
	if (kind == KIND_CRON_JOB)
		add_namespace(p, KIND_JOB);
	if (need_is_workload(kind))
		add_namespace(p, KIND_POD);
}

/* Where the namespace is open, a name is looked for in all of them. */
static struct reading *add_named(struct plan *p, const struct wanted_name *name)
{
	if (p->wanted->namespace_)
		return plan_get(p, name->kind, p->wanted->namespace_, name->name);
	return plan_list(p, name->kind, NULL,
			 arena_printf(p->c->arena, "metadata.name=%s", name->name));
}

static void add_subjects(struct plan *p)
{
	const struct asked *w = p->wanted;
	struct reading *r;

	for (size_t i = 0; i < w->n; i++) {
		r = add_named(p, &w->names[i]);
		if (r)
			r->is_subject = true;
		add_made_by(p, w->names[i].kind);
	}
	if (w->n || w->manifest)
		return;
	r = add_namespace(p, KIND_POD);
	if (r)
		r->is_subject = true;
	for (int k = KIND_DEPLOYMENT; k <= KIND_REPLICATION_CONTROLLER; k++)
		add_namespace(p, (enum kind)k);
}

/* ---- what belongs to the subjects ---- */

static void add_owner(struct plan *p, const struct meta *m)
{
	for (int depth = 0; m && depth < 3; depth++) {
		const struct owner *o = meta_controller(m);
		int kind = need_owner_kind(o);

		if (kind < 0 || sym_empty(o->name))
			return;
		if (!cluster_find(p->c, (enum kind)kind, m->namespace_, o->name))
			plan_get(p, (enum kind)kind, m->namespace_.s, o->name.s);
		m = cluster_find(p->c, (enum kind)kind, m->namespace_, o->name);
	}
}

static const char *event_fields(const struct plan *p, enum kind kind, const char *name)
{
	return arena_printf(p->c->arena, "involvedObject.kind=%s,involvedObject.name=%s",
			    kinds[kind].name, name);
}

/* Calls fn for each pod that was asked about; how many there are. */
static size_t each_subject(struct plan *p, bool (*is_meant)(const struct pod *pod),
			   void (*fn)(struct plan *p, const struct pod *pod))
{
	const struct objects *pods = &p->c->objects[KIND_POD];
	size_t n = 0;

	for (size_t i = 0; i < pods->n; i++) {
		const struct pod *pod = (const struct pod *)pods->v[i];

		if (!need_is_subject(p->c, p->wanted, pod) || !is_meant(pod))
			continue;
		n++;
		if (fn)
			fn(p, pod);
	}
	return n;
}

static bool is_any(const struct pod *pod)
{
	(void)pod;
	return true;
}

static bool is_on_node(const struct pod *pod)
{
	return !sym_empty(pod->spec.node_name) && !pod_is_finished(pod);
}

static void pod_owner(struct plan *p, const struct pod *pod)
{
	add_owner(p, &pod->meta);
}

static void object_events(struct plan *p, enum kind kind, sym namespace_, const char *name)
{
	plan_list(p, KIND_EVENT, namespace_.s, event_fields(p, kind, name));
}

/* NULL: the volume is none. */
static const char *claim_of(const struct plan *p, const struct pod *pod, const struct volume *v)
{
	if (v->ephemeral)
		return arena_printf(p->c->arena, "%s-%s", pod->meta.name.s, sym_text(v->name));
	return v->claim && !sym_empty(v->claim->claim_name) ? v->claim->claim_name.s : NULL;
}

static void pod_events(struct plan *p, const struct pod *pod)
{
	const struct volumes *volumes = &pod->spec.volumes;

	object_events(p, KIND_POD, pod->meta.namespace_, pod->meta.name.s);
	if (is_on_node(pod))
		return;
	for (uint32_t i = 0; i < volumes->n && i < SINGLES_MAX; i++)
		if (claim_of(p, pod, &volumes->v[i]))
			object_events(p, KIND_PVC, pod->meta.namespace_,
				      claim_of(p, pod, &volumes->v[i]));
}

static void pod_node(struct plan *p, const struct pod *pod)
{
	plan_get(p, KIND_NODE, NULL, pod->spec.node_name.s);
}

static void pod_node_lease(struct plan *p, const struct pod *pod)
{
	plan_get(p, KIND_LEASE, "kube-node-lease", pod->spec.node_name.s);
}

/* Of the workloads that were named, and of the ReplicaSets and Jobs they made. */
static void workload_events(struct plan *p)
{
	for (int k = KIND_DEPLOYMENT; p->wanted->n && k <= KIND_REPLICATION_CONTROLLER; k++)
		for (size_t i = 0; i < p->c->objects[k].n; i++) {
			const struct meta *m = p->c->objects[k].v[i];

			if (need_is_named_workload(p->c, p->wanted, (enum kind)k, m))
				object_events(p, (enum kind)k, m->namespace_, m->name.s);
		}
}

static void add_events(struct plan *p, const struct need *n)
{
	bool many = n->everything || n->many_events ||
		    each_subject(p, need_is_trouble, NULL) > SINGLES_MAX;

	if (many && (n->trouble || n->missing)) {
		add_namespace(p, KIND_EVENT);
		return;
	}
	each_subject(p, need_is_trouble, pod_events);
	if (n->missing)
		workload_events(p);
}

static void add_nodes(struct plan *p, const struct need *n)
{
	bool many = n->everything || each_subject(p, is_on_node, NULL) > SINGLES_MAX;

	if (!n->bound)
		return;
	if (many) {
		plan_list(p, KIND_NODE, NULL, NULL);
		plan_list(p, KIND_LEASE, "kube-node-lease", NULL);
		return;
	}
	if (!n->waits) /* else all are read */
		each_subject(p, is_on_node, pod_node);
	each_subject(p, is_on_node, pod_node_lease);
}

/* Beside the scheduler's lease another one, for its age is measured against the newest. */
static void add_leases(struct plan *p, const struct need *n)
{
	if (n->waits)
		plan_get(p, KIND_LEASE, "kube-system", "kube-scheduler");
	if (n->waits || n->bound)
		plan_get(p, KIND_LEASE, "kube-system", "kube-controller-manager");
}

static void add_autoscaler(struct plan *p, const struct need *n)
{
	if (n->waits)
		plan_get(p, KIND_CONFIG_MAP, AUTOSCALER_NAMESPACE, AUTOSCALER_STATUS_NAME);
}

/* ---- second best ---- */

static bool is_read_whole(const struct plan *p, enum kind kind)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->v[i]->kind == kind && p->v[i]->namespace_ == p->wanted->namespace_ &&
		    !p->v[i]->name && !p->v[i]->fields)
			return true;
	return false;
}

/* Other versions of a kind that is not served in the first one: all at once, for one round trip. */
static void add_versions(struct plan *p, const struct reading *r)
{
	const char *versions[VERSIONS_MAX];
	size_t n = versions_of(r->kind, p->server_minor, versions);

	for (size_t i = 1; i < n; i++)
		add(p, r->kind, versions[i], r->namespace_, r->name, r->fields);
}

/* Where all namespaces are too much to ask for, the one that was asked about. */
static void add_fallbacks(struct plan *p)
{
	size_t n = p->n;

	for (size_t i = 0; i < n; i++) {
		const struct reading *r = p->v[i];

		if (r->result == READING_ABSENT && !r->name)
			add_versions(p, r);
		if (r->result == READING_FORBIDDEN && !r->name && !r->namespace_ &&
		    kinds[r->kind].namespaced && p->wanted->namespace_ && !is_read_whole(p, r->kind))
			plan_list(p, r->kind, p->wanted->namespace_, r->fields);
	}
}

size_t plan_step(struct plan *p)
{
	size_t before = p->n;
	struct need n;

	if (!p->steps++) {
		add_subjects(p);
		return p->n;
	}
	add_fallbacks(p);
	if (p->steps == 2 && p->wanted->namespace_ && is_empty(p))
		add_own_namespace(p);
	n = need_find(p->c, p->wanted);
	refine(p, &n);
	add_rows(p, &n);
	add_nodes(p, &n);
	add_leases(p, &n);
	add_autoscaler(p, &n);
	add_events(p, &n);
	if (p->wanted->n)
		each_subject(p, is_any, pod_owner);
	return p->n - before;
}
