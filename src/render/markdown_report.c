#include "render/markdown_report.h"

#include "base/i18n.h"
#include "base/text.h"
#include "model/time.h"
#include "render/clause_text.h"
#include "render/columns.h"
#include "render/fix_text.h"
#include "render/markdown.h"
#include "render/report_text.h"
#include "render/words.h"

#define ROWS_OPEN 12u /* a longer table of nodes is folded */
#define ROWS_SHOWN 60u
#define FINDINGS_SHOWN 12u
#define EVIDENCE_SHOWN 4u
#define FIXES_SHOWN 8u
#define TIMELINE_SHOWN 20u
#define UNCHECKED_SHOWN 12u
#define DASH " \xe2\x80\x94 "
#define DOT " \xc2\xb7 "

void markdown_more(FILE *out, size_t n)
{
	struct strbuf sb = STRBUF_INIT;

	if (!n)
		return;
	strbuf_addf(&sb, _("and %zu more"), n);
	fprintf(out, "\n%s\n", sb.buf);
	strbuf_release(&sb);
}

static void heading(const struct report *r, unsigned level, FILE *out)
{
	struct strbuf text = STRBUF_INIT, subject = STRBUF_INIT;

	subject_text(&subject, &r->subject);
	strbuf_addf(&text, "%s ", report_mark(r).text);
	markdown_put(&text, subject.buf);
	strbuf_addf(&text, _(": %s"), stage_words(r->stage));
	markdown_title(out, level, text.buf);
	strbuf_reset(&text);
	strbuf_reset(&subject);
	if (r->cause.summary) {
		text_put(&subject, r->cause.summary);
		markdown_put(&text, subject.buf);
		fprintf(out, "\n%s\n", text.buf);
	}
	strbuf_release(&text);
	strbuf_release(&subject);
}

struct ticket {
	FILE *out;
};

static void fact(const void *self, const char *label, const char *text)
{
	const struct ticket *to = self;

	markdown_fact(to->out, label, text);
}

static void command(const void *self, const char *label, const char *text)
{
	const struct ticket *to = self;

	(void)label;
	if (!markdown_command(to->out, 2, text))
		markdown_item(to->out, 2, _("the command is too long for a ticket; -o json has it"));
}

static void facts(const struct report *r, bool wide, FILE *out)
{
	const struct ticket self = { out };
	const struct fact_sink to = { fact, command, &self };
	struct strbuf sb = STRBUF_INIT;

	fputc('\n', out);
	if (r->cause.code) {
		text_put(&sb, r->cause.code);
		markdown_fact(out, _("cause"), sb.buf);
	}
	facts_put(r, wide, &to);
	strbuf_release(&sb);
}

static void nodes(const struct report *r, const struct render_options *opts, unsigned level,
		  FILE *out)
{
	struct arena *arena = arena_new();
	struct node_list shown = { 0 };
	struct table *t = r->replay ? node_table(r, opts->wide, opts->nodes, arena, &shown) : NULL;
	bool folded = shown.n > ROWS_OPEN;

	if (t) {
		markdown_heading(out, level, _("Nodes"));
		if (folded)
			markdown_fold(out, _("what blocks each node"));
		markdown_more(out, markdown_table(t, out, ROWS_SHOWN));
		if (folded)
			markdown_fold_end(out);
	}
	arena_free(arena);
}

static void resources(const struct report *r, FILE *out)
{
	struct arena *arena = arena_new();
	struct table *t = fragmentation_table(r, false, arena);

	if (t)
		markdown_more(out, markdown_table(t, out, ROWS_SHOWN));
	arena_free(arena);
}

static void clauses(const struct report *r, const struct render_options *opts, unsigned level,
		    FILE *out)
{
	struct clause_notes notes = { .arena = arena_new() };
	struct table *t = clause_table(r, opts->wide, &notes);
	struct strbuf sb = STRBUF_INIT;

	if (t) {
		markdown_heading(out, level, _("Requirements"));
		markdown_more(out, markdown_table(t, out, ROWS_SHOWN));
		fputc('\n', out);
	}
	for (uint32_t i = 0; i < notes.lines.n; i++) {
		strbuf_reset(&sb);
		markdown_put(&sb, notes.lines.v[i]);
		markdown_item(out, 0, sb.buf);
	}
	strbuf_release(&sb);
	arena_free(notes.arena);
}

