/* The search for sets of changes, and what the parts that make fixes of them share. */
#ifndef ADVICE_FIX_SEARCH_H
#define ADVICE_FIX_SEARCH_H

#include "advice/change.h"
#include "advice/fix.h"

#define PLAN_CHANGES_MAX 8

/* Changes, made in that order. */
struct plan {
	const struct change *v[PLAN_CHANGES_MAX];
	uint32_t n;
	int cost;
	uint32_t turn; /* when it was thought of: decides between equal ones */
};

struct plans {
	struct plan *v;
	uint32_t n, cap;
};

struct search {
	const struct fix_request *request;
	struct arena *arena; /* owned, for the time of the search */
	struct symtab *ids;  /* owned */
	struct pairmap seen; /* the sets that were thought of */
	struct plans queue;  /* a heap: cheapest first */
	struct plans found;
	struct { sym *v; uint32_t n; } nodes; /* those that are looked at */
	uint32_t turns, left;                 /* replays that may still be made */
};

void search_init(struct search *s, const struct fix_request *r);
void search_run(struct search *s);
void search_release(struct search *s);

/* Makes all changes; false: one of them is pointless after the others.  trial_end() either way. */
bool plan_make(const struct plan *p, struct trial *t);
/* Some node passes after these changes. */
bool plan_fits(struct search *s, const struct plan *p);
bool plan_has(const struct plan *p, const struct change *c);
bool plan_covers(const struct plan *p, const struct plan *part); /* has all of part's changes */
enum safety plan_safety(const struct plan *p);

/* fix_apply.c: what a person does to make these changes. */
void plan_apply(const struct search *s, const struct plan *p, struct fix *ret);

#endif
