/*
 * A screen is a table of functions that makes rows of the data; the framework (list.c, ui.c) does
 * the rest: selection, scrolling, sorting, search, filter, folding, refresh, layout.
 * To add one: screen_<id>.c with `const struct screen_ops screen_<id>`, and its row of screens.def.
 */
#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include "base/i18n.h"
#include "report/report.h"
#include "tui/inked.h"
#include "tui/ui.h"

#define SCREEN_COLUMNS_MAX 10

struct screen_column {
	const char *title;   /* N_() */
	bool right;          /* aligned to the right, as numbers are */
	uint8_t rank;        /* 0 always shown; else the higher, the sooner it gives way when narrow */
	uint8_t least;       /* what the last one needs before others give way; 0: a little */
	uint8_t most;        /* columns that it takes at most; 0: what is left (the last one) */
};

struct row { /* in the screen's arena */
	const char *key;   /* by which the selection finds it again; never NULL in a list */
	const void *data;  /* the screen's own: what the row is about; NULL: none */
	const char *group; /* fold: rows with equal texts are one group; NULL: as its own */
	const struct row_text *line; /* not NULL: the row is this text, over all columns */
	const char *haystack; /* the framework's: what search and filter look at; NULL: not made yet */
};

struct row_text { /* an inked line at rest, in the screen's arena */
	const char *text;
	const struct ink_mark *marks;
	unsigned n;
};

/* One cell's content: drawn, searched and sorted by. */
struct cell_text {
	struct inked text; /* escaped */
	bool has_number;   /* sort by number instead of the text */
	int64_t number;
};

struct screen { /* one that is open */
	const struct screen_ops *ops;
	struct ui *ui;
	struct arena *arena; /* of the rows: emptied before each load */
	const char *arg;     /* what it was opened for (a node's name), or NULL */
	unsigned width;      /* columns that rows may take, known in load() */
	unsigned height;
	struct list *list;   /* the framework's: list.h */
};

enum screen_flag {
	SCREEN_PAGER = 1, /* text to read: no cursor, keys scroll */
	SCREEN_NO_REPORT = 2, /* does not need a subject */
	SCREEN_FOLDS_ROWS = 8, /* a folded group stands in its place as its first row; one alone stays a row */
	SCREEN_WITH_PANE = 4, /* the pane is half of what it is about: shown where there is any room */
};

struct screen_ops {
	unsigned flags; /* SCREEN_ bits */
	const struct screen_column *columns; /* NULL: rows are lines of text */
	unsigned column_count;
	enum screen_id pane; /* shown beside this one, about the selected row (arg is its key); 0: none */

	/* Adds all rows: when it opens, after a refresh or a change, on resize. */
	void (*load)(struct screen *s);
	/* Needed with columns: what a cell says. */
	void (*cell)(const struct screen *s, const struct row *r, unsigned column,
		     struct cell_text *out);
	/* The lines above the rows (what the subject is stuck in); NULL: the framework's. */
	void (*head)(const struct screen *s, struct inked *out);
	/* Enter on a row; NULL: nothing happens. */
	void (*enter)(struct screen *s, const struct row *r);
	/* Other actions of keys.def that are for this screen.  r may be NULL: there is no row. */
	void (*act)(struct screen *s, enum action action, const struct row *r);
	/* "no node fits" ... where load() adds no row; NULL: the framework's words. */
	const char *empty; /* N_() */
};

/* For load().  Texts are copied. */
struct row *row_add(struct screen *s, const char *key, const void *data);
/* A line; key NULL: its number.  l is emptied. */
struct row *row_line(struct screen *s, const char *key, struct inked *l);
void row_heading(struct screen *s, const char *text);
void row_blank(struct screen *s);
/* Escaped text wrapped to the width, over as many lines as it takes; later ones begin at indent. */
void row_wrap(struct screen *s, enum ink ink, unsigned indent, const char *text);
/* l with the rest of it wrapped below column indent. */
void row_wrap_line(struct screen *s, const char *key, struct inked *l, unsigned indent);

/* --- bar.c */

/* A bar of `width` columns in brackets: of total, used by others, then what the subject wants; an
 * arrow where that is more than what is left. */
void bar_add(struct inked *out, unsigned width, int64_t used, int64_t wanted, int64_t total);
int64_t bar_left(int64_t used, int64_t total); /* never negative */
/* How much of the whole, in eighths of a column; padded to width. */
void bar_share(struct inked *out, enum ink ink, unsigned width, int64_t part, int64_t whole);

#endif
