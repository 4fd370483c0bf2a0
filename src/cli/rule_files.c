#include "cli/rule_files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/near.h"
#include "base/text.h"
#include "bundle/redact.h"
#include "render/table.h"
#include "render/words.h"

#define PROBLEMS_SHOWN 20
#define ID_COLUMNS 14 /* a rule's id on its page, with what is before it */

/* ~/.config/kubectl-whypending/rules.d; empty if there is no home. */
static void user_directory(struct strbuf *out)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	if (config && *config == '/')
		strbuf_adds(out, config);
	else if (home && *home == '/')
		strbuf_addf(out, "%s/.config", home);
	else
		return;
	strbuf_adds(out, "/kubectl-whypending/rules.d");
}

struct rules *rules_for(const struct options *o, FILE *log, struct error *err)
{
	struct strbuf dir = STRBUF_INIT, line = STRBUF_INIT, hidden = STRBUF_INIT;
	const struct strings *problems;
	struct rules *rules;

	user_directory(&dir);
	rules = rules_load(dir.len ? dir.buf : NULL, o->rules_dir, err);
	strbuf_release(&dir);
	if (!rules)
		return NULL;
	problems = rules_problems(rules);
	for (uint32_t i = 0; i < problems->n && i < PROBLEMS_SHOWN; i++) {
		strbuf_reset(&hidden);
		strbuf_reset(&line);
		if (o->redact)
			redact_message(&hidden, problems->v[i]);
		text_put(&line, o->redact ? hidden.buf : problems->v[i]);
		fprintf(log, "%s%s\n", _("warning: "), line.buf);
	}
	strbuf_release(&hidden);
	if (problems->n > PROBLEMS_SHOWN)
		fprintf(log, _("warning: and %u more problems with rules\n"),
			(unsigned)(problems->n - PROBLEMS_SHOWN));
	strbuf_release(&line);
	return rules;
}

/* Lines of a checker, hostile file names and texts made visible. */
static void print_lines(const char *text, FILE *out)
{
	struct strbuf line = STRBUF_INIT;

	while (*text) {
		size_t len = strcspn(text, "\n");

		strbuf_reset(&line);
		text_escape(&line, text, len);
		fprintf(out, "%s\n", line.buf);
		text += len + (text[len] == '\n');
	}
	strbuf_release(&line);
}

