/* What Kueue last said about a pod or Job that it holds back; its own objects are not read. */
#ifndef DIAGNOSE_KUEUE_H
#define DIAGNOSE_KUEUE_H

#include "diagnose/ruling.h"

/*
 * The newest word about the Workload that Kueue made for the object: what the rules make of it goes
 * into v, the signal into s.  False: nothing is known.
 */
bool kueue_says(struct signals *s, enum kind kind, const struct meta *object, struct ruling *v);

#endif
