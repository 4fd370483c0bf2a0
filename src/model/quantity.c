/*
 * Arithmetic of Kubernetes quantities (apimachinery pkg/api/resource: quantity.go, amount.go,
 * scale_int.go).  Reading and printing are in quantity_text.c.
 */
#include "model/quantity.h"

#include "base/die.h"

#define MILLI (-3)

/* v * 10^exponent; false if that overflows. */
static bool mul_pow10(int64_t v, uint32_t exponent, int64_t *ret)
{
	if (v == 0)
		exponent = 0;
	for (; exponent; exponent--) {
		if (__builtin_mul_overflow(v, 10, &v))
			return false;
	}
	*ret = v;
	return true;
}

static uint64_t magnitude(int64_t v)
{
	return v < 0 ? -(uint64_t)v : (uint64_t)v;
}

static int64_t wrap(uint64_t v, bool negative)
{
	return (int64_t)(negative ? -v : v);
}

static void to_big(struct quantity *q)
{
	if (q->big)
		return;
	q->big = true;
	q->negative = q->v < 0;
	bignum_set(&q->mag, magnitude(q->v));
}

static void copy(struct quantity *to, const struct quantity *from)
{
	to->big = from->big;
	to->negative = from->negative;
	to->format = from->format;
	to->scale = from->scale;
	to->v = from->v;
	to->text = from->text;
	if (from->big)
		bignum_copy(&to->mag, &from->mag);
}

struct quantity quantity_from_int(int64_t v, int32_t scale, enum quantity_format format)
{
	struct quantity q = { .scale = scale, .v = v, .format = format };

	if (scale < QUANTITY_SCALE_MIN || scale > QUANTITY_EXPONENT_MAX)
		die("quantity with scale %d", (int)scale);
	return q;
}

int quantity_sign(const struct quantity *q)
{
	if (!q->big)
		return (q->v > 0) - (q->v < 0);
	if (bignum_is_zero(&q->mag))
		return 0;
	return q->negative ? -1 : 1;
}

/* Go's negativeScaleInt64: a remainder rounds away from zero. */
static int64_t fast_down(int64_t v, uint32_t exponent)
{
	int64_t away = v < 0 ? -1 : 1;
	bool remainder = false;

	for (; exponent && v; exponent--) {
		remainder |= v % 10 != 0;
		v /= 10;
	}
	return remainder ? v + away : v;
}

/*
 * Go's positiveScaleInt64, whose result is taken even where it overflows: the exponents that it
 * multiplies in one step wrap around, the others give up with 0.
 */
static int64_t fast_up(int64_t v, uint32_t exponent)
{
	uint64_t factor;
	int64_t product;

	switch (exponent) {
	case 0:
		return v;
	case 1:
		factor = 10;
		break;
	case 2:
		factor = 100;
		break;
	case 3:
		factor = 1000;
		break;
	case 6:
		factor = 1000000;
		break;
	case 9:
		factor = 1000000000;
		break;
	default:
		return mul_pow10(v, exponent, &product) ? product : 0;
	}
	return (int64_t)((uint64_t)v * factor);
}

/* Go takes the factor from a float; out of range that is the least int64 on amd64. */
static int64_t big_up(const struct quantity *q, uint32_t exponent)
{
	int64_t factor;

	if (!mul_pow10(1, exponent, &factor))
		factor = INT64_MIN;
	return wrap(bignum_low64(&q->mag) * (uint64_t)factor, q->negative);
}

/*
 * Rounds up.  What is less than the greatest int64, and so all that is negative, Go divides as an
 * int64: what does not fit wraps first, and the division cuts towards zero.
 */
static int64_t big_down(const struct quantity *q, uint32_t exponent)
{
	bool less = q->negative || (q->mag.n <= 2 && bignum_low64(&q->mag) < INT64_MAX);
	struct bignum quotient;
	int64_t factor = 1, wrapped;
	bool remainder;

	mul_pow10(1, exponent, &factor); /* fits: no scale is less than QUANTITY_SCALE_MIN */
	if (less) {
		wrapped = wrap(bignum_low64(&q->mag), q->negative);
		return wrapped / factor + (wrapped % factor != 0);
	}
	bignum_copy(&quotient, &q->mag);
	remainder = bignum_div_pow10(&quotient, exponent);
	return (int64_t)(bignum_low64(&quotient) + remainder);
}

