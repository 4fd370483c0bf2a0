#include "fetch/problems.h"

#include <stdarg.h>

void problems_add(struct problems *p, const char *fmt, ...)
{
	va_list ap;

	if (p->n++)
		strbuf_adds(&p->text, ", ");
	va_start(ap, fmt);
	strbuf_vaddf(&p->text, fmt, ap);
	va_end(ap);
}

int problems_result(struct problems *p, struct error *err)
{
	int rc = 0;

	if (p->n)
		rc = error_set(err, ERR_PARSE, p->n > 1 ? "invalid configuration: [%s]"
							: "invalid configuration: %s", p->text.buf);
	strbuf_release(&p->text);
	return rc;
}
