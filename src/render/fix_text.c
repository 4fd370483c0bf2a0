#include "render/fix_text.h"

#include <string.h>

#include "base/text.h"
#include "render/table.h"
#include "render/words.h"

#define TABLE_INDENT 2u
#define NODES_NAMED 2u
#define NODES_NAMED_WIDE 12u
#define FIXES_SHOWN 5u
#define COMMAND_SHORT 100u /* longer commands are patches: only with -v or -o wide */

void fix_nodes(struct strbuf *out, const struct fix *f, bool all)
{
	uint32_t most = all ? NODES_NAMED_WIDE : NODES_NAMED;
	uint32_t named = f->unlocks.n <= most + 1 ? f->unlocks.n : most;

	for (uint32_t i = 0; i < named; i++) {
		strbuf_adds(out, i ? _(", ") : "");
		text_put(out, f->unlocks.v[i]);
	}
	if (named < f->unlocks.n)
		strbuf_addf(out, _(" and %u more"), (unsigned)(f->unlocks.n - named));
}

static const char *text_or_empty(const char *s)
{
	return s ? s : "";
}

/* Its command deletes objects and makes them anew. */
static bool replaces(const struct fix *f)
{
	return f->command && strstr(f->command, " replace --force ");
}

/* "the StatefulSet", "replaces the Job" */
static void put_owner(struct strbuf *out, const struct fix *f, const char *kind)
{
	strbuf_addf(out, replaces(f) && !strcmp(kind, "Job") ? _("replaces the %s") : _("the %s"), kind);
}

/* What one patch changes, in words. */
static void put_change(struct strbuf *out, const struct fix *f, const struct patch *p,
		       const char *subject)
{
	static const char *const owners[] = { "Deployment", "ReplicaSet", "StatefulSet", "DaemonSet",
					      "Job", "CronJob", "ReplicationController" };
	bool is_claim = !strcmp(p->kind, "PersistentVolumeClaim"), is_pod = !strcmp(p->kind, "Pod");

	if (is_pod && p->type == PATCH_DELETE && strcmp(text_or_empty(p->name), subject) != 0)
		strbuf_adds(out, _("deletes pods"));
	else if (is_pod && (p->type == PATCH_DELETE || replaces(f)))
		strbuf_adds(out, _("replaces this pod"));
	else if (is_pod)
		strbuf_adds(out, _("this pod"));
	else if (is_claim && p->type == PATCH_CREATE)
		strbuf_adds(out, _("a new claim"));
	else if (is_claim && (p->type == PATCH_DELETE || replaces(f)))
		strbuf_adds(out, _("deletes a claim"));
	if (out->len)
		return;
	for (size_t i = 0; i < sizeof(owners) / sizeof(*owners); i++)
		if (!strcmp(p->kind, owners[i])) {
			put_owner(out, f, owners[i]);
			return;
		}
	strbuf_adds(out, _("cluster"));
}

void fix_changes(struct strbuf *out, const struct fix *f, const char *subject)
{
	const struct patches *l = f->apply.n ? &f->apply : &f->patches;
	struct strbuf one = STRBUF_INIT;

	if (f->safety == SAFETY_INSPECT)
		strbuf_adds(out, _("wait or look"));
	for (uint32_t i = 0; i < l->n && f->safety != SAFETY_INSPECT; i++) {
		strbuf_reset(&one);
		put_change(&one, f, &l->v[i], subject);
		if (strstr(out->buf, one.buf)) /* several of a sort are told once */
			continue;
		strbuf_adds(out, out->len ? _(", ") : "");
		strbuf_adds(out, one.buf);
	}
	strbuf_release(&one);
}

static enum tone changes_tone(const struct fix *f)
{
	static const enum tone tones[] = {
		[SAFETY_INSPECT] = TONE_DIM,
		[SAFETY_LOW] = TONE_PLAIN,
		[SAFETY_MUTATING] = TONE_WARN,
		[SAFETY_DESTRUCTIVE] = TONE_BAD,
	};

	return replaces(f) ? TONE_BAD : tones[f->safety];
}

static void put_fix(struct table *t, const struct fix *f, unsigned number, const char *subject,
		    bool all)
{
	struct strbuf sb = STRBUF_INIT;

	table_row(t);
	strbuf_addf(&sb, "%u", number);
	table_cell(t, 0, TONE_DIM, sb.buf);
	strbuf_reset(&sb);
	text_put(&sb, f->summary);
	table_cell(t, 1, TONE_PLAIN, sb.buf);
	strbuf_reset(&sb);
	fix_changes(&sb, f, subject);
	table_cell(t, 2, changes_tone(f), sb.buf);
	strbuf_reset(&sb);
	fix_nodes(&sb, f, all);
	table_cell(t, 3, TONE_GOOD, sb.buf);
	strbuf_reset(&sb);
	text_put(&sb, f->command);
	if (f->command && (all || sb.len <= COMMAND_SHORT))
		table_command(t, TONE_DIM, sb.buf);
	strbuf_release(&sb);
}

static void more_text(uint32_t n, const struct sheet *sh)
{
	struct strbuf sb = STRBUF_INIT;

	strbuf_addf(&sb, _("and %u more with -o wide, which also has all commands"), (unsigned)n);
	sheet_spaces(sh, TABLE_INDENT + 3);
	sheet_paragraph(sh, TABLE_INDENT + 3, TABLE_INDENT + 3, TONE_DIM, sb.buf);
	strbuf_release(&sb);
}

void fix_text(const struct report *r, const struct render_options *opts, const struct sheet *sh)
{
	const struct table_column columns[] = {
		{ "", ALIGN_RIGHT, false },
		{ _("WOULD HELP (each replayed)"), ALIGN_LEFT, true },
		{ _("CHANGES"), ALIGN_LEFT, true },
		{ _("THEN IT FITS"), ALIGN_LEFT, true },
	};
	bool all = opts->wide || opts->verbose;
	const char *subject = text_or_empty(r->subject.name);
	uint32_t n = r->advice.fixes.n;
	struct arena *arena;
	struct table *t;

	if (!r->advice.fixes.n)
		return;
	arena = arena_new();
	t = table_new(arena, columns, 4);
	if (!all && n > FIXES_SHOWN)
		n = FIXES_SHOWN;
	for (uint32_t i = 0; i < n; i++)
		put_fix(t, &r->advice.fixes.v[i], i + 1, subject, all);
	fputc('\n', sh->out);
	table_print(t, sh, TABLE_INDENT);
	if (n < r->advice.fixes.n)
		more_text(r->advice.fixes.n - n, sh);
	arena_free(arena);
}
