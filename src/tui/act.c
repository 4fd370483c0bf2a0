/* From a key to what happens. */
#include <string.h>

#include "base/i18n.h"
#include "tui/ui_state.h"

#define SHIFT_COLUMNS 8u
#define SHIFT_MAX 4000u

static unsigned page(const struct ui *ui)
{
	return ui->rows.height > 1 ? ui->rows.height - 1 : 1;
}

static void move(struct list *l, size_t by, bool down)
{
	if (down)
		list_select(l, l->cursor + by);
	else
		list_select(l, l->cursor > by ? l->cursor - by : 0);
}

static void find(struct ui *ui, int step)
{
	struct screen *s = ui_top(ui);
	size_t n = s->list->item_count, from;

	if (!s->list->search.len) {
		ui_say(ui, INK_WARN, _("nothing was searched for yet: /"));
		return;
	}
	if (!n)
		return;
	from = step > 0 ? s->list->cursor + 1 : s->list->cursor + n - 1;
	if (!list_find(s, from % n, step))
		ui_say(ui, INK_WARN, _("not found: %s"), s->list->search.buf);
}

static bool has_columns(struct ui *ui)
{
	if (!ui_top(ui)->ops->columns)
		ui_say(ui, INK_WARN, _("nothing to sort here"));
	return ui_top(ui)->ops->columns != NULL;
}

static void sort(struct ui *ui, int step)
{
	struct screen *s = ui_top(ui);
	unsigned choices = s->ops->column_count + 1; /* the last: as it was loaded */

	if (!has_columns(ui))
		return;
	do /* marks and numbers without a title are not sorted by */
		s->list->sort = step > 0 ? (s->list->sort + 1) % choices :
					   (s->list->sort + choices - 1) % choices;
	while (s->list->sort && !*s->ops->columns[s->list->sort - 1].title);
	list_settle(s);
	if (s->list->sort)
		ui_say(ui, INK_DIM, _("sorted by %s"), _(s->ops->columns[s->list->sort - 1].title));
	else
		ui_say(ui, INK_DIM, _("in the usual order"));
}

static void reverse(struct ui *ui)
{
	struct screen *s = ui_top(ui);

	if (!has_columns(ui))
		return;
	s->list->reverse = !s->list->reverse;
	list_settle(s);
}

static void fold(struct ui *ui)
{
	struct screen *s = ui_top(ui);
	bool has_groups = false;

	for (size_t i = 0; i < s->list->row_count; i++)
		has_groups |= s->list->rows[i]->group != NULL;
	if (!has_groups) {
		ui_say(ui, INK_WARN, _("nothing to fold here"));
		return;
	}
	s->list->fold = !s->list->fold;
	list_settle(s);
}

static void shift(struct screen *s, bool right)
{
	struct list *l = s->list;

	if (right && l->shift < SHIFT_MAX)
		l->shift += SHIFT_COLUMNS;
	else if (!right)
		l->shift -= l->shift < SHIFT_COLUMNS ? l->shift : SHIFT_COLUMNS;
}

static void enter(struct ui *ui)
{
	struct screen *s = ui_top(ui);
	const struct list_group *heading = list_heading(s->list);
	struct row *r = list_selected(s->list);

	if (heading)
		list_open_group(s, !heading->open);
	else if (r && s->ops->enter)
		s->ops->enter(s, r);
}

/* A click selects; one on what is selected already looks into it. */
static void click(struct ui *ui, const struct key_event *e)
{
	struct list *l = ui_top(ui)->list;
	const struct area *a = &ui->rows;
	size_t item;

	if (e->y < a->y || e->y >= a->y + a->height || e->x < a->x || e->x >= a->x + a->width)
		return;
	item = l->top + e->y - a->y;
	if (item >= l->item_count)
		return;
	if (item == l->cursor)
		enter(ui);
	else
		list_select(l, item);
}

static void back(struct ui *ui)
{
	struct screen *s = ui_top(ui);

	if (s->list->search.len || s->list->filter.len) {
		strbuf_reset(&s->list->search);
		strbuf_reset(&s->list->filter);
		list_settle(s);
	} else if (ui->depth > 1) {
		ui_back(ui);
	} else {
		ui_say(ui, INK_DIM, _("this is the first screen; q leaves"));
	}
}

/* The tab after or before the one that is shown or lies below. */
static void next_tab(struct ui *ui, int step)
{
	unsigned depth = ui->depth, id;

	while (depth && screen_table[ui->stack[depth - 1]].place != PLACE_POD)
		depth--;
	if (!depth) {
		ui_say(ui, INK_WARN, _("open a pod first"));
		return;
	}
	id = ui->stack[depth - 1];
	do
		id = step > 0 ? id + 1 : id + SCREEN_COUNT - 1;
	while (screen_table[id % SCREEN_COUNT].place != PLACE_POD ||
	       id % SCREEN_COUNT == SCREEN_NONE);
	ui_open(ui, (enum screen_id)(id % SCREEN_COUNT), NULL);
}

