/*
 * What a pod asks for and what a node offers, in the scheduler's integers.
 * Mirrors k8s.io/component-helpers/resource (PodRequests, AggregateContainerRequests) and
 * pkg/scheduler/framework NewResource/Add, v1.36; releases differ by struct release.
 */
#include "replay/requests.h"

#include <string.h>

#include "base/pairmap.h"
#include "model/quantity.h"
#include "model/selector.h"

/* A resource list with exact amounts; a name that is not in it is "not present". */
struct entry {
	sym name;
	struct quantity q;
};

struct exact {
	struct entry *v;
	uint32_t n, cap;
	struct arena *arena;
	struct pairmap places; /* by name, of a long list */
};

#define SHORT_LIST 16 /* gone through faster than looked up */

static void exact_index(struct exact *e)
{
	if (e->n <= SHORT_LIST)
		return;
	if (!e->places.n)
		pairmap_init(&e->places, e->arena);
	for (uint32_t i = e->places.n; i < e->n; i++)
		pairmap_put(&e->places, e->v[i].name.s, NULL)->num = i;
}

static struct entry *exact_find(const struct exact *e, sym name)
{
	const union pairmap_value *place;

	if (e->places.n) {
		place = pairmap_get(&e->places, name.s, NULL);
		return place ? &e->v[place->num] : NULL;
	}
	for (uint32_t i = 0; i < e->n; i++)
		if (sym_eq(e->v[i].name, name))
			return &e->v[i];
	return NULL;
}

static struct entry *exact_append(struct exact *e, sym name)
{
	if (e->n == e->cap) {
		uint32_t cap = e->cap ? e->cap * 2 : 4;
		struct entry *v = ARENA_ARRAY(e->arena, cap, struct entry);

		if (e->n)
			memcpy(v, e->v, e->n * sizeof(*v));
		e->v = v;
		e->cap = cap;
	}
	e->v[e->n++].name = name;
	exact_index(e);
	return &e->v[e->n - 1];
}

static void exact_set(struct exact *e, sym name, const struct quantity *q)
{
	struct entry *at = exact_find(e, name);

	if (!at)
		at = exact_append(e, name);
	at->q = *q;
}

static void exact_add_one(struct exact *e, sym name, const struct quantity *q)
{
	struct entry *at = exact_find(e, name);

	if (at)
		quantity_add(&at->q, q);
	else
		exact_append(e, name)->q = *q;
}

static void exact_max_one(struct exact *e, sym name, const struct quantity *q)
{
	struct entry *at = exact_find(e, name);

	if (at)
		quantity_max(&at->q, q);
	else
		exact_append(e, name)->q = *q;
}

static void exact_add_list(struct exact *e, const struct resources *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		exact_add_one(e, l->v[i].name, l->v[i].quantity);
}

static void exact_max_list(struct exact *e, const struct resources *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		exact_max_one(e, l->v[i].name, l->v[i].quantity);
}

static void exact_add(struct exact *e, const struct exact *other)
{
	for (uint32_t i = 0; i < other->n; i++)
		exact_add_one(e, other->v[i].name, &other->v[i].q);
}

static void exact_max(struct exact *e, const struct exact *other)
{
	for (uint32_t i = 0; i < other->n; i++)
		exact_max_one(e, other->v[i].name, &other->v[i].q);
}

/* Only the first PodResizePending condition and only its reason count. */
static bool resize_infeasible(const struct pod *p)
{
	const struct condition *c = conditions_get(&p->status.conditions, "PodResizePending");

	return c && sym_is(c->reason, "Infeasible");
}

static const struct container_status *status_of(const struct pod *p, sym name)
{
	const struct container_statuses *lists[] = { &p->status.containers,
						     &p->status.init_containers };

	for (size_t l = 0; l < 2; l++)
		for (uint32_t i = 0; i < lists[l]->n; i++)
			if (sym_same(lists[l]->v[i].name, name))
				return &lists[l]->v[i];
	return NULL;
}

static bool is_sidecar(const struct container *c)
{
	return sym_is(c->restart_policy, "Always");
}

struct form { /* how a pod is counted */
	const struct pod *pod;
	const struct release *release;
	bool status_aware, infeasible;
	struct arena *arena;
};

static void container_request(const struct form *f, const struct container *c, bool may_resize,
			      struct exact *ret)
{
	const struct container_status *cs =
		f->status_aware && may_resize ? status_of(f->pod, c->name) : NULL;

	*ret = (struct exact){ .arena = f->arena };
	if (!cs || !cs->has_resources) {
		exact_add_list(ret, &c->requests);
		return;
	}
	if (!f->infeasible)
		exact_add_list(ret, &c->requests);
	exact_max_list(ret, &cs->resource_requests);
	exact_max_list(ret, &cs->allocated_resources);
}

static bool pod_level_supported(sym name)
{
	return sym_is(name, "cpu") || sym_is(name, "memory") ||
	       strncmp(sym_text(name), "hugepages-", 10) == 0;
}

static void max_of(struct quantity *q, const struct resources *l, sym name)
{
	const struct quantity *other = resources_get(l, sym_text(name));

	if (other)
		quantity_max(q, other);
}

