/* How well each kind is known once everything has been read. */
#include "base/i18n.h"
#include "fetch/plan.h"

#include <string.h>

#include "fetch/versions.h"

static const char *why_not(const struct plan *p, const struct reading *r, const struct reading *f)
{
	struct strbuf sb = STRBUF_INIT;
	const char *why;

	if (r->result == READING_FORBIDDEN)
		reading_permission(&sb, r);
	else if (r->result == READING_ABSENT && versions_are_alpha(r->kind, p->server_minor))
		strbuf_addf(&sb, _("Kubernetes 1.%u has no version of %s that is read here"),
			    p->server_minor, kinds[r->kind].group);
	else
		strbuf_adds(&sb, r->err.msg);
	if (f)
		strbuf_addf(&sb, _("; only those of %s were read"), f->namespace_);
	why = arena_strdup(p->c->arena, sb.buf);
	strbuf_release(&sb);
	return why;
}

/*
 * An API group that is not served is a feature that the cluster does not have; but a claim that a
 * pod names may exist in an alpha version of it.
 */
static bool is_answered(const struct plan *p, const struct reading *r)
{
	if (r->result == READING_ABSENT && r->kind != KIND_DEVICE_CLASS &&
	    versions_are_alpha(r->kind, p->server_minor))
		return false;
	return r->result == READING_OK ||
	       (r->result == READING_ABSENT && (r->name || *kinds[r->kind].group));
}

/* The list of one namespace that stands in for r. */
static const struct reading *fallback_of(const struct plan *p, const struct reading *r)
{
	if (r->result != READING_FORBIDDEN || r->name || r->namespace_)
		return NULL;
	for (size_t i = 0; i < p->n; i++) {
		const struct reading *f = p->v[i];

		if (f->kind == r->kind && !f->name && f->namespace_ &&
		    (!f->fields || f->fields == r->fields) && is_answered(p, f))
			return f;
	}
	return NULL;
}

static bool is_fallback(const struct plan *p, const struct reading *r)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->v[i] != r && p->v[i]->kind == r->kind && r->namespace_ && !r->name &&
		    p->v[i]->result == READING_FORBIDDEN && !p->v[i]->name && !p->v[i]->namespace_)
			return true;
	return false;
}

static void cover_reading(const struct plan *p, const struct reading *r, enum coverage *cover,
			  const char **why)
{
	const struct reading *f = fallback_of(p, r);

	if (is_answered(p, r) || *cover == COVER_NONE)
		return;
	if (is_fallback(p, r) && *why)
		return; /* the first permission is the one to ask for */
	*why = why_not(p, r, f);
	*cover = f ? COVER_NAMESPACE : COVER_NONE;
}

void plan_cover(const struct plan *p)
{
	for (int k = 0; k < KIND_COUNT; k++) {
		enum coverage cover = COVER_READ;
		const char *why = NULL;
		bool asked = false;

		for (size_t i = 0; i < p->n; i++) {
			if ((int)p->v[i]->kind != k)
				continue;
			asked = true;
			cover_reading(p, p->v[i], &cover, &why);
		}
		p->c->coverage[k] = asked ? cover : COVER_NONE;
		p->c->coverage_why[k] = why; /* NULL too where nothing needed it */
	}
}
