/* All files are read: what names something else is tied to it, and the rules are sorted for use. */
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "rules/command.h"
#include "rules/rule.h"
#include "rules/states.h"
#include "rules/values.h"

static void refuse(struct rules *r, struct rule *rule, const char *what, const char *name,
		   const char *why)
{
	rules_problem(r, rule->file, rule->line, "%.100s: %s%.100s%s", sym_text(rule->id), what, name,
		      why);
	rule->refused = true;
}

/* ---- codes ---- */

static int by_code(const void *a, const void *b)
{
	const struct code_row *const *x = a, *const *y = b;

	return strcmp((*x)->name.s, (*y)->name.s);
}

/* Sorted, without those that a later file says anew. */
static void link_codes(struct rules *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->codes.n; i++) {
		struct code_row *c = r->codes.v[i];

		for (size_t j = 0; j < n; j++) {
			if (!sym_eq(r->codes.v[j]->name, c->name))
				continue;
			if (strcmp(r->codes.v[j]->file, c->file) == 0)
				rules_problem(r, c->file, c->line, _("%.100s: is there twice"), c->name.s);
			r->codes.v[j] = c;
			c = NULL;
			break;
		}
		if (c)
			r->codes.v[n++] = c;
	}
	r->codes.n = n;
	if (n)
		qsort(r->codes.v, n, sizeof(*r->codes.v), by_code);
	r->pages = ARENA_ARRAY(r->arena, n, struct rule_code);
	for (size_t i = 0; i < n; i++)
		r->pages[i] = r->codes.v[i]->page;
}

static struct rule_code *find_code(const struct rules *r, const char *code)
{
	for (size_t i = 0; i < r->codes.n; i++)
		if (strcmp(r->pages[i].code, code) == 0)
			return &r->pages[i];
	return NULL;
}

static void link_pages(struct rules *r)
{
	for (size_t i = 0; i < r->page_rows.n; i++) {
		const struct page_row *p = r->page_rows.v[i];
		struct rule_code *c = find_code(r, p->code.s);

		if (!c) {
			rules_problem(r, p->file, p->line, _("%.100s: is in no list of codes"), p->code.s);
			continue;
		}
		c->tell = tr(p->tell.s);
		c->act = tr(p->act.s);
	}
}

/* ---- templates ---- */

/* The pattern has a group of that name. */
static bool captures(const struct pattern *p, const char *name)
{
	for (unsigned g = 1; g <= pattern_groups(p); g++)
		if (pattern_group_name(p, g) && strcmp(pattern_group_name(p, g), name) == 0)
			return true;
	return false;
}

static bool place_brings(const struct rule_place *p, const char *name)
{
	if (p->source == RULE_STATE)
		return rule_state_brings(p->name, name);
	return p->source == RULE_TERMINATED && value_is_of_exit(name);
}

/* A name that a template of the rule may use.  *ret_always: it is known for every match. */
static bool rule_knows(const struct rule *rule, const char *name, bool *ret_always)
{
	uint32_t patterns = 0, n = 0;

	*ret_always = value_is_common(name);
	if (*ret_always)
		return true;
	for (uint32_t i = 0; i < rule->patterns.n; i++)
		patterns += captures(rule->patterns.v[i].pattern, name);
	for (uint32_t i = 0; i < rule->places.n; i++)
		n += place_brings(&rule->places.v[i], name);
	*ret_always = (patterns && patterns == rule->patterns.n) || (n && n == rule->places.n);
	return patterns || n;
}

static void check_template(struct rules *r, struct rule *rule, const char *field,
			   const struct template *t, bool command)
{
	bool inside = false, always;

	for (size_t i = 0; t && i < t->n; i++) {
		const char *name = t->v[i].text;

		if (t->v[i].type == PART_OPTIONAL || t->v[i].type == PART_END)
			inside = t->v[i].type == PART_OPTIONAL;
		if (t->v[i].type != PART_VALUE)
			continue;
		if (!rule_knows(rule, name, &always))
			refuse(r, rule, field, name, _(": no group and no value has this name"));
		else if (command && !command_knows(name))
			refuse(r, rule, field, name, _(": values of this name do not go into commands"));
		else if (!always && !inside && !command)
			refuse(r, rule, field, name, _(": not every text gives it; put [ ] around "
						     "the part that needs it"));
	}
}

/* ---- places ---- */

static const struct rule_places *find_source(const struct rules *r, const char *name)
{
	for (size_t i = r->sources.n; i-- > 0;)
		if (sym_is(r->sources.v[i]->name, name))
			return &r->sources.v[i]->places;
	return NULL;
}

/* The places of one entry of `where`: those of a source, or its own. */
static bool resolve_place(struct rules *r, struct rule *rule, const char *on,
			  struct rule_places *own, struct rule_places *ret)
{
	const struct rule_places *shared = find_source(r, on);
	struct error err = ERROR_INIT;

