#include "rules/literals.h"

#include <string.h>

#define FILTER_BITS 16 /* a bit map of hashes, small enough for the first cache */

struct literal {
	const char *text;
	size_t len;
	uint32_t next; /* with the same hash, number + 1 */
	uint64_t seen; /* the scan that found it */
};

struct literals {
	struct literal *v;
	uint32_t n;
	uint64_t scan;
	uint64_t filter[((size_t)1 << FILTER_BITS) / 64];
	uint32_t *first;    /* by hash: number + 1 */
	uint32_t mask;
};

/* Of the first four bytes. */
static uint32_t hash(const char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	v *= 0x9e3779b1;
	return v ^ v >> 15;
}

struct literals *literals_new(struct arena *a, size_t most)
{
	struct literals *l = ARENA_NEW(a, struct literals);
	uint32_t size = 64;

	while (size < most * 2)
		size *= 2;
	l->v = ARENA_ARRAY(a, most, struct literal);
	l->first = ARENA_ARRAY(a, size, uint32_t);
	l->mask = size - 1;
	return l;
}

static uint32_t find(const struct literals *l, const char *text, size_t len, uint32_t at)
{
	for (uint32_t i = l->first[at]; i; i = l->v[i - 1].next)
		if (l->v[i - 1].len == len && memcmp(l->v[i - 1].text, text, len) == 0)
			return i - 1;
	return LITERAL_NONE;
}

uint32_t literals_add(struct literals *l, const char *text, size_t len)
{
	uint32_t h, bit, known;

	if (len < LITERAL_BYTES_MIN)
		return LITERAL_NONE;
	h = hash(text);
	known = find(l, text, len, h & l->mask);
	if (known != LITERAL_NONE)
		return known;
	bit = h >> (32 - FILTER_BITS);
	l->filter[bit >> 6] |= (uint64_t)1 << (bit & 63);
	l->v[l->n] = (struct literal){ text, len, l->first[h & l->mask], 0 };
	l->first[h & l->mask] = ++l->n;
	return l->n - 1;
}

static void look_closer(struct literals *l, uint32_t h, const char *at, size_t left)
{
	for (uint32_t i = l->first[h & l->mask]; i; i = l->v[i - 1].next) {
		struct literal *lit = &l->v[i - 1];

		if (lit->len <= left && at[lit->len - 1] == lit->text[lit->len - 1] &&
		    memcmp(lit->text, at, lit->len) == 0)
			lit->seen = l->scan;
	}
}

void literals_scan(struct literals *l, const char *text, size_t len)
{
	l->scan++;
	for (size_t i = 0; i + LITERAL_BYTES_MIN <= len; i++) {
		uint32_t h = hash(text + i), bit = h >> (32 - FILTER_BITS);

		if (l->filter[bit >> 6] >> (bit & 63) & 1)
			look_closer(l, h, text + i, len - i);
	}
}

bool literals_found(const struct literals *l, uint32_t number)
{
	return number == LITERAL_NONE || l->v[number].seen == l->scan;
}
