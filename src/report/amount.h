/* Amounts of a resource as text: exact and canonical, or short for people. */
#ifndef REPORT_AMOUNT_H
#define REPORT_AMOUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "model/quantity.h"

/* milli: v counts thousandths. */
struct quantity amount_to_quantity(const char *resource, bool milli, int64_t v);
/* "1500m", "1536Mi": as Kubernetes prints the quantity. */
void amount_exact(struct strbuf *out, const char *resource, bool milli, int64_t v);

enum amount_rounding { AMOUNT_DOWN, AMOUNT_UP };
/*
 * "1.5Gi": one decimal at most.  Rounded so that it never flatters: what is free down, what is
 * wanted or lacking up.
 */
void amount_short(struct strbuf *out, const char *resource, bool milli, int64_t v,
		  enum amount_rounding rounding);

/* For sentences.  v: of cpu in thousandths, of others in units. */

/* "3.92", "500m", "3.9Gi"; rounded down. */
void amount_phrase(struct strbuf *out, const char *resource, int64_t v);
/* "1500m", "4090Mi". */
void amount_phrase_exact(struct strbuf *out, const char *resource, int64_t v);
/* Beside another amount in the same sentence: exact if the short texts would look the same. */
void amount_phrase_beside(struct strbuf *out, const char *resource, int64_t v, int64_t other);
/* The same with the resource: "12 cpu", "5Gi of memory". */
void amount_phrase_of(struct strbuf *out, const char *resource, int64_t v, int64_t other);

#endif
