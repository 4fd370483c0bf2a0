#include "fetch/need.h"

#include <string.h>

#define CLAIMS_MAX 3 /* whose events are asked for by name */

bool need_is_workload(enum kind kind)
{
	return kind >= KIND_DEPLOYMENT && kind <= KIND_REPLICATION_CONTROLLER;
}

int need_owner_kind(const struct owner *o)
{
	for (int k = KIND_DEPLOYMENT; o && k <= KIND_REPLICATION_CONTROLLER; k++)
		if (sym_is(o->kind, kinds[k].name))
			return k;
	return -1;
}

/* ---- who is asked about ---- */

static bool is_named(const struct asked *w, enum kind kind, const struct meta *m)
{
	if (w->namespace_ && !sym_is(m->namespace_, w->namespace_))
		return false;
	for (size_t i = 0; i < w->n; i++)
		if (w->names[i].kind == kind && sym_is(m->name, w->names[i].name))
			return true;
	return false;
}

/* Pod, ReplicaSet, Deployment: no chain is longer than this. */
static bool is_made_by_named(const struct cluster *c, const struct asked *w, const struct meta *m)
{
	for (int depth = 0; depth < 3; depth++) {
		const struct owner *o = meta_controller(m);
		int kind = need_owner_kind(o);

		if (kind < 0)
			return false;
		m = cluster_find(c, (enum kind)kind, m->namespace_, o->name);
		if (!m)
			return false;
		if (is_named(w, (enum kind)kind, m))
			return true;
	}
	return false;
}

bool need_is_subject(const struct cluster *c, const struct asked *w, const struct pod *p)
{
	if (w->manifest)
		return false;
	if (w->n)
		return is_named(w, KIND_POD, &p->meta) || is_made_by_named(c, w, &p->meta);
	return (!w->namespace_ || sym_is(p->meta.namespace_, w->namespace_)) &&
	       (!w->labels || label_selector_matches(w->labels, &p->meta.labels));
}

bool need_is_named_workload(const struct cluster *c, const struct asked *w, enum kind kind,
			    const struct meta *m)
{
	return w->n && (is_named(w, kind, m) || is_made_by_named(c, w, m));
}

static bool is_ready(const struct pod *p)
{
	const struct condition *ready = conditions_get(&p->status.conditions, "Ready");

	return ready && sym_is(ready->status, "True");
}

bool need_is_trouble(const struct pod *p)
{
	if (sym_is(p->status.phase, "Succeeded"))
		return false;
	return sym_is(p->status.phase, "Failed") || !is_ready(p);
}

/* ---- what one pod needs ---- */

static bool selects(const struct label_selector *s)
{
	return s && !label_selector_is_empty(s);
}

static bool terms_select(const struct pod_affinity *a)
{
	for (uint32_t i = 0; a && i < a->required.n; i++)
		if (selects(a->required.v[i].namespace_selector))
			return true;
	return false;
}

static bool has_volumes(const struct pod *p)
{
	for (uint32_t i = 0; i < p->spec.volumes.n; i++) {
		const struct volume *v = &p->spec.volumes.v[i];

		if (v->claim || v->ephemeral || v->disks)
			return true;
	}
	return false;
}

static unsigned claim_count(const struct pod *p)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < p->spec.volumes.n; i++)
		n += p->spec.volumes.v[i].claim || p->spec.volumes.v[i].ephemeral;
	return n;
}

/* Gated, of a gang, or of another scheduler: objects that are not known by name tell about it. */
static bool is_foreign(const struct pod *p)
{
	return p->spec.gates.n || !sym_empty(p->spec.scheduling_group) ||
	       (!sym_empty(p->spec.scheduler_name) &&
		!sym_is(p->spec.scheduler_name, "default-scheduler"));
}

static bool is_extended(sym name)
{
	return strchr(sym_text(name), '/') && strncmp(sym_text(name), "kubernetes.io/", 14) != 0;
}

static bool wants_extended(const struct containers *c)
{
	for (uint32_t i = 0; i < c->n; i++)
		for (uint32_t k = 0; k < c->v[i].requests.n; k++)
			if (is_extended(c->v[i].requests.v[k].name))
				return true;
	return false;
}

