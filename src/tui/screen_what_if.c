/* What can be supposed, as a list to tick; what comes of it is in the pane. */
#include "explore/session.h"
#include "tui/what_if_act.h"

enum { MARK, ABOUT, WHAT, NOTE };

static const struct screen_column columns[] = {
	[MARK] = { "", .most = 3 },
	[ABOUT] = { N_("ABOUT"), .most = 10, .rank = 2 },
	[WHAT] = { N_("SUPPOSE"), .most = 60 },
	[NOTE] = { .title = N_("NOTE") },
};

struct entry { /* of a row */
	struct toggle toggle;
	uint32_t index; /* in session_toggles() */
};

static enum ink ink_of(const struct toggle *t)
{
	if (t->idle)
		return INK_DIM;
	if (t->ticked)
		return INK_BOLD;
	return t->safety == SAFETY_DESTRUCTIVE ? INK_BAD : INK_PLAIN;
}

static const char *group_word(enum toggle_group g)
{
	static const char *const words[] = {
		[TOGGLE_FIX] = N_("fix"),	  [TOGGLE_POD] = N_("pod"),
		[TOGGLE_REQUEST] = N_("request"), [TOGGLE_NODES] = N_("near node"),
		[TOGGLE_NODE] = N_("this node"),  [TOGGLE_TYPED] = N_("typed"),
	};

	return g < TOGGLE_GROUP_COUNT ? _(words[g]) : "";
}

static void cell(const struct screen *s, const struct row *r, unsigned column,
		 struct cell_text *out)
{
	const struct entry *e = r->data;
	const struct toggle *t = &e->toggle;

	(void)s;
	switch (column) {
	case MARK:
		inked_add(&out->text, t->ticked ? INK_GOOD : INK_DIM, t->ticked ? "[x]" : "[ ]");
		break;
	case ABOUT:
		out->has_number = true;
		out->number = t->group;
		inked_add(&out->text, INK_DIM, group_word(t->group));
		break;
	case WHAT:
		inked_put(&out->text, ink_of(t), t->text);
		break;
	case NOTE:
		if (t->idle)
			inked_add(&out->text, INK_WARN, _("changes nothing"));
		else if (t->resource)
			inked_add(&out->text, INK_DIM, _("+ and - change it"));
		else
			inked_put(&out->text, INK_DIM, t->note);
		break;
	}
}

static void load(struct screen *s)
{
	struct session *session = ui_session(s->ui);
	const struct toggles *l = NULL;

	if (session) {
		session_look_at(session, s->arg);
		l = session_toggles(session);
	}
	for (uint32_t i = 0; l && i < l->n; i++) {
		struct entry *e = ARENA_NEW(s->arena, struct entry);

		e->toggle = l->v[i];
		e->index = i;
		row_add(s, toggle_key(&l->v[i], s->arena), e)->group =
			toggle_group_title(l->v[i].group);
	}
}

static void enter(struct screen *s, const struct row *r)
{
	const struct entry *e = r->data;

	if (e)
		what_if_tick(s, e->index);
}

static void adjust(struct screen *s, const struct entry *e, int steps)
{
	struct session *session = ui_session(s->ui);

	if (!e || !e->toggle.resource) {
		ui_say(s->ui, INK_WARN, _("only requests have more or less"));
		return;
	}
	if (session_adjust(session, e->index, steps)) {
		ui_changed(s->ui);
		ui_say(s->ui, INK_DIM, _("%u of %u nodes would fit, %u before"),
		       (unsigned)session_consequences(session)->fit_after,
		       (unsigned)session_consequences(session)->nodes,
		       (unsigned)session_consequences(session)->fit_before);
	}
}

static void act(struct screen *s, enum action action, const struct row *r)
{
	const struct entry *e = r ? r->data : NULL;

	if (action == ACTION_TICK && e)
		what_if_tick(s, e->index);
	else if (action == ACTION_MORE || action == ACTION_LESS)
		adjust(s, e, action == ACTION_MORE ? 1 : -1);
	else
		what_if_act(s, action);
}

const struct screen_ops screen_what_if = {
	.flags = SCREEN_WITH_PANE,
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.pane = SCREEN_CONSEQUENCES,
	.load = load,
	.cell = cell,
	.enter = enter,
	.act = act,
	.empty = N_("nothing can be supposed: it has a node, or is not made yet"),
};
