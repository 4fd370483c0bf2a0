#include "render/clause_text.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "render/words.h"
#include "report/strings.h"

#define TABLE_INDENT 2u
#define ROWS_SHOWN 6u
#define SETS_SHOWN 3u

struct rows { /* indexes of clauses */
	uint32_t *v, n;
};

static const struct clause *find_clause(const struct advice *a, const char *requirement)
{
	for (uint32_t i = 0; i < a->clauses.n; i++)
		if (strcmp(a->clauses.v[i].requirement, requirement) == 0)
			return &a->clauses.v[i];
	return NULL;
}

static bool has_word(const char *summary, const char *word, size_t len)
{
	for (const char *at = summary; len && (at = strchr(at, *word)) != NULL; at++)
		if (strncmp(at, word, len) == 0)
			return true;
	return false;
}

/* The headline has the requirement's own words, or what stands for it. */
static bool is_told(const char *summary, const struct clause *c)
{
	static const struct {
		const char *plugin, *word, *other;
	} words[] = {
		{ "TaintToleration", N_("taint"), N_("tainted") },
		{ "NodeUnschedulable", N_("cordoned"), N_("uncordon") },
		{ "NodePorts", N_("host port"), "hostPort" },
		{ "PodTopologySpread", N_("spread"), N_("skew") },
		{ "InterPodAffinity", "podAffinity", "podAntiAffinity" },
		{ "VolumeRestrictions", N_("claim"), N_("disk") },
		{ "VolumeBinding", N_("claim"), N_("volume") },
		{ "VolumeZone", N_("claim"), N_("volume") },
		{ "NodeVolumeLimits", N_("claim"), N_("volume") },
		{ "DynamicResources", N_("claim"), N_("device") },
	};
	const char *space = strchr(c->requirement, ' ');

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strcmp(words[i].plugin, c->plugin) == 0)
			return strstr(summary, tr(words[i].word)) || strstr(summary, tr(words[i].other));
	if (strcmp(c->plugin, "NodeResourcesFit") == 0 && space)
		return has_word(summary, c->requirement, (size_t)(space - c->requirement));
	return strstr(summary, space ? space + 1 : c->requirement) != NULL;
}

static bool headline_tells(const struct report *r)
{
	const struct strings *l = &r->advice.conjunctions.v[0].requirements;

	if (l->n < 2 || r->fragmentation.set)
		return true;
	for (uint32_t i = 0; i < l->n; i++) {
		const struct clause *c = find_clause(&r->advice, l->v[i]);

		if (c && !is_told(r->cause.summary ? r->cause.summary : "", c))
			return false;
	}
	return true;
}

static bool is_member(const struct strings *l, const char *requirement)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (strcmp(l->v[i], requirement) == 0)
			return true;
	return false;
}

/* Rows in the order of the table: those of the sets that are told, and with -o wide all others. */
static bool is_shown(const struct report *r, const struct clause *c, bool wide)
{
	const struct advice *a = &r->advice;

	for (uint32_t i = 0; i < a->conjunctions.n && i < SETS_SHOWN; i++)
		if (is_member(&a->conjunctions.v[i].requirements, c->requirement))
			return true;
	return wide && r->replay && c->nodes_matching < (int64_t)r->replay->nodes.n;
}

static struct rows list_rows(const struct report *r, bool wide, struct arena *arena)
{
	struct rows rows = { ARENA_ARRAY(arena, r->advice.clauses.n, uint32_t), 0 };

	for (uint32_t i = 0; i < r->advice.clauses.n; i++)
		if ((wide || rows.n < ROWS_SHOWN) && is_shown(r, &r->advice.clauses.v[i], wide))
			rows.v[rows.n++] = i;
	return rows;
}

