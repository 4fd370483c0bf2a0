#include "replay/toleration.h"

bool taint_repels(const struct taint *taint)
{
	return sym_is(taint->effect, "NoSchedule") || sym_is(taint->effect, "NoExecute");
}

/*
 * Lt and Gt match nothing: their feature gate is off in every release that knows them.
 * An empty key with operator Equal is possible only in stored objects, and compares values.
 */
static bool toleration_matches(const struct toleration *t, const struct taint *taint)
{
	if (!sym_empty(t->effect) && !sym_same(t->effect, taint->effect))
		return false;
	if (!sym_empty(t->key) && !sym_same(t->key, taint->key))
		return false;
	if (sym_empty(t->op) || sym_is(t->op, "Equal"))
		return sym_same(t->value, taint->value);
	return sym_is(t->op, "Exists");
}

bool taint_is_tolerated(const struct taint *taint, const struct tolerations *tolerations)
{
	for (uint32_t i = 0; i < tolerations->n; i++)
		if (toleration_matches(&tolerations->v[i], taint))
			return true;
	return false;
}

/* Sets */

#define SHORT_LIST 16 /* tolerations: gone through faster than looked up */

struct group {
	bool any; /* value: Exists */
};

static const char *pointer_of(sym s)
{
	static const char none[] = "";

	return sym_empty(s) ? none : s.s;
}

void toleration_set_init(struct toleration_set *s, const struct tolerations *list,
			 struct arena *arena)
{
	*s = (struct toleration_set){ .list = list };
	pairmap_init(&s->groups, arena);
	pairmap_init(&s->values, arena);
	for (uint32_t i = 0; list->n > SHORT_LIST && i < list->n; i++) {
		const struct toleration *t = &list->v[i];
		union pairmap_value *g =
			pairmap_put(&s->groups, pointer_of(t->key), pointer_of(t->effect));
		struct group *group = g->ptr ? g->ptr : ARENA_NEW(arena, struct group);

		g->ptr = group;
		if (sym_is(t->op, "Exists"))
			group->any = true;
		else if (sym_empty(t->op) || sym_is(t->op, "Equal"))
			pairmap_put(&s->values, group, pointer_of(t->value))->num = 1;
	}
}

static bool group_covers(const struct toleration_set *s, sym key, sym effect, sym value)
{
	const union pairmap_value *g =
		pairmap_get(&s->groups, pointer_of(key), pointer_of(effect));
	const struct group *group = g ? g->cptr : NULL;

	return group && (group->any || pairmap_get(&s->values, group, pointer_of(value)));
}

bool toleration_set_covers(const struct toleration_set *s, const struct taint *t)
{
	const sym any = { NULL };

	if (!s->groups.n)
		return taint_is_tolerated(t, s->list);
	return group_covers(s, t->key, t->effect, t->value) || group_covers(s, t->key, any, t->value) ||
	       group_covers(s, any, t->effect, t->value) || group_covers(s, any, any, t->value);
}

const struct taint *find_untolerated_taint(const struct taints *taints,
					   const struct toleration_set *s)
{
	for (uint32_t i = 0; i < taints->n; i++)
		if (taint_repels(&taints->v[i]) && !toleration_set_covers(s, &taints->v[i]))
			return &taints->v[i];
	return NULL;
}
