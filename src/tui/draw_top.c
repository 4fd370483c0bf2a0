/* What is above the rows: title, tabs, what the subject is stuck in, what is supposed. */
#include <string.h>

#include "base/text.h"
#include "explore/session.h"
#include "model/time.h"
#include "render/report_text.h"
#include "render/words.h"
#include "tui/draw.h"
#include "tui/key.h"

#define DOT " \xc2\xb7 "

/* --- title */

static void put_fits(struct inked *l, const struct report *r)
{
	if (!r->replay || !r->replay->nodes.n)
		return;
	inked_add(l, INK_TITLE, DOT);
	inked_addf(l, INK_TITLE, tr_n("%u of %u node fits", "%u of %u nodes fit", r->replay->nodes.n),
		   (unsigned)r->replay->feasible.n, (unsigned)r->replay->nodes.n);
}

static void put_subject(struct inked *l, const struct report *r)
{
	inked_mark(l, INK_TITLE);
	subject_text(&l->text, &r->subject);
	inked_add(l, INK_TITLE, DOT);
	inked_add(l, INK_TITLE, stage_words(r->stage));
	put_fits(l, r);
	if (r->subject.pending_seconds.set) {
		inked_add(l, INK_TITLE, DOT);
		duration_format(r->subject.pending_seconds.v, &l->text);
	}
}

/* "whypending · all that is stuck in shop" */
static void put_list(const struct ui *ui, struct inked *l)
{
	const char *namespace_ = ui->source->namespace_;

	inked_add(l, INK_TITLE, "whypending" DOT);
	inked_add(l, INK_TITLE, _(screen_table[ui_top_id(ui)].title));
	if (ui_top_id(ui) != SCREEN_PODS || !ui->has_list)
		return;
	inked_add(l, INK_TITLE, DOT);
	if (namespace_)
		inked_addf(l, INK_TITLE, _("namespace %s"), namespace_); /* escaped by the surface */
	else
		inked_add(l, INK_TITLE, _("all namespaces"));
}

/* "demo 12:30:05Z": what is shown, and of when. */
static void put_source(struct inked *l, const struct source *source)
{
	static const char *const words[] = {
		[SOURCE_CLUSTER] = N_("cluster"),
		[SOURCE_SNAPSHOT] = N_("snapshot"),
		[SOURCE_DEMO] = N_("sample cluster"),
	};
	struct strbuf time = STRBUF_INIT;

	if (source->context)
		inked_put(l, INK_TITLE, source->context);
	else
		inked_add(l, INK_TITLE, _(words[source->kind]));
	if (source->now.set) {
		time_format(source->now.us / 1000000 * 1000000, &time);
		inked_addf(l, INK_TITLE, " %s", time.len > 11 ? time.buf + 11 : "");
	}
	strbuf_release(&time);
}

/* With what is supposed, if anything is: the line below it says what. */
void draw_title(struct ui *ui, struct area a)
{
	const struct report *r = ui_report(ui);
	struct inked left = INKED_INIT, right = INKED_INIT;
	unsigned width;

	surface_fill(&ui->surface, a, INK_TITLE);
	if (r && ui_top_id(ui) != SCREEN_PODS)
		put_subject(&left, r);
	else
		put_list(ui, &left);
	put_source(&right, r ? &r->source : &ui->data->subjects->source);
	width = text_width(right.text.buf, right.text.len);
	if (a.width > text_width(left.text.buf, left.text.len) + width + 6 && width) {
		draw_line(&ui->surface,
			  (struct area){ a.x + a.width - width - 1, a.y, width, 1 }, &right);
		a.width -= width + 3;
	}
	if (a.width > 20) {
		a.x++;
		a.width -= 2;
	}
	draw_line(&ui->surface, a, &left);
	inked_release(&left);
	inked_release(&right);
}

/* The tab that is shown, or from which what is shown was opened. */
static unsigned tab_of(const struct ui *ui)
{
	unsigned depth = ui->depth;

	if (screen_table[ui_top_id(ui)].place == PLACE_OVER)
		return ui_top_id(ui);
	while (depth > 1 && screen_table[ui->stack[depth - 1]].place != PLACE_POD)
		depth--;
	return ui->stack[depth - 1];
}

