/* Metrics in the text format of Prometheus, for the textfile collector of node_exporter. */
#include <inttypes.h>

#include "base/strbuf.h"
#include "render/formats.h"
#include "render/prometheus_tally.h"

struct sheet_of_metrics {
	const struct tally *t;
	const struct reports *rs;
	FILE *out;
};

static void sample(FILE *out, const char *name, const char *const *keys, const struct series *s,
		   int64_t value)
{
	fputs(name, out);
	for (size_t i = 0; i < TALLY_LABELS_MAX && keys[i]; i++)
		fprintf(out, "%s%s=\"%s\"", i ? "," : "{", keys[i], s->labels[i]);
	fprintf(out, "} %" PRId64 "\n", value);
}

static void counts(FILE *out, const char *name, const char *const *keys,
		   const struct series_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		sample(out, name, keys, &l->v[i], l->v[i].n);
}

static void longest(FILE *out, const char *name, const char *const *keys,
		    const struct series_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->v[i].longest.set)
			sample(out, name, keys, &l->v[i], l->v[i].longest.v);
}

static const char *const pod_keys[] = { "namespace", "stage", "cause", NULL };
static const char *const workload_keys[] = { "namespace", "kind", "stage", "cause" };
static const char *const owner_keys[] = { "namespace", "owner_kind", "owner", NULL };
static const char *const unchecked_keys[] = { "what", NULL };

static void info_label(FILE *out, const char *separator, const char *key, const char *text)
{
	struct strbuf sb = STRBUF_INIT;

	label_value(&sb, text ? text : "");
	fprintf(out, "%s%s=\"%s\"", separator, key, sb.buf);
	strbuf_release(&sb);
}

static void build_info(const struct sheet_of_metrics *m, const char *name)
{
	fprintf(m->out, "%s{version=\"" WHYPENDING_VERSION "\"} 1\n", name);
}

static void finished_pods(const struct sheet_of_metrics *m, const char *name)
{
	fprintf(m->out, "%s %zu\n", name, m->rs->finished);
}

/* The time of what was read, not of the writing: the same snapshot gives the same bytes. */
static void last_success(const struct sheet_of_metrics *m, const char *name)
{
	if (m->rs->source.now.set)
		fprintf(m->out, "%s %" PRId64 "\n", name, m->rs->source.now.us / 1000000);
}

static void owner_waiting(const struct sheet_of_metrics *m, const char *name)
{
	longest(m->out, name, owner_keys, &m->t->owners);
}

static void replays(const struct sheet_of_metrics *m, const char *name)
{
	static const enum agreement sorted[] = { AGREE_DRIFT, AGREE_EXACT, AGREE_NONE,
						 AGREE_UNEXPLAINED };

	for (size_t i = 0; i < sizeof(sorted) / sizeof(*sorted); i++)
		fprintf(m->out, "%s{agreement=\"%s\"} %" PRId64 "\n", name, agreement_name(sorted[i]),
			m->t->agreements[sorted[i]]);
}

static void source_info(const struct sheet_of_metrics *m, const char *name)
{
	static const char *const kinds[] = {
		[SOURCE_CLUSTER] = "cluster", [SOURCE_SNAPSHOT] = "snapshot", [SOURCE_DEMO] = "demo",
	};
	const struct source *s = &m->rs->source;

	fputs(name, m->out);
	info_label(m->out, "{", "emulated_version", s->emulated_version);
	info_label(m->out, ",", "kind", kinds[s->kind]);
	info_label(m->out, ",", "kubernetes_version", s->kubernetes_version);
	fputs("} 1\n", m->out);
}

static void stage_sample(FILE *out, const char *name, int stage, const char *state, int64_t value)
{
	fprintf(out, "%s{stage=\"%s\",state=\"%s\"} %" PRId64 "\n", name,
		stage_name((enum stage)stage), state, value);
}

static void stage_max(const struct sheet_of_metrics *m, const char *name)
{
	for (int i = 0; i < STAGE_COUNT; i++) {
		const struct stage_time *passed = &m->t->passed[i], *present = &m->t->present[i];

		if (passed->n)
			stage_sample(m->out, name, i, "passed", passed->longest);
		if (present->n)
			stage_sample(m->out, name, i, "present", present->longest);
	}
}

static void stage_mean(const struct sheet_of_metrics *m, const char *name)
{
	for (int i = 0; i < STAGE_COUNT; i++) {
		const struct stage_time *passed = &m->t->passed[i], *present = &m->t->present[i];

		if (passed->n)
			stage_sample(m->out, name, i, "passed", passed->sum / passed->n);
		if (present->n)
			stage_sample(m->out, name, i, "present", present->sum / present->n);
	}
}

static void stuck_pods(const struct sheet_of_metrics *m, const char *name)
{
	counts(m->out, name, pod_keys, &m->t->pods);
}

static void stuck_workloads(const struct sheet_of_metrics *m, const char *name)
{
	counts(m->out, name, workload_keys, &m->t->workloads);
}

static void unchecked(const struct sheet_of_metrics *m, const char *name)
{
	counts(m->out, name, unchecked_keys, &m->t->unchecked);
}

static void waiting(const struct sheet_of_metrics *m, const char *name)
{
	longest(m->out, name, pod_keys, &m->t->pods);
}

/* All of them are gauges: they describe one moment.  Sorted by name. */
static const struct {
	const char *name, *help;
	void (*samples)(const struct sheet_of_metrics *m, const char *name);
} metrics[] = {
	{ "whypending_build_info", "The program that wrote these metrics; always 1.", build_info },
	{ "whypending_finished_pods", "Finished pods, which are counted and not looked at.",
	  finished_pods },
	{ "whypending_last_success_timestamp_seconds",
	  "When the cluster looked like this: the time of the data, which is only written once all of "
	  "it has been read.", last_success },
	{ "whypending_owner_waiting_seconds",
	  "Age of the oldest stuck pod of this owner; owner is empty for pods without one.",
	  owner_waiting },
	{ "whypending_replays",
	  "Pods without a node by how the replay compares with the scheduler's own message.", replays },
	{ "whypending_source_info", "Where the data came from; always 1.", source_info },
	{ "whypending_stage_max_seconds",
	  "Longest time in this stage of what is stuck now; state is present for those that are in it and "
	  "passed for those that have left it behind.", stage_max },
	{ "whypending_stage_mean_seconds",
	  "Mean time in this stage of what is stuck now; state is present for those that are in it and "
	  "passed for those that have left it behind.", stage_mean },
	{ "whypending_stuck_pods", "Pods that do not run or are not ready, by stage and cause.",
	  stuck_pods },
	{ "whypending_stuck_workloads", "Workloads that lack pods, by stage and cause.",
	  stuck_workloads },
	{ "whypending_unchecked", "Reports that could not take this into account.", unchecked },
	{ "whypending_waiting_seconds",
	  "Age of the oldest pod that is stuck in this stage for this cause.", waiting },
};

void render_prometheus(struct reports *rs, const struct render_options *opts, FILE *out)
{
	struct tally tally;
	const struct sheet_of_metrics m = { &tally, rs, out };

	(void)opts;
	tally_init(&tally, rs);
	for (size_t i = 0; i < sizeof(metrics) / sizeof(metrics[0]); i++) {
		fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n", metrics[i].name, metrics[i].help,
			metrics[i].name);
		metrics[i].samples(&m, metrics[i].name);
	}
	tally_release(&tally);
}
