/* The block of facts under the headline: "stage", "wants" and their like. */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "model/time.h"
#include "render/evidence.h"
#include "render/report_text.h"
#include "render/words.h"

#define DOT " \xc2\xb7 "
#define VICTIMS_SHOWN 5u
#define DIFFERENCES_SHOWN 5u

/* Prints the fact if there is any text, and empties sb. */
static void flush_fact(const struct fact_sink *to, const char *label, struct strbuf *sb)
{
	if (sb->len)
		to->fact(to->self, label, sb->buf);
	strbuf_reset(sb);
}

static void text_fact(const struct fact_sink *to, const char *label, const char *text,
		      struct strbuf *sb)
{
	text_put(sb, text);
	flush_fact(to, label, sb);
}

static void separate(struct strbuf *sb, const char *separator)
{
	if (sb->len)
		strbuf_adds(sb, separator);
}

/* "uncordon=worker-b2 · 1 node fits, 0 before" */
static void what_if_fact(const struct report *r, const struct fact_sink *to, struct strbuf *sb)
{
	if (r->what_if.impossible) {
		strbuf_addf(sb, _("nothing can be supposed: %s"), r->what_if.impossible);
		flush_fact(to, _("what if"), sb);
		return;
	}
	for (uint32_t i = 0; i < r->what_if.changes.n; i++) {
		separate(sb, _(", "));
		text_put(sb, r->what_if.changes.v[i]);
	}
	for (uint32_t i = 0; i < r->what_if.idle.n; i++) {
		separate(sb, _(", "));
		text_put(sb, r->what_if.idle.v[i]);
		strbuf_adds(sb, _(" (changes nothing)"));
	}
	if (r->what_if.set)
		strbuf_addf(sb, _("%s%u before"), DOT, r->what_if.feasible_before.n);
	flush_fact(to, _("what if"), sb);
}

static bool is_unchecked(const struct report *r, const char *what)
{
	for (uint32_t i = 0; i < r->unchecked.n; i++)
		if (strcmp(r->unchecked.v[i].what, what) == 0)
			return true;
	return false;
}

/* Nodes that no known filter rejects and an unknown one may. */
static void add_unknown_count(const struct replay *replay, struct strbuf *sb)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < replay->nodes.n; i++)
		n += replay->nodes.v[i].verdict == VERDICT_UNKNOWN;
	if (n)
		strbuf_addf(sb, _(", %u unchecked"), n);
}

static void stage_fact(const struct report *r, const struct fact_sink *to, struct strbuf *sb)
{
	const struct replay *replay = r->replay;
	const char *agreement =
		replay ? agreement_words(replay->message.only_wording ? AGREE_EXACT :
									replay->message.agreement) : NULL;

	strbuf_adds(sb, stage_words(r->stage));
	if (replay && !replay->nodes.n &&
	    (!replay->message.predicted || is_unchecked(r, "nodes"))) {
		; /* nodes could not be read: under "not checked" */
	} else if (replay) {
		strbuf_adds(sb, DOT);
		strbuf_addf(sb, tr_n("%u of %u node fits", "%u of %u nodes fit", replay->nodes.n),
			    replay->feasible.n, replay->nodes.n);
		add_unknown_count(replay, sb);
	} else if (r->subject.node_name) {
		strbuf_adds(sb, DOT);
		strbuf_adds(sb, _("on "));
		text_put(sb, r->subject.node_name);
	}
	if (agreement) {
		strbuf_adds(sb, DOT);
		strbuf_adds(sb, agreement);
	}
	if (r->cause.certainty == CERTAIN_LIKELY) {
		strbuf_adds(sb, DOT);
		strbuf_adds(sb, _("likely, not certain"));
	}
	flush_fact(to, _("stage"), sb);
}

static void wants_fact(const struct subject *s, const struct fact_sink *to, struct strbuf *sb)
{
	for (uint32_t i = 0; i < s->requests.n; i++) {
		separate(sb, _(", "));
		text_put(sb, s->requests.v[i].name);
		strbuf_addc(sb, ' ');
		text_put(sb, s->requests.v[i].quantity);
	}
	for (uint32_t i = 0; i < s->wants.n; i++) {
		separate(sb, DOT);
		text_put(sb, s->wants.v[i]);
	}
	flush_fact(to, _("wants"), sb);
}

static void history_fact(const struct report *r, const struct fact_sink *to, struct strbuf *sb)
{
	for (uint32_t i = 0; i < r->timeline.n; i++) {
		const struct timeline_entry *e = &r->timeline.v[i];

		if (!e->seconds.set || (e->seconds.v == 0 && i + 1 < r->timeline.n))
			continue;
		separate(sb, DOT);
		strbuf_adds(sb, e->step ? tr(e->step) : stage_words(e->stage));
		strbuf_addc(sb, ' ');
		duration_format(e->seconds.v, sb);
	}
	flush_fact(to, _("history"), sb);
}

static void next_fact(const struct report *r, const struct fact_sink *to, struct strbuf *sb)
{
	text_fact(to, _("next"), r->cause.next, sb);
	if (!r->cause.command)
		return;
	text_put(sb, r->cause.command);
	to->command(to->self, r->cause.next ? "" : _("next"), sb->buf);
	strbuf_reset(sb);
}

