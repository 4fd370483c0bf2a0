/* Room on a node: smaller requests, pods that go, ports that are held. */
#include <stdlib.h>
#include <string.h>

#include "advice/change_request.h"
#include "advice/fix_options.h"
#include "base/i18n.h"
#include "report/amount.h"

#define LEAVERS_MAX (4 * EVICTED_MAX) /* pods of a node that are looked at */

/* Evictions */

static bool comes_back(const struct pod *p)
{
	const struct owner *o = meta_controller(&p->meta);

	for (uint32_t i = 0; i < p->meta.annotations.n; i++)
		if (sym_is(p->meta.annotations.v[i].key, "kubernetes.io/config.mirror"))
			return true;
	return o && (sym_is(o->kind, "DaemonSet") || sym_is(o->kind, "Node"));
}

static int compare_names(const void *a, const void *b)
{
	return meta_compare(&(*(const struct pod *const *)a)->meta,
			    &(*(const struct pod *const *)b)->meta);
}

/* The budget that does not let all of them go, one after the other; NULL: none does. */
static const struct pdb *budget_against(const struct question *q, const struct pod *const *pods,
					uint32_t n)
{
	const struct pdb *against = NULL;
	uint32_t gone = 0;

	for (; q->budgets && gone < n && !against; gone += !against) {
		against = budgets_against(q->budgets, pods[gone]);
		if (!against)
			budgets_take(q->budgets, pods[gone]);
	}
	while (gone-- > 0)
		budgets_return(q->budgets, pods[gone]);
	return against;
}

static void note_eviction(const struct question *q, struct change *c, bool critical)
{
	const struct pdb *against = budget_against(q, c->pods.v, c->pods.n);
	const char *budget = NULL;

	if (against)
		budget = arena_printf(q->arena, _("against the disruption budget %s"),
				      sym_text(against->meta.name));
	c->cost += (critical ? 10 : 0) + (budget ? 20 : 0);
	c->note = critical ? _("of higher priority") : budget;
	if (critical && budget)
		c->note = arena_printf(q->arena, "%s, %s", c->note, budget);
}

void offer_evictions(const struct question *q, const struct pod **pods, uint32_t n)
{
	struct strbuf names = STRBUF_INIT;
	struct change *c;
	bool critical = false;

	if (!n || n > EVICTED_MAX)
		return;
	qsort(pods, n, sizeof(*pods), compare_names);
	for (uint32_t i = 0; i < n; i++) {
		strbuf_addf(&names, " %s/%s", sym_text(pods[i]->meta.namespace_),
			    sym_text(pods[i]->meta.name));
		critical |= pod_priority(pods[i]) > pod_priority(asked_pod(q));
	}
	c = new_change(q, CHANGE_EVICT, "%s", names.buf);
	strbuf_release(&names);
	c->pods.v = pods;
	c->pods.n = n;
	c->cost += (int)(n > 20 ? 20 : n);
	note_eviction(q, c, critical);
	offer(q, c);
}

/* Resources: what is missing on the node */

#define LACKS_MAX 32 /* resources that are short: with more there is nothing to advise */

struct lack {
	sym name; /* .s NULL: pod slots */
	int64_t wanted, room, lacking;
};

struct lacks {
	struct lack *v;
	uint32_t n;
};

static int64_t clamped_sub(int64_t a, int64_t b)
{
	int64_t v;

	return __builtin_sub_overflow(a, b, &v) ? (a < 0 ? INT64_MIN : INT64_MAX) : v;
}

static int64_t nominated_amount(const struct question *q, sym name)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < q->node->nominated.n; i++)
		if (cycle_counts_nominated(q->cycle, q->node->nominated.v[i]))
			sum += amounts_get(&q->node->nominated.v[i]->requests, name);
	return sum;
}

static int64_t free_of(const struct question *q, sym name)
{
	int64_t left = clamped_sub(amounts_get(&q->node->allocatable, name),
				   amounts_get(&q->node->used, name));

	return clamped_sub(left, nominated_amount(q, name));
}

static void add_lack(const struct question *q, struct lacks *l, const char *name, int64_t wanted)
{
	sym s = view_sym(q->trial->view, name);
	int64_t room = free_of(q, s);

	if (wanted > 0 && wanted > room)
		l->v[l->n++] = (struct lack){ s, wanted, room, clamped_sub(wanted, room) };
}

static struct lacks find_lacks(const struct question *q)
{
	const struct amounts *wanted = &cycle_in(q->cycle)->requests;
	struct lacks l = { ARENA_ARRAY(q->arena, (size_t)wanted->scalars.n + 4, struct lack), 0 };
	int64_t slots = clamped_sub(q->node->allocatable.pods, q->node->pods.n);

