/* How a table is held: for the files that build and print it. */
#ifndef RENDER_TABLE_DATA_H
#define RENDER_TABLE_DATA_H

#include "render/table.h"

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

#endif
