#include "explore/happenings.h"

#include <stdlib.h>
#include <string.h>

#include "diagnose/event_index.h"
#include "diagnose/owners.h"

#define OWNERS_MAX 4 /* Pod, ReplicaSet, Deployment and one to spare */

struct found {
	const struct event_entry *entry;
	const char *kind;
};

struct gathering {
	struct diagnosis *d;
	struct arena *arena;
	struct found *v;
	size_t n;
};

static void gather(struct gathering *g, const char *kind, struct event_walk w)
{
	const struct event_entry *e;

	while ((e = next_event(&w))) {
		g->v = arena_grown(g->arena, g->v, g->n, sizeof(*g->v));
		g->v[g->n++] = (struct found){ e, kind };
	}
}

static void gather_owners(struct gathering *g, const struct meta *m)
{
	for (int i = 0; m && i < OWNERS_MAX; i++) {
		enum kind kind;
		const struct workload *w = controller_of(g->d, m, &kind);

		if (!w)
			return;
		gather(g, kinds[kind].name, events_about(g->d, kind, &w->meta));
		m = &w->meta;
	}
}

static sym claim_name(struct gathering *g, const struct pod *p, const struct volume *v)
{
	if (v->claim)
		return v->claim->claim_name;
	if (!v->ephemeral)
		return (sym){ NULL };
	return view_sym(g->d->view, arena_printf(g->arena, "%s-%s", sym_text(p->meta.name),
						 sym_text(v->name)));
}

static void gather_claims(struct gathering *g, const struct pod *p)
{
	for (uint32_t i = 0; i < p->spec.volumes.n; i++) {
		sym name = claim_name(g, p, &p->spec.volumes.v[i]);
		const char *kind = kinds[KIND_PVC].name;

		if (!sym_empty(name))
			gather(g, kind, events_named(g->d, kind, p->meta.namespace_, name));
	}
}

/* Newest first; of the same moment in the order in which they were gathered. */
static int by_time(const void *pa, const void *pb)
{
	const struct found *a = pa, *b = pb;

	if (a->entry->at.us != b->entry->at.us)
		return a->entry->at.us > b->entry->at.us ? -1 : 1;
	return a->entry < b->entry ? -1 : a->entry > b->entry;
}

static struct happening happening_of(struct gathering *g, const struct found *f)
{
	const struct event *e = f->entry->event;

	return (struct happening){
		.id = sym_text(e->meta.name),
		.age = age_of(g->d, f->entry->at),
		.count = event_count(e),
		.type = sym_text(e->type),
		.reason = sym_text(e->reason),
		.source = sym_text(e->source),
		.text = event_text(e),
		.object = arena_printf(g->arena, "%s/%s", f->kind, sym_text(e->object.name)),
	};
}

static enum kind kind_of(const char *name)
{
	for (int k = 0; name && k < KIND_COUNT; k++)
		if (!strcmp(kinds[k].name, name))
			return (enum kind)k;
	return KIND_POD;
}

void happenings_of(struct diagnosis *d, const struct subject *s, struct arena *arena,
		   struct happenings *ret)
{
	struct gathering g = { .d = d, .arena = arena };
	enum kind kind = kind_of(s->kind);
	const struct meta *m = cluster_find(d->cluster, kind,
					    view_sym(d->view, s->namespace_ ? s->namespace_ : ""),
					    view_sym(d->view, s->name ? s->name : ""));

	*ret = (struct happenings){ 0 };
	if (!m)
		return;
	gather(&g, kinds[kind].name, events_about(d, kind, m));
	gather_owners(&g, m);
	if (kind == KIND_POD)
		gather_claims(&g, (const struct pod *)(const void *)m);
	if (g.n)
		qsort(g.v, g.n, sizeof(*g.v), by_time);
	ret->v = ARENA_ARRAY(arena, g.n, struct happening);
	for (size_t i = 0; i < g.n; i++)
		ret->v[ret->n++] = happening_of(&g, &g.v[i]);
}
