/* What is ticked, to take along: as --what-if flags, as a command, as patches. */
#include "explore/session.h"
#include "tui/fix_lines.h"
#include "tui/what_if_act.h"

static void flags_line(struct screen *s, const struct session *session)
{
	struct inked l = INKED_INIT;
	struct strbuf sb = STRBUF_INIT;

	row_heading(s, _("The same on the command line (p prints it after leaving)"));
	session_put_command(session, &sb);
	inked_add(&l, INK_PLAIN, "  ");
	inked_put(&l, INK_BOLD, sb.buf);
	row_wrap_line(s, NULL, &l, 4);
	strbuf_release(&sb);
	inked_release(&l);
}

static void load(struct screen *s)
{
	struct session *session = ui_session(s->ui);
	struct fix f;

	if (!session || !session_flags(session)->n)
		return;
	flags_line(s, session);
	session_fix(session, s->arena, &f);
	fix_lines(s, &f);
}

static void act(struct screen *s, enum action action, const struct row *r)
{
	(void)r;
	what_if_act(s, action);
}

const struct screen_ops screen_patches = {
	.flags = SCREEN_PAGER,
	.load = load,
	.act = act,
	.empty = N_("nothing is ticked yet: see what if, and fixes"),
};
