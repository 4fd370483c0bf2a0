#include "cli/complete.h"

#include <stdlib.h>
#include <string.h>

#include "advice/what_if.h"
#include "base/i18n.h"
#include "cli/operands.h"
#include "cli/rule_files.h"
#include "rules/rules.h"

/* ---- candidates ---- */

bool completion_is_plain(const char *text)
{
	static const char plain[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "._-:/@+=,%";

	return *text && *text != ':' && *text != '=' && !text[strspn(text, plain)];
}

void completion_clause(struct strbuf *out, const char *help)
{
	unsigned depth = 0;

	for (; *help && (depth || !strchr(";:?", *help)); help++) {
		depth += *help == '(';
		depth -= depth && *help == ')';
		strbuf_addc(out, *help);
	}
}

static bool is_offered(const struct completion *c, const char *text)
{
	for (size_t i = 0; i < c->offered.n; i++)
		if (!strcmp(c->offered.v[i], text))
			return true;
	return false;
}

void completion_offer(struct completion *c, const char *text, const char *about)
{
	size_t len = strlen(text);

	if (strncmp(text, c->typed, strlen(c->typed)) != 0 || !completion_is_plain(text) ||
	    is_offered(c, text))
		return;
	c->offered.v = arena_grown(c->arena, c->offered.v, c->offered.n, sizeof(*c->offered.v));
	c->offered.v[c->offered.n++] = arena_strdup(c->arena, text);
	c->ends |= !strchr("=/:", text[len - 1]);
	fprintf(c->out, "%s%s%s%s\n", c->before, text, about && *about ? "\t" : "",
		about ? about : "");
}

/* The same with no more than the first clause of a help text. */
static void offer_briefly(struct completion *c, const char *text, const char *help)
{
	struct strbuf clause = STRBUF_INIT;

	completion_clause(&clause, help);
	completion_offer(c, text, clause.buf);
	strbuf_release(&clause);
}

/* ---- values ---- */

static void offer_codes(struct completion *c, const struct options *o)
{
	struct error ignored = ERROR_INIT;
	struct rules *rules = rules_load(NULL, o->rules_dir, &ignored);
	const struct rule_code *codes;
	size_t n = rules ? rules_codes(rules, &codes) : 0;

	for (size_t i = 0; i < n; i++)
		completion_offer(c, codes[i].code, NULL);
	rules_free(rules);
}

/* Behind `uncordon=` and its like: nodes. */
static void offer_change_of(struct completion *c, const struct options *o, const char *form)
{
	if (!strncmp(form, "NODE", 4))
		complete_objects(c, o, KIND_NODE, form[4] == ':' ? ":" : "");
}

static void offer_changes(struct completion *c, const struct options *o)
{
	size_t len = strcspn(c->typed, "=");
	const char *word, *form;

	for (size_t i = 0; (word = what_if_word(i, &form)); i++) {
		if (!c->typed[len]) {
			completion_offer(c, form ? arena_printf(c->arena, "%s=", word) : word, form);
		} else if (form && strlen(word) == len && !memcmp(word, c->typed, len)) {
			c->before = arena_printf(c->arena, "%s%s=", c->before, word);
			c->typed += len + 1;
			offer_change_of(c, o, form);
			return;
		}
	}
}

static void offer_from(struct completion *c, const struct options *o, enum value_source source)
{
	switch (source) {
	case VALUES_WORDS:
	case VALUES_RELEASES:
		return;
	case VALUES_FILES:
		c->directive &= ~(unsigned)COMPLETE_NO_FILES;
		return;
	case VALUES_FOLDERS:
		c->directive |= COMPLETE_FOLDERS;
		return;
	case VALUES_CONTEXTS:
	case VALUES_CLUSTERS:
	case VALUES_USERS:
		complete_kubeconfig(c, o, source);
		return;
	case VALUES_NAMESPACES:
		complete_namespaces(c, o);
		return;
	case VALUES_CODES:
		offer_codes(c, o);
		return;
	case VALUES_CHANGES:
		offer_changes(c, o);
		return;
	}
}

static void offer_values(struct completion *c, const struct options *o, const struct option *row)
{
	const char *word, *about;

	for (size_t i = 0; (word = option_word(row, i, c->arena, &about)); i++)
		offer_briefly(c, word, about ? _(about) : "");
	if (row->type == OPTION_FLAG) {
		completion_offer(c, "true", NULL);
		completion_offer(c, "false", NULL);
	}
	if (row->values)
		offer_from(c, o, row->values->source);
}

/* ---- options ---- */

static void offer_options(struct completion *c)
{
	for (size_t i = 0; i < option_count; i++) {
		const struct option *row = &option_table[i];

		if (row->group == GROUP_HIDDEN)
			continue;
		offer_briefly(c, arena_printf(c->arena, "--%s", row->name), _(row->help));
		if (row->letter)
			offer_briefly(c, arena_printf(c->arena, "-%c", row->letter), _(row->help));
	}
}

/* --namespace=sh: the value alone is completed, as kubectl does. */
static void offer_long(struct completion *c, const struct options *o)
{
	const char *name = c->typed + 2;
	size_t len = strcspn(name, "=");
	const struct option *row;

	if (!name[len]) {
		offer_options(c);
		return;
	}
	row = option_by_name(name, len);
	c->typed = name + len + 1;
	if (row)
		offer_values(c, o, row);
}

/* -nsh or -Av: a value that is glued to its letter is completed with it. */
static void offer_short(struct completion *c, const struct options *o)
{
	const struct option *row = c->typed[1] ? option_by_letter(c->typed[1]) : NULL;

	if (!row || !row->arg || row->type == OPTION_LEVEL) {
		offer_options(c);
		return;
	}
	c->before = arena_strndup(c->arena, c->typed, 2);
	c->typed += 2;
	if (*c->typed == '=') {
		c->before = "";
		c->typed++;
	}
	offer_values(c, o, row);
	c->directive |= COMPLETE_NO_FILES; /* the shell would look for a file named -f... */
}

/* ---- operands ---- */

static void offer_types(struct completion *c)
{
	const char *name;

	for (size_t i = 0; (name = operand_type_name(i, c->arena)); i++)
		completion_offer(c, arena_printf(c->arena, "%s/", name), NULL);
}

/* The kind of `TYPE NAME...`; -1: the names say it themselves. */
static int type_before(const struct options *o)
{
	return o->operands.n ? operand_type(o->operands.v[0], strlen(o->operands.v[0])) : -1;
}

static void offer_operands(struct completion *c, const struct options *o)
{
	size_t len = strcspn(c->typed, "/");
	int kind = type_before(o);

	if (o->all_namespaces || o->selector || o->manifests.n)
		return; /* they exclude names */
	if (c->typed[len] && kind < 0) {
		kind = operand_type(c->typed, len);
		c->before = arena_strndup(c->arena, c->typed, len + 1);
		c->typed += len + 1;
		if (kind >= 0)
			complete_objects(c, o, (enum kind)kind, "");
		return;
	}
	complete_objects(c, o, kind < 0 ? KIND_POD : (enum kind)kind, "");
	if (kind < 0)
		offer_types(c);
}

/* The shell has not looked at what is typed: ~/x is still ~/x. */
static const char *at_home(struct arena *arena, const char *path)
{
	const char *home = getenv("HOME");

	return path && home && !strncmp(path, "~/", 2) ? arena_printf(arena, "%s%s", home, path + 1) :
							 path;
}

static void expand_paths(struct options *o)
{
	o->connection.kubeconfig = at_home(o->arena, o->connection.kubeconfig);
	o->rules_dir = at_home(o->arena, o->rules_dir);
	for (size_t i = 0; i < o->snapshots.n; i++)
		o->snapshots.v[i] = at_home(o->arena, o->snapshots.v[i]);
}

void complete(int argc, char **argv, FILE *out)
{
	struct completion c = { .arena = arena_new(), .out = out, .before = "",
				.directive = COMPLETE_NO_FILES };
	struct typed typed = { 0 };
	struct options o;

	options_init(&o);
	options_parse_typed(&o, argc - 1, argv, &typed);
	expand_paths(&o);
	c.typed = argc > 1 ? argv[argc - 1] : "";
	if (typed.waiting)
		offer_values(&c, &o, typed.waiting);
	else if (!typed.ended && !strncmp(c.typed, "--", 2))
		offer_long(&c, &o);
	else if (!typed.ended && *c.typed == '-')
		offer_short(&c, &o);
	else
		offer_operands(&c, &o);
	if (c.offered.n && !c.ends)
		c.directive |= COMPLETE_NO_SPACE;
	if (c.offered.n)
		c.directive &= ~(unsigned)COMPLETE_ERROR;
	fprintf(out, ":%u\n", c.directive);
	options_release(&o);
	arena_free(c.arena);
}
