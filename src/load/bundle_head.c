#include "load/bundle_head.h"

#include <limits.h>

#include "base/i18n.h"

static const struct field tool_rows[] = {
	{ F_SYM("name", struct bundle_head, tool_name) },
	{ F_SYM("version", struct bundle_head, tool_version) },
};
static const struct field_table tool_table = TABLE(tool_rows);

static const struct field kind_rows[] = {
	{ F_SYM("kind", struct bundle_kind, kind) },
	{ F_SYM("group", struct bundle_kind, group) },
	{ F_SYM("coverage", struct bundle_kind, coverage) },
	{ F_SYM("why", struct bundle_kind, why) },
	{ F_I64("objects", struct bundle_kind, objects) },
	{ F_I64("lost", struct bundle_kind, lost) },
};
static const struct field_table kind_table = TABLE(kind_rows);

static const struct field note_rows[] = {
	{ F_BOOL("lost", struct bundle_note, lost) },
	{ F_SYM("text", struct bundle_note, text) },
};
static const struct field_table note_table = TABLE(note_rows);

static const struct field lost_pod_rows[] = {
	{ F_SYM("phase", struct lost_pod, phase) },
	{ F_SYM("nodeName", struct lost_pod, node_name) },
	{ F_SYM("nominatedNodeName", struct lost_pod, nominated_node) },
	{ F_BOOL("hasAntiAffinity", struct lost_pod, has_anti_affinity) },
};
static const struct field_table lost_pod_table = TABLE(lost_pod_rows);

static const struct field head_rows[] = {
	{ F_HERE("tool", tool_table) },
	{ F_SYM("source", struct bundle_head, source) },
	{ F_SYM("serverVersion", struct bundle_head, server_version) },
	{ F_SYM("namespace", struct bundle_head, namespace_) },
	{ F_TIME("now", struct bundle_head, now) },
	{ F_BOOL("redacted", struct bundle_head, redacted) },
	{ F_BOOL("finishedPodsLeftOut", struct bundle_head, finished_pods_left_out) },
	{ F_I64("lostParts", struct bundle_head, lost_parts) },
	{ F_LIST("coverage", struct bundle_head, kinds, kind_table) },
	{ F_LIST("notes", struct bundle_head, notes, note_table) },
	{ F_LIST("lostPods", struct bundle_head, lost_pods, lost_pod_table) },
};
const struct field_table table_bundle_head = TABLE(head_rows);

static const char *const coverage_names[] = {
	[COVER_READ] = "read", [COVER_ABSENT] = "absent", [COVER_NONE] = "none",
	[COVER_NAMESPACE] = "namespace",
};

static struct opt_i64 count(size_t n)
{
	return (struct opt_i64){ n > 0, (int64_t)n };
}

static void add_kind(struct cluster *c, int k, struct bundle_kind *to)
{
	*to = (struct bundle_kind){
		.kind = sym_str(c->syms, kinds[k].name),
		.group = sym_str(c->syms, kinds[k].group),
		.coverage = sym_str(c->syms, coverage_names[c->coverage[k]]),
		.objects = { true, (int64_t)c->objects[k].n },
		.lost = count(c->lost[k]),
	};
	if (c->coverage_why[k])
		to->why = sym_str(c->syms, c->coverage_why[k]);
}