static void put_row(struct table *t, const struct report *r, const struct clause *c, unsigned number)
{
	struct strbuf sb = STRBUF_INIT;

	table_row(t);
	strbuf_addf(&sb, "%u", number);
	table_cell(t, 0, TONE_DIM, sb.buf);
	strbuf_reset(&sb);
	text_put(&sb, c->requirement);
	table_cell(t, 1, TONE_PLAIN, sb.buf);
	strbuf_reset(&sb);
	strbuf_addf(&sb, _("%lld of %u"), (long long)c->nodes_matching, r->replay->nodes.n);
	table_cell(t, 2, c->nodes_matching ? TONE_PLAIN : TONE_BAD, sb.buf);
	strbuf_reset(&sb);
	strbuf_addf(&sb, "%" PRId64, c->nodes_matching_alone);
	table_cell(t, 3, c->nodes_matching_alone ? TONE_GOOD : TONE_DIM, sb.buf);
	strbuf_reset(&sb);
	text_put(&sb, c->suggestion);
	table_cell(t, 4, TONE_DIM, sb.buf);
	strbuf_release(&sb);
}

/* "1 and 3 together: no node"; false: a member has no row. */
static bool add_set(struct strbuf *out, const struct advice *a, const struct conjunction *c,
		    const struct rows *rows)
{
	uint32_t named = 0;

	for (uint32_t i = 0; i < rows->n; i++) {
		if (!is_member(&c->requirements, a->clauses.v[rows->v[i]].requirement))
			continue;
		named++;
		list_separator(out, named - 1, c->requirements.n);
		strbuf_addf(out, "%u", (unsigned)i + 1);
	}
	if (named < c->requirements.n)
		return false;
	strbuf_adds(out, named > 1 ? _(" together: no node") : _(": no node"));
	if (!c->exact)
		strbuf_adds(out, _(" (a smaller set may exist)"));
	return true;
}

static void note(struct clause_notes *notes, const struct strbuf *text)
{
	if (text->len)
		strings_push(&notes->lines, arena_strdup(notes->arena, text->buf), notes->arena);
}

static void put_sets(const struct advice *a, const struct rows *rows, struct clause_notes *notes)
{
	struct strbuf sb = STRBUF_INIT;

	for (uint32_t i = 0; i < a->conjunctions.n && i < SETS_SHOWN; i++) {
		strbuf_reset(&sb);
		if (add_set(&sb, a, &a->conjunctions.v[i], rows))
			note(notes, &sb);
	}
	strbuf_release(&sb);
}

static void put_empty(const struct advice *a, struct clause_notes *notes)
{
	struct strbuf sb = STRBUF_INIT;

	if (a->fits_when_empty > 0) {
		strbuf_addf(&sb, tr_n("without any other pod it would fit on %lld node",
				      "without any other pod it would fit on %lld nodes",
				      (unsigned long)a->fits_when_empty),
			    (long long)a->fits_when_empty);
	} else if (a->fits_when_empty == 0) {
		strbuf_adds(&sb, _("without any other pod it would fit on no node either"));
	}
	note(notes, &sb);
	strbuf_release(&sb);
}

struct table *clause_table(const struct report *r, bool wide, struct clause_notes *ret)
{
	const struct table_column columns[] = {
		{ "", ALIGN_RIGHT, false },
		{ _("REQUIREMENT"), ALIGN_LEFT, true },
		{ _("MET BY"), ALIGN_RIGHT, false },
		{ _("ALL BUT THIS"), ALIGN_RIGHT, false },
		{ _("INSTEAD"), ALIGN_LEFT, true },
	};
	const struct advice *a = &r->advice;
	struct rows rows;
	struct table *t;

	if (!a->conjunctions.n || !r->replay || (!wide && headline_tells(r)))
		return NULL;
	rows = list_rows(r, wide, ret->arena);
	t = table_new(ret->arena, columns, 5);
	for (uint32_t i = 0; i < rows.n; i++)
		put_row(t, r, &a->clauses.v[rows.v[i]], (unsigned)i + 1);
	put_sets(a, &rows, ret);
	put_empty(a, ret);
	return t;
}

void clause_text(const struct report *r, const struct render_options *opts, const struct sheet *sh)
{
	struct clause_notes notes = { .arena = arena_new() };
	struct table *t = clause_table(r, opts->wide, &notes);

	if (t) {
		fputc('\n', sh->out);
		table_print(t, sh, TABLE_INDENT);
	}
	for (uint32_t i = 0; i < notes.lines.n; i++) {
		sheet_spaces(sh, TABLE_INDENT + 3);
		sheet_paragraph(sh, TABLE_INDENT + 3, TABLE_INDENT + 3, TONE_PLAIN,
				notes.lines.v[i]);
	}
	arena_free(notes.arena);
}
