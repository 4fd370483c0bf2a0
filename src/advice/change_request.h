/* Amounts of resources as the scheduler counts them, and how a pod can ask for less. */
#ifndef ADVICE_CHANGE_REQUEST_H
#define ADVICE_CHANGE_REQUEST_H

#include "advice/change.h"

struct quantity;

/* cpu in thousandths, others in units; 0 for NULL. */
int64_t amount_value(const char *name, const struct quantity *q);

/*
 * Fills c->amounts so that the pod as a whole asks for at most room of the resource c->key, overhead
 * included, or for as little as it can.  False: nothing of it is asked for by containers.
 */
bool request_shrink(struct change *c, const struct pod *p, int64_t room, struct arena *a);

#endif