void bundle_head_of(struct cluster *c, struct opt_time now, struct bundle_head *ret)
{
	*ret = (struct bundle_head){
		.tool_name = sym_str(c->syms, "kubectl-whypending"),
		.tool_version = sym_str(c->syms, WHYPENDING_VERSION),
		.server_version = c->server_version,
		.namespace_ = c->asked_namespace,
		.now = now,
		.redacted = c->redacted,
		.finished_pods_left_out = c->finished_pods_left_out,
		.lost_parts = count(c->lost_parts),
	};
	ret->kinds.n = KIND_COUNT;
	ret->kinds.v = ARENA_ARRAY(c->arena, KIND_COUNT, struct bundle_kind);
	for (int k = 0; k < KIND_COUNT; k++)
		add_kind(c, k, &ret->kinds.v[k]);
	ret->lost_pods.v = c->lost_pods.v;
	ret->lost_pods.n = (uint32_t)c->lost_pods.n;
	ret->notes.n = (uint32_t)c->notes.n;
	ret->notes.v = ARENA_ARRAY(c->arena, c->notes.n, struct bundle_note);
	for (size_t i = 0; i < c->notes.n; i++)
		ret->notes.v[i] = (struct bundle_note){
			c->notes.v[i].severity == NOTE_LOST, sym_str(c->syms, c->notes.v[i].text)
		};
}

/* ---- and back ---- */

static size_t positive(struct opt_i64 n)
{
	return n.set && n.v > 0 && n.v <= INT_MAX ? (size_t)n.v : 0;
}

static void apply_kind(const struct bundle_kind *from, struct cluster *c)
{
	int k = kind_find(sym_text(from->kind), sym_text(from->group));

	if (k < 0)
		return; /* of a newer version: not read, not missed */
	c->coverage[k] = COVER_NONE; /* whatever a newer version calls it, it is not all there is */
	for (unsigned i = 0; i < sizeof(coverage_names) / sizeof(*coverage_names); i++)
		if (sym_is(from->coverage, coverage_names[i]))
			c->coverage[k] = (enum coverage)i;
	c->coverage_why[k] = from->why.s;
	c->lost[k] += positive(from->lost);
	c->expected[k] += positive(from->objects) + positive(from->lost);
}

void bundle_head_apply(const struct bundle_head *head, struct cluster *c)
{
	for (int k = 0; k < KIND_COUNT; k++) {
		c->coverage[k] = COVER_NONE;
		c->coverage_why[k] = _("the bundle does not say whether it was read");
	}
	for (uint32_t i = 0; i < head->kinds.n; i++)
		apply_kind(&head->kinds.v[i], c);
	c->coverage_known = true;
	c->redacted |= head->redacted;
	c->finished_pods_left_out |= head->finished_pods_left_out;
	c->lost_parts += positive(head->lost_parts);
	if (!sym_empty(head->server_version))
		c->server_version = head->server_version;
	c->asked_namespace = head->namespace_;
	if (head->now.set)
		c->taken = head->now;
	for (uint32_t i = 0; i < head->lost_pods.n; i++) {
		c->lost_pods.v = arena_grown(c->arena, c->lost_pods.v, c->lost_pods.n,
					     sizeof(struct lost_pod));
		c->lost_pods.v[c->lost_pods.n++] = head->lost_pods.v[i];
	}
	for (uint32_t i = 0; i < head->notes.n; i++)
		cluster_note(c, head->notes.v[i].lost, "%s", sym_text(head->notes.v[i].text));
}

#define KINDS_NAMED 3u

void bundle_check(struct cluster *c)
{
	struct strbuf missing = STRBUF_INIT;
	unsigned n = 0;

	for (int k = 0; k < KIND_COUNT; k++) {
		size_t known = c->objects[k].n + c->lost[k];

		if (known >= c->expected[k])
			continue;
		if (n++ < KINDS_NAMED)
			strbuf_addf(&missing, "%s%zu %s", n > 1 ? _(", ") : "", c->expected[k] - known,
				    kinds[k].plural);
		c->lost[k] = c->expected[k] - c->objects[k].n;
	}
	if (n > KINDS_NAMED)
		strbuf_addf(&missing, tr_n(" and objects of %u more kind", " and objects of %u more kinds",
					   n - KINDS_NAMED), n - KINDS_NAMED);
	if (n)
		cluster_note(c, true, _("the bundle was cut or changed: it lacks %s"), missing.buf);
	strbuf_release(&missing);
}
