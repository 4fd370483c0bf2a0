#ifndef RENDER_MARKDOWN_REPORT_H
#define RENDER_MARKDOWN_REPORT_H

#include <stdio.h>

#include "base/strbuf.h"
#include "render/render.h"

/* One report, for a ticket; level: of its heading, 1 to 4. */
void markdown_report(const struct report *r, const struct render_options *opts, unsigned level,
		     FILE *out);
/* "and 7 more" as a line of its own; nothing if n is 0. */
void markdown_more(FILE *out, size_t n);
/* The closing lines: what the report was made from. */
void markdown_source(const struct source *source, struct strbuf *out);

#endif
