#include "explore/session.h"

#include <string.h>

#include "advice/fix.h"
#include "base/die.h"
#include "base/i18n.h"
#include "base/text.h"
#include "explore/offer.h"
#include "replay/requests.h"
#include "report/amount.h"
#include "report/strings.h"

#define FLAG_BYTES_MAX 1024 /* of an expression that is typed */

/* Life */

static void push_state(struct session *s, struct strings flags)
{
	uint32_t n = s->history.n ? s->history.at + 1 : 0; /* what was undone is gone */

	s->history.v = xrealloc(s->history.v, (n + 1) * sizeof(*s->history.v));
	s->history.v[n] = flags;
	s->history.at = n;
	s->history.n = n + 1;
}

static const struct pod *supposable(const struct diagnosis *d, const struct report *r)
{
	bool as_it_is = r->replay && !r->what_if.set && !r->manifest.set;
	const struct pod *p = as_it_is ? subject_pod(d, r) : NULL;

	return p && sym_empty(p->spec.node_name) ? p : NULL;
}

struct session *session_new(struct diagnosis *d, const struct report *r)
{
	struct session *s = xcalloc(1, sizeof(*s));

	s->d = d;
	s->base = r;
	s->pod = supposable(d, r);
	s->arena = arena_new();
	s->offer_arena = arena_new();
	push_state(s, (struct strings){ 0 });
	return s;
}

/* What was worked out for the last list of expressions. */
static void forget(struct session *s)
{
	report_free(s->supposed);
	arena_free(s->consequence_arena);
	s->supposed = NULL;
	s->consequence_arena = NULL;
	s->offered = s->marked = false;
}

void session_free(struct session *s)
{
	if (!s)
		return;
	forget(s);
	arena_free(s->arena);
	arena_free(s->offer_arena);
	xfree(s->history.v);
	xfree(s);
}

struct session *session_renew(const struct session *old, struct diagnosis *d, const struct report *r)
{
	struct session *s = session_new(d, r);

	if (!old)
		return s;
	s->typed = strings_copy(&old->typed, s->arena);
	if (old->node)
		s->node = arena_strdup(s->arena, old->node);
	for (uint32_t i = 1; i < old->history.n; i++)
		push_state(s, strings_copy(&old->history.v[i], s->arena));
	s->history.at = old->history.at;
	return s;
}

bool session_can(const struct session *s)
{
	return s->pod != NULL;
}

/* Toggles */

const char *toggle_group_title(enum toggle_group g)
{
	static const char *const titles[] = {
		[TOGGLE_FIX] = N_("Fixes that were found"),
		[TOGGLE_POD] = N_("What the pod asks for"),
		[TOGGLE_REQUEST] = N_("Its requests"),
		[TOGGLE_NODES] = N_("The nearest nodes"),
		[TOGGLE_NODE] = N_("This node"),
		[TOGGLE_TYPED] = N_("Typed"),
	};

	return g < TOGGLE_GROUP_COUNT ? _(titles[g]) : "";
}

const char *toggle_key(const struct toggle *t, struct arena *arena)
{
	return arena_printf(arena, "%d %s", (int)t->group,
			    t->resource ? t->resource : strings_join(&t->flags, " ", arena));
}

static void mark_ticks(struct session *s)
{
	const struct strings *now = flags_now(s);
	const struct report *r = session_report(s);

	for (uint32_t i = 0; i < s->toggles.n; i++) {
		struct toggle *t = &s->toggles.v[i];

		t->ticked = flags_have_all(now, &t->flags);
		t->idle = t->ticked && flags_have_all(&r->what_if.idle, &t->flags);
	}
}

const struct toggles *session_toggles(struct session *s)
{
	if (!s->offered)
		offer_all(s);
	s->offered = true;
	if (!s->marked)
		mark_ticks(s);
	s->marked = true;
	return &s->toggles;
}

void session_look_at(struct session *s, const char *node)
{
	if (!strcmp(node ? node : "", s->node ? s->node : ""))
		return;
	s->node = node ? arena_strdup(s->arena, node) : NULL;
	s->offered = s->marked = false;
}

uint32_t session_search(struct session *s)
{
	const struct report *r = session_report(s);
	struct arena *scratch = arena_new();
	struct trial t;

	if (s->pod && r->replay) {
		suppose(&t, s->d, s->pod, flags_now(s), scratch, NULL, NULL);
		s->found.fixes.n = 0;
		fixes_find(&(struct fix_request){ .view = s->d->view,
						  .pod = t.pod,
						  .subject = s->pod,
						  .profile = subject_profile(s->d, s->pod),
						  .replay = r->replay,
						  .arena = s->arena },
			   &s->found);
		trial_end(&t);
		s->offered = s->marked = false;
	}
	arena_free(scratch);
	return s->found.fixes.n;
}

/* Ticking */

static bool same_flags(const struct strings *a, const struct strings *b)
{
	return a->n == b->n && flags_have_all(a, b);
}

static bool change_to(struct session *s, struct strings flags)
{
	if (same_flags(&flags, flags_now(s)))
		return false;
	push_state(s, flags);
	forget(s);
	return true;
}

static const struct toggle *toggle_at(struct session *s, uint32_t i)
{
	const struct toggles *l = session_toggles(s);

	return i < l->n ? &l->v[i] : NULL;
}

