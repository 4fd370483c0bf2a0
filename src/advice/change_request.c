/* Smaller requests. */
#include <string.h>

#include "advice/change_functions.h"
#include "advice/change_json.h"
#include "advice/change_request.h"
#include "base/i18n.h"
#include "replay/requests.h"
#include "report/amount.h"

static struct quantity *amount_quantity(struct arena *a, const char *name, int64_t v)
{
	struct quantity *q = ARENA_NEW(a, struct quantity);

	*q = amount_to_quantity(name, strcmp(name, "cpu") == 0, v);
	return q;
}

int64_t amount_value(const char *name, const struct quantity *q)
{
	if (!q)
		return 0;
	return strcmp(name, "cpu") == 0 ? quantity_milli(q) : quantity_value(q);
}

/* The list with another amount of one resource; false: it is not there. */
static bool set_amount(struct edit *e, struct resources *l, sym name, int64_t v)
{
	struct resource *copy;

	for (uint32_t i = 0; i < l->n; i++) {
		if (!sym_eq(l->v[i].name, name))
			continue;
		copy = ARENA_ARRAY(e->arena, l->n, struct resource);
		memcpy(copy, l->v, l->n * sizeof(*copy));
		copy[i].quantity = amount_quantity(e->arena, name.s, v);
		l->v = copy;
		return true;
	}
	return false;
}

/* The list with one resource more; lists are sorted by name. */
static void add_amount_of(struct edit *e, struct resources *l, sym name, int64_t v)
{
	struct resource *list = ARENA_ARRAY(e->arena, (size_t)l->n + 1, struct resource);
	uint32_t at = 0;

	while (at < l->n && strcmp(l->v[at].name.s, name.s) < 0)
		at++;
	if (l->n) {
		memcpy(list, l->v, at * sizeof(*list));
		memcpy(list + at + 1, l->v + at, (l->n - at) * sizeof(*list));
	}
	list[at] = (struct resource){ name, amount_quantity(e->arena, name.s, v) };
	l->v = list;
	l->n++;
}

/* The whole map, since the object may have had only limits, of which requests are made. */
static void write_list(struct edit *e, const char *path, const char *which, const struct resources *l)
{
	struct strbuf json = STRBUF_INIT;

	strbuf_addc(&json, '{');
	for (uint32_t i = 0; i < l->n; i++) {
		struct strbuf text = STRBUF_INIT;

		quantity_format(l->v[i].quantity, &text);
		json_put_member(&json, l->v[i].name.s, text.buf);
		strbuf_release(&text);
	}
	strbuf_addc(&json, '}');
	edit_op(e, "add", arena_printf(e->arena, "%s/resources/%s", path, which), json.buf);
	strbuf_release(&json);
}

/* Of extended resources and huge pages the limit has to be the request. */
static bool set_both(struct edit *e, const char *path, struct resources *requests,
		     struct resources *limits, const struct change *c, int64_t v)
{
	if (!set_amount(e, requests, c->key, v)) {
		if (!c->flag)
			return false;
		if (!requests->n && !limits->n && !e->spec->resource_claims.n)
			edit_op(e, "add", arena_printf(e->arena, "%s/resources", path), "{}");
		add_amount_of(e, requests, c->key, v);
	}
	write_list(e, path, "requests", requests);
	if (resource_is_scalar(c->key.s) && set_amount(e, limits, c->key, v))
		write_list(e, path, "limits", limits);
	return true;
}

static bool set_container(struct edit *e, const struct change *c, const struct container_amount *a)
{
	struct containers *l = a->init ? &e->spec->init_containers : &e->spec->containers;

	for (uint32_t i = 0; i < l->n; i++)
		if (sym_eq(l->v[i].name, a->container))
			return set_both(e, arena_printf(e->arena, "/spec/%s/%u",
							a->init ? "initContainers" : "containers",
							(unsigned)i),
					&l->v[i].requests, &l->v[i].limits, c, a->v);
	return false;
}

static void own_containers(struct edit *e, struct containers *l)
{
	struct container *v = ARENA_ARRAY(e->arena, l->n, struct container);

	if (l->n)
		memcpy(v, l->v, l->n * sizeof(*v));
	l->v = v;
}

bool edit_request(struct edit *e, const struct change *c)
{
	own_containers(e, &e->spec->init_containers);
	own_containers(e, &e->spec->containers);
	for (uint32_t i = 0; i < c->amounts.n; i++) {
		const struct container_amount *a = &c->amounts.v[i];

		if (a->container.s ? !set_container(e, c, a) :
				     !set_both(e, "/spec", &e->spec->requests, &e->spec->limits, c,
					       a->v))
			return false;
	}
	return c->amounts.n > 0;
}