	for (uint32_t i = 0; i < q->node->nominated.n; i++)
		slots -= cycle_counts_nominated(q->cycle, q->node->nominated.v[i]);
	add_lack(q, &l, "cpu", wanted->cpu);
	add_lack(q, &l, "memory", wanted->memory);
	add_lack(q, &l, "ephemeral-storage", wanted->ephemeral);
	for (uint32_t i = 0; i < wanted->scalars.n; i++)
		add_lack(q, &l, wanted->scalars.v[i].name.s, wanted->scalars.v[i].v);
	if (slots < 1)
		l.v[l.n++] = (struct lack){ { NULL }, 1, slots, 1 - slots };
	return l;
}

/* The largest request that fits, of every resource that is short. */
static struct change *shrink(const struct question *q, const struct lack *l)
{
	struct change *c = new_change(q, CHANGE_REQUEST, "%s", l->name.s);
	struct strbuf text = STRBUF_INIT;
	int64_t part;

	c->key = l->name;
	if (!request_shrink(c, asked_pod(q), l->room, q->arena))
		return NULL;
	strbuf_adds(&text, c->id.s);
	for (uint32_t i = 0; i < c->amounts.n; i++)
		strbuf_addf(&text, " %s:%ld", sym_text(c->amounts.v[i].container),
			    (long)c->amounts.v[i].v);
	c->id = sym_str(q->ids, text.buf);
	strbuf_reset(&text);
	amount_phrase_exact(&text, l->name.s, l->wanted);
	c->text = arena_strdup(q->arena, text.buf);
	strbuf_release(&text);
	part = l->lacking / (l->wanted / 10 + 1); /* tenths that are given up */
	c->cost += (int)(part > 10 ? 10 : part) + (l->room <= 0 ? 6 : 0);
	return c;
}

/* What the pod asks for then, for the text. */
static int64_t asked_after(const struct question *q, const struct change *c)
{
	struct trial t = *q->trial;
	struct amounts now;

	t.pod = keep(q, q->trial->pod, sizeof(*t.pod));
	t.patches = NULL;
	if (!trial_make(&t, c))
		return 0;
	pod_requests(t.pod, view_release(t.view), false, q->arena, &now);
	return amounts_get(&now, c->key);
}

static void offer_shrink(const struct question *q, const struct lacks *l)
{
	struct repair *r;

	if (l->n > REPAIR_MAX)
		return;
	r = new_repair(q);
	for (uint32_t i = 0; i < l->n; i++) {
		struct change *c = l->v[i].name.s ? shrink(q, &l->v[i]) : NULL;

		if (!c) {
			withdraw(q);
			return;
		}
		c->amount = asked_after(q, c);
		repair_add(q, r, c);
	}
}

/* Pods that would have to go */

struct leaver {
	const struct pod_info *p;
	bool back, leaving, kept; /* kept: by a disruption budget */
};

static int64_t gives(const struct pod_info *p, const struct lack *l)
{
	return l->name.s ? amounts_get(&p->requests, l->name) : 1;
}

/* Those that go anyway first, then those that may go, then the least important, then by name. */
static int compare_leavers(const void *a, const void *b)
{
	const struct leaver *x = a, *y = b;
	int64_t px = pod_priority(x->p->pod), py = pod_priority(y->p->pod);

	if (x->leaving != y->leaving)
		return x->leaving ? -1 : 1;
	if (x->back != y->back)
		return x->back ? 1 : -1;
	if (x->kept != y->kept)
		return x->kept ? 1 : -1;
	if (px != py)
		return px < py ? -1 : 1;
	return meta_compare(&x->p->pod->meta, &y->p->pod->meta);
}

/* No more than anybody would evict for one pod: what is beyond is cut off. */
static uint32_t list_leavers(const struct question *q, struct leaver *v)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < q->node->pods.n; i++) {
		const struct pod_info *p = q->node->pods.v[i];

		v[n++] = (struct leaver){
			.p = p,
			.back = comes_back(p->pod),
			.leaving = p->pod->meta.deleted.set,
			.kept = q->budgets && budgets_against(q->budgets, p->pod),
		};
	}
	qsort(v, n, sizeof(*v), compare_leavers);
	return n > LEAVERS_MAX ? LEAVERS_MAX : n;
}

