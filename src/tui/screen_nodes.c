/* All nodes, the nearest to fitting first. */
#include <string.h>

#include "base/text.h"
#include "render/evidence.h"
#include "render/node_order.h"
#include "render/words.h"
#include "tui/what_if_act.h"

enum { MARK, NAME, VERDICT, BEFORE, FAILS, PLUGIN, REASON };

static const struct screen_column columns[] = {
	[MARK] = { "", .most = 1 },
	[NAME] = { N_("NODE"), .most = 40 },
	[VERDICT] = { N_("VERDICT"), .most = 12, .rank = 5 },
	[BEFORE] = { N_("BEFORE"), .most = 12, .rank = 3 },
	[FAILS] = { N_("FAILS"), .right = true, .most = 5, .rank = 4 },
	[PLUGIN] = { N_("FIRST REJECTED BY"), .most = 24, .rank = 2 },
	[REASON] = { .title = N_("WHY") },
};

static void put_mark(struct inked *out, enum verdict v)
{
	static const struct { const char *text; enum ink ink; } marks[] = {
		[VERDICT_FITS] = { "\xe2\x9c\x93", INK_GOOD },
		[VERDICT_REJECTED] = { "\xe2\x9c\x97", INK_BAD },
		[VERDICT_UNKNOWN] = { "?", INK_WARN },
	};

	inked_add(out, marks[v].ink, marks[v].text);
}

/* One fact of each rejection, else the scheduler's words. */
static void put_why(struct inked *out, const struct node_result *n)
{
	if (n->verdict == VERDICT_UNKNOWN)
		inked_mark(out, INK_WARN);
	for (uint32_t i = 0; i < n->rejections.n; i++) {
		const struct rejection *r = &n->rejections.v[i];

		if (rejection_is_echo(&n->rejections, i))
			continue;
		inked_add(out, INK_DIM, out->text.len ? "; " : "");
		inked_mark(out, out->text.len ? INK_DIM : INK_PLAIN);
		if (r->details.n)
			evidence_text(&out->text, &r->details.v[0], EVIDENCE_SHORT);
		else
			reasons_text(&out->text, &r->reasons);
		if (r->details.n > 1)
			inked_addf(out, INK_DIM, _(" and %u more"), (unsigned)r->details.n - 1);
	}
	if (!n->rejections.n && n->first)
		reasons_text(&out->text, &n->first->reasons);
	for (uint32_t i = 0; i < n->unchecked.n && n->verdict == VERDICT_UNKNOWN; i++) {
		inked_add(out, INK_WARN, out->text.len ? "; " : "");
		inked_put(out, INK_WARN, n->unchecked.v[i].what);
		inked_addf(out, INK_WARN, ": %s", _("not checked: "));
		inked_put(out, INK_WARN, n->unchecked.v[i].why);
	}
}

static void put_before(struct inked *out, const struct node_result *n)
{
	if (!n->before)
		return;
	if (n->before->verdict != n->verdict)
		inked_add(out, INK_WARN, verdict_words(n->before->verdict));
	else if (n->before->rejections.n != n->rejections.n)
		inked_addf(out, INK_DIM, _("failed %u"), (unsigned)n->before->rejections.n);
}

static void cell(const struct screen *s, const struct row *r, unsigned column,
		 struct cell_text *out)
{
	const struct node_result *n = r->data;

	(void)s;
	switch (column) {
	case MARK:
		put_mark(&out->text, n->verdict);
		break;
	case NAME:
		inked_put(&out->text, INK_BOLD, n->name);
		break;
	case VERDICT:
		inked_add(&out->text, INK_PLAIN, verdict_words(n->verdict));
		break;
	case BEFORE:
		put_before(&out->text, n);
		break;
	case FAILS:
		out->has_number = true;
		out->number = n->verdict == VERDICT_UNKNOWN ? -1 : (int64_t)n->rejections.n;
		if (n->rejections.n)
			inked_addf(&out->text, INK_PLAIN, "%u", (unsigned)n->rejections.n);
		break;
	case PLUGIN:
		inked_put(&out->text, INK_PLAIN, n->first ? n->first->plugin : NULL);
		break;
	case REASON:
		put_why(&out->text, n);
		break;
	}
}

/* "NodeResourcesFit, TaintToleration": what stands between the pod and all nodes of a group. */
static const char *group_of(struct screen *s, const struct node_result *n)
{
	struct strbuf sb = STRBUF_INIT;
	const char *text;

	if (n->verdict != VERDICT_REJECTED)
		strbuf_adds(&sb, verdict_words(n->verdict));
	for (uint32_t i = 0; i < n->rejections.n; i++) {
		if (rejection_is_echo(&n->rejections, i))
			continue;
		strbuf_adds(&sb, sb.len ? ", " : "");
		text_put(&sb, n->rejections.v[i].plugin);
	}
	if (!n->rejections.n && n->first)
		reasons_text(&sb, &n->first->reasons);
	text = arena_strndup(s->arena, sb.buf, sb.len);
	strbuf_release(&sb);
	return text;
}

static void load(struct screen *s)
{
	const struct report *r = ui_report(s->ui);
	struct node_list nodes = { 0 };

	if (r && r->replay)
		nodes = nodes_by_nearness(r->replay, s->arena);
	for (uint32_t i = 0; i < nodes.n; i++)
		row_add(s, nodes.v[i]->name, nodes.v[i])->group = group_of(s, nodes.v[i]);
}

static void enter(struct screen *s, const struct row *r)
{
	ui_open(s->ui, SCREEN_NODE, r->key);
}

static void act(struct screen *s, enum action action, const struct row *r)
{
	if (action == ACTION_SUPPOSE)
		what_if_open(s, r ? r->key : NULL);
}

const struct screen_ops screen_nodes = {
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.pane = SCREEN_NODE,
	.load = load,
	.cell = cell,
	.enter = enter,
	.act = act,
	.empty = N_("no filter is asked: the pod has a node, or is not made yet"),
};
