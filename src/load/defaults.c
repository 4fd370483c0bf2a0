#include "load/defaults.h"

#include <string.h>

#include "load/bound_claims.h"
#include "load/bundle_head.h"
#include "load/load.h"
#include "model/quantity.h"

static void default_sym(struct cluster *c, sym *s, const char *text)
{
	if (sym_empty(*s))
		*s = sym_str(c->syms, text);
}

static void default_i64(struct opt_i64 *i, int64_t v)
{
	if (!i->set)
		*i = (struct opt_i64){ true, v };
}

/* ---- resources ---- */

/* The list with one more entry, still sorted; lists are shared, so it is a new one. */
static void put_resource(struct cluster *c, struct resources *list, sym name,
			 const struct quantity *q)
{
	struct resource *v = ARENA_ARRAY(c->arena, list->n + 1, struct resource);
	uint32_t i = 0;

	while (i < list->n && strcmp(list->v[i].name.s, name.s) < 0)
		i++;
	if (list->n) {
		memcpy(v, list->v, i * sizeof(*v));
		memcpy(v + i + 1, list->v + i, (list->n - i) * sizeof(*v));
	}
	v[i] = (struct resource){ name, q };
	list->v = v;
	list->n++;
}

static bool lacks_requests(const struct container *ctr)
{
	for (uint32_t i = 0; i < ctr->limits.n; i++)
		if (!resources_get(&ctr->requests, ctr->limits.v[i].name.s))
			return true;
	return false;
}

static void requests_from_limits(struct cluster *c, struct container *ctr)
{
	for (uint32_t i = 0; i < ctr->limits.n; i++) {
		const struct resource *limit = &ctr->limits.v[i];

		if (!resources_get(&ctr->requests, limit->name.s))
			put_resource(c, &ctr->requests, limit->name, limit->quantity);
	}
}

/* ---- containers ---- */

static bool lacks_host_port(const struct container *ctr)
{
	for (uint32_t i = 0; i < ctr->ports.n; i++)
		if (!ctr->ports.v[i].host_port.set || ctr->ports.v[i].host_port.v == 0)
			return true;
	return false;
}

static bool lacks_protocol(const struct container *ctr)
{
	for (uint32_t i = 0; i < ctr->ports.n; i++)
		if (sym_empty(ctr->ports.v[i].protocol))
			return true;
	return false;
}

static void default_ports(struct cluster *c, struct container *ctr, bool host_network)
{
	struct container_port *v = ARENA_ARRAY(c->arena, ctr->ports.n, struct container_port);

	memcpy(v, ctr->ports.v, ctr->ports.n * sizeof(*v));
	for (uint32_t i = 0; i < ctr->ports.n; i++) {
		default_sym(c, &v[i].protocol, "TCP");
		if (host_network && (!v[i].host_port.set || v[i].host_port.v == 0))
			v[i].host_port = v[i].container_port;
	}
	ctr->ports.v = v;
}

/* Containers are shared between pods: they are copied before the first change, which is rare. */
static void default_containers(struct cluster *c, struct containers *list, bool host_network,
			       bool requests)
{
	bool copied = false;

	for (uint32_t i = 0; i < list->n; i++) {
		bool ports = lacks_protocol(&list->v[i]) ||
			     (host_network && lacks_host_port(&list->v[i]));

		if (!ports && !(requests && lacks_requests(&list->v[i])))
			continue;
		if (!copied) {
			struct container *v = ARENA_ARRAY(c->arena, list->n, struct container);

			memcpy(v, list->v, list->n * sizeof(*v));
			list->v = v;
			copied = true;
		}
		if (ports)
			default_ports(c, &list->v[i], host_network);
		if (requests)
			requests_from_limits(c, &list->v[i]);
	}
}

/* ---- pod level resources ---- */

static bool is_hugepages(sym name)
{
	return strncmp(name.s, "hugepages-", 10) == 0;
}

static bool is_pod_level(sym name)
{
	return sym_is(name, "cpu") || sym_is(name, "memory") || is_hugepages(name);
}

static void add_amount(struct quantity *sum, bool *any, const struct quantity *q)
{
	if (!q)
		return;
	quantity_add(sum, q);
	*any = true;
}

typedef const struct resources *(*resources_of)(const struct container *ctr);

static const struct resources *requests_of(const struct container *ctr)
{
	return &ctr->requests;
}

static const struct resources *limits_of(const struct container *ctr)
{
	return &ctr->limits;
}

