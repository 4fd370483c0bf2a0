/* From one signal to the rule that says most about it. */
#include <string.h>

#include "base/shell.h"
#include "rules/command.h"
#include "rules/memo.h"
#include "rules/rule.h"
#include "rules/values.h"

#define VALUE_BYTES_MAX 400 /* of one value in a sentence */

struct matcher {
	const struct rules *rules;
	struct rule_input in; /* with the message as it is matched */
	struct found *found;
};

/* ---- the message ---- */

/* Behind the prefix, or NULL. */
static const char *behind(const char *text, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(text, prefix, len) == 0 ? text + len : NULL;
}

/* Without blanks at the end; at most 8 KiB. */
static const char *clean_message(const char *message, struct strbuf *copy)
{
	const char *text = message ? message : "";
	size_t len = strnlen(text, RULE_TEXT_BYTES_MAX);

	while (len && strchr(" \t\r\n", text[len - 1]))
		len--;
	if (!text[len])
		return text;
	strbuf_add(copy, text, len);
	return copy->buf;
}

/* Some texts are the same with and without words in front: where these end, or 0. */
static uint32_t second_start(const struct rule_input *in)
{
	static const struct {
		enum rule_source source;
		const char *prefix;
	} prefixes[] = {
		{ RULE_EVENT, "Error: " }, { RULE_POD_STATUS, "Pod was rejected: " },
	};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (prefixes[i].source == in->source && behind(in->message, prefixes[i].prefix))
			return (uint32_t)strlen(prefixes[i].prefix);
	return 0;
}

/* ---- candidates ---- */

static bool try_from(struct matcher *m, const struct pattern *p, uint32_t start, struct hit *hit)
{
	const char *text = m->in.message + start;

	hit->start = start;
	return pattern_match(p, m->rules->scratch, text, strlen(text), hit->groups);
}

/* The first of the rule's patterns that matches. */
static bool try_rule(struct matcher *m, const struct rule *rule, struct hit *hit)
{
	uint32_t second = second_start(&m->in);

	hit->rule = rule;
	hit->pattern = NULL;
	for (uint32_t i = 0; i < rule->patterns.n; i++) {
		const struct rule_pattern *p = &rule->patterns.v[i];

		hit->pattern = p->pattern;
		if (literals_found(m->rules->literals, p->literal) &&
		    (try_from(m, p->pattern, 0, hit) || (second && try_from(m, p->pattern, second, hit))))
			return true;
	}
	return !rule->patterns.n;
}

/* Of the text that the pattern asks for. */
static size_t known_length(const struct hit *hit)
{
	size_t len = 0;

	if (hit->pattern)
		pattern_literal(hit->pattern, &len);
	return len;
}

/*
 * A rule that is no wrapper says more than one that is.  Of two wrappers one that knows the text
 * says more.  Then rank counts, how much of the text the pattern knows, and what the text names
 * last: errors are wrapped from the outside in.
 */
static bool says_more(const struct hit *hit, const struct hit *than)
{
	const struct rule *a = hit->rule, *b = than->rule;
	uint32_t end_a, end_b;

	if (!b || a->wrapper != b->wrapper)
		return !b || b->wrapper;
	if (a->wrapper && !hit->pattern != !than->pattern)
		return hit->pattern != NULL;
	if (a->rank != b->rank)
		return a->rank > b->rank;
	if (known_length(hit) != known_length(than))
		return known_length(hit) > known_length(than);
	end_a = hit->pattern ? hit->start + hit->groups[0].end : 0;
	end_b = than->pattern ? than->start + than->groups[0].end : 0;
	return end_a != end_b ? end_a > end_b : a->number < b->number;
}

/* It need not be tried: one that says more has been found. */
static bool cannot_win(const struct rule *rule, const struct rule *best)
{
	return best && !best->wrapper && !rule->wrapper && rule->rank < best->rank;
}

