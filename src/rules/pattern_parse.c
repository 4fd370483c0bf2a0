#include "base/i18n.h"
#include "rules/pattern_tree.h"

#include <string.h>

#define NESTING_MAX 20
#define SETS_MAX 256

struct parser {
	struct arena *arena;
	struct pattern *p;
	const char *begin, *at;
	unsigned depth;
	struct error *err;
};

static struct tree *parse_choice(struct parser *ps);

static struct tree *refuse(struct parser *ps, const char *what)
{
	error_set(ps->err, ERR_PARSE, _("pattern, character %zu: %s"), (size_t)(ps->at - ps->begin) + 1,
		  what);
	return NULL;
}

static struct tree *leaf(struct parser *ps, enum tree_type type, unsigned number)
{
	struct tree *t = ARENA_NEW(ps->arena, struct tree);

	t->type = type;
	t->number = (uint16_t)number;
	return t;
}

/* ---- sets: [a-z], [^"], [[:digit:]] ---- */

static const struct {
	const char *name, *ranges; /* pairs of first and last */
} classes[] = {
	{ "alnum", "azAZ09" }, { "alpha", "azAZ" }, { "digit", "09" }, { "lower", "az" },
	{ "upper", "AZ" }, { "xdigit", "09afAF" }, { "space", "\t\r  " }, { "punct", "!/:@[`{~" },
};

static void add_range(struct byte_set *s, unsigned char first, unsigned char last)
{
	for (unsigned c = first; c <= last; c++)
		byte_set_add(s, (unsigned char)c);
}

/* At "[:name:]". */
static bool add_class(struct parser *ps, struct byte_set *s)
{
	const char *name = ps->at + 2, *end = strstr(name, ":]");

	for (size_t i = 0; end && i < sizeof(classes) / sizeof(*classes); i++) {
		const char *r = classes[i].ranges;

		if (strlen(classes[i].name) != (size_t)(end - name) ||
		    strncmp(classes[i].name, name, (size_t)(end - name)) != 0)
			continue;
		for (; *r; r += 2)
			add_range(s, (unsigned char)r[0], (unsigned char)r[1]);
		ps->at = end + 2;
		return true;
	}
	refuse(ps, _("no such class; there are alnum, alpha, digit, lower, upper, xdigit, space, punct"));
	return false;
}

/* One character or range of a set. */
static bool add_item(struct parser *ps, struct byte_set *s)
{
	unsigned char first = (unsigned char)*ps->at, last = first;

	if (ps->at[0] == '[' && (ps->at[1] == '.' || ps->at[1] == '=')) {
		refuse(ps, _("[. and [= are not supported"));
		return false;
	}
	if (ps->at[0] == '[' && ps->at[1] == ':')
		return add_class(ps, s);
	ps->at++;
	if (ps->at[0] == '-' && ps->at[1] && ps->at[1] != ']') {
		last = (unsigned char)ps->at[1];
		ps->at += 2;
	}
	if (last < first) {
		refuse(ps, _("a range whose end is before its beginning"));
		return false;
	}
	add_range(s, first, last);
	return true;
}

static struct tree *parse_set(struct parser *ps)
{
	struct byte_set *s = &ps->p->sets[ps->p->n_sets];
	bool negated = false, first = true;

	if (ps->p->n_sets == SETS_MAX)
		return refuse(ps, _("too many sets"));
	ps->at++;
	if (*ps->at == '^') {
		negated = true;
		ps->at++;
	}
	for (; *ps->at && (first || *ps->at != ']'); first = false)
		if (!add_item(ps, s))
			return NULL;
	if (!*ps->at)
		return refuse(ps, _("the ] of a set is missing"));
	ps->at++;
	for (int i = 0; negated && i < 8; i++)
		s->bits[i] = ~s->bits[i];
	return leaf(ps, TREE_SET, ps->p->n_sets++);
}

/* ---- groups ---- */

static bool is_name_byte(char c, bool first)
{
	return (c >= 'a' && c <= 'z') || (!first && ((c >= '0' && c <= '9') || c == '_'));
}

/* At "?<name>" behind an opening parenthesis. */
static bool parse_name(struct parser *ps, unsigned group)
{
	const char *name = ps->at + 2;
	size_t len = 0;

	if (ps->at[1] != '<') {
		refuse(ps, _("of the groups with (? only (?<name>...) is supported"));
		return false;
	}
	while (is_name_byte(name[len], len == 0))
		len++;
	if (!len || name[len] != '>') {
		refuse(ps, _("a group's name is made of a-z, 0-9 and _, with > behind it"));
		return false;
	}
	ps->p->names[group] = arena_strndup(ps->arena, name, len);
	for (unsigned i = 1; i < group; i++)
		if (ps->p->names[i] && strcmp(ps->p->names[i], ps->p->names[group]) == 0) {
			refuse(ps, _("two groups of this name"));
			return false;
		}
	ps->at = name + len + 1;
	return true;
}

static struct tree *parse_group(struct parser *ps)
{
	struct tree *t;

