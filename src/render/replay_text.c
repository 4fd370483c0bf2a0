/* The node table: who is blocked by what, nearest to fitting first. */
#include <inttypes.h>

#include "base/text.h"
#include "render/columns.h"
#include "render/report_text.h"
#include "render/words.h"

#define FOLD_ABOVE 20u     /* a table of more nodes folds equal ones */
#define DETAILS_SHOWN 3u   /* per rejection */
#define EXAMPLES_SHOWN 6u  /* names of a folded row */
#define TABLE_INDENT 2u

struct node_table {
	struct arena *arena;
	struct table *table;
	unsigned bit;
	bool wide;
};

static void put_lines(struct node_table *t, const char *name, const char *verdict,
		      const struct node_lines *lines)
{
	for (uint32_t i = 0; i < lines->n; i++) {
		struct node_row row = { i ? "" : name, i ? "" : verdict, &lines->v[i] };

		node_table_row(t->table, t->bit, &row);
	}
}

/* What PreFilter decided holds for every node and is told once. */
static void put_pod_wide(struct node_table *t, const struct replay *r)
{
	struct node_lines lines = { 0 };

	rejection_lines(&r->pre_filter, t->wide ? EVIDENCE_EXACT : EVIDENCE_SHORT,
			t->wide ? 0 : DETAILS_SHOWN, t->arena, &lines);
	put_lines(t, tr("every node"), verdict_name(VERDICT_REJECTED), &lines);
}

static void examples(struct node_table *t, const struct node_list *nodes)
{
	uint32_t shown = nodes->n > EXAMPLES_SHOWN ? EXAMPLES_SHOWN : nodes->n;
	struct strbuf sb = STRBUF_INIT;

	for (uint32_t i = 0; i < shown; i++) {
		if (i)
			strbuf_adds(&sb, ", ");
		text_put(&sb, nodes->v[i]->name);
	}
	if (shown < nodes->n)
		strbuf_addf(&sb, tr(" and %" PRIu32 " more"), nodes->n - shown);
	table_note(t->table, TONE_DIM, sb.buf);
	strbuf_release(&sb);
}

static void put_group(struct node_table *t, const struct node_group *g)
{
	struct strbuf name = STRBUF_INIT;

	if (g->nodes.n == 1)
		text_put(&name, g->nodes.v[0]->name);
	else
		count_words(&name, g->nodes.n, tr("node"), tr("nodes"));
	put_lines(t, name.buf, verdict_name(g->nodes.v[0]->verdict), &g->lines);
	if (g->nodes.n > 1)
		examples(t, &g->nodes);
	strbuf_release(&name);
}

/* Nodes that have nothing to add to what PreFilter said for all of them are left out. */
static struct node_list nodes_to_show(const struct replay *r, enum nodes_shown shown,
				      struct arena *arena)
{
	struct node_list list = nodes_by_nearness(r, arena);
	uint32_t n = 0;

	if (shown == NODES_NONE)
		list.n = 0;
	for (uint32_t i = 0; i < list.n; i++) {
		const struct node_result *node = list.v[i];

		if (r->pre_filter.n && node->verdict == VERDICT_REJECTED && node->rejections.n == 0)
			continue;
		list.v[n++] = node;
	}
	list.n = n;
	if (shown == NODES_NEAR && list.n > NODES_NEAREST)
		list.n = NODES_NEAREST;
	return list;
}

static void left_out_text(const struct replay *r, const struct node_list *shown,
			  const struct sheet *sh)
{
	struct strbuf sb = STRBUF_INIT;

	strbuf_adds(&sb, tr("the nearest of "));
	count_words(&sb, r->nodes.n, tr("node"), tr("nodes"));
	strbuf_adds(&sb, tr("; --nodes=all shows the others"));
	if (shown->n < r->nodes.n) {
		sheet_spaces(sh, TABLE_INDENT);
		sheet_paragraph(sh, TABLE_INDENT, TABLE_INDENT, TONE_DIM, sb.buf);
	}
	strbuf_release(&sb);
}

void replay_text(const struct report *r, const struct render_options *opts, const struct sheet *sh)
{
	struct node_table t = { .arena = arena_new(), .wide = opts->wide };
	struct node_list list = nodes_to_show(r->replay, opts->nodes, t.arena);
	struct node_groups groups = node_groups(&list, !t.wide && list.n > FOLD_ABOVE,
						t.wide ? EVIDENCE_EXACT : EVIDENCE_SHORT,
						t.wide ? 0 : DETAILS_SHOWN, t.arena);
	struct sheet unlimited = *sh;

	if (list.n || r->replay->pre_filter.n) {
		t.bit = t.wide ? COLUMN_WIDE : COLUMN_DEFAULT;
		t.table = node_table_new(t.arena, t.bit);
		put_pod_wide(&t, r->replay);
		for (uint32_t i = 0; i < groups.n; i++)
			put_group(&t, &groups.v[i]);
		if (t.wide)
			unlimited.width = 0;
		fputc('\n', sh->out);
		table_print(t.table, &unlimited, TABLE_INDENT);
	}
	if (opts->nodes == NODES_NEAR)
		left_out_text(r->replay, &list, sh);
	arena_free(t.arena);
}