static void apply_pod_level(const struct form *f, struct exact *total)
{
	const struct resources *spec = &f->pod->spec.requests;
	const struct pod_status *status = &f->pod->status;
	bool use_status = f->status_aware && f->release->pod_level_status && status->has_resources;

	for (uint32_t i = 0; i < spec->n; i++) {
		struct quantity q = QUANTITY_ZERO;

		if (!pod_level_supported(spec->v[i].name))
			continue;
		if (!use_status || !f->infeasible)
			q = *spec->v[i].quantity;
		if (use_status) {
			max_of(&q, &status->resource_requests, spec->v[i].name);
			max_of(&q, &status->allocated_resources, spec->v[i].name);
		}
		exact_set(total, spec->v[i].name, &q);
	}
}

static void exact_requests(const struct form *f, struct exact *total)
{
	const struct pod_spec *spec = &f->pod->spec;
	struct exact side = { .arena = f->arena }, init = { .arena = f->arena }, one;

	*total = (struct exact){ .arena = f->arena };
	for (uint32_t i = 0; i < spec->containers.n; i++) {
		container_request(f, &spec->containers.v[i], true, &one);
		exact_add(total, &one);
	}
	for (uint32_t i = 0; i < spec->init_containers.n; i++) {
		const struct container *c = &spec->init_containers.v[i];

		container_request(f, c, is_sidecar(c), &one);
		if (is_sidecar(c)) {
			exact_add(total, &one);
			exact_add(&side, &one);
			exact_max(&init, &side);
		} else {
			exact_add(&one, &side);
			exact_max(&init, &one);
		}
	}
	exact_max(total, &init);
	if (f->release->pod_level)
		apply_pod_level(f, total);
	exact_add_list(total, &spec->overhead);
}

bool resource_is_scalar(const char *name)
{
	return strncmp(name, "hugepages-", 10) == 0 ||
	       strncmp(name, "attachable-volumes-", 19) == 0 || strstr(name, "kubernetes.io/") ||
	       resource_is_extended(name);
}

static void scalar_add(struct amounts *a, sym name, int64_t v, struct arena *arena)
{
	for (uint32_t i = 0; i < a->scalars.n; i++) {
		if (sym_eq(a->scalars.v[i].name, name)) {
			a->scalars.v[i].v = (int64_t)((uint64_t)a->scalars.v[i].v + (uint64_t)v);
			return;
		}
	}
	if (a->scalars.n == a->scalars.cap) {
		uint32_t cap = a->scalars.cap ? a->scalars.cap * 2 : 2;
		struct scalar *grown = ARENA_ARRAY(arena, cap, struct scalar);

		if (a->scalars.n)
			memcpy(grown, a->scalars.v, a->scalars.n * sizeof(*grown));
		a->scalars.v = grown;
		a->scalars.cap = cap;
	}
	a->scalars.v[a->scalars.n++] = (struct scalar){ name, v };
}

/* Each resource converts separately and is rounded once. */
static void amounts_set(struct amounts *a, sym name, const struct quantity *q, struct arena *arena)
{
	if (sym_is(name, "cpu"))
		a->cpu = quantity_milli(q);
	else if (sym_is(name, "memory"))
		a->memory = quantity_value(q);
	else if (sym_is(name, "ephemeral-storage"))
		a->ephemeral = quantity_value(q);
	else if (sym_is(name, "pods"))
		a->pods = quantity_value(q);
	else if (resource_is_scalar(sym_text(name)))
		scalar_add(a, name, quantity_value(q), arena);
}

void amounts_of(const struct resources *l, struct arena *arena, struct amounts *ret)
{
	*ret = (struct amounts){ 0 };
	for (uint32_t i = 0; i < l->n; i++)
		amounts_set(ret, l->v[i].name, l->v[i].quantity, arena);
}

/* The scheduler sums without saturation; unsigned arithmetic wraps as its int64 does. */
static void wrap_add(int64_t *sum, int64_t v, bool subtract)
{
	*sum = (int64_t)(subtract ? (uint64_t)*sum - (uint64_t)v : (uint64_t)*sum + (uint64_t)v);
}

void amounts_add(struct amounts *sum, const struct amounts *a, bool subtract, struct arena *arena)
{
	wrap_add(&sum->cpu, a->cpu, subtract);
	wrap_add(&sum->memory, a->memory, subtract);
	wrap_add(&sum->ephemeral, a->ephemeral, subtract);
	wrap_add(&sum->pods, a->pods, subtract);
	for (uint32_t i = 0; i < a->scalars.n; i++) {
		uint64_t v = (uint64_t)a->scalars.v[i].v;

		scalar_add(sum, a->scalars.v[i].name, (int64_t)(subtract ? 0 - v : v), arena);
	}
}

int64_t amounts_get(const struct amounts *a, sym name)
{
	for (uint32_t i = 0; i < a->scalars.n; i++)
		if (sym_eq(a->scalars.v[i].name, name))
			return a->scalars.v[i].v;
	if (sym_is(name, "cpu"))
		return a->cpu;
	if (sym_is(name, "memory"))
		return a->memory;
	if (sym_is(name, "ephemeral-storage"))
		return a->ephemeral;
	return sym_is(name, "pods") ? a->pods : 0;
}

