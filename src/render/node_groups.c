/* Nodes that are blocked in the same way, as one group. */
#include <string.h>

#include "base/pairmap.h"
#include "base/text.h"
#include "render/node_lines.h"
#include "render/words.h"
#include "report/amount.h"

struct member { /* a node before grouping */
	const struct node_result *node;
	struct node_lines lines;
	struct node_group *group;
};

/*
 * Leaves one line where several differ only in what is another on each node anyway: two pods in
 * the way here and three there are one reason.
 */
static void drop_repeated(struct node_lines *l)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < l->n; i++) {
		const struct node_line *line = &l->v[i];

		if (n && !*line->plugin &&
		    (line->more || strcmp(line->common, l->v[n - 1].common) == 0))
			continue;
		l->v[n++] = *line;
	}
	l->n = n;
}

static const char *group_key(struct symtab *syms, const struct member *m, struct strbuf *sb)
{
	strbuf_reset(sb);
	strbuf_adds(sb, verdict_name(m->node->verdict));
	for (uint32_t i = 0; i < m->lines.n; i++)
		strbuf_addf(sb, "\n%s\t%s", m->lines.v[i].plugin, m->lines.v[i].common);
	return sym_intern(syms, sb->buf, sb->len).s;
}

/* Gives each member its group, in order of first appearance, and counts. */
static void assign_groups(struct node_groups *g, struct member *members, uint32_t n, bool fold,
			  struct arena *arena)
{
	struct symtab *syms = symtab_new();
	struct strbuf sb = STRBUF_INIT;
	struct pairmap map;

	pairmap_init(&map, arena);
	for (uint32_t i = 0; i < n; i++) {
		const void *key = fold ? (const void *)group_key(syms, &members[i], &sb) : &members[i];
		union pairmap_value *slot = pairmap_put(&map, key, NULL);

		if (!slot->ptr) {
			struct node_group *group = &g->v[g->n++];

			group->lines = members[i].lines;
			slot->ptr = group;
		}
		members[i].group = slot->ptr;
		members[i].group->nodes.n++;
	}
	strbuf_release(&sb);
	symtab_free(syms);
}

static void collect_nodes(struct node_groups *g, const struct member *members, uint32_t n,
			  struct arena *arena)
{
	for (uint32_t i = 0; i < g->n; i++) {
		g->v[i].nodes.v = ARENA_ARRAY(arena, g->v[i].nodes.n, const struct node_result *);
		g->v[i].nodes.n = 0;
	}
	for (uint32_t i = 0; i < n; i++) {
		struct node_list *nodes = &members[i].group->nodes;

		nodes->v[nodes->n++] = members[i].node;
	}
}

/* One line of a group: where its members differ in it, and who has most to give. */
struct line_summary {
	bool differs;
	const struct detail *best;
	const struct node_result *best_node;
};

static struct line_summary summarize(const struct member *members, uint32_t n,
				     const struct node_group *group, uint32_t line)
{
	const char *evidence = group->lines.v[line].evidence;
	struct line_summary s = { 0 };

	for (uint32_t i = 0; i < n; i++) {
		const struct node_line *l;

		if (members[i].group != group)
			continue;
		l = &members[i].lines.v[line];
		s.differs |= strcmp(l->evidence, evidence) != 0;
		if (l->detail && l->detail->amount.set &&
		    (!s.best || l->detail->amount.free > s.best->amount.free)) {
			s.best = l->detail;
			s.best_node = members[i].node;
		}
	}
	return s;
}

static const char *common_text(const struct node_line *line, const struct line_summary *s,
			       struct arena *arena)
{
	struct strbuf sb = STRBUF_INIT;
	const char *text;

	if (!s->best)
		return line->common;
	strbuf_adds(&sb, line->common);
	strbuf_adds(&sb, _(", free at most "));
	amount_short(&sb, s->best->name ? s->best->name : "", s->best->amount.unit_milli,
		     s->best->amount.free > 0 ? s->best->amount.free : 0, AMOUNT_DOWN);
	strbuf_adds(&sb, " (");
	text_put(&sb, s->best_node->name);
	strbuf_addc(&sb, ')');
	text = arena_strndup(arena, sb.buf, sb.len);
	strbuf_release(&sb);
	return text;
}

static void common_lines(struct node_group *group, const struct member *members, uint32_t n,
			 struct arena *arena)
{
	/* the group's own copy: the first member keeps its lines for the comparison */
	struct node_line *own = ARENA_ARRAY(arena, group->lines.n, struct node_line);

	for (uint32_t k = 0; k < group->lines.n; k++) {
		struct line_summary s = summarize(members, n, group, k);

		own[k] = group->lines.v[k];
		if (s.differs)
			own[k].evidence = common_text(&own[k], &s, arena);
	}
	group->lines.v = own;
}

struct node_groups node_groups(const struct node_list *nodes, bool fold, enum evidence_style style,
			       uint32_t most, struct arena *arena)
{
	struct member *members = ARENA_ARRAY(arena, nodes->n, struct member);
	struct node_groups g = { ARENA_ARRAY(arena, nodes->n, struct node_group), 0 };

	for (uint32_t i = 0; i < nodes->n; i++) {
		members[i].node = nodes->v[i];
		node_lines(nodes->v[i], style, most, arena, &members[i].lines);
		if (fold)
			drop_repeated(&members[i].lines);
	}
	assign_groups(&g, members, nodes->n, fold, arena);
	collect_nodes(&g, members, nodes->n, arena);
	for (uint32_t i = 0; fold && i < g.n; i++) {
		struct node_group *group = &g.v[i];

		if (group->nodes.n > 1) {
			common_lines(group, members, nodes->n, arena);
		} else {
			group->lines = (struct node_lines){ 0 };
			node_lines(group->nodes.v[0], style, most, arena, &group->lines);
		}
	}
	return g;
}
