#include "render/node_reverse_text.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "render/node_lines.h"
#include "render/report_text.h"
#include "render/table.h"
#include "render/words.h"

#define TABLE_INDENT 2u
#define DETAILS_SHOWN 3u

static struct table *new_table(struct arena *arena)
{
	const struct table_column columns[] = {
		{ _("POD"), ALIGN_LEFT, false },
		{ _("STOPPED BY"), ALIGN_LEFT, false },
		{ _("EVIDENCE"), ALIGN_LEFT, true },
	};

	return table_new(arena, columns, 3);
}

static void put_line(struct table *t, const char *name, const struct node_line *line)
{
	table_row(t);
	table_cell(t, 0, TONE_BOLD, name);
	table_cell(t, 1, line->tone == TONE_WARN ? TONE_WARN : TONE_BAD, line->plugin);
	table_cell(t, 2, line->tone, line->evidence);
}

static void put_pod(struct table *t, const struct report *r, bool wide, struct arena *arena)
{
	enum evidence_style style = wide ? EVIDENCE_EXACT : EVIDENCE_SHORT;
	struct node_lines lines = { 0 };
	struct strbuf name = STRBUF_INIT;

	subject_text(&name, &r->subject);
	rejection_lines(&r->replay->pre_enqueue, style, DETAILS_SHOWN, arena, &lines);
	rejection_lines(&r->replay->pre_filter, style, DETAILS_SHOWN, arena, &lines);
	if (r->replay->nodes.n && (!lines.n || r->replay->nodes.v[0].rejections.n))
		node_lines(&r->replay->nodes.v[0], style, wide ? 0 : DETAILS_SHOWN, arena, &lines);
	for (uint32_t i = 0; i < lines.n; i++)
		put_line(t, i ? "" : name.buf, &lines.v[i]);
	strbuf_release(&name);
}

static bool could_run(const struct report *r)
{
	return r->replay && r->replay->feasible.n && !r->replay->pre_enqueue.n;
}

static void headline(struct strbuf *out, const struct reports *rs, size_t fits)
{
	struct strbuf node = STRBUF_INIT;

	text_put(&node, rs->node);
	strbuf_addf(out, tr_n("%s: %zu of %zu pod that waits for a node could run on it now",
			      "%s: %zu of %zu pods that wait for a node could run on it now", rs->n),
		    node.buf, fits, rs->n);
	strbuf_release(&node);
}

struct node_reverse node_reverse(struct reports *rs, bool wide, struct arena *arena,
				 struct strbuf *ret_headline)
{
	struct node_reverse v = { new_table(arena), new_table(arena) };
	size_t fits = 0;

	for (size_t i = 0; i < rs->n; i++) {
		const struct report *r = reports_get(rs, i);

		fits += could_run(r);
		if (r->replay)
			put_pod(could_run(r) ? v.able : v.others, r, wide, arena);
		reports_drop(rs, i);
	}
	headline(ret_headline, rs, fits);
	if (!fits)
		v.able = NULL;
	if (fits == rs->n)
		v.others = NULL;
	return v;
}

static void print(const struct table *t, const struct sheet *sh)
{
	if (!t)
		return;
	fputc('\n', sh->out);
	table_print(t, sh, TABLE_INDENT);
}

void node_reverse_text(struct reports *rs, const struct render_options *opts,
		       const struct sheet *sh)
{
	struct strbuf sb = STRBUF_INIT;
	struct arena *arena = arena_new();
	struct node_reverse v = node_reverse(rs, opts->wide, arena, &sb);

	sheet_paragraph(sh, 0, 2, TONE_BOLD, sb.buf);
	print(v.able, sh);
	print(v.others, sh);
	arena_free(arena);
	strbuf_release(&sb);
}
