/*
 * What could be changed so that one plugin lets a node pass.
 *
 * Each plugin has a function in fix_options_*.c that is asked about one rejection and answers with
 * repairs: lists of changes that belong together ("tolerate both taints").  Nothing here is proven; the
 * search (fix_search.c) replays each.
 */
#ifndef ADVICE_FIX_OPTIONS_H
#define ADVICE_FIX_OPTIONS_H

#include "advice/budgets.h"
#include "advice/change.h"
#include "replay/cycle.h"

#define REPAIR_MAX 8 /* changes: with as many it is no longer worth telling */

struct repair {
	const struct change **v;
	uint32_t n, cap;
};

struct repairs {
	struct repair *v;
	uint32_t n, cap;
};

struct question {
	struct trial *trial; /* as it is: what is offered comes on top */
	struct cycle *cycle;
	struct node_info *node; /* NULL: PreFilter rejects the pod as a whole */
	const struct predicate *plugin;
	const struct outcome *out; /* details of the rejection */
	struct arena *arena;       /* of the answers */
	struct symtab *ids;
	struct budgets *budgets; /* of evictions; NULL: not known */
	struct repairs *ret;
};

void ask_options(struct question *q);
/* Gates that have to go before anything else matters. */
void options_gates(struct question *q);
/* Put there by the control plane for as long as something is wrong: neither removed nor tolerated. */
bool taint_tells_condition(const struct taint *t);
/* Another node, shaped like those there are: for the pod as it is. */
void options_new_node(struct question *q, const struct node *shape);
/* A node of a new name like another one, empty, open and in good health. */
struct node *node_like(struct trial *t, const struct node *shape);

/* A change that is not offered yet; its cost is that of its kind.  fmt tells it from all others. */
struct change *new_change(const struct question *q, enum change_id id, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void *keep(const struct question *q, const void *item, size_t size); /* a copy in q->arena */
struct repair *new_repair(const struct question *q);
void repair_add(const struct question *q, struct repair *r, const struct change *c);
void offer(const struct question *q, const struct change *c); /* a repair of one change */
void withdraw(const struct question *q); /* the last repair: it does not lead anywhere */
/* The subject as the trial has it. */
static inline const struct pod *asked_pod(const struct question *q)
{
	return q->trial->pod;
}
/* The last number of a pointer: "/spec/x/3"; -1: there is none. */
int64_t pointer_index(const char *pointer);

#define EVICTED_MAX 64 /* pods: more is no help but a migration */

/* Pods on a node whose going is offered, in one change. */
void offer_evictions(const struct question *q, const struct pod **pods, uint32_t n);

/* One per plugin. */
void options_cordon(struct question *q);
void options_taints(struct question *q);
void options_node_affinity(struct question *q);
void options_ports(struct question *q);
void options_resources(struct question *q);
void options_spread(struct question *q);
void options_inter_pod(struct question *q);
void options_restrictions(struct question *q);
void options_limits(struct question *q);
void options_binding(struct question *q);
void options_zone(struct question *q);

#endif
