#include "diagnose/owners.h"

bool kind_is_workload(enum kind kind)
{
	static const enum kind workloads[] = {
		KIND_DEPLOYMENT, KIND_REPLICA_SET, KIND_STATEFUL_SET, KIND_DAEMON_SET,
		KIND_JOB,	 KIND_CRON_JOB,	   KIND_REPLICATION_CONTROLLER,
	};

	for (size_t i = 0; i < sizeof(workloads) / sizeof(*workloads); i++)
		if (kind == workloads[i])
			return true;
	return false;
}

const struct workload *controller_of(const struct diagnosis *d, const struct meta *m,
				     enum kind *ret_kind)
{
	const struct owner *o = meta_controller(m);

	for (unsigned kind = 0; o && kind < KIND_COUNT; kind++) {
		const struct meta *found;

		if (!kind_is_workload((enum kind)kind) || !sym_is(o->kind, kinds[kind].name))
			continue;
		found = cluster_find(d->cluster, (enum kind)kind, m->namespace_, o->name);
		if (!found || (!sym_empty(o->uid) && !sym_empty(found->uid) &&
			       !sym_eq(o->uid, found->uid)))
			return NULL;
		*ret_kind = (enum kind)kind;
		return (const struct workload *)(const void *)found;
	}
	return NULL;
}

/* The last of the chain: Deployment, CronJob. */
static const struct workload *top_controller(const struct diagnosis *d, const struct meta *m,
					     enum kind *ret_kind)
{
	const struct workload *w = controller_of(d, m, ret_kind), *next;
	enum kind kind;

	/* No chain is longer than pod, Job, CronJob: a hostile one may be a ring. */
	for (int depth = 0; w && depth < 2; depth++) {
		next = controller_of(d, &w->meta, &kind);
		if (!next)
			break;
		w = next;
		*ret_kind = kind;
	}
	return w;
}

const char *kind_as_argument(enum kind kind, struct arena *a)
{
	char *name = arena_strdup(a, kinds[kind].name);

	for (char *p = name; *p; p++)
		if (*p >= 'A' && *p <= 'Z')
			*p = (char)(*p - 'A' + 'a');
	return name;
}

const char *owner_as_argument(const struct diagnosis *d, const struct meta *m, struct arena *a)
{
	enum kind kind;
	const struct workload *w = top_controller(d, m, &kind);

	return w ? arena_printf(a, "%s/%s", kind_as_argument(kind, a), sym_text(w->meta.name)) : NULL;
}

static const char *owner_key(const struct diagnosis *d, struct arena *scratch, const char *kind,
			     sym name)
{
	return view_sym(d->view, arena_printf(scratch, "%s/%s", kind, sym_text(name))).s;
}

static const char *namespace_key(const struct diagnosis *d, sym namespace_)
{
	return sym_empty(namespace_) ? view_sym(d->view, "").s : namespace_.s;
}

static void add_child(struct diagnosis *d, struct arena *scratch, enum kind kind,
		      const struct meta *m)
{
	const struct owner *o = meta_controller(m);
	union pairmap_value *slot;
	struct child *c;

	if (!o)
		return;
	arena_reset(scratch);
	slot = pairmap_put(&d->children, namespace_key(d, m->namespace_),
			   owner_key(d, scratch, sym_text(o->kind), o->name));
	c = ARENA_NEW(d->arena, struct child);
	*c = (struct child){ kind, m, slot->cptr };
	slot->cptr = c;
}

void init_children(struct diagnosis *d)
{
	static const enum kind made[] = { KIND_POD, KIND_REPLICA_SET, KIND_JOB };
	struct arena *scratch = arena_new();

	pairmap_init(&d->children, d->arena);
	for (size_t i = 0; i < sizeof(made) / sizeof(*made); i++) {
		const struct objects *o = &d->cluster->objects[made[i]];

		for (size_t k = 0; k < o->n; k++)
			add_child(d, scratch, made[i], o->v[k]);
	}
	arena_free(scratch);
}

/* Uids tell two owners of one name apart only where both sides have one. */
static const struct child *skip_foreign(const struct child *c, const struct meta *owner)
{
	for (; c; c = c->next) {
		sym uid = meta_controller(c->object)->uid;

		if (sym_empty(uid) || sym_empty(owner->uid) || sym_eq(uid, owner->uid))
			return c;
	}
	return NULL;
}

const struct child *first_child(const struct diagnosis *d, enum kind kind, const struct meta *owner)
{
	struct arena *scratch = arena_new();
	const union pairmap_value *slot =
		pairmap_get(&d->children, namespace_key(d, owner->namespace_),
			    owner_key(d, scratch, kinds[kind].name, owner->name));

	arena_free(scratch);
	return slot ? skip_foreign(slot->cptr, owner) : NULL;
}

const struct child *next_child(const struct child *c, const struct meta *owner)
{
	return skip_foreign(c->next, owner);
}

static void each_owned_pod(const struct diagnosis *d, enum kind kind, const struct meta *owner,
			   unsigned depth, void (*fn)(const struct pod *p, void *ctx), void *ctx)
{
	for (const struct child *c = first_child(d, kind, owner); c; c = next_child(c, owner)) {
		if (c->kind == KIND_POD)
			fn((const struct pod *)c->object, ctx);
		else if (depth) /* CronJob, Job, pod: no chain is longer */
			each_owned_pod(d, c->kind, c->object, depth - 1, fn, ctx);
	}
}

static void each_selected_pod(const struct diagnosis *d, const struct workload *w,
			      void (*fn)(const struct pod *p, void *ctx), void *ctx)
{
	const struct objects *pods = &d->cluster->objects[KIND_POD];

	for (size_t i = 0; i < pods->n; i++) {
		const struct pod *p = (const struct pod *)pods->v[i];
		const struct owner *o = meta_controller(&p->meta);

		if (o && sym_is(o->kind, "ReplicaSet") &&
		    sym_same(p->meta.namespace_, w->meta.namespace_) &&
		    label_selector_matches(w->selector, &p->meta.labels))
			fn(p, ctx);
	}
}

void each_pod(const struct diagnosis *d, enum kind kind, const struct workload *w,
	      void (*fn)(const struct pod *p, void *ctx), void *ctx)
{
	if (kind == KIND_DEPLOYMENT && !d->cluster->objects[KIND_REPLICA_SET].n)
		each_selected_pod(d, w, fn, ctx);
	else
		each_owned_pod(d, kind, &w->meta, 2, fn, ctx);
}
