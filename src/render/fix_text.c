#include "render/fix_text.h"

#include <string.h>

#include "base/text.h"
#include "render/table.h"
#include "render/words.h"

#define TABLE_INDENT 2u
#define NODES_NAMED 2u
#define COMMAND_SHORT 100u /* longer commands are patches: only with -v or -o wide */

static void put_fits(struct table *t, unsigned column, const struct fix *f, bool all)
{
	struct strbuf sb = STRBUF_INIT;
	uint32_t named = all || f->unlocks.n <= NODES_NAMED + 1 ? f->unlocks.n : NODES_NAMED;

	for (uint32_t i = 0; i < named; i++) {
		strbuf_adds(&sb, i ? ", " : "");
		text_put(&sb, f->unlocks.v[i]);
	}
	if (named < f->unlocks.n)
		strbuf_addf(&sb, tr(" and %u more"), (unsigned)(f->unlocks.n - named));
	table_cell(t, column, TONE_GOOD, sb.buf);
	strbuf_release(&sb);
}

static void put_safety(struct table *t, unsigned column, enum safety s)
{
	static const struct {
		const char *word;
		enum tone tone;
	} words[] = {
		[SAFETY_INSPECT] = { "wait or look", TONE_DIM },
		[SAFETY_LOW] = { "this pod", TONE_PLAIN },
		[SAFETY_MUTATING] = { "cluster", TONE_WARN },
		[SAFETY_DESTRUCTIVE] = { "destructive", TONE_BAD },
	};

	table_cell(t, column, words[s].tone, tr(words[s].word));
}

static void put_fix(struct table *t, const struct fix *f, unsigned number, bool all)
{
	struct strbuf sb = STRBUF_INIT;

	table_row(t);
	strbuf_addf(&sb, "%u", number);
	table_cell(t, 0, TONE_DIM, sb.buf);
	strbuf_reset(&sb);
	text_put(&sb, f->summary);
	table_cell(t, 1, TONE_PLAIN, sb.buf);
	put_safety(t, 2, f->safety);
	put_fits(t, 3, f, all);
	strbuf_reset(&sb);
	text_put(&sb, f->command);
	if (f->command && (all || sb.len <= COMMAND_SHORT))
		table_note(t, TONE_DIM, sb.buf);
	strbuf_release(&sb);
}

void fix_text(const struct report *r, const struct render_options *opts, const struct sheet *sh)
{
	const struct table_column columns[] = {
		{ "", ALIGN_RIGHT, false },
		{ tr("WOULD HELP (each replayed)"), ALIGN_LEFT, true },
		{ tr("CHANGES"), ALIGN_LEFT, false },
		{ tr("THEN IT FITS"), ALIGN_LEFT, true },
	};
	struct arena *arena;
	struct table *t;

	if (!r->advice.fixes.n)
		return;
	arena = arena_new();
	t = table_new(arena, columns, 4);
	for (uint32_t i = 0; i < r->advice.fixes.n; i++)
		put_fix(t, &r->advice.fixes.v[i], i + 1, opts->wide || opts->verbose);
	fputc('\n', sh->out);
	table_print(t, sh, TABLE_INDENT);
	arena_free(arena);
}
