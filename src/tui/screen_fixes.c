/* The fixes that were found, each replayed; ticking one supposes it everywhere. */
#include <inttypes.h>
#include <string.h>

#include "explore/session.h"
#include "tui/fix_lines.h"
#include "tui/what_if_act.h"

#define NAMED_MAX 3u

enum { MARK, NUMBER, FIX, CHANGES, FITS };

static const struct screen_column columns[] = {
	[MARK] = { "", .most = 3 },
	[NUMBER] = { "", .right = true, .most = 3, .rank = 4 },
	[FIX] = { N_("WOULD HELP"), .most = 90 },
	[CHANGES] = { N_("CHANGES"), .most = 14, .rank = 2 },
	[FITS] = { .title = N_("THEN IT FITS") },
};

struct entry { /* of a row */
	const struct fix *fix;
	uint32_t number;
	int64_t toggle; /* in session_toggles(); -1: it cannot be ticked */
	bool ticked;
};

static void put_fits(struct inked *out, const struct fix *f)
{
	uint32_t named = f->unlocks.n <= NAMED_MAX + 1 ? f->unlocks.n : NAMED_MAX;

	for (uint32_t i = 0; i < named; i++) {
		inked_add(out, INK_GOOD, i ? ", " : "");
		inked_put(out, INK_GOOD, f->unlocks.v[i]);
	}
	if (named < f->unlocks.n)
		inked_addf(out, INK_DIM, _(" and %u more"), (unsigned)(f->unlocks.n - named));
}

static void cell(const struct screen *s, const struct row *r, unsigned column,
		 struct cell_text *out)
{
	const struct entry *e = r->data;

	(void)s;
	switch (column) {
	case MARK:
		inked_add(&out->text, e->ticked ? INK_GOOD : INK_DIM,
			  e->ticked ? "[x]" : e->toggle < 0 ? "" : "[ ]");
		break;
	case NUMBER:
		out->has_number = true;
		out->number = e->number;
		inked_addf(&out->text, INK_DIM, "%" PRIu32, e->number);
		break;
	case FIX:
		inked_put(&out->text, e->ticked ? INK_BOLD : INK_PLAIN, e->fix->summary);
		break;
	case CHANGES:
		inked_add(&out->text, safety_ink(e->fix->safety), safety_words(e->fix->safety));
		break;
	case FITS:
		put_fits(&out->text, e->fix);
		break;
	}
}

static void add_fix(struct screen *s, const struct fix *f, uint32_t number, int64_t toggle)
{
	struct entry *e = ARENA_NEW(s->arena, struct entry);
	const struct toggles *l = session_toggles(ui_session(s->ui));

	*e = (struct entry){ f, number, toggle, toggle >= 0 && l->v[toggle].ticked };
	row_add(s, f->summary, e);
}

static int64_t toggle_of(const struct toggles *l, const struct fix *f)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->v[i].fix == f)
			return i;
	return -1;
}

/* Those of the report, then those that were searched for since. */
static void load(struct screen *s)
{
	const struct report *before = ui_report_before(s->ui);
	const struct toggles *l;
	uint32_t n = 0;

	if (!before || !ui_session(s->ui))
		return;
	l = session_toggles(ui_session(s->ui));
	for (uint32_t i = 0; i < before->advice.fixes.n; i++)
		add_fix(s, &before->advice.fixes.v[i], ++n,
			toggle_of(l, &before->advice.fixes.v[i]));
	for (uint32_t i = 0; i < l->n; i++) {
		const struct fix *f = l->v[i].fix, *first = before->advice.fixes.v;

		if (f && !(f >= first && f < first + before->advice.fixes.n))
			add_fix(s, f, ++n, i);
	}
}

static void tick(struct screen *s, const struct entry *e)
{
	if (e && e->toggle >= 0)
		what_if_tick(s, (uint32_t)e->toggle);
	else if (e)
		ui_say(s->ui, INK_WARN, _("this one cannot be supposed by ticking"));
}

static void enter(struct screen *s, const struct row *r)
{
	ui_open(s->ui, SCREEN_FIX, r->key);
}

static void act(struct screen *s, enum action action, const struct row *r)
{
	if (action == ACTION_TICK)
		tick(s, r ? r->data : NULL);
	else
		what_if_act(s, action);
}

const struct screen_ops screen_fixes = {
	.flags = SCREEN_WITH_PANE,
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.pane = SCREEN_FIX,
	.load = load,
	.cell = cell,
	.enter = enter,
	.act = act,
	.empty = N_("no fix was found, or none is needed; F searches on top of what is ticked"),
};