static void take(struct found *f, const struct hit *hit)
{
	if (hit->rule->wrapper && f->n_wrappers < FOUND_WRAPPERS_MAX)
		f->wrappers[f->n_wrappers++] = *hit;
	if (says_more(hit, &f->best))
		f->best = *hit;
}

static void try_candidate(struct matcher *m, const struct candidate *c)
{
	struct hit hit;

	if (cannot_win(c->rule, m->found->best.rule))
		return;
	if (rule_place_takes(&c->place, &m->in) && try_rule(m, c->rule, &hit))
		take(m->found, &hit);
}

static size_t first_of_name(const struct candidates *c, const char *name)
{
	size_t low = 0, high = c->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(c->v[middle].place.name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void try_all(struct matcher *m)
{
	const struct candidates *named = &m->rules->named[m->in.source];
	const struct candidates *wild = &m->rules->wild[m->in.source];
	bool scanned = false;

	for (size_t i = first_of_name(named, m->in.name);
	     i < named->n && strcmp(named->v[i].place.name, m->in.name) == 0; i++) {
		if (!scanned)
			literals_scan(m->rules->literals, m->in.message, strlen(m->in.message));
		scanned = true;
		try_candidate(m, &named->v[i]);
	}
	for (size_t i = 0; i < wild->n; i++) {
		if (!scanned)
			literals_scan(m->rules->literals, m->in.message, strlen(m->in.message));
		scanned = true;
		try_candidate(m, &wild->v[i]);
	}
}

/* ---- values ---- */

static bool add_group(const struct matcher *m, const struct hit *hit, const char *name,
		      struct strbuf *out)
{
	for (unsigned g = 1; hit->pattern && g <= pattern_groups(hit->pattern); g++) {
		const char *group = pattern_group_name(hit->pattern, g);
		struct span s = hit->groups[g];

		if (!group || strcmp(group, name) != 0)
			continue;
		if (s.begin < s.end)
			strbuf_add(out, m->in.message + hit->start + s.begin, s.end - s.begin);
		return s.begin < s.end;
	}
	return false;
}

/* Of the rule itself, of the wrappers around it, of the signal. */
static bool add_value(const struct matcher *m, const char *name, struct strbuf *out)
{
	if (add_group(m, &m->found->best, name, out))
		return true;
	for (size_t i = 0; i < m->found->n_wrappers; i++)
		if (add_group(m, &m->found->wrappers[i], name, out))
			return true;
	return value_add(&m->in, name, out);
}

/* Without the blanks and punctuation that hold it in its text; false: nothing is left. */
static bool add_clause(struct strbuf *out, const char *value)
{
	static const char around[] = " \t\r\n:;,";
	size_t len;

	value += strspn(value, around);
	len = strlen(value);
	while (len && (strchr(around, value[len - 1]) || value[len - 1] == '.'))
		len--;
	if (len <= VALUE_BYTES_MAX) {
		strbuf_add(out, value, len);
		return len > 0;
	}
	len = VALUE_BYTES_MAX;
	while (len && ((unsigned char)value[len] & 0xc0) == 0x80)
		len--;
	strbuf_add(out, value, len);
	strbuf_adds(out, "...");
	return true;
}

static bool prose_value(void *self, const char *name, bool optional, struct strbuf *out)
{
	const struct matcher *m = self;
	struct strbuf value = STRBUF_INIT;
	const char *instead = optional ? NULL : value_instead(name);
	bool known = add_value(m, name, &value) && add_clause(out, value.buf);

	if (!known && instead)
		strbuf_adds(out, instead);
	strbuf_release(&value);
	return known || instead;
}

static bool command_value(void *self, const char *name, bool optional, struct strbuf *out)
{
	const struct matcher *m = self;
	struct strbuf value = STRBUF_INIT;
	bool fits = add_value(m, name, &value) && command_value_fits(name, value.buf);

	(void)optional;
	if (fits)
		shell_quote(out, value.buf);
	strbuf_release(&value);
	return fits;
}

static const char *fill(struct matcher *m, const struct template *t, template_value value,
			struct arena *arena)
{
	struct strbuf b = STRBUF_INIT;
	const char *text = NULL;

	if (t && template_fill(t, value, m, &b))
		text = arena_strndup(arena, b.buf, b.len);
	strbuf_release(&b);
	return text;
}

/* ---- the result ---- */

static void add_evidence(const struct matcher *m, const struct hit *hit, struct arena *arena,
			 struct rule_match *ret)
{
	for (unsigned g = 1; hit->pattern && g <= pattern_groups(hit->pattern); g++) {
		const char *name = pattern_group_name(hit->pattern, g);
		struct span s = hit->groups[g];
		bool known = !name || s.begin >= s.end;

		for (size_t i = 0; i < ret->evidence.n && !known; i++)
			known = strcmp(ret->evidence.v[i].name, name) == 0;
		if (known)
			continue;
		ret->evidence.v[ret->evidence.n].name = name;
		ret->evidence.v[ret->evidence.n++].value = arena_strndup(
			arena, m->in.message + hit->start + s.begin, s.end - s.begin);
	}
}

static void fill_evidence(const struct matcher *m, struct arena *arena, struct rule_match *ret)
{
	const struct found *f = m->found;

	ret->evidence.v = ARENA_ARRAY(arena, (f->n_wrappers + 1) * PATTERN_GROUPS_MAX,
				      struct rule_value);
	add_evidence(m, &f->best, arena, ret);
	for (size_t i = 0; i < f->n_wrappers; i++)
		add_evidence(m, &f->wrappers[i], arena, ret);
}

static bool begins_with_value(const struct template *t, const char *name)
{
	return t && t->n && t->v[0].type == PART_VALUE && strcmp(t->v[0].text, name) == 0;
}

static void fill_match(struct matcher *m, struct arena *arena, struct rule_match *ret)
{
	const struct rule *rule = m->found->best.rule;
	struct strbuf text = STRBUF_INIT;

	*ret = (struct rule_match){
		.id = rule->id.s,
		.code = rule->code->code,
		.stage = rule->code->stage,
		.nature = (enum rule_nature)(rule->nature - 1),
		.certainty = rule->rank >= RANK_CERTAIN ? CERTAIN_EXACT : CERTAIN_LIKELY,
		.rank = rule->rank,
		.wrapper = rule->wrapper,
		.order = rule->order,
	};
	ret->summary = fill(m, rule->says, prose_value, arena);
	ret->names_first = begins_with_value(rule->says, "container");
	if (!ret->summary || !*ret->summary) {
		add_clause(&text, m->in.message);
		ret->summary = arena_strndup(arena, text.buf, text.len);
	}
	strbuf_release(&text);
	ret->next = fill(m, rule->next, prose_value, arena);
	ret->command = fill(m, rule->command, command_value, arena);
	fill_evidence(m, arena, ret);
}

/* The rule for a message; false: none. */
static bool find(struct matcher *m, const char *message)
{
	const char *whole = m->in.message;
	bool known;

	m->in.message = message;
	m->found = memo_get(m->rules->memo, &m->in, &known);
	if (!known)
		try_all(m);
	if (!m->found->best.rule)
		m->in.message = whole;
	return m->found->best.rule != NULL;
}

bool rules_match(const struct rules *rules, const struct rule_input *in, struct arena *arena,
		 struct rule_match *ret)
{
	struct strbuf copy = STRBUF_INIT;
	struct matcher m = { rules, *in, NULL };
	const char *example;

	if (!m.in.name)
		m.in.name = "";
	m.in.message = clean_message(in->message, &copy);
	example = behind(m.in.message, "(combined from similar events): ");
	if (!example || !find(&m, example))
		find(&m, m.in.message);
	if (m.found->best.rule)
		fill_match(&m, arena, ret);
	strbuf_release(&copy);
	return m.found->best.rule != NULL;
}
