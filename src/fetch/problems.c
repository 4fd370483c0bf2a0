#include "fetch/problems.h"

#include <stdarg.h>

#include "base/i18n.h"

void problems_add(struct problems *p, const char *fmt, ...)
{
	va_list ap;

	if (p->n++)
		strbuf_adds(&p->text, C_("clause", ", "));
	va_start(ap, fmt);
	strbuf_vaddf(&p->text, fmt, ap);
	va_end(ap);
}

int problems_result(struct problems *p, struct error *err)
{
	int rc = 0;

	if (p->n)
		rc = error_set(err, ERR_PARSE, p->n > 1 ? _("invalid configuration: [%s]")
							: _("invalid configuration: %s"), p->text.buf);
	strbuf_release(&p->text);
	return rc;
}
