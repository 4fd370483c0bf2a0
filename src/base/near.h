/* Names that were probably meant. */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

#include <stddef.h>

#define NEAR_MAX 2 /* a name further away than this is another name */

/*
 * How many characters have to be changed, added, removed or swapped with their neighbour to make one
 * of the other; NEAR_MAX + 1 for anything further away.
 */
unsigned near_distance(const char *a, size_t a_len, const char *b, size_t b_len);

#endif
