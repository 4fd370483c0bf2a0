/*
 * Inside the session, shared by the files that make it up:
 *	session.c       life, ticking, undo
 *	offers.c        what can be ticked
 *	flags.c         lists of --what-if expressions
 *	consequences.c  what comes of it
 */
#ifndef EXPLORE_SESSION_STATE_H
#define EXPLORE_SESSION_STATE_H

#include "explore/session.h"
#include "explore/subject.h"

struct session {
	struct diagnosis *d;       /* borrowed */
	const struct report *base; /* borrowed */
	const struct pod *pod;     /* NULL: nothing can be supposed */
	struct arena *arena;       /* owned: all lists of expressions, what was found */
	struct { struct strings *v; uint32_t n, at; } history; /* each a list that never changes */
	struct strings typed;
	struct advice found;       /* by session_search() */
	const char *node;          /* that is looked at; NULL: none */
	struct arena *offer_arena; /* owned */
	struct toggles toggles;
	bool offered, marked;      /* the toggles are up to date; their ticks are */
	struct report *supposed;   /* owned; NULL: not made yet, or nothing is ticked */
	struct arena *consequence_arena; /* owned; NULL: not worked out yet */
	struct consequences consequences;
};

static inline const struct strings *flags_now(const struct session *s)
{
	return &s->history.v[s->history.at];
}

/* offers.c: fills s->toggles but the ticks. */
void offer_all(struct session *s);

/* flags.c */
bool flags_have(const struct strings *l, const char *flag);
bool flags_have_all(const struct strings *l, const struct strings *some);
/* The expression that says something else about the same ("cpu=1" of "cpu=2"); NULL: none. */
const char *flags_rival(const struct strings *l, const char *flag);
/* A new list, in arena: with these on top, in the place of their rivals; without these. */
struct strings flags_with(const struct strings *l, const struct strings *more, struct arena *arena);
struct strings flags_without(const struct strings *l, const struct strings *less, struct arena *arena);
/* What the pod asks for of a resource by the expressions; false: they do not say. */
bool flags_amount(const struct strings *l, const char *resource, int64_t *ret);

#endif
