/* The replay of a report: what each plugin said, for the pod and node by node. */
#include "render/node_order.h"
#include "render/report_fields.h"

static void rejection_head(struct emitter *e, const char *key, const struct rejection *r)
{
	emit_object(e, key);
	emit_string(e, "plugin", r->plugin ? r->plugin : "");
	emit_string(e, "code", code_name(r->code));
	emit_strings(e, "reasons", &r->reasons);
}

/* Unknown is told under `unchecked`; it is no status of the scheduler. */
static void pod_rejections(struct emitter *e, const char *key, const struct rejections *r)
{
	emit_array(e, key);
	for (uint32_t i = 0; i < r->n; i++) {
		if (r->v[i].code == CODE_UNKNOWN)
			continue;
		rejection_head(e, NULL, &r->v[i]);
		emit_end(e);
	}
	emit_end(e);
}

static void node_rejections(struct emitter *e, const struct rejections *r)
{
	emit_array(e, "rejections");
	for (uint32_t i = 0; i < r->n; i++) {
		const struct rejection *rej = &r->v[i];

		if (rej->code == CODE_UNKNOWN)
			continue;
		rejection_head(e, NULL, rej);
		emit_array(e, "detail");
		for (uint32_t d = 0; d < rej->details.n; d++)
			detail_fields(e, &rej->details.v[d]);
		emit_end(e);
		emit_end(e);
	}
	emit_end(e);
}

static void node_fields(struct emitter *e, const struct node_result *n)
{
	emit_object(e, NULL);
	emit_string(e, "name", n->name);
	emit_string(e, "verdict", verdict_name(n->verdict));
	if (n->first && n->first->code != CODE_UNKNOWN) {
		rejection_head(e, "first", n->first);
		emit_end(e);
	} else {
		emit_null(e, "first");
	}
	emit_strings(e, "nominated", &n->nominated);
	node_rejections(e, &n->rejections);
	unchecked_fields(e, "plugin", &n->unchecked);
	emit_end(e);
}

static void nodes_fields(struct emitter *e, const struct replay *r, enum nodes_shown shown)
{
	struct arena *arena = arena_new();
	struct node_list near = { 0 };

	emit_array(e, "nodes");
	if (shown == NODES_NEAR) {
		near = nodes_nearest(r, arena);
		for (uint32_t i = 0; i < near.n; i++)
			node_fields(e, near.v[i]);
	} else if (shown != NODES_NONE) {
		for (uint32_t i = 0; i < r->nodes.n; i++)
			node_fields(e, &r->nodes.v[i]);
	}
	emit_end(e);
	arena_free(arena);
}

static void message_fields(struct emitter *e, const struct message *m)
{
	emit_object(e, "message");
	emit_string(e, "predicted", m->predicted);
	emit_string(e, "observed", m->observed);
	emit_time(e, "observedAt", m->observed_at);
	emit_string(e, "agreement", agreement_name(m->agreement));
	emit_strings(e, "difference", &m->difference);
	emit_end(e);
}

static void preemption_fields(struct emitter *e, const struct preemption *p)
{
	emit_object(e, "preemption");
	emit_bool(e, "helps", p->helps);
	emit_string(e, "node", p->node);
	emit_strings(e, "victims", &p->victims);
	emit_i64(e, "pdbViolations", p->pdb_violations);
	emit_string(e, "why", p->why);
	emit_end(e);
}

void replay_fields(struct emitter *e, const struct replay *r, enum nodes_shown shown)
{
	emit_object(e, "replay");
	emit_i64(e, "totalNodes", r->nodes.n);
	emit_strings(e, "feasibleNodes", &r->feasible);
	pod_rejections(e, "preEnqueue", &r->pre_enqueue);
	pod_rejections(e, "preFilter", &r->pre_filter);
	nodes_fields(e, r, shown);
	unchecked_fields(e, "plugin", &r->unchecked);
	message_fields(e, &r->message);
	preemption_fields(e, &r->preemption);
	emit_end(e);
}
