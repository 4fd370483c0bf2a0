/* One file of rules: decoded, compiled, and checked as far as it can be by itself. */
#include <stdarg.h>
#include <string.h>

#include "base/i18n.h"
#include "load/document.h"
#include "report/strings.h"
#include "rules/rule.h"

#define PUSH(arena, list, item) \
	do { \
		if ((list).n == (list).cap) { \
			void *old = (list).v; \
			\
			(list).cap = (list).cap ? (list).cap * 2 : 64; \
			(list).v = arena_array((arena), (list).cap, sizeof(*(list).v)); \
			if (old) \
				memcpy((list).v, old, (list).n * sizeof(*(list).v)); \
		} \
		(list).v[(list).n++] = (item); \
	} while (0)

/* What happens to a pod, in this order: of two causes of the same rank the earlier is the cause. */
static const char *const phases[] = {
	"namespace", "creation", "queue", "autoscaling", "node", "refusal", "volume", "device",
	"sandbox", "init", "image", "config", "create", "hook", "crash", "probe", "readiness",
	"beside",
};
#define PHASES (sizeof(phases) / sizeof(*phases))

unsigned phase_beside(void)
{
	return PHASES - 1;
}

void rules_problem(struct rules *r, const char *file, struct opt_i64 line, const char *fmt, ...)
{
	struct strbuf b = STRBUF_LIMIT(2048);
	va_list ap;

	strbuf_adds(&b, file);
	if (line.set)
		strbuf_addf(&b, ":%lld", (long long)line.v);
	strbuf_adds(&b, ": ");
	va_start(ap, fmt);
	strbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	strings_push(&r->problems, arena_strdup(r->arena, b.buf), r->arena);
	strbuf_release(&b);
}

struct rule *rules_find(const struct rules *r, const char *id)
{
	for (size_t i = 0; i < r->rules.n; i++)
		if (sym_is(r->rules.v[i]->id, id))
			return r->rules.v[i];
	return NULL;
}

/* ---- rules ---- */

static void refuse(struct rules *r, struct rule *rule, const char *what, const char *detail)
{
	rules_problem(r, rule->file, rule->line, "%.100s: %s%s", sym_text(rule->id), what, detail);
	rule->refused = true;
}

static void compile_texts(struct rules *r, struct rule *rule)
{
	struct error err = ERROR_INIT;

	rule->patterns.v = ARENA_ARRAY(r->arena, rule->texts.n, struct rule_pattern);
	for (uint32_t i = 0; i < rule->texts.n; i++) {
		struct strbuf at = STRBUF_INIT;

		rule->patterns.v[i].pattern =
			pattern_compile(r->arena, sym_text(rule->texts.v[i]), &err);
		if (!rule->patterns.v[i].pattern) {
			strbuf_addf(&at, "text[%u]: ", (unsigned)i);
			refuse(r, rule, at.buf, err.msg);
		}
		strbuf_release(&at);
	}
	rule->patterns.n = rule->texts.n;
}

static const struct template *parse_template(struct rules *r, struct rule *rule, const char *field,
					     const char *text)
{
	struct error err = ERROR_INIT;
	const struct template *t;

	if (!*text)
		return NULL;
	t = template_parse(r->arena, text, &err);
	if (!t)
		refuse(r, rule, field, err.msg);
	return t;
}

