#include <stdarg.h>

#include "base/i18n.h"
#include "replay/predicate.h"
#include "report/strings.h"

void outcome_reason(struct outcome *out, const char *reason)
{
	if (out->wanted != WANT_CODE)
		strings_push(&out->reasons, arena_strdup(out->arena, reason), out->arena);
}

enum code outcome_reject(struct outcome *out, enum code code, const char *reason)
{
	outcome_reason(out, reason);
	return code;
}

enum code outcome_rejectf(struct outcome *out, enum code code, const char *fmt, ...)
{
	va_list ap;

	if (out->wanted == WANT_CODE)
		return code;
	va_start(ap, fmt);
	outcome_reason(out, arena_vprintf(out->arena, fmt, ap));
	va_end(ap);
	return code;
}

static const char *copied(const struct outcome *out, const char *s)
{
	return s ? arena_strdup(out->arena, s) : NULL;
}

void outcome_detail(struct outcome *out, const struct detail *d)
{
	struct detail *to;

	if (out->wanted != WANT_DETAILS)
		return;
	out->details.v = arena_grown(out->arena, out->details.v, out->details.n, sizeof(*to));
	to = &out->details.v[out->details.n++];
	*to = *d;
	to->name = copied(out, d->name);
	to->wanted = copied(out, d->wanted);
	to->observed = copied(out, d->observed);
	to->pointer = copied(out, d->pointer);
	to->object.kind = copied(out, d->object.kind);
	to->object.namespace_ = copied(out, d->object.namespace_);
	to->object.name = copied(out, d->object.name);
}

enum code outcome_unknown(struct outcome *out, const struct view *v, enum kind kind)
{
	const char *why = view_cluster(v)->coverage_why[kind];
	enum coverage coverage = view_coverage(v, kind);

	if (coverage == COVER_READ || coverage == COVER_ABSENT)
		return outcome_unknownf(out, _("some %s could not be read"), kinds[kind].plural);
	if (why)
		return outcome_unknownf(out, _("%s could not be read: %s"), kinds[kind].plural, why);
	return outcome_unknownf(out, _("%s could not be read"), kinds[kind].plural);
}

enum code outcome_unknownf(struct outcome *out, const char *fmt, ...)
{
	va_list ap;

	if (out->wanted != WANT_CODE) {
		va_start(ap, fmt);
		out->why = arena_vprintf(out->arena, fmt, ap);
		va_end(ap);
	}
	return CODE_UNKNOWN;
}

struct object_ref object_ref_of(enum kind kind, const struct meta *m)
{
	return (struct object_ref){ kinds[kind].name, m->namespace_.s, sym_text(m->name) };
}
