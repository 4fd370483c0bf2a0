#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "rules/rule.h"
#include "rules/values.h"

static int by_code(const void *key, const void *row)
{
	return strcmp(key, ((const struct rule_code *)row)->code);
}

const struct rule_code *rules_code(const struct rules *rules, const char *code)
{
	if (!rules->codes.n)
		return NULL;
	return bsearch(code, rules->pages, rules->codes.n, sizeof(*rules->pages), by_code);
}

size_t rules_codes(const struct rules *rules, const struct rule_code **ret)
{
	*ret = rules->pages;
	return rules->codes.n;
}

const char *rules_class_code(const struct rules *rules, const char *class_)
{
	for (size_t i = 0; i < rules->codes.n; i++)
		for (uint32_t j = 0; j < rules->codes.v[i]->classes.n; j++)
			if (sym_is(rules->codes.v[i]->classes.v[j], class_))
				return rules->codes.v[i]->name.s;
	return NULL;
}

static void add_section(struct strbuf *out, const char *title, const char *text)
{
	if (text && *text)
		strbuf_addf(out, "\n%s\n  %s\n", title, text);
}

/* No signal is at hand: "the node", and nothing that depends on a text. */
static bool any_value(void *self, const char *name, bool optional, struct strbuf *out)
{
	const char *instead = value_instead(name);

	(void)self;
	if (optional)
		return false;
	if (instead)
		strbuf_adds(out, instead);
	else
		strbuf_addf(out, "<%s>", name);
	return true;
}

static void add_rule(struct strbuf *out, const struct rule *rule)
{
	strbuf_addf(out, "  %-7s ", rule->id.s);
	template_fill(rule->says, any_value, NULL, out);
	if (rule->next) {
		strbuf_adds(out, "\n          ");
		template_fill(rule->next, any_value, NULL, out);
	}
	strbuf_addc(out, '\n');
}

bool rules_explain(const struct rules *rules, const char *code, struct strbuf *out)
{
	const struct rule_code *c = rules_code(rules, code);
	bool first = true;

	if (!c)
		return false;
	strbuf_addf(out, _("%s (%s): %s\n"), c->code,
		    c->stage == STAGE_COUNT ? _("any stage") : tr(stage_name(c->stage)), c->meaning);
	add_section(out, _("How to tell"), c->tell);
	add_section(out, _("What to do"), c->act);
	for (size_t i = 0; i < rules->rules.n; i++) {
		if (rules->rules.v[i]->code != c)
			continue;
		if (first)
			strbuf_addf(out, "\n%s\n", _("Rules that come to it"));
		first = false;
		add_rule(out, rules->rules.v[i]);
	}
	return true;
}
