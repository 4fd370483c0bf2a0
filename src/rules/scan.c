#include "rules/scan.h"

#include <string.h>

#include "base/strbuf.h"
#include "rules/rule.h"

/* ---- matches ---- */

struct scan {
	const struct rules *rules;
	const char *text;
	size_t len;
	rules_group_fn fn;
	void *self;
};

static bool scan_pattern(const struct scan *s, const struct pattern *p)
{
	struct span groups[PATTERN_GROUPS_MAX + 1];

	if (!pattern_match(p, s->rules->scratch, s->text, s->len, groups))
		return false;
	for (unsigned g = 1; g <= pattern_groups(p); g++)
		if (pattern_group_name(p, g) && groups[g].begin < groups[g].end)
			s->fn(s->self, pattern_group_name(p, g), groups[g].begin, groups[g].end);
	return true;
}

bool rules_scan(const struct rules *rules, const char *text, rules_group_fn fn, void *self)
{
	struct scan s = { rules, text, strnlen(text, RULE_TEXT_BYTES_MAX), fn, self };
	bool found = false;

	literals_scan(rules->literals, text, s.len);
	for (size_t i = 0; i < rules->rules.n; i++) {
		const struct rule *rule = rules->rules.v[i];

		for (uint32_t j = 0; !rule->refused && j < rule->patterns.n; j++)
			if (literals_found(rules->literals, rule->patterns.v[j].literal))
				found |= scan_pattern(&s, rule->patterns.v[j].pattern);
	}
	return found;
}

/* ---- plain text ---- */

struct plain {
	struct strbuf run;
	void (*fn)(void *self, const char *text, size_t len);
	void *self;
};

static void end_run(struct plain *p)
{
	if (p->run.len)
		p->fn(p->self, p->run.buf, p->run.len);
	strbuf_reset(&p->run);
}

/* Behind a set: `[^]"x]`, in which a ] at the beginning and classes such as [:alpha:] are no end. */
static const char *skip_set(const char *s)
{
	s += *s == '^';
	s += *s == ']';
	while (*s && *s != ']') {
		const char *end = *s == '[' && s[1] == ':' ? strstr(s, ":]") : NULL;

		s = end ? end + 2 : s + 1;
	}
	return *s ? s + 1 : s;
}

/* `pods?` says pod and pods. */
static void maybe_last(struct plain *p)
{
	if (!p->run.len)
		return;
	p->fn(p->self, p->run.buf, p->run.len - 1);
	p->fn(p->self, p->run.buf, p->run.len);
}

static const char *skip_operator(struct plain *p, const char *s)
{
	switch (*s) {
	case '?':
		maybe_last(p);
		return s + 1;
	case '[':
		end_run(p);
		return skip_set(s + 1);
	case '{':
		end_run(p);
		return s + strcspn(s, "}") + (strchr(s, '}') != NULL);
	case '(':
		end_run(p);
		return s[1] == '?' && s[2] == '<' && strchr(s, '>') ? strchr(s, '>') + 1 : s + 1;
	default: /* ) | . * + ^ $ */
		end_run(p);
		return s + 1;
	}
}

static void plain_text_of(struct plain *p, const char *s)
{
	while (*s) {
		if (*s == '\\' && s[1]) {
			strbuf_addc(&p->run, s[1]);
			s += 2;
		} else if (strchr("?[{()|.*+^$", *s)) {
			s = skip_operator(p, s);
		} else {
			strbuf_addc(&p->run, *s++);
		}
	}
	end_run(p);
}

void rules_plain_text(const struct rules *rules,
		      void (*fn)(void *self, const char *text, size_t len), void *self)
{
	struct plain p = { STRBUF_INIT, fn, self };

	for (size_t i = 0; i < rules->rules.n; i++) {
		const struct rule *rule = rules->rules.v[i];

		for (uint32_t j = 0; !rule->refused && j < rule->texts.n; j++)
			plain_text_of(&p, sym_text(rule->texts.v[j]));
		for (uint32_t j = 0; !rule->refused && j < rule->places.n; j++)
			if (rule->places.v[j].begins)
				fn(self, rule->places.v[j].begins, strlen(rule->places.v[j].begins));
	}
	strbuf_release(&p.run);
}

/* ---- names ---- */

static bool place_names(const struct rule_place *p, const char *name)
{
	return strcmp(p->name, name) == 0 || (p->reason && strcmp(p->reason, name) == 0);
}

bool rules_name_known(const struct rules *rules, const char *name)
{
	for (size_t i = 0; i < rules->rules.n; i++) {
		const struct rule *rule = rules->rules.v[i];

		for (uint32_t j = 0; !rule->refused && j < rule->places.n; j++)
			if (place_names(&rule->places.v[j], name))
				return true;
	}
	return false;
}
