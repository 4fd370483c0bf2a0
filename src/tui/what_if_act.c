#include "tui/what_if_act.h"

#include <stdio.h>
#include <stdlib.h>

#include "explore/session.h"
#include "render/fix_fields.h"
#include "render/json_writer.h"
#include "report/strings.h"

/* What came of it, in the line at the bottom. */
static void tell(struct screen *s)
{
	const struct consequences *c = session_consequences(ui_session(s->ui));

	if (!session_flags(ui_session(s->ui))->n)
		ui_say(s->ui, INK_DIM, _("nothing is supposed: %u of %u nodes fit"),
		       (unsigned)c->fit_after, (unsigned)c->nodes);
	else
		ui_say(s->ui, c->fit_after ? INK_GOOD : INK_WARN,
		       _("%u of %u nodes would fit, %u before"), (unsigned)c->fit_after,
		       (unsigned)c->nodes, (unsigned)c->fit_before);
}

static void changed(struct screen *s)
{
	ui_changed(s->ui);
	tell(s);
}

void what_if_tick(struct screen *s, uint32_t toggle)
{
	if (session_tick(ui_session(s->ui), toggle))
		changed(s);
}

static void typed(struct screen *s, const char *answer)
{
	struct error err = ERROR_INIT;

	if (!*answer)
		return;
	if (session_type(ui_session(s->ui), answer, &err) < 0) { /* to be mended, not typed again */
		ui_say(s->ui, INK_WARN, "%s", err.msg);
		ui_ask(s->ui, _("what if: "), answer, typed);
	} else {
		changed(s);
	}
}

static void ask(struct screen *s)
{
	if (session_can(ui_session(s->ui)))
		ui_ask(s->ui, _("what if: "), NULL, typed);
	else
		ui_say(s->ui, INK_WARN, _("nothing can be supposed of this"));
}

static void search(struct screen *s)
{
	struct session *session = ui_session(s->ui);
	uint32_t n;

	if (!session_can(session)) {
		ui_say(s->ui, INK_WARN, _("nothing can be supposed of this"));
		return;
	}
	n = session_search(session);
	ui_changed(s->ui);
	ui_say(s->ui, n ? INK_GOOD : INK_WARN,
	       tr_n("%u fix was found on top of what is ticked",
		    "%u fixes were found on top of what is ticked", n), (unsigned)n);
}

/* --- printing, once the terminal is restored */

static void print_flags(struct screen *s)
{
	struct strbuf sb = STRBUF_INIT;

	if (!session_flags(ui_session(s->ui))->n) {
		ui_say(s->ui, INK_WARN, _("nothing is ticked"));
		return;
	}
	session_put_command(ui_session(s->ui), &sb);
	strbuf_addc(&sb, '\n');
	ui_print(s->ui, sb.buf);
	ui_say(s->ui, INK_GOOD, _("the command line is printed after leaving"));
	strbuf_release(&sb);
}

/* The array "fixes" of the JSON report with this one in it. */
static void put_json(struct strbuf *out, struct fix *f)
{
	const struct advice one = { .fixes = { f, 1 } };
	struct emitter e;
	char *text = NULL;
	size_t len;
	FILE *mem = open_memstream(&text, &len);

	if (!mem)
		return;
	json_writer_init(&e, mem);
	emit_object(&e, NULL);
	fix_fields(&e, &one);
	emit_end(&e);
	emit_finish(&e);
	fclose(mem);
	strbuf_adds(out, text);
	free(text);
}

static void print_changes(struct screen *s)
{
	struct arena *arena = arena_new();
	struct strbuf sb = STRBUF_INIT;
	struct fix f;

	session_fix(ui_session(s->ui), arena, &f);
	f.summary = strings_join(&f.what_if, ", ", arena);
	if (!f.patches.n) {
		ui_say(s->ui, INK_WARN, _("nothing is ticked that changes anything"));
	} else if (f.command) {
		strbuf_addf(&sb, "%s\n", f.command);
		ui_say(s->ui, INK_GOOD, _("the command that makes the changes is printed after leaving"));
	} else {
		put_json(&sb, &f);
		ui_say(s->ui, INK_GOOD, _("the patches are printed after leaving"));
	}
	ui_print(s->ui, sb.buf);
	strbuf_release(&sb);
	arena_free(arena);
}

/* --- keys */

static void step_history(struct screen *s, bool undo)
{
	struct session *session = ui_session(s->ui);

	if (undo ? session_undo(session) : session_redo(session))
		changed(s);
	else
		ui_say(s->ui, INK_WARN, undo ? _("nothing to undo") : _("nothing to do again"));
}

static void clear(struct screen *s)
{
	if (session_clear(ui_session(s->ui)))
		changed(s);
	else
		ui_say(s->ui, INK_WARN, _("nothing is ticked"));
}

bool what_if_act(struct screen *s, enum action action)
{
	if (!ui_session(s->ui))
		return false;
	switch ((int)action) {
	case ACTION_UNDO:
	case ACTION_REDO:
		step_history(s, action == ACTION_UNDO);
		return true;
	case ACTION_CLEAR:
		clear(s);
		return true;
	case ACTION_EXPRESSION:
		ask(s);
		return true;
	case ACTION_SEARCH_FIXES:
		search(s);
		return true;
	case ACTION_PRINT_FLAGS:
		print_flags(s);
		return true;
	case ACTION_PRINT_CHANGES:
		print_changes(s);
		return true;
	}
	return false;
}

void what_if_open(struct screen *s, const char *node)
{
	ui_open(s->ui, SCREEN_WHAT_IF, node);
}
