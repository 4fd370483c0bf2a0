/*
 * Inside the search for moves:
 *	moves.c          the order of the search, greedy moves, the result
 *	moves_search.c   up to three moves, one goal after the other
 *	moves_pods.c     which pods of a node may be moved, and what room they leave
 */
#ifndef ADVICE_MOVES_STATE_H
#define ADVICE_MOVES_STATE_H

#include "advice/budgets.h"
#include "replay/cycle.h"

#define MOVES_EXACT 3u
#define MOVES_MAX 64u

struct mover { /* a pod that may be moved */
	struct pod_info *info;
	const struct pod *fresh; /* mover_fresh() */
	struct amounts wants;    /* of fresh */
	bool bare;               /* without a controller */
	bool away;               /* has left its node */
};

struct movers {
	struct mover *v;
	uint32_t n;
	bool listed;
};

struct made_move {
	struct mover *mover;
	struct node_info *from, *to;
};

struct move_search {
	struct view *view;
	const struct profile *profile;
	const struct pod *pod;   /* that needs room */
	struct amounts wants;
	struct arena *arena;     /* of the search */
	struct budgets *budgets;
	struct movers *movers;   /* by node */
	bool bare;               /* pods without a controller may be moved */
	struct made_move made[MOVES_MAX];
	uint32_t n;
	int64_t work;            /* that may still be done */
	bool cut;                /* something was not looked at */
};

/* moves_pods.c */
struct movers *movers_of(struct move_search *s, const struct node_info *n);
bool mover_is_free(const struct move_search *s, const struct mover *m);
/* As its controller makes it anew: on no node. */
const struct pod *mover_fresh(const struct move_search *s, struct mover *m);
/* False: the pod lacks room on the node even without the k largest pods that may be moved. */
bool could_have_room(struct move_search *s, const struct amounts *wants, const struct node_info *n,
		     unsigned k);
/* How much of what is lacking for wants the pod's leaving would give, in thousandths. */
int64_t room_left_by(const struct mover *m, const struct amounts *wants, const struct node_info *n);

/* moves_search.c */
/* A new attempt for the pod as things are; NULL if there is no work left for it. */
struct cycle *move_cycle(struct move_search *s, const struct pod *pod);
bool move_passes(struct move_search *s, struct cycle *c, struct node_info *n, enum code *ret_code);
void move_make(struct move_search *s, struct mover *m, struct node_info *from, struct node_info *to);
/* The pod fits on the node, and so do all moved pods where they are, made anew, each in its turn. */
bool moves_hold(struct move_search *s, struct node_info *n);
/* Up to k moves so that the pod fits on the node; they stay made if they are found. */
bool search_moves(struct move_search *s, struct node_info *n, unsigned k);

#endif
