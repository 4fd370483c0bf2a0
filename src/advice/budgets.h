/* Disruption budgets as the eviction API applies them: for moves and evictions. */
#ifndef ADVICE_BUDGETS_H
#define ADVICE_BUDGETS_H

#include "model/workload.h"
#include "replay/view.h"

struct budgets;

struct budgets *budgets_new(const struct view *v, struct arena *arena);
/* The budget that forbids the pod's eviction as things are; NULL: none. */
const struct pdb *budgets_against(const struct budgets *b, const struct pod *p);
/* Evicts the pod, as far as budgets go; false: they forbid it.  To be given back in any order. */
bool budgets_take(struct budgets *b, const struct pod *p);
void budgets_return(struct budgets *b, const struct pod *p);

#endif
