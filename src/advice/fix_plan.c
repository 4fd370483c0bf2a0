/* Sets of changes, and the heap of those that are still to be tried. */
#include <stdlib.h>
#include <string.h>

#include "advice/fix_search.h"

bool plan_has(const struct plan *p, const struct change *c)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (sym_eq(p->v[i]->id, c->id))
			return true;
	return false;
}

bool plan_covers(const struct plan *p, const struct plan *part)
{
	for (uint32_t i = 0; i < part->n; i++)
		if (!plan_has(p, part->v[i]))
			return false;
	return true;
}

enum safety plan_safety(const struct plan *p)
{
	enum safety worst = SAFETY_INSPECT;

	for (uint32_t i = 0; i < p->n; i++)
		if (change_safety(p->v[i]) > worst)
			worst = change_safety(p->v[i]);
	return worst;
}

static int safety_cost(enum safety s)
{
	static const int costs[] = {
		[SAFETY_INSPECT] = 6, [SAFETY_LOW] = 10, [SAFETY_MUTATING] = 22,
		[SAFETY_DESTRUCTIVE] = 34,
	};

	return costs[s];
}

int plan_cost(const struct plan *p)
{
	int cost = 0;

	for (uint32_t i = 0; i < p->n; i++)
		cost += safety_cost(change_safety(p->v[i])) + p->v[i]->cost;
	return cost;
}

bool plan_make(const struct plan *p, struct trial *t)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (!trial_make(t, p->v[i]))
			return false;
	return true;
}

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int compare_ids(const void *a, const void *b)
{
	return strcmp((*(const sym *)a).s, (*(const sym *)b).s);
}

/* The same for all orders of the changes. */
sym plan_key(struct search *s, const struct plan *p)
{
	sym ids[PLAN_CHANGES_MAX] = { { NULL } };
	struct strbuf text = STRBUF_INIT;
	sym key;

	for (uint32_t i = 0; i < p->n; i++)
		ids[i] = p->v[i]->id;
	qsort(ids, p->n, sizeof(*ids), compare_ids);
	for (uint32_t i = 0; i < p->n; i++)
		strbuf_addf(&text, "%s\n", ids[i].s);
	key = sym_str(s->ids, text.buf);
	strbuf_release(&text);
	return key;
}

sym plan_sort(struct search *s, const struct plan *p)
{
	const char *words[PLAN_CHANGES_MAX] = { NULL };
	struct strbuf text = STRBUF_INIT;
	sym key;

	for (uint32_t i = 0; i < p->n; i++) {
		bool request = p->v[i]->kind == &change_kinds[CHANGE_REQUEST];

		words[i] = request ? sym_text(p->v[i]->key) : p->v[i]->kind->name;
	}
	qsort(words, p->n, sizeof(*words), compare_words);
	for (uint32_t i = 0; i < p->n; i++)
		strbuf_addf(&text, " %s", words[i]);
	key = sym_str(s->ids, text.buf);
	strbuf_release(&text);
	return key;
}

void plans_add(struct search *s, struct plans *l, const struct plan *p)
{
	if (l->n == l->cap) {
		struct plan *v = ARENA_ARRAY(s->arena, l->cap ? l->cap * 2 : 64, struct plan);

		if (l->n)
			memcpy(v, l->v, l->n * sizeof(*v));
		l->v = v;
		l->cap = l->cap ? l->cap * 2 : 64;
	}
	l->v[l->n++] = *p;
}

/* The heap */

static bool comes_first(const struct plan *a, const struct plan *b)
{
	return a->cost != b->cost ? a->cost < b->cost : a->turn < b->turn;
}

static void swap_plans(struct plans *l, uint32_t a, uint32_t b)
{
	struct plan p = l->v[a];

	l->v[a] = l->v[b];
	l->v[b] = p;
}

void queue_push(struct search *s, const struct plan *p)
{
	struct plans *q = &s->queue;
	uint32_t i = q->n;

	plans_add(s, q, p);
	for (; i && comes_first(&q->v[i], &q->v[(i - 1) / 2]); i = (i - 1) / 2)
		swap_plans(q, i, (i - 1) / 2);
}

struct plan queue_pop(struct search *s)
{
	struct plans *q = &s->queue;
	struct plan first = q->v[0];
	uint32_t i = 0;

	q->v[0] = q->v[--q->n];
	for (;;) {
		uint32_t best = i;

		for (uint32_t k = 2 * i + 1; k <= 2 * i + 2; k++)
			if (k < q->n && comes_first(&q->v[k], &q->v[best]))
				best = k;
		if (best == i)
			return first;
		swap_plans(q, i, best);
		i = best;
	}
}