/* "1. request memory 3834Mi -- changes: the StatefulSet; then it fits: worker-a1" */
static void fix(const struct fix *f, uint32_t number, const char *subject, FILE *out)
{
	struct strbuf line = STRBUF_INIT, part = STRBUF_INIT;
	size_t indent;

	strbuf_addf(&line, "%u. ", (unsigned)number);
	indent = line.len;
	text_put(&part, f->summary);
	markdown_put(&line, part.buf);
	strbuf_reset(&part);
	strbuf_addf(&line, DASH "*%s* ", _("changes:"));
	fix_changes(&part, f, subject);
	markdown_put(&line, part.buf);
	strbuf_reset(&part);
	strbuf_addf(&line, DASH "*%s* ", _("then it fits:"));
	fix_nodes(&part, f, true);
	markdown_put(&line, part.buf);
	fprintf(out, "%s\n", line.buf);
	strbuf_reset(&part);
	text_put(&part, f->command);
	if (f->command && !markdown_command(out, (unsigned)indent, part.buf))
		markdown_item(out, (unsigned)indent,
			      _("the command is too long for a ticket; -o json has it"));
	strbuf_release(&line);
	strbuf_release(&part);
}

static void fixes(const struct report *r, unsigned level, FILE *out)
{
	uint32_t n = r->advice.fixes.n, shown = n > FIXES_SHOWN ? FIXES_SHOWN : n;

	if (!n)
		return;
	markdown_heading(out, level, _("Would help (each replayed)"));
	for (uint32_t i = 0; i < shown; i++)
		fix(&r->advice.fixes.v[i], i + 1, r->subject.name ? r->subject.name : "", out);
	markdown_more(out, n - shown);
}

static void finding(const struct finding *f, FILE *out)
{
	static const char *const marks[] = {
		[SEVERITY_BLOCKER] = "\xe2\x9c\x97",
		[SEVERITY_WARNING] = "\xe2\x9a\xa0",
		[SEVERITY_INFO] = "\xc2\xb7",
	};
	uint32_t n = f->evidence.n, shown = n > EVIDENCE_SHOWN ? EVIDENCE_SHOWN : n;
	struct strbuf line = STRBUF_INIT, text = STRBUF_INIT;

	text_put(&text, f->code);
	strbuf_addf(&line, "%s ", marks[f->severity]);
	markdown_put(&line, text.buf);
	strbuf_adds(&line, ": ");
	strbuf_reset(&text);
	text_put(&text, f->summary);
	markdown_put(&line, text.buf);
	markdown_item(out, 0, line.buf);
	for (uint32_t i = 0; i < shown; i++) {
		strbuf_reset(&text);
		strbuf_reset(&line);
		evidence_fact(&text, &f->evidence.v[i]);
		markdown_put(&line, text.buf);
		markdown_item(out, 2, line.buf);
	}
	strbuf_reset(&line);
	strbuf_addf(&line, _("and %zu more"), (size_t)(n - shown));
	if (shown < n)
		markdown_item(out, 2, line.buf);
	strbuf_release(&line);
	strbuf_release(&text);
}

static void findings(const struct report *r, unsigned level, FILE *out)
{
	uint32_t n = r->findings.n, shown = n > FINDINGS_SHOWN ? FINDINGS_SHOWN : n;

	if (!n)
		return;
	markdown_heading(out, level, _("Findings"));
	for (uint32_t i = 0; i < shown; i++)
		finding(&r->findings.v[i], out);
	markdown_more(out, n - shown);
}

