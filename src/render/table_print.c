/* A table on a terminal. */
#include <string.h>

#include "base/text.h"
#include "render/table.h"
#include "render/table_data.h"

#define GAP 2u
#define CONTINUATION 2u /* indent of the second and later lines of a wrapped cell */
#define WRAPPED_MIN 14u /* columns of a cell that wraps, and of one that is cut: less says nothing */
#define CUT_MIN 12u
#define INDENTED_MIN 30u /* in less, rows that are told one below the other begin at the edge */
#define ELLIPSIS "\xe2\x80\xa6"

struct layout {
	unsigned width[TABLE_COLUMNS_MAX];
};

static unsigned width_of(const char *s)
{
	return text_width(s, strlen(s));
}

static unsigned total_width(const struct table *t, const struct layout *l)
{
	unsigned sum = GAP * (t->n - 1);

	for (unsigned i = 0; i < t->n; i++)
		sum += l->width[i];
	return sum;
}

static void natural_widths(const struct table *t, struct layout *l)
{
	for (unsigned i = 0; i < t->n; i++) {
		l->width[i] = width_of(t->columns[i].title);
		for (const struct row *r = t->first; r; r = r->next) {
			unsigned w = width_of(r->cells[i].text);

			if (w > l->width[i])
				l->width[i] = w;
		}
	}
}

/* Takes from the widest column of one sort, down to floor, until the table fits. */
static void shrink(const struct table *t, struct layout *l, unsigned available, bool wraps,
		   unsigned floor)
{
	while (total_width(t, l) > available) {
		unsigned widest = TABLE_COLUMNS_MAX;

		for (unsigned i = 0; i < t->n; i++)
			if (t->columns[i].wraps == wraps && l->width[i] > floor &&
			    (widest == TABLE_COLUMNS_MAX || l->width[i] > l->width[widest]))
				widest = i;
		if (widest == TABLE_COLUMNS_MAX)
			return;
		l->width[widest]--;
	}
}

