#include "render/node_lines.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "render/words.h"

/* Keeps the text of sb in the arena and empties sb. */
static const char *keep(struct arena *arena, struct strbuf *sb)
{
	const char *s = arena_strndup(arena, sb->buf, sb->len);

	strbuf_reset(sb);
	return s;
}

static struct node_line *add_line(struct node_lines *l, struct arena *arena)
{
	struct node_line *line;

	if (l->n == l->cap) {
		uint32_t cap = l->cap ? 2 * l->cap : 4;
		struct node_line *v = ARENA_ARRAY(arena, cap, struct node_line);

		if (l->n)
			memcpy(v, l->v, l->n * sizeof(*v));
		l->v = v;
		l->cap = cap;
	}
	line = &l->v[l->n++];
	*line = (struct node_line){ .plugin = "", .status = "", .reasons = "", .evidence = "",
				    .common = "" };
	return line;
}

static void detail_line(struct node_line *line, const struct detail *d, enum evidence_style style,
			struct arena *arena)
{
	struct strbuf sb = STRBUF_INIT;

	evidence_text(&sb, d, style);
	line->evidence = keep(arena, &sb);
	evidence_text(&sb, d, EVIDENCE_COMMON);
	line->common = keep(arena, &sb);
	if (!*line->evidence) /* nothing to tell beside the scheduler's words */
		line->evidence = line->common = line->reasons;
	line->detail = d;
	strbuf_release(&sb);
}

static void head_line(struct node_line *line, const struct rejection *r, struct arena *arena)
{
	struct strbuf sb = STRBUF_INIT;

	text_put(&sb, r->plugin);
	line->plugin = keep(arena, &sb);
	line->status = code_name(r->code);
	reasons_text(&sb, &r->reasons);
	line->reasons = keep(arena, &sb);
	line->common = line->reasons;
	if (r->code == CODE_ERROR)
		line->tone = TONE_BAD;
	strbuf_release(&sb);
}

static void one_rejection(struct node_lines *l, const struct rejection *r,
			  enum evidence_style style, uint32_t most, struct arena *arena)
{
	uint32_t shown = most && r->details.n > most ? most : r->details.n;
	struct node_line *line = add_line(l, arena);

	head_line(line, r, arena);
	if (shown == 0 && style != EVIDENCE_EXACT)
		line->evidence = line->reasons;
	for (uint32_t i = 0; i < shown; i++) {
		if (i)
			line = add_line(l, arena);
		detail_line(line, &r->details.v[i], style, arena);
	}
	if (shown < r->details.n) {
		line = add_line(l, arena);
		line->evidence = arena_printf(arena, _("and %u more"),
					      r->details.n - shown);
		line->more = true;
		line->tone = TONE_DIM;
	}
}

void rejection_lines(const struct rejections *r, enum evidence_style style, uint32_t most,
		     struct arena *arena, struct node_lines *ret)
{
	for (uint32_t i = 0; i < r->n; i++)
		if (r->v[i].code != CODE_UNKNOWN && !rejection_is_echo(r, i))
			one_rejection(ret, &r->v[i], style, most, arena);
}

static bool tells_reserved(const struct rejection *r)
{
	for (uint32_t i = 0; i < r->details.n; i++)
		if (r->details.v[i].amount.reserved)
			return true;
	return false;
}

/* What only the nominated pods make it reject; whose room it is, where the details do not say so. */
static void held_lines(struct node_lines *l, const struct node_result *n,
		       enum evidence_style style, uint32_t most, struct arena *arena)
{
	struct strbuf sb = STRBUF_INIT;
	struct node_line *line;
	bool told = true;

	rejection_lines(&n->held, style, most, arena, l);
	for (uint32_t i = 0; i < n->held.n; i++)
		told = told && tells_reserved(&n->held.v[i]);
	if (told)
		return;
	line = add_line(l, arena);
	strbuf_adds(&sb, _("kept for pods nominated to it: "));
	list_text(&sb, &n->held_for, 3);
	line->evidence = keep(arena, &sb);
	line->common = _("kept for pods nominated to it");
	strbuf_release(&sb);
}

static void unchecked_lines(struct node_lines *l, const struct node_result *n, struct arena *arena)
{
	struct strbuf sb = STRBUF_INIT;

	for (uint32_t i = 0; i < n->unchecked.n; i++) {
		struct node_line *line = add_line(l, arena);

		text_put(&sb, n->unchecked.v[i].what);
		line->plugin = keep(arena, &sb);
		line->status = _("not checked");
		strbuf_adds(&sb, _("not checked: "));
		text_put(&sb, n->unchecked.v[i].why);
		line->evidence = line->common = keep(arena, &sb);
		line->tone = TONE_WARN;
	}
	strbuf_release(&sb);
}

static bool same_plugins(const struct rejections *a, const struct rejections *b)
{
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (strcmp(a->v[i].plugin, b->v[i].plugin) != 0)
			return false;
	return true;
}

static bool differs(const struct node_result *a, const struct node_result *b)
{
	return a->verdict != b->verdict || !same_plugins(&a->rejections, &b->rejections) ||
	       !same_plugins(&a->held, &b->held);
}

static void name_plugins(struct strbuf *out, const struct rejections *r, bool *more)
{
	for (uint32_t i = 0; i < r->n; i++) {
		strbuf_adds(out, *more ? _(", ") : "");
		text_put(out, r->v[i].plugin);
		*more = true;
	}
}

/* Beside what would be: "before: NodeUnschedulable". */
static void before_line(struct node_lines *l, const struct node_result *n, struct arena *arena)
{
	struct strbuf sb = STRBUF_INIT;
	struct node_line *line = add_line(l, arena);
	bool more = false;

	strbuf_adds(&sb, _("before: "));
	if (n->before->verdict == VERDICT_FITS)
		strbuf_adds(&sb, _("fits"));
	else if (!n->before->rejections.n && !n->before->held.n)
		strbuf_adds(&sb, n->before->first ? _("rejected") : _("unknown"));
	name_plugins(&sb, &n->before->rejections, &more);
	name_plugins(&sb, &n->before->held, &more);
	line->evidence = line->common = keep(arena, &sb);
	line->tone = TONE_DIM;
	strbuf_release(&sb);
}

static void verdict_line(struct node_lines *l, const struct node_result *n, struct arena *arena)
{
	struct node_line *line = add_line(l, arena);

	line->evidence = line->common = n->verdict == VERDICT_FITS ? _("fits") : _("unknown");
	line->tone = n->verdict == VERDICT_FITS ? TONE_GOOD : TONE_WARN;
}

void node_lines(const struct node_result *n, enum evidence_style style, uint32_t most,
		struct arena *arena, struct node_lines *ret)
{
	rejection_lines(&n->rejections, style, most, arena, ret);
	held_lines(ret, n, style, most, arena);
	if (!ret->n && n->first)
		one_rejection(ret, n->first, style, most, arena);
	if (n->verdict == VERDICT_UNKNOWN || style == EVIDENCE_EXACT)
		unchecked_lines(ret, n, arena);
	if (!ret->n)
		verdict_line(ret, n, arena);
	if (n->before && differs(n, n->before))
		before_line(ret, n, arena);
}
