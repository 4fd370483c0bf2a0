/* The funnel of blocked.h over the nodes of the replay. */
#include <string.h>

#include "diagnose/blocked.h"
#include "diagnose/fill.h"
#include "diagnose/funnel.h"
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
	strbuf_addf(&p->text, "the room is held for %s, which waits for it with no lower priority",
		    n->nominated.n ? n->nominated.v[0] : "a nominated pod");
}

/* "on each of the 4 nodes it could use" */
static void add_where(struct strbuf *out, const struct funnel *f, const struct obstacle *o, bool first)
{
	const struct node_group *open = &f->open;

	if (!first) {
		strbuf_adds(out, "; on ");
		add_node_names(out, &o->nodes, NAMES_MAX);
		strbuf_adds(out, ", ");
		return;
	}
	if (open->n == 1)
		strbuf_addf(out, "On %s, the only node", open->v[0]->name);
	else if (o->nodes.n == open->n)
		strbuf_addf(out, "On each of the %u nodes", (unsigned)open->n);
	else
		strbuf_addf(out, "On %u of the %u nodes", (unsigned)o->nodes.n, (unsigned)open->n);
	if (f->narrowed)
		strbuf_addf(out, " %s", f->which.buf);
	if (f->closed.n)
		strbuf_adds(out, f->narrowed ? " and open to it" : " open to it");
	strbuf_adds(out, ", ");
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
		strbuf_addf(out, ", and %s", p.text.buf);
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
		strbuf_adds(out, "; the rest has other reasons");
	return o.v[0].nodes.n * 2 < f->open.n ? "MixedReasons" : code;
}

/* One node is left and it is closed: "gpu-c1 is the only node ..., and the pod does not ..." */
static void tell_single_closed(const struct funnel *f, struct strbuf *out)
{
	const struct node_result *n = f->closed.v[0];
	const char *more = obstacle_of(n);
	struct node_group one = { &f->closed.v[0], 1 };

	strbuf_addf(out, "%s is the only node%s%s, and ", n->name, f->narrowed ? " " : "",
		    f->narrowed ? f->which.buf : "");
	add_closed_reason(out, n);
	if (*more) {
		struct phrase p = { NULL, STRBUF_INIT };

		phrase_rejections(&p, more, &one);
		strbuf_addf(out, "; besides, %s", p.text.buf);
		strbuf_release(&p.text);
	}
}

static const char *tell_closed(const struct funnel *f, struct strbuf *out)
{
	if (f->closed.n == 1) {
		tell_single_closed(f, out);
	} else {
		strbuf_addf(out, "%s%u nodes", f->narrowed ? "The " : "All ", (unsigned)f->closed.n);
		if (f->narrowed)
			strbuf_addf(out, " %s", f->which.buf);
		strbuf_adds(out, " are closed to it: ");
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
		strbuf_addf(out, ". %s is closed to it: ", f->closed.v[0]->name);
		add_closed_reason(out, f->closed.v[0]);
		return;
	}
	strbuf_addf(out, ". %u more are closed to it: ", (unsigned)f->closed.n);
	add_closed_summary(out, &f->closed, false);
}

void explain_nodes(struct pod_case *k)
{
	struct arena *a = arena_new();
	struct strbuf text = STRBUF_INIT;
	struct funnel f;
	const char *code;
	bool unknown = false;

	add_waited(&text, k->d, &k->pod->meta);
	strbuf_adds(&text, ": no node fits. ");
	funnel_run(&f, k->r->replay, a);
	if (f.emptied) {
		code = f.emptied;
		strbuf_adds(&text, f.which.buf);
	} else if (f.open.n) {
		code = tell_open(&f, &text, a);
		tell_rest(&f, &text);
	} else {
		code = tell_closed(&f, &text);
	}
	for (uint32_t i = 0; i < k->r->replay->nodes.n; i++)
		unknown |= k->r->replay->nodes.v[i].verdict == VERDICT_UNKNOWN;
	cause_set(k->r, code, unknown ? CERTAIN_UNKNOWN : CERTAIN_EXACT, "%s", text.buf);
	strbuf_release(&f.which);
	strbuf_release(&text);
	arena_free(a);
}
