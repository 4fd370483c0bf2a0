/* The objects and fields behind a refusal, as JSON pointers. */
#include <string.h>

#include "base/i18n.h"
#include "diagnose/fill.h"
#include "diagnose/refusal.h"

#define ENFORCE_LABEL "pod-security.kubernetes.io/enforce"

static struct object_ref workload_ref(const struct refusal_case *c)
{
	return fill_ref(c->kind, c->w->meta.namespace_, c->w->meta.name);
}

static void add_spec_pointer(const struct refusal_case *c, struct strbuf *out)
{
	strbuf_adds(out, c->kind == KIND_CRON_JOB ? "/spec/jobTemplate/spec/template/spec" :
						    "/spec/template/spec");
}

static bool add_container_pointer(const struct refusal_case *c, const char *name,
				  struct strbuf *out)
{
	const struct pod_spec *s = c->w->template ? &c->w->template->spec : NULL;

	add_spec_pointer(c, out);
	for (uint32_t i = 0; s && i < s->containers.n; i++)
		if (sym_is(s->containers.v[i].name, name)) {
			strbuf_addf(out, "/containers/%u", (unsigned)i);
			return true;
		}
	for (uint32_t i = 0; s && i < s->init_containers.n; i++)
		if (sym_is(s->init_containers.v[i].name, name)) {
			strbuf_addf(out, "/initContainers/%u", (unsigned)i);
			return true;
		}
	return false;
}

/* ---- quotas and LimitRanges */

static void add_quota(const struct refusal_case *c, const struct refusal *r, struct report *report)
{
	struct object_ref quota = { kinds[KIND_RESOURCE_QUOTA].name,
				    sym_text(c->w->meta.namespace_), r->name };

	for (uint32_t i = 0; i < r->items.n; i++) {
		const struct refusal_item *item = &r->items.v[i];
		struct strbuf pointer = STRBUF_INIT, observed = STRBUF_INIT, wanted = STRBUF_INIT;

		strbuf_addf(&pointer, "/status/%s/%s", r->kind == REFUSED_QUOTA ? "used" : "hard",
			    pointer_key(c->arena, item->resource));
		if (r->kind == REFUSED_QUOTA) {
			strbuf_addf(&observed, _("%s of %s"), item->used, item->hard);
			strbuf_addf(&wanted, _("%s more"), item->wanted);
		}
		evidence_add(report, quota, pointer.buf, observed.len ? observed.buf : NULL,
			     wanted.len ? wanted.buf : NULL);
		strbuf_release(&pointer);
		strbuf_release(&observed);
		strbuf_release(&wanted);
	}
}

/* Where the field that a quota demands would be: "limits.cpu" is /resources/limits/cpu. */
static void add_obligatory_pointer(struct strbuf *out, const char *resource)
{
	const char *dot = strchr(resource, '.');

	strbuf_addf(out, "/resources/%s/%s",
		    strncmp(resource, "limits.", 7) == 0 ? "limits" : "requests",
		    dot ? dot + 1 : resource);
}

static void add_lacking_fields(const struct refusal_case *c, const struct refusal *r,
			       struct report *report)
{
	for (uint32_t i = 0; i < r->items.n; i++) {
		const struct refusal_item *item = &r->items.v[i];

		for (uint32_t k = 0; k < item->containers.n; k++) {
			struct strbuf pointer = STRBUF_INIT;

			if (add_container_pointer(c, item->containers.v[k], &pointer))
				add_obligatory_pointer(&pointer, item->resource);
			evidence_add(report, workload_ref(c), pointer.buf, _("not set"), _("an amount"));
			strbuf_release(&pointer);
		}
	}
}

static void add_limits(const struct refusal_case *c, const struct refusal *r,
		       struct report *report)
{
	struct object_ref range = { kinds[KIND_LIMIT_RANGE].name, sym_text(c->w->meta.namespace_),
				    r->name };

