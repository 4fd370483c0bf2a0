/* Inside of patterns: the program that a pattern becomes. */
#ifndef RULES_PROGRAM_H
#define RULES_PROGRAM_H

#include "rules/pattern.h"

#define PROGRAM_MAX 4096 /* instructions */

enum op {
	OP_BYTE,  /* x: the byte */
	OP_SET,   /* x: number of the set */
	OP_ANY,
	OP_BEGIN, /* ^ */
	OP_END,   /* $ */
	OP_SAVE,  /* x: slot; the position is noted there */
	OP_JUMP,  /* x: where to */
	OP_SPLIT, /* x: tried first, y: tried next; number: among the splits */
	OP_MATCH,
};

struct instruction {
	uint8_t op;
	uint16_t x, y, number;
};

struct byte_set {
	uint32_t bits[8];
};

struct pattern {
	struct instruction *program;
	struct byte_set *sets;
	uint32_t n, n_sets, n_splits;
	unsigned groups;
	bool anchored;                              /* begins with ^ */
	const char *names[PATTERN_GROUPS_MAX + 1];
	const char *literal;                        /* somewhere in every match */
	size_t literal_len;
	bool literal_first;                         /* every match begins with it */
};

static inline bool byte_set_has(const struct byte_set *s, unsigned char c)
{
	return s->bits[c >> 5] >> (c & 31) & 1;
}

static inline void byte_set_add(struct byte_set *s, unsigned char c)
{
	s->bits[c >> 5] |= (uint32_t)1 << (c & 31);
}

#endif
