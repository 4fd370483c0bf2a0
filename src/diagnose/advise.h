#ifndef DIAGNOSE_ADVISE_H
#define DIAGNOSE_ADVISE_H

#include "diagnose/context.h"

/* report->advice, once the stage is known. */
void fill_advice(const struct pod_case *k);

#endif
