#include "render/columns.h"

#include "render/words.h"

static const char *node_cell(const struct node_row *row, enum tone *ret_tone)
{
	*ret_tone = TONE_BOLD;
	return row->name;
}

static const char *verdict_cell(const struct node_row *row, enum tone *ret_tone)
{
	*ret_tone = TONE_PLAIN;
	return row->verdict;
}

static const char *plugin_cell(const struct node_row *row, enum tone *ret_tone)
{
	*ret_tone = row->line->tone == TONE_WARN ? TONE_WARN : TONE_BAD;
	return row->line->plugin;
}

static const char *status_cell(const struct node_row *row, enum tone *ret_tone)
{
	*ret_tone = TONE_PLAIN;
	return row->line->status;
}

static const char *reason_cell(const struct node_row *row, enum tone *ret_tone)
{
	*ret_tone = TONE_PLAIN;
	return row->line->reasons;
}

static const char *evidence_cell(const struct node_row *row, enum tone *ret_tone)
{
	*ret_tone = row->line->tone;
	return row->line->evidence;
}

const struct node_column node_columns[] = {
	{ "node", { N_("NODE"), ALIGN_LEFT, false }, COLUMN_DEFAULT | COLUMN_WIDE, node_cell },
	{ "verdict", { N_("VERDICT"), ALIGN_LEFT, false }, COLUMN_WIDE, verdict_cell },
	{ "plugin", { N_("BLOCKED BY"), ALIGN_LEFT, false }, COLUMN_DEFAULT | COLUMN_WIDE, plugin_cell },
	{ "status", { N_("STATUS"), ALIGN_LEFT, false }, COLUMN_WIDE, status_cell },
	{ "reasons", { N_("REASONS"), ALIGN_LEFT, true }, COLUMN_WIDE, reason_cell },
	{ "evidence", { N_("EVIDENCE"), ALIGN_LEFT, true }, COLUMN_DEFAULT | COLUMN_WIDE,
	  evidence_cell },
};
const size_t node_column_count = sizeof(node_columns) / sizeof(node_columns[0]);

struct table *node_table_new(struct arena *arena, unsigned bit)
{
	struct table_column looks[TABLE_COLUMNS_MAX];
	unsigned n = 0;

	for (size_t i = 0; i < node_column_count && n < TABLE_COLUMNS_MAX; i++) {
		if (!(node_columns[i].shown & bit))
			continue;
		looks[n] = node_columns[i].look;
		looks[n].title = tr(looks[n].title);
		n++;
	}
	return table_new(arena, looks, n);
}

void node_table_row(struct table *t, unsigned bit, const struct node_row *row)
{
	unsigned n = 0;

	table_row(t);
	for (size_t i = 0; i < node_column_count && n < TABLE_COLUMNS_MAX; i++) {
		enum tone tone = TONE_PLAIN;
		const char *text;

		if (!(node_columns[i].shown & bit))
			continue;
		text = node_columns[i].cell(row, &tone);
		table_cell(t, n++, tone, text);
	}
}
