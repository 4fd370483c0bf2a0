#include "advice/conjunctions.h"

#include <string.h>

#define TRIPLES_AMONG 128u /* requirements: more are searched for pairs only */
#define PAIRS_AMONG 1024u

struct search {
	const struct requirements *all;
	const struct requirement **v; /* those that some node fails: no other is ever needed */
	uint32_t n;
	uint64_t *sum; /* of two */
	struct arena *arena;
	struct advice *ret;
	bool *alone;   /* leaves no node by itself, so it is in no larger set */
	uint64_t *pairs; /* by i * n + k: together they leave no node */
};

static bool is_full(const struct search *s)
{
	return s->ret->conjunctions.n == CONJUNCTIONS_MAX;
}

static bool is_empty(const uint64_t *set, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++)
		if (set[i])
			return false;
	return true;
}

static bool have_nothing_in_common(const uint64_t *a, const uint64_t *b, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++)
		if (a[i] & b[i])
			return false;
	return true;
}

static void intersect(uint64_t *ret, const uint64_t *a, const uint64_t *b, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++)
		ret[i] = a[i] & b[i];
}

static void add_conjunction(struct search *s, const uint32_t *members, uint32_t n, bool exact)
{
	struct conjunction *c;

	if (is_full(s))
		return;
	c = &s->ret->conjunctions.v[s->ret->conjunctions.n++];
	c->requirements.v = ARENA_ARRAY(s->arena, n, const char *);
	for (uint32_t i = 0; i < n; i++)
		c->requirements.v[c->requirements.n++] = s->v[members[i]]->text;
	c->exact = exact;
}

static void find_singles(struct search *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		s->alone[i] = is_empty(s->v[i]->open, s->all->words);
		if (s->alone[i])
			add_conjunction(s, &i, 1, true);
	}
}

static bool is_pair(const struct search *s, uint32_t i, uint32_t k)
{
	return node_set_has(s->pairs, i * s->n + k);
}

static void find_pairs(struct search *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		for (uint32_t k = i + 1; k < s->n && !s->alone[i]; k++) {
			if (s->alone[k] ||
			    !have_nothing_in_common(s->v[i]->open, s->v[k]->open, s->all->words))
				continue;
			node_set_add(s->pairs, i * s->n + k);
			add_conjunction(s, (const uint32_t[]){ i, k }, 2, true);
		}
}

static void find_thirds(struct search *s, uint32_t i, uint32_t k)
{
	intersect(s->sum, s->v[i]->open, s->v[k]->open, s->all->words);
	for (uint32_t m = k + 1; m < s->n; m++)
		if (!s->alone[m] && !is_pair(s, i, m) && !is_pair(s, k, m) &&
		    have_nothing_in_common(s->sum, s->v[m]->open, s->all->words))
			add_conjunction(s, (const uint32_t[]){ i, k, m }, 3, true);
}

static void find_triples(struct search *s)
{
	for (uint32_t i = 0; i < s->n && !is_full(s); i++)
		for (uint32_t k = i + 1; k < s->n && !s->alone[i]; k++)
			if (!s->alone[k] && !is_pair(s, i, k))
				find_thirds(s, i, k);
}

static uint32_t common(const uint64_t *a, const uint64_t *b, uint32_t words)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < words; i++)
		for (uint64_t left = a[i] & b[i]; left; left &= left - 1)
			n++;
	return n;
}

/* The requirement that leaves the fewest of the nodes in s->sum. */
static uint32_t narrowest(const struct search *s)
{
	uint32_t best = 0, fewest = UINT32_MAX;

	for (uint32_t i = 0; i < s->n; i++) {
		uint32_t left = common(s->sum, s->v[i]->open, s->all->words);

		if (left < fewest) {
			fewest = left;
			best = i;
		}
	}
	return best;
}

static bool is_needed(struct search *s, const uint32_t *members, uint32_t n, uint32_t without)
{
	memset(s->sum, 0xff, s->all->words * sizeof(*s->sum));
	for (uint32_t i = 0; i < n; i++)
		if (i != without)
			intersect(s->sum, s->sum, s->v[members[i]]->open, s->all->words);
	return !is_empty(s->sum, s->all->words);
}

/* Takes the narrowest until no node is left, then drops what is not needed for that. */
static void find_greedily(struct search *s)
{
	uint32_t *members = ARENA_ARRAY(s->arena, s->n, uint32_t), n = 0;

	memset(s->sum, 0xff, s->all->words * sizeof(*s->sum));
	while (n < s->n && !is_empty(s->sum, s->all->words)) {
		members[n] = narrowest(s);
		intersect(s->sum, s->sum, s->v[members[n]]->open, s->all->words);
		n++;
	}
	for (uint32_t i = n; i-- > 0;)
		if (!is_needed(s, members, n, i))
			memmove(members + i, members + i + 1, (--n - i) * sizeof(*members));
	add_conjunction(s, members, n, false);
}

static bool all_leave_a_node(const struct search *s)
{
	memset(s->sum, 0xff, s->all->words * sizeof(*s->sum));
	if (s->all->nodes % 64)
		s->sum[s->all->words - 1] = (UINT64_C(1) << s->all->nodes % 64) - 1;
	for (uint32_t i = 0; i < s->n; i++)
		intersect(s->sum, s->sum, s->v[i]->open, s->all->words);
	return !is_empty(s->sum, s->all->words);
}

void conjunctions_find(const struct requirements *q, struct arena *arena, struct advice *ret)
{
	struct arena *scratch;
	struct search s = { .all = q, .arena = arena, .ret = ret };

	if (!q->nodes)
		return;
	scratch = arena_new();
	s.v = ARENA_ARRAY(scratch, q->n, const struct requirement *);
	s.sum = ARENA_ARRAY(scratch, q->words, uint64_t);
	for (uint32_t i = 0; i < q->n; i++)
		for (uint32_t node = 0; node < q->nodes; node++)
			if (!node_set_has(q->v[i].open, node)) {
				s.v[s.n++] = &q->v[i];
				break;
			}
	if (s.n && !all_leave_a_node(&s)) {
		s.ret->conjunctions.v = ARENA_ARRAY(arena, CONJUNCTIONS_MAX, struct conjunction);
		s.alone = ARENA_ARRAY(scratch, s.n, bool);
		find_singles(&s);
		if (s.n <= PAIRS_AMONG) {
			s.pairs = ARENA_ARRAY(scratch, (size_t)s.n * s.n / 64 + 1, uint64_t);
			find_pairs(&s);
		}
		if (s.n <= TRIPLES_AMONG)
			find_triples(&s);
		if (!ret->conjunctions.n)
			find_greedily(&s);
	}
	arena_free(scratch);
}