/* What the containers of a pod need of a resource together; NULL: none of them names it. */
static const struct quantity *aggregate(struct cluster *c, const struct pod_spec *s,
					resources_of of, sym name)
{
	struct quantity total = QUANTITY_ZERO, sidecars = QUANTITY_ZERO, init = QUANTITY_ZERO;
	struct quantity *ret;
	bool any = false;

	for (uint32_t i = 0; i < s->containers.n; i++)
		add_amount(&total, &any, resources_get(of(&s->containers.v[i]), name.s));
	for (uint32_t i = 0; i < s->init_containers.n; i++) {
		const struct container *ctr = &s->init_containers.v[i];
		const struct quantity *q = resources_get(of(ctr), name.s);
		struct quantity use = sidecars;

		add_amount(&use, &any, q);
		if (sym_is(ctr->restart_policy, "Always")) {
			add_amount(&total, &any, q);
			sidecars = use;
		}
		quantity_max(&init, &use);
	}
	if (!any)
		return NULL;
	quantity_max(&total, &init);
	ret = ARENA_NEW(c->arena, struct quantity);
	*ret = total;
	ret->text = NULL;
	return ret;
}

/* Calls put for every resource name that a container gives in `of`. */
static void default_from_containers(struct cluster *c, struct pod_spec *s, resources_of of,
				    bool hugepages, struct resources *to)
{
	const struct containers *lists[] = { &s->containers, &s->init_containers };

	for (size_t l = 0; l < 2; l++) {
		for (uint32_t i = 0; i < lists[l]->n; i++) {
			const struct resources *r = of(&lists[l]->v[i]);

			for (uint32_t j = 0; j < r->n; j++) {
				sym name = r->v[j].name;

				if (!is_pod_level(name) || is_hugepages(name) != hugepages ||
				    resources_get(&s->requests, name.s) || resources_get(to, name.s))
					continue;
				put_resource(c, to, name, aggregate(c, s, of, name));
			}
		}
	}
}

static void default_pod_resources(struct cluster *c, struct pod_spec *s)
{
	if (!s->requests.n && !s->limits.n)
		return;
	default_from_containers(c, s, limits_of, true, &s->limits);
	if (!s->limits.n)
		return;
	default_from_containers(c, s, requests_of, false, &s->requests);
	for (uint32_t i = 0; i < s->limits.n; i++) {
		const struct resource *limit = &s->limits.v[i];

		if (is_pod_level(limit->name) && !resources_get(&s->requests, limit->name.s))
			put_resource(c, &s->requests, limit->name, limit->quantity);
	}
}

/* ---- by kind ---- */

/* What pods and templates have in common; requests come from limits in pods only. */
static void default_pod_spec(struct cluster *c, struct pod_spec *s, bool is_pod)
{
	bool host_network = s->host_network == TRI_TRUE;

	default_sym(c, &s->scheduler_name, "default-scheduler");
	default_sym(c, &s->restart_policy, "Always");
	default_i64(&s->termination_grace, 30);
	default_containers(c, &s->containers, host_network, is_pod);
	default_containers(c, &s->init_containers, host_network, is_pod);
}

static void default_pod(struct cluster *c, struct pod *p)
{
	default_pod_spec(c, &p->spec, true);
	default_pod_resources(c, &p->spec);
	default_sym(c, &p->status.phase, "Pending");
}

void default_label(struct cluster *c, struct labels *l, const char *name, sym value)
{
	sym key = sym_str(c->syms, name);
	struct label *v;
	uint32_t i = 0;

	if (labels_get(l, key).s)
		return;
	v = ARENA_ARRAY(c->arena, l->n + 1, struct label);
	while (i < l->n && strcmp(l->v[i].key.s, key.s) < 0)
		i++;
	if (l->n) {
		memcpy(v, l->v, i * sizeof(*v));
		memcpy(v + i + 1, l->v + i, (l->n - i) * sizeof(*v));
	}
	v[i] = (struct label){ key, value };
	l->v = v;
	l->n++;
}

static void default_namespace(struct cluster *c, struct namespace_ *n)
{
	default_sym(c, &n->phase, "Active");
	default_label(c, &n->meta.labels, "kubernetes.io/metadata.name", n->meta.name);
}