void tell_request(const struct change *c, struct strbuf *out)
{
	struct strbuf amount = STRBUF_INIT;

	if (!c->amount) {
		strbuf_addf(out, _("do without %s (%s requested)"), sym_text(c->key), c->text);
		return;
	}
	amount_phrase_exact(&amount, c->key.s, c->amount);
	strbuf_addf(out, _("request %s %s instead of %s"), sym_text(c->key), amount.buf, c->text);
	strbuf_release(&amount);
	for (uint32_t i = 0, n = 0; c->amounts.n > 1 && i < c->amounts.n; i++) {
		const struct container_amount *a = &c->amounts.v[i];

		if (!a->container.s)
			continue;
		strbuf_addf(out, "%s%s ", n++ ? _(", ") : " (", sym_text(a->container));
		amount_phrase_exact(out, c->key.s, a->v);
		if (i + 1 == c->amounts.n)
			strbuf_addc(out, ')');
	}
}

/* Which containers give up how much */

#define SHRUNK_CONTAINERS_MAX 64 /* of a pod: nobody would go through more of them by hand */

struct share {
	const struct container *ctr;
	int64_t was, v;
	bool init, sidecar;
};

struct plan {
	struct share *v;
	uint32_t n;
	sym name;
	int64_t overhead;
};

static bool is_bytes(const char *name)
{
	return amount_to_quantity(name, false, 0).format == QUANTITY_BINARY_SI;
}

static int64_t largest_round(const char *name, int64_t v)
{
	if (v <= 0)
		return 0;
	if (is_bytes(name) && v >= 1 << 20)
		return v & ~(((int64_t)1 << 20) - 1);
	return v;
}

static void plan_add(struct plan *p, const struct containers *l, bool init)
{
	for (uint32_t i = 0; i < l->n; i++) {
		int64_t v = amount_value(p->name.s, resources_get(&l->v[i].requests, p->name.s));

		p->v[p->n++] = (struct share){
			.ctr = &l->v[i], .was = v, .v = v, .init = init,
			.sidecar = init && sym_is(l->v[i].restart_policy, "Always"),
		};
	}
}

static bool runs_on(const struct share *s)
{
	return !s->init || s->sidecar;
}

static int64_t running_total(const struct plan *p)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < p->n; i++)
		if (runs_on(&p->v[i]) && __builtin_add_overflow(sum, p->v[i].v, &sum))
			return INT64_MAX;
	return sum;
}

static struct share *largest_share(struct plan *p)
{
	struct share *best = NULL;

	for (uint32_t i = 0; i < p->n; i++)
		if (runs_on(&p->v[i]) && p->v[i].v > 0 && (!best || p->v[i].v > best->v))
			best = &p->v[i];
	return best;
}

/* The largest gives first: what is small is seldom too much. */
static void shrink_running(struct plan *p, int64_t room)
{
	struct share *s;

	while (running_total(p) > room && (s = largest_share(p))) {
		int64_t excess = running_total(p) - room;

		s->v = excess >= s->v ? 0 : largest_round(p->name.s, s->v - excess);
	}
}

/* An init container runs beside the sidecars that came before it. */
static void shrink_init(struct plan *p, int64_t room)
{
	int64_t sidecars = 0;

	for (uint32_t i = 0; i < p->n && p->v[i].init; i++) {
		struct share *s = &p->v[i];

		if (s->sidecar)
			sidecars += s->v;
		else if (s->v > room - sidecars)
			s->v = largest_round(p->name.s, room - sidecars);
	}
}

static void add_amount(struct change *c, struct arena *a, sym container, bool init, int64_t v)
{
	c->amounts.v = arena_grown(a, c->amounts.v, c->amounts.n, sizeof(*c->amounts.v));
	c->amounts.v[c->amounts.n++] = (struct container_amount){ container, init, v };
}

bool request_shrink(struct change *c, const struct pod *p, int64_t room, struct arena *a)
{
	struct plan plan = { .name = c->key };
	const struct quantity *level = resources_get(&p->spec.requests, c->key.s);

	if ((uint64_t)p->spec.containers.n + p->spec.init_containers.n > SHRUNK_CONTAINERS_MAX)
		return false;
	plan.overhead = amount_value(c->key.s, resources_get(&p->spec.overhead, c->key.s));
	if (__builtin_sub_overflow(room, plan.overhead, &room) || room < 0)
		room = 0;
	plan.v = ARENA_ARRAY(a, (size_t)p->spec.containers.n + p->spec.init_containers.n, struct share);
	plan_add(&plan, &p->spec.init_containers, true);
	plan_add(&plan, &p->spec.containers, false);
	shrink_running(&plan, room);
	shrink_init(&plan, room);
	if (level && amount_value(c->key.s, level) > room)
		add_amount(c, a, (sym){ NULL }, false, largest_round(c->key.s, room));
	for (uint32_t i = 0; i < plan.n; i++)
		if (plan.v[i].v != plan.v[i].was)
			add_amount(c, a, plan.v[i].ctr->name, plan.v[i].init, plan.v[i].v);
	return c->amounts.n > 0;
}
