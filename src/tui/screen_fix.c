/* One fix: its command, its patches, and what the replay says while it is ticked. */
#include <string.h>

#include "explore/session.h"
#include "tui/fix_lines.h"
#include "tui/what_if_act.h"

/* What ticks it, by its summary; -1: nothing does. */
static int64_t find_toggle(const struct screen *s)
{
	const struct toggles *l = session_toggles(ui_session(s->ui));

	for (uint32_t i = 0; i < l->n; i++)
		if (l->v[i].fix && !strcmp(l->v[i].fix->summary, s->arg))
			return i;
	return -1;
}

/* Of the report, or searched for since. */
static const struct fix *find_fix(const struct screen *s, int64_t toggle)
{
	const struct report *before = ui_report_before(s->ui);

	if (toggle >= 0)
		return session_toggles(ui_session(s->ui))->v[toggle].fix;
	for (uint32_t i = 0; i < before->advice.fixes.n; i++)
		if (!strcmp(before->advice.fixes.v[i].summary, s->arg))
			return &before->advice.fixes.v[i];
	return NULL;
}

static void fits_line(struct screen *s, const char *title, enum ink ink, const struct strings *nodes)
{
	struct inked l = INKED_INIT;

	inked_add(&l, INK_PLAIN, title);
	for (uint32_t i = 0; i < nodes->n; i++) {
		inked_add(&l, INK_PLAIN, i ? ", " : "");
		inked_put(&l, ink, nodes->v[i]);
	}
	if (!nodes->n)
		inked_add(&l, INK_BAD, _("no node"));
	row_wrap_line(s, NULL, &l, 2);
	inked_release(&l);
}

static void load(struct screen *s)
{
	struct session *session = ui_session(s->ui);
	struct inked l = INKED_INIT;
	const struct fix *f;
	int64_t toggle;

	if (!session || !s->arg || !ui_report_before(s->ui))
		return;
	toggle = find_toggle(s);
	f = find_fix(s, toggle);
	if (!f)
		return;
	inked_put(&l, INK_BOLD, f->summary);
	row_wrap_line(s, NULL, &l, 2);
	inked_release(&l);
	fits_line(s, _("then it fits "), INK_GOOD, &f->unlocks);
	if (toggle >= 0 && session_toggles(session)->v[toggle].ticked)
		fits_line(s, _("ticked; with all that is ticked these fit: "), INK_GOOD,
			  &session_report(session)->replay->feasible);
	fix_lines(s, f);
}

static void act(struct screen *s, enum action action, const struct row *r)
{
	int64_t toggle = action == ACTION_TICK && ui_session(s->ui) && s->arg ? find_toggle(s) : -1;

	(void)r;
	if (toggle >= 0)
		what_if_tick(s, (uint32_t)toggle);
	else
		what_if_act(s, action);
}

const struct screen_ops screen_fix = {
	.flags = SCREEN_PAGER,
	.load = load,
	.act = act,
	.empty = N_("there is no such fix any more"),
};
