/* What was said about the pod, its owners and its claims, the newest first. */
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "explore/happenings.h"
#include "model/time.h"
#include "tui/screen.h"

enum { AGE, COUNT, OBJECT, FROM, REASON, TEXT };

static const struct screen_column columns[] = {
	[AGE] = { N_("AGE"), .right = true, .most = 8 },
	[COUNT] = { N_("COUNT"), .right = true, .most = 8, .rank = 2 },
	[OBJECT] = { N_("OBJECT"), .most = 40, .rank = 3 },
	[FROM] = { N_("FROM"), .most = 28, .rank = 4 },
	[REASON] = { N_("REASON"), .most = 28, .rank = 1 },
	[TEXT] = { .title = N_("MESSAGE") },
};

static void cell(const struct screen *s, const struct row *r, unsigned column,
		 struct cell_text *out)
{
	const struct happening *h = r->data;
	bool warning = !strcmp(h->type, "Warning");

	(void)s;
	switch (column) {
	case AGE:
		out->has_number = true;
		out->number = h->age.set ? h->age.v : INT64_MAX;
		if (h->age.set)
			duration_format(h->age.v, &out->text.text);
		break;
	case COUNT:
		out->has_number = true;
		out->number = h->count;
		inked_addf(&out->text, INK_DIM, "%lld", (long long)h->count);
		break;
	case OBJECT:
		inked_put(&out->text, INK_DIM, h->object);
		break;
	case FROM:
		inked_put(&out->text, INK_DIM, h->source);
		break;
	case REASON:
		inked_put(&out->text, warning ? INK_WARN : INK_PLAIN, h->reason);
		break;
	case TEXT:
		inked_put(&out->text, INK_PLAIN, h->text);
		break;
	}
}

static void load(struct screen *s)
{
	const struct report *r = ui_report_before(s->ui);
	struct happenings l = { 0 };

	if (r)
		happenings_of(ui_diagnosis(s->ui), &r->subject, s->arena, &l);
	for (uint32_t i = 0; i < l.n; i++)
		row_add(s, l.v[i].id, &l.v[i])->group = l.v[i].reason;
}

static void enter(struct screen *s, const struct row *r)
{
	ui_open(s->ui, SCREEN_EVENT, r->key);
}

const struct screen_ops screen_events = {
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.pane = SCREEN_EVENT,
	.load = load,
	.cell = cell,
	.enter = enter,
	.empty = N_("no events: they are kept for an hour or so, or could not be read"),
};