static void add_waiting(struct need *n, const struct pod *p)
{
	const struct affinity *a = p->spec.affinity;

	n->waits = true;
	n->namespaces |= a && (terms_select(a->pod) || terms_select(a->pod_anti));
	n->volumes |= has_volumes(p);
	n->devices |= p->spec.resource_claims.n > 0;
	n->extended |= wants_extended(&p->spec.containers) || wants_extended(&p->spec.init_containers);
	n->many_events |= is_foreign(p) || claim_count(p) > CLAIMS_MAX;
}

static bool waits_in_init(const struct pod *p)
{
	const struct container_statuses *s = &p->status.init_containers;

	for (uint32_t i = 0; i < s->n; i++)
		if (!s->v[i].state.terminated)
			return !is_ready(p);
	return false;
}

static void add_pod(struct need *n, const struct pod *p)
{
	bool bound = !sym_empty(p->spec.node_name);

	n->trouble |= need_is_trouble(p);
	n->bound |= bound && !pod_is_finished(p);
	if (!bound && !pod_is_finished(p))
		add_waiting(n, p);
	n->dependencies |= bound && !pod_is_finished(p) && waits_in_init(p);
}

/* ---- what the other pods make necessary ---- */

static void add_others(struct need *n, const struct cluster *c)
{
	const struct objects *pods = &c->objects[KIND_POD];

	for (size_t i = 0; i < pods->n; i++) {
		const struct affinity *a = ((const struct pod *)pods->v[i])->spec.affinity;

		n->namespaces |= a && terms_select(a->pod_anti);
	}
}

static bool is_true(const struct workload *w, const char *type)
{
	const struct condition *c = conditions_get(&w->conditions, type);

	return c && sym_is(c->status, "True");
}

static bool lacks_pods(enum kind kind, const struct workload *w)
{
	int64_t wanted = w->replicas.set ? w->replicas.v : 1;

	if (is_true(w, "ReplicaFailure"))
		return true;
	switch (kind) {
	case KIND_DAEMON_SET:
		return w->desired_scheduled.v > w->current_scheduled.v;
	case KIND_JOB:
		return !is_true(w, "Complete") && !is_true(w, "Failed") && w->active.v < wanted;
	case KIND_CRON_JOB:
		return false;
	default: /* those that keep a number of replicas */
		return w->status_replicas.v < wanted;
	}
}

static void add_workload(struct need *n, enum kind kind, const struct workload *w)
{
	n->classes |= w->template && !sym_empty(w->template->spec.priority_class_name);
	if (!lacks_pods(kind, w))
		return;
	n->missing = true;
	n->claims_made |= kind == KIND_STATEFUL_SET;
}

static void add_workloads(struct need *n, const struct cluster *c, const struct asked *w)
{
	for (int k = KIND_DEPLOYMENT; k <= KIND_REPLICATION_CONTROLLER; k++)
		for (size_t i = 0; i < c->objects[k].n; i++) {
			const struct workload *l = (const struct workload *)c->objects[k].v[i];

			if (!w->n || need_is_named_workload(c, w, (enum kind)k, &l->meta))
				add_workload(n, (enum kind)k, l);
		}
}

static struct need manifest_needs(const struct asked *w)
{
	return (struct need){ .waits = true, .volumes = true, .devices = true, .extended = true,
			      .namespaces = true, .classes = true, .missing = true,
			      .claims_made = true, .owners_spread = w->owners_spread,
			      .all_namespaces = !w->namespace_ };
}

struct need need_find(const struct cluster *c, const struct asked *w)
{
	const struct objects *pods = &c->objects[KIND_POD];
	struct need n = {
		.owners_spread = w->owners_spread,
		.everything = !w->n,
		.all_namespaces = !w->namespace_,
	};

	if (w->manifest)
		return manifest_needs(w);
	for (size_t i = 0; i < pods->n; i++)
		if (need_is_subject(c, w, (const struct pod *)pods->v[i]))
			add_pod(&n, (const struct pod *)pods->v[i]);
	if (n.waits)
		add_others(&n, c);
	add_workloads(&n, c, w);
	return n;
}
