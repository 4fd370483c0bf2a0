/* Drawing rows: which columns there is room for, and cells in their inks. */
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/list.h"

#define GAP 2u
#define LAST_LEAST 8u /* columns that the last one needs; else others give way */
#define NARROW 40u
#define ELLIPSIS "\xe2\x80\xa6"

/* Part of a text in one ink; *skip: columns that are hidden still. */
static unsigned draw_part(struct surface *sf, struct area at, enum ink ink, const char *text,
			  size_t len, unsigned *skip)
{
	size_t hidden = text_cut(text, len, *skip);

	*skip -= text_width(text, hidden);
	return surface_put(sf, at.x, at.y, at.width, ink, text + hidden, len - hidden);
}

void row_text_draw(struct surface *sf, struct area line, const struct row_text *t, unsigned shift)
{
	size_t len = strlen(t->text);
	unsigned width = text_width(t->text, len), skip = shift;
	struct area at = line;
	enum ink ink = INK_PLAIN;

	for (unsigned i = 0; i <= t->n; i++) {
		size_t from = i ? t->marks[i - 1].at : 0;
		size_t to = i < t->n ? t->marks[i].at : len;
		unsigned done;

		ink = i ? t->marks[i - 1].ink : INK_PLAIN;
		done = draw_part(sf, at, ink, t->text + from, to - from, &skip);
		at.x += done;
		at.width -= done;
	}
	if (line.width && width > shift && width - shift > line.width)
		surface_puts(sf, line.x + line.width - 1, line.y, 1, INK_DIM, ELLIPSIS);
}

static void draw_inked(struct surface *sf, struct area line, const struct inked *l, unsigned shift)
{
	const struct row_text t = { l->text.buf, l->marks, l->n };

	row_text_draw(sf, line, &t, shift);
}

/* --- columns */

struct layout {
	unsigned x[SCREEN_COLUMNS_MAX], width[SCREEN_COLUMNS_MAX]; /* width 0: left out */
	unsigned last; /* column that takes the rest and is shifted */
};

static unsigned title_width(const struct screen *s, unsigned column)
{
	const char *title = _(s->ops->columns[column].title);
	unsigned order = s->list->sort == column + 1 ? 1 : 0; /* room for the arrow */

	return text_width(title, strlen(title)) + order;
}

/* The first one with a title, behind marks. */
static unsigned name_column(const struct screen *s)
{
	unsigned c = 0;

	while (c + 1 < s->ops->column_count && !*s->ops->columns[c].title)
		c++;
	return c;
}

/* heads: the row stands for a folded group. */
static void cell_of(const struct screen *s, const struct row *r, unsigned column,
		    const struct list_group *heads, struct cell_text *out)
{
	inked_reset(&out->text);
	s->ops->cell(s, r, column, out);
	if (heads && column == name_column(s))
		inked_addf(&out->text, INK_DIM, _(" and %lld more"), (long long)heads->count - 1);
}

static void measure(struct screen *s, const struct row *r, const struct list_group *heads)
{
	struct cell_text cell = { .text = INKED_INIT };

	for (unsigned c = 0; c < s->ops->column_count; c++) {
		unsigned most = s->ops->columns[c].most, width;

		cell_of(s, r, c, heads, &cell);
		width = text_width(cell.text.text.buf, cell.text.text.len);
		if (!most || most > UINT8_MAX)
			most = UINT8_MAX;
		if (width > most)
			width = most;
		if (width > s->list->widths[c])
			s->list->widths[c] = (uint8_t)width;
	}
	inked_release(&cell.text);
}

/* All rows, not only those that are seen: columns stay where they are while one scrolls. */
static void measure_all(struct screen *s)
{
	struct list *l = s->list;

	for (size_t i = 0; i < l->row_count && !l->measured; i++)
		if (!l->rows[i]->line)
			measure(s, l->rows[i], NULL);
	l->measured = true;
	for (size_t i = 0; i < l->item_count && (s->ops->flags & SCREEN_FOLDS_ROWS); i++)
		if (!l->items[i].row)
			measure(s, l->items[i].group->first, l->items[i].group);
}

