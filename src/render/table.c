#include "render/table.h"

#include <string.h>

#include "base/die.h"
#include "base/text.h"

#define GAP 2u
#define CONTINUATION 2u /* indent of the second and later lines of a wrapped cell */
#define ELLIPSIS "\xe2\x80\xa6"

struct cell {
	const char *text;
	enum tone tone;
};

struct row {
	struct cell cells[TABLE_COLUMNS_MAX];
	struct cell note; /* text NULL: none */
	bool note_is_whole;
	struct row *next;
};

struct table {
	struct arena *arena;
	unsigned n;
	struct table_column columns[TABLE_COLUMNS_MAX];
	struct row *first, *last;
};

struct layout {
	unsigned width[TABLE_COLUMNS_MAX];
};

struct table *table_new(struct arena *arena, const struct table_column *columns, unsigned n)
{
	struct table *t = ARENA_NEW(arena, struct table);

	if (n == 0 || n > TABLE_COLUMNS_MAX)
		die("table of %u columns", n);
	t->arena = arena;
	t->n = n;
	memcpy(t->columns, columns, n * sizeof(*columns));
	return t;
}

void table_row(struct table *t)
{
	struct row *row = ARENA_NEW(t->arena, struct row);

	for (unsigned i = 0; i < t->n; i++)
		row->cells[i].text = "";
	if (t->last)
		t->last->next = row;
	else
		t->first = row;
	t->last = row;
}

void table_cell(struct table *t, unsigned column, enum tone tone, const char *text)
{
	t->last->cells[column] = (struct cell){ arena_strdup(t->arena, text), tone };
}

void table_note(struct table *t, enum tone tone, const char *text)
{
	t->last->note = (struct cell){ arena_strdup(t->arena, text), tone };
}

void table_command(struct table *t, enum tone tone, const char *text)
{
	table_note(t, tone, text);
	t->last->note_is_whole = true;
}

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
	if (!r->note.text)
		return;
	sheet_spaces(sh, indent + CONTINUATION);
	if (r->note_is_whole)
		sheet_line(sh, r->note.tone, r->note.text);
	else
		sheet_paragraph(sh, indent + CONTINUATION, indent + CONTINUATION, r->note.tone,
				r->note.text);
}

void table_print(const struct table *t, const struct sheet *sh, unsigned indent)
{
	struct row head = { 0 };
	struct layout l;

	natural_widths(t, &l);
	if (sh->width)
		fit(t, &l, sh->width > indent ? sh->width - indent : 1);
	for (unsigned i = 0; i < t->n; i++)
		head.cells[i] = (struct cell){ t->columns[i].title, TONE_DIM };
	print_row(t, &l, sh, indent, &head);
	for (const struct row *r = t->first; r; r = r->next)
		print_row(t, &l, sh, indent, r);
}
