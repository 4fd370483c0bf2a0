#include "rules/pattern.h"

#include <string.h>

#include "base/i18n.h"
#include "base/strbuf.h"
#include "rules/pattern_tree.h"

/* ---- from the tree to the program ---- */

struct assembler {
	struct pattern *p;
	bool full;
};

static uint16_t emit(struct assembler *as, enum op op, unsigned x)
{
	struct pattern *p = as->p;

	if (p->n == PROGRAM_MAX) {
		as->full = true;
		return 0;
	}
	p->program[p->n] = (struct instruction){ (uint8_t)op, (uint16_t)x, 0, 0 };
	if (op == OP_SPLIT)
		p->program[p->n].number = (uint16_t)p->n_splits++;
	return (uint16_t)p->n++;
}

static uint16_t here(const struct assembler *as)
{
	return (uint16_t)as->p->n;
}

static void assemble(struct assembler *as, const struct tree *t);

/* x{m,n}: m times x, then up to n - m times x or nothing; without an end a loop. */
static void assemble_repeat(struct assembler *as, const struct tree *t)
{
	uint16_t splits[PATTERN_REPEAT_MAX];
	unsigned n = 0;

	for (unsigned i = 0; i < t->min && !as->full; i++)
		assemble(as, t->first);
	if (t->max == REPEAT_NO_END) {
		uint16_t loop = emit(as, OP_SPLIT, 0);

		as->p->program[loop].x = here(as);
		assemble(as, t->first);
		emit(as, OP_JUMP, loop);
		as->p->program[loop].y = here(as);
		return;
	}
	for (unsigned i = t->min; i < t->max && !as->full; i++) {
		splits[n] = emit(as, OP_SPLIT, 0);
		as->p->program[splits[n++]].x = here(as);
		assemble(as, t->first);
	}
	while (n)
		as->p->program[splits[--n]].y = here(as);
}

static void assemble_choice(struct assembler *as, const struct tree *first)
{
	uint16_t split, jump;

	if (!first->next) {
		assemble(as, first);
		return;
	}
	split = emit(as, OP_SPLIT, 0);
	as->p->program[split].x = here(as);
	assemble(as, first);
	jump = emit(as, OP_JUMP, 0);
	as->p->program[split].y = here(as);
	assemble_choice(as, first->next);
	as->p->program[jump].x = here(as);
}

static void assemble(struct assembler *as, const struct tree *t)
{
	switch (t->type) {
	case TREE_BYTE:
		emit(as, OP_BYTE, t->number);
		break;
	case TREE_SET:
		emit(as, OP_SET, t->number);
		break;
	case TREE_ANY:
		emit(as, OP_ANY, 0);
		break;
	case TREE_BEGIN:
		emit(as, OP_BEGIN, 0);
		break;
	case TREE_END:
		emit(as, OP_END, 0);
		break;
	case TREE_GROUP:
		emit(as, OP_SAVE, t->number * 2U);
		assemble(as, t->first);
		emit(as, OP_SAVE, t->number * 2U + 1);
		break;
	case TREE_REPEAT:
		assemble_repeat(as, t);
		break;
	case TREE_CHAIN:
		for (const struct tree *c = t->first; c && !as->full; c = c->next)
			assemble(as, c);
		break;
	case TREE_CHOICE:
		assemble_choice(as, t->first);
		break;
	}
}

/* ---- the text that every match contains ---- */

struct finder {
	struct strbuf run, best;
	bool from_start, best_from_start; /* nothing that matches text comes before the run */
	bool anything_before;
};

static void end_run(struct finder *f)
{
	if (f->run.len > f->best.len) {
		strbuf_reset(&f->best);
		strbuf_add(&f->best, f->run.buf, f->run.len);
		f->best_from_start = f->from_start;
	}
	strbuf_reset(&f->run);
	f->anything_before = true;
}

static void find_literal(struct finder *f, const struct tree *t)
{
	switch (t->type) {
	case TREE_BEGIN: case TREE_END:
		break;
	case TREE_BYTE:
		if (!f->run.len)
			f->from_start = !f->anything_before;
		strbuf_addc(&f->run, (char)t->number);
		break;
	case TREE_GROUP:
		find_literal(f, t->first);
		break;
	case TREE_CHAIN:
		for (const struct tree *c = t->first; c; c = c->next)
			find_literal(f, c);
		break;
	case TREE_REPEAT:
		end_run(f);
		if (t->min)
			find_literal(f, t->first);
		end_run(f);
		break;
	case TREE_SET: case TREE_ANY: case TREE_CHOICE:
		end_run(f);
		break;
	}
}

static void set_literal(struct arena *a, struct pattern *p, const struct tree *t)
{
	struct finder f = { STRBUF_INIT, STRBUF_INIT, false, false, false };

	find_literal(&f, t);
	end_run(&f);
	p->literal = arena_strndup(a, f.best.buf, f.best.len);
	p->literal_len = f.best.len;
	p->literal_first = f.best_from_start && f.best.len;
	strbuf_release(&f.run);
	strbuf_release(&f.best);
}

/* ---- ---- */

struct pattern *pattern_compile(struct arena *a, const char *text, struct error *err)
{
	struct instruction program[PROGRAM_MAX];
	struct pattern *p = ARENA_NEW(a, struct pattern);
	struct assembler as = { p, false };
	struct tree *t = pattern_parse(a, p, text, err);

	if (!t)
		return NULL;
	p->program = program;
	assemble(&as, t);
	emit(&as, OP_MATCH, 0);
	if (as.full) {
		error_set(err, ERR_PARSE, _("pattern: its repetitions are too large"));
		return NULL;
	}
	p->program = ARENA_ARRAY(a, p->n, struct instruction);
	memcpy(p->program, program, p->n * sizeof(*program));
	p->anchored = program[0].op == OP_BEGIN;
	set_literal(a, p, t);
	return p;
}

const char *pattern_literal(const struct pattern *p, size_t *ret_len)
{
	*ret_len = p->literal_len;
	return p->literal;
}

unsigned pattern_groups(const struct pattern *p)
{
	return p->groups;
}

const char *pattern_group_name(const struct pattern *p, unsigned group)
{
	return p->names[group];
}
