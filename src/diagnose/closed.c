/* Nodes that are closed to a pod: cordoned, not ready, tainted. */
#include <string.h>

#include "base/i18n.h"
#include "diagnose/funnel.h"

#define TAINTS_NAMED 3

enum closure { CLOSED_CORDONED, CLOSED_NOT_READY, CLOSED_TAINTED, CLOSURE_COUNT };

static const struct closure_text {
	const char *text, *code;
} closure_texts[CLOSURE_COUNT] = {
	[CLOSED_CORDONED] = { N_("cordoned"), "NodesUnschedulable" },
	[CLOSED_NOT_READY] = { N_("not ready"), "NodesNotReady" },
	[CLOSED_TAINTED] = { N_("tainted"), "UntoleratedTaint" },
};

bool closes_node(const char *plugin)
{
	return strcmp(plugin, "NodeUnschedulable") == 0 || strcmp(plugin, "TaintToleration") == 0;
}

static const char *taint_of(const struct node_result *n)
{
	const struct rejection *r = rejection_by(n, "TaintToleration");

	return r && r->details.n ? r->details.v[0].name : NULL;
}

static bool begins_with(const char *s, const char *begin)
{
	return s && strncmp(s, begin, strlen(begin)) == 0;
}

static enum closure closure_of(const struct node_result *n)
{
	const char *taint = taint_of(n);

	if (rejection_by(n, "NodeUnschedulable"))
		return CLOSED_CORDONED;
	if (begins_with(taint, "node.kubernetes.io/not-ready:") ||
	    begins_with(taint, "node.kubernetes.io/unreachable:"))
		return CLOSED_NOT_READY;
	return CLOSED_TAINTED;
}

static uint32_t count_closed(const struct node_group *g, enum closure c)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->n; i++)
		n += closure_of(g->v[i]) == c;
	return n;
}

/* The commonest closure; of equals the one that a person can lift for this pod: taint first. */
const char *closed_code(const struct node_group *closed)
{
	enum closure best = CLOSED_TAINTED;

	for (int c = CLOSED_TAINTED; c >= 0; c--)
		if (count_closed(closed, (enum closure)c) > count_closed(closed, best))
			best = (enum closure)c;
	return closure_texts[best].code;
}

void add_closed_reason(struct strbuf *out, const struct node_result *n)
{
	const struct rejection *r = rejection_by(n, "TaintToleration");
	uint32_t taints = r ? r->details.n : 0;

	switch (closure_of(n)) {
	case CLOSED_CORDONED:
		strbuf_adds(out, _("it is cordoned"));
		return;
	case CLOSED_NOT_READY:
		strbuf_addf(out, _("it is not ready (taint %s)"), taint_of(n));
		return;
	case CLOSED_TAINTED:
	case CLOSURE_COUNT:
		break;
	}
	strbuf_adds(out, tr_n("the pod does not tolerate its taint", "the pod does not tolerate its taints",
			      taints ? taints : 1));
	for (uint32_t i = 0; i < taints; i++)
		strbuf_addf(out, "%s%s", i ? _(", ") : " ", r->details.v[i].name);
}

static void add_members(struct strbuf *out, const struct node_group *g, enum closure c,
			bool with_taints)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		const char *taint = taint_of(g->v[i]);

		if (closure_of(g->v[i]) != c || ++n > TAINTS_NAMED)
			continue;
		strbuf_addf(out, "%s%s", n > 1 ? _(", ") : " (", g->v[i]->name);
		if (with_taints && c == CLOSED_TAINTED && taint)
			strbuf_addf(out, _(": %s"), taint);
	}
	if (n > TAINTS_NAMED)
		strbuf_addf(out, _(" and %u more"), (unsigned)n - TAINTS_NAMED);
	strbuf_addc(out, ')');
}

void add_closed_summary(struct strbuf *out, const struct node_group *closed, bool with_taints)
{
	bool more = false;

	for (int c = 0; c < CLOSURE_COUNT; c++) {
		uint32_t n = count_closed(closed, (enum closure)c);

		if (!n)
			continue;
		strbuf_adds(out, more ? _(", ") : "");
		strbuf_addf(out, C_("3 cordoned", "%u %s"), (unsigned)n, tr(closure_texts[c].text));
		add_members(out, closed, (enum closure)c, with_taints);
		more = true;
	}
}
