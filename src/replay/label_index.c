#include "replay/label_index.h"

#include <string.h>

struct label_index_item {
	struct label_index_item *next; /* of a higher number */
	uint32_t number;
};

void label_index_init(struct label_index *idx, struct arena *arena)
{
	*idx = (struct label_index){ .arena = arena };
	pairmap_init(&idx->by_label, arena);
}

static struct label_index_item *new_item(struct label_index *idx, uint32_t number,
					 struct label_index_item *next)
{
	struct label_index_item *item = ARENA_NEW(idx->arena, struct label_index_item);

	item->number = number;
	item->next = next;
	return item;
}

static void add_key(struct label_index *idx, sym key)
{
	union pairmap_value *seen = pairmap_put(&idx->by_label, key.s, NULL);

	if (seen->num)
		return;
	seen->num = 1;
	if (idx->keys.n == idx->keys_cap) {
		uint32_t cap = idx->keys_cap ? idx->keys_cap * 2 : 4;
		sym *v = ARENA_ARRAY(idx->arena, cap, sym);

		if (idx->keys.n)
			memcpy(v, idx->keys.v, idx->keys.n * sizeof(*v));
		idx->keys.v = v;
		idx->keys_cap = cap;
	}
	idx->keys.v[idx->keys.n++] = key;
}

void label_index_add(struct label_index *idx, uint32_t number, sym key, const struct syms *values)
{
	if (!key.s) {
		idx->rest = new_item(idx, number, idx->rest);
		return;
	}
	add_key(idx, key);
	for (uint32_t i = 0; i < values->n; i++) {
		union pairmap_value *head;

		if (!values->v[i].s)
			continue; /* no label has it */
		head = pairmap_put(&idx->by_label, key.s, values->v[i].s);
		head->ptr = new_item(idx, number, head->ptr);
	}
}

static const struct selector_req *first_in(const struct selector_reqs *reqs)
{
	for (uint32_t i = 0; i < reqs->n; i++)
		if (reqs->v[i].op == OP_IN && reqs->v[i].key.s)
			return &reqs->v[i];
	return NULL;
}

void label_index_add_node_selector(struct label_index *idx, uint32_t number,
				   const struct node_selector *s)
{
	const struct selector_req *in = NULL;

	if (s && s->terms.n == 1)
		in = first_in(&s->terms.v[0].match_expressions);
	label_index_add(idx, number, in ? in->key : (sym){ NULL }, in ? &in->values : NULL);
}

void label_index_add_label_selector(struct label_index *idx, uint32_t number,
				    const struct label_selector *s)
{
	const struct selector_req *in;

	if (s && s->match_labels.n) {
		struct syms one = { &s->match_labels.v[0].value, 1 };

		label_index_add(idx, number, s->match_labels.v[0].key, &one);
		return;
	}
	in = s ? first_in(&s->match_expressions) : NULL;
	label_index_add(idx, number, in ? in->key : (sym){ NULL }, in ? &in->values : NULL);
}

static uint32_t first_below(const struct label_index_item *item, uint32_t best,
			    bool (*passes)(const void *context, uint32_t number),
			    const void *context)
{
	for (; item && item->number < best; item = item->next)
		if (passes(context, item->number))
			return item->number;
	return best;
}

uint32_t label_index_first(const struct label_index *idx, const struct labels *labels,
			   bool (*passes)(const void *context, uint32_t number),
			   const void *context)
{
	uint32_t best = first_below(idx->rest, LABEL_INDEX_NONE, passes, context);

	for (uint32_t i = 0; i < idx->keys.n; i++) {
		sym value = labels_get(labels, idx->keys.v[i]);
		const union pairmap_value *head;

		if (!value.s)
			continue;
		head = pairmap_get(&idx->by_label, idx->keys.v[i].s, value.s);
		if (head)
			best = first_below(head->ptr, best, passes, context);
	}
	return best;
}
