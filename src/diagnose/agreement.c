#include "diagnose/agreement.h"

#include <string.h>

#include "base/strbuf.h"
#include "diagnose/scheduler.h"
#include "diagnose/scheduler_message.h"
#include "report/strings.h"

#define EVENT_BYTES_MAX 1024 /* longer texts are cut, and end in " ..." */
#define CHANGES_SHOWN 5

struct comparison {
	struct pod_case *k;
	struct message *m;
	struct arena *arena;
	struct opt_time since; /* of the attempt that wrote the observed text */
	uint32_t changes;
};

static void say(struct comparison *c, const char *text)
{
	strings_push(&c->m->difference, text, c->arena);
}

/* What the scheduler wrote */

static struct opt_time later(struct opt_time a, struct opt_time b)
{
	return b.set && (!a.set || b.us > a.us) ? b : a;
}

static struct opt_time event_time(const struct event *e)
{
	return later(later(e->first, e->last), later(e->event_time, e->series_last));
}

static bool is_attempt_of(const struct event *e, const struct pod *p)
{
	if (!sym_is(e->reason, "FailedScheduling") || !sym_is(e->object.kind, "Pod") ||
	    !sym_eq(e->object.name, p->meta.name) ||
	    !sym_eq(e->object.namespace_, p->meta.namespace_))
		return false;
	if (!sym_empty(e->object.uid) && !sym_empty(p->meta.uid) &&
	    !sym_eq(e->object.uid, p->meta.uid))
		return false;
	return sym_empty(e->source) || sym_same(e->source, p->spec.scheduler_name);
}

static const struct event *newest_attempt(const struct pod_case *k)
{
	const struct objects *events = &k->d->cluster->objects[KIND_EVENT];
	const struct event *newest = NULL;

	for (size_t i = 0; i < events->n; i++) {
		const struct event *e = (const struct event *)(const void *)events->v[i];
		struct opt_time at = event_time(e), best;

		if (!is_attempt_of(e, k->pod))
			continue;
		best = newest ? event_time(newest) : (struct opt_time){ 0 };
		if (!newest || (at.set && (!best.set || at.us > best.us)) ||
		    (at.set == best.set && at.us == best.us && meta_compare(&e->meta, &newest->meta) > 0))
			newest = e;
	}
	return newest;
}

/*
 * The condition is the better witness: it is never cut, and an event may be one attempt old.  The
 * newest event still tells when the scheduler last tried.
 */
