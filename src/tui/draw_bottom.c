/* The bottom line: hints, messages, what is typed, where one is. */
#include <string.h>

#include "base/text.h"
#include "tui/draw.h"
#include "tui/key.h"

static bool has_hint(const struct ui *ui, const struct key_binding *b, bool own)
{
	uint32_t bit = UINT32_C(1) << ui_top_id(ui);

	return b->hint && (b->screens & bit) && (b->screens != UINT32_MAX) == own;
}

/* Hints as long as a whole one fits: half of one says nothing. */
static void put_hints(struct ui *ui, struct inked *l, bool own, unsigned width)
{
	struct strbuf name = STRBUF_INIT;

	for (size_t i = 0; i < key_binding_count; i++) {
		const struct key_binding *b = &key_bindings[i];

		if (!has_hint(ui, b, own))
			continue;
		strbuf_reset(&name);
		key_text(&name, b->keys[0]);
		if (text_width(l->text.buf, l->text.len) + text_width(name.buf, name.len) + 1 +
		    text_width(_(b->hint), strlen(_(b->hint))) > width)
			continue;
		inked_addf(l, INK_KEY, "%s", name.buf);
		inked_addf(l, INK_DIM, " %s  ", _(b->hint));
	}
	strbuf_release(&name);
}

static void draw_hints(struct ui *ui, struct area a)
{
	struct inked l = INKED_INIT;

	inked_add(&l, INK_KEY, "?");
	inked_addf(&l, INK_DIM, " %s  ", _("help"));
	put_hints(ui, &l, true, a.width);
	put_hints(ui, &l, false, a.width);
	while (l.text.len && l.text.buf[l.text.len - 1] == ' ')
		l.text.buf[--l.text.len] = '\0';
	draw_line(&ui->surface, a, &l);
	inked_release(&l);
}

void draw_prompt(struct ui *ui, struct area a)
{
	const struct prompt *p = &ui->prompt;
	unsigned title, before = text_width(p->text.buf, p->at), skip = 0, x;
	struct inked l = INKED_INIT;

	surface_fill(&ui->surface, a, INK_PLAIN);
	title = surface_puts(&ui->surface, a.x, a.y, a.width / 2, INK_KEY, p->title.buf);
	a.x += title;
	a.width -= title;
	if (!a.width)
		return;
	if (before >= a.width)
		skip = before - a.width + 1;
	inked_add(&l, INK_PLAIN, p->text.buf);
	row_text_draw(&ui->surface, a, &(struct row_text){ l.text.buf, l.marks, l.n }, skip);
	inked_release(&l);
	x = a.x + before - skip;
	surface_flag(&ui->surface, (struct area){ x, a.y, 1, 1 }, CELL_SELECTED);
}

/* "[web] 3/8": the filter, and where one is. */
static void put_place(struct ui *ui, struct inked *l)
{
	const struct list *list = ui_top(ui)->list;

	if (list->filter.len) {
		inked_add(l, INK_WARN, "[");
		inked_put(l, INK_WARN, list->filter.buf);
		inked_add(l, INK_WARN, "] ");
	}
	if (list->search.len) {
		inked_add(l, INK_DIM, "/");
		inked_put(l, INK_DIM, list->search.buf);
		inked_add(l, INK_DIM, " ");
	}
	if (list->item_count)
		inked_addf(l, INK_DIM, "%zu/%zu", list->cursor + 1, list->item_count);
	if (subjects_pending(&ui->subjects) && ui_top_id(ui) == SCREEN_PODS)
		inked_add(l, INK_WARN, " \xe2\x80\xa6");
}

void draw_bottom(struct ui *ui, struct area a)
{
	struct inked place = INKED_INIT;
	unsigned width;

	if (ui->prompt.kind != PROMPT_NONE) {
		draw_prompt(ui, a);
		if (ui->message.len && a.y) { /* what was wrong with it */
			struct area above = { a.x, a.y - 1, a.width, 1 };

			surface_fill(&ui->surface, above, INK_PLAIN);
			surface_puts(&ui->surface, above.x, above.y, above.width, ui->message_ink,
				     ui->message.buf);
		}
		return;
	}
	surface_fill(&ui->surface, a, INK_PLAIN);
	put_place(ui, &place);
	width = text_width(place.text.buf, place.text.len);
	if (width && width < a.width / 2) {
		draw_line(&ui->surface, (struct area){ a.x + a.width - width, a.y, width, 1 },
			  &place);
		a.width -= width + 1;
	}
	if (ui->message.len)
		surface_puts(&ui->surface, a.x, a.y, a.width, ui->message_ink, ui->message.buf);
	else
		draw_hints(ui, a);
	inked_release(&place);
}

