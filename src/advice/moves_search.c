/*
 * Depth first over goals.  A goal is a pod that is to get room on a node: at the bottom the pod in
 * question, above it pods that were taken off a node and are to go to another one.  A goal whose pod
 * passes is reached and the next one is tried; else one more pod is taken off its node.
 */
#include "advice/moves_state.h"

#define TRIES_MAX 16u /* destinations of one pod that did not lead on */

struct goal {
	struct mover *mover; /* NULL: the pod in question */
	struct node_info *from, *node;
	const struct goal *next; /* NULL: the last */
};

/* False: nothing is left. */
static bool spend(struct move_search *s, int64_t work)
{
	if (s->work <= 0)
		return false;
	s->work -= work;
	if (s->work <= 0)
		s->cut = true;
	return true;
}

struct cycle *move_cycle(struct move_search *s, const struct pod *pod)
{
	/* PreFilter may look at every pod and node. */
	if (!spend(s, 50 + (int64_t)view_pods(s->view)->n + view_node_count(s->view)))
		return NULL;
	return cycle_new(s->view, pod, s->profile);
}

bool move_passes(struct move_search *s, struct cycle *c, struct node_info *n, enum code *ret_code)
{
	struct outcome quiet = outcome_init(WANT_CODE, s->arena);

	*ret_code = CODE_UNRESOLVABLE;
	if (!spend(s, 20) || cycle_prefilter_end(c)->stopped || cycle_excludes(c, n))
		return false;
	*ret_code = cycle_filter_all(c, n, &quiet).code;
	return *ret_code == CODE_SUCCESS;
}

static bool passes_on(struct move_search *s, const struct pod *pod, struct node_info *n)
{
	struct cycle *c = move_cycle(s, pod);
	enum code code;
	bool passes = c && move_passes(s, c, n, &code);

	cycle_free(c);
	return passes;
}

void move_make(struct move_search *s, struct mover *m, struct node_info *from, struct node_info *to)
{
	view_bind(s->view, m->info, to);
	s->made[s->n++] = (struct made_move){ m, from, to };
}

/* The moved pods as they will be, in place of the old ones. */
static void put_anew(struct move_search *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		struct pod *there = ARENA_NEW(s->arena, struct pod);

		*there = *mover_fresh(s, s->made[i].mover);
		there->spec.node_name = s->made[i].to->node->meta.name;
		view_put(s->view, KIND_POD, &there->meta);
	}
}

/* The pod passes where it went; then it is put on `after`. */
static bool holds(struct move_search *s, const struct made_move *made, struct node_info *after)
{
	const struct pod *fresh = mover_fresh(s, made->mover);
	struct pod_info *p = view_find_pod(s->view, fresh->meta.namespace_, fresh->meta.name);
	bool passes;

	view_unbind(s->view, p);
	passes = passes_on(s, fresh, made->to);
	view_bind(s->view, p, after);
	return passes;
}

/* At the end all of them hold; backwards from there, each holds while later ones have not moved. */
bool moves_hold(struct move_search *s, struct node_info *n)
{
	view_mark_t mark = view_mark(s->view);
	bool hold;

	put_anew(s);
	hold = passes_on(s, s->pod, n);
	for (uint32_t i = 0; hold && i < s->n; i++)
		hold = holds(s, &s->made[i], s->made[i].to);
	for (uint32_t i = s->n; hold && i-- > 0;)
		hold = holds(s, &s->made[i], s->made[i].from);
	view_undo(s->view, mark);
	return hold;
}

static const struct amounts *wants_of(const struct move_search *s, const struct goal *g)
{
	return g->mover ? &g->mover->wants : &s->wants;
}

static bool make_way(struct move_search *s, const struct goal *g, unsigned k);

static bool pursue(struct move_search *s, const struct goal *g, unsigned k);

/* The goal's pod passes: it goes there, and the next goal's turn comes. */
static bool reach(struct move_search *s, const struct goal *g, unsigned k)
{
	view_mark_t mark = view_mark(s->view);

	if (!g->mover)
		return moves_hold(s, g->node);
	move_make(s, g->mover, g->from, g->node);
	if (pursue(s, g->next, k))
		return true;
	s->n--;
	view_undo(s->view, mark);
	return false;
}

static bool pursue(struct move_search *s, const struct goal *g, unsigned k)
{
	const struct pod *pod = g->mover ? mover_fresh(s, g->mover) : s->pod;

	if (could_have_room(s, wants_of(s, g), g->node, 0) && passes_on(s, pod, g->node) &&
	    reach(s, g, k))
		return true;
	return make_way(s, g, k);
}

/* Where the mover passes as things are; then where it would after further moves. */
static bool try_node(struct move_search *s, struct cycle *c, const struct goal *to, unsigned k,
		     bool at_once, unsigned *tries)
{
	const struct amounts *wants = wants_of(s, to);
	enum code code;

	if (!spend(s, 1) || !could_have_room(s, wants, to->node, at_once ? 0 : k))
		return false;
	if (move_passes(s, c, to->node, &code) != at_once)
		return false;
	if (!at_once)
		return code == CODE_UNSCHEDULABLE && make_way(s, to, k);
	if (++*tries > TRIES_MAX) {
		s->cut = true;
		return false;
	}
	return reach(s, to, k);
}

static bool send_away(struct move_search *s, const struct goal *g, struct mover *m, unsigned k)
{
	struct cycle *c = move_cycle(s, mover_fresh(s, m));
	unsigned tries = 0, ways = k ? 2 : 1;

	for (unsigned way = 0; c && way < ways; way++)
		for (uint32_t i = 0; i < view_node_count(s->view) && tries <= TRIES_MAX; i++) {
			struct goal to = { m, g->node, view_node(s->view, i), g };

			if (to.node != g->node && try_node(s, c, &to, k, way == 0, &tries)) {
				cycle_free(c);
				return true;
			}
		}
	cycle_free(c);
	return false;
}

static bool take_off(struct move_search *s, const struct goal *g, struct mover *m, unsigned k)
{
	view_mark_t mark = view_mark(s->view);

	if (!budgets_take(s->budgets, m->info->pod))
		return false;
	view_unbind(s->view, m->info);
	m->away = true;
	if (could_have_room(s, wants_of(s, g), g->node, k - 1) && send_away(s, g, m, k - 1))
		return true;
	m->away = false;
	view_undo(s->view, mark);
	budgets_return(s->budgets, m->info->pod);
	return false;
}

static bool make_way(struct move_search *s, const struct goal *g, unsigned k)
{
	struct movers *l;

	if (!k || !spend(s, g->node->pods.n) || !could_have_room(s, wants_of(s, g), g->node, k))
		return false;
	l = movers_of(s, g->node);
	for (uint32_t i = 0; i < l->n; i++)
		if (mover_is_free(s, &l->v[i]) && take_off(s, g, &l->v[i], k))
			return true;
	return false;
}

bool search_moves(struct move_search *s, struct node_info *n, unsigned k)
{
	struct goal last = { NULL, NULL, n, NULL };

	return make_way(s, &last, k);
}
