#include "diagnose/limit_origin.h"

#include <string.h>

#include "admission/admission.h"
#include "base/i18n.h"
#include "diagnose/fill.h"
#include "diagnose/lacking.h"
#include "diagnose/owners.h"
#include "model/quantity.h"

/* The template that the pod was made from, if its owner is there. */
static const struct pod_spec *template_of(const struct pod_case *k)
{
	const struct owner *o = meta_controller(&k->pod->meta);

	for (unsigned kind = 0; o && kind < KIND_COUNT; kind++) {
		const struct workload *w;

		if (!kind_is_workload((enum kind)kind) || !sym_is(o->kind, kinds[kind].name))
			continue;
		w = (const struct workload *)cluster_find(k->d->cluster, (enum kind)kind,
							  k->pod->meta.namespace_, o->name);
		return w && w->template ? &w->template->spec : NULL;
	}
	return NULL;
}

static const struct limit_range *first_range(const struct limit_origins *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->v[i].range)
			return list->v[i].range;
	return NULL;
}

/* "LimitRange lr gave container main its 64Gi of memory, the pod itself asks for none" */
static void tell(struct strbuf *out, const struct limit_origins *list, const char *resource,
		 struct arena *arena)
{
	const struct limit_range *range = first_range(list);
	struct strbuf given = STRBUF_INIT;

	for (uint32_t i = 0; i < list->n; i++) {
		strbuf_adds(&given, i ? _(", ") : "");
		strbuf_addf(&given, _("container %s its %s"), list->v[i].container,
			    quantity_text(arena, list->v[i].amount));
	}
	if (range)
		strbuf_addf(out, _("LimitRange %s gave %s of %s, the pod itself asks for none"),
			    sym_text(range->meta.name), given.buf, resource);
	else
		strbuf_addf(out, _("A LimitRange gave %s of %s, the pod itself asks for none"), given.buf,
			    resource);
	strbuf_release(&given);
}

static const char *request_pointer(const struct pod_case *k, const struct limit_origin *o,
				   const char *resource, struct arena *arena)
{
	const struct containers *list =
		o->init ? &k->pod->spec.init_containers : &k->pod->spec.containers;
	uint32_t i = 0;

	while (i + 1 < list->n && !sym_is(list->v[i].name, o->container))
		i++;
	return arena_printf(arena, "/spec/%s/%u/resources/requests/%s",
			    o->init ? "initContainers" : "containers", (unsigned)i,
			    pointer_key(arena, resource));
}

static void add_finding(const struct pod_case *k, const struct limit_origins *list,
			const char *resource, const char *text, struct arena *arena)
{
	struct object_ref pod = fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name);
	const struct limit_range *range = first_range(list);
	const char *note = list->v[0].annotation;

	finding_add(k->r, "RequestFromLimitRange", SEVERITY_WARNING, NULL, "%s", text);
	for (uint32_t i = 0; i < list->n; i++)
		evidence_add(k->r, pod, request_pointer(k, &list->v[i], resource, arena),
			     quantity_text(arena, list->v[i].amount), NULL);
	if (note)
		evidence_add(k->r, pod, "/metadata/annotations/kubernetes.io~1limit-ranger", note,
			     NULL);
	if (range)
		evidence_add(k->r,
			     fill_ref(KIND_LIMIT_RANGE, range->meta.namespace_, range->meta.name),
			     "/spec/limits", quantity_text(arena, list->v[0].amount), NULL);
}

/* The cause is that this resource is short. */
static bool is_the_cause(const struct report *r, const char *resource)
{
	const char *code = r->cause.code ? r->cause.code : "";

	if (r->stage == STAGE_FRAGMENTATION)
		return true;
	if (strcmp(code, "InsufficientCpu") == 0)
		return strcmp(resource, "cpu") == 0;
	if (strcmp(code, "InsufficientMemory") == 0)
		return strcmp(resource, "memory") == 0;
	return strcmp(code, "InsufficientResource") == 0;
}

void explain_limit_origin(struct pod_case *k)
{
	struct arena *arena = arena_new();
	struct admission a = { k->d->cluster, arena, k->d->opts.release->pod_level, 0 };
	struct strings resources = lacking_resources(k->r->replay, arena);
	const struct pod_spec *template_ = template_of(k);

	for (uint32_t i = 0; i < resources.n; i++) {
		const char *resource = resources.v[i];
		struct limit_origins list = limit_origins_of(&a, k->pod, template_, resource);
		struct strbuf text = STRBUF_INIT;

		if (!list.n)
			continue;
		tell(&text, &list, resource, arena);
		add_finding(k, &list, resource, text.buf, arena);
		if (is_the_cause(k->r, resource) && k->r->cause.summary)
			k->r->cause.summary = arena_printf(k->r->arena, _("%s. %s"),
							   k->r->cause.summary, text.buf);
		strbuf_release(&text);
	}
	arena_free(arena);
}
