/* The changes of --what-if that are about the pod itself. */
#ifndef ADVICE_WHAT_IF_POD_H
#define ADVICE_WHAT_IF_POD_H

#include "advice/what_if.h"

bool what_if_toleration(const struct what_if *w, struct trial *t);
bool what_if_selector(const struct what_if *w, struct trial *t);
bool what_if_affinity(const struct what_if *w, struct trial *t);
bool what_if_spread(const struct what_if *w, struct trial *t);
bool what_if_priority(const struct what_if *w, struct trial *t);
bool what_if_amount(const struct what_if *w, struct trial *t);

#endif
