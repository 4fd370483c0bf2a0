#include "diagnose/signals.h"

#include <string.h>

#include "base/i18n.h"
#include "diagnose/fill.h"
#include "diagnose/owners.h"
#include "diagnose/subject.h"
#include "model/quantity.h"

void signals_init(struct signals *s, const struct diagnosis *d, struct arena *arena)
{
	memset(s, 0, sizeof(*s));
	s->d = d;
	s->arena = arena;
}

void signals_know(struct signals *s, const char *name, const char *value)
{
	if (value && *value && s->n_values < sizeof(s->values) / sizeof(*s->values))
		s->values[s->n_values++] = (struct rule_value){ name, value };
}

struct signals *signals_of_pod(const struct pod_case *k)
{
	struct signals *s = ARENA_NEW(k->r->arena, struct signals);

	signals_init(s, k->d, k->r->arena);
	s->pod = k->pod;
	signals_know(s, "pod", sym_text(k->pod->meta.name));
	signals_know(s, "namespace", sym_text(k->pod->meta.namespace_));
	signals_know(s, "node", sym_text(k->pod->spec.node_name));
	signals_know(s, "object", owner_as_argument(k->d, &k->pod->meta, s->arena));
	return s;
}

static struct signal *add(struct signals *s, enum rule_source source, struct object_ref about,
			  const char *pointer)
{
	struct signal *g;

	if (s->n == SIGNALS_MAX)
		return NULL;
	g = &s->v[s->n++];
	*g = (struct signal){ .in = { .source = source, .kind = about.kind },
			      .count = 1, .about = about, .pointer = pointer };
	g->in.values = s->values;
	g->in.n_values = s->n_values;
	return g;
}

void signal_know(struct signals *s, struct signal *g, const char *name, const char *value)
{
	struct rule_value *v;

	if (!g || !value || !*value)
		return;
	v = ARENA_ARRAY(s->arena, g->in.n_values + 1, struct rule_value);
	if (g->in.n_values)
		memcpy(v, g->in.values, g->in.n_values * sizeof(*v));
	v[g->in.n_values] = (struct rule_value){ name, value };
	g->in.values = v;
	g->in.n_values++;
}

void signal_know_seconds(struct signals *s, struct signal *g, struct opt_time since)
{
	struct opt_i64 age = age_of(s->d, since);

	if (age.set)
		signal_know(s, g, "seconds", arena_printf(s->arena, "%lld", (long long)age.v));
}

/* Between the braces of "spec.containers{main}". */
static const char *container_of(struct signals *s, const struct event *e)
{
	const char *open = strchr(sym_text(e->object.field_path), '{');
	size_t n = open ? strcspn(open + 1, "}") : 0;

	return n ? arena_strndup(s->arena, open + 1, n) : NULL;
}

struct signal *add_event_signal(struct signals *s, enum kind kind, const struct event_entry *e)
{
	const struct event *event = e->event;
	struct signal *g = add(s, RULE_EVENT,
			       fill_ref(kind, event->object.namespace_, event->object.name), NULL);
	const char *container = container_of(s, event);

	if (!g)
		return NULL;
	g->in.name = sym_text(event->reason);
	g->in.component = event->source.s;
	g->in.message = event_text(event);
	g->in.init = strncmp(sym_text(event->object.field_path), "spec.initContainers", 19) == 0;
	g->at = e->at;
	g->count = event_count(event);
	g->container.s = container;
	g->normal = sym_is(event->type, "Normal");
	signal_know(s, g, "container", container);
	return g;
}

struct signal *add_condition_signal(struct signals *s, struct object_ref about,
				    const struct condition *c)
{
	struct signal *g = add(s, RULE_CONDITION, about, "/status/conditions");

	if (!g)
		return NULL;
	g->in.name = sym_text(c->type);
	g->in.status = c->status.s;
	g->in.reason = c->reason.s;
	g->in.message = c->message.s;
	g->at = c->transition;
	return g;
}

static struct signal *add_container(struct signals *s, enum rule_source source, const struct pod *p,
				    const struct container_status *c, bool init)
{
	struct signal *g = add(s, source, fill_ref(KIND_POD, p->meta.namespace_, p->meta.name),
			       init ? "/status/initContainerStatuses" : "/status/containerStatuses");

	if (!g)
		return NULL;
	g->in.init = init;
	g->container = c->name;
	signal_know(s, g, "container", c->name.s);
	return g;
}

