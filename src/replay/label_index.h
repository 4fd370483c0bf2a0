/*
 * Things that a node has to have some label for: found by the node's labels instead of by asking
 * each thing.  Clusters with local volumes or node-local storage have one such thing per node.
 */
#ifndef REPLAY_LABEL_INDEX_H
#define REPLAY_LABEL_INDEX_H

#include "base/pairmap.h"
#include "model/selector.h"

struct label_index_item;

struct label_index {
	struct arena *arena;
	struct pairmap by_label; /* (key, value) -> items; (key, NULL): the key is in keys */
	struct syms keys;
	uint32_t keys_cap;
	struct label_index_item *rest; /* no necessary label known */
};

void label_index_init(struct label_index *idx, struct arena *arena);
/*
 * Things are numbered and added from the highest number to the lowest.  A thing is found under
 * each of the values; without a key it is asked on every node.
 */
void label_index_add(struct label_index *idx, uint32_t number, sym key, const struct syms *values);
/* Adds by a label that the selector cannot do without. */
void label_index_add_node_selector(struct label_index *idx, uint32_t number,
				   const struct node_selector *s);
void label_index_add_label_selector(struct label_index *idx, uint32_t number,
				    const struct label_selector *s);

#define LABEL_INDEX_NONE UINT32_MAX

/* The lowest number among those that passes() holds for, or LABEL_INDEX_NONE. */
uint32_t label_index_first(const struct label_index *idx, const struct labels *labels,
			   bool (*passes)(const void *context, uint32_t number),
			   const void *context);

#endif
