#include "diagnose/amount.h"

#include <string.h>

#include "model/quantity.h"

static bool is_bytes(const char *resource)
{
	return strcmp(resource, "memory") == 0 || strcmp(resource, "ephemeral-storage") == 0 ||
	       strncmp(resource, "hugepages-", 10) == 0;
}

void add_exact_amount(struct strbuf *out, const char *resource, int64_t v)
{
	bool cpu = strcmp(resource, "cpu") == 0;
	struct quantity q = quantity_from_int(v, cpu ? -3 : 0,
					      is_bytes(resource) ? QUANTITY_BINARY_SI :
								   QUANTITY_DECIMAL_SI);

	quantity_format(&q, out);
}

static void add_cpu(struct strbuf *out, int64_t milli)
{
	if (milli < 1000)
		strbuf_addf(out, "%lld%s", (long long)milli, milli ? "m" : "");
	else if (milli % 1000 == 0)
		strbuf_addf(out, "%lld", (long long)(milli / 1000));
	else if (milli % 100 == 0)
		strbuf_addf(out, "%lld.%lld", (long long)(milli / 1000),
			    (long long)(milli % 1000 / 100));
	else
		strbuf_addf(out, "%lld.%02lld", (long long)(milli / 1000),
			    (long long)(milli % 1000 / 10));
}

static void add_bytes(struct strbuf *out, int64_t bytes)
{
	static const char units[][3] = { "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" };
	int64_t tenths;
	int unit = 0;

	while (unit < 6 && bytes >> (10 * (unit + 1)) > 0)
		unit++;
	tenths = unit ? (bytes >> (10 * (unit - 1))) % 1024 * 10 / 1024 : 0;
	strbuf_addf(out, "%lld", (long long)(bytes >> (10 * unit)));
	if (tenths)
		strbuf_addf(out, ".%lld", (long long)tenths);
	strbuf_adds(out, units[unit]);
}

void add_amount(struct strbuf *out, const char *resource, int64_t v)
{
	if (v < 0)
		add_exact_amount(out, resource, v);
	else if (strcmp(resource, "cpu") == 0)
		add_cpu(out, v);
	else if (is_bytes(resource))
		add_bytes(out, v);
	else
		strbuf_addf(out, "%lld", (long long)v);
}

void add_amount_beside(struct strbuf *out, const char *resource, int64_t v, int64_t other)
{
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;

	add_amount(&a, resource, v);
	add_amount(&b, resource, other);
	if (v != other && strcmp(a.buf, b.buf) == 0)
		add_exact_amount(out, resource, v);
	else
		strbuf_adds(out, a.buf);
	strbuf_release(&a);
	strbuf_release(&b);
}

void add_amount_of(struct strbuf *out, const char *resource, int64_t v, int64_t other)
{
	add_amount_beside(out, resource, v, other);
	strbuf_addf(out, "%s%s", is_bytes(resource) ? " of " : " ", resource);
}
