/* Amounts of resources for sentences: short where that says the same, exact where it would not. */
#ifndef DIAGNOSE_AMOUNT_H
#define DIAGNOSE_AMOUNT_H

#include <stdint.h>

#include "base/strbuf.h"

/* cpu in thousandths, others in units.  "3.92", "500m", "3.9Gi"; rounded down. */
void add_amount(struct strbuf *out, const char *resource, int64_t v);
/* "1500m", "4090Mi": the canonical quantity, exact. */
void add_exact_amount(struct strbuf *out, const char *resource, int64_t v);
/*
 * An amount that is compared with another one in the same sentence: exact if the short texts would
 * look the same.
 */
void add_amount_beside(struct strbuf *out, const char *resource, int64_t v, int64_t other);
/* The same with the resource: "12 cpu", "5Gi of memory". */
void add_amount_of(struct strbuf *out, const char *resource, int64_t v, int64_t other);

#endif
