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
		{ tr("POD"), ALIGN_LEFT, false },
		{ tr("STOPPED BY"), ALIGN_LEFT, false },
		{ tr("EVIDENCE"), ALIGN_LEFT, true },
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

static void headline(const struct reports *rs, size_t fits, const struct sheet *sh)
{
	struct strbuf sb = STRBUF_INIT;

	text_put(&sb, rs->node);
	strbuf_addf(&sb, tr(": %zu of "), fits);
	count_words(&sb, rs->n, tr("pod that waits"), tr("pods that wait"));
	strbuf_adds(&sb, tr(" for a node could run on it now"));
	sheet_paragraph(sh, 0, 2, TONE_BOLD, sb.buf);
	strbuf_release(&sb);
}

void node_reverse_text(struct reports *rs, const struct render_options *opts,
		       const struct sheet *sh)
{
	struct arena *arena = arena_new();
	struct table *able = new_table(arena), *others = new_table(arena);
	size_t fits = 0;

	for (size_t i = 0; i < rs->n; i++) {
		const struct report *r = reports_get(rs, i);

		fits += could_run(r);
		if (r->replay)
			put_pod(could_run(r) ? able : others, r, opts->wide, arena);
		reports_drop(rs, i);
	}
	headline(rs, fits, sh);
	if (fits) {
		fputc('\n', sh->out);
		table_print(able, sh, TABLE_INDENT);
	}
	if (fits < rs->n) {
		fputc('\n', sh->out);
		table_print(others, sh, TABLE_INDENT);
	}
	arena_free(arena);
}
