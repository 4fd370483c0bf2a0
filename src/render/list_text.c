#include "render/list_text.h"

#include <inttypes.h>
#include <string.h>

#include "base/pairmap.h"
#include "base/text.h"
#include "model/time.h"
#include "render/report_text.h"
#include "render/table.h"
#include "render/words.h"

struct group {
	const struct report *first;
	int64_t n;
	struct opt_i64 oldest; /* seconds */
};

struct groups {
	struct group *v;
	size_t n;
};

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void summary_shape(struct strbuf *out, const struct report *r)
{
	const char *name = r->subject.name ? r->subject.name : "";
	const char *s = r->cause.summary ? r->cause.summary : "";
	size_t name_len = strlen(name);
	bool inside = false; /* a word began before s */

	while (*s) {
		if (name_len && !inside && strncmp(s, name, name_len) == 0) {
			strbuf_addc(out, '*');
			s += name_len;
		} else if (!inside && *s >= '0' && *s <= '9') {
			strbuf_addc(out, '#');
			while (is_word(*s) || (*s == '.' && is_word(s[1])))
				s++;
		} else {
			inside = is_word(*s);
			strbuf_addc(out, *s++);
			continue;
		}
		inside = true;
	}
}

static const char *text_or_empty(const char *s)
{
	return s ? s : "";
}

/* What a row shows, so that the report itself can go. */
static const struct report *copy_head(const struct report *r, struct arena *arena)
{
	struct report *head = ARENA_NEW(arena, struct report);
	struct replay *counts = ARENA_NEW(arena, struct replay);

	head->stage = r->stage;
	head->manifest.set = r->manifest.set;
	head->manifest.refused = r->manifest.refused;
	head->manifest.replicas = r->manifest.replicas;
	head->manifest.nodes.n = r->manifest.nodes.n; /* only counted */
	head->subject.kind = arena_strdup(arena, text_or_empty(r->subject.kind));
	head->subject.namespace_ = arena_strdup(arena, text_or_empty(r->subject.namespace_));
	head->subject.name = arena_strdup(arena, text_or_empty(r->subject.name));
	head->cause.certainty = r->cause.certainty;
	head->cause.code = arena_strdup(arena, text_or_empty(r->cause.code));
	head->cause.summary = arena_strdup(arena, text_or_empty(r->cause.summary));
	if (r->replay) {
		counts->nodes.n = r->replay->nodes.n;
		counts->feasible.n = r->replay->feasible.n;
		head->replay = counts;
	}
	return head;
}

/* One row may stand for pods that one owner made; all others are shown by their own name. */
static bool may_fold(const struct subject *s)
{
	return s->owner_name && s->kind && !strcmp(s->kind, "Pod");
}

/* Equal keys: equal rows.  The separator occurs in no name that the API server accepts. */
static void group_key(struct strbuf *sb, const struct report *r)
{
	const struct subject *s = &r->subject;

	strbuf_reset(sb);
	strbuf_addf(sb, "%s\n%s\n%s\n%s\n%d\n%s\n", text_or_empty(s->kind),
		    text_or_empty(s->namespace_), text_or_empty(s->owner_kind),
		    text_or_empty(s->owner_name), (int)r->stage, text_or_empty(r->cause.code));
	summary_shape(sb, r);
}

static struct groups group_reports(struct reports *rs, bool wide, struct arena *arena)
{
	struct groups g = { ARENA_ARRAY(arena, rs->n, struct group), 0 };
	struct symtab *syms = symtab_new();
	struct strbuf sb = STRBUF_INIT;
	struct pairmap map;

	pairmap_init(&map, arena);
	for (size_t i = 0; i < rs->n; i++) {
		const struct report *r = reports_get(rs, i);
		const struct opt_i64 *age = &r->subject.pending_seconds;
		union pairmap_value *slot;
		struct group *group;

		group_key(&sb, r);
		if (wide || !may_fold(&r->subject))
			strbuf_addf(&sb, "\n%zu", i);
		slot = pairmap_put(&map, sym_intern(syms, sb.buf, sb.len).s, NULL);
		if (!slot->ptr) {
			slot->ptr = &g.v[g.n++];
			((struct group *)slot->ptr)->first = copy_head(r, arena);
		}
		group = slot->ptr;
		group->n++;
		if (age->set && (!group->oldest.set || age->v > group->oldest.v))
			group->oldest = *age;
		reports_drop(rs, i);
	}
	strbuf_release(&sb);
	symtab_free(syms);
	return g;
}

enum { COL_MARK, COL_SUBJECT, COL_STAGE, COL_CAUSE, COL_AGE, COL_NODES, COL_COUNT };

static void subject_cell(struct table *t, const struct group *g)
{
	struct mark mark = report_mark(g->first);
	struct strbuf sb = STRBUF_INIT;

	table_cell(t, COL_MARK, mark.tone, mark.text);
	subject_text(&sb, &g->first->subject);
	if (g->n > 1)
		strbuf_addf(&sb, tr(" and %" PRId64 " more"), g->n - 1);
	table_cell(t, COL_SUBJECT, mark.tone, sb.buf);
	strbuf_release(&sb);
}

static void group_row(struct table *t, const struct group *g)
{
	const struct report *r = g->first;
	struct strbuf sb = STRBUF_INIT;

	table_row(t);
	subject_cell(t, g);
	table_cell(t, COL_STAGE, TONE_PLAIN, stage_name(r->stage));
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

void finished_text(const struct reports *rs, const struct sheet *sh)
{
	struct strbuf sb = STRBUF_INIT;

	if (rs->finished == 0)
		return;
	count_words(&sb, rs->finished, tr("finished pod is not shown."),
		    tr("finished pods are not shown."));
	fputc('\n', sh->out);
	sheet_paragraph(sh, 0, 0, TONE_DIM, sb.buf);
	strbuf_release(&sb);
}

static void nothing_stuck(const struct render_options *opts, const struct sheet *sh)
{
	static const struct mark good = { "\xe2\x9c\x93", TONE_GOOD };
	struct strbuf sb = STRBUF_INIT;

	if (opts->all_namespaces) {
		strbuf_adds(&sb, tr("nothing is stuck in any namespace"));
	} else if (opts->namespace_) {
		strbuf_adds(&sb, tr("nothing is stuck in namespace "));
		text_put(&sb, opts->namespace_);
	} else {
		strbuf_adds(&sb, tr("nothing is stuck"));
	}
	sheet_put(sh, good.tone, good.text, strlen(good.text));
	sheet_spaces(sh, 1);
	sheet_paragraph(sh, 2, 2, TONE_PLAIN, sb.buf);
	strbuf_release(&sb);
}

void list_of_reports(struct reports *rs, const struct render_options *opts,
		     const struct sheet *sh)
{
	const struct table_column columns[COL_COUNT] = {
		{ "", ALIGN_LEFT, false },
		{ tr("POD"), ALIGN_LEFT, true },
		{ tr("STAGE"), ALIGN_LEFT, false },
		{ tr("CAUSE"), ALIGN_LEFT, false },
		{ tr("AGE"), ALIGN_RIGHT, false },
		{ tr("NODES"), ALIGN_RIGHT, false },
	};
	struct arena *arena;
	struct groups g;
	struct table *t;

	if (rs->n == 0) {
		if (!opts->unsettled)
			nothing_stuck(opts, sh);
		return;
	}
	arena = arena_new();
	g = group_reports(rs, opts->wide, arena);
	t = table_new(arena, columns, COL_COUNT);
	for (size_t i = 0; i < g.n; i++)
		group_row(t, &g.v[i]);
	table_print(t, sh, 0);
	arena_free(arena);
}
