#include "diagnose/agreement.h"

#include <string.h>

#include "base/i18n.h"
#include "base/strbuf.h"
#include "diagnose/absent.h"
#include "diagnose/changes.h"
#include "diagnose/event_index.h"
#include "diagnose/scheduler.h"
#include "diagnose/scheduler_message.h"
#include "diagnose/shortfall.h"
#include "model/time.h"
#include "report/strings.h"

#define EVENT_BYTES_MAX 1024 /* longer texts are cut, and end in " ..." */
#define CHANGES_SHOWN 5

struct comparison {
	struct pod_case *k;
	struct message *m;
	struct arena *arena;
	struct opt_time since; /* of the attempt that wrote the observed text */
};

static void say(struct comparison *c, const char *text)
{
	strings_push(&c->m->difference, text, c->arena);
}

/* What the scheduler wrote */

static bool is_by_its_scheduler(const struct event *e, const struct pod *p)
{
	return sym_empty(e->source) || sym_same(e->source, p->spec.scheduler_name);
}

static const struct event_entry *newest_attempt(const struct pod_case *k)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;

	while ((e = next_event(&w)))
		if (sym_is(e->event->reason, "FailedScheduling") &&
		    is_by_its_scheduler(e->event, k->pod))
			return e;
	return NULL;
}

/*
 * The condition is the better witness: it is never cut, and an event may be one attempt old.  The
 * newest event still tells when the scheduler last tried.
 */
static bool find_observed(struct comparison *c)
{
	const struct condition *condition = failed_attempt(c->k->pod);
	const struct event_entry *e = newest_attempt(c->k);
	sym text = condition ? condition->message : e ? e->event->message : (sym){ NULL };

	if (!text.s)
		return false;
	c->m->observed = arena_strdup(c->arena, text.s);
	c->m->observed_at = condition ? condition->transition : e->at;
	c->since = time_later(c->m->observed_at, e ? e->at : (struct opt_time){ 0 });
	return true;
}

static bool is_equal(const char *predicted, const char *observed, bool from_event)
{
	size_t len = strlen(observed);

	if (strcmp(predicted, observed) == 0)
		return true;
	return from_event && len == EVENT_BYTES_MAX && strlen(predicted) > len &&
	       strcmp(observed + len - 4, " ...") == 0 && strncmp(predicted, observed, len - 4) == 0;
}

/* What differs */

static const struct message_clause *find_clause(const struct scheduler_message *m, const char *reason)
{
	for (uint32_t i = 0; i < m->n; i++)
		if (strcmp(m->clauses[i].reason, reason) == 0)
			return &m->clauses[i];
	return NULL;
}

static const char *clause_text(struct comparison *c, const struct message_clause *clause)
{
	if (!clause)
		return _("not said");
	return clause->count < 0 ? "said" : arena_printf(c->arena, "%lld", (long long)clause->count);
}

static void compare_clause(struct comparison *c, const char *reason,
			   const struct message_clause *then, const struct message_clause *now)
{
	if (then && now && (then->count == now->count || then->count < 0 || now->count < 0))
		return; /* older releases count nodes where newer ones reject the pod as a whole */
	say(c, arena_printf(c->arena, _("%s: then %s, now %s"), reason, clause_text(c, then),
			    clause_text(c, now)));
}

/* Old releases say nothing about preemption, some end with two dots. */
static bool same_tail(const char *then, const char *now)
{
	size_t n = strlen(then), m = strlen(now);

	while (n && then[n - 1] == '.')
		n--;
	while (m && now[m - 1] == '.')
		m--;
	return !n || (n == m && strncmp(then, now, n) == 0);
}

static void compare_clauses(struct comparison *c, const struct scheduler_message *then,
			    const struct scheduler_message *now)
{
	if (then->nodes != now->nodes)
		say(c, arena_printf(c->arena, _("nodes: then %lld, now %lld"), (long long)then->nodes,
				    (long long)now->nodes));
	for (uint32_t i = 0; i < then->n; i++)
		compare_clause(c, then->clauses[i].reason, &then->clauses[i],
			       find_clause(now, then->clauses[i].reason));
	for (uint32_t i = 0; i < now->n; i++)
		if (!find_clause(then, now->clauses[i].reason))
			compare_clause(c, now->clauses[i].reason, NULL, &now->clauses[i]);
	if (c->m->difference.n)
		return;
	c->m->only_wording = same_tail(then->tail, now->tail);
	say(c, c->m->only_wording ?
		       _("only the wording, as another release has it") :
		       arena_printf(c->arena, _("preemption: then \"%s\", now \"%s\""), then->tail,
				    now->tail));
}

