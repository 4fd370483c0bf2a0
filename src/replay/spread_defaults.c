#include "replay/spread_defaults.h"

static void join(struct labels *to, uint32_t *cap, const struct labels *from, struct arena *arena)
{
	for (uint32_t i = 0; i < from->n; i++) {
		if (to->n == *cap) {
			struct labels old = *to;

			*cap = *cap ? *cap * 2 : 4;
			to->v = ARENA_ARRAY(arena, *cap, struct label);
			for (uint32_t k = 0; k < old.n; k++)
				to->v[k] = old.v[k];
		}
		to->v[to->n++] = from->v[i];
	}
}

/* They all select this pod, so no two of them can want different values. */
static void join_services(const struct cycle_input *in, struct labels *to)
{
	const struct objects *services = view_objects(in->view, KIND_SERVICE);
	const struct meta *pod = &in->pod->meta;
	uint32_t cap = 0;

	for (size_t i = 0; i < services->n; i++) {
		const struct service *s = (const struct service *)(const void *)services->v[i];
		const struct pod_selector selects = { .equal = s->selector };

		if (sym_eq(s->meta.namespace_, pod->namespace_) &&
		    pod_selector_matches(&selects, &pod->labels))
			join(to, &cap, &s->selector, in->arena);
	}
}

/* False: no controller, or one whose selector the scheduler does not look at. */
static bool controller_kind(const struct owner *owner, enum kind *ret)
{
	static const enum kind supported[] = { KIND_REPLICATION_CONTROLLER, KIND_REPLICA_SET,
					       KIND_STATEFUL_SET };

	for (size_t i = 0; owner && i < sizeof(supported) / sizeof(supported[0]); i++)
		if (sym_is(owner->kind, kinds[supported[i]].name)) {
			*ret = supported[i];
			return true;
		}
	return false;
}

static bool unread(const struct view *v, enum kind kind)
{
	return view_coverage(v, kind) == COVER_NONE;
}

enum code spread_default_selector(const struct cycle_input *in, struct pod_selector *ret,
				  struct outcome *out)
{
	const struct owner *owner = meta_controller(&in->pod->meta);
	const struct workload *w = NULL;
	enum kind kind = KIND_COUNT;
	bool controlled = controller_kind(owner, &kind);

	*ret = (struct pod_selector){ .base = NULL };
	if (unread(in->view, KIND_SERVICE))
		return outcome_unknown(out, in->view, KIND_SERVICE);
	if (controlled && unread(in->view, kind))
		return outcome_unknown(out, in->view, kind);
	join_services(in, &ret->equal);
	if (controlled)
		w = (const struct workload *)(const void *)view_find(
		    in->view, kind, in->pod->meta.namespace_, owner->name);
	if (w && !label_selector_invalid(w->selector))
		ret->base = w->selector;
	return CODE_SUCCESS;
}
