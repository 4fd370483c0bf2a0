#include <stdlib.h>
#include <string.h>

#include "advice/clauses.h"
#include "base/i18n.h"
#include "base/pairmap.h"
#include "base/strbuf.h"
#include "report/amount.h"

#define VALUES_SHOWN 3u

struct tally_entry {
	const char *text;
	uint32_t nodes;
};

struct tally { /* how many nodes have what */
	struct symtab *syms; /* its own */
	struct pairmap index;
	struct tally_entry *v;
	uint32_t n, cap;
	struct arena *arena;
};

static void tally_init(struct tally *t)
{
	*t = (struct tally){ .arena = arena_new(), .syms = symtab_new() };
	pairmap_init(&t->index, t->arena);
}

static void tally_release(struct tally *t)
{
	symtab_free(t->syms);
	arena_free(t->arena);
}

static void tally_add(struct tally *t, const char *text)
{
	sym s = sym_str(t->syms, text);
	union pairmap_value *at = pairmap_put(&t->index, s.s, NULL);

	if (!at->num) {
		if (t->n == t->cap) {
			struct tally_entry *grown;

			t->cap = t->cap ? t->cap * 2 : 16;
			grown = ARENA_ARRAY(t->arena, t->cap, struct tally_entry);
			if (t->n)
				memcpy(grown, t->v, t->n * sizeof(*grown));
			t->v = grown;
		}
		t->v[t->n].text = s.s;
		at->num = ++t->n;
	}
	t->v[at->num - 1].nodes++;
}

static int most_first(const void *pa, const void *pb)
{
	const struct tally_entry *a = pa, *b = pb;

	if (a->nodes != b->nodes)
		return a->nodes > b->nodes ? -1 : 1;
	return strcmp(a->text, b->text);
}

static void tally_sort(struct tally *t)
{
	if (t->n)
		qsort(t->v, t->n, sizeof(*t->v), most_first);
}

/* Which nodes to look at: those that fail nothing else, if there are any, else all that fail it. */
static bool is_looked_at(const struct requirements *q, const struct requirement *r, uint32_t node)
{
	return r->alone ? fails_only(q, r, node) : !node_set_has(r->open, node);
}

static const struct rejection *rejection_of(const struct replay *r, uint32_t node, const char *plugin)
{
	const struct rejections *l = &r->nodes.v[node].rejections;

	for (uint32_t i = 0; i < l->n; i++)
		if (strcmp(l->v[i].plugin, plugin) == 0 && l->v[i].details.n)
			return &l->v[i];
	return NULL;
}

struct question {
	const struct requirements *q;
	const struct requirement *r;
	const struct view *view;
	const struct replay *replay;
	struct strbuf *out;
};

static void add_on_nodes(struct strbuf *out, const char *what, uint32_t nodes)
{
	strbuf_addf(out, tr_n("%s on %u node", "%s on %u nodes", nodes), what, (unsigned)nodes);
}

/* Labels: "disk=hdd on 3 nodes, disk=nvme on 1 node" */

static void add_values(const struct question *k, const struct tally *t)
{
	struct strbuf label = STRBUF_INIT;

	for (uint32_t i = 0; i < t->n && i < VALUES_SHOWN; i++) {
		strbuf_reset(&label);
		strbuf_addf(&label, "%s=%s", sym_text(k->r->key), t->v[i].text);
		strbuf_adds(k->out, i ? _(", ") : "");
		add_on_nodes(k->out, label.buf, t->v[i].nodes);
	}
	strbuf_release(&label);
	if (t->n > VALUES_SHOWN)
		strbuf_addf(k->out, _(" and %u other values"), (unsigned)(t->n - VALUES_SHOWN));
}

static void suggest_label(const struct question *k)
{
	uint32_t without = 0;
	struct tally t;

	tally_init(&t);
	for (uint32_t i = 0; i < k->q->nodes; i++) {
		sym value = labels_get(&view_node(k->view, i)->node->meta.labels, k->r->key);

		if (!is_looked_at(k->q, k->r, i))
			continue;
		if (value.s)
			tally_add(&t, value.s);
		else
			without++;
	}
	tally_sort(&t);
	without = k->r->alone ? without : 0;
	if (!k->r->matching)
		strbuf_adds(k->out, t.n || without ? _("no node has it; ") : _("no node has it"));
	if (t.n || without)
		strbuf_adds(k->out, k->r->alone ? _("all else is met with ") : _("there is "));
	add_values(k, &t);
	if (without) {
		strbuf_adds(k->out, t.n ? _(", ") : "");
		strbuf_addf(k->out, tr_n("no label %s on %u node", "no label %s on %u nodes", without),
			    sym_text(k->r->key), (unsigned)without);
	}
	tally_release(&t);
}

