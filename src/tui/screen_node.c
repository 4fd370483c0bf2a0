/* One node: every rejection with its evidence, its capacity, and the pods that fill it. */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "explore/room.h"
#include "render/node_lines.h"
#include "render/words.h"
#include "report/amount.h"
#include "tui/what_if_act.h"

#define INDENT 2u
#define NAME_COLUMNS 18u
#define BAR_MOST 40u

static const struct node_result *find_node(const struct report *r, const char *name)
{
	for (uint32_t i = 0; r && r->replay && name && i < r->replay->nodes.n; i++)
		if (!strcmp(r->replay->nodes.v[i].name, name))
			return &r->replay->nodes.v[i];
	return NULL;
}

static void add_indent(struct inked *l, unsigned n)
{
	inked_mark(l, INK_PLAIN);
	strbuf_addn(&l->text, ' ', n);
}

/* --- verdict */

static void verdict_line(struct screen *s, const struct node_result *n)
{
	static const enum ink inks[] = {
		[VERDICT_FITS] = INK_GOOD, [VERDICT_REJECTED] = INK_BAD, [VERDICT_UNKNOWN] = INK_WARN,
	};
	struct inked l = INKED_INIT;

	inked_put(&l, INK_BOLD, n->name);
	inked_add(&l, INK_DIM, ": ");
	inked_add(&l, inks[n->verdict], verdict_words(n->verdict));
	if (n->before && n->before->verdict != n->verdict)
		inked_addf(&l, INK_WARN, _(" (before: %s)"), verdict_words(n->before->verdict));
	row_wrap_line(s, NULL, &l, INDENT);
	inked_release(&l);
}

static void rejection_line(struct screen *s, const struct node_line *v)
{
	struct inked l = INKED_INIT;
	bool said = strcmp(v->evidence, v->reasons) == 0;

	if (*v->plugin) {
		inked_add(&l, ink_of_tone(v->tone == TONE_PLAIN ? TONE_BAD : v->tone), v->plugin);
		if (*v->reasons)
			inked_addf(&l, INK_DIM, ": %s", v->reasons);
		row_wrap_line(s, NULL, &l, INDENT);
	}
	if (*v->evidence && !(said && *v->plugin)) {
		add_indent(&l, INDENT);
		inked_add(&l, ink_of_tone(v->tone), v->evidence);
		row_wrap_line(s, NULL, &l, 2 * INDENT);
	}
	inked_release(&l);
}

static void verdict(struct screen *s, const struct node_result *n)
{
	struct arena *scratch = arena_new();
	struct node_lines lines = { 0 };

	verdict_line(s, n);
	if (n->verdict != VERDICT_FITS || n->before)
		node_lines(n, EVIDENCE_SHORT, 0, scratch, &lines);
	for (uint32_t i = 0; i < lines.n; i++)
		rejection_line(s, &lines.v[i]);
	arena_free(scratch);
}

/* --- capacity */

static void put_amount(struct strbuf *out, const struct room_amount *a, int64_t v,
		       enum amount_rounding rounding)
{
	if (a->milli && !strcmp(a->resource, "cpu"))
		amount_phrase(out, a->resource, v); /* "2.95": beside a total that is easier to read */
	else
		amount_short(out, a->resource, a->milli, v, rounding);
}

/* What others have, or will have first. */
static int64_t taken(const struct room_amount *a)
{
	int64_t sum;

	return __builtin_add_overflow(a->used, a->kept, &sum) ? INT64_MAX : sum;
}

static void put_numbers(struct inked *l, const struct room_amount *a)
{
	struct strbuf used = STRBUF_INIT, total = STRBUF_INIT, kept = STRBUF_INIT;
	struct strbuf wanted = STRBUF_INIT, lacking = STRBUF_INIT;
	int64_t left = bar_left(taken(a), a->total);

	put_amount(&used, a, a->used, AMOUNT_UP);
	put_amount(&total, a, a->total, AMOUNT_DOWN);
	put_amount(&wanted, a, a->wanted, AMOUNT_UP);
	inked_addf(l, INK_PLAIN, _("%s of %s used"), used.buf, total.buf);
	if (a->kept > 0) {
		put_amount(&kept, a, a->kept, AMOUNT_UP);
		inked_addf(l, INK_WARN, _(", %s kept"), kept.buf);
	}
	if (a->wanted > left) {
		put_amount(&lacking, a, a->wanted - left, AMOUNT_UP);
		inked_addf(l, INK_BAD, _(", wants %s, short %s"), wanted.buf, lacking.buf);
	} else if (a->wanted) {
		inked_addf(l, INK_GOOD, _(", wants %s"), wanted.buf);
	}
	strbuf_release(&used);
	strbuf_release(&kept);
	strbuf_release(&total);
	strbuf_release(&wanted);
	strbuf_release(&lacking);
}