bool session_tick(struct session *s, uint32_t toggle)
{
	const struct toggle *t = toggle_at(s, toggle);

	if (!t)
		return false;
	if (t->ticked)
		return change_to(s, flags_without(flags_now(s), &t->flags, s->arena));
	return change_to(s, flags_with(flags_now(s), &t->flags, s->arena));
}

static int64_t asked_for(const struct session *s, const char *resource)
{
	struct arena *scratch = arena_new();
	struct amounts a;
	int64_t v;

	pod_requests(s->pod, view_release(s->d->view), false, scratch, &a);
	v = amounts_get(&a, view_sym(s->d->view, resource));
	arena_free(scratch);
	return v;
}

/* Bytes in whole Mi, where there are that many. */
static int64_t rounded(const char *resource, int64_t v)
{
	int64_t mi = (int64_t)1 << 20;

	if (amount_to_quantity(resource, false, 0).format == QUANTITY_BINARY_SI && v > mi)
		return v - v % mi;
	return v;
}

static int64_t stepped(const struct session *s, const char *resource, int steps)
{
	int64_t was = asked_for(s, resource), now = was, by = was > 8 ? was / 8 : 1, v;

	if (!flags_amount(flags_now(s), resource, &now) && steps < 0)
		return rounded(resource, request_first_step(s, resource, was));
	if (__builtin_mul_overflow(by, (int64_t)steps, &v) || __builtin_add_overflow(now, v, &v))
		return now;
	v = v < 0 ? 0 : rounded(resource, v);
	return (now < was && v > was) || (now > was && v < was) ? was : v;
}

static struct strings request_flag(const struct session *s, const char *resource, int64_t v)
{
	struct strbuf text = STRBUF_INIT;
	struct strings one = { 0 };

	strbuf_addf(&text, "%s=", resource);
	amount_exact(&text, resource, !strcmp(resource, "cpu"), v);
	strings_push(&one, arena_strdup(s->arena, text.buf), s->arena);
	strbuf_release(&text);
	return one;
}

bool session_adjust(struct session *s, uint32_t toggle, int steps)
{
	const struct toggle *t = toggle_at(s, toggle);
	struct strings one;
	int64_t v;

	if (!t || !t->resource || !steps)
		return false;
	v = stepped(s, t->resource, steps);
	one = request_flag(s, t->resource, v);
	if (v != asked_for(s, t->resource))
		return change_to(s, flags_with(flags_now(s), &one, s->arena));
	one.v[0] = flags_rival(flags_now(s), one.v[0]); /* as it is: nothing to suppose */
	return one.v[0] && change_to(s, flags_without(flags_now(s), &one, s->arena));
}

/* What is shown and printed later is what was typed: nothing invisible. */
static bool is_plain(const char *text)
{
	struct strbuf escaped = STRBUF_INIT;
	bool plain;

	text_put(&escaped, text);
	plain = !strcmp(escaped.buf, text);
	strbuf_release(&escaped);
	return plain;
}

static struct what_if *parse_all(const struct strings *l, struct arena *arena, uint32_t *ret_n)
{
	struct what_if *v = ARENA_ARRAY(arena, l->n, struct what_if);
	struct error err = ERROR_INIT;

	*ret_n = 0;
	for (uint32_t i = 0; i < l->n; i++)
		if (what_if_parse(l->v[i], arena, &v[*ret_n], &err) == 0)
			++*ret_n;
	return v;
}

/* With what is supposed already. */
static bool is_too_much(const struct strings *flags, struct error *err)
{
	struct arena *scratch = arena_new();
	uint32_t n;
	const struct what_if *v = parse_all(flags, scratch, &n);
	bool much = what_if_limit(v, n, err) < 0;

	arena_free(scratch);
	return much;
}

int session_type(struct session *s, const char *text, struct error *err)
{
	struct strings one = { 0 }, flags;
	struct what_if w;

	if (!s->pod)
		return error_set(err, ERR_USAGE, "%s", _("nothing can be supposed of this"));
	if (strlen(text) > FLAG_BYTES_MAX || !is_plain(text))
		return error_set(err, ERR_USAGE, "%s", _("this is no expression"));
	if (what_if_parse(text, s->arena, &w, err) < 0)
		return -1;
	strings_push(&one, arena_strdup(s->arena, text), s->arena);
	flags = flags_with(flags_now(s), &one, s->arena);
	if (is_too_much(&flags, err))
		return -1;
	if (!flags_have(&s->typed, text))
		strings_push(&s->typed, one.v[0], s->arena);
	change_to(s, flags);
	return 0;
}

bool session_clear(struct session *s)
{
	return change_to(s, (struct strings){ 0 });
}

bool session_undo(struct session *s)
{
	if (!s->history.at)
		return false;
	s->history.at--;
	forget(s);
	return true;
}

bool session_redo(struct session *s)
{
	if (s->history.at + 1 >= s->history.n)
		return false;
	s->history.at++;
	forget(s);
	return true;
}

const struct strings *session_flags(const struct session *s)
{
	return flags_now(s);
}

/* The report */

const struct report *session_report(struct session *s)
{
	struct arena *scratch;
	struct what_if *v;
	uint32_t n;

	if (!s->pod || !flags_now(s)->n)
		return s->base;
	if (s->supposed)
		return s->supposed;
	scratch = arena_new();
	v = parse_all(flags_now(s), scratch, &n);
	s->supposed = diagnose_supposed(s->d, s->pod, v, n, s->base->replay);
	arena_free(scratch);
	return s->supposed;
}
