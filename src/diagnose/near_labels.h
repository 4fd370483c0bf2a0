#ifndef DIAGNOSE_NEAR_LABELS_H
#define DIAGNOSE_NEAR_LABELS_H

#include "base/strbuf.h"
#include "diagnose/context.h"

/* "; 3 nodes have the label disktype=ssd instead", of a key that no node has and that looks mistyped. */
void add_near_labels(struct strbuf *out, const struct pod_case *k);

#endif
