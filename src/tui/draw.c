/* The layout, and the rows with the pane beside them. */
#include "base/text.h"
#include "explore/session.h"
#include "tui/draw.h"

#define WIDE_ENOUGH 130u /* for a pane at the right */
#define HIGH_ENOUGH 40u  /* for one below */
#define ROOM_FOR_PANE 14u /* lines that a list and a pane that belongs to it need */
#define FOOT_LINES 3u /* a rule and two lines of text */

struct frame { /* areas of height 0 are left out */
	struct area title, tabs, head, what_if, heads, rows, line, pane, foot, bottom;
};

void draw_line(struct surface *sf, struct area a, const struct inked *l)
{
	const struct row_text t = { l->text.buf, l->marks, l->n };

	row_text_draw(sf, a, &t, 0);
}

/* --- areas */

static struct area take(struct area *from, unsigned height)
{
	struct area a = *from;

	a.height = height < from->height ? height : from->height;
	from->y += a.height;
	from->height -= a.height;
	return a;
}

static struct area take_last(struct area *from, unsigned height)
{
	struct area a = *from;

	a.height = height < from->height ? height : from->height;
	a.y += from->height - a.height;
	from->height -= a.height;
	return a;
}

static void split_pane(struct ui *ui, struct frame *f)
{
	enum screen_id pane = ui_top(ui)->ops->pane;
	bool right = f->rows.width >= WIDE_ENOUGH;

	ui->pane_shown = pane != SCREEN_NONE && ui->pane != PANE_OFF && f->rows.height >= 8 &&
			 f->rows.width >= 30 &&
			 (right || ui->pane == PANE_ON || f->rows.height + 6 >= HIGH_ENOUGH ||
			  (ui_top(ui)->ops->flags & SCREEN_WITH_PANE && f->rows.height >= ROOM_FOR_PANE));
	if (!ui->pane_shown)
		return;
	f->pane = f->rows;
	if (right) {
		f->rows.width = f->pane.width * 11 / 20;
		f->heads.width = f->rows.width;
		f->line = (struct area){ f->rows.width + 1, f->heads.y, 1,
					 f->pane.height + f->heads.height };
		f->pane = (struct area){ f->rows.width + 3, f->heads.y,
					 f->pane.width - f->rows.width - 3, f->line.height };
	} else {
		f->rows.height = f->pane.height * 11 / 20;
		f->line = (struct area){ 0, f->rows.y + f->rows.height, f->pane.width, 1 };
		f->pane.y = f->line.y + 1;
		f->pane.height -= f->rows.height + 1;
	}
}

static struct frame divide(struct ui *ui, const struct inked *head)
{
	struct surface *sf = &ui->surface;
	struct area rest = { 0, 0, sf->width, sf->height };
	struct frame f = { 0 };
	unsigned head_lines = lines_of(head, sf->width), most = 0;
	enum screen_place place = screen_table[ui_top_id(ui)].place;

	if (sf->height >= 4)
		f.bottom = take_last(&rest, 1);
	if (sf->height >= 3)
		f.title = take(&rest, 1);
	if (sf->height >= 16 && ui->report && place != PLACE_TOP)
		f.tabs = take(&rest, 1);
	if (sf->height >= 10)
		most = sf->height >= 24 ? 3 : sf->height >= 16 ? 2 : 1;
	f.head = take(&rest, head_lines < most ? head_lines : most);
	if (sf->height >= 10 && ui->session && session_flags(ui->session)->n &&
	    place != PLACE_TOP && place != PLACE_OVER)
		f.what_if = take(&rest, 1);
	if (sf->height >= 20 && f.head.height + f.what_if.height)
		take(&rest, 1);
	if (sf->height >= 7 && ui_top(ui)->ops->columns)
		f.heads = take(&rest, 1);
	else
		f.heads = (struct area){ rest.x, rest.y, rest.width, 0 };
	f.rows = rest;
	split_pane(ui, &f);
	if (sf->height >= 20 && ui_top(ui)->ops->columns && !ui->pane_shown)
		f.foot = take_last(&f.rows, FOOT_LINES);
	return f;
}

/* --- rows */

static void load(struct ui *ui, enum screen_id id, struct area a)
{
	struct screen *s = &ui->screens[id];

	if (ui->loaded[id] && s->width == a.width && s->height == a.height)
		return;
	s->width = a.width;
	s->height = a.height;
	arena_reset(s->arena);
	list_clear(s->list);
	s->ops->load(s);
	list_settle(s);
	ui->loaded[id] = true;
}

static void draw_empty(struct ui *ui, struct area a)
{
	const struct screen *s = ui_top(ui);
	const char *text = s->ops->empty ? _(s->ops->empty) : _("nothing to show here");

	if (s->list->filter.len)
		text = _("no line has these words; Esc shows all again");
	if (a.height)
		surface_puts(&ui->surface, a.x, a.y, a.width, INK_DIM, text);
}

static void draw_pane(struct ui *ui, const struct frame *f)
{
	const struct row *r = list_selected(ui_top(ui)->list);
	enum screen_id id = ui_top(ui)->ops->pane;
	bool right = f->line.width == 1;

	for (unsigned i = 0; i < (right ? f->line.height : f->line.width); i++)
		surface_puts(&ui->surface, right ? f->line.x : i, right ? f->line.y + i : f->line.y,
			     1, INK_DIM, right ? "\xe2\x94\x82" : "\xe2\x94\x80");
	if (!r)
		return;
	ui_set_arg(ui, id, r->key);
	load(ui, id, f->pane);
	list_draw(&ui->screens[id], &ui->surface, f->pane, NULL, false);
}

/* What is cut in the selected row. */
static void draw_foot(struct ui *ui, struct area a)
{
	struct inked l = INKED_INIT;

	for (unsigned x = 0; x < a.width; x++)
		surface_puts(&ui->surface, a.x + x, a.y, 1, INK_DIM, "\xe2\x94\x80");
	a.y++;
	a.height--;
	if (list_put_last(ui_top(ui), &l))
		draw_text(ui, a, &l);
	inked_release(&l);
}

void ui_draw(struct ui *ui)
{
	struct inked head = INKED_INIT;
	struct frame f;
	struct screen *s = ui_top(ui);

	surface_erase(&ui->surface);
	make_head(ui, &head);
	f = divide(ui, &head);
	load(ui, ui_top_id(ui), f.rows);
	if (f.title.height)
		draw_title(ui, f.title);
	if (f.tabs.height)
		draw_tabs(ui, f.tabs);
	draw_text(ui, f.head, &head);
	if (f.what_if.height)
		draw_what_if(ui, f.what_if);
	list_draw(s, &ui->surface, f.rows, f.heads.height ? &f.heads : NULL, true);
	ui->rows = f.rows;
	if (!s->list->item_count)
		draw_empty(ui, f.rows);
	if (ui->pane_shown)
		draw_pane(ui, &f);
	if (f.foot.height)
		draw_foot(ui, f.foot);
	if (f.bottom.height)
		draw_bottom(ui, f.bottom);
	else if (ui->prompt.kind != PROMPT_NONE && ui->surface.height)
		draw_prompt(ui, (struct area){ 0, ui->surface.height - 1, ui->surface.width, 1 });
	inked_release(&head);
}