	for (uint32_t i = 0; i < r->items.n; i++) {
		const struct refusal_item *item = &r->items.v[i];

		evidence_add(report, range, "/spec/limits", item->text, NULL);
		for (uint32_t k = 0; k < item->containers.n; k++) {
			struct strbuf pointer = STRBUF_INIT;

			if (add_container_pointer(c, item->containers.v[k], &pointer))
				strbuf_adds(&pointer, "/resources");
			evidence_add(report, workload_ref(c), pointer.buf, NULL, NULL);
			strbuf_release(&pointer);
		}
	}
}

static void add_refusal(const struct refusal_case *c, const struct refusal *r,
			struct report *report)
{
	if (r->kind == REFUSED_LIMIT_RANGE)
		add_limits(c, r, report);
	else
		add_quota(c, r, report);
	if (r->kind == REFUSED_QUOTA_NEEDS)
		add_lacking_fields(c, r, report);
}

/* ---- Pod Security */

static void add_namespace(const struct refusal_case *c, struct report *report)
{
	const struct meta *m = cluster_find(c->d->cluster, KIND_NAMESPACE, (sym){ NULL },
					    c->w->meta.namespace_);
	sym level = { NULL };

	if (m)
		level = labels_get(&m->labels, view_sym(c->d->view, ENFORCE_LABEL));
	evidence_add(report, fill_ref(KIND_NAMESPACE, (sym){ NULL }, c->w->meta.namespace_),
		     arena_printf(c->arena, "/metadata/labels/%s",
				  pointer_key(c->arena, ENFORCE_LABEL)), level.s, NULL);
}

/* "securityContext.runAsNonRoot" below the pointer. */
static void add_field(struct strbuf *out, const char *field)
{
	strbuf_addc(out, '/');
	for (; *field; field++)
		strbuf_addc(out, *field == '.' ? '/' : *field);
}

static void add_rule(const struct refusal_case *c, const struct security_rule *r,
		     const char *container, struct report *report)
{
	struct strbuf pointer = STRBUF_INIT;
	bool found = container && add_container_pointer(c, container, &pointer);

	if (!container)
		add_spec_pointer(c, &pointer);
	/* ports and volumes are lists: which of them it is, the detail says */
	if (r->field && (found || !container) && strncmp(r->field, "ports.", 6) != 0 &&
	    strncmp(r->field, "volumes.", 8) != 0)
		add_field(&pointer, r->field);
	evidence_add(report, workload_ref(c), pointer.buf, r->rule, r->wanted);
	strbuf_release(&pointer);
}

static void add_security(const struct refusal_case *c, struct report *report)
{
	add_namespace(c, report);
	for (uint32_t i = 0; i < c->security.rules.n; i++) {
		const struct security_rule *r = &c->security.rules.v[i];

		if (!r->containers.n)
			add_rule(c, r, NULL, report);
		for (uint32_t k = 0; k < r->containers.n; k++)
			add_rule(c, r, r->containers.v[k], report);
	}
}

/* ---- what comes next */

static void add_further(const struct refusal_case *c, struct report *report)
{
	for (uint32_t i = 0; i < c->next.n; i++) {
		const struct next_refusal *next = &c->next.v[i];
		struct strbuf text = STRBUF_INIT;

		if (next == c->same)
			continue;
		tell_next_refusal(next, &text);
		finding_add(report, "RefusedNext", SEVERITY_WARNING, NULL, _("after that, %s"),
			    text.buf);
		add_refusal(c, &next->refusal, report);
		strbuf_release(&text);
	}
}

static void add_unread(const struct refusal_case *c, enum kind kind, struct report *report)
{
	const char *why = c->d->cluster->coverage_why[kind];

	if (view_coverage(c->d->view, kind) == COVER_NONE)
		unchecked_add(report, kinds[kind].plural, why ? why : _("could not be read"));
}

void add_refusal_evidence(const struct refusal_case *c, struct report *r)
{
	if (c->has_security)
		add_security(c, r);
	else if (c->same)
		add_refusal(c, &c->same->refusal, r);
	else if (c->has_said)
		add_refusal(c, &c->said, r);
	add_further(c, r);
	add_unread(c, KIND_RESOURCE_QUOTA, r);
	add_unread(c, KIND_LIMIT_RANGE, r);
}