static void timeline_row(struct table *t, const struct timeline_entry *e)
{
	struct strbuf sb = STRBUF_INIT;

	table_row(t);
	table_cell(t, 0, TONE_PLAIN, e->step ? _(e->step) : stage_words(e->stage));
	if (e->at.set)
		time_format(e->at.us, &sb);
	table_cell(t, 1, TONE_PLAIN, sb.buf);
	strbuf_reset(&sb);
	if (e->seconds.set)
		duration_format(e->seconds.v, &sb);
	table_cell(t, 2, TONE_PLAIN, sb.buf);
	strbuf_reset(&sb);
	text_put(&sb, e->source);
	table_cell(t, 3, TONE_PLAIN, sb.buf);
	strbuf_release(&sb);
}

static void timeline(const struct report *r, unsigned level, FILE *out)
{
	const struct table_column columns[] = {
		{ _("STAGE"), ALIGN_LEFT, false },
		{ _("SINCE"), ALIGN_LEFT, false },
		{ _("LASTED"), ALIGN_RIGHT, false },
		{ _("KNOWN FROM"), ALIGN_LEFT, false },
	};
	struct arena *arena;
	struct table *t;

	if (!r->timeline.n)
		return;
	arena = arena_new();
	t = table_new(arena, columns, 4);
	for (uint32_t i = 0; i < r->timeline.n; i++)
		timeline_row(t, &r->timeline.v[i]);
	markdown_heading(out, level, _("Timeline"));
	markdown_more(out, markdown_table(t, out, TIMELINE_SHOWN));
	arena_free(arena);
}

struct unchecked_list {
	FILE *out;
	unsigned level;
	size_t n;
};

static void unchecked_items(const struct uncheckeds *u, const struct uncheckeds *told,
			    struct unchecked_list *list)
{
	struct strbuf text = STRBUF_INIT, line = STRBUF_INIT;

	for (uint32_t i = 0; i < u->n; i++) {
		if (unchecked_is_listed(told, u->v[i].what))
			continue;
		if (list->n == 0)
			markdown_heading(list->out, list->level, _("Not checked"));
		if (list->n++ >= UNCHECKED_SHOWN)
			continue;
		strbuf_reset(&text);
		strbuf_reset(&line);
		text_put(&text, u->v[i].what);
		strbuf_adds(&text, ": ");
		text_put(&text, u->v[i].why);
		markdown_put(&line, text.buf);
		markdown_item(list->out, 0, line.buf);
	}
	strbuf_release(&text);
	strbuf_release(&line);
}

static void unchecked(const struct report *r, unsigned level, FILE *out)
{
	struct unchecked_list list = { out, level, 0 };

	unchecked_items(&r->unchecked, NULL, &list);
	if (r->replay)
		unchecked_items(&r->replay->unchecked, &r->unchecked, &list);
	markdown_more(out, list.n > UNCHECKED_SHOWN ? list.n - UNCHECKED_SHOWN : 0);
}

void markdown_report(const struct report *r, const struct render_options *opts, unsigned level,
		     FILE *out)
{
	heading(r, level, out);
	facts(r, opts->wide, out);
	nodes(r, opts, level + 1, out);
	resources(r, out);
	clauses(r, opts, level + 1, out);
	fixes(r, level + 1, out);
	findings(r, level + 1, out);
	timeline(r, level + 1, out);
	unchecked(r, level + 1, out);
}

void markdown_source(const struct source *source, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_adds(&text, "kubectl-whypending " WHYPENDING_VERSION);
	if (source->kubernetes_version) {
		strbuf_adds(&text, DOT "Kubernetes ");
		text_put(&text, source->kubernetes_version);
	}
	if (source->emulated_version) {
		strbuf_addf(&text, DOT "%s", _("replayed as "));
		text_put(&text, source->emulated_version);
	}
	if (source->now.set) {
		strbuf_adds(&text, DOT);
		time_format(source->now.us, &text);
	}
	strbuf_adds(out, "\n---\n\n");
	markdown_put(out, text.buf);
	strbuf_addc(out, '\n');
	strbuf_release(&text);
}
