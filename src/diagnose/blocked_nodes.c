/* The funnel of blocked.h over the nodes of the replay. */
#include <string.h>

#include "base/i18n.h"
#include "diagnose/blocked.h"
#include "diagnose/fill.h"
#include "diagnose/funnel.h"
#include "diagnose/near_labels.h"
#include "diagnose/subject.h"

#define NAMES_MAX 3
#define OTHERS_MAX 2
#define GROUPS_MAX 3 /* different obstacles told in the sentence */

/* Nodes that share their obstacle. */
struct obstacle {
	const char *plugin;
	struct node_group nodes;
};

struct obstacles {
	struct obstacle *v;
	uint32_t n;
};

static const char *obstacle_of(const struct node_result *n)
{
	for (uint32_t i = 0; i < n->rejections.n; i++)
		if (!closes_node(n->rejections.v[i].plugin))
			return n->rejections.v[i].plugin;
	return "";
}

static uint32_t count_rejected(const struct node_group *g, const char *plugin)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->n; i++)
		n += rejection_by(g->v[i], plugin) != NULL;
	return n;
}

/* The plugin that rejects most of the nodes; of equals the one the scheduler asks first. */
static const char *widest(const struct node_group *g)
{
	const char *best = "";
	uint32_t most = 0;

	for (uint32_t i = 0; i < g->n; i++)
		for (uint32_t k = 0; k < g->v[i]->rejections.n; k++) {
			const char *plugin = g->v[i]->rejections.v[k].plugin;
			uint32_t n;

			if (closes_node(plugin) || strcmp(plugin, best) == 0)
				continue;
			n = count_rejected(g, plugin);
			if (n > most) {
				most = n;
				best = plugin;
			}
		}
	return best;
}

static struct obstacle *obstacle_for(struct obstacles *o, const char *plugin, uint32_t nodes,
				     struct arena *a)
{
	for (uint32_t i = 0; i < o->n; i++)
		if (strcmp(o->v[i].plugin, plugin) == 0)
			return &o->v[i];
	o->v[o->n].plugin = plugin;
	o->v[o->n].nodes.v = ARENA_ARRAY(a, nodes, const struct node_result *);
	return &o->v[o->n++];
}

/* Each node counts for the widest obstacle it has; biggest group first. */
static void group_obstacles(const struct node_group *open, struct arena *a, struct obstacles *o)
{
	const char *main_plugin = widest(open);

	o->v = ARENA_ARRAY(a, open->n, struct obstacle);
	for (uint32_t i = 0; i < open->n; i++) {
		const struct node_result *n = open->v[i];
		const char *plugin = *main_plugin && rejection_by(n, main_plugin) ? main_plugin :
										    obstacle_of(n);
		struct obstacle *x = obstacle_for(o, plugin, open->n, a);

		x->nodes.v[x->nodes.n++] = n;
	}
	for (uint32_t i = 1; i < o->n; i++)
		for (uint32_t j = i; j > 0 && o->v[j].nodes.n > o->v[j - 1].nodes.n; j--) {
			struct obstacle t = o->v[j];

			o->v[j] = o->v[j - 1];
			o->v[j - 1] = t;
		}
}

static void phrase_obstacle(struct phrase *p, const struct obstacle *o)
{
	const struct node_result *n = o->nodes.v[0];

	if (*o->plugin) {
		phrase_rejections(p, o->plugin, &o->nodes);
		return;
	}
	p->code = "HeldForNominatedPod";
	strbuf_addf(&p->text, _("the room is held for %s, which waits for it with no lower priority"),
		    n->nominated.n ? n->nominated.v[0] : _("a nominated pod"));
}

static void add_nodes(struct strbuf *out, const struct node_group *open, uint32_t n)
{
	if (open->n == 1)
		strbuf_addf(out, _("On %s, the only node, "), open->v[0]->name);
	else if (n == open->n)
		strbuf_addf(out, _("On each of the %u nodes, "), (unsigned)open->n);
	else
		strbuf_addf(out, _("On %u of the %u nodes, "), (unsigned)n, (unsigned)open->n);
}

/* which: "with disk=ssd and open to it" */
static void add_which_nodes(struct strbuf *out, const struct node_group *open, uint32_t n,
			    const char *which)
{
	if (open->n == 1)
		strbuf_addf(out, _("On %s, the only node %s, "), open->v[0]->name, which);
	else if (n == open->n)
		strbuf_addf(out, _("On each of the %u nodes %s, "), (unsigned)open->n, which);
	else
		strbuf_addf(out, _("On %u of the %u nodes %s, "), (unsigned)n, (unsigned)open->n, which);
}

/* "on each of the 4 nodes it could use" */
static void add_where(struct strbuf *out, const struct funnel *f, const struct obstacle *o, bool first)
{
	const struct node_group *open = &f->open;
	struct strbuf which = STRBUF_INIT;

	if (!first) {
		strbuf_adds(out, _("; on "));
		add_node_names(out, &o->nodes, NAMES_MAX);
		strbuf_adds(out, C_("clause", ", "));
		return;
	}
	if (f->narrowed)
		strbuf_adds(&which, f->which.buf);
	if (f->closed.n)
		strbuf_adds(&which, f->narrowed ? _(" and open to it") : _("open to it"));
	if (which.len)
		add_which_nodes(out, open, o->nodes.n, which.buf);
	else
		add_nodes(out, open, o->nodes.n);
	strbuf_release(&which);
}

