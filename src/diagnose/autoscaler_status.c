#include "diagnose/autoscaler_status.h"

#include <string.h>

#include "base/i18n.h"
#include "diagnose/fill.h"
#include "diagnose/subject.h"

#define SILENT_SECONDS 180 /* it writes every ten seconds */
#define GROUPS_TOLD 3

static const struct config_map *find_status(const struct cluster *c)
{
	const char *ns = AUTOSCALER_NAMESPACE, *name = AUTOSCALER_STATUS_NAME;

	return (const struct config_map *)cluster_find(c, KIND_CONFIG_MAP,
						       sym_find(c->syms, ns, strlen(ns)),
						       sym_find(c->syms, name, strlen(name)));
}

/* ---- node groups ---- */

/* One thing that can be said of a node group, and which groups it holds for. */
struct aspect {
	bool (*holds)(const struct autoscaled_group *g);
	void (*describe)(struct strbuf *out, const struct autoscaled_group *g);
};

static bool is_full(const struct autoscaled_group *g)
{
	return g->target.set && g->max.set && g->target.v >= g->max.v;
}

static void describe_full(struct strbuf *out, const struct autoscaled_group *g)
{
	strbuf_addf(out, _("%.253s has %lld of at most %lld nodes"), sym_text(g->name),
		    (long long)g->target.v, (long long)g->max.v);
}

static bool is_in_backoff(const struct autoscaled_group *g)
{
	return sym_is(g->scale_up, "Backoff");
}

static void describe_backoff(struct strbuf *out, const struct autoscaled_group *g)
{
	strbuf_addf(out, "%.253s", sym_text(g->name));
	if (!sym_empty(g->error_code))
		strbuf_addf(out, ": %.80s", g->error_code.s);
	if (!sym_empty(g->error_message))
		strbuf_addf(out, ": %.300s", g->error_message.s);
}

static bool is_growing(const struct autoscaled_group *g)
{
	return sym_is(g->scale_up, "InProgress") ||
	       (g->target.set && g->registered.set && g->target.v > g->registered.v);
}

static void describe_growing(struct strbuf *out, const struct autoscaled_group *g)
{
	strbuf_addf(out, _("of %lld nodes of %.253s %lld have joined"), (long long)g->target.v,
		    sym_text(g->name), (long long)g->registered.v);
	if (g->long_unregistered.v > 0)
		strbuf_addf(out, tr_n(", %lld machine never did", ", %lld machines never did",
				      (unsigned long)g->long_unregistered.v),
			    (long long)g->long_unregistered.v);
}

static const struct aspect full = { is_full, describe_full };
static const struct aspect backoff = { is_in_backoff, describe_backoff };
static const struct aspect growing = { is_growing, describe_growing };

static uint32_t count(const struct autoscaler_status *s, const struct aspect *a)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->groups.n; i++)
		n += a->holds(&s->groups.v[i]);
	return n;
}

static void add_groups(struct strbuf *out, const struct autoscaler_status *s, const struct aspect *a)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->groups.n; i++) {
		if (!a->holds(&s->groups.v[i]) || ++n > GROUPS_TOLD)
			continue;
		if (n > 1)
			strbuf_adds(out, "; ");
		a->describe(out, &s->groups.v[i]);
	}
	if (n > GROUPS_TOLD)
		strbuf_addf(out, _("; and %u more"), n - GROUPS_TOLD);
}

/* ---- what it comes to ---- */

static bool is_code(const char *code, const char *other)
{
	return code && !strcmp(code, other);
}

static void add_evidence(struct pod_case *k, const char *observed)
{
	const struct object_ref ref = { kinds[KIND_CONFIG_MAP].name, AUTOSCALER_NAMESPACE,
					AUTOSCALER_STATUS_NAME };

	evidence_add(k->r, ref, "/data/status", observed, NULL);
}

static void tell_silence(struct pod_case *k, const struct autoscaler_status *s, int64_t age)
{
	struct strbuf ago = STRBUF_INIT;

	add_duration(&ago, age);
	finding_add(k->r, "AutoscalerSilent", SEVERITY_WARNING, NULL,
		    _("the cluster autoscaler last reported %s ago: it does not seem to run, and adds no "
		      "node then"), ago.buf);
	add_evidence(k, sym_text(s->time_text));
	strbuf_release(&ago);
}

/* Which groups the finding that was added last is about. */
static void extend(struct pod_case *k, const struct autoscaler_status *s, const struct aspect *a)
{
	struct finding *f = &k->r->findings.v[k->r->findings.n - 1];
	struct strbuf b = STRBUF_LIMIT(2048);

	add_groups(&b, s, a);
	if (b.len) {
		f->summary = arena_printf(k->r->arena, "%s (%s)", f->summary, b.buf);
		add_evidence(k, b.buf);
	}
	strbuf_release(&b);
}

static void tell_backoff(struct pod_case *k, const struct autoscaler_status *s)
{
	uint32_t n = count(s, &backoff);

	if (!n)
		return;
	finding_add(k->r, "AutoscalerBackoff", SEVERITY_INFO, NULL,
		    tr_n("%u of %u node groups is not enlarged for now, as the last attempt failed",
			 "%u of %u node groups are not enlarged for now, as the last attempt failed", n),
		    n, s->groups.n);
	extend(k, s, &backoff);
}

static void tell_limit(struct pod_case *k, const struct autoscaler_status *s)
{
	if (!s->groups.n || count(s, &full) < s->groups.n)
		return;
	finding_add(k->r, "AutoscalerLimit", SEVERITY_INFO, NULL,
		    tr_n("the only node group of the cluster autoscaler has all the nodes that it may have",
			 "all %u node groups of the cluster autoscaler have all the nodes that they may have",
			 s->groups.n), s->groups.n);
	extend(k, s, &full);
}

/* The finding of the event comes first, while it is the last one. */
static void tell_groups(struct pod_case *k, const struct autoscaler_status *s, const char *event_code)
{
	bool limit = is_code(event_code, "AutoscalerLimit");
	bool failed = is_code(event_code, "AutoscalerBackoff");

	if (is_code(event_code, "NewNodeComing") || is_code(event_code, "NewNodeFailed"))
		extend(k, s, &growing);
	if (limit)
		extend(k, s, &full);
	if (failed)
		extend(k, s, &backoff);
	if (!limit)
		tell_limit(k, s);
	if (!failed)
		tell_backoff(k, s);
}

/* The autoscaler leaves the pods of DaemonSets alone. */
static bool is_considered(const struct pod *p)
{
	const struct owner *o = meta_controller(&p->meta);

	return !o || !sym_is(o->kind, "DaemonSet");
}

void tell_autoscaler_status(struct pod_case *k, const char *event_code)
{
	const struct cluster *c = k->d->cluster;
	const struct config_map *m = find_status(c);
	struct opt_i64 age;

	if (!m && event_code && c->coverage[KIND_CONFIG_MAP] == COVER_NONE && c->coverage_why[KIND_CONFIG_MAP])
		unchecked_add(k->r, kinds[KIND_CONFIG_MAP].plural, c->coverage_why[KIND_CONFIG_MAP]);
	if (!m || !m->autoscaler || k->r->replay->feasible.n || !is_considered(k->pod))
		return;
	age = age_of(k->d, m->autoscaler->time);
	if (age.set && age.v > SILENT_SECONDS)
		tell_silence(k, m->autoscaler, age.v);
	else
		tell_groups(k, m->autoscaler, event_code);
}
