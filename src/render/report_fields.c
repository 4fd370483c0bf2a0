#include "render/report_fields.h"

#include "render/clause_fields.h"
#include "render/fix_fields.h"

void object_ref_fields(struct emitter *e, const char *key, const struct object_ref *o)
{
	if (!o->kind) {
		emit_null(e, key);
		return;
	}
	emit_object(e, key);
	emit_string(e, "kind", o->kind);
	emit_string(e, "namespace", o->namespace_);
	emit_string(e, "name", o->name);
	emit_end(e);
}

void unchecked_fields(struct emitter *e, const char *what_key, const struct uncheckeds *u)
{
	emit_array(e, "unchecked");
	for (uint32_t i = 0; i < u->n; i++) {
		emit_object(e, NULL);
		emit_string(e, what_key, u->v[i].what);
		emit_string(e, "why", u->v[i].why);
		emit_end(e);
	}
	emit_end(e);
}

static void head_fields(struct emitter *e, const char *kind)
{
	emit_string(e, "apiVersion", REPORT_API_VERSION);
	emit_string(e, "kind", kind);
}

static void tool_fields(struct emitter *e)
{
	emit_object(e, "tool");
	emit_string(e, "name", TOOL_NAME);
	emit_string(e, "version", WHYPENDING_VERSION);
	emit_end(e);
}

static void source_fields(struct emitter *e, const struct source *s)
{
	static const char *const kinds[] = {
		[SOURCE_CLUSTER] = "cluster",
		[SOURCE_SNAPSHOT] = "snapshot",
		[SOURCE_DEMO] = "demo",
	};

	emit_object(e, "source");
	emit_string(e, "kind", kinds[s->kind]);
	emit_string(e, "context", s->context);
	emit_string(e, "kubernetesVersion", s->kubernetes_version);
	emit_string(e, "emulatedVersion", s->emulated_version);
	emit_time(e, "now", s->now);
	emit_end(e);
}

static void owner_fields(struct emitter *e, const struct subject *s)
{
	if (!s->owner_kind) {
		emit_null(e, "owner");
		return;
	}
	emit_object(e, "owner");
	emit_string(e, "kind", s->owner_kind);
	emit_string(e, "name", s->owner_name);
	emit_end(e);
}

static void subject_fields(struct emitter *e, const struct subject *s)
{
	emit_object(e, "subject");
	emit_string(e, "kind", s->kind);
	emit_string(e, "namespace", s->namespace_);
	emit_string(e, "name", s->name);
	emit_string(e, "uid", s->uid);
	emit_string(e, "phase", s->phase);
	emit_string(e, "nodeName", s->node_name);
	emit_string(e, "schedulerName", s->scheduler_name);
	emit_opt_i64(e, "priority", s->priority);
	emit_string(e, "priorityClassName", s->priority_class);
	emit_string(e, "preemptionPolicy", s->preemption_policy);
	owner_fields(e, s);
	emit_time(e, "createdAt", s->created);
	emit_opt_i64(e, "pendingSeconds", s->pending_seconds);
	emit_object(e, "requests");
	for (uint32_t i = 0; i < s->requests.n; i++)
		emit_string(e, s->requests.v[i].name, s->requests.v[i].quantity);
	emit_end(e);
	emit_end(e);
}

static void cause_fields(struct emitter *e, const struct report *r)
{
	emit_object(e, "cause");
	emit_string(e, "code", r->cause.code);
	emit_string(e, "summary", r->cause.summary);
	emit_string(e, "certainty", certainty_name(r->cause.certainty));
	emit_string(e, "next", r->cause.next);
	emit_string(e, "command", r->cause.command);
	emit_end(e);
}

static void evidence_fields(struct emitter *e, const struct evidence *v)
{
	emit_object(e, NULL);
	object_ref_fields(e, "object", &v->object);
	emit_string(e, "pointer", v->pointer);
	emit_string(e, "observed", v->observed);
	emit_string(e, "wanted", v->wanted);
	emit_end(e);
}

static void finding_fields(struct emitter *e, const struct finding *f)
{
	emit_object(e, NULL);
	emit_string(e, "code", f->code);
	emit_string(e, "severity", severity_name(f->severity));
	emit_string(e, "plugin", f->plugin);
	emit_string(e, "summary", f->summary);
	emit_array(e, "evidence");
	for (uint32_t i = 0; i < f->evidence.n; i++)
		evidence_fields(e, &f->evidence.v[i]);
	emit_end(e);
	emit_end(e);
}

static void findings_fields(struct emitter *e, const struct report *r)
{
	emit_array(e, "findings");
	for (uint32_t i = 0; i < r->findings.n; i++)
		finding_fields(e, &r->findings.v[i]);
	emit_end(e);
}

