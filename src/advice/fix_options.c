#include "advice/fix_options.h"

#include <stdarg.h>
#include <string.h>

static const struct {
	const char *plugin;
	void (*ask)(struct question *q);
} askers[] = {
	{ "NodeUnschedulable", options_cordon },
	{ "TaintToleration", options_taints },
	{ "NodeAffinity", options_node_affinity },
	{ "NodePorts", options_ports },
	{ "NodeResourcesFit", options_resources },
	{ "DynamicResources", options_resources },
	{ "PodTopologySpread", options_spread },
	{ "InterPodAffinity", options_inter_pod },
	{ "VolumeRestrictions", options_restrictions },
	{ "NodeVolumeLimits", options_limits },
	{ "EBSLimits", options_limits },
	{ "GCEPDLimits", options_limits },
	{ "AzureDiskLimits", options_limits },
	{ "VolumeBinding", options_binding },
	{ "VolumeZone", options_zone },
};

void ask_options(struct question *q)
{
	for (size_t i = 0; i < sizeof(askers) / sizeof(*askers); i++)
		if (strcmp(askers[i].plugin, q->plugin->name) == 0)
			askers[i].ask(q);
}

struct change *new_change(const struct question *q, enum change_id id, const char *fmt, ...)
{
	struct change *c = ARENA_NEW(q->arena, struct change);
	const char *text;
	va_list ap;

	va_start(ap, fmt);
	text = arena_vprintf(q->arena, fmt, ap);
	va_end(ap);
	c->kind = &change_kinds[id];
	c->cost = c->kind->cost;
	c->id = sym_str(q->ids, arena_printf(q->arena, "%s %s", c->kind->name, text));
	return c;
}

void *keep(const struct question *q, const void *item, size_t size)
{
	void *copy = arena_alloc(q->arena, size);

	memcpy(copy, item, size);
	return copy;
}

struct repair *new_repair(const struct question *q)
{
	struct repairs *l = q->ret;

	if (l->n == l->cap) {
		struct repair *v = ARENA_ARRAY(q->arena, l->cap ? l->cap * 2 : 8, struct repair);

		if (l->n)
			memcpy(v, l->v, l->n * sizeof(*v));
		l->v = v;
		l->cap = l->cap ? l->cap * 2 : 8;
	}
	l->v[l->n] = (struct repair){ 0 };
	return &l->v[l->n++];
}

void repair_add(const struct question *q, struct repair *r, const struct change *c)
{
	if (r->n == r->cap) {
		const struct change **v =
			ARENA_ARRAY(q->arena, r->cap ? r->cap * 2 : 2, const struct change *);

		if (r->n)
			memcpy(v, r->v, r->n * sizeof(*v));
		r->v = v;
		r->cap = r->cap ? r->cap * 2 : 2;
	}
	r->v[r->n++] = c;
}

void offer(const struct question *q, const struct change *c)
{
	repair_add(q, new_repair(q), c);
}

void withdraw(const struct question *q)
{
	q->ret->n--;
}

int64_t pointer_index(const char *pointer)
{
	const char *last = pointer ? strrchr(pointer, '/') : NULL;
	int64_t v;

	return last && parse_int64(last + 1, &v) && v >= 0 ? v : -1;
}