static bool find_observed(struct comparison *c)
{
	const struct condition *condition = failed_attempt(c->k->pod);
	const struct event *e = newest_attempt(c->k);
	sym text = condition ? condition->message : e ? e->message : (sym){ NULL };

	if (!text.s)
		return false;
	c->m->observed = arena_strdup(c->arena, text.s);
	c->m->observed_at = condition ? condition->transition : event_time(e);
	c->since = later(c->m->observed_at, e ? event_time(e) : (struct opt_time){ 0 });
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

static const struct clause *find_clause(const struct scheduler_message *m, const char *reason)
{
	for (uint32_t i = 0; i < m->n; i++)
		if (strcmp(m->clauses[i].reason, reason) == 0)
			return &m->clauses[i];
	return NULL;
}

static const char *clause_text(struct comparison *c, const struct clause *clause)
{
	if (!clause)
		return "not said";
	return clause->count < 0 ? "said" : arena_printf(c->arena, "%lld", (long long)clause->count);
}

static void compare_clause(struct comparison *c, const struct clause *then, const struct clause *now)
{
	if (then && now && then->count == now->count)
		return;
	say(c, arena_printf(c->arena, "%s: then %s, now %s", then ? then->reason : now->reason,
			    clause_text(c, then), clause_text(c, now)));
}

static void compare_clauses(struct comparison *c, const struct scheduler_message *then,
			    const struct scheduler_message *now)
{
	if (then->nodes != now->nodes)
		say(c, arena_printf(c->arena, "nodes: then %lld, now %lld", (long long)then->nodes,
				    (long long)now->nodes));
	for (uint32_t i = 0; i < then->n; i++)
		compare_clause(c, &then->clauses[i], find_clause(now, then->clauses[i].reason));
	for (uint32_t i = 0; i < now->n; i++)
		if (!find_clause(then, now->clauses[i].reason))
			compare_clause(c, NULL, &now->clauses[i]);
	if (c->m->difference.n == 0)
		say(c, strcmp(then->tail, now->tail) == 0 ?
			       "only the wording, as another release has it" :
			       arena_printf(c->arena, "preemption: then \"%s\", now \"%s\"", then->tail,
					    now->tail));
}

static bool says_something_unknown(const struct scheduler_message *m)
{
	for (uint32_t i = 0; i < m->n; i++)
		if (!reason_is_known(m->clauses[i].reason))
			return true;
	return false;
}

/* What changed in the cluster since that attempt */

static void tell_change(struct comparison *c, struct opt_time at, const char *fmt, const char *a,
			const char *b)
{
	const char *parts[] = { a, b };
	struct strbuf text = STRBUF_INIT;
	int next = 0;

	if (!at.set || !c->since.set || at.us <= c->since.us || c->changes++ >= CHANGES_SHOWN)
		return;
	strbuf_adds(&text, "since then: ");
	for (const char *p = fmt; *p; p++) { /* each '@' is the next name */
		if (*p == '@')
			strbuf_adds(&text, parts[next++]);
		else
			strbuf_addc(&text, *p);
	}
	say(c, arena_strdup(c->arena, text.buf));
	strbuf_release(&text);
}

static void tell_node_changes(struct comparison *c, const struct node *n)
{
	const char *name = sym_text(n->meta.name);

	tell_change(c, n->meta.created, "node @ was added", name, "");
	for (uint32_t i = 0; i < n->taints.n; i++)
		tell_change(c, n->taints.v[i].added, "node @ got the taint @", name,
			    sym_text(n->taints.v[i].key));
}

static void tell_pod_change(struct comparison *c, const struct pod *p)
{
	const struct condition *scheduled = conditions_get(&p->status.conditions, "PodScheduled");

	if (scheduled && sym_is(scheduled->status, "True") && !sym_empty(p->spec.node_name))
		tell_change(c, scheduled->transition, "@ went to node @",
			    arena_printf(c->arena, "%s/%s", sym_text(p->meta.namespace_),
					 sym_text(p->meta.name)),
			    sym_text(p->spec.node_name));
}

static void tell_claim_changes(struct comparison *c, const struct objects *claims)
{
	for (size_t i = 0; i < claims->n; i++)
		if (sym_eq(claims->v[i]->namespace_, c->k->pod->meta.namespace_))
			tell_change(c, claims->v[i]->created, "claim @ was created",
				    sym_text(claims->v[i]->name), "");
}

static void tell_changes(struct comparison *c)
{
	const struct view *v = c->k->d->view;
	for (uint32_t i = 0; i < view_node_count(v); i++)
		tell_node_changes(c, view_node(v, i)->node);
	for (uint32_t i = 0; i < view_pods(v)->n; i++)
		tell_pod_change(c, view_pods(v)->v[i]->pod);
	if (view_coverage(v, KIND_PVC) != COVER_ABSENT)
		tell_claim_changes(c, view_objects(v, KIND_PVC));
	if (c->changes > CHANGES_SHOWN)
		say(c, arena_printf(c->arena, "since then: and %u more changes",
				    c->changes - CHANGES_SHOWN));
}

static void compare(struct comparison *c)
{
	struct scheduler_message then = message_parse(c->m->observed, c->arena);
	struct scheduler_message now = message_parse(c->m->predicted, c->arena);

	c->m->agreement = AGREE_DRIFT;
	if (!then.framed || says_something_unknown(&then)) {
		c->m->agreement = AGREE_UNEXPLAINED;
		say(c, "the scheduler wrote something that no in-tree filter says");
	} else if (!*c->m->predicted) {
		say(c, "then no node fitted, now one does");
	} else if (!now.framed) {
		say(c, arena_printf(c->arena, "now: %s", c->m->predicted));
	} else {
		compare_clauses(c, &then, &now);
	}
	tell_changes(c);
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
