#include "advice/fix_apply.h"
#include "explore/session_state.h"
#include "report/strings.h"

static bool is(const struct node_result *n, int how)
{
	const struct node_result *b = n->before;
	bool fits = n->verdict == VERDICT_FITS, fitted = b && b->verdict == VERDICT_FITS;

	switch ((enum change_of_node_how)how) {
	case NODE_GAINED:
		return fits && !fitted;
	case NODE_LOST:
		return fitted && !fits;
	case NODE_NEARER:
		return b && fits == fitted && n->nearness < b->nearness;
	case NODE_FARTHER:
		return b && fits == fitted && n->nearness > b->nearness;
	case NODE_ADDED:
		return !b && !fits;
	}
	return false;
}

static void list_changed(struct consequences *c, const struct replay *after, struct arena *arena)
{
	c->changed.v = ARENA_ARRAY(arena, after->nodes.n, struct change_of_node);
	for (int how = NODE_GAINED; how <= NODE_ADDED; how++)
		for (uint32_t i = 0; i < after->nodes.n; i++) {
			struct change_of_node *to = &c->changed.v[c->changed.n];

			if (!is(&after->nodes.v[i], how))
				continue;
			to->node = &after->nodes.v[i];
			to->how = (enum change_of_node_how)how;
			c->changed.n++;
		}
}

const struct consequences *session_consequences(struct session *s)
{
	const struct report *r = session_report(s);
	struct consequences *c = &s->consequences;

	if (s->consequence_arena)
		return c;
	s->consequence_arena = arena_new();
	*c = (struct consequences){ 0 };
	if (!r->replay)
		return c;
	c->fit_before = s->base->replay->feasible.n;
	c->fit_after = r->replay->feasible.n;
	c->nodes = r->replay->nodes.n;
	if (r != s->base)
		list_changed(c, r->replay, s->consequence_arena);
	return c;
}

/* What is ticked as one fix */

static const struct change **pointers(const struct change_list *l, struct arena *arena)
{
	const struct change **v = ARENA_ARRAY(arena, l->n, const struct change *);

	for (uint32_t i = 0; i < l->n; i++)
		v[i] = &l->v[i];
	return v;
}

static enum safety worst_safety(const struct change_list *l)
{
	enum safety worst = SAFETY_INSPECT;

	for (uint32_t i = 0; i < l->n; i++)
		if (change_safety(&l->v[i]) > worst)
			worst = change_safety(&l->v[i]);
	return worst;
}

void session_fix(struct session *s, struct arena *arena, struct fix *ret)
{
	const struct report *r = session_report(s);
	struct arena *scratch = arena_new();
	struct patch_list patches = { arena, { 0 } };
	struct change_list made = { scratch, NULL, 0 };
	struct trial t;

	*ret = (struct fix){ .what_if = strings_copy(flags_now(s), arena) };
	if (s->pod && flags_now(s)->n) {
		suppose(&t, s->d, s->pod, flags_now(s), scratch, &patches, &made);
		trial_end(&t);
		ret->patches = patches.list;
		ret->safety = worst_safety(&made);
		ret->unlocks = strings_copy(&r->replay->feasible, arena);
		changes_apply(&(struct plan_to_apply){ .view = s->d->view,
						       .pod = s->pod,
						       .scratch = scratch,
						       .arena = arena,
						       .v = pointers(&made, scratch),
						       .n = made.n },
			      ret);
	}
	arena_free(scratch);
}