	if (ps->p->groups == PATTERN_GROUPS_MAX)
		return refuse(ps, _("more than 16 groups"));
	if (++ps->depth > NESTING_MAX)
		return refuse(ps, _("groups are nested too deep"));
	t = leaf(ps, TREE_GROUP, ++ps->p->groups);
	ps->at++;
	if (*ps->at == '?' && !parse_name(ps, t->number))
		return NULL;
	t->first = parse_choice(ps);
	if (!t->first)
		return NULL;
	if (*ps->at != ')')
		return refuse(ps, _("the ) of a group is missing"));
	ps->at++;
	ps->depth--;
	return t;
}

/* ---- everything else ---- */

static struct tree *parse_escape(struct parser *ps)
{
	char c = *++ps->at;

	if (c >= '1' && c <= '9')
		return refuse(ps, _("references to a group are not supported"));
	if (!c || strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0", c))
		return refuse(ps, _("a \\ may only stand before punctuation; a digit is [0-9], "
				  "a blank [[:space:]]"));
	ps->at++;
	return leaf(ps, TREE_BYTE, (unsigned char)c);
}

static struct tree *parse_atom(struct parser *ps)
{
	switch (*ps->at) {
	case '(':
		return parse_group(ps);
	case '[':
		return parse_set(ps);
	case '\\':
		return parse_escape(ps);
	case '.':
		ps->at++;
		return leaf(ps, TREE_ANY, 0);
	case '^':
		ps->at++;
		return leaf(ps, TREE_BEGIN, 0);
	case '$':
		ps->at++;
		return leaf(ps, TREE_END, 0);
	case '*': case '+': case '?': case '{':
		return refuse(ps, _("nothing to repeat here; write \\ before a character that is meant "
				  "as it is"));
	default:
		return leaf(ps, TREE_BYTE, (unsigned char)*ps->at++);
	}
}

static bool parse_count(struct parser *ps, uint16_t *ret)
{
	unsigned n = 0;
	const char *first = ps->at;

	for (; *ps->at >= '0' && *ps->at <= '9' && n <= PATTERN_REPEAT_MAX; ps->at++)
		n = n * 10 + (unsigned)(*ps->at - '0');
	*ret = (uint16_t)n;
	return ps->at > first && n <= PATTERN_REPEAT_MAX;
}

/* At "{m}", "{m,}" or "{m,n}". */
static bool parse_bounds(struct parser *ps, struct tree *t)
{
	bool ok;

	ps->at++;
	ok = parse_count(ps, &t->min);
	t->max = t->min;
	if (ok && *ps->at == ',') {
		ps->at++;
		if (*ps->at == '}')
			t->max = REPEAT_NO_END;
		else
			ok = parse_count(ps, &t->max);
	}
	if (ok && *ps->at == '}' && t->min <= t->max) {
		ps->at++;
		return true;
	}
	refuse(ps, _("a repetition is {m}, {m,} or {m,n} with numbers up to 255"));
	return false;
}

static struct tree *parse_repeat(struct parser *ps, struct tree *what)
{
	struct tree *t = leaf(ps, TREE_REPEAT, 0);

	t->first = what;
	t->min = *ps->at == '+';
	t->max = *ps->at == '?' ? 1 : REPEAT_NO_END;
	if (*ps->at != '{')
		ps->at++;
	else if (!parse_bounds(ps, t))
		return NULL;
	if (*ps->at && strchr("*+?{", *ps->at))
		return refuse(ps, _("a repetition of a repetition is not supported, nor is a lazy one"));
	return t;
}

static struct tree *parse_chain(struct parser *ps)
{
	struct tree *chain = leaf(ps, TREE_CHAIN, 0), **end = &chain->first;

	while (*ps->at && *ps->at != '|' && *ps->at != ')') {
		struct tree *t = parse_atom(ps);

		if (t && *ps->at && strchr("*+?{", *ps->at))
			t = parse_repeat(ps, t);
		if (!t)
			return NULL;
		*end = t;
		end = &t->next;
	}
	return chain;
}

static struct tree *parse_choice(struct parser *ps)
{
	struct tree *choice, **end, *t = parse_chain(ps);

	if (!t || *ps->at != '|')
		return t;
	choice = leaf(ps, TREE_CHOICE, 0);
	choice->first = t;
	for (end = &t->next; *ps->at == '|'; end = &t->next) {
		ps->at++;
		t = parse_chain(ps);
		if (!t)
			return NULL;
		*end = t;
	}
	return choice;
}

struct tree *pattern_parse(struct arena *a, struct pattern *p, const char *text, struct error *err)
{
	struct parser ps = { a, p, text, text, 0, err };
	size_t brackets = 0;
	struct tree *t;

	for (const char *c = text; *c; c++)
		brackets += *c == '[';
	p->sets = ARENA_ARRAY(a, brackets < SETS_MAX ? brackets + 1 : SETS_MAX + 1, struct byte_set);
	t = parse_choice(&ps);
	if (t && *ps.at)
		return refuse(&ps, _("a ) without its ("));
	return t;
}
