#include "diagnose/fill.h"

#include <string.h>

const char *pointer_key(struct arena *a, const char *key)
{
	struct strbuf b = STRBUF_INIT;
	const char *ret;

	for (; *key; key++) {
		if (*key == '~')
			strbuf_adds(&b, "~0");
		else if (*key == '/')
			strbuf_adds(&b, "~1");
		else
			strbuf_addc(&b, *key);
	}
	ret = arena_strdup(a, b.buf);
	strbuf_release(&b);
	return ret;
}

const char *fill_strdup(struct report *r, const char *s)
{
	return s ? arena_strdup(r->arena, s) : NULL;
}

const char *fill_sym(struct report *r, sym s)
{
	return sym_empty(s) ? NULL : arena_strdup(r->arena, s.s);
}

struct object_ref fill_ref(enum kind kind, sym namespace_, sym name)
{
	return (struct object_ref){ kinds[kind].name, kinds[kind].namespaced ? namespace_.s : NULL,
				    sym_text(name) };
}

void cause_set(struct report *r, const char *code, enum certainty certainty, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	r->cause.code = code;
	r->cause.certainty = certainty;
	r->cause.summary = arena_vprintf(r->arena, fmt, ap);
	va_end(ap);
}

void cause_advise(struct report *r, const char *next, const char *command)
{
	r->cause.next = fill_strdup(r, next);
	r->cause.command = fill_strdup(r, command);
}

void finding_add(struct report *r, const char *code, enum severity severity, const char *plugin,
		 const char *fmt, ...)
{
	struct finding *f;
	va_list ap;

	r->findings.v = arena_grown(r->arena, r->findings.v, r->findings.n, sizeof(*r->findings.v));
	f = &r->findings.v[r->findings.n++];
	va_start(ap, fmt);
	*f = (struct finding){ .code = code,
			       .severity = severity,
			       .plugin = fill_strdup(r, plugin),
			       .summary = arena_vprintf(r->arena, fmt, ap) };
	va_end(ap);
}

void evidence_add(struct report *r, struct object_ref object, const char *pointer,
		  const char *observed, const char *wanted)
{
	struct finding *f = &r->findings.v[r->findings.n - 1];

	f->evidence.v = arena_grown(r->arena, f->evidence.v, f->evidence.n, sizeof(*f->evidence.v));
	f->evidence.v[f->evidence.n++] = (struct evidence){
		.object = { fill_strdup(r, object.kind), fill_strdup(r, object.namespace_),
			    fill_strdup(r, object.name) },
		.pointer = fill_strdup(r, pointer),
		.observed = fill_strdup(r, observed),
		.wanted = fill_strdup(r, wanted),
	};
}

void unchecked_add(struct report *r, const char *what, const char *why)
{
	struct uncheckeds *u = &r->unchecked;

	for (uint32_t i = 0; i < u->n; i++)
		if (strcmp(u->v[i].what, what) == 0)
			return;
	u->v = arena_grown(r->arena, u->v, u->n, sizeof(*u->v));
	u->v[u->n++] = (struct unchecked){ fill_strdup(r, what), fill_strdup(r, why) };
}

void timeline_add(struct report *r, enum stage stage, struct opt_time at, const char *source)
{
	r->timeline.v = arena_grown(r->arena, r->timeline.v, r->timeline.n, sizeof(*r->timeline.v));
	r->timeline.v[r->timeline.n++] =
		(struct timeline_entry){ .stage = stage, .at = at, .source = source };
}
