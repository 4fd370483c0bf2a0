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

const struct taint *find_untolerated_taint(const struct taints *taints,
					   const struct tolerations *tolerations)
{
	for (uint32_t i = 0; i < taints->n; i++)
		if (taint_repels(&taints->v[i]) && !taint_is_tolerated(&taints->v[i], tolerations))
			return &taints->v[i];
	return NULL;
}