static void suggest_taints(const struct question *k)
{
	struct tally t;

	tally_init(&t);
	for (uint32_t i = 0; i < k->q->nodes; i++) {
		const struct rejection *r = rejection_of(k->replay, i, k->r->plugin);

		if (!is_looked_at(k->q, k->r, i))
			continue;
		for (uint32_t d = 0; r && d < r->details.n; d++)
			if (r->details.v[d].name)
				tally_add(&t, r->details.v[d].name);
	}
	tally_sort(&t);
	for (uint32_t i = 0; i < t.n && i < VALUES_SHOWN; i++) {
		strbuf_adds(k->out, i ? _(", ") : "");
		add_on_nodes(k->out, t.v[i].text, t.v[i].nodes);
	}
	if (t.n > VALUES_SHOWN)
		strbuf_addf(k->out, tr_n(" and %u other", " and %u others", t.n - VALUES_SHOWN),
			    (unsigned)(t.n - VALUES_SHOWN));
	tally_release(&t);
}

static void suggest_open(const struct question *k)
{
	struct strbuf names = STRBUF_INIT;
	uint32_t n = 0, all = 0;

	for (uint32_t i = 0; i < k->q->nodes; i++) {
		if (!is_looked_at(k->q, k->r, i))
			continue;
		if (n++ < VALUES_SHOWN)
			strbuf_addf(&names, "%s%s", all++ ? _(", ") : "", k->replay->nodes.v[i].name);
	}
	if (n > VALUES_SHOWN)
		strbuf_addf(&names, _(" and %u more"), (unsigned)(n - VALUES_SHOWN));
	if (n)
		strbuf_addf(k->out, tr_n("%s is cordoned", "%s are cordoned", n), names.buf);
	strbuf_release(&names);
}

static const struct detail *amount_of(const struct question *k, uint32_t node)
{
	const struct rejection *r = rejection_of(k->replay, node, k->r->plugin);

	for (uint32_t i = 0; r && i < r->details.n; i++)
		if (r->details.v[i].amount.set && r->details.v[i].name && k->r->name &&
		    strcmp(r->details.v[i].name, k->r->name) == 0)
			return &r->details.v[i];
	return NULL;
}

static void add_amount(struct strbuf *out, const struct detail *d, int64_t v)
{
	amount_exact(out, d->name, d->amount.unit_milli, v);
}

/* The most that is free; and if no node is that large, how large they are. */
static void suggest_resource(const struct question *k)
{
	const struct detail *most = NULL, *largest = NULL;
	struct strbuf amount = STRBUF_INIT;
	uint32_t node = 0;

	for (uint32_t i = 0; i < k->q->nodes; i++) {
		const struct detail *d = is_looked_at(k->q, k->r, i) ? amount_of(k, i) : NULL;

		if (!d)
			continue;
		if (!most || d->amount.free > most->amount.free) {
			most = d;
			node = i;
		}
		if (!largest || d->amount.total > largest->amount.total)
			largest = d;
	}
	if (!most)
		return;
	if (!k->r->matching && largest->amount.total < largest->amount.wanted) {
		add_amount(&amount, largest, largest->amount.total);
		strbuf_addf(k->out, _("no node has more than %s in all"), amount.buf);
	} else {
		add_amount(&amount, most, most->amount.free > 0 ? most->amount.free : 0);
		strbuf_addf(k->out, k->r->alone ?
			    _("where all else is met, at most %s is free (%s)") :
			    _("at most %s is free (%s)"), amount.buf, k->replay->nodes.v[node].name);
	}
	strbuf_release(&amount);
}

const char *clause_suggestion(const struct requirements *q, const struct requirement *r,
			      const struct view *v, const struct replay *replay,
			      struct arena *arena)
{
	static void (*const suggest[])(const struct question *k) = {
		[REQUIRE_OTHER] = NULL,
		[REQUIRE_LABEL] = suggest_label,
		[REQUIRE_TAINTS] = suggest_taints,
		[REQUIRE_OPEN] = suggest_open,
		[REQUIRE_RESOURCE] = suggest_resource,
		[REQUIRE_PODS] = NULL,
	};
	struct strbuf out = STRBUF_LIMIT(1024);
	struct question k = { q, r, v, replay, &out };
	const char *copy = NULL;

	if (suggest[r->type] && (r->alone || r->matching < q->nodes))
		suggest[r->type](&k);
	if (out.len)
		copy = arena_strdup(arena, out.buf);
	strbuf_release(&out);
	return copy;
}
