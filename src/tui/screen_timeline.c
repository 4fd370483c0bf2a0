/* When the pod reached which stage, and how long each took. */
#include <string.h>

#include "base/text.h"
#include "model/time.h"
#include "render/words.h"
#include "tui/screen.h"

#define SHARE_COLUMNS 20u

enum { SINCE, TOOK, SHARE, STAGE, STEP, SOURCE };

static const struct screen_column columns[] = {
	[SINCE] = { N_("SINCE"), .most = 27 },
	[TOOK] = { N_("TOOK"), .right = true, .most = 8 },
	[SHARE] = { "", .most = SHARE_COLUMNS, .rank = 3 },
	[STAGE] = { N_("STAGE"), .most = 24 },
	[STEP] = { N_("STEP"), .most = 32, .rank = 1 },
	[SOURCE] = { .title = N_("KNOWN FROM") },
};

static int64_t longest(const struct report *r)
{
	int64_t most = 0;

	for (uint32_t i = 0; i < r->timeline.n; i++)
		if (r->timeline.v[i].seconds.set && r->timeline.v[i].seconds.v > most)
			most = r->timeline.v[i].seconds.v;
	return most;
}

static void cell(const struct screen *s, const struct row *r, unsigned column,
		 struct cell_text *out)
{
	const struct timeline_entry *e = r->data;

	switch (column) {
	case SINCE:
		out->has_number = true;
		out->number = e->at.us;
		if (e->at.set)
			time_format(e->at.us, &out->text.text);
		break;
	case TOOK:
		out->has_number = true;
		out->number = e->seconds.set ? e->seconds.v : -1;
		if (e->seconds.set)
			duration_format(e->seconds.v, &out->text.text);
		break;
	case SHARE:
		if (e->seconds.set)
			bar_share(&out->text, INK_BAR_USED, SHARE_COLUMNS, e->seconds.v,
				  longest(ui_report_before(s->ui)));
		break;
	case STAGE:
		inked_add(&out->text, INK_BOLD, stage_words(e->stage));
		break;
	case STEP:
		inked_add(&out->text, INK_PLAIN, e->step ? _(e->step) : "");
		break;
	case SOURCE:
		inked_put(&out->text, INK_DIM, e->source);
		break;
	}
}

static void load(struct screen *s)
{
	const struct report *r = ui_report_before(s->ui);

	for (uint32_t i = 0; r && i < r->timeline.n; i++) {
		const struct timeline_entry *e = &r->timeline.v[i];

		row_add(s, arena_printf(s->arena, "%d %s %u", (int)e->stage, e->step ? e->step : "",
					(unsigned)i), e);
	}
}

const struct screen_ops screen_timeline = {
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.load = load,
	.cell = cell,
	.empty = N_("no time is known of it"),
};