void draw_tabs(struct ui *ui, struct area a)
{
	struct inked l = INKED_INIT;
	unsigned here = tab_of(ui);
	enum screen_place place = screen_table[here].place;

	for (unsigned i = 1; i < SCREEN_COUNT; i++) {
		const struct screen_entry *e = &screen_table[i];

		if (e->place != place || !e->key)
			continue;
		inked_add(&l, INK_PLAIN, " ");
		inked_mark(&l, INK_KEY);
		key_text(&l.text, e->key);
		inked_add(&l, INK_PLAIN, " ");
		inked_add(&l, i == here ? INK_TAB : INK_DIM, _(e->title));
		inked_add(&l, INK_PLAIN, " ");
	}
	draw_line(&ui->surface, a, &l);
	inked_release(&l);
}

/* --- head */

static void put_cause(const struct report *r, struct inked *out)
{
	struct mark mark = report_mark(r);

	inked_add(out, ink_of_tone(mark.tone), mark.text);
	inked_add(out, INK_PLAIN, " ");
	if (r->cause.summary)
		inked_put(out, INK_PLAIN, r->cause.summary);
	else
		inked_add(out, INK_PLAIN, stage_words(r->stage));
}

void make_head(struct ui *ui, struct inked *out)
{
	const struct screen *s = ui_top(ui);

	if (s->ops->head)
		s->ops->head(s, out);
	else if (ui->report && !(s->ops->flags & SCREEN_NO_REPORT))
		put_cause(ui_report(ui), out);
}

/* What is not shown of it ends in an ellipsis. */
void draw_text(struct ui *ui, struct area a, const struct inked *l)
{
	size_t done = 0, skip, n;
	enum ink ink = INK_PLAIN;

	for (unsigned y = 0; y < a.height && done < l->text.len; y++) {
		struct area line = { a.x, a.y + y, a.width, 1 };
		struct ink_mark marks[INKED_MARKS_MAX];
		struct row_text t = { .marks = marks };
		struct strbuf part = STRBUF_INIT;

		n = wrap_line(l->text.buf + done, l->text.len - done, a.width, &skip);
		if (y + 1 == a.height)
			n = l->text.len - done;
		strbuf_add(&part, l->text.buf + done, n);
		marks[t.n++] = (struct ink_mark){ 0, ink };
		for (unsigned i = 0; i < l->n && t.n < INKED_MARKS_MAX; i++) {
			if (l->marks[i].at < done || l->marks[i].at >= done + n)
				continue;
			ink = l->marks[i].ink;
			marks[t.n++] = (struct ink_mark){ l->marks[i].at - done, ink };
		}
		t.text = part.buf;
		row_text_draw(&ui->surface, line, &t, 0);
		strbuf_release(&part);
		done += skip;
	}
}

unsigned lines_of(const struct inked *l, unsigned width)
{
	size_t done = 0, skip;
	unsigned lines = 0;

	while (done < l->text.len && width && lines < HEAD_LINES_MAX) {
		wrap_line(l->text.buf + done, l->text.len - done, width, &skip);
		done += skip;
		lines++;
	}
	return lines;
}

void draw_what_if(struct ui *ui, struct area a)
{
	const struct strings *flags = session_flags(ui->session);
	const struct report *r = ui_report(ui);
	struct inked l = INKED_INIT;

	inked_add(&l, INK_WARN, _("what if"));
	if (r->replay && r->what_if.set)
		inked_addf(&l, INK_PLAIN, tr_n(": %u of %u fits (%u before)", ": %u of %u fit (%u before)",
					       r->replay->nodes.n),
			   (unsigned)r->replay->feasible.n, (unsigned)r->replay->nodes.n,
			   (unsigned)r->what_if.feasible_before.n);
	inked_add(&l, INK_DIM, DOT);
	for (uint32_t i = 0; i < flags->n; i++) {
		inked_add(&l, INK_DIM, i ? ", " : "");
		inked_put(&l, INK_BOLD, flags->v[i]);
	}
	draw_line(&ui->surface, a, &l);
	inked_release(&l);
}

