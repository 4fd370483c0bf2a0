/*
 * One line of text in several inks.
 *
 *	struct inked l = INKED_INIT;
 *	inked_add(&l, INK_DIM, _("stage "));
 *	inked_addf(&l, INK_BOLD, "%s", stage_name(r->stage));
 *	row_line(s, NULL, &l);
 *	inked_release(&l);
 *
 * Text from the cluster goes through inked_put(), which escapes it.
 */
#ifndef TUI_INKED_H
#define TUI_INKED_H

#include "base/strbuf.h"
#include "tui/ink.h"

#define INKED_MARKS_MAX 64 /* changes of ink in a line; what comes after keeps the last one */

struct ink_mark {
	size_t at; /* byte of the text from which on */
	enum ink ink;
};

struct inked {
	struct strbuf text;
	struct ink_mark marks[INKED_MARKS_MAX];
	unsigned n;
};

#define INKED_INIT { .text = STRBUF_INIT }

void inked_release(struct inked *l);
void inked_reset(struct inked *l);
void inked_add(struct inked *l, enum ink ink, const char *text);
void inked_addf(struct inked *l, enum ink ink, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void inked_put(struct inked *l, enum ink ink, const char *raw); /* escaped; NULL adds nothing */
/* From now on; for text that is added to l->text by other means. */
void inked_mark(struct inked *l, enum ink ink);

#endif
