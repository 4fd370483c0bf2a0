#include "tui/inked.h"

#include "base/text.h"

void inked_release(struct inked *l)
{
	strbuf_release(&l->text);
	l->n = 0;
}

void inked_reset(struct inked *l)
{
	strbuf_reset(&l->text);
	l->n = 0;
}

void inked_mark(struct inked *l, enum ink ink)
{
	if (l->n && l->marks[l->n - 1].at == l->text.len)
		l->n--;
	if ((l->n && l->marks[l->n - 1].ink == ink) || l->n == INKED_MARKS_MAX)
		return;
	l->marks[l->n++] = (struct ink_mark){ l->text.len, ink };
}

void inked_add(struct inked *l, enum ink ink, const char *text)
{
	inked_mark(l, ink);
	strbuf_adds(&l->text, text);
}

void inked_addf(struct inked *l, enum ink ink, const char *fmt, ...)
{
	va_list ap;

	inked_mark(l, ink);
	va_start(ap, fmt);
	strbuf_vaddf(&l->text, fmt, ap);
	va_end(ap);
}

void inked_put(struct inked *l, enum ink ink, const char *raw)
{
	inked_mark(l, ink);
	text_put(&l->text, raw);
}
