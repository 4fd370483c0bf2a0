#include "render/table.h"

#include <string.h>

#include "base/die.h"
#include "render/table_data.h"

struct table *table_new(struct arena *arena, const struct table_column *columns, unsigned n)
{
	struct table *t = ARENA_NEW(arena, struct table);

	if (n == 0 || n > TABLE_COLUMNS_MAX)
		die("table of %u columns", n);
	t->arena = arena;
	t->n = n;
	memcpy(t->columns, columns, n * sizeof(*columns));
	return t;
}

void table_row(struct table *t)
{
	struct row *row = ARENA_NEW(t->arena, struct row);

	for (unsigned i = 0; i < t->n; i++)
		row->cells[i].text = "";
	if (t->last)
		t->last->next = row;
	else
		t->first = row;
	t->last = row;
}

void table_cell(struct table *t, unsigned column, enum tone tone, const char *text)
{
	t->last->cells[column] = (struct cell){ arena_strdup(t->arena, text), tone };
}

void table_note(struct table *t, enum tone tone, const char *text)
{
	t->last->note = (struct cell){ arena_strdup(t->arena, text), tone };
}

void table_command(struct table *t, enum tone tone, const char *text)
{
	table_note(t, tone, text);
	t->last->note_is_whole = true;
}
