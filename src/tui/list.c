#include "tui/list.h"

#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "report/strings.h"

struct list *list_new(void)
{
	struct list *l = xcalloc(1, sizeof(*l));

	l->selected = l->filter = l->search = (struct strbuf)STRBUF_INIT;
	l->open_arena = arena_new();
	return l;
}

void list_free(struct list *l)
{
	strbuf_release(&l->selected);
	strbuf_release(&l->filter);
	strbuf_release(&l->search);
	arena_free(l->open_arena);
	xfree(l);
}

void list_clear(struct list *l)
{
	l->rows = NULL;
	l->items = NULL;
	l->groups = NULL;
	l->row_count = l->item_count = l->group_count = 0;
	memset(l->widths, 0, sizeof(l->widths));
	l->measured = false;
}

void list_add(struct screen *s, struct row *r)
{
	struct list *l = s->list;

	l->rows = arena_grown(s->arena, l->rows, l->row_count, sizeof(*l->rows));
	l->rows[l->row_count++] = r;
}

/* --- order */

struct sort_key {
	struct row *row;
	const char *text; /* NULL: the number counts */
	int64_t number;
	size_t index;
	bool reverse, is_line;
};

static int by_key(const void *pa, const void *pb)
{
	const struct sort_key *a = pa, *b = pb;
	int order = a->number < b->number ? -1 : a->number > b->number;

	if (a->is_line != b->is_line) /* remarks below the rows stay there */
		return a->is_line ? 1 : -1;
	if (a->text && b->text)
		order = strcmp(a->text, b->text);
	if (order)
		return a->reverse ? -order : order;
	return a->index < b->index ? -1 : a->index > b->index; /* what load() had first */
}

static struct sort_key sort_key(const struct screen *s, struct row *r, size_t index,
				struct arena *scratch)
{
	struct sort_key k = { .row = r, .index = index, .is_line = r->line != NULL,
			      .reverse = s->list->reverse && !r->line };
	struct cell_text cell = { .text = INKED_INIT };

	if (!s->list->sort || r->line)
		return k;
	s->ops->cell(s, r, s->list->sort - 1, &cell);
	k.number = cell.number;
	if (!cell.has_number)
		k.text = arena_strndup(scratch, cell.text.text.buf, cell.text.text.len);
	inked_release(&cell.text);
	return k;
}

/* In the order of the chosen column, or of load(), either way around. */
static void sort_rows(struct screen *s, struct row **v, size_t n)
{
	struct arena *scratch = arena_new();
	struct sort_key *keys = ARENA_ARRAY(scratch, n, struct sort_key);

	for (size_t i = 0; i < n; i++) {
		keys[i] = sort_key(s, v[i], i, scratch);
		if (!s->list->sort)
			keys[i].number = (int64_t)i;
	}
	qsort(keys, n, sizeof(*keys), by_key);
	for (size_t i = 0; i < n; i++)
		v[i] = keys[i].row;
	arena_free(scratch);
}

/* --- groups */

static bool is_open(const struct list *l, const char *group)
{
	for (uint32_t i = 0; i < l->open.n; i++)
		if (!strcmp(l->open.v[i], group))
			return true;
	return false;
}

static struct list_group *group_of(struct screen *s, const struct row *r)
{
	struct list *l = s->list;

	for (size_t i = 0; i < l->group_count; i++)
		if (!strcmp(l->groups[i].text, r->group))
			return &l->groups[i];
	l->groups[l->group_count] = (struct list_group){ r->group, 0, is_open(l, r->group), r };
	return &l->groups[l->group_count++];
}

static void add_item(struct list *l, struct row *r, const struct list_group *g)
{
	l->items[l->item_count++] = (struct item){ r, g };
}

/* The rows of a group where its first one stands, all others in their places. */
static void fold_in_place(struct screen *s, struct row **v, size_t n, const size_t *group)
{
	struct list *l = s->list;

	for (size_t i = 0; i < n; i++) {
		const struct list_group *g = group[i] == SIZE_MAX ? NULL : &l->groups[group[i]];

		if (!g || g->count == 1) {
			add_item(l, v[i], NULL);
			continue;
		}
		if (g->first != v[i])
			continue;
		add_item(l, NULL, g);
		for (size_t k = i; k < n && g->open; k++)
			if (group[k] == group[i])
				add_item(l, v[k], g);
	}
}

/* Groups in the order of their first rows; rows without a group stay where they are. */
static void fold_items(struct screen *s, struct row **v, size_t n)
{
	struct list *l = s->list;
	size_t *group = ARENA_ARRAY(s->arena, n, size_t);

	l->groups = ARENA_ARRAY(s->arena, n, struct list_group);
	for (size_t i = 0; i < n; i++) {
		struct list_group *g = v[i]->group ? group_of(s, v[i]) : NULL;

		group[i] = g ? (size_t)(g - l->groups) : SIZE_MAX;
		if (g)
			g->count++;
	}
	if (s->ops->flags & SCREEN_FOLDS_ROWS) {
		fold_in_place(s, v, n, group);
		return;
	}
	for (size_t i = 0; i < n; i++)
		if (group[i] == SIZE_MAX)
			add_item(l, v[i], NULL);
	for (size_t g = 0; g < l->group_count; g++) {
		add_item(l, NULL, &l->groups[g]);
		for (size_t i = 0; i < n && l->groups[g].open; i++)
			if (group[i] == g)
				add_item(l, v[i], &l->groups[g]);
	}
}

