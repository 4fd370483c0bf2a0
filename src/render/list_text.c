#include "render/list_text.h"

#include <inttypes.h>

#include "base/text.h"
#include "model/time.h"
#include "render/evidence.h"
#include "render/list_groups.h"
#include "render/report_text.h"
#include "render/table.h"
#include "render/words.h"

enum { COL_MARK, COL_SUBJECT, COL_STAGE, COL_CAUSE, COL_AGE, COL_NODES, COL_COUNT };

static void subject_cell(struct table *t, const struct report_group *g)
{
	struct mark mark = report_mark(g->first);
	struct strbuf sb = STRBUF_INIT;

	table_cell(t, COL_MARK, mark.tone, mark.text);
	subject_text(&sb, &g->first->subject);
	if (g->n > 1)
		strbuf_addf(&sb, _(" and %lld more"), (long long)(g->n - 1));
	table_cell(t, COL_SUBJECT, mark.tone, sb.buf);
	strbuf_release(&sb);
}

static void group_row(struct table *t, const struct report_group *g)
{
	const struct report *r = g->first;
	struct strbuf sb = STRBUF_INIT;

	table_row(t);
	subject_cell(t, g);
	table_cell(t, COL_STAGE, TONE_PLAIN, stage_words(r->stage));
	text_put(&sb, r->cause.code);
	table_cell(t, COL_CAUSE, TONE_PLAIN, sb.buf);
	strbuf_reset(&sb);
	if (g->oldest.set)
		duration_format(g->oldest.v, &sb);
	else
		strbuf_addc(&sb, '-');
	table_cell(t, COL_AGE, TONE_PLAIN, sb.buf);
	strbuf_reset(&sb);
	if (r->replay && r->replay->nodes.n)
		strbuf_addf(&sb, "%" PRIu32 "/%" PRIu32, r->replay->feasible.n, r->replay->nodes.n);
	else
		strbuf_addc(&sb, '-');
	table_cell(t, COL_NODES, TONE_PLAIN, sb.buf);
	strbuf_reset(&sb);
	text_put(&sb, r->cause.summary);
	if (sb.len)
		table_note(t, TONE_DIM, sb.buf);
	strbuf_release(&sb);
}

void list_what_if(struct strbuf *out, const struct reports *rs)
{
	list_text(out, &rs->what_if, 0);
}

void finished_sentence(struct strbuf *out, const struct reports *rs)
{
	if (rs->finished)
		strbuf_addf(out, tr_n("%zu finished pod is not shown.",
				      "%zu finished pods are not shown.", rs->finished),
			    rs->finished);
}

void finished_text(const struct reports *rs, const struct sheet *sh)
{
	struct strbuf sb = STRBUF_INIT;

	if (rs->finished == 0)
		return;
	finished_sentence(&sb, rs);
	fputc('\n', sh->out);
	sheet_paragraph(sh, 0, 0, TONE_DIM, sb.buf);
	strbuf_release(&sb);
}

void nothing_stuck_text(struct strbuf *out, const struct render_options *opts)
{
	if (opts->all_namespaces) {
		strbuf_adds(out, _("nothing is stuck in any namespace"));
	} else if (opts->namespace_) {
		strbuf_adds(out, _("nothing is stuck in namespace "));
		text_put(out, opts->namespace_);
	} else {
		strbuf_adds(out, _("nothing is stuck"));
	}
}

static void nothing_stuck(const struct render_options *opts, const struct sheet *sh)
{
	static const struct mark good = { "\xe2\x9c\x93", TONE_GOOD };
	struct strbuf sb = STRBUF_INIT;

	nothing_stuck_text(&sb, opts);
	sheet_put(sh, good.tone, good.text, strlen(good.text));
	sheet_spaces(sh, 1);
	sheet_paragraph(sh, 2, 2, TONE_PLAIN, sb.buf);
	strbuf_release(&sb);
}

struct table *list_table(const struct report_groups *g, struct arena *arena)
{
	const struct table_column columns[COL_COUNT] = {
		{ "", ALIGN_LEFT, false },
		{ _("POD"), ALIGN_LEFT, true },
		{ _("STAGE"), ALIGN_LEFT, false },
		{ _("CAUSE"), ALIGN_LEFT, false },
		{ _("AGE"), ALIGN_RIGHT, false },
		{ _("NODES"), ALIGN_RIGHT, false },
	};
	struct table *t = table_new(arena, columns, COL_COUNT);

	for (size_t i = 0; i < g->n; i++)
		group_row(t, &g->v[i]);
	return t;
}

void list_of_reports(struct reports *rs, const struct render_options *opts,
		     const struct sheet *sh)
{
	struct arena *arena;
	struct report_groups g;

	if (rs->n == 0) {
		if (!opts->unsettled)
			nothing_stuck(opts, sh);
		return;
	}
	arena = arena_new();
	g = group_reports(rs, opts->wide, arena, NULL, NULL);
	table_print(list_table(&g, arena), sh, 0);
	arena_free(arena);
}
