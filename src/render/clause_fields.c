#include "render/clause_fields.h"

static void one_clause(struct emitter *e, const struct clause *c)
{
	emit_object(e, NULL);
	emit_string(e, "requirement", c->requirement);
	emit_string(e, "plugin", c->plugin);
	emit_i64(e, "nodesMatching", c->nodes_matching);
	emit_i64(e, "nodesMatchingAlone", c->nodes_matching_alone);
	emit_string(e, "suggestion", c->suggestion);
	emit_end(e);
}

static void one_conjunction(struct emitter *e, const struct conjunction *c)
{
	emit_object(e, NULL);
	emit_strings(e, "requirements", &c->requirements);
	emit_i64(e, "nodesMatching", c->nodes_matching);
	emit_bool(e, "exact", c->exact);
	emit_end(e);
}

void clause_fields(struct emitter *e, const struct advice *a)
{
	struct opt_i64 empty = { a->fits_when_empty >= 0, a->fits_when_empty };

	emit_array(e, "clauses");
	for (uint32_t i = 0; i < a->clauses.n; i++)
		one_clause(e, &a->clauses.v[i]);
	emit_end(e);
	emit_array(e, "conjunctions");
	for (uint32_t i = 0; i < a->conjunctions.n; i++)
		one_conjunction(e, &a->conjunctions.v[i]);
	emit_end(e);
	emit_opt_i64(e, "fitsWhenEmpty", empty);
}

void move_fields(struct emitter *e, const struct advice *a)
{
	emit_array(e, "moves");
	for (uint32_t i = 0; i < a->moves.n; i++) {
		emit_object(e, NULL);
		emit_string(e, "pod", a->moves.v[i].pod);
		emit_string(e, "from", a->moves.v[i].from);
		emit_string(e, "to", a->moves.v[i].to);
		emit_end(e);
	}
	emit_end(e);
	if (a->moves.n)
		emit_bool(e, "movesExact", a->moves_exact);
	else
		emit_null(e, "movesExact");
}
