/* The columns of the node table: one row each in columns.c. */
#ifndef RENDER_COLUMNS_H
#define RENDER_COLUMNS_H

#include "render/node_lines.h"
#include "render/table.h"

struct node_row { /* one line of the table */
	const char *name;    /* of the node or group, escaped; "" on its further lines */
	const char *verdict; /* likewise */
	const struct node_line *line;
};

enum { COLUMN_DEFAULT = 1, COLUMN_WIDE = 2 };

struct node_column {
	const char *key; /* for choosing it by name */
	struct table_column look;
	unsigned shown;  /* COLUMN_ bits */
	const char *(*cell)(const struct node_row *row, enum tone *ret_tone);
};

extern const struct node_column node_columns[];
extern const size_t node_column_count;

/* A table with the columns that have the bit, and a row of it. */
struct table *node_table_new(struct arena *arena, unsigned bit);
void node_table_row(struct table *t, unsigned bit, const struct node_row *row);

/*
 * The table of the nodes and what blocks them, nearest first, equal ones folded if there are many
 * (not if wide); NULL: there is none to show.  ret_shown: the nodes that are in it.
 */
struct table *node_table(const struct report *r, bool wide, enum nodes_shown shown,
			 struct arena *arena, struct node_list *ret_shown);

#endif
