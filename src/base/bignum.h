/*
 * Unsigned integers of bounded size, without allocation.  The bound is the caller's business: an
 * operation that would pass it ends the program (base/die.h), so callers limit their input first.
 */
#ifndef BASE_BIGNUM_H
#define BASE_BIGNUM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

#define BIGNUM_WORDS 64 /* 2048 bits, a little over 616 decimal digits */

struct bignum {
	uint32_t n; /* words in use: w[n - 1] is not 0, and 0 has none */
	uint32_t w[BIGNUM_WORDS]; /* least significant first; beyond n undefined */
};

void bignum_set(struct bignum *b, uint64_t v);
void bignum_copy(struct bignum *to, const struct bignum *from); /* the words in use only */
uint64_t bignum_low64(const struct bignum *b);
bool bignum_is_zero(const struct bignum *b);
int bignum_cmp(const struct bignum *a, const struct bignum *b); /* -1, 0, 1 */

void bignum_mul_add(struct bignum *b, uint32_t factor, uint32_t summand); /* b * factor + summand */
void bignum_shift(struct bignum *b, unsigned bits); /* b * 2^bits */
void bignum_mul_pow10(struct bignum *b, uint32_t exponent);
uint32_t bignum_div(struct bignum *b, uint32_t divisor); /* the remainder */
bool bignum_div_pow10(struct bignum *b, uint32_t exponent); /* true: there was a remainder */
void bignum_add(struct bignum *sum, const struct bignum *b);
void bignum_sub(struct bignum *diff, const struct bignum *b); /* *diff must not be less */

void bignum_format(const struct bignum *b, struct strbuf *out); /* decimal */

#endif
