/*
 * Every text of objects that were decoded, one after the other, by the tables that say where texts
 * are and what each is (field.h).  The function gives what takes its place; maps are sorted anew.
 *
 * What several objects share is visited once.
 */
#ifndef LOAD_WALK_H
#define LOAD_WALK_H

#include "load/field.h"

struct walk_at {
	enum hide hide;
	int kind;                        /* of the object; KIND_COUNT: of none */
	const struct field_table *table; /* that the row is of */
	const void *base;                /* the struct that the table describes */
	const void *object;              /* that all this is in */
	sym key;                         /* of a label or an annotation that has this value; .s NULL: none */
};

/* s.s is never NULL. */
typedef sym (*walk_fn)(void *self, const struct walk_at *at, sym s);

struct walk {
	struct arena *arena; /* remembers what was visited */
	struct pairmap visited;
	walk_fn fn;
	void *self;
	struct walk_at at;
	bool gated; /* in an object whose members others may read too */
};

/* scratch lives as long as w. */
void walk_init(struct walk *w, struct arena *scratch, walk_fn fn, void *self);
void walk_object(struct walk *w, int kind, const struct field_table *t, void *object);
/* All objects, and the index by name is made anew. */
void walk_cluster(struct walk *w, struct cluster *c);

#endif