static int64_t scaled(const struct quantity *q, int32_t scale)
{
	bool down = q->scale < scale;
	uint32_t exponent = (uint32_t)(down ? scale - q->scale : q->scale - scale);

	if (q->big)
		return down ? big_down(q, exponent) : big_up(q, exponent);
	return down ? fast_down(q->v, exponent) : fast_up(q->v, exponent);
}

int64_t quantity_value(const struct quantity *q)
{
	return scaled(q, 0);
}

int64_t quantity_milli(const struct quantity *q)
{
	return scaled(q, MILLI);
}

/* Multiplies the one with the greater scale out, until both have the same. */
static void align(struct quantity *a, struct quantity *b)
{
	struct quantity *upper = a->scale > b->scale ? a : b;
	int32_t scale = a->scale > b->scale ? b->scale : a->scale;

	bignum_mul_pow10(&upper->mag, (uint32_t)(upper->scale - scale));
	upper->scale = scale;
}

static int cmp_big(const struct quantity *a, const struct quantity *b)
{
	struct quantity x, y;
	int order;

	copy(&x, a);
	copy(&y, b);
	to_big(&x);
	to_big(&y);
	align(&x, &y);
	order = bignum_cmp(&x.mag, &y.mag);
	return quantity_sign(a) < 0 ? -order : order;
}

int quantity_cmp(const struct quantity *a, const struct quantity *b)
{
	int sign_a = quantity_sign(a), sign_b = quantity_sign(b);

	if (sign_a != sign_b)
		return sign_a < sign_b ? -1 : 1;
	if (sign_a == 0)
		return 0;
	if (!a->big && !b->big && a->scale == b->scale)
		return (a->v > b->v) - (a->v < b->v);
	return cmp_big(a, b);
}

/* False, and nothing changed, if the sum does not fit: then both go on in the big form. */
static bool add_fast(struct quantity *sum, int64_t v, int32_t scale)
{
	int64_t a = sum->v, b = v;

	if (v == 0)
		return true;
	if (sum->v == 0) {
		sum->v = v;
		sum->scale = scale;
		return true;
	}
	if (sum->scale > scale && !mul_pow10(sum->v, (uint32_t)(sum->scale - scale), &a))
		return false;
	if (sum->scale < scale && !mul_pow10(v, (uint32_t)(scale - sum->scale), &b))
		return false;
	if (__builtin_add_overflow(a, b, &a))
		return false;
	sum->v = a;
	if (sum->scale > scale)
		sum->scale = scale;
	return true;
}

static void add_big(struct quantity *sum, const struct quantity *q, bool negate)
{
	struct quantity other;

	copy(&other, q);
	to_big(&other);
	to_big(sum);
	align(sum, &other);
	if (negate)
		other.negative = !other.negative;
	if (sum->negative == other.negative) {
		bignum_add(&sum->mag, &other.mag);
	} else if (bignum_cmp(&sum->mag, &other.mag) >= 0) {
		bignum_sub(&sum->mag, &other.mag);
	} else {
		bignum_sub(&other.mag, &sum->mag);
		bignum_copy(&sum->mag, &other.mag);
		sum->negative = other.negative;
	}
}

void quantity_add(struct quantity *sum, const struct quantity *q)
{
	sum->text = NULL;
	if (quantity_sign(sum) == 0)
		sum->format = q->format;
	if (!sum->big && !q->big && add_fast(sum, q->v, q->scale))
		return;
	add_big(sum, q, false);
}

void quantity_sub(struct quantity *diff, const struct quantity *q)
{
	diff->text = NULL;
	if (quantity_sign(diff) == 0)
		diff->format = q->format;
	/* Go negates the least int64 to itself here */
	if (!diff->big && !q->big && add_fast(diff, wrap((uint64_t)q->v, true), q->scale))
		return;
	add_big(diff, q, true);
}

void quantity_max(struct quantity *max, const struct quantity *q)
{
	bool big = max->big || q->big;

	if (quantity_cmp(q, max) <= 0)
		return;
	copy(max, q);
	if (big)
		to_big(max); /* Go's comparison left it so */
}