static void toggle_pane(struct ui *ui)
{
	if (ui_top(ui)->ops->pane == SCREEN_NONE) {
		ui_say(ui, INK_WARN, _("this screen has no pane"));
		return;
	}
	if (ui->pane_shown)
		ui->pane = PANE_OFF;
	else
		ui->pane = PANE_ON;
}

static bool act_on_list(struct ui *ui, enum action action)
{
	struct screen *s = ui_top(ui);
	struct list *l = s->list;

	switch ((int)action) {
	case ACTION_DOWN:
		move(l, 1, true);
		return true;
	case ACTION_UP:
		move(l, 1, false);
		return true;
	case ACTION_PAGE_DOWN:
		move(l, page(ui), true);
		return true;
	case ACTION_PAGE_UP:
		move(l, page(ui), false);
		return true;
	case ACTION_TOP:
		list_select(l, 0);
		return true;
	case ACTION_BOTTOM:
		list_select(l, l->item_count);
		return true;
	case ACTION_RIGHT:
	case ACTION_LEFT:
		if (!list_open_group(s, action == ACTION_RIGHT))
			shift(s, action == ACTION_RIGHT);
		return true;
	case ACTION_SORT_RIGHT:
	case ACTION_SORT_LEFT:
		sort(ui, action == ACTION_SORT_RIGHT ? 1 : -1);
		return true;
	case ACTION_SORT_REVERSE:
		reverse(ui);
		return true;
	case ACTION_FOLD:
		fold(ui);
		return true;
	case ACTION_NEXT_FOUND:
	case ACTION_PREVIOUS_FOUND:
		find(ui, action == ACTION_NEXT_FOUND ? 1 : -1);
		return true;
	}
	return false;
}

static bool act_on_program(struct ui *ui, enum action action)
{
	struct list *l = ui_top(ui)->list;

	switch ((int)action) {
	case ACTION_ENTER:
		enter(ui);
		return true;
	case ACTION_BACK:
		back(ui);
		return true;
	case ACTION_NEXT_TAB:
	case ACTION_PREVIOUS_TAB:
		next_tab(ui, action == ACTION_NEXT_TAB ? 1 : -1);
		return true;
	case ACTION_SEARCH:
		prompt_open(ui, PROMPT_SEARCH, "/", l->search.buf);
		return true;
	case ACTION_FILTER:
		prompt_open(ui, PROMPT_FILTER, _("filter: "), l->filter.buf);
		return true;
	case ACTION_PANE:
		toggle_pane(ui);
		return true;
	case ACTION_REFRESH:
		ui_refresh(ui);
		return true;
	case ACTION_REDRAW:
		ui->terminal->redraw(ui->terminal->self);
		return true;
	case ACTION_CLOSE:
		if (ui->depth > 1)
			ui_back(ui);
		else
			ui->quit = true;
		return true;
	case ACTION_QUIT:
		ui->quit = true;
		return true;
	}
	return false;
}

/* On the list it is about the pod that is selected there. */
static void open_screen(struct ui *ui, enum screen_id id)
{
	struct screen *s = ui_top(ui);
	const struct row *r = list_selected(s->list);

	if (ui_top_id(ui) == SCREEN_PODS && screen_table[id].place == PLACE_POD && r) {
		s->ops->enter(s, r);
		if (ui_top_id(ui) == SCREEN_PODS)
			return; /* it is gone */
	}
	ui_open(ui, id, NULL);
}

/* Keys that mean something on other screens only. */
static void tell_key(struct ui *ui, uint32_t key)
{
	for (size_t i = 0; i < key_binding_count; i++)
		for (unsigned k = 0; k < KEYS_MAX; k++)
			if (key && key_bindings[i].keys[k] == key) {
				ui_say(ui, INK_WARN, _("not on this screen: %s"), _(key_bindings[i].help));
				return;
			}
}

void ui_event(struct ui *ui, const struct key_event *e)
{
	struct screen *s = ui_top(ui);
	const struct key_binding *b = key_lookup(ui_top_id(ui), e->key);
	enum screen_id opens = screen_of_key(e->key);

	if (ui->prompt.kind != PROMPT_NONE) {
		prompt_key(ui, e->key);
		return;
	}
	strbuf_reset(&ui->message);
	if (e->key == K_CLICK)
		click(ui, e);
	else if (b && !act_on_list(ui, b->action) && !act_on_program(ui, b->action) && s->ops->act)
		s->ops->act(s, b->action, list_selected(s->list));
	else if (!b && opens != SCREEN_NONE)
		open_screen(ui, opens);
	else if (!b)
		tell_key(ui, e->key);
}