int check_rules(const struct options *o, FILE *out, struct error *err)
{
	struct strbuf user = STRBUF_INIT, text = STRBUF_INIT;
	const char *dirs[2] = { o->rules_dir, NULL };
	int problems = 0, rc = 0;

	user_directory(&user);
	if (user.len && access(user.buf, F_OK) == 0)
		dirs[1] = user.buf;
	if (!dirs[0] && !dirs[1])
		rc = error_set(err, ERR_USAGE, _("--check-rules: no --rules DIR is given and %s does "
			       "not exist"), user.len ? user.buf : "~/.config");
	for (size_t i = 0; i < 2 && rc == 0; i++) {
		int n = dirs[i] ? rules_check(dirs[i], &text, err) : 0;

		if (n < 0)
			rc = -1;
		else
			problems += n;
	}
	print_lines(text.buf, out);
	if (rc == 0 && problems)
		rc = error_set(err, ERR_USAGE, tr_n("--check-rules: %d problem", "--check-rules: %d problems",
					     (unsigned long)problems), problems);
	else if (rc == 0)
		fputs(_("no problems\n"), out);
	strbuf_release(&text);
	strbuf_release(&user);
	return rc;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_word(const char *a, const char *b)
{
	for (; *a && lower(*a) == lower(*b); a++)
		b++;
	return lower(*a) == lower(*b);
}

/* The code in whatever case it is written. */
static const char *code_of(const struct rules *rules, const char *wanted)
{
	const struct rule_code *codes;
	size_t n = rules_codes(rules, &codes);

	for (size_t i = 0; i < n; i++)
		if (same_word(codes[i].code, wanted))
			return codes[i].code;
	return wanted;
}

/* STAGE_COUNT: the word is none. */
static int stage_of(const char *word)
{
	int stage = 0;

	while (stage < STAGE_COUNT && !same_word(stage_name((enum stage)stage), word))
		stage++;
	return stage;
}

static const char *stage_meaning(int stage)
{
	static const char *const meanings[STAGE_COUNT] = {
		[STAGE_NOT_CREATED] = N_("the object that makes the pods is there, its pods are not"),
		[STAGE_GATED] = N_("a scheduling gate holds the pod back: it is not tried before the gate is removed"),
		[STAGE_QUEUE_WAIT] = N_("no decision yet, or there is nobody who decides"),
		[STAGE_FILTER_FAILURE] = N_("every node is ruled out by a filter of the scheduler"),
		[STAGE_FRAGMENTATION] = N_("enough is free in all, but on no node in one piece"),
		[STAGE_PREEMPTING] = N_("other pods are being evicted to make room for it"),
		[STAGE_BIND_WAIT] = N_("a node is chosen, a volume is being made or bound"),
		[STAGE_POST_BIND] = N_("it has a node and does not come up there"),
		[STAGE_RUNNING_NOT_READY] = N_("it runs, and something says that it is not ready"),
		[STAGE_READY] = N_("it runs and is ready"),
		[STAGE_FINISHED] = N_("it has run and ended"),
		[STAGE_UNKNOWN] = N_("what was read is not enough to tell"),
	};

	return _(meanings[stage]);
}

static const char *nearest_code(const struct rules *rules, const char *wanted)
{
	struct near_names near = { .wanted = wanted };
	const struct rule_code *codes;
	size_t n = rules_codes(rules, &codes);

	for (size_t i = 0; i < n; i++)
		near_offer(&near, codes[i].code);
	return near.n ? near.v[0].name : NULL;
}

static void code_row(struct table *t, const struct rule_code *c)
{
	table_row(t);
	table_cell(t, 0, TONE_PLAIN, c->code);
	table_cell(t, 1, TONE_PLAIN, c->stage == STAGE_COUNT ? _("any stage") : stage_words(c->stage));
	table_cell(t, 2, TONE_PLAIN, c->meaning);
}

static void code_rows(struct table *t, const struct rules *rules, int stage)
{
	const struct rule_code *codes;
	size_t n = rules_codes(rules, &codes);

	for (size_t i = 0; i < n; i++)
		if ((int)codes[i].stage == stage)
			code_row(t, &codes[i]);
}

/* In the order in which a pod meets the stages; only: of one of them, STAGE_COUNT: all. */
static void list_codes(const struct rules *rules, int only, unsigned width, FILE *out)
{
	const struct table_column columns[] = {
		{ _("CODE"), ALIGN_LEFT, false },
		{ _("STAGE"), ALIGN_LEFT, false },
		{ _("MEANING"), ALIGN_LEFT, true },
	};
	const struct sheet sheet = { out, width, false };
	struct arena *arena = arena_new();
	struct table *t = table_new(arena, columns, 3);

	for (int stage = 0; stage <= STAGE_COUNT; stage++)
		if (only == STAGE_COUNT || stage == only)
			code_rows(t, rules, stage);
	table_print(t, &sheet, 0);
	arena_free(arena);
}

/* Where the lines below a line of the page begin: under its text, or behind a rule's id. */
static unsigned hanging_indent(const char *line, unsigned indent)
{
	const char *gap = strstr(line + indent, "  ");

	return gap && gap - line <= ID_COLUMNS ? (unsigned)(gap - line) + 2 : indent;
}

static void print_page(const char *text, unsigned width, FILE *out)
{
	const struct sheet sheet = { out, width, false };
	struct strbuf line = STRBUF_INIT;

	while (*text) {
		size_t len = strcspn(text, "\n");
		unsigned indent = (unsigned)strspn(text, " ");

		strbuf_reset(&line);
		strbuf_add(&line, text, len);
		sheet_spaces(&sheet, indent);
		sheet_paragraph(&sheet, indent, hanging_indent(line.buf, indent), TONE_PLAIN,
				line.buf + indent);
		text += len + (text[len] == '\n');
	}
	strbuf_release(&line);
}

static void explain_stage(const struct rules *rules, int stage, unsigned width, FILE *out)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, _("%s: %s"), stage_words((enum stage)stage), stage_meaning(stage));
	print_page(text.buf, width, out);
	strbuf_release(&text);
	fputc('\n', out);
	list_codes(rules, stage, width, out);
}

int explain_code(const struct options *o, unsigned width, FILE *out, struct error *err)
{
	struct rules *rules = rules_load(NULL, NULL, err);
	struct strbuf page = STRBUF_INIT;
	const char *near;
	int rc = -1;

	if (!rules)
		return -1;
	if (!strcmp(o->explain, "list")) {
		list_codes(rules, STAGE_COUNT, width, out);
		rc = 0;
	} else if (stage_of(o->explain) != STAGE_COUNT) {
		explain_stage(rules, stage_of(o->explain), width, out);
		rc = 0;
	} else if (rules_explain(rules, code_of(rules, o->explain), &page)) {
		print_page(page.buf, width, out);
		rc = 0;
	} else {
		near = nearest_code(rules, o->explain);
		if (near)
			error_set(err, ERR_NOT_FOUND, _("no cause has the code \"%.80s\"; did you mean %s?"),
				  o->explain, near);
		else
			error_set(err, ERR_NOT_FOUND, _("no cause has the code \"%.80s\""), o->explain);
	}
	strbuf_release(&page);
	rules_free(rules);
	return rc;
}