	*ret = *own;
	if (shared) {
		*ret = *shared;
		return true;
	}
	if (rule_place_parse(on, r->arena, own->v, &err) == 0)
		return true;
	rules_problem(r, rule->file, rule->line, _("%.100s: where: %.100s: no source, nor a place: %s"),
		      sym_text(rule->id), on, err.msg);
	rule->refused = true;
	return false;
}

static struct rule_places places_of(struct rules *r, struct rule *rule)
{
	struct rule_places all = { NULL, 0 }, some;

	for (uint32_t i = 0; i < rule->where.n; i++) {
		struct rule_places own = { ARENA_NEW(r->arena, struct rule_place), 1 };
		struct rule_place *v;

		if (!resolve_place(r, rule, sym_text(rule->where.v[i]), &own, &some))
			continue;
		v = ARENA_ARRAY(r->arena, all.n + some.n, struct rule_place);
		if (all.n)
			memcpy(v, all.v, all.n * sizeof(*v));
		memcpy(v + all.n, some.v, some.n * sizeof(*v));
		all = (struct rule_places){ v, all.n + some.n };
	}
	return all;
}

/* ---- rules ---- */

static void check_ids(struct rules *r, struct rule *rule, const char *field, const struct syms *ids)
{
	for (uint32_t i = 0; i < ids->n; i++)
		if (!rules_find(r, sym_text(ids->v[i])))
			refuse(r, rule, field, sym_text(ids->v[i]), _(": no such rule"));
}

static void link_rule(struct rules *r, struct rule *rule)
{
	rule->places = places_of(r, rule);
	rule->code = rules_code(r, rule->code_name.s);
	if (!rule->code)
		refuse(r, rule, "code: ", rule->code_name.s, _(": is in no list of codes"));
	check_ids(r, rule, "beats: ", &rule->beats);
	check_ids(r, rule, "with: ", &rule->with);
	check_template(r, rule, "says: ", rule->says, false);
	check_template(r, rule, "next: ", rule->next, false);
	check_template(r, rule, "command: ", rule->command, true);
}

/* Without the rules that are refused, and those that a later file says anew. */
static void drop_rules(struct rules *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->rules.n; i++) {
		struct rule *rule = r->rules.v[i], *later = NULL;

		for (size_t j = i + 1; j < r->rules.n && !later; j++)
			if (sym_eq(r->rules.v[j]->id, rule->id) && !r->rules.v[j]->refused)
				later = r->rules.v[j];
		if (!rule->refused && !later)
			r->rules.v[n++] = rule;
	}
	r->rules.n = n;
	for (size_t i = 0; i < n; i++)
		r->rules.v[i]->number = (uint32_t)i;
}

/* ---- candidates ---- */

static bool is_wild(const struct rule_place *p)
{
	size_t len = strlen(p->name);

	return len && p->name[len - 1] == '*';
}

static int by_name(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	int order = strcmp(x->place.name, y->place.name);

	if (order)
		return order;
	return x->rule->number < y->rule->number ? -1 : x->rule->number > y->rule->number;
}

static void add_candidate(struct candidates *c, const struct rule_place *p, const struct rule *rule)
{
	c->v[c->n++] = (struct candidate){ *p, rule };
}

static void sort_candidates(struct rules *r)
{
	size_t n[RULE_SOURCES] = { 0 };

	for (size_t i = 0; i < r->rules.n; i++)
		for (uint32_t j = 0; j < r->rules.v[i]->places.n; j++)
			n[r->rules.v[i]->places.v[j].source]++;
	for (int s = 0; s < RULE_SOURCES; s++) {
		r->named[s].v = ARENA_ARRAY(r->arena, n[s], struct candidate);
		r->wild[s].v = ARENA_ARRAY(r->arena, n[s], struct candidate);
	}
	for (size_t i = 0; i < r->rules.n; i++)
		for (uint32_t j = 0; j < r->rules.v[i]->places.n; j++) {
			const struct rule_place *p = &r->rules.v[i]->places.v[j];

			add_candidate(is_wild(p) ? &r->wild[p->source] : &r->named[p->source], p,
				      r->rules.v[i]);
		}
	for (int s = 0; s < RULE_SOURCES; s++)
		if (r->named[s].n)
			qsort(r->named[s].v, r->named[s].n, sizeof(*r->named[s].v), by_name);
}

static void collect_literals(struct rules *r)
{
	size_t n = 0, len;

	for (size_t i = 0; i < r->rules.n; i++)
		n += r->rules.v[i]->patterns.n;
	r->literals = literals_new(r->arena, n);
	for (size_t i = 0; i < r->rules.n; i++)
		for (uint32_t j = 0; j < r->rules.v[i]->patterns.n; j++) {
			struct rule_pattern *p = &r->rules.v[i]->patterns.v[j];
			const char *text = pattern_literal(p->pattern, &len);

			p->literal = literals_add(r->literals, text, len);
		}
}

void rules_link(struct rules *r)
{
	link_codes(r);
	link_pages(r);
	for (size_t i = 0; i < r->rules.n; i++)
		if (!r->rules.v[i]->refused)
			link_rule(r, r->rules.v[i]);
	drop_rules(r);
	sort_candidates(r);
	collect_literals(r);
}
