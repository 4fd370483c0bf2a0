/* Every plugin that rejects, with the nodes and what was found there. */
#include <string.h>

#include "base/i18n.h"
#include "base/strbuf.h"
#include "diagnose/blocked.h"
#include "diagnose/detail_pointer.h"
#include "diagnose/fill.h"
#include "diagnose/funnel.h"
#include "diagnose/node_state.h"
#include "report/amount.h"

#define SICK_MAX 3
#define EVIDENCE_MAX 20 /* of one finding: the replay holds the rest */

/* Amounts come as numbers; people and tickets want quantities. */
static void add_amounts(struct pod_case *k, const struct detail *d, struct object_ref object,
			const char *pointer)
{
	struct strbuf wanted = STRBUF_INIT, free_amount = STRBUF_INIT;

	amount_phrase_exact(&wanted, d->name, d->amount.wanted);
	amount_phrase_exact(&free_amount, d->name, d->amount.free);
	evidence_add(k->r, object, pointer, free_amount.buf, wanted.buf);
	strbuf_release(&wanted);
	strbuf_release(&free_amount);
}

static void add_detail(struct pod_case *k, const struct detail *d, struct object_ref node)
{
	struct object_ref object = d->object.kind ? d->object : node;
	const char *pointer = detail_pointer(k, d, object, k->r->arena);

	if (d->amount.set && d->name)
		add_amounts(k, d, object, pointer);
	else
		evidence_add(k->r, object, pointer, d->observed ? d->observed : d->name, d->wanted);
}

static void add_evidence(struct pod_case *k, const char *plugin, const struct node_group *g)
{
	uint32_t left = EVIDENCE_MAX;

	for (uint32_t i = 0; i < g->n && left; i++) {
		const struct rejection *r = rejection_by(g->v[i], plugin);
		struct object_ref node = { "Node", NULL, g->v[i]->name };

		for (uint32_t d = 0; d < r->details.n && left; d++, left--)
			add_detail(k, &r->details.v[d], node);
	}
}

static void add_finding(struct pod_case *k, const char *plugin, const struct node_group *g)
{
	struct phrase p = { NULL, STRBUF_INIT };

	phrase_rejections(&p, plugin, g);
	finding_add(k->r, p.code, SEVERITY_BLOCKER, plugin,
		    tr_n("%u of %u node: %s", "%u of %u nodes: %s", k->r->replay->nodes.n),
		    (unsigned)g->n, (unsigned)k->r->replay->nodes.n, p.text.buf);
	add_evidence(k, plugin, g);
	strbuf_release(&p.text);
}

/* The nodes that a plugin rejects. */
static void collect(const struct replay *r, const char *plugin, struct node_group *g)
{
	g->n = 0;
	for (uint32_t i = 0; i < r->nodes.n; i++)
		if (rejection_by(&r->nodes.v[i], plugin))
			g->v[g->n++] = &r->nodes.v[i];
}

/* True where an earlier node names the plugin already. */
static bool was_told(const struct replay *r, uint32_t node, const char *plugin)
{
	for (uint32_t i = 0; i < node; i++)
		if (rejection_by(&r->nodes.v[i], plugin))
			return true;
	return false;
}

/* It stumbles over the claim that PreFilter has missed already. */
static bool repeats_prefilter(const struct replay *r, const struct rejection *why)
{
	return r->pre_filter.n && why->reasons.n &&
	       strncmp(why->reasons.v[0], "looking up PVC ", 15) == 0;
}

/* It would do, were it well. */
static bool is_only_closed(const struct node_result *n)
{
	for (uint32_t i = 0; i < n->rejections.n; i++)
		if (!closes_node(n->rejections.v[i].plugin))
			return false;
	return n->rejections.n > 0;
}

/* A taint says that a node is not ready, its own condition says why. */
static void add_sick_nodes(struct pod_case *k)
{
	const struct replay *r = k->r->replay;
	unsigned told = 0;

	for (uint32_t i = 0; i < r->nodes.n && told < SICK_MAX; i++) {
		sym name = view_sym(k->d->view, r->nodes.v[i].name);
		const struct condition *ready = node_ready_condition(k->d, name);

		if (!ready || sym_is(ready->status, "True") || sym_empty(ready->message) ||
		    !is_only_closed(&r->nodes.v[i]))
			continue;
		finding_add(k->r, "NodeNotReady", SEVERITY_WARNING, NULL, _("node %s is not ready: %s"),
			    name.s, ready->message.s);
		evidence_add(k->r, fill_ref(KIND_NODE, (sym){ NULL }, name), "/status/conditions",
			     ready->status.s, "True");
		told++;
	}
}

void add_block_findings(struct pod_case *k)
{
	const struct replay *r = k->r->replay;
	struct arena *scratch = arena_new();
	struct node_group g = { ARENA_ARRAY(scratch, r->nodes.n, const struct node_result *), 0 };

	for (uint32_t i = 0; i < r->nodes.n; i++)
		for (uint32_t j = 0; j < r->nodes.v[i].rejections.n; j++) {
			const char *plugin = r->nodes.v[i].rejections.v[j].plugin;

			if (was_told(r, i, plugin) ||
			    rejection_is_echo(&r->nodes.v[i].rejections, j) ||
			    repeats_prefilter(r, &r->nodes.v[i].rejections.v[j]))
				continue;
			collect(r, plugin, &g);
			add_finding(k, plugin, &g);
		}
	add_sick_nodes(k);
	arena_free(scratch);
}
