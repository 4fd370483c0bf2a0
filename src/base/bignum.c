#include "base/bignum.h"

#include <string.h>

#include "base/die.h"

#define POW10_9 1000000000u

static void push(struct bignum *b, uint32_t word)
{
	if (b->n >= BIGNUM_WORDS)
		die("number of more than %d bits", BIGNUM_WORDS * 32);
	b->w[b->n++] = word;
}

static void trim(struct bignum *b)
{
	while (b->n && b->w[b->n - 1] == 0)
		b->n--;
}

void bignum_set(struct bignum *b, uint64_t v)
{
	b->w[0] = (uint32_t)v;
	b->w[1] = (uint32_t)(v >> 32);
	b->n = 2;
	trim(b);
}

void bignum_copy(struct bignum *to, const struct bignum *from)
{
	to->n = from->n;
	memmove(to->w, from->w, from->n * sizeof(from->w[0]));
}

uint64_t bignum_low64(const struct bignum *b)
{
	uint64_t low = b->n > 0 ? b->w[0] : 0;

	return b->n > 1 ? low | (uint64_t)b->w[1] << 32 : low;
}

bool bignum_is_zero(const struct bignum *b)
{
	return b->n == 0;
}

int bignum_cmp(const struct bignum *a, const struct bignum *b)
{
	uint32_t i;

	if (a->n != b->n)
		return a->n < b->n ? -1 : 1;
	for (i = a->n; i-- > 0;) {
		if (a->w[i] != b->w[i])
			return a->w[i] < b->w[i] ? -1 : 1;
	}
	return 0;
}

void bignum_mul_add(struct bignum *b, uint32_t factor, uint32_t summand)
{
	uint64_t carry = summand;
	uint32_t i;

	for (i = 0; i < b->n; i++) {
		carry += (uint64_t)b->w[i] * factor;
		b->w[i] = (uint32_t)carry;
		carry >>= 32;
	}
	if (carry)
		push(b, (uint32_t)carry);
	trim(b);
}

void bignum_shift(struct bignum *b, unsigned bits)
{
	for (; bits >= 31; bits -= 31)
		bignum_mul_add(b, 1u << 31, 0);
	bignum_mul_add(b, 1u << bits, 0);
}

void bignum_mul_pow10(struct bignum *b, uint32_t exponent)
{
	if (bignum_is_zero(b))
		return;
	for (; exponent >= 9; exponent -= 9)
		bignum_mul_add(b, POW10_9, 0);
	while (exponent--)
		bignum_mul_add(b, 10, 0);
}

uint32_t bignum_div(struct bignum *b, uint32_t divisor)
{
	uint64_t rest = 0;
	uint32_t i;

	for (i = b->n; i-- > 0;) {
		rest = rest << 32 | b->w[i];
		b->w[i] = (uint32_t)(rest / divisor);
		rest %= divisor;
	}
	trim(b);
	return (uint32_t)rest;
}

bool bignum_div_pow10(struct bignum *b, uint32_t exponent)
{
	bool remainder = false;

	for (; exponent >= 9 && !bignum_is_zero(b); exponent -= 9)
		remainder |= bignum_div(b, POW10_9) != 0;
	for (; exponent && !bignum_is_zero(b); exponent--)
		remainder |= bignum_div(b, 10) != 0;
	return remainder;
}

void bignum_add(struct bignum *sum, const struct bignum *b)
{
	uint64_t carry = 0;
	uint32_t i, n = b->n;

	for (i = 0; i < n || carry; i++) {
		if (i == sum->n)
			push(sum, 0);
		carry += sum->w[i];
		if (i < n)
			carry += b->w[i];
		sum->w[i] = (uint32_t)carry;
		carry >>= 32;
	}
}

void bignum_sub(struct bignum *diff, const struct bignum *b)
{
	uint32_t i, n = b->n;
	uint64_t borrow = 0, v;

	for (i = 0; i < diff->n && (i < n || borrow); i++) {
		v = (uint64_t)diff->w[i] - borrow - (i < n ? b->w[i] : 0);
		diff->w[i] = (uint32_t)v;
		borrow = v >> 63;
	}
	trim(diff);
}

void bignum_format(const struct bignum *b, struct strbuf *out)
{
	uint32_t chunk[(BIGNUM_WORDS * 32) / 29 + 1]; /* 9 digits hold at least 29 bits */
	struct bignum rest;
	uint32_t n = 0;

	bignum_copy(&rest, b);
	do {
		chunk[n++] = bignum_div(&rest, POW10_9);
	} while (!bignum_is_zero(&rest));
	strbuf_addf(out, "%u", chunk[--n]);
	while (n)
		strbuf_addf(out, "%09u", chunk[--n]);
}
