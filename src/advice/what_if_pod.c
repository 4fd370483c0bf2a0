#include "advice/what_if_pod.h"

#include <string.h>

#include "advice/change_request.h"
#include "replay/requests.h"

static sym text_sym(const struct trial *t, const char *text)
{
	return text ? view_sym(t->view, text) : (sym){ NULL };
}

static void *copied(struct arena *a, const void *v, uint32_t n, size_t size)
{
	void *copy = arena_array(a, n, size);

	if (n)
		memcpy(copy, v, n * size);
	return copy;
}

bool what_if_toleration(const struct what_if *w, struct trial *t)
{
	const struct change c = { .kind = &change_kinds[CHANGE_TOLERATION],
				  .key = text_sym(t, w->name),
				  .value = text_sym(t, w->value),
				  .effect = text_sym(t, w->effect) };

	return trial_make(t, &c);
}

/* The expressions of node affinity about a key; a term that has no others goes with the rest. */
static uint32_t drop_key(struct trial *t, struct selector_reqs *l, sym key)
{
	struct selector_req *v = ARENA_ARRAY(t->arena, l->n, struct selector_req);
	uint32_t n = 0, had = l->n;

	for (uint32_t i = 0; i < l->n; i++)
		if (!sym_eq(l->v[i].key, key))
			v[n++] = l->v[i];
	l->v = v;
	l->n = n;
	return had - n;
}

static bool drop_expressions(struct trial *t, sym key)
{
	struct pod_spec *spec = &t->pod->spec;
	struct affinity *a;
	struct node_affinity *n;
	struct node_selector *s;
	uint32_t dropped = 0;
	bool empty = false;

	if (!spec->affinity || !spec->affinity->node || !spec->affinity->node->required)
		return false;
	a = copied(t->arena, spec->affinity, 1, sizeof(*a));
	n = copied(t->arena, a->node, 1, sizeof(*n));
	s = copied(t->arena, n->required, 1, sizeof(*s));
	s->terms.v = copied(t->arena, s->terms.v, s->terms.n, sizeof(*s->terms.v));
	for (uint32_t i = 0; i < s->terms.n; i++) {
		struct node_selector_term *term = &s->terms.v[i];
		uint32_t gone = drop_key(t, &term->match_expressions, key);

		dropped += gone;
		empty |= gone && !term->match_expressions.n && !term->match_fields.n;
	}
	n->required = empty ? NULL : s; /* a term without conditions would allow any node */
	a->node = n;
	if (dropped)
		spec->affinity = a;
	return dropped > 0;
}

bool what_if_selector(const struct what_if *w, struct trial *t)
{
	const struct change c = { .kind = &change_kinds[CHANGE_SELECTOR_DROP],
				  .key = text_sym(t, w->name) };
	bool dropped = trial_make(t, &c);

	return drop_expressions(t, c.key) || dropped;
}

bool what_if_affinity(const struct what_if *w, struct trial *t)
{
	bool any = t->pod->spec.affinity != NULL;

	(void)w;
	t->pod->spec.affinity = NULL;
	return any;
}

bool what_if_spread(const struct what_if *w, struct trial *t)
{
	struct pod_spec *s = &t->pod->spec;
	struct spread_constraint *v = ARENA_ARRAY(t->arena, s->spread.n, struct spread_constraint);
	uint32_t n = 0, had = s->spread.n;

	for (uint32_t i = 0; i < s->spread.n; i++)
		if (!sym_is(s->spread.v[i].topology_key, w->name))
			v[n++] = s->spread.v[i];
	s->spread.v = v;
	s->spread.n = n;
	return n < had;
}

bool what_if_priority(const struct what_if *w, struct trial *t)
{
	bool differs = pod_priority(t->pod) != w->number;

	t->pod->spec.priority = (struct opt_i64){ true, w->number };
	return differs;
}

/* Requests */

static void put_amount(struct trial *t, struct resources *l, sym name, int64_t v)
{
	struct resource *list = ARENA_ARRAY(t->arena, (size_t)l->n + 1, struct resource);
	uint32_t at = 0, had;

	while (at < l->n && strcmp(l->v[at].name.s, name.s) < 0)
		at++;
	had = at < l->n && sym_eq(l->v[at].name, name);
	if (l->n) {
		memcpy(list, l->v, at * sizeof(*list));
		memcpy(list + at + 1, l->v + at + had, (l->n - at - had) * sizeof(*list));
	}
	list[at] = (struct resource){ name, amount_quantity(t->arena, name.s, v) };
	l->v = list;
	l->n += 1 - had;
}

static int64_t asked_for(struct trial *t, sym name)
{
	struct amounts now;

	pod_requests(t->pod, view_release(t->view), false, t->arena, &now);
	return amounts_get(&now, name);
}

/* More: the first container asks for it, or the pod as a whole where that is how it asks. */
static void raise(struct trial *t, sym name, int64_t by)
{
	struct pod_spec *s = &t->pod->spec;
	const struct quantity *level = resources_get(&s->requests, name.s);
	struct container *v;
	int64_t was;

	if (level) {
		put_amount(t, &s->requests, name, amount_value(name.s, level) + by);
		return;
	}
	if (!s->containers.n)
		return;
	v = copied(t->arena, s->containers.v, s->containers.n, sizeof(*v));
	was = amount_value(name.s, resources_get(&v[0].requests, name.s));
	put_amount(t, &v[0].requests, name, was + by);
	s->containers.v = v;
}

bool what_if_amount(const struct what_if *w, struct trial *t)
{
	sym name = view_sym(t->view, w->name);
	int64_t wanted = amount_value(w->name, &w->amount), was = asked_for(t, name), now;
	struct change c = { .kind = &change_kinds[CHANGE_REQUEST], .key = name };

	if (wanted < was && request_shrink(&c, t->pod, wanted, t->arena))
		trial_make(t, &c);
	now = asked_for(t, name);
	if (now < wanted)
		raise(t, name, wanted - now);
	return asked_for(t, name) != was;
}
