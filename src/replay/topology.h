/*
 * The nodes by the value that they have for a topology key: rules about domains count in arrays by
 * the domain's number, and no label is looked up per pod.
 */
#ifndef REPLAY_TOPOLOGY_H
#define REPLAY_TOPOLOGY_H

#include "replay/view.h"

struct topology {
	sym key;
	uint32_t n;	   /* domains, numbered from 1 */
	sym *values;	   /* by number; that of 0 is .s NULL */
	uint32_t *of_node; /* by node index: its domain, 0 without the label; NULL: no node has it */
};

/*
 * For the nodes as they are in the view now.  Kept by the view as long as its nodes are those that
 * it started with, else made in arena.
 */
const struct topology *topology_of(const struct view *v, sym key, struct arena *arena);

static inline uint32_t topology_domain(const struct topology *t, const struct node_info *n)
{
	return t->of_node ? t->of_node[n->index] : 0;
}

#endif