static void fragment_fields(struct emitter *e, const struct fragment *f)
{
	emit_object(e, NULL);
	emit_string(e, "name", f->name);
	emit_string(e, "wanted", f->wanted);
	emit_string(e, "freeTotal", f->free_total);
	emit_string(e, "largestHole", f->largest_hole);
	emit_string(e, "node", f->node);
	emit_string(e, "exactUnit", f->unit_milli ? "milli" : "one");
	emit_i64(e, "wantedExact", f->wanted_exact);
	emit_i64(e, "freeTotalExact", f->free_total_exact);
	emit_i64(e, "largestHoleExact", f->largest_exact);
	emit_end(e);
}

static void fragmentation_fields(struct emitter *e, const struct report *r)
{
	if (!r->fragmentation.set) {
		emit_null(e, "fragmentation");
		return;
	}
	emit_object(e, "fragmentation");
	emit_array(e, "resources");
	for (uint32_t i = 0; i < r->fragmentation.resources.n; i++)
		fragment_fields(e, &r->fragmentation.resources.v[i]);
	emit_end(e);
	move_fields(e, &r->advice);
	emit_end(e);
}

/* Beside replay.feasibleNodes, which is what would be. */
static void what_if_fields(struct emitter *e, const struct report *r)
{
	if (!r->what_if.set && !r->what_if.impossible) {
		emit_null(e, "whatIf");
		return;
	}
	emit_object(e, "whatIf");
	emit_strings(e, "changes", &r->what_if.changes);
	emit_strings(e, "idle", &r->what_if.idle);
	emit_strings(e, "feasibleBefore", &r->what_if.feasible_before);
	emit_end(e);
}

static void manifest_fields(struct emitter *e, const struct report *r)
{
	if (!r->manifest.set) {
		emit_null(e, "manifest");
		return;
	}
	emit_object(e, "manifest");
	emit_i64(e, "replicas", r->manifest.replicas);
	emit_strings(e, "nodes", &r->manifest.nodes);
	emit_bool(e, "refused", r->manifest.refused);
	emit_end(e);
}

static void timeline_fields(struct emitter *e, const struct report *r)
{
	emit_array(e, "timeline");
	for (uint32_t i = 0; i < r->timeline.n; i++) {
		const struct timeline_entry *t = &r->timeline.v[i];

		emit_object(e, NULL);
		emit_string(e, "stage", stage_name(t->stage));
		emit_time(e, "at", t->at);
		emit_opt_i64(e, "seconds", t->seconds);
		emit_string(e, "source", t->source);
		emit_string(e, "step", t->step);
		emit_end(e);
	}
	emit_end(e);
}

static void diagnosis_fields(struct emitter *e, const char *key, const struct report *r,
			     enum nodes_shown shown)
{
	emit_object(e, key);
	head_fields(e, "PodDiagnosis");
	tool_fields(e);
	source_fields(e, &r->source);
	subject_fields(e, &r->subject);
	emit_string(e, "stage", stage_name(r->stage));
	cause_fields(e, r);
	what_if_fields(e, r);
	manifest_fields(e, r);
	findings_fields(e, r);
	if (r->replay)
		replay_fields(e, r->replay, shown);
	else
		emit_null(e, "replay");
	clause_fields(e, &r->advice);
	fragmentation_fields(e, r);
	fix_fields(e, &r->advice);
	timeline_fields(e, r);
	unchecked_fields(e, "what", &r->unchecked);
	emit_end(e);
}

#define NODES_ALL_MAX 1000u

/* What is shown of n nodes for these options: never NODES_DEFAULT. */
static enum nodes_shown nodes_shown_for(const struct report *r, bool single,
					const struct render_options *opts)
{
	if (opts->nodes != NODES_DEFAULT)
		return opts->nodes;
	return !single && r->replay && r->replay->nodes.n > NODES_ALL_MAX ? NODES_NEAR : NODES_ALL;
}

/* Made, written and dropped, one after the other. */
static void list_fields(struct emitter *e, struct reports *rs, const struct render_options *opts)
{
	emit_object(e, NULL);
	head_fields(e, "PodDiagnosisList");
	emit_string(e, "node", rs->node);
	emit_i64(e, "finished", (int64_t)rs->finished);
	emit_array(e, "items");
	for (size_t i = 0; i < rs->n; i++) {
		const struct report *r = reports_get(rs, i);

		diagnosis_fields(e, NULL, r, nodes_shown_for(r, false, opts));
		reports_drop(rs, i);
	}
	emit_end(e);
	emit_end(e);
}

void report_fields(struct emitter *e, struct reports *rs, const struct render_options *opts)
{
	if (rs->single && rs->n == 1) {
		const struct report *r = reports_get(rs, 0);

		diagnosis_fields(e, NULL, r, nodes_shown_for(r, true, opts));
	} else {
		list_fields(e, rs, opts);
	}
	emit_finish(e);
}
