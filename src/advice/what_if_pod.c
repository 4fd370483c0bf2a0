/* The expressions of --what-if that are about the pod itself, but its affinity and its claims. */
#include "advice/change_request.h"
#include "advice/what_if_make.h"
#include "base/i18n.h"
#include "replay/requests.h"
#include "report/amount.h"

bool what_if_gates(const struct what_if *w, struct trial *t)
{
	struct change *c = what_if_change(t, CHANGE_GATES);
	struct strbuf names = STRBUF_INIT;

	(void)w;
	for (uint32_t i = 0; i < t->subject->spec.gates.n; i++)
		strbuf_addf(&names, "%s%s", i ? _(", ") : "", sym_text(t->subject->spec.gates.v[i].name));
	c->text = arena_strdup(t->arena, names.buf);
	c->flag = t->subject->spec.gates.n > 1;
	strbuf_release(&names);
	return trial_make(t, c);
}

bool what_if_toleration(const struct what_if *w, struct trial *t)
{
	struct change *c = what_if_change(t, CHANGE_TOLERATION);

	c->key = what_if_sym(t, w->key);
	c->value = what_if_sym(t, w->value);
	c->effect = what_if_sym(t, w->effect);
	return trial_make(t, c);
}

bool what_if_selector(const struct what_if *w, struct trial *t)
{
	struct change *c = what_if_change(t, CHANGE_SELECTOR_VALUE);
	const struct label *now;

	c->key = what_if_sym(t, w->name);
	c->value = what_if_sym(t, w->value);
	now = labels_find(&t->pod->spec.node_selector, c->key);
	return now && !sym_eq(now->value, c->value) && trial_make(t, c);
}

bool what_if_node_selector_drop(const struct what_if *w, struct trial *t)
{
	struct change *c = what_if_change(t, CHANGE_SELECTOR_DROP);

	c->key = what_if_sym(t, w->name);
	c->value = labels_get(&t->pod->spec.node_selector, c->key);
	return trial_make(t, c);
}

/* Wherever the pod asks for the label. */
bool what_if_selector_drop(const struct what_if *w, struct trial *t)
{
	bool dropped = what_if_node_selector_drop(w, t);

	return what_if_drop_expressions(t, w->name, 0) || dropped;
}

bool what_if_label_drop(const struct what_if *w, struct trial *t)
{
	struct change *c = what_if_change(t, CHANGE_LABEL_DROP);

	c->key = what_if_sym(t, w->name);
	c->value = labels_get(&t->pod->meta.labels, c->key);
	return trial_make(t, c);
}

bool what_if_host_port(const struct what_if *w, struct trial *t)
{
	struct change *c = what_if_change(t, CHANGE_HOST_PORT_DROP);

	c->amount = w->number;
	return trial_make(t, c);
}

bool what_if_priority(const struct what_if *w, struct trial *t)
{
	struct change *c = what_if_change(t, CHANGE_PRIORITY);

	c->amount = w->number;
	return trial_make(t, c);
}

/* Spread constraints */

/* The same constraint in the pod as it would be: its skew may have been raised already. */
static const struct spread_constraint *constraint_now(const struct trial *t,
						      const struct spread_constraint *s)
{
	const struct pod_spec *now = &t->pod->spec;
	size_t at = (size_t)(s - t->subject->spec.spread.v);

	return at < now->spread.n ? &now->spread.v[at] : NULL;
}

static bool change_constraint(struct trial *t, enum change_id id, const struct spread_constraint *s,
			      int64_t amount)
{
	const struct spread_constraint *now = constraint_now(t, s);
	struct spread_constraint *copy;
	struct change *c;

	if (!now || !sym_is(now->when_unsatisfiable, "DoNotSchedule") ||
	    (id == CHANGE_SPREAD_SKEW && now->max_skew.v == amount))
		return false;
	copy = ARENA_NEW(t->arena, struct spread_constraint);
	*copy = *now;
	c = what_if_change(t, id);
	c->item = copy;
	c->amount = amount;
	return trial_make(t, c);
}

static bool change_constraints(const struct what_if *w, struct trial *t, enum change_id id)
{
	uint32_t n = 0;
	bool any = false;

	for (uint32_t i = 0; i < t->subject->spec.spread.n; i++) {
		const struct spread_constraint *s = &t->subject->spec.spread.v[i];

		if (w->name && !sym_is(s->topology_key, w->name))
			continue;
		n++;
		if (!w->turn || w->turn == n)
			any |= change_constraint(t, id, s, w->number);
	}
	return any;
}

/* Only as a wish: without any constraint the scheduler's defaults would come into force. */
bool what_if_spread(const struct what_if *w, struct trial *t)
{
	return change_constraints(w, t, CHANGE_SPREAD_ANYWAY);
}

bool what_if_skew(const struct what_if *w, struct trial *t)
{
	return change_constraints(w, t, CHANGE_SPREAD_SKEW);
}

/* Requests */

static int64_t asked_for(struct trial *t, sym name)
{
	struct amounts now;

	pod_requests(t->pod, view_release(t->view), false, t->arena, &now);
	return amounts_get(&now, name);
}

static struct change *request_change(struct trial *t, const struct what_if *w, int64_t was)
{
	struct change *c = what_if_change(t, CHANGE_REQUEST);
	struct strbuf text = STRBUF_INIT;

	c->key = what_if_sym(t, w->name);
	c->amount = amount_value(w->name, &w->amount);
	amount_phrase_exact(&text, w->name, was);
	c->text = arena_strdup(t->arena, text.buf);
	strbuf_release(&text);
	return c;
}

/* More: the first container asks for it, or the pod as a whole where that is how it asks. */
static bool raise(const struct what_if *w, struct trial *t, int64_t was)
{
	struct change *c = request_change(t, w, was);
	const struct pod_spec *s = &t->pod->spec;
	const struct quantity *now = resources_get(&s->requests, w->name);
	struct container_amount *a;

	if (!now && !s->containers.n)
		return false;
	a = ARENA_NEW(t->arena, struct container_amount);
	if (!now) {
		a->container = s->containers.v[0].name;
		now = resources_get(&s->containers.v[0].requests, w->name);
	}
	if (__builtin_add_overflow(amount_value(w->name, now), c->amount - was, &a->v))
		return false;
	c->amounts.v = a;
	c->amounts.n = 1;
	c->flag = true;
	return trial_make(t, c);
}

bool what_if_amount(const struct what_if *w, struct trial *t)
{
	sym name = what_if_sym(t, w->name);
	int64_t wanted = amount_value(w->name, &w->amount), was = asked_for(t, name), now;
	struct change *c = request_change(t, w, was);

	if (wanted < was && request_shrink(c, t->pod, wanted, t->arena))
		trial_make(t, c);
	now = asked_for(t, name);
	if (now < wanted)
		raise(w, t, now);
	return asked_for(t, name) != was;
}
