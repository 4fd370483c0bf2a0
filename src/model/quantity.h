/*
 * Kubernetes resource.Quantity without floating point, overflow behaviour included (source
 * k8s.io/apimachinery/pkg/api/resource).
 *
 * A quantity is a value type: copy it freely, nothing to release.  It is either in the fast form
 * (v * 10^scale) or in the big form (an integer mantissa of bounded size times 10^scale); which
 * one decides how overflow comes out, so the form is kept as Go keeps it: adding a zero is not the
 * same as adding nothing.  Not kept: a zero finer than 10^-9 (0e-12) counts as one of 10^-9, which
 * is seen only in sums with negative amounts.
 */
#ifndef MODEL_QUANTITY_H
#define MODEL_QUANTITY_H

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/bignum.h"
#include "base/error.h"
#include "base/strbuf.h"

/*
 * Limits of what is read; no real amount comes near, and Go itself spins on absurd exponents.
 * Aligned at 10^-9 the largest amount has 256 + 300 + 9 digits (1,877 bits), so that BIGNUM_WORDS
 * leave room for the sum of 2^100 of them: arithmetic cannot overflow the big form.
 */
#define QUANTITY_TEXT_MAX 256 /* bytes */
#define QUANTITY_EXPONENT_MAX 300
#define QUANTITY_SCALE_MIN (-9)

enum quantity_format { QUANTITY_DECIMAL_SI, QUANTITY_BINARY_SI, QUANTITY_DECIMAL_EXPONENT };

struct quantity {
	bool big;
	bool negative;       /* big only */
	enum quantity_format format;
	int32_t scale;       /* decimal exponent; QUANTITY_SCALE_MIN or more */
	int64_t v;           /* fast only */
	const char *text;    /* as it was written, borrowed; NULL for a computed amount */
	struct bignum mag;   /* big only; last, so that the fast form never touches it */
};

#define QUANTITY_ZERO { .scale = 0 }

/*
 * The whole grammar, spaces around the text left out as the API's JSON decoder does.  text stays
 * borrowed in ret->text.  0, or -1 with err.
 */
int quantity_parse(const char *text, struct quantity *ret, struct error *err);

/* Go's Value() and MilliValue(): rounded up, and wrong in Go's way for amounts beyond an int64 and
 * for negative ones in the big form.  For decisions; what people read is made by quantity_format. */
int64_t quantity_value(const struct quantity *q);
int64_t quantity_milli(const struct quantity *q);
int quantity_cmp(const struct quantity *a, const struct quantity *b); /* exact: -1, 0, 1 */
int quantity_sign(const struct quantity *q);
void quantity_add(struct quantity *sum, const struct quantity *q);
void quantity_sub(struct quantity *diff, const struct quantity *q);
/* *max = q if q is greater, and then big if either was. */
void quantity_max(struct quantity *max, const struct quantity *q);
/* v * 10^scale, scale from QUANTITY_SCALE_MIN to QUANTITY_EXPONENT_MAX. */
struct quantity quantity_from_int(int64_t v, int32_t scale, enum quantity_format format);

/* Canonical text as Kubernetes prints it: "1500m", "4Gi", "0"; beyond 999E without its suffix. */
void quantity_format(const struct quantity *q, struct strbuf *out);
const char *quantity_text(struct arena *a, const struct quantity *q); /* the same, in a */

#endif
