#include "diagnose/request_origin.h"

#include "base/i18n.h"
#include "diagnose/fill.h"
#include "diagnose/lacking.h"
#include "model/pod_total.h"
#include "model/quantity.h"

static bool is_sidecar(const struct container *c)
{
	return sym_is(c->restart_policy, "Always");
}

/* The pod as it is once its init containers have ended. */
static struct pod_spec without_init(const struct pod_spec *s, struct arena *arena)
{
	struct pod_spec later = *s;

	later.init_containers = (struct containers){ 0 };
	if (s->init_containers.n)
		later.init_containers.v = ARENA_ARRAY(arena, s->init_containers.n, struct container);
	for (uint32_t i = 0; i < s->init_containers.n; i++)
		if (is_sidecar(&s->init_containers.v[i]))
			later.init_containers.v[later.init_containers.n++] = s->init_containers.v[i];
	return later;
}

/* The greediest of the init containers that end; NULL: none asks for it. */
static const struct container *greediest(const struct pod_spec *s, const char *resource)
{
	const struct quantity *most = NULL;
	const struct container *ret = NULL;

	for (uint32_t i = 0; i < s->init_containers.n; i++) {
		const struct container *c = &s->init_containers.v[i];
		const struct quantity *q = resources_get(&c->requests, resource);

		if (!q || is_sidecar(c) || (most && quantity_cmp(q, most) <= 0))
			continue;
		most = q;
		ret = c;
	}
	return ret;
}

/* What the pod asks for, and what of it is left once its init containers have ended. */
struct asked {
	struct resources all, rest;
};

static struct asked asked_of(const struct pod_case *k, struct arena *arena)
{
	const struct pod_total form = { .pod_level = k->d->opts.release->pod_level };
	const struct pod_spec later = without_init(&k->pod->spec, arena);

	return (struct asked){ pod_total(&k->pod->spec, form, arena), pod_total(&later, form, arena) };
}

static void tell_init(struct pod_case *k, const struct asked *asked, const char *resource,
		      struct arena *arena)
{
	const struct quantity *with = resources_get(&asked->all, resource);
	const struct quantity *without = resources_get(&asked->rest, resource), zero = QUANTITY_ZERO;
	const struct container *c = greediest(&k->pod->spec, resource);

	if (!with || !c || quantity_cmp(with, without ? without : &zero) <= 0)
		return;
	finding_add(k->r, "RequestFromInitContainer", SEVERITY_INFO, "NodeResourcesFit",
		    _("init container %s makes it %s of %s; once it has ended the pod needs %s"),
		    sym_text(c->name), quantity_text(arena, with), resource,
		    without ? quantity_text(arena, without) : "0");
	evidence_add(k->r, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name),
		     "/spec/initContainers", quantity_text(arena, with), NULL);
}

static void tell_overhead(struct pod_case *k, const char *resource, struct arena *arena)
{
	const struct quantity *q = resources_get(&k->pod->spec.overhead, resource);

	if (!q || quantity_sign(q) <= 0)
		return;
	finding_add(k->r, "RequestFromOverhead", SEVERITY_INFO, "NodeResourcesFit",
		    _("RuntimeClass %s adds %s of %s to what its containers ask for"),
		    sym_text(k->pod->spec.runtime_class_name), quantity_text(arena, q), resource);
	evidence_add(k->r, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name),
		     "/spec/overhead", quantity_text(arena, q), NULL);
}

void explain_request_origin(struct pod_case *k)
{
	struct arena *arena = arena_new();
	struct strings resources = lacking_resources(k->r->replay, arena);
	struct asked asked = asked_of(k, arena);

	for (uint32_t i = 0; i < resources.n; i++) {
		tell_init(k, &asked, resources.v[i], arena);
		tell_overhead(k, resources.v[i], arena);
	}
	arena_free(arena);
}
