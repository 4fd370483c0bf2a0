/* Details as sentences for people.  The result is escaped. */
#ifndef RENDER_EVIDENCE_H
#define RENDER_EVIDENCE_H

#include "base/strbuf.h"
#include "report/report.h"

enum evidence_style {
	EVIDENCE_SHORT,  /* "memory: wants 2Gi, free 1.5Gi of 8Gi, short 512Mi" */
	EVIDENCE_EXACT,  /* the same with quantities to the last digit */
	EVIDENCE_COMMON, /* "memory: wants 2Gi": without what differs from node to node */
};

void evidence_text(struct strbuf *out, const struct detail *d, enum evidence_style style);
void reasons_text(struct strbuf *out, const struct strings *reasons); /* joined by "; " */
void object_text(struct strbuf *out, const struct object_ref *o);     /* "shop/web", "n1" */
/* "a, b, c and 9 more": at most max of them; 0: all. */
void list_text(struct strbuf *out, const struct strings *s, uint32_t max);

#endif