static int64_t at_least_zero(int64_t v)
{
	return v < 0 ? 0 : v;
}

static void clamp(struct amounts *a)
{
	a->cpu = at_least_zero(a->cpu);
	a->memory = at_least_zero(a->memory);
	a->ephemeral = at_least_zero(a->ephemeral);
	for (uint32_t i = 0; i < a->scalars.n; i++)
		a->scalars.v[i].v = at_least_zero(a->scalars.v[i].v);
}

/*
 * Most pods are one container and nothing else: their list converts as it is, without exact sums.
 */
static const struct resources *only_list(const struct pod *p, const struct release *r, bool bound)
{
	if (p->spec.containers.n != 1 || p->spec.init_containers.n || p->spec.overhead.n)
		return NULL;
	if (r->pod_level && p->spec.requests.n)
		return NULL;
	if (bound && r->container_status)
		for (uint32_t i = 0; i < p->status.containers.n; i++)
			if (p->status.containers.v[i].has_resources)
				return NULL;
	return &p->spec.containers.v[0].requests;
}

static void total_of(const struct pod *p, const struct release *r, bool bound, struct arena *arena,
		     struct exact *total)
{
	struct form f = { p, r, bound && r->container_status, false, arena };

	f.infeasible = f.status_aware && resize_infeasible(p);
	exact_requests(&f, total);
}

void pod_requests(const struct pod *p, const struct release *r, bool bound, struct arena *arena,
		  struct amounts *ret)
{
	const struct resources *only = only_list(p, r, bound);

	if (only) {
		amounts_of(only, arena, ret);
	} else {
		struct arena *scratch = arena_new();
		struct exact total;

		total_of(p, r, bound, scratch, &total);
		*ret = (struct amounts){ 0 };
		for (uint32_t i = 0; i < total.n; i++)
			amounts_set(ret, total.v[i].name, &total.v[i].q, arena);
		arena_free(scratch);
	}
	if (!bound)
		clamp(ret);
	ret->pods = 1;
}

struct resources pod_request_quantities(const struct pod *p, const struct release *r,
					struct arena *arena)
{
	struct exact total;
	struct resources list = { 0 };

	total_of(p, r, false, arena, &total);
	list.v = ARENA_ARRAY(arena, total.n, struct resource);
	for (uint32_t i = 0; i < total.n; i++) {
		uint32_t at = list.n++;

		for (; at > 0 && strcmp(list.v[at - 1].name.s, total.v[i].name.s) > 0; at--)
			list.v[at] = list.v[at - 1];
		list.v[at] = (struct resource){ total.v[i].name, &total.v[i].q };
	}
	return list;
}

static void add_ports(const struct containers *list, bool only_sidecars, struct symtab *syms,
		      struct arena *arena, struct host_ports *ret)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const struct container *c = &list->v[i];

		if (only_sidecars && !is_sidecar(c))
			continue;
		for (uint32_t k = 0; k < c->ports.n; k++) {
			const struct container_port *p = &c->ports.v[k];
			struct host_port port = { p->host_ip, p->protocol, 0 };

			if (!p->host_port.set || p->host_port.v <= 0 || p->host_port.v > INT32_MAX)
				continue;
			port.port = (int32_t)p->host_port.v;
			if (sym_empty(port.ip))
				port.ip = sym_str(syms, "0.0.0.0");
			if (sym_empty(port.protocol))
				port.protocol = sym_str(syms, "TCP");
			host_ports_add(ret, &port, arena);
		}
	}
}

void host_ports_of(const struct pod *p, const struct release *r, struct symtab *syms,
		   struct arena *arena, struct host_ports *ret)
{
	*ret = (struct host_ports){ 0 };
	add_ports(&p->spec.containers, false, syms, arena, ret);
	if (r->sidecar_ports)
		add_ports(&p->spec.init_containers, true, syms, arena, ret);
}

static bool same_port(const struct host_port *a, const struct host_port *b)
{
	return a->port == b->port && sym_eq(a->ip, b->ip) && sym_eq(a->protocol, b->protocol);
}

void host_ports_add(struct host_ports *set, const struct host_port *p, struct arena *arena)
{
	for (uint32_t i = 0; i < set->n; i++)
		if (same_port(&set->v[i], p))
			return;
	if (set->n == set->cap) {
		uint32_t cap = set->cap ? set->cap * 2 : 2;
		struct host_port *v = ARENA_ARRAY(arena, cap, struct host_port);

		if (set->n)
			memcpy(v, set->v, set->n * sizeof(*v));
		set->v = v;
		set->cap = cap;
	}
	set->v[set->n++] = *p;
}

void host_ports_remove(struct host_ports *set, const struct host_port *p)
{
	for (uint32_t i = 0; i < set->n; i++) {
		if (same_port(&set->v[i], p)) {
			set->v[i] = set->v[--set->n];
			return;
		}
	}
}
