/* Making rows: what load() of a screen calls. */
#include <string.h>

#include "base/text.h"
#include "tui/list.h"

struct row *row_add(struct screen *s, const char *key, const void *data)
{
	struct row *r = ARENA_NEW(s->arena, struct row);

	r->key = key ? arena_strdup(s->arena, key) :
		       arena_printf(s->arena, "#%zu", s->list->row_count);
	r->data = data;
	list_add(s, r);
	return r;
}

static struct row_text *rest(struct screen *s, const struct inked *l)
{
	struct row_text *t = ARENA_NEW(s->arena, struct row_text);
	struct ink_mark *marks = ARENA_ARRAY(s->arena, l->n, struct ink_mark);

	if (l->n)
		memcpy(marks, l->marks, l->n * sizeof(*marks));
	t->text = arena_strndup(s->arena, l->text.buf, l->text.len);
	t->marks = marks;
	t->n = l->n;
	return t;
}

struct row *row_line(struct screen *s, const char *key, struct inked *l)
{
	struct row *r = row_add(s, key, NULL);

	r->line = rest(s, l);
	inked_reset(l);
	return r;
}

void row_heading(struct screen *s, const char *text)
{
	struct inked l = INKED_INIT;

	inked_add(&l, INK_HEAD, text);
	row_line(s, NULL, &l);
	inked_release(&l);
}

void row_blank(struct screen *s)
{
	struct inked l = INKED_INIT;

	row_line(s, NULL, &l);
}

static enum ink ink_at(const struct inked *l, size_t at)
{
	enum ink ink = INK_PLAIN;

	for (unsigned i = 0; i < l->n && l->marks[i].at <= at; i++)
		ink = l->marks[i].ink;
	return ink;
}

/* Bytes from..to of l, in their inks. */
static void add_part(struct inked *out, const struct inked *l, size_t from, size_t to)
{
	size_t base = out->text.len;

	inked_mark(out, ink_at(l, from));
	strbuf_add(&out->text, l->text.buf + from, to - from);
	for (unsigned i = 0; i < l->n && out->n < INKED_MARKS_MAX; i++)
		if (l->marks[i].at > from && l->marks[i].at < to)
			out->marks[out->n++] = (struct ink_mark){
				base + l->marks[i].at - from, l->marks[i].ink };
}

/* The width that text after an indent may take; narrow screens get their lines cut. */
static unsigned room(const struct screen *s, unsigned indent)
{
	return s->width > indent + 10 ? s->width - indent : 10;
}

void row_wrap_line(struct screen *s, const char *key, struct inked *l, unsigned indent)
{
	struct inked part = INKED_INIT;
	size_t done = 0, skip;
	bool first = true;

	do {
		size_t n = wrap_line(l->text.buf + done, l->text.len - done,
				     room(s, first ? 0 : indent), &skip);

		if (!first)
			strbuf_addn(&part.text, ' ', indent);
		add_part(&part, l, done, done + n);
		row_line(s, first ? key : NULL, &part);
		first = false;
		done += skip;
	} while (done < l->text.len);
	inked_release(&part);
	inked_reset(l);
}

void row_wrap(struct screen *s, enum ink ink, unsigned indent, const char *text)
{
	struct inked l = INKED_INIT;

	inked_add(&l, ink, text);
	row_wrap_line(s, NULL, &l, indent);
	inked_release(&l);
}
