/* Changes of what a pod asks for, but labels of nodes and amounts. */
#include <string.h>

#include "advice/change_functions.h"
#include "advice/change_json.h"
#include "base/i18n.h"
#include "replay/requests.h"

/* A copy of a list without its i-th element; v of an empty one is not NULL. */
static void *without(struct arena *a, const void *v, uint32_t n, uint32_t i, size_t size)
{
	char *copy = arena_array(a, n, size);

	memcpy(copy, v, i * size);
	memcpy(copy + i * size, (const char *)v + (i + 1) * size, (n - i - 1) * size);
	return copy;
}

/* Gates */

bool edit_gates(struct edit *e, const struct change *c)
{
	(void)c;
	if (!e->spec->gates.n)
		return false;
	e->spec->gates.n = 0;
	edit_op(e, "remove", "/spec/schedulingGates", NULL);
	return true;
}

void tell_gates(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, c->flag ? _("remove the scheduling gates %s") : _("remove the scheduling gate %s"),
		    c->text);
}

/* Tolerations */

static const char *toleration_json(struct arena *a, const struct change *c)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	strbuf_addc(&text, '{');
	json_put_member(&text, "key", sym_text(c->key));
	json_put_member(&text, "operator", sym_empty(c->value) ? "Exists" : "Equal");
	if (!sym_empty(c->value))
		json_put_member(&text, "value", c->value.s);
	json_put_member(&text, "effect", sym_text(c->effect));
	strbuf_addc(&text, '}');
	copy = arena_strdup(a, text.buf);
	strbuf_release(&text);
	return copy;
}

bool edit_toleration(struct edit *e, const struct change *c)
{
	struct tolerations *l = &e->spec->tolerations;
	struct toleration *v = ARENA_ARRAY(e->arena, (size_t)l->n + 1, struct toleration);
	const char *json = toleration_json(e->arena, c);

	if (l->n)
		memcpy(v, l->v, l->n * sizeof(*v));
	v[l->n] = (struct toleration){
		.key = c->key,
		.op = sym_str(e->syms, sym_empty(c->value) ? "Exists" : "Equal"),
		.value = c->value,
		.effect = c->effect,
	};
	if (l->v)
		edit_op(e, "add", "/spec/tolerations/-", json);
	else
		edit_op(e, "add", "/spec/tolerations", arena_printf(e->arena, "[%s]", json));
	l->v = v;
	l->n++;
	return true;
}

void tell_toleration(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("tolerate %s%s%s:%s"), sym_text(c->key), sym_empty(c->value) ? "" : "=",
		    sym_text(c->value), sym_text(c->effect));
}

/* Topology spread */

static bool same_constraint(const struct spread_constraint *a, const struct spread_constraint *b,
			    bool deep)
{
	if (!sym_eq(a->topology_key, b->topology_key) ||
	    !sym_eq(a->when_unsatisfiable, b->when_unsatisfiable))
		return false;
	return deep || (a->selector == b->selector && a->max_skew.v == b->max_skew.v);
}

/* Of the constraint that the change is about; -1: gone.  A template's selectors are others. */
static int64_t find_constraint(const struct edit *e, const struct change *c)
{
	for (uint32_t i = 0; i < e->spec->spread.n; i++)
		if (same_constraint(&e->spec->spread.v[i], c->item, e->is_template))
			return i;
	return -1;
}

static struct spread_constraint *own_constraint(struct edit *e, const struct change *c,
						const char **ret_path)
{
	int64_t i = find_constraint(e, c);
	struct spread_constraint *v;

	if (i < 0)
		return NULL;
	v = ARENA_ARRAY(e->arena, e->spec->spread.n, struct spread_constraint);
	memcpy(v, e->spec->spread.v, e->spec->spread.n * sizeof(*v));
	e->spec->spread.v = v;
	*ret_path = arena_printf(e->arena, "/spec/topologySpreadConstraints/%u", (unsigned)i);
	return &v[i];
}

bool edit_spread_anyway(struct edit *e, const struct change *c)
{
	const char *path;
	struct spread_constraint *s = own_constraint(e, c, &path);

	if (!s)
		return false;
	s->when_unsatisfiable = sym_str(e->syms, "ScheduleAnyway");
	edit_op(e, "replace", arena_printf(e->arena, "%s/whenUnsatisfiable", path),
		"\"ScheduleAnyway\"");
	if (s->min_domains.set) /* only allowed beside DoNotSchedule */
		edit_op(e, "remove", arena_printf(e->arena, "%s/minDomains", path), NULL);
	s->min_domains = (struct opt_i64){ 0 };
	return true;
}

