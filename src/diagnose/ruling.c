#include "diagnose/ruling.h"

#include <string.h>

#include "base/i18n.h"
#include "diagnose/fill.h"
#include "diagnose/subject.h"

#define OTHERS_MAX 5
#define QUOTES_MAX 3
#define FRESH_SECONDS 900
#define RANK_TOLD 30 /* below, a rule only gives background */

void ruling_find(struct ruling *v, const struct rules *rules, const struct signals *s,
		  enum stage stage)
{
	struct opt_time *at = ARENA_ARRAY(s->arena, SIGNALS_MAX, struct opt_time);

	v->matches = ARENA_ARRAY(s->arena, SIGNALS_MAX, struct rule_match);
	v->signals = ARENA_ARRAY(s->arena, SIGNALS_MAX, const struct signal *);
	v->n = 0;
	v->cause = -1;
	if (!rules)
		return;
	for (size_t i = 0; i < s->n; i++) {
		struct rule_match *m = &v->matches[v->n];

		if (!rules_match(rules, &s->v[i].in, s->arena, m))
			continue;
		if (m->stage != stage && m->stage != STAGE_COUNT)
			continue;
		at[v->n] = s->v[i].at;
		v->signals[v->n++] = &s->v[i];
	}
	v->cause = rules_choose(rules, v->matches, at, v->n);
}

const struct rule_match *ruling_cause(const struct ruling *v)
{
	return v->cause < 0 ? NULL : &v->matches[v->cause];
}

static void add_match_evidence(struct report *r, const struct signal *g, const struct rule_match *m)
{
	evidence_add(r, g->about, g->pointer, g->in.message && *g->in.message ? g->in.message : NULL,
		     NULL);
	for (size_t i = 0; i < m->evidence.n; i++)
		evidence_add(r, g->about, NULL,
			     arena_printf(r->arena, "%s %s", m->evidence.v[i].name,
					  m->evidence.v[i].value), NULL);
}

bool ruling_is_fault(const struct ruling *v)
{
	const struct rule_match *m = ruling_cause(v);

	return m && m->nature != NATURE_WAIT;
}

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

/* The name as a word of its own: web, and not in web-1. */
static bool names(const char *text, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = text; (at = strstr(at, name)); at++)
		if ((at == text || !is_name_char(at[-1])) && !is_name_char(at[n]))
			return true;
	return false;
}

/* Which container it is about, unless what is said already names it. */
static void add_clause(struct strbuf *out, const struct signals *s, const struct signal *g,
		       const struct rule_match *m)
{
	bool sidecar = signal_is_of_sidecar(s, g);
	const char *container = sym_text(g->container);
	size_t n = strlen(container);

	if (n && m->names_first)
		strbuf_adds(out, sidecar ? _("sidecar ") : g->in.init ? _("init container ") :
			    _("container "));
	else if (n && !strstr(out->buf, _("container ")) && !strstr(out->buf, _("sidecar ")) &&
		 !names(m->summary, container))
		strbuf_addf(out, sidecar ? _("sidecar %s: ") : g->in.init ? _("init container %s: ") :
			    _("container %s: "), container);
	add_quote(out, m->summary);
}

static void add_finding(struct report *r, const struct signals *s, const struct signal *g,
			const struct rule_match *m, enum severity severity)
{
	struct strbuf text = STRBUF_INIT;

	signal_observed(s, g, &text);
	if (!text.len)
		add_clause(&text, s, g, m);
	finding_add(r, r->cause.code, severity, NULL, "%s", text.buf);
	add_match_evidence(r, g, m);
	strbuf_release(&text);
}

/* A failure that goes on is written again every few minutes. */
static enum certainty certainty_of(const struct signals *s, const struct signal *g,
				   const struct rule_match *m)
{
	struct opt_i64 age = age_of(s->d, g->at);
	bool old = g->in.source == RULE_EVENT && age.set && age.v > FRESH_SECONDS;

	return old && m->certainty == CERTAIN_EXACT ? CERTAIN_LIKELY : m->certainty;
}

void ruling_tell(const struct ruling *v, const struct signals *s, struct report *r,
		  const char *frame, const char *code)
{
	const struct rule_match *m = &v->matches[v->cause];
	const struct signal *g = v->signals[v->cause];
	struct strbuf text = STRBUF_INIT;

	strbuf_adds(&text, frame);
	add_clause(&text, s, g, m);
	cause_set(r, m->stage == STAGE_COUNT ? code : fill_strdup(r, m->code), certainty_of(s, g, m),
		  "%s", text.buf);
	cause_advise(r, m->next, m->command);
	ruling_tell_finding(v, s, r);
	strbuf_release(&text);
}

