/* One event, with all of its text. */
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "explore/happenings.h"
#include "model/time.h"
#include "tui/screen.h"

#define LABEL_COLUMNS 10u

static void fact(struct screen *s, const char *label, const char *text)
{
	struct inked l = INKED_INIT;
	unsigned width = text_width(label, strlen(label));

	inked_add(&l, INK_DIM, label);
	inked_mark(&l, INK_PLAIN);
	strbuf_addn(&l.text, ' ', width < LABEL_COLUMNS ? LABEL_COLUMNS - width : 1);
	text_put(&l.text, text);
	row_wrap_line(s, NULL, &l, LABEL_COLUMNS);
	inked_release(&l);
}

static void show(struct screen *s, const struct happening *h)
{
	struct strbuf age = STRBUF_INIT;

	fact(s, _("reason"), h->reason);
	fact(s, _("type"), h->type);
	fact(s, _("about"), h->object);
	fact(s, _("from"), h->source);
	if (h->age.set) {
		duration_format(h->age.v, &age);
		fact(s, _("age"), age.buf);
	}
	strbuf_reset(&age);
	strbuf_addf(&age, "%lld", (long long)h->count);
	fact(s, _("count"), age.buf);
	row_blank(s);
	strbuf_reset(&age);
	text_put(&age, h->text);
	row_wrap(s, INK_PLAIN, 0, age.buf);
	strbuf_release(&age);
}

static void load(struct screen *s)
{
	const struct report *r = ui_report_before(s->ui);
	struct happenings l = { 0 };

	if (r && s->arg)
		happenings_of(ui_diagnosis(s->ui), &r->subject, s->arena, &l);
	for (uint32_t i = 0; i < l.n; i++)
		if (!strcmp(l.v[i].id, s->arg))
			show(s, &l.v[i]);
}

const struct screen_ops screen_event = {
	.flags = SCREEN_PAGER,
	.load = load,
	.empty = N_("there is no such event any more"),
};