static bool says_something_unknown(const struct scheduler_message *m)
{
	for (uint32_t i = 0; i < m->n; i++)
		if (!reason_is_known(m->clauses[i].reason))
			return true;
	return false;
}

/* What changed in the cluster since that attempt; claims of other namespaces are no reason. */
static void tell_changes(struct comparison *c)
{
	struct strbuf text = STRBUF_INIT;
	size_t n = 0, told = 0;
	const struct change *changes = NULL;

	if (c->since.set)
		changes = changes_since(c->k->d, c->since.us, &n);
	for (size_t i = 0; i < n; i++) {
		if (changes[i].kind == CHANGE_CLAIM_CREATED &&
		    !sym_eq(changes[i].object->namespace_, c->k->pod->meta.namespace_))
			continue;
		if (told++ >= CHANGES_SHOWN)
			continue;
		strbuf_reset(&text);
		strbuf_adds(&text, _("since then: "));
		change_text(&changes[i], &text);
		say(c, arena_strdup(c->arena, text.buf));
	}
	if (told > CHANGES_SHOWN)
		say(c, arena_printf(c->arena, tr_n("since then: and %zu more change",
						 "since then: and %zu more changes",
						 told - CHANGES_SHOWN), told - CHANGES_SHOWN));
	strbuf_release(&text);
}

static void say_incomplete(struct comparison *c, enum kind absent)
{
	struct strbuf text = STRBUF_INIT;

	add_kind_plural(&text, absent);
	say(c, arena_printf(c->arena, _("the snapshot is incomplete: it has no %s"), text.buf));
	strbuf_release(&text);
}

/* Differences are no wonder where --kubernetes-version names another release than the cluster's. */
static bool say_other_release(struct comparison *c)
{
	const char *version = snapshot_version(c->k->d->cluster);
	const struct release *asked = c->k->d->opts.release, *own;
	struct error err;
	bool exact;

	if (!version || release_find(version, &own, &exact, &err) || own == asked)
		return false;
	say(c, arena_printf(c->arena, _("another release was asked for: %s, the cluster runs %s"),
			    release_name(asked), version));
	return true;
}

/* Nothing visible has changed, and yet a node fits. */
static void look_for_shortfall(struct comparison *c, const struct scheduler_message *then)
{
	c->m->shortfall = snapshot_shortfall(c->k, then);
	if (!c->m->shortfall)
		return;
	c->m->agreement = AGREE_UNEXPLAINED;
	say(c, c->m->shortfall);
}

static void compare(struct comparison *c)
{
	struct scheduler_message then = message_parse(c->m->observed, c->arena);
	struct scheduler_message now = message_parse(c->m->predicted, c->arena);

	enum kind absent = absent_in_text(c->k->d, c->m->predicted);

	if (absent != KIND_COUNT) {
		c->m->agreement = AGREE_UNEXPLAINED;
		say_incomplete(c, absent);
		return;
	}
	c->m->agreement = say_other_release(c) ? AGREE_NONE : AGREE_DRIFT;
	if (!then.framed || says_something_unknown(&then)) {
		c->m->agreement = AGREE_UNEXPLAINED;
		say(c, _("the scheduler wrote something that no in-tree filter says"));
	} else if (!*c->m->predicted) {
		say(c, _("then no node fitted, now one does"));
	} else if (!now.framed) {
		say(c, arena_printf(c->arena, _("now: %s"), c->m->predicted));
	} else {
		compare_clauses(c, &then, &now);
	}
	if (c->m->agreement == AGREE_NONE)
		return;
	tell_changes(c);
	if (!*c->m->predicted && c->m->difference.n == 1)
		look_for_shortfall(c, &then);
}

void fill_agreement(struct pod_case *k, struct message *m)
{
	struct comparison c = { .k = k, .m = m, .arena = k->r->arena };

	m->agreement = AGREE_NONE;
	if (!find_observed(&c) || !m->predicted || k->pod->spec.gates.n)
		return;
	if (is_equal(m->predicted, m->observed, !failed_attempt(k->pod)))
		m->agreement = AGREE_EXACT;
	else
		compare(&c);
}
