/*
 * Text in columns.  Cells are escaped text with a tone; widths are terminal columns.  With a
 * width limit, columns that wrap give way first, then the others are cut with an ellipsis.
 */
#ifndef RENDER_TABLE_H
#define RENDER_TABLE_H

#include "base/arena.h"
#include "render/style.h"

#define TABLE_COLUMNS_MAX 8

enum align { ALIGN_LEFT, ALIGN_RIGHT };

struct table_column {
	const char *title;
	enum align align;
	bool wraps; /* too long text goes on in the next line, a little indented */
};

struct table;

struct table *table_new(struct arena *arena, const struct table_column *columns, unsigned n);
void table_row(struct table *t); /* begins a row; its cells are empty until set */
/* text: escaped already; copied.  The columns before it may be left empty. */
void table_cell(struct table *t, unsigned column, enum tone tone, const char *text);
/* A line of its own under the row, over all columns; wraps. */
void table_note(struct table *t, enum tone tone, const char *text);
/* The same for a command: never wrapped. */
void table_command(struct table *t, enum tone tone, const char *text);
void table_print(const struct table *t, const struct sheet *sh, unsigned indent);

#endif
