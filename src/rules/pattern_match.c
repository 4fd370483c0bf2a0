/*
 * Backtracking that never does the same thing twice: each split is entered at most once at each
 * position of the text.  Without back-references, what follows depends on nothing else.
 */
#include "rules/program.h"

#include <string.h>

#include "base/die.h"

struct choice { /* to come back to: go on at pc, or put a slot's old value back */
	uint32_t at;
	uint16_t pc;
	uint16_t slot; /* 0: go on; else slot + 1 */
};

struct pattern_scratch {
	struct choice *stack;
	size_t n, cap;
	uint64_t *seen; /* bit: split number * (len + 1) + position */
	size_t words, seen_cap;
};

struct run {
	const struct pattern *p;
	struct pattern_scratch *s;
	const char *text;
	size_t len;
	uint32_t *slots;
};

struct pattern_scratch *pattern_scratch_new(void)
{
	return xcalloc(1, sizeof(struct pattern_scratch));
}

void pattern_scratch_free(struct pattern_scratch *s)
{
	if (!s)
		return;
	xfree(s->stack);
	xfree(s->seen);
	xfree(s);
}

static void push(struct pattern_scratch *s, uint16_t pc, uint32_t at, uint16_t slot)
{
	if (s->n == s->cap) {
		s->cap = s->cap ? s->cap * 2 : 256;
		s->stack = xrealloc(s->stack, s->cap * sizeof(*s->stack));
	}
	s->stack[s->n++] = (struct choice){ at, pc, slot };
}

static void forget_seen(struct pattern_scratch *s, size_t bits)
{
	s->words = bits / 64 + 1;
	if (s->words > s->seen_cap) {
		s->seen_cap = s->words * 2;
		s->seen = xrealloc(s->seen, s->seen_cap * sizeof(*s->seen));
	}
	memset(s->seen, 0, s->words * sizeof(*s->seen));
}

/* True the first time. */
static bool first_visit(struct pattern_scratch *s, size_t bit)
{
	uint64_t mask = (uint64_t)1 << (bit & 63);

	if (s->seen[bit >> 6] & mask)
		return false;
	s->seen[bit >> 6] |= mask;
	return true;
}

static void save(struct run *r, uint16_t slot, uint32_t at)
{
	push(r->s, 0, r->slots[slot], (uint16_t)(slot + 1));
	r->slots[slot] = at;
}

/* From pc and at as far as it goes without a choice: true at the end of the program. */
static bool advance(struct run *r, uint16_t pc, uint32_t at)
{
	const struct pattern *p = r->p;
	const char *text = r->text;
	size_t len = r->len;

	for (;;) {
		const struct instruction *i = &p->program[pc++];

		switch ((enum op)i->op) {
		case OP_BYTE:
			if (at == len || (unsigned char)text[at++] != i->x)
				return false;
			break;
		case OP_SET:
			if (at == len || !byte_set_has(&p->sets[i->x], (unsigned char)text[at++]))
				return false;
			break;
		case OP_ANY:
			if (at++ == len)
				return false;
			break;
		case OP_BEGIN:
			if (at != 0)
				return false;
			break;
		case OP_END:
			if (at != len)
				return false;
			break;
		case OP_SAVE:
			save(r, i->x, at);
			break;
		case OP_JUMP:
			pc = i->x;
			break;
		case OP_SPLIT:
			if (!first_visit(r->s, i->number * (len + 1) + at))
				return false;
			push(r->s, i->y, at, 0);
			pc = i->x;
			break;
		case OP_MATCH:
			r->slots[1] = at;
			return true;
		}
	}
}

static bool match_at(struct run *r, uint32_t start)
{
	struct pattern_scratch *s = r->s;

	s->n = 0;
	r->slots[0] = start;
	if (advance(r, 0, start))
		return true;
	while (s->n) {
		struct choice c = s->stack[--s->n];

		if (c.slot)
			r->slots[c.slot - 1] = c.at;
		else if (advance(r, c.pc, c.at))
			return true;
	}
	return false;
}

static const char *find(const char *from, const char *end, const char *what, size_t len)
{
	while ((size_t)(end - from) >= len) {
		from = memchr(from, what[0], (size_t)(end - from) - len + 1);
		if (!from)
			return NULL;
		if (memcmp(from, what, len) == 0)
			return from;
		from++;
	}
	return NULL;
}

static bool search(struct run *r)
{
	const struct pattern *p = r->p;
	const char *end = r->text + r->len, *at = r->text;

	if (p->anchored)
		return match_at(r, 0);
	for (; at <= end; at++) {
		if (p->literal_first)
			at = find(at, end, p->literal, p->literal_len);
		if (!at)
			return false;
		if (match_at(r, (uint32_t)(at - r->text)))
			return true;
	}
	return false;
}

bool pattern_match(const struct pattern *p, struct pattern_scratch *s, const char *text, size_t len,
		   struct span groups[PATTERN_GROUPS_MAX + 1])
{
	uint32_t slots[2 * (PATTERN_GROUPS_MAX + 1)];
	struct run r = { p, s, text, len, slots };

	for (size_t i = 0; i < sizeof(slots) / sizeof(*slots); i++)
		slots[i] = i % 2 ? 0 : UINT32_MAX;
	forget_seen(s, p->n_splits * (len + 1));
	if (!search(&r))
		return false;
	for (unsigned i = 0; i <= p->groups; i++)
		groups[i] = (struct span){ slots[2 * i], slots[2 * i + 1] };
	return true;
}
