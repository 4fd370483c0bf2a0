#include "render/report_text.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "render/clause_text.h"
#include "render/evidence.h"
#include "render/fix_text.h"
#include "render/table.h"
#include "render/words.h"
#include "report/amount.h"

#define BLOCK_INDENT 2u

/* Causes that go by themselves, or are in another's hands; their findings say what blocks till then. */
static bool is_a_wait(const char *code)
{
	static const char *const waits[] = {
		"BindingInProgress", "KueueAdmissionCheckPending", "KueueQuotaWait",
		"PreemptionInProgress", "SchedulingGated", "VolumeProvisioning",
	};

	for (size_t i = 0; i < sizeof(waits) / sizeof(*waits); i++)
		if (!strcmp(code, waits[i]))
			return true;
	return false;
}

/* Nothing has gone wrong: the finding that carries the cause is no more than a note. */
static bool is_only_waiting(const struct report *r)
{
	if (r->cause.code && is_a_wait(r->cause.code))
		return true;
	for (uint32_t i = 0; i < r->findings.n; i++)
		if (r->cause.code && !strcmp(r->findings.v[i].code, r->cause.code))
			return r->findings.v[i].severity == SEVERITY_INFO;
	return false;
}

struct mark report_mark(const struct report *r)
{
	static const struct mark bad = { "\xe2\x9c\x97", TONE_BAD };
	static const struct mark good = { "\xe2\x9c\x93", TONE_GOOD };
	static const struct mark unsure = { "?", TONE_WARN };

	static const struct mark wait = { "\xe2\x80\xa6", TONE_WARN };

	if (r->manifest.refused)
		return bad;
	if (r->manifest.set && r->manifest.nodes.n == r->manifest.replicas)
		return good;
	if (r->stage == STAGE_READY || r->stage == STAGE_FINISHED)
		return good;
	if (is_only_waiting(r) || (r->what_if.set && r->replay && r->replay->feasible.n))
		return wait;
	return r->stage == STAGE_UNKNOWN ? unsure : bad;
}

void subject_text(struct strbuf *out, const struct subject *s)
{
	if (s->namespace_ && *s->namespace_) {
		text_put(out, s->namespace_);
		strbuf_addc(out, '/');
	}
	if (s->kind && strcmp(s->kind, "Pod") != 0) {
		text_put(out, s->kind);
		strbuf_addc(out, '/');
	}
	text_put(out, s->name);
}

static void headline(const struct report *r, const struct sheet *sh)
{
	struct mark mark = report_mark(r);
	struct strbuf sb = STRBUF_INIT;

	sheet_put(sh, mark.tone, mark.text, strlen(mark.text));
	sheet_spaces(sh, 1);
	if (r->cause.summary && *r->cause.summary) {
		text_put(&sb, r->cause.summary);
	} else {
		subject_text(&sb, &r->subject);
		strbuf_addf(&sb, _(": %s"), stage_words(r->stage));
	}
	sheet_paragraph(sh, 2, 2, TONE_PLAIN, sb.buf);
	strbuf_release(&sb);
}

static void block_title(const struct sheet *sh, const char *title)
{
	fputc('\n', sh->out);
	sheet_spaces(sh, BLOCK_INDENT);
	sheet_put(sh, TONE_DIM, title, strlen(title));
	fputc('\n', sh->out);
}

/* A marked line of a block; the mark is one column wide. */
static void block_item(const struct sheet *sh, struct mark mark, const char *text)
{
	sheet_spaces(sh, BLOCK_INDENT);
	sheet_put(sh, mark.tone, mark.text, strlen(mark.text));
	sheet_spaces(sh, 1);
	sheet_paragraph(sh, BLOCK_INDENT + 2, BLOCK_INDENT + 2, TONE_PLAIN, text);
}

void evidence_fact(struct strbuf *out, const struct evidence *v)
{
	if (v->object.kind) {
		text_put(out, v->object.kind);
		strbuf_addc(out, ' ');
		object_text(out, &v->object);
	}
	if (v->pointer) {
		strbuf_adds(out, out->len ? " " : "");
		text_put(out, v->pointer);
	}
	if (v->observed) {
		strbuf_adds(out, out->len ? _(": ") : "");
		strbuf_adds(out, _("has "));
		text_put(out, v->observed);
	}
	if (v->wanted) {
		strbuf_adds(out, v->observed ? C_("clause", ", ") : out->len ? _(": ") : "");
		strbuf_adds(out, _("wants "));
		text_put(out, v->wanted);
	}
}

static void evidence_item(const struct evidence *v, const struct sheet *sh)
{
	struct strbuf sb = STRBUF_INIT;

	evidence_fact(&sb, v);
	sheet_spaces(sh, BLOCK_INDENT + 4);
	sheet_paragraph(sh, BLOCK_INDENT + 4, BLOCK_INDENT + 6, TONE_DIM, sb.buf);
	strbuf_release(&sb);
}

/* The table of the nodes has what each plugin rejects. */
static bool is_in_table(const struct report *r, const struct finding *f,
			const struct render_options *opts)
{
	return f->severity == SEVERITY_BLOCKER && f->plugin && r->replay && r->replay->nodes.n &&
	       (opts->nodes == NODES_DEFAULT || opts->nodes == NODES_ALL);
}