static unsigned bar_width(const struct screen *s, unsigned text)
{
	unsigned width = s->width > text ? s->width - text : 0;

	return width < BAR_MOST ? width : BAR_MOST;
}

static void capacity_line(struct screen *s, const struct room_amount *a)
{
	struct inked l = INKED_INIT;
	unsigned width, names = s->width < 3 * NAME_COLUMNS ? 2 * INDENT : NAME_COLUMNS;

	add_indent(&l, INDENT);
	inked_put(&l, INK_PLAIN, a->resource);
	width = text_width(l.text.buf, l.text.len);
	add_indent(&l, width < names + INDENT ? names + INDENT - width : 1);
	width = bar_width(s, names + 40);
	if (width >= 8) {
		bar_add(&l, width, taken(a), a->wanted, a->total);
		inked_add(&l, INK_PLAIN, a->wanted > bar_left(taken(a), a->total) ? " " : "  ");
	}
	put_numbers(&l, a);
	row_wrap_line(s, NULL, &l, names + INDENT);
	inked_release(&l);
}

static void capacity(struct screen *s, const struct room *room)
{
	row_blank(s);
	row_heading(s, room->cordoned ? _("Capacity (the node is cordoned)") : _("Capacity"));
	for (uint32_t i = 0; i < room->resources.n; i++)
		capacity_line(s, &room->resources.v[i]);
}

/* --- pods */

#define AMOUNT_COLUMNS 9u
#define SHARE_COLUMNS 6u
#define PRIORITY_COLUMNS 12u
#define SHARES_MAX 4u
#define LEAVING N_(" leaving")
#define NOMINATED N_(" nominated")

struct pod_table { /* how the pods of a node are laid out */
	const struct room *room;
	uint32_t shown[SHARES_MAX], n; /* resources with a column */
	unsigned amount[SHARES_MAX];   /* columns for their amounts */
	unsigned name;                 /* columns for names */
};

static unsigned width_of(const char *raw)
{
	struct strbuf sb = STRBUF_INIT;
	unsigned width;

	text_put(&sb, raw);
	width = text_width(sb.buf, sb.len);
	strbuf_release(&sb);
	return width;
}

static struct pod_table lay_out(const struct screen *s, const struct room *room)
{
	struct pod_table t = { .room = room };
	uint32_t most = s->width >= 140 ? SHARES_MAX : s->width >= 60 ? 2 : 1;
	unsigned taken = INDENT + PRIORITY_COLUMNS, state = 0;

	for (uint32_t i = 0; i < room->resources.n && t.n < most; i++) {
		unsigned width = width_of(room->resources.v[i].resource) + 1;

		if (!strcmp(room->resources.v[i].resource, "pods")) /* always 1 */
			continue;
		t.amount[t.n] = width > AMOUNT_COLUMNS ? width : AMOUNT_COLUMNS;
		taken += t.amount[t.n] + 1 + SHARE_COLUMNS;
		t.shown[t.n++] = i;
	}
	for (uint32_t i = 0; i < room->pods.n; i++) {
		unsigned width = width_of(room->pods.v[i].name);

		t.name = width > t.name ? width : t.name;
		if (room->pods.v[i].leaving || room->pods.v[i].nominated)
			state = width_of(_(NOMINATED));
	}
	taken += state;
	if (t.name + taken > s->width)
		t.name = s->width > taken + 10 ? s->width - taken : 10;
	return t;
}

/* Cut or filled up to that width. */
static void put_cut(struct inked *l, enum ink ink, const char *raw, unsigned columns)
{
	struct strbuf sb = STRBUF_INIT;
	unsigned width;

	text_put(&sb, raw);
	width = text_width(sb.buf, sb.len);
	if (width > columns) {
		strbuf_truncate(&sb, text_cut(sb.buf, sb.len, columns - 1));
		strbuf_adds(&sb, "\xe2\x80\xa6");
		width = text_width(sb.buf, sb.len);
	}
	inked_add(l, ink, sb.buf);
	add_indent(l, columns - width);
	strbuf_release(&sb);
}