static unsigned sum_widths(const struct layout *l, unsigned n)
{
	unsigned sum = 0;

	for (unsigned c = 0; c < n; c++)
		if (c != l->last && l->width[c])
			sum += l->width[c] + GAP;
	return sum;
}

static unsigned last_least(const struct screen *s, const struct layout *l)
{
	unsigned least = s->ops->columns[l->last].least;

	least = least ? least : LAST_LEAST;
	return l->width[l->last] < least ? l->width[l->last] : least;
}

/* The column that gives way next by its rank; n: none. */
static unsigned first_to_go(const struct screen *s, const struct layout *l)
{
	unsigned n = s->ops->column_count, worst = n;

	for (unsigned c = 0; c < n; c++) {
		uint8_t rank = s->ops->columns[c].rank;

		if (c != l->last && l->width[c] && rank &&
		    (worst == n || rank > s->ops->columns[worst].rank))
			worst = c;
	}
	return worst;
}

static unsigned widest_column(const struct screen *s, const struct layout *l)
{
	unsigned n = s->ops->column_count, widest = l->last;

	for (unsigned c = 0; c < n; c++)
		if (c != l->last && (widest == l->last || l->width[c] > l->width[widest]))
			widest = c;
	return widest;
}

/*
 * Columns give way by rank; then, where it is narrow, the last one does, so that names can be read;
 * then the widest is cut.
 */
static void fit(const struct screen *s, struct layout *l, unsigned width)
{
	unsigned n = s->ops->column_count, widest;

	while (sum_widths(l, n) + last_least(s, l) > width) {
		unsigned next = first_to_go(s, l);

		if (next == n)
			break;
		l->width[next] = 0;
	}
	widest = widest_column(s, l);
	if (widest != l->last && sum_widths(l, n) + last_least(s, l) > width && width < NARROW) {
		l->width[l->last] = 0;
		l->last = widest;
	}
	while (widest != l->last && l->width[widest] > 4 && sum_widths(l, n) + last_least(s, l) > width)
		l->width[widest]--;
}

/* A wide column does not push the last one, which is cut, below half of the width. */
static void share(const struct screen *s, struct layout *l, unsigned width)
{
	unsigned n = s->ops->column_count, widest = widest_column(s, l);

	while (widest != l->last && l->width[widest] > width / 2 &&
	       sum_widths(l, n) + l->width[l->last] > width)
		l->width[widest]--;
}

/* The column that takes what is left, and is cut first. */
static unsigned last_column(const struct screen *s)
{
	for (unsigned c = s->ops->column_count; c > 0; c--)
		if (!s->ops->columns[c - 1].most)
			return c - 1;
	return s->ops->column_count - 1;
}

static void lay_out(const struct screen *s, unsigned width, struct layout *l)
{
	unsigned n = s->ops->column_count, x = 0, used;

	*l = (struct layout){ .last = last_column(s) };
	for (unsigned c = 0; c < n; c++) {
		unsigned title = title_width(s, c);

		l->width[c] = s->list->widths[c] > title ? s->list->widths[c] : title;
		if (!s->list->widths[c] && s->ops->columns[c].rank)
			l->width[c] = 0; /* nothing to say in any row */
	}
	fit(s, l, width);
	share(s, l, width);
	used = sum_widths(l, n);
	l->width[l->last] = width > used ? width - used : 0;
	for (unsigned c = 0; c < n; c++) {
		l->x[c] = x;
		x += l->width[c] ? l->width[c] + GAP : 0;
	}
}

static struct area column_area(const struct layout *l, struct area line, unsigned c)
{
	struct area a = { line.x + l->x[c], line.y, l->width[c], 1 };

	if (l->x[c] >= line.width)
		a.width = 0;
	else if (a.width > line.width - l->x[c])
		a.width = line.width - l->x[c];
	return a;
}

bool list_put_last(const struct screen *s, struct inked *out)
{
	const struct list_group *g = list_heading(s->list);
	const struct row *r = g && s->ops->flags & SCREEN_FOLDS_ROWS ? g->first :
								       list_selected(s->list);
	struct cell_text cell = { .text = INKED_INIT };

	if (!r || r->line || !s->ops->columns)
		return false;
	s->ops->cell(s, r, last_column(s), &cell);
	*out = cell.text;
	return out->text.len > 0;
}