/* Of a missing default the API server says: the limit is the max, the request the limit or the min. */
static void default_from(struct cluster *c, struct resources *to, const struct resources *from)
{
	for (uint32_t i = 0; i < from->n; i++)
		if (!resources_get(to, from->v[i].name.s))
			put_resource(c, to, from->v[i].name, from->v[i].quantity);
}

static void default_limit_range(struct cluster *c, struct limit_range *r)
{
	for (uint32_t i = 0; i < r->items.n; i++) {
		struct limit_range_item *item = &r->items.v[i];

		if (!sym_is(item->type, "Container"))
			continue;
		default_from(c, &item->limits, &item->max);
		default_from(c, &item->requests, &item->limits);
		default_from(c, &item->requests, &item->min);
	}
}

static void default_workload(struct cluster *c, enum kind kind, struct workload *w)
{
	struct pod_template *t;

	if (kind == KIND_JOB && !w->replicas.set && !w->completions.set)
		default_i64(&w->completions, 1);
	if (kind != KIND_DAEMON_SET)
		default_i64(&w->replicas, 1);
	if (kind == KIND_STATEFUL_SET)
		default_sym(c, &w->pod_management_policy, "OrderedReady");
	if (!w->template)
		return;
	t = ARENA_NEW(c->arena, struct pod_template);
	*t = *w->template;
	default_pod_spec(c, &t->spec, false);
	w->template = t;
}

void defaults_object(struct cluster *c, enum kind kind, struct meta *m)
{
	if (kinds[kind].namespaced)
		default_sym(c, &m->namespace_, c->default_namespace.s ? c->default_namespace.s : "default");
	switch (kind) {
	case KIND_POD:
		default_pod(c, (struct pod *)m);
		break;
	case KIND_NAMESPACE:
		default_namespace(c, (struct namespace_ *)m);
		break;
	case KIND_PVC:
		default_sym(c, &((struct pvc *)m)->spec.volume_mode, "Filesystem");
		default_sym(c, &((struct pvc *)m)->phase, "Pending");
		break;
	case KIND_PV:
		default_sym(c, &((struct pv *)m)->volume_mode, "Filesystem");
		break;
	case KIND_STORAGE_CLASS:
		default_sym(c, &((struct storage_class *)m)->binding_mode, "Immediate");
		break;
	case KIND_PRIORITY_CLASS:
		default_sym(c, &((struct priority_class *)m)->preemption_policy,
			    "PreemptLowerPriority");
		break;
	case KIND_LIMIT_RANGE:
		default_limit_range(c, (struct limit_range *)m);
		break;
	case KIND_DEPLOYMENT:
	case KIND_REPLICA_SET:
	case KIND_STATEFUL_SET:
	case KIND_DAEMON_SET:
	case KIND_JOB:
	case KIND_CRON_JOB:
	case KIND_REPLICATION_CONTROLLER:
		default_workload(c, kind, (struct workload *)m);
		break;
	default: /* nothing to fill in */
		break;
	}
}

/* ---- priorities, which need the classes ---- */

/* The two classes that every cluster has. */
static int64_t system_priority(sym name)
{
	if (sym_is(name, "system-cluster-critical"))
		return 2000000000;
	return sym_is(name, "system-node-critical") ? 2000001000 : 0;
}

static void default_priority(struct cluster *c, struct pod_spec *s,
			     const struct priority_class *global)
{
	const struct priority_class *class = global;

	if (s->priority.set)
		return; /* the API server has been there */
	if (!sym_empty(s->priority_class_name))
		class = (const struct priority_class *)cluster_find(
			c, KIND_PRIORITY_CLASS, (sym){ NULL }, s->priority_class_name);
	if (class) {
		s->priority = (struct opt_i64){ true, class->value.v };
		s->priority_class_name = class->meta.name;
		if (sym_empty(s->preemption_policy))
			s->preemption_policy = class->preemption_policy;
	} else if (sym_empty(s->priority_class_name) || system_priority(s->priority_class_name)) {
		s->priority = (struct opt_i64){ true, system_priority(s->priority_class_name) };
	}
	default_sym(c, &s->preemption_policy, "PreemptLowerPriority");
}

void load_finish(struct cluster *c)
{
	const struct priority_class *global = cluster_default_priority_class(c);
	const struct objects *pods = &c->objects[KIND_POD];

	for (size_t i = 0; i < pods->n; i++)
		default_priority(c, &((struct pod *)pods->v[i])->spec, global);
	infer_bound_claims(c);
	bundle_check(c);
	cluster_finish(c);
}