/* What else rejects every open node: with the first obstacle gone, nothing would be won. */
static void add_others(const struct funnel *f, const struct obstacle *o, struct strbuf *out)
{
	const struct node_result *first = f->open.v[0];
	uint32_t told = 0;

	if (o->nodes.n != f->open.n || !*o->plugin)
		return;
	for (uint32_t i = 0; i < first->rejections.n && told < OTHERS_MAX; i++) {
		const char *plugin = first->rejections.v[i].plugin;
		struct phrase p = { NULL, STRBUF_INIT };

		if (closes_node(plugin) || strcmp(plugin, o->plugin) == 0 ||
		    count_rejected(&f->open, plugin) < f->open.n)
			continue;
		phrase_rejections(&p, plugin, &f->open);
		strbuf_addf(out, _(", and %s"), p.text.buf);
		strbuf_release(&p.text);
		told++;
	}
}

/* What is left after the funnel and open to the pod, and why that is not enough. */
static const char *tell_open(const struct funnel *f, struct strbuf *out, struct arena *a)
{
	struct obstacles o = { 0 };
	const char *code = NULL;

	group_obstacles(&f->open, a, &o);
	for (uint32_t i = 0; i < o.n && i < GROUPS_MAX; i++) {
		struct phrase p = { NULL, STRBUF_INIT };

		phrase_obstacle(&p, &o.v[i]);
		add_where(out, f, &o.v[i], i == 0);
		strbuf_adds(out, p.text.buf);
		add_others(f, &o.v[i], out);
		code = code ? code : p.code;
		strbuf_release(&p.text);
	}
	if (o.n > GROUPS_MAX)
		strbuf_adds(out, _("; the rest has other reasons"));
	return o.v[0].nodes.n * 2 < f->open.n ? "MixedReasons" : code;
}

/* One node is left and it is closed: "gpu-c1 is the only node ..., and the pod does not ..." */
static void tell_single_closed(const struct funnel *f, struct strbuf *out)
{
	const struct node_result *n = f->closed.v[0];
	const char *more = obstacle_of(n);
	struct node_group one = { &f->closed.v[0], 1 };

	if (f->narrowed)
		strbuf_addf(out, _("%s is the only node %s, and "), n->name, f->which.buf);
	else
		strbuf_addf(out, _("%s is the only node, and "), n->name);
	add_closed_reason(out, n);
	if (*more) {
		struct phrase p = { NULL, STRBUF_INIT };

		phrase_rejections(&p, more, &one);
		strbuf_addf(out, _("; besides, %s"), p.text.buf);
		strbuf_release(&p.text);
	}
}

static const char *tell_closed(const struct funnel *f, struct strbuf *out)
{
	if (f->closed.n == 1) {
		tell_single_closed(f, out);
	} else {
		if (f->narrowed)
			strbuf_addf(out, _("The %u nodes %s are closed to it: "), (unsigned)f->closed.n,
				    f->which.buf);
		else
			strbuf_addf(out, _("All %u nodes are closed to it: "), (unsigned)f->closed.n);
		add_closed_summary(out, &f->closed, true);
	}
	return closed_code(&f->closed);
}

/* The nodes that would do but for a cordon or a taint. */
static void tell_rest(const struct funnel *f, struct strbuf *out)
{
	if (!f->closed.n)
		return;
	if (f->closed.n == 1) {
		strbuf_addf(out, _(". %s is closed to it: "), f->closed.v[0]->name);
		add_closed_reason(out, f->closed.v[0]);
		return;
	}
	strbuf_addf(out, _(". %u more are closed to it: "), (unsigned)f->closed.n);
	add_closed_summary(out, &f->closed, false);
}

/* The name of the node that the controller of a DaemonSet has written into its pod. */
static const char *daemon_node(const struct pod *p)
{
	const struct owner *owner = meta_controller(&p->meta);
	const struct affinity *a = p->spec.affinity;
	const struct node_selector *required = a && a->node ? a->node->required : NULL;
	const struct selector_reqs *fields;

	if (!owner || !sym_is(owner->kind, "DaemonSet") || !required || !required->terms.n)
		return NULL;
	fields = &required->terms.v[0].match_fields;
	return fields->n && fields->v[0].values.n == 1 ? fields->v[0].values.v[0].s : NULL;
}

static void tell_daemon_node(const struct pod_case *k, struct strbuf *out)
{
	const char *node = daemon_node(k->pod);

	if (node)
		strbuf_addf(out, _(". DaemonSet %s made the pod for %s alone"),
			    sym_text(meta_controller(&k->pod->meta)->name), node);
}

void explain_nodes(struct pod_case *k)
{
	struct arena *a = arena_new();
	struct strbuf text = STRBUF_INIT;
	struct funnel f;
	const char *code;
	bool unknown = false;

	add_waited(&text, k->d, &k->pod->meta);
	strbuf_adds(&text, _(": no node fits. "));
	funnel_run(&f, k->r->replay, a);
	if (f.emptied) {
		code = f.emptied;
		strbuf_adds(&text, f.which.buf);
		if (strcmp(code, "NodeSelectorMismatch") == 0)
			add_near_labels(&text, k);
	} else if (f.open.n) {
		code = tell_open(&f, &text, a);
		tell_rest(&f, &text);
	} else {
		code = tell_closed(&f, &text);
	}
	tell_daemon_node(k, &text);
	for (uint32_t i = 0; i < k->r->replay->nodes.n; i++)
		unknown |= k->r->replay->nodes.v[i].verdict == VERDICT_UNKNOWN;
	cause_set(k->r, code, unknown ? CERTAIN_UNKNOWN : CERTAIN_EXACT, "%s", text.buf);
	strbuf_release(&f.which);
	strbuf_release(&text);
	arena_free(a);
}