void ruling_tell_finding(const struct ruling *v, const struct signals *s, struct report *r)
{
	const struct rule_match *m = &v->matches[v->cause];

	add_finding(r, s, v->signals[v->cause], m,
		    m->nature == NATURE_WAIT ? SEVERITY_INFO : SEVERITY_BLOCKER);
}

/* The container is named: the sentence on top is about another one. */
void ruling_tell_beside(const struct ruling *v, struct report *r, const char *code)
{
	const struct rule_match *m = &v->matches[v->cause];
	const struct signal *g = v->signals[v->cause];
	struct strbuf text = STRBUF_INIT;

	if (m->names_first)
		strbuf_adds(&text, _("container "));
	else
		strbuf_addf(&text, _("container %s: "), sym_text(g->container));
	add_quote(&text, m->summary);
	finding_add(r, m->stage == STAGE_COUNT ? code : fill_strdup(r, m->code), SEVERITY_BLOCKER, NULL,
		    "%s", text.buf);
	add_match_evidence(r, g, m);
	strbuf_release(&text);
}

static bool same_text(const struct signal *a, const struct signal *b)
{
	const char *x = a->in.message ? a->in.message : "", *y = b->in.message ? b->in.message : "";

	return *x && *y && (strstr(x, y) || strstr(y, x));
}

/* What is concluded from objects, somebody has seen and said as well. */
static bool proves_state(const struct ruling *v, size_t i)
{
	return v->cause >= 0 && v->signals[v->cause]->in.source == RULE_STATE &&
	       v->signals[i]->in.source == RULE_EVENT;
}

/* Something that the cause has not said, and no mere consequence of it. */
static bool is_worth_telling(const struct ruling *v, size_t i, const struct report *r)
{
	const struct rule_match *m = &v->matches[i];

	if ((int)i == v->cause || m->nature == NATURE_INFO || m->rank < RANK_TOLD)
		return false;
	if (strcmp(m->code, r->cause.code) == 0 && !proves_state(v, i))
		return false;
	if (v->cause >= 0 && m->wrapper && v->signals[i]->in.source == RULE_WAITING)
		return false;
	for (size_t j = 0; j < v->n; j++)
		if (((int)j == v->cause || j < i) && same_text(v->signals[i], v->signals[j]))
			return false;
	return true;
}

/* In the order of the signals. */
void ruling_tell_others(const struct ruling *v, const struct signals *s, struct report *r)
{
	unsigned told = 0;

	for (size_t i = 0; i < v->n && told < OTHERS_MAX; i++) {
		if (!is_worth_telling(v, i, r))
			continue;
		add_finding(r, s, v->signals[i], &v->matches[i], SEVERITY_WARNING);
		r->findings.v[r->findings.n - 1].code = fill_strdup(r, v->matches[i].code);
		told++;
	}
}

static bool is_known(const struct ruling *v, const struct signal *g)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->signals[i] == g)
			return true;
	return false;
}

unsigned quote_unknown_events(const struct ruling *v, const struct signals *s, struct report *r,
			      const char *code)
{
	unsigned n = 0;

	for (size_t i = 0; i < s->n && n < QUOTES_MAX; i++) {
		const struct signal *g = &s->v[i];
		struct strbuf text = STRBUF_INIT;

		if (g->in.source != RULE_EVENT || g->normal || is_known(v, g))
			continue;
		signal_observed(s, g, &text);
		finding_add(r, code, SEVERITY_WARNING, NULL, "%s", text.buf);
		evidence_add(r, g->about, NULL, g->in.message, NULL);
		strbuf_release(&text);
		n++;
	}
	return n;
}

/* What helps against filters is worked out by replaying it, and not read off a page. */
static bool has_own_advice(enum stage s)
{
	return s == STAGE_FILTER_FAILURE || s == STAGE_FRAGMENTATION || s == STAGE_READY ||
	       s == STAGE_FINISHED;
}

void advise_from_page(const struct rules *rules, struct report *r)
{
	const struct rule_code *page;

	if (!rules || r->cause.next || !r->cause.code || has_own_advice(r->stage))
		return;
	page = rules_code(rules, r->cause.code);
	if (page && page->act && *page->act)
		cause_advise(r, page->act, r->cause.command);
}
