#include "render/amount.h"

#include <inttypes.h>
#include <string.h>

#include "model/quantity.h"

/* Bytes are counted in powers of two, everything else in plain units. */
static bool is_bytes(const char *resource)
{
	return strcmp(resource, "memory") == 0 || strcmp(resource, "ephemeral-storage") == 0 ||
	       strcmp(resource, "storage") == 0 || strncmp(resource, "hugepages-", 10) == 0;
}

void amount_exact(struct strbuf *out, const char *resource, bool milli, int64_t v)
{
	enum quantity_format format = is_bytes(resource) ? QUANTITY_BINARY_SI : QUANTITY_DECIMAL_SI;
	struct quantity q = quantity_from_int(v, milli ? -3 : 0, format);

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