static void fit(const struct table *t, struct layout *l, unsigned available)
{
	static const struct { bool wraps; unsigned floor; } steps[] = {
		{ true, 36 }, { false, 16 }, { true, 16 }, { false, 8 }, { true, 8 }, { false, 3 },
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		shrink(t, l, available, steps[i].wraps, steps[i].floor);
}

/* What is left of a cell to print, line by line. */
struct piece {
	const char *s;
	size_t len;
	enum tone tone;
};

static size_t take_line(struct piece *p, const struct table_column *c, unsigned columns,
			const char **ret_s)
{
	size_t n, skip;

	*ret_s = p->s;
	if (c->wraps) {
		n = wrap_line(p->s, p->len, columns ? columns : 1, &skip);
	} else {
		n = text_cut(p->s, p->len, columns);
		skip = p->len;
	}
	p->s += skip;
	p->len -= skip;
	return n;
}

/* One terminal line of one cell; pending blanks are only written when something follows. */
static void print_piece(const struct sheet *sh, const struct table_column *c, unsigned width,
			bool continued, struct piece *p, unsigned *pending)
{
	unsigned room = width, used, lead = 0;
	bool cut;
	const char *s;
	size_t n;

	if (p->len == 0) {
		*pending += width;
		return;
	}
	if (continued && width > 2 * CONTINUATION)
		lead = CONTINUATION;
	room -= lead;
	cut = !c->wraps && text_width(p->s, p->len) > room;
	n = take_line(p, c, cut && room ? room - 1 : room, &s);
	used = text_width(s, n) + (cut ? 1 : 0);
	if (c->align == ALIGN_RIGHT && used < room)
		lead += room - used;
	sheet_spaces(sh, *pending + lead);
	sheet_put(sh, p->tone, s, n);
	if (cut)
		sheet_put(sh, p->tone, ELLIPSIS, strlen(ELLIPSIS));
	*pending = used + lead < width ? width - used - lead : 0;
}

static bool print_line(const struct table *t, const struct layout *l, const struct sheet *sh,
		       unsigned indent, bool continued, struct piece *pieces)
{
	unsigned pending = indent;
	bool more = false;

	for (unsigned i = 0; i < t->n; i++) {
		print_piece(sh, &t->columns[i], l->width[i], continued, &pieces[i], &pending);
		pending += GAP;
		more |= pieces[i].len > 0;
	}
	fputc('\n', sh->out);
	return more;
}

/* Where the first column with a title begins: behind a number or a mark. */
static unsigned text_column(const struct table *t, const struct layout *l)
{
	unsigned column = 0;

	for (unsigned i = 0; i + 1 < t->n && !*t->columns[i].title; i++)
		column += l->width[i] + GAP;
	return column;
}

/* below: columns behind the indent. */
static void print_note(const struct sheet *sh, unsigned indent, unsigned below, const struct row *r)
{
	if (!r->note.text)
		return;
	indent += r->note_is_whole ? below : CONTINUATION;
	sheet_spaces(sh, indent);
	if (r->note_is_whole)
		sheet_line(sh, r->note.tone, r->note.text);
	else
		sheet_paragraph(sh, indent, indent, r->note.tone, r->note.text);
}

static void print_row(const struct table *t, const struct layout *l, const struct sheet *sh,
		      unsigned indent, const struct row *r)
{
	struct piece pieces[TABLE_COLUMNS_MAX];
	bool continued = false;

	for (unsigned i = 0; i < t->n; i++)
		pieces[i] = (struct piece){ r->cells[i].text, strlen(r->cells[i].text),
					    r->cells[i].tone };
	while (print_line(t, l, sh, indent, continued, pieces))
		continued = true;
	print_note(sh, indent, text_column(t, l), r);
}

/* Columns that are left so narrow that their text says nothing: rows are told one below the other. */
static bool is_too_narrow(const struct table *t, const struct layout *natural,
			  const struct layout *l)
{
	for (unsigned i = 0; i < t->n; i++) {
		unsigned least = t->columns[i].wraps ? WRAPPED_MIN : CUT_MIN;

		if (l->width[i] < natural->width[i] && l->width[i] < least)
			return true;
	}
	return false;
}

/* "BLOCKED BY NodeName": a cell of a row that is told below its name. */
static void print_field(const struct sheet *sh, unsigned indent, const char *title,
			const struct cell *c)
{
	struct strbuf text = STRBUF_INIT;

	if (!*c->text)
		return;
	strbuf_addf(&text, "%s %s", title, c->text);
	sheet_spaces(sh, indent);
	sheet_paragraph(sh, indent, indent + CONTINUATION, c->tone, text.buf);
	strbuf_release(&text);
}

static void print_stacked_row(const struct table *t, const struct sheet *sh, unsigned indent,
			      const struct row *r)
{
	struct strbuf name = STRBUF_INIT;
	unsigned i = 0;

	/* what has no title and what comes after it are the row's name */
	for (; i < t->n && !*t->columns[i].title; i++)
		if (*r->cells[i].text)
			strbuf_addf(&name, "%s ", r->cells[i].text);
	if (i < t->n && *r->cells[i].text) {
		strbuf_adds(&name, r->cells[i].text);
		sheet_spaces(sh, indent);
		sheet_paragraph(sh, indent, indent + CONTINUATION, r->cells[i].tone, name.buf);
	}
	for (i++; i < t->n; i++)
		print_field(sh, indent + CONTINUATION, t->columns[i].title, &r->cells[i]);
	print_note(sh, indent, CONTINUATION, r);
	strbuf_release(&name);
}

void table_print(const struct table *t, const struct sheet *sh, unsigned indent)
{
	struct row head = { 0 };
	struct layout natural = { { 0 } }, l;

	natural_widths(t, &natural);
	l = natural;
	if (sh->width)
		fit(t, &l, sh->width > indent ? sh->width - indent : 1);
	if (is_too_narrow(t, &natural, &l)) {
		if (sh->width < INDENTED_MIN)
			indent = 0;
		for (const struct row *r = t->first; r; r = r->next)
			print_stacked_row(t, sh, indent, r);
		return;
	}
	for (unsigned i = 0; i < t->n; i++)
		head.cells[i] = (struct cell){ t->columns[i].title, TONE_DIM };
	print_row(t, &l, sh, indent, &head);
	for (const struct row *r = t->first; r; r = r->next)
		print_row(t, &l, sh, indent, r);
}