struct signal *add_waiting_signal(struct signals *s, const struct pod *p,
				  const struct container_status *c, bool init)
{
	struct signal *g = add_container(s, RULE_WAITING, p, c, init);

	if (!g)
		return NULL;
	g->in.name = sym_text(c->state.reason);
	g->in.message = c->state.message.s;
	g->at = s->d->now; /* it is so now: an event can only repeat it */
	return g;
}

static void know_memory_limit(struct signals *s, struct signal *g, const struct container *c)
{
	const struct quantity *limit = c ? resources_get(&c->limits, "memory") : NULL;

	if (limit)
		signal_know(s, g, "memory_limit", quantity_text(s->arena, limit));
}

struct signal *add_ended_signal(struct signals *s, const struct pod *p,
				const struct container_status *c,
				const struct container_state *state, bool init)
{
	struct signal *g = add_container(s, RULE_TERMINATED, p, c, init);

	if (!g)
		return NULL;
	g->in.name = sym_text(state->reason);
	g->in.message = state->message.s;
	g->in.exit_code = state->exit_code;
	g->at = state->finished;
	if (c->restart_count.set && c->restart_count.v > 0)
		g->count = c->restart_count.v;
	know_memory_limit(s, g, container_named(p, c->name, init));
	return g;
}

struct signal *add_pod_status_signal(struct signals *s, const struct pod *p)
{
	struct signal *g = add(s, RULE_POD_STATUS,
			       fill_ref(KIND_POD, p->meta.namespace_, p->meta.name),
			       "/status/message");

	if (!g)
		return NULL;
	g->in.name = sym_text(p->status.reason);
	g->in.message = p->status.message.s;
	return g;
}

struct signal *add_state_signal(struct signals *s, struct object_ref about, const char *pointer,
				const char *state)
{
	struct signal *g = add(s, RULE_STATE, about, pointer);

	if (g)
		g->in.name = state;
	return g;
}

static void add_text(struct strbuf *out, const char *text)
{
	if (!text || !*text)
		return;
	strbuf_adds(out, _(": "));
	add_quote(out, text);
}

static void add_times(const struct signals *s, const struct signal *g, struct strbuf *out)
{
	struct opt_i64 age = age_of(s->d, g->at);
	struct strbuf time = STRBUF_INIT;

	if (g->count < 2 && !age.set)
		return;
	if (age.set)
		add_duration(&time, age.v);
	if (g->count < 2)
		strbuf_addf(out, _(" (%s ago)"), time.buf);
	else if (age.set)
		strbuf_addf(out, _(" (%lld times, last %s ago)"), (long long)g->count, time.buf);
	else
		strbuf_addf(out, _(" (%lld times)"), (long long)g->count);
	strbuf_release(&time);
}

static void add_end(const struct signal *g, struct strbuf *out)
{
	strbuf_adds(out, _("it ended"));
	if (g->in.exit_code.set)
		strbuf_addf(out, _(" with exit code %lld"), (long long)g->in.exit_code.v);
	if (*g->in.name && strcmp(g->in.name, "Error") != 0)
		strbuf_addf(out, " (%s)", g->in.name);
	if (g->count > 1)
		strbuf_addf(out, tr_n(", %lld restart", ", %lld restarts", (unsigned long)g->count),
			    (long long)g->count);
}

void signal_observed(const struct signals *s, const struct signal *g, struct strbuf *out)
{
	switch (g->in.source) {
	case RULE_EVENT:
		strbuf_adds(out, g->in.name);
		add_times(s, g, out);
		break;
	case RULE_CONDITION:
		strbuf_addf(out, _("%s is %s"), g->in.name, g->in.status ? g->in.status : _("unset"));
		if (g->in.reason)
			strbuf_addf(out, " (%s)", g->in.reason);
		break;
	case RULE_WAITING:
		strbuf_addf(out, _("it waits: %s"), g->in.name);
		break;
	case RULE_TERMINATED:
		add_end(g, out);
		break;
	case RULE_POD_STATUS:
		strbuf_addf(out, _("phase Failed%s%s"), *g->in.name ? _(", reason ") : "", g->in.name);
		break;
	case RULE_ATTACH_ERROR:
		strbuf_adds(out, _("it cannot be attached"));
		break;
	case RULE_STATE:
	case RULE_API_ERROR:
	case RULE_SOURCES:
		return;
	}
	add_text(out, g->in.message);
}

bool signal_is_of_sidecar(const struct signals *s, const struct signal *signal)
{
	const struct container *c = s->pod && signal->in.init ?
					    container_named(s->pod, signal->container, true) : NULL;

	return c && sym_is(c->restart_policy, "Always");
}