/* --- selection */

static const char *item_key(const struct item *item)
{
	return item->row ? item->row->key : item->group->text;
}

void list_select(struct list *l, size_t item)
{
	if (!l->item_count) {
		l->cursor = 0;
		return;
	}
	l->cursor = item < l->item_count ? item : l->item_count - 1;
	strbuf_reset(&l->selected);
	strbuf_adds(&l->selected, item_key(&l->items[l->cursor]));
}

bool list_select_key(struct list *l, const char *key)
{
	for (size_t i = 0; i < l->item_count; i++)
		if (!strcmp(item_key(&l->items[i]), key)) {
			list_select(l, i);
			return true;
		}
	return false;
}

/* A row in a closed group is found at its heading. */
static bool select_group_of(struct list *l, const char *key)
{
	for (size_t i = 0; i < l->row_count; i++)
		if (l->rows[i]->group && !strcmp(l->rows[i]->key, key))
			return list_select_key(l, l->rows[i]->group);
	return false;
}

/* The line on the screen stays where it was, too. */
static void restore_selection(struct list *l)
{
	size_t line = l->cursor > l->top ? l->cursor - l->top : 0;

	if (!l->selected.len || (!list_select_key(l, l->selected.buf) &&
				 !select_group_of(l, l->selected.buf)))
		list_select(l, l->cursor);
	l->top = l->cursor > line ? l->cursor - line : 0;
}

void list_settle(struct screen *s)
{
	struct list *l = s->list;
	struct row **v = ARENA_ARRAY(s->arena, l->row_count, struct row *);
	size_t n = 0;

	for (size_t i = 0; i < l->row_count; i++)
		if (!l->filter.len || words_match(row_haystack(s, l->rows[i]), l->filter.buf))
			v[n++] = l->rows[i];
	if (l->sort || l->reverse)
		sort_rows(s, v, n);
	l->items = ARENA_ARRAY(s->arena, 2 * n, struct item);
	l->item_count = l->group_count = 0;
	if (l->fold)
		fold_items(s, v, n);
	else
		for (size_t i = 0; i < n; i++)
			add_item(l, v[i], NULL);
	restore_selection(l);
}

static const struct item *selected_item(const struct list *l)
{
	return l->item_count ? &l->items[l->cursor] : NULL;
}

struct row *list_selected(const struct list *l)
{
	return l->item_count ? l->items[l->cursor].row : NULL;
}

const struct list_group *list_heading(const struct list *l)
{
	const struct item *i = selected_item(l);

	return i && !i->row ? i->group : NULL;
}

static void forget_open(struct list *l, const char *group)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < l->open.n; i++)
		if (strcmp(l->open.v[i], group) != 0)
			l->open.v[kept++] = l->open.v[i];
	l->open.n = kept;
}

bool list_open_group(struct screen *s, bool open)
{
	struct list *l = s->list;
	const struct item *i = selected_item(l);
	const char *text;

	if (!i || !i->group || i->group->open == open)
		return false;
	text = arena_strdup(l->open_arena, i->group->text);
	forget_open(l, text);
	if (open)
		strings_push(&l->open, text, l->open_arena);
	else
		list_select_key(l, text);
	list_settle(s);
	return true;
}

/* --- search and scrolling */

/* In a group that is closed: it is opened. */
static bool find_in_closed(struct screen *s)
{
	struct list *l = s->list;

	for (size_t i = 0; i < l->row_count && l->fold; i++) {
		struct row *r = l->rows[i];
		const char *haystack = row_haystack(s, r);

		if (!r->group || is_open(l, r->group) || !words_match(haystack, l->filter.buf) ||
		    !words_match(haystack, l->search.buf))
			continue;
		strings_push(&l->open, arena_strdup(l->open_arena, r->group), l->open_arena);
		list_settle(s);
		return list_select_key(l, r->key);
	}
	return false;
}

bool list_find(struct screen *s, size_t from, int step)
{
	struct list *l = s->list;
	size_t n = l->item_count;

	if (!l->search.len)
		return false;
	for (size_t i = 0; i < n; i++) {
		size_t at = step > 0 ? (from + i) % n : (from % n + n - i) % n;
		struct row *r = l->items[at].row;

		if (r && words_match(row_haystack(s, r), l->search.buf)) {
			list_select(l, at);
			return true;
		}
	}
	return find_in_closed(s);
}

void list_scroll(struct list *l, unsigned height, bool pager)
{
	size_t last = l->item_count > height ? l->item_count - height : 0;

	if (pager || l->cursor < l->top)
		l->top = l->cursor;
	else if (height && l->cursor >= l->top + height)
		l->top = l->cursor - height + 1;
	if (l->top > last)
		l->top = last;
	if (pager)
		l->cursor = l->top;
}