/* What the headline or a table says already is not told twice. */
static bool finding_is_told(const struct report *r, const struct finding *f,
			    const struct render_options *opts)
{
	if (r->fragmentation.set && f->code && r->cause.code && !strcmp(f->code, r->cause.code))
		return true;
	return is_in_table(r, f, opts) ||
	       (f->summary && r->cause.summary && strstr(r->cause.summary, f->summary));
}

static void findings_text(const struct report *r, const struct render_options *opts,
			  const struct sheet *sh)
{
	static const struct mark marks[] = {
		[SEVERITY_BLOCKER] = { "\xe2\x9c\x97", TONE_BAD },
		[SEVERITY_WARNING] = { "!", TONE_WARN },
		[SEVERITY_INFO] = { "\xc2\xb7", TONE_DIM },
	};
	struct strbuf sb = STRBUF_INIT;
	bool any = false;

	for (uint32_t i = 0; i < r->findings.n; i++) {
		const struct finding *f = &r->findings.v[i];

		if (!opts->wide && !opts->verbose && finding_is_told(r, f, opts))
			continue;
		if (!any)
			block_title(sh, _("also"));
		any = true;
		strbuf_reset(&sb);
		text_put(&sb, f->summary ? f->summary : f->code);
		block_item(sh, marks[f->severity], sb.buf);
		for (uint32_t k = 0; (opts->wide || opts->verbose) && k < f->evidence.n; k++)
			evidence_item(&f->evidence.v[k], sh);
	}
	strbuf_release(&sb);
}

static void fragment_cell(struct table *t, unsigned column, const struct fragment *f, bool exact,
			  const char *text, int64_t v, enum amount_rounding rounding)
{
	struct strbuf sb = STRBUF_INIT;

	if (exact)
		text_put(&sb, text);
	else
		amount_short(&sb, f->name ? f->name : "", f->unit_milli, v, rounding);
	table_cell(t, column, TONE_PLAIN, sb.buf);
	strbuf_release(&sb);
}

static void escaped_cell(struct table *t, unsigned column, const char *text)
{
	struct strbuf sb = STRBUF_INIT;

	text_put(&sb, text);
	table_cell(t, column, TONE_PLAIN, sb.buf);
	strbuf_release(&sb);
}

struct table *fragmentation_table(const struct report *r, bool exact, struct arena *arena)
{
	const struct table_column columns[] = {
		{ _("RESOURCE"), ALIGN_LEFT, false },    { _("WANTED"), ALIGN_RIGHT, false },
		{ _("FREE IN ALL"), ALIGN_RIGHT, false }, { _("LARGEST HOLE"), ALIGN_RIGHT, false },
		{ _("ON"), ALIGN_LEFT, false },
	};
	struct table *t;

	if (!r->fragmentation.set || r->fragmentation.resources.n == 0)
		return NULL;
	t = table_new(arena, columns, 5);
	for (uint32_t i = 0; i < r->fragmentation.resources.n; i++) {
		const struct fragment *f = &r->fragmentation.resources.v[i];

		table_row(t);
		escaped_cell(t, 0, f->name);
		fragment_cell(t, 1, f, exact, f->wanted, f->wanted_exact, AMOUNT_UP);
		fragment_cell(t, 2, f, exact, f->free_total, f->free_total_exact, AMOUNT_DOWN);
		fragment_cell(t, 3, f, exact, f->largest_hole, f->largest_exact, AMOUNT_DOWN);
		escaped_cell(t, 4, f->node);
	}
	return t;
}

static void fragmentation_text(const struct report *r, bool exact, const struct sheet *sh)
{
	struct arena *arena = arena_new();
	struct table *t = fragmentation_table(r, exact, arena);

	if (t) {
		fputc('\n', sh->out);
		table_print(t, sh, BLOCK_INDENT);
	}
	arena_free(arena);
}

bool unchecked_is_listed(const struct uncheckeds *u, const char *what)
{
	for (uint32_t i = 0; u && i < u->n; i++)
		if (strcmp(u->v[i].what, what) == 0)
			return true;
	return false;
}

/* told: what stands there already; NULL: nothing. */
static void unchecked_items(const struct uncheckeds *u, const struct uncheckeds *told,
			    const struct sheet *sh, bool *titled)
{
	static const struct mark unsure = { "?", TONE_WARN };
	struct strbuf sb = STRBUF_INIT;

	for (uint32_t i = 0; i < u->n; i++) {
		if (unchecked_is_listed(told, u->v[i].what))
			continue;
		if (!*titled)
			block_title(sh, _("not checked"));
		*titled = true;
		strbuf_reset(&sb);
		text_put(&sb, u->v[i].what);
		strbuf_adds(&sb, _(": "));
		text_put(&sb, u->v[i].why);
		block_item(sh, unsure, sb.buf);
	}
	strbuf_release(&sb);
}

void report_text(const struct report *r, const struct render_options *opts, const struct sheet *sh)
{
	bool titled = false;

	headline(r, sh);
	facts_text(r, opts, sh);
	if (r->replay)
		replay_text(r, opts, sh);
	fragmentation_text(r, opts->wide, sh);
	clause_text(r, opts, sh);
	fix_text(r, opts, sh);
	findings_text(r, opts, sh);
	unchecked_items(&r->unchecked, NULL, sh, &titled);
	if (r->replay)
		unchecked_items(&r->replay->unchecked, &r->unchecked, sh, &titled);
}