static void draw_heads(const struct screen *s, struct surface *sf, const struct layout *l,
		       struct area line)
{
	surface_fill(sf, line, INK_HEAD);
	for (unsigned c = 0; c < s->ops->column_count; c++) {
		const char *title = _(s->ops->columns[c].title);
		bool sorts = s->list->sort == c + 1;
		struct area a = column_area(l, line, c);
		unsigned width = title_width(s, c);

		if (s->ops->columns[c].right && width < a.width) {
			a.x += a.width - width;
			a.width = width;
		}
		width = surface_puts(sf, a.x, a.y, a.width, INK_HEAD, title);
		if (sorts)
			surface_puts(sf, a.x + width, a.y, a.width - width, INK_HEAD,
				     s->list->reverse ? "\xe2\x96\xbc" : "\xe2\x96\xb2");
	}
}

/* heads: r stands for this folded group; inside: it is one of an open group. */
static void draw_cells(const struct screen *s, struct surface *sf, const struct layout *l,
		       struct area line, const struct row *r, const struct list_group *heads,
		       bool inside)
{
	struct cell_text cell = { .text = INKED_INIT };

	for (unsigned c = 0; c < s->ops->column_count; c++) {
		struct area a = column_area(l, line, c);
		unsigned width;

		if (!a.width)
			continue;
		if (inside && c == name_column(s) && a.width > 2) {
			a.x += 2;
			a.width -= 2;
		}
		cell_of(s, r, c, heads, &cell);
		width = text_width(cell.text.text.buf, cell.text.text.len);
		if (s->ops->columns[c].right && width < a.width)
			a.x += a.width - width;
		draw_inked(sf, a, &cell.text, c == l->last ? s->list->shift : 0);
	}
	inked_release(&cell.text);
}

static void draw_heading(struct surface *sf, struct area line, const struct list_group *g)
{
	struct inked l = INKED_INIT;

	inked_add(&l, INK_BOLD, g->open ? "\xe2\x96\xbe " : "\xe2\x96\xb8 ");
	inked_addf(&l, INK_BOLD, "%5u  ", (unsigned)g->count);
	inked_add(&l, INK_BOLD, g->text);
	draw_inked(sf, line, &l, 0);
	inked_release(&l);
}

static void draw_item(struct screen *s, struct surface *sf, const struct layout *l,
		      struct area line, const struct item *item)
{
	bool in_place = s->ops->flags & SCREEN_FOLDS_ROWS, inside = item->row && item->group;
	unsigned indent = inside && !in_place ? 2 : 0;

	if (!item->row && in_place) {
		draw_cells(s, sf, l, line, item->group->first, item->group, false);
		return;
	}
	if (!item->row) {
		draw_heading(sf, line, item->group);
		return;
	}
	if (indent < line.width) {
		line.x += indent;
		line.width -= indent;
	}
	if (item->row->line)
		row_text_draw(sf, line, item->row->line, s->list->shift);
	else
		draw_cells(s, sf, l, line, item->row, NULL, in_place && inside);
}

static bool is_found(struct screen *s, const struct item *item)
{
	return s->list->search.len && item->row &&
	       words_match(row_haystack(s, item->row), s->list->search.buf);
}

void list_draw(struct screen *s, struct surface *sf, struct area rows, const struct area *heads,
	       bool has_cursor)
{
	struct list *l = s->list;
	struct layout layout = { 0 };
	size_t last;

	list_scroll(l, rows.height, (s->ops->flags & SCREEN_PAGER) != 0);
	last = l->top + rows.height < l->item_count ? l->top + rows.height : l->item_count;
	if (s->ops->columns) {
		measure_all(s);
		lay_out(s, rows.width, &layout);
		if (heads && l->item_count)
			draw_heads(s, sf, &layout, *heads);
	}
	for (size_t i = l->top; i < last; i++) {
		struct area line = { rows.x, rows.y + (unsigned)(i - l->top), rows.width, 1 };

		draw_item(s, sf, &layout, line, &l->items[i]);
		if (is_found(s, &l->items[i]))
			surface_flag(sf, line, CELL_FOUND);
		if (has_cursor && i == l->cursor && !(s->ops->flags & SCREEN_PAGER))
			surface_flag(sf, line, CELL_SELECTED);
	}
}