static void put_right(struct inked *l, enum ink ink, const char *text, unsigned columns)
{
	unsigned width = text_width(text, strlen(text));

	add_indent(l, width < columns ? columns - width : 1);
	inked_add(l, ink, text);
}

static void put_share(struct inked *l, const struct room_amount *a, int64_t v, unsigned columns)
{
	struct strbuf text = STRBUF_INIT;

	amount_short(&text, a->resource, a->milli, v, AMOUNT_UP);
	put_right(l, v ? INK_PLAIN : INK_DIM, text.buf, columns);
	add_indent(l, 1);
	bar_share(l, INK_BAR_USED, SHARE_COLUMNS, v, a->total);
	strbuf_release(&text);
}

static void pod_line(struct screen *s, const struct pod_table *t, const struct room_pod *p)
{
	struct inked l = INKED_INIT;
	struct row *r;

	add_indent(&l, INDENT);
	put_cut(&l, INK_PLAIN, p->name, t->name);
	for (uint32_t i = 0; i < t->n; i++)
		put_share(&l, &t->room->resources.v[t->shown[i]], p->amounts[t->shown[i]],
			  t->amount[i]);
	inked_addf(&l, INK_DIM, "%*" PRId64, (int)PRIORITY_COLUMNS, p->priority);
	if (p->leaving || p->nominated)
		inked_add(&l, INK_WARN, p->leaving ? _(LEAVING) : _(NOMINATED));
	r = row_line(s, arena_printf(s->arena, "pod %s", p->name), &l);
	r->data = p;
	inked_release(&l);
}

static void pods_heading(struct screen *s, const struct pod_table *t)
{
	struct inked l = INKED_INIT;
	struct strbuf sb = STRBUF_INIT;

	strbuf_addf(&sb, tr_n("%u pod", "%u pods", t->room->pods.n), (unsigned)t->room->pods.n);
	put_cut(&l, INK_HEAD, sb.buf, t->name + INDENT);
	for (uint32_t i = 0; i < t->n; i++) {
		strbuf_reset(&sb);
		text_put(&sb, t->room->resources.v[t->shown[i]].resource);
		put_right(&l, INK_HEAD, sb.buf, t->amount[i]);
		add_indent(&l, SHARE_COLUMNS + 1);
	}
	put_right(&l, INK_HEAD, _("priority"), PRIORITY_COLUMNS);
	row_line(s, NULL, &l);
	inked_release(&l);
	strbuf_release(&sb);
}

/* The largest first. */
static void pods(struct screen *s, const struct room *room)
{
	const struct pod_table t = lay_out(s, room);

	row_blank(s);
	pods_heading(s, &t);
	for (uint32_t i = 0; i < room->pods.n; i++)
		pod_line(s, &t, &room->pods.v[i]);
}

/* --- labels and taints */

static void strings(struct screen *s, const char *title, const struct strings *l)
{
	struct inked line = INKED_INIT;

	if (!l->n)
		return;
	row_blank(s);
	row_heading(s, title);
	for (uint32_t i = 0; i < l->n; i++) {
		add_indent(&line, INDENT);
		inked_put(&line, INK_PLAIN, l->v[i]);
		row_wrap_line(s, NULL, &line, 2 * INDENT);
	}
	inked_release(&line);
}

static void load(struct screen *s)
{
	const struct report *r = ui_report(s->ui);
	const struct node_result *n = find_node(r, s->arg);
	struct room room;

	if (!r || !s->arg)
		return;
	if (n)
		verdict(s, n);
	if (!room_of(ui_diagnosis(s->ui), r, s->arg, s->arena, &room))
		return;
	capacity(s, &room);
	strings(s, _("Taints"), &room.taints);
	pods(s, &room);
	strings(s, _("Labels"), &room.labels);
}

static void act(struct screen *s, enum action action, const struct row *r)
{
	(void)r;
	if (action == ACTION_SUPPOSE)
		what_if_open(s, s->arg);
}

const struct screen_ops screen_node = {
	.load = load,
	.act = act,
	.empty = N_("there is no such node any more"),
};
