#include "report/amount.h"

#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"

/* Bytes are counted in powers of two, everything else in plain units. */
static bool is_bytes(const char *resource)
{
	return strcmp(resource, "memory") == 0 || strcmp(resource, "ephemeral-storage") == 0 ||
	       strcmp(resource, "storage") == 0 || strncmp(resource, "hugepages-", 10) == 0;
}

struct quantity amount_to_quantity(const char *resource, bool milli, int64_t v)
{
	return quantity_from_int(v, milli ? -3 : 0,
				 is_bytes(resource) ? QUANTITY_BINARY_SI : QUANTITY_DECIMAL_SI);
}

void amount_exact(struct strbuf *out, const char *resource, bool milli, int64_t v)
{
	struct quantity q = amount_to_quantity(resource, milli, v);

	quantity_format(&q, out);
}

/* v in tenths of 1 << shift.  shift is at most 60, so ten times the remainder fits. */
static uint64_t tenths_of(uint64_t v, unsigned shift, bool up)
{
	uint64_t unit = (uint64_t)1 << shift, rest = (v & (unit - 1)) * 10;

	return (v >> shift) * 10 + (rest >> shift) + (up && (rest & (unit - 1)));
}

static void bytes_short(struct strbuf *out, uint64_t v, bool up)
{
	static const char *const suffix[] = { "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" };
	unsigned step = 0;
	uint64_t tenths;

	while (step < 6 && v >> (10 * (step + 1)))
		step++;
	tenths = tenths_of(v, 10 * step, up);
	if (tenths >= 10240 && step < 6) { /* 1023.96Mi rounded up */
		step++;
		tenths = 10;
	}
	strbuf_addf(out, "%" PRIu64, tenths / 10);
	if (tenths % 10)
		strbuf_addf(out, ".%" PRIu64, tenths % 10);
	strbuf_adds(out, suffix[step]);
}

void amount_short(struct strbuf *out, const char *resource, bool milli, int64_t v,
		  enum amount_rounding rounding)
{
	bool up = rounding == AMOUNT_UP;

	if (milli || !is_bytes(resource)) {
		amount_exact(out, resource, milli, v);
		return;
	}
	if (v < 0) {
		strbuf_addc(out, '-');
		up = !up;
	}
	bytes_short(out, v < 0 ? -(uint64_t)v : (uint64_t)v, up);
}

static bool is_cpu(const char *resource)
{
	return strcmp(resource, "cpu") == 0;
}

static void cpu_phrase(struct strbuf *out, int64_t milli)
{
	if (milli < 1000)
		strbuf_addf(out, "%" PRId64 "%s", milli, milli ? "m" : "");
	else if (milli % 1000 == 0)
		strbuf_addf(out, "%" PRId64, milli / 1000);
	else if (milli % 100 == 0)
		strbuf_addf(out, "%" PRId64 ".%" PRId64, milli / 1000, milli % 1000 / 100);
	else
		strbuf_addf(out, "%" PRId64 ".%02" PRId64, milli / 1000, milli % 1000 / 10);
}

void amount_phrase_exact(struct strbuf *out, const char *resource, int64_t v)
{
	amount_exact(out, resource, is_cpu(resource), v);
}

void amount_phrase(struct strbuf *out, const char *resource, int64_t v)
{
	if (v < 0)
		amount_phrase_exact(out, resource, v);
	else if (is_cpu(resource))
		cpu_phrase(out, v);
	else if (is_bytes(resource))
		bytes_short(out, (uint64_t)v, false);
	else
		strbuf_addf(out, "%" PRId64, v);
}

void amount_phrase_beside(struct strbuf *out, const char *resource, int64_t v, int64_t other)
{
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;

	amount_phrase(&a, resource, v);
	amount_phrase(&b, resource, other);
	if (v != other && strcmp(a.buf, b.buf) == 0)
		amount_phrase_exact(out, resource, v);
	else
		strbuf_adds(out, a.buf);
	strbuf_release(&a);
	strbuf_release(&b);
}

void amount_phrase_of(struct strbuf *out, const char *resource, int64_t v, int64_t other)
{
	amount_phrase_beside(out, resource, v, other);
	strbuf_addf(out, "%s%s", is_bytes(resource) ? C_("5Gi of memory", " of ") : " ", resource);
}
