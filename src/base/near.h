/* Names that look like the one that was asked for. */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

#include <stddef.h>

#define NEAR_MAX 3

struct near_names { /* nearest first, equal ones by name */
	const char *wanted;
	struct { const char *name; size_t distance; } v[NEAR_MAX];
	size_t n;
};

/* Takes the name in if it is near enough; it stays borrowed. */
void near_offer(struct near_names *near, const char *name);
/* Levenshtein distance, at most `most` + 1: beyond that the exact number is of no use. */
size_t edit_distance(const char *a, const char *b, size_t most);

#endif
