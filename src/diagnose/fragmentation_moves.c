/* The moves that make room, at the end of the sentence about fragmentation. */
#include <string.h>

#include "base/i18n.h"
#include "base/strbuf.h"
#include "diagnose/fill.h"
#include "diagnose/fragmentation.h"
#include "replay/requests.h"
#include "report/amount.h"

#define MOVES_TOLD 3u

/* What the sentence is about: the first resource that fits into no hole. */
static const struct fragment *told_resource(const struct report *r)
{
	for (uint32_t i = 0; i < r->fragmentation.resources.n; i++) {
		const struct fragment *f = &r->fragmentation.resources.v[i];

		if (f->largest_exact < f->wanted_exact)
			return f;
	}
	return NULL;
}

static int64_t amount_named(const struct amounts *a, const char *name, sym resource)
{
	if (strcmp(name, "cpu") == 0)
		return a->cpu;
	if (strcmp(name, "memory") == 0)
		return a->memory;
	return strcmp(name, "ephemeral-storage") == 0 ? a->ephemeral : amounts_get(a, resource);
}

static void add_size(const struct pod_case *k, const char *pod, struct strbuf *out)
{
	const struct fragment *f = told_resource(k->r);
	const char *slash = strchr(pod, '/');
	const struct pod_info *p;
	int64_t v;

	if (!f || !slash || strcmp(f->name, "pods") == 0)
		return;
	p = view_find_pod(k->d->view,
			  view_sym(k->d->view, arena_strndup(k->r->arena, pod, (size_t)(slash - pod))),
			  view_sym(k->d->view, slash + 1));
	v = p ? amount_named(&p->requests, f->name, view_sym(k->d->view, f->name)) : 0;
	if (v <= 0)
		return;
	strbuf_adds(out, " (");
	amount_phrase(out, f->name, v);
	strbuf_adds(out, strcmp(f->name, "cpu") == 0 ? " cpu)" : ")"); /* the resource's name */
}

void tell_moves(const struct pod_case *k)
{
	const struct advice *a = &k->r->advice;
	struct strbuf text = STRBUF_INIT, pod = STRBUF_INIT;

	if (!a->moves.n)
		return;
	for (uint32_t i = 0; i < a->moves.n && i < MOVES_TOLD; i++) {
		const struct move *m = &a->moves.v[i];

		list_separator(&text, i, a->moves.n);
		strbuf_reset(&pod);
		strbuf_adds(&pod, m->pod);
		add_size(k, m->pod, &pod);
		strbuf_addf(&text, _("%s from %s to %s"), pod.buf, m->from, m->to);
	}
	if (a->moves.n > MOVES_TOLD)
		strbuf_addf(&text, _(" and %u more"), (unsigned)(a->moves.n - MOVES_TOLD));
	k->r->cause.summary = arena_printf(k->r->arena, a->moves_exact ?
					   _("%s. Moving %s makes room") :
					   _("%s. Moving %s makes room; fewer moves may do"),
					   k->r->cause.summary, text.buf);
	strbuf_release(&text);
	strbuf_release(&pod);
}