static bool is_enough(const struct lacks *l, const struct leaver *v, const bool *goes, uint32_t n)
{
	for (uint32_t i = 0; i < l->n; i++) {
		int64_t sum = 0;

		for (uint32_t k = 0; k < n; k++)
			if (goes[k] && __builtin_add_overflow(sum, gives(v[k].p, &l->v[i]), &sum))
				sum = INT64_MAX;
		if (sum < l->v[i].lacking)
			return false;
	}
	return true;
}

static bool gives_nothing(const struct lacks *l, const struct pod_info *p)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (gives(p, &l->v[i]) > 0)
			return false;
	return true;
}

static void offer_leavers(const struct question *q, const struct leaver *v, const bool *goes,
			  uint32_t n)
{
	const struct pod **pods = ARENA_ARRAY(q->arena, n, const struct pod *);
	uint32_t m = 0;

	for (uint32_t k = 0; k < n; k++)
		if (goes[k])
			pods[m++] = v[k].p->pod;
	offer_evictions(q, pods, m);
}

/* In that order until it is enough; then those that turned out not to be needed stay. */
static void offer_in_order(const struct question *q, const struct lacks *l, const struct leaver *v,
			   bool *goes, uint32_t n)
{
	uint32_t last = 0;

	while (last < n && !is_enough(l, v, goes, n)) {
		goes[last] = !gives_nothing(l, v[last].p);
		last++;
	}
	if (!is_enough(l, v, goes, n))
		return;
	for (uint32_t k = last; k-- > 0;) {
		if (!goes[k])
			continue;
		goes[k] = false;
		goes[k] = !is_enough(l, v, goes, n);
	}
	offer_leavers(q, v, goes, n);
}

static void offer_single(const struct question *q, const struct lacks *l, const struct leaver *v,
			 bool *goes, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++) {
		goes[k] = true;
		if (is_enough(l, v, goes, n)) {
			offer_leavers(q, v, goes, n);
			return;
		}
		goes[k] = false;
	}
}

static void offer_room(const struct question *q, const struct lacks *l)
{
	uint32_t n = q->node->pods.n;
	struct leaver *v = ARENA_ARRAY(q->arena, n, struct leaver);

	if (!n)
		return;
	n = list_leavers(q, v);
	offer_single(q, l, v, ARENA_ARRAY(q->arena, n, bool), n);
	offer_in_order(q, l, v, ARENA_ARRAY(q->arena, n, bool), n);
}

void options_resources(struct question *q)
{
	struct lacks l;

	if (!q->node)
		return;
	l = find_lacks(q);
	if (!l.n || l.n > LACKS_MAX)
		return;
	offer_shrink(q, &l);
	offer_room(q, &l);
}

/* Ports */

static bool same_port(const struct host_port *a, const struct host_port *b)
{
	bool any = sym_is(a->ip, "0.0.0.0") || sym_is(b->ip, "0.0.0.0");

	return a->port == b->port && sym_eq(a->protocol, b->protocol) && (any || sym_eq(a->ip, b->ip));
}

static bool holds(const struct host_ports *held, const struct host_port *wanted)
{
	for (uint32_t i = 0; i < held->n; i++)
		if (same_port(&held->v[i], wanted))
			return true;
	return false;
}

static void drop_ports(const struct question *q, const struct host_ports *wanted)
{
	struct repair *r = new_repair(q);

	for (uint32_t i = 0; i < wanted->n && r->n <= REPAIR_MAX; i++) {
		struct change *c;

		if (!holds(&q->node->ports, &wanted->v[i]))
			continue;
		c = new_change(q, CHANGE_HOST_PORT_DROP, "%d", (int)wanted->v[i].port);
		c->amount = wanted->v[i].port;
		if (!r->n || r->v[r->n - 1]->amount != c->amount)
			repair_add(q, r, c);
	}
	if (!r->n || r->n > REPAIR_MAX)
		withdraw(q);
}

void options_ports(struct question *q)
{
	const struct cycle_input *in = cycle_in(q->cycle);
	struct host_ports wanted = { 0 };
	const struct pod **pods;
	uint32_t n = 0;

	if (!q->node)
		return;
	host_ports_of(asked_pod(q), in->release, in->syms, q->arena, &wanted);
	drop_ports(q, &wanted);
	pods = ARENA_ARRAY(q->arena, q->node->pods.n, const struct pod *);
	for (uint32_t i = 0; i < q->node->pods.n; i++) {
		bool in_the_way = false;

		for (uint32_t k = 0; k < wanted.n; k++)
			in_the_way |= holds(&q->node->pods.v[i]->ports, &wanted.v[k]);
		if (in_the_way)
			pods[n++] = q->node->pods.v[i]->pod;
	}
	offer_evictions(q, pods, n);
}
