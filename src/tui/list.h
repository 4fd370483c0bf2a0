/* The rows of one screen: which are shown in what order, and which one is selected. */
#ifndef TUI_LIST_H
#define TUI_LIST_H

#include "tui/screen.h"
#include "tui/surface.h"

struct list_group {
	const char *text;
	uint32_t count;
	bool open;
	const struct row *first;
};

struct item { /* what takes a line: a row, or the heading of a group (row is NULL) */
	struct row *row;
	const struct list_group *group; /* NULL: it is in none */
};

struct list {
	/* In the screen's arena: gone at each load. */
	struct row **rows;
	size_t row_count;
	struct item *items;
	size_t item_count;
	struct list_group *groups;
	size_t group_count;
	uint8_t widths[SCREEN_COLUMNS_MAX]; /* widest cell of all rows */
	bool measured;

	/* The person's: kept. */
	struct strbuf selected; /* key of the row, or of the group */
	size_t cursor, top;     /* items */
	unsigned shift;         /* columns hidden at the left */
	struct strbuf filter, search;
	unsigned sort;          /* column + 1; 0: in the order of load() */
	bool reverse, fold;
	struct arena *open_arena;
	struct strings open; /* groups whose rows are shown */
};

struct list *list_new(void);
void list_free(struct list *l);
void list_clear(struct list *l); /* before load() */
void list_add(struct screen *s, struct row *r);

/* Works out the items anew; the selection stays on its row if that is still shown. */
void list_settle(struct screen *s);
/* NULL: there is none, or a heading is selected. */
struct row *list_selected(const struct list *l);
/* The cursor onto an item; the last one if there are fewer. */
void list_select(struct list *l, size_t item);
bool list_select_key(struct list *l, const char *key);
/* Opens or closes the group of the selected item; false: it has none. */
bool list_open_group(struct screen *s, bool open);
/* At the heading of a group. */
const struct list_group *list_heading(const struct list *l);

/* The next item (step 1) or previous one (-1) from `from` on that has the words; false: none. */
bool list_find(struct screen *s, size_t from, int step);

/* So that the cursor is among `height` lines. */
void list_scroll(struct list *l, unsigned height, bool pager);

/* --- list_text.c: what a row says */

/* Lower-case text of all cells, made once. */
const char *row_haystack(struct screen *s, struct row *r);
/* Words with spaces between, each in the text; !word: not in it. */
bool words_match(const char *haystack, const char *words);

/* --- list_draw.c */

/* heads: the line for the heads of the columns; NULL: none. */
void list_draw(struct screen *s, struct surface *sf, struct area rows, const struct area *heads,
	       bool has_cursor);
/* What the last column says of the selected row, which may be cut in the list; false: nothing. */
bool list_put_last(const struct screen *s, struct inked *out);
/* A line in its inks from column `shift` on; what does not fit ends in an ellipsis. */
void row_text_draw(struct surface *sf, struct area line, const struct row_text *t, unsigned shift);

#endif
