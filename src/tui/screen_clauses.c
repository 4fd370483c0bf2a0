/* What the pod asks for, requirement by requirement, and which exclude each other. */
#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/screen.h"

enum { NUMBER, REQUIREMENT, PLUGIN, MET, ALONE, INSTEAD };

static const struct screen_column columns[] = {
	[NUMBER] = { "", .right = true, .most = 3 },
	[REQUIREMENT] = { N_("REQUIREMENT"), .most = 60 },
	[PLUGIN] = { N_("PLUGIN"), .most = 24, .rank = 4 },
	[MET] = { N_("MET BY"), .right = true, .most = 14, .rank = 1 },
	[ALONE] = { N_("ALL BUT THIS"), .right = true, .most = 12, .rank = 2 },
	[INSTEAD] = { .title = N_("INSTEAD") },
};

static uint32_t index_of(const struct screen *s, const struct clause *c)
{
	return (uint32_t)(c - ui_report_before(s->ui)->advice.clauses.v);
}

static void put_number(struct cell_text *out, enum ink ink, int64_t n)
{
	out->has_number = true;
	out->number = n;
	inked_addf(&out->text, ink, "%" PRId64, n);
}

static void cell(const struct screen *s, const struct row *r, unsigned column,
		 struct cell_text *out)
{
	const struct clause *c = r->data;
	const struct replay *replay = ui_report_before(s->ui)->replay;

	switch (column) {
	case NUMBER:
		put_number(out, INK_DIM, index_of(s, c) + INT64_C(1));
		break;
	case REQUIREMENT:
		inked_put(&out->text, INK_BOLD, c->requirement);
		break;
	case PLUGIN:
		inked_put(&out->text, INK_PLAIN, c->plugin);
		break;
	case MET:
		put_number(out, c->nodes_matching ? INK_PLAIN : INK_BAD, c->nodes_matching);
		if (replay)
			inked_addf(&out->text, INK_DIM, _(" of %u"), (unsigned)replay->nodes.n);
		break;
	case ALONE:
		put_number(out, c->nodes_matching_alone ? INK_GOOD : INK_DIM,
			   c->nodes_matching_alone);
		break;
	case INSTEAD:
		inked_put(&out->text, INK_PLAIN, c->suggestion);
		break;
	}
}

static bool has(const struct strings *l, const char *text)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (!strcmp(l->v[i], text))
			return true;
	return false;
}

/* "1 and 3 together: no node" */
static void conjunction_line(struct screen *s, const struct advice *a, const struct conjunction *c)
{
	struct inked l = INKED_INIT;
	uint32_t named = 0;

	inked_add(&l, INK_PLAIN, "     ");
	for (uint32_t i = 0; i < a->clauses.n; i++) {
		if (!has(&c->requirements, a->clauses.v[i].requirement))
			continue;
		inked_mark(&l, INK_PLAIN);
		list_separator(&l.text, named++, c->requirements.n);
		inked_addf(&l, INK_BOLD, "%u", (unsigned)i + 1);
	}
	inked_add(&l, INK_PLAIN, named > 1 ? _(" together: no node") : _(": no node"));
	if (!c->exact)
		inked_add(&l, INK_DIM, _(" (a smaller set may exist)"));
	row_wrap_line(s, NULL, &l, 5);
	inked_release(&l);
}

static void empty_line(struct screen *s, const struct advice *a)
{
	struct inked l = INKED_INIT;
	long long n = (long long)a->fits_when_empty;

	if (n < 0)
		return;
	inked_add(&l, INK_PLAIN, "     ");
	if (n)
		inked_addf(&l, INK_PLAIN, tr_n("without any other pod it would fit on %lld node",
					       "without any other pod it would fit on %lld nodes",
					       (unsigned long)n), n);
	else
		inked_add(&l, INK_PLAIN, _("without any other pod it would fit on no node either"));
	row_wrap_line(s, NULL, &l, 5);
	inked_release(&l);
}

static void load(struct screen *s)
{
	const struct report *r = ui_report_before(s->ui);
	const struct advice *a;

	if (!r)
		return;
	a = &r->advice;
	for (uint32_t i = 0; i < a->clauses.n; i++)
		row_add(s, a->clauses.v[i].requirement, &a->clauses.v[i]);
	if (!a->clauses.n)
		return;
	row_blank(s);
	for (uint32_t i = 0; i < a->conjunctions.n; i++)
		conjunction_line(s, a, &a->conjunctions.v[i]);
	empty_line(s, a);
}

const struct screen_ops screen_clauses = {
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.load = load,
	.cell = cell,
	.empty = N_("nothing that the pod asks for keeps it from a node"),
};
