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
	put_lines(t, _("every node"), verdict_words(VERDICT_REJECTED), &lines);
}

static void examples(struct node_table *t, const struct node_list *nodes)
{
	uint32_t shown = nodes->n > EXAMPLES_SHOWN ? EXAMPLES_SHOWN : nodes->n;
	struct strbuf sb = STRBUF_INIT;

	for (uint32_t i = 0; i < shown; i++) {
		if (i)
			strbuf_adds(&sb, _(", "));
		text_put(&sb, nodes->v[i]->name);
	}
	if (shown < nodes->n)
		strbuf_addf(&sb, _(" and %u more"), nodes->n - shown);
	table_note(t->table, TONE_DIM, sb.buf);
	strbuf_release(&sb);
}

static void put_group(struct node_table *t, const struct node_group *g)
{
	struct strbuf name = STRBUF_INIT;

	if (g->nodes.n == 1)
		text_put(&name, g->nodes.v[0]->name);
	else
		strbuf_addf(&name, tr_n("%u node", "%u nodes", g->nodes.n), g->nodes.n);
	put_lines(t, name.buf, verdict_words(g->nodes.v[0]->verdict), &g->lines);
	if (g->nodes.n > 1)
		examples(t, &g->nodes);
	strbuf_release(&name);
}

static void left_out_text(const struct replay *r, const struct node_list *shown,
			  const struct sheet *sh)
{
	struct strbuf sb = STRBUF_INIT;

	strbuf_addf(&sb, tr_n("the nearest of %u node; --nodes=all shows the others",
			      "the nearest of %u nodes; --nodes=all shows the others", r->nodes.n),
		    r->nodes.n);
	if (shown->n < r->nodes.n) {
		sheet_spaces(sh, TABLE_INDENT);
		sheet_paragraph(sh, TABLE_INDENT, TABLE_INDENT, TONE_DIM, sb.buf);
	}
	strbuf_release(&sb);
}

struct table *node_table(const struct report *r, bool wide, enum nodes_shown shown,
			 struct arena *arena, struct node_list *ret_shown)
{
	struct node_table t = { .arena = arena, .wide = wide };
	struct node_list list = nodes_to_show(r->replay, shown, arena);
	struct node_groups groups = node_groups(&list, !wide && list.n > FOLD_ABOVE,
						wide ? EVIDENCE_EXACT : EVIDENCE_SHORT,
						wide ? 0 : DETAILS_SHOWN, arena);

	*ret_shown = list;
	if (!list.n && !r->replay->pre_filter.n)
		return NULL;
	t.bit = wide ? COLUMN_WIDE : COLUMN_DEFAULT;
	t.table = node_table_new(arena, t.bit);
	put_pod_wide(&t, r->replay);
	for (uint32_t i = 0; i < groups.n; i++)
		put_group(&t, &groups.v[i]);
	return t.table;
}

void replay_text(const struct report *r, const struct render_options *opts, const struct sheet *sh)
{
	struct arena *arena = arena_new();
	struct sheet unlimited = *sh;
	struct node_list shown;
	struct table *t = node_table(r, opts->wide, opts->nodes, arena, &shown);

	if (t) {
		if (opts->wide)
			unlimited.width = 0;
		fputc('\n', sh->out);
		table_print(t, &unlimited, TABLE_INDENT);
	}
	if (opts->nodes == NODES_NEAR)
		left_out_text(r->replay, &shown, sh);
	arena_free(arena);
}
