/*
 * The smallest sets of requirements that leave no node: met by some node with any one of them gone.
 */
#ifndef ADVICE_CONJUNCTIONS_H
#define ADVICE_CONJUNCTIONS_H

#include "advice/requirements.h"
#include "report/advice.h"

/*
 * All minimal sets of up to three, the first CONJUNCTIONS_MAX; if there is none, a larger one found
 * greedily.  Nothing if a node meets them all.  Strings are those of the requirements.
 */
#define CONJUNCTIONS_MAX 16
void conjunctions_find(const struct requirements *q, struct arena *arena, struct advice *ret);

#endif