static void check_plain(struct rules *r, struct rule *rule)
{
	if (sym_empty(rule->id) ||
	    strspn(rule->id.s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") !=
		    strlen(rule->id.s))
		refuse(r, rule, "id: ", _("wants letters, digits and -"));
	if (sym_empty(rule->code_name))
		refuse(r, rule, "code: ", _("missing"));
	if (!rule->where.n)
		refuse(r, rule, "where: ", _("missing: places such as event Pod/FailedMount"));
	if (!rule->rank_value.set || rule->rank_value.v < 0 || rule->rank_value.v > RANK_MAX)
		refuse(r, rule, "rank: ", _("wants a number from 0 to 100"));
	else
		rule->rank = (int)rule->rank_value.v;
	if (!rule->nature)
		refuse(r, rule, "nature: ", _("is one of fault, retry, wait, info"));
	if (sym_empty(rule->says_text))
		refuse(r, rule, "says: ", _("missing"));
}

static void read_rule(struct rules *r, const char *file, unsigned order, struct rule *rule)
{
	const struct rule *earlier = sym_empty(rule->id) ? NULL : rules_find(r, rule->id.s);

	rule->file = file;
	rule->order = order;
	check_plain(r, rule);
	if (earlier && strcmp(earlier->file, file) == 0)
		refuse(r, rule, "id: ", _("there are two rules of this id in the file"));
	compile_texts(r, rule);
	rule->says = parse_template(r, rule, "says: ", tr(sym_text(rule->says_text)));
	rule->next = parse_template(r, rule, "next: ", tr(sym_text(rule->next_text)));
	rule->command = parse_template(r, rule, "command: ", sym_text(rule->command_text));
	PUSH(r->arena, r->rules, rule);
}

/* ---- codes and sources ---- */

static bool find_stage(const char *name, enum stage *ret)
{
	*ret = STAGE_COUNT;
	if (strcmp(name, "any") == 0)
		return true;
	for (int s = 0; s < STAGE_COUNT; s++) {
		if (strcmp(stage_name((enum stage)s), name) != 0)
			continue;
		*ret = (enum stage)s;
		return true;
	}
	return false;
}

static void read_code(struct rules *r, const char *file, struct code_row *c)
{
	c->file = file;
	if (sym_empty(c->name) || sym_empty(c->meaning)) {
		rules_problem(r, file, c->line, _("a code wants code and meaning"));
		return;
	}
	if (!find_stage(sym_text(c->stage_name), &c->page.stage)) {
		rules_problem(r, file, c->line, _("%.100s: stage: there is none of the name %.100s"),
			      c->name.s, sym_text(c->stage_name));
		return;
	}
	c->page.code = c->name.s;
	c->page.meaning = tr(c->meaning.s);
	PUSH(r->arena, r->codes, c);
}

static void read_page(struct rules *r, const char *file, struct page_row *p)
{
	p->file = file;
	if (sym_empty(p->code) || sym_empty(p->tell) || sym_empty(p->act))
		rules_problem(r, file, p->line, _("a page wants code, tell and do"));
	else
		PUSH(r->arena, r->page_rows, p);
}

static void read_source(struct rules *r, const char *file, struct source_row *s)
{
	struct error err = ERROR_INIT;

	if (sym_empty(s->name) || strchr(s->name.s, ' ') || !s->where.n) {
		rules_problem(r, file, s->line, _("a source wants a name of one word, and where"));
		return;
	}
	s->places.v = ARENA_ARRAY(r->arena, s->where.n, struct rule_place);
	for (uint32_t i = 0; i < s->where.n; i++) {
		if (rule_place_parse(sym_text(s->where.v[i]), r->arena, &s->places.v[i], &err) < 0) {
			rules_problem(r, file, s->line, "%.100s: where[%u]: %s", s->name.s, (unsigned)i,
				      err.msg);
			return;
		}
	}
	s->places.n = s->where.n;
	PUSH(r->arena, r->sources, s);
}

/* ---- ---- */

static bool find_phase(struct rules *r, const char *name, const struct rule_file *f, unsigned *ret)
{
	if (!f->rules.n)
		return true;
	for (unsigned i = 0; i < PHASES; i++) {
		if (!sym_is(f->phase, phases[i]))
			continue;
		*ret = i;
		return true;
	}
	rules_problem(r, name, f->line, "phase: %s",
		      _("says which part of a pod's life the rules are about, such as volume or image"));
	return false;
}

/* "rules[3]..." -> the line of that rule, if it was read. */
static struct opt_i64 line_of(const char *path, const struct rule_file *f)
{
	static const char list[] = "rules[";
	struct opt_i64 none = { false, 0 };
	uint32_t i = 0;

	if (strncmp(path, list, sizeof(list) - 1) != 0)
		return none;
	for (path += sizeof(list) - 1; *path >= '0' && *path <= '9' && i < f->rules.n; path++)
		i = i * 10 + (uint32_t)(*path - '0');
	return i < f->rules.n ? f->rules.v[i].line : none;
}

/* Messages of the YAML reader begin with "line 12: ". */
static void tell_document(struct rules *r, const char *file, const struct rule_file *f,
			  const char *message)
{
	struct opt_i64 line = line_of(message, f);
	const char *begin = _("line "), *at = message + strlen(begin);

	if (strncmp(message, begin, strlen(begin)) != 0) {
		rules_problem(r, file, line, "%s", message);
		return;
	}
	for (; *at >= '0' && *at <= '9'; at++)
		line = (struct opt_i64){ true, line.v * 10 + (*at - '0') };
	rules_problem(r, file, line, "%s", at + strspn(at, ": "));
}

void rules_read(struct rules *r, const char *name, const char *text, size_t len)
{
	struct rule_file *f = ARENA_NEW(r->arena, struct rule_file);
	const char *file = arena_strdup(r->arena, name);
	struct error err = ERROR_INIT;
	unsigned order = 0;

	if (document_decode_strict(text, len, &rule_file_table, f, r->arena, r->syms, &err) < 0) {
		tell_document(r, file, f, err.msg);
		return;
	}
	if (!find_phase(r, file, f, &order))
		return;
	for (uint32_t i = 0; i < f->codes.n; i++)
		read_code(r, file, &f->codes.v[i]);
	for (uint32_t i = 0; i < f->pages.n; i++)
		read_page(r, file, &f->pages.v[i]);
	for (uint32_t i = 0; i < f->sources.n; i++)
		read_source(r, file, &f->sources.v[i]);
	for (uint32_t i = 0; i < f->rules.n; i++)
		read_rule(r, file, order, &f->rules.v[i]);
}
