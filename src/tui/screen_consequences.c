/* What would come of what is ticked: how many nodes fit, and which ones changed. */
#include <string.h>

#include "explore/session.h"
#include "render/evidence.h"
#include "tui/what_if_act.h"

#define NAMED_MAX 500u /* nodes of a kind that are named */

static void counts(struct screen *s, const struct consequences *c)
{
	struct inked l = INKED_INIT;
	bool better = c->fit_after > c->fit_before;

	inked_addf(&l, better ? INK_GOOD : c->fit_after ? INK_BOLD : INK_BAD,
		   tr_n("%u of %u node fits", "%u of %u nodes fit", c->nodes), (unsigned)c->fit_after,
		   (unsigned)c->nodes);
	inked_addf(&l, INK_DIM, _(", %u before"), (unsigned)c->fit_before);
	row_wrap_line(s, NULL, &l, 2);
	inked_release(&l);
}

static void summary(struct screen *s, const struct report *r)
{
	struct inked l = INKED_INIT;

	inked_put(&l, INK_PLAIN, r->cause.summary);
	row_wrap_line(s, NULL, &l, 0);
	inked_release(&l);
}

static const char *title_of(enum change_of_node_how how)
{
	static const char *const titles[] = {
		[NODE_GAINED] = N_("Fit now"),
		[NODE_LOST] = N_("Do not fit any more"),
		[NODE_NEARER] = N_("Nearer, and do not fit yet"),
		[NODE_FARTHER] = N_("Farther"),
		[NODE_ADDED] = N_("New, and do not fit"),
	};

	return _(titles[how]);
}

/* What still stands in the way, in one line. */
static void put_rest(struct inked *l, const struct node_result *n)
{
	for (uint32_t i = 0; i < n->rejections.n; i++) {
		const struct rejection *r = &n->rejections.v[i];

		inked_add(l, INK_DIM, i ? "; " : "  ");
		inked_mark(l, INK_DIM);
		if (r->details.n)
			evidence_text(&l->text, &r->details.v[0], EVIDENCE_SHORT);
		else
			reasons_text(&l->text, &r->reasons);
	}
}

static void node_line(struct screen *s, const struct change_of_node *c)
{
	static const enum ink inks[] = {
		[NODE_GAINED] = INK_GOOD,  [NODE_LOST] = INK_BAD,  [NODE_NEARER] = INK_PLAIN,
		[NODE_FARTHER] = INK_WARN, [NODE_ADDED] = INK_WARN,
	};
	struct inked l = INKED_INIT;

	inked_add(&l, INK_PLAIN, "  ");
	inked_put(&l, inks[c->how], c->node->name);
	put_rest(&l, c->node);
	row_line(s, c->node->name, &l);
	inked_release(&l);
}

static void changes(struct screen *s, const struct consequences *c)
{
	uint32_t named = 0, left = 0;

	for (uint32_t i = 0; i < c->changed.n; i++) {
		const struct change_of_node *n = &c->changed.v[i];

		if (!i || n->how != n[-1].how) {
			row_blank(s);
			row_heading(s, title_of(n->how));
			named = 0;
		}
		if (named++ < NAMED_MAX)
			node_line(s, n);
		else
			left++;
	}
	if (left) {
		struct inked l = INKED_INIT;

		inked_addf(&l, INK_DIM, _("and %u more"), (unsigned)left);
		row_line(s, NULL, &l);
		inked_release(&l);
	}
}

/* Beside the list: what it says of the selected row may be cut there. */
static void selected(struct screen *s, struct session *session)
{
	const struct toggles *l = session_toggles(session);
	struct inked line = INKED_INIT;

	for (uint32_t i = 0; s->arg && i < l->n; i++) {
		const struct toggle *t = &l->v[i];

		if (strcmp(toggle_key(t, s->arena), s->arg) != 0)
			continue;
		inked_put(&line, t->ticked ? INK_GOOD : INK_BOLD, t->text);
		if (t->note)
			inked_add(&line, INK_DIM, ": ");
		inked_put(&line, INK_DIM, t->note);
		row_wrap_line(s, NULL, &line, 2);
		row_blank(s);
		break;
	}
	inked_release(&line);
}

static void load(struct screen *s)
{
	struct session *session = ui_session(s->ui);
	const struct consequences *c;

	if (!session || !session_can(session))
		return;
	selected(s, session);
	c = session_consequences(session);
	counts(s, c);
	if (!session_flags(session)->n) {
		row_blank(s);
		row_wrap(s, INK_DIM, 0, _("Tick what you would change; nothing is written to the cluster."));
		return;
	}
	summary(s, session_report(session));
	changes(s, c);
}

static void enter(struct screen *s, const struct row *r)
{
	ui_open(s->ui, SCREEN_NODE, r->key);
}

static void act(struct screen *s, enum action action, const struct row *r)
{
	(void)r;
	what_if_act(s, action);
}

const struct screen_ops screen_consequences = {
	.load = load,
	.enter = enter,
	.act = act,
};
