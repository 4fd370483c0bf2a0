#include "advice/moves.h"

#include <stdlib.h>
#include <string.h>

#include "advice/moves_state.h"

/*
 * Work is counted, not timed, so that the result is the same everywhere.  A unit is about what it
 * takes to look at a pod once in PreFilter.
 */
#define EXACT_WORK INT64_C(15000000)
#define GREEDY_WORK INT64_C(5000000)
#define GREEDY_NODES 16u

/* Only room is missing there. */
static bool lacks_only_room(const struct node_result *n)
{
	return n->verdict == VERDICT_REJECTED && n->rejections.n == 1 && !n->unchecked.n &&
	       strcmp(n->rejections.v[0].plugin, "NodeResourcesFit") == 0;
}

struct candidate {
	struct node_info *node;
	int32_t nearness;
};

struct candidates {
	struct candidate *v;
	uint32_t n;
};

static int nearest_first(const void *pa, const void *pb)
{
	const struct candidate *a = pa, *b = pb;

	if (a->nearness != b->nearness)
		return a->nearness < b->nearness ? -1 : 1;
	return a->node->index < b->node->index ? -1 : a->node->index > b->node->index;
}

static struct candidates list_candidates(const struct move_search *s, const struct replay *r)
{
	struct candidates l = { ARENA_ARRAY(s->arena, r->nodes.n, struct candidate), 0 };

	for (uint32_t i = 0; i < r->nodes.n; i++)
		if (lacks_only_room(&r->nodes.v[i]))
			l.v[l.n++] = (struct candidate){ view_node(s->view, i),
							 r->nodes.v[i].nearness };
	if (l.n)
		qsort(l.v, l.n, sizeof(*l.v), nearest_first);
	return l;
}

/* The smallest set; false: none of up to MOVES_EXACT was found. */
static bool search_exactly(struct move_search *s, const struct candidates *l, bool *ret_exact)
{
	for (unsigned k = 1; k <= MOVES_EXACT; k++) {
		*ret_exact = !s->cut; /* all smaller sets have been looked at */
		for (int bare = 0; bare < 2; bare++) {
			s->bare = bare;
			for (uint32_t i = 0; i < l->n && s->work > 0; i++)
				if (search_moves(s, l->v[i].node, k))
					return true;
		}
	}
	return false;
}

/* Greedily */

static struct mover *largest_left(struct move_search *s, const struct node_info *n, const bool *stays)
{
	const struct movers *l = movers_of(s, n);
	struct mover *best = NULL;
	int64_t most = 0;

	for (uint32_t i = 0; i < l->n; i++) {
		int64_t room;

		if (!mover_is_free(s, &l->v[i]) || stays[i])
			continue;
		room = room_left_by(&l->v[i], &s->wants, n);
		if (!best || room > most) {
			best = &l->v[i];
			most = room;
		}
	}
	return most > 0 ? best : NULL;
}

static bool send_anywhere(struct move_search *s, struct mover *m, struct node_info *from)
{
	struct cycle *c = move_cycle(s, mover_fresh(s, m));
	enum code code;
	bool sent = false;

	for (uint32_t i = 0; c && !sent && i < view_node_count(s->view); i++) {
		struct node_info *to = view_node(s->view, i);

		if (to == from || !could_have_room(s, &m->wants, to, 0) ||
		    !move_passes(s, c, to, &code))
			continue;
		move_make(s, m, from, to);
		sent = true;
	}
	cycle_free(c);
	return sent;
}

static bool move_greedily(struct move_search *s, struct node_info *n)
{
	const struct movers *l = movers_of(s, n);
	bool *stays = ARENA_ARRAY(s->arena, l->n, bool);
	struct mover *m;

	while (!could_have_room(s, &s->wants, n, 0)) {
		view_mark_t mark = view_mark(s->view);

		m = s->n < MOVES_MAX ? largest_left(s, n, stays) : NULL;
		if (!m)
			return false;
		stays[m - l->v] = true;
		if (!budgets_take(s->budgets, m->info->pod))
			continue;
		view_unbind(s->view, m->info);
		m->away = send_anywhere(s, m, n);
		if (m->away)
			continue;
		view_undo(s->view, mark);
		budgets_return(s->budgets, m->info->pod);
	}
	return s->n && moves_hold(s, n);
}

static void take_back(struct move_search *s, view_mark_t mark)
{
	view_undo(s->view, mark);
	for (uint32_t i = 0; i < s->n; i++) {
		s->made[i].mover->away = false;
		budgets_return(s->budgets, s->made[i].mover->info->pod);
	}
	s->n = 0;
}

/* The fewest moves among the nearest nodes. */
static bool search_greedily(struct move_search *s, const struct candidates *l)
{
	struct made_move *best = ARENA_ARRAY(s->arena, MOVES_MAX, struct made_move);
	uint32_t fewest = 0;

	s->work = GREEDY_WORK;
	s->bare = true;
	for (uint32_t i = 0; i < l->n && i < GREEDY_NODES; i++) {
		view_mark_t mark = view_mark(s->view);

		if (move_greedily(s, l->v[i].node) && (!fewest || s->n < fewest)) {
			fewest = s->n;
			memcpy(best, s->made, s->n * sizeof(*best));
		}
		take_back(s, mark);
	}
	memcpy(s->made, best, fewest * sizeof(*best));
	s->n = fewest;
	return fewest > 0;
}

static void fill_moves(const struct move_search *s, struct arena *arena, struct advice *ret)
{
	ret->moves.v = ARENA_ARRAY(arena, s->n, struct move);
	for (uint32_t i = 0; i < s->n; i++) {
		const struct meta *m = &s->made[i].mover->info->pod->meta;

		ret->moves.v[ret->moves.n++] = (struct move){
			.pod = arena_printf(arena, "%s/%s", sym_text(m->namespace_),
					    sym_text(m->name)),
			.from = arena_strdup(arena, sym_text(s->made[i].from->node->meta.name)),
			.to = arena_strdup(arena, sym_text(s->made[i].to->node->meta.name)),
		};
	}
}

static bool was_read(const struct view *v, enum kind kind)
{
	enum coverage c = view_coverage(v, kind);

	return c == COVER_READ || c == COVER_ABSENT;
}

void moves_find(struct view *v, const struct pod *pod, const struct profile *p,
		const struct replay *r, struct arena *arena, struct advice *ret)
{
	struct move_search s = { .view = v, .profile = p, .pod = pod, .work = EXACT_WORK };
	view_mark_t mark = view_mark(v);
	struct candidates l;
	bool exact = false, found;

	if (!was_read(v, KIND_POD) || !was_read(v, KIND_PDB) || r->nodes.n != view_node_count(v))
		return;
	s.arena = arena_new();
	s.budgets = budgets_new(v, s.arena);
	s.movers = ARENA_ARRAY(s.arena, view_node_count(v), struct movers);
	pod_requests(pod, view_release(v), false, s.arena, &s.wants);
	l = list_candidates(&s, r);
	found = search_exactly(&s, &l, &exact);
	view_undo(v, mark);
	if (!found) {
		exact = false;
		found = search_greedily(&s, &l);
	}
	if (found)
		fill_moves(&s, arena, ret);
	ret->moves_exact = found && exact;
	arena_free(s.arena);
}
