/* The search for sets of changes, and what the parts that make fixes of them share. */
#ifndef ADVICE_FIX_SEARCH_H
#define ADVICE_FIX_SEARCH_H

#include "advice/change.h"
#include "advice/fix.h"
#include "advice/fix_options.h"

#define PLAN_CHANGES_MAX REPAIR_MAX

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
	struct budgets *budgets; /* NULL: not known */
	struct pairmap seen; /* the sets that were thought of */
	struct pairmap sorts; /* how many of each sort were found */
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
int plan_cost(const struct plan *p); /* of its changes */
/* Equal for plans of the same kinds of change: one of them says most of what the others do. */
sym plan_sort(struct search *s, const struct plan *p);

/* The same for all orders of the changes. */
sym plan_key(struct search *s, const struct plan *p);
void plans_add(struct search *s, struct plans *l, const struct plan *p);
void queue_push(struct search *s, const struct plan *p);
struct plan queue_pop(struct search *s); /* the queue must not be empty */

/* fix_new_nodes.c: "3 such nodes for the 7 waiting pods of web"; NULL: nothing to add. */
const char *tell_new_nodes(struct search *s, const struct plan *p);

#endif