void tell_spread_anyway(const struct change *c, struct strbuf *out)
{
	const struct spread_constraint *s = c->item;

	strbuf_addf(out, _("spread over %s with whenUnsatisfiable: ScheduleAnyway"),
		    sym_text(s->topology_key));
}

bool edit_spread_skew(struct edit *e, const struct change *c)
{
	const char *path;
	struct spread_constraint *s = own_constraint(e, c, &path);

	if (!s || c->amount > INT32_MAX)
		return false;
	edit_op(e, s->max_skew.set ? "replace" : "add", arena_printf(e->arena, "%s/maxSkew", path),
		arena_printf(e->arena, "%ld", (long)c->amount));
	s->max_skew = (struct opt_i64){ true, c->amount };
	return true;
}

void tell_spread_skew(const struct change *c, struct strbuf *out)
{
	const struct spread_constraint *s = c->item;

	strbuf_addf(out, _("raise maxSkew over %s from %ld to %ld"), sym_text(s->topology_key),
		    (long)s->max_skew.v, (long)c->amount);
}

/* Labels of the pod */

bool edit_label_drop(struct edit *e, const struct change *c)
{
	struct labels *l = &e->meta->labels;

	for (uint32_t i = 0; i < l->n; i++) {
		if (!sym_eq(l->v[i].key, c->key))
			continue;
		l->v = without(e->arena, l->v, l->n, i, sizeof(*l->v));
		l->n--;
		edit_op(e, "remove", arena_printf(e->arena, "/metadata/labels/%s",
						  pointer_part(e->arena, c->key.s)), NULL);
		return true;
	}
	return false;
}

void tell_label_drop(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("take the label %s=%s off the pod"), sym_text(c->key), sym_text(c->value));
	if (c->note)
		strbuf_addf(out, " (%s)", c->note);
}

/* Host ports */

static bool drop_port(struct edit *e, struct container *ctr, uint32_t number, const char *list,
		      int64_t port)
{
	bool any = false;

	for (uint32_t i = 0; i < ctr->ports.n; i++) {
		struct container_port *v;

		if (!ctr->ports.v[i].host_port.set || ctr->ports.v[i].host_port.v != port)
			continue;
		v = ARENA_ARRAY(e->arena, ctr->ports.n, struct container_port);
		memcpy(v, ctr->ports.v, ctr->ports.n * sizeof(*v));
		v[i].host_port = (struct opt_i64){ 0 };
		ctr->ports.v = v;
		edit_op(e, "remove",
			arena_printf(e->arena, "/spec/%s/%u/ports/%u/hostPort", list,
				     (unsigned)number, (unsigned)i), NULL);
		any = true;
	}
	return any;
}

static bool drop_ports(struct edit *e, struct containers *list, const char *name, int64_t port)
{
	struct container *v = ARENA_ARRAY(e->arena, list->n, struct container);
	bool any = false;

	if (list->n)
		memcpy(v, list->v, list->n * sizeof(*v));
	for (uint32_t i = 0; i < list->n; i++)
		any |= drop_port(e, &v[i], i, name, port);
	if (any)
		list->v = v;
	return any;
}

/* On the host's network each port is one of the host. */
bool edit_host_port_drop(struct edit *e, const struct change *c)
{
	bool any;

	if (e->spec->host_network == TRI_TRUE)
		return false;
	any = drop_ports(e, &e->spec->containers, "containers", c->amount);
	return drop_ports(e, &e->spec->init_containers, "initContainers", c->amount) || any;
}

void tell_host_port_drop(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("do without host port %ld"), (long)c->amount);
}

/* Priority */

bool edit_priority(struct edit *e, const struct change *c)
{
	struct opt_i64 *now = &e->spec->priority;

	if ((now->set ? now->v : 0) == c->amount)
		return false;
	edit_op(e, "add", "/spec/priority",
		arena_printf(e->arena, "%ld", (long)c->amount));
	*now = (struct opt_i64){ true, c->amount };
	return true;
}

void tell_priority(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("give the pod the priority %ld"), (long)c->amount);
}