static void held_by_fact(const struct replay *r, const struct fact_sink *to, struct strbuf *sb)
{
	for (uint32_t i = 0; i < r->pre_enqueue.n; i++) {
		separate(sb, DOT);
		text_put(sb, r->pre_enqueue.v[i].plugin);
		strbuf_adds(sb, ": ");
		reasons_text(sb, &r->pre_enqueue.v[i].reasons);
	}
	flush_fact(to, _("held by"), sb);
}

static void victims_text(struct strbuf *out, const struct preemption *p, bool wide)
{
	struct strbuf victims = STRBUF_INIT, node = STRBUF_INIT;

	list_text(&victims, &p->victims, wide ? 0 : VICTIMS_SHOWN);
	text_put(&node, p->node);
	strbuf_addf(out, _("would evict %s from %s"), victims.buf, node.buf);
	strbuf_release(&victims);
	strbuf_release(&node);
}

/* The scheduler's count of the nodes by what it thinks of each, which only -o wide quotes. */
static bool is_tally(const char *why)
{
	return strstr(why, " nodes are available: ") != NULL;
}

static void preemption_fact(const struct report *report, bool wide, const struct fact_sink *to,
			    struct strbuf *sb)
{
	const struct replay *r = report->replay;
	const struct preemption *p = &r->preemption;

	if (!p->helps && report->stage == STAGE_PREEMPTING) {
		strbuf_adds(sb, _("already under way"));
	} else if (!p->helps) {
		if (!p->why || r->feasible.n) /* nobody asks for it where a node fits */
			return;
		strbuf_adds(sb, wide || !is_tally(p->why) ? _("would not help: ") : _("would not help"));
		if (wide || !is_tally(p->why))
			text_put(sb, p->why);
	} else {
		victims_text(sb, p, wide);
		if (p->pdb_violations > 0) {
			strbuf_addf(sb, tr_n(", against %lld disruption budget",
					     ", against %lld disruption budgets",
					     (unsigned long)p->pdb_violations),
				    (long long)p->pdb_violations);
		}
		if (p->why) {
			strbuf_adds(sb, _("; "));
			text_put(sb, p->why);
		}
	}
	flush_fact(to, _("preempt"), sb);
}

static void message_facts(const struct message *m, bool wide, const struct fact_sink *to,
			  struct strbuf *sb)
{
	uint32_t shown = wide || m->difference.n < DIFFERENCES_SHOWN ? m->difference.n
								     : DIFFERENCES_SHOWN;

	if (wide) {
		text_fact(to, _("predicted"), m->predicted, sb);
		text_fact(to, _("observed"), m->observed, sb);
		if (m->observed_at.set)
			time_format(m->observed_at.us, sb);
		flush_fact(to, _("at"), sb);
		if (m->observed)
			text_fact(to, _("agreement"), tr(agreement_name(m->agreement)), sb);
	}
	for (uint32_t i = 0; i < shown; i++)
		text_fact(to, _("differs"), m->difference.v[i], sb);
	if (shown < m->difference.n)
		strbuf_addf(sb, _("and in %u more"), m->difference.n - shown);
	flush_fact(to, _("differs"), sb);
}

static void subject_facts(const struct report *r, const struct fact_sink *to, struct strbuf *sb)
{
	const struct subject *s = &r->subject;

	if (s->owner_kind) {
		text_put(sb, s->owner_kind);
		strbuf_addc(sb, '/');
		text_put(sb, s->owner_name);
	}
	flush_fact(to, _("owner"), sb);
	if (s->priority.set)
		strbuf_addf(sb, "%" PRId64, s->priority.v);
	if (s->priority_class) {
		separate(sb, DOT);
		text_put(sb, s->priority_class);
	}
	if (s->preemption_policy) {
		separate(sb, DOT);
		text_put(sb, s->preemption_policy);
	}
	flush_fact(to, _("priority"), sb);
	text_put(sb, s->scheduler_name);
	if (r->source.emulated_version) {
		separate(sb, DOT);
		strbuf_adds(sb, _("replayed as "));
		text_put(sb, r->source.emulated_version);
	}
	flush_fact(to, _("scheduler"), sb);
}

void facts_put(const struct report *r, bool wide, const struct fact_sink *to)
{
	struct strbuf sb = STRBUF_INIT;

	what_if_fact(r, to, &sb);
	stage_fact(r, to, &sb);
	wants_fact(&r->subject, to, &sb);
	if (wide)
		subject_facts(r, to, &sb);
	history_fact(r, to, &sb);
	next_fact(r, to, &sb);
	if (r->replay) {
		held_by_fact(r->replay, to, &sb);
		preemption_fact(r, wide, to, &sb);
		message_facts(&r->replay->message, wide, to, &sb);
	}
	strbuf_release(&sb);
}

static void fact_on_sheet(const void *self, const char *label, const char *text)
{
	sheet_fact(self, label, text);
}

static void command_on_sheet(const void *self, const char *label, const char *text)
{
	sheet_command(self, label, text);
}

void facts_text(const struct report *r, const struct render_options *opts, const struct sheet *sh)
{
	const struct fact_sink to = { fact_on_sheet, command_on_sheet, sh };

	fputc('\n', sh->out);
	facts_put(r, opts->wide, &to);
}
