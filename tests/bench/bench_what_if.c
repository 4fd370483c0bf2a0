/*
 * A tick in the explorer beside the first diagnosis of the same pod, in one run: processor milliseconds for
 * each and their ratio.  usage: bench_what_if FILE
 *
 * FILE is what make_cluster writes; its first pending pod is asked about.  A second cluster of that
 * size has spread constraints and pod affinity, where a tick concerns all pods.  Fails if a tick
 * takes longer than a frame of the slowest usual screen by far (FRAME_MS * SLOW), or is no faster
 * than the first diagnosis.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/strbuf.h"
#include "diagnose/diagnose.h"
#include "explore/session.h"
#include "load/load.h"

#define NODES 5000u
#define PODS_PER_NODE 10u
#define TICKS 60u
#define FRAME_MS 16.0
#define SLOW 4.0 /* a machine may be this much slower than those we know */

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void add_node(struct strbuf *sb, unsigned i)
{
	strbuf_addf(sb,
		    "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"node-%u\",\"labels\":{"
		    "\"kubernetes.io/hostname\":\"node-%u\",\"topology.kubernetes.io/zone\":\"zone-%u\","
		    "\"disk\":\"%s\"}},\"spec\":{\"unschedulable\":%s,\"taints\":[{\"key\":\"team\",\"value\":"
		    "\"t%u\",\"effect\":\"NoSchedule\"}]},\"status\":{\"allocatable\":{\"cpu\":\"16\",\"memory\":"
		    "\"64Gi\",\"pods\":\"110\",\"ephemeral-storage\":\"200Gi\"}}}\n",
		    i, i, i % 3, i % 2 ? "ssd" : "hdd", i % 50 ? "false" : "true", i % 7);
}

static void add_pod(struct strbuf *sb, unsigned i)
{
	strbuf_addf(sb,
		    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"run-%u\",\"namespace\":"
		    "\"ns-%u\",\"labels\":{\"app\":\"app-%u\"}},\"spec\":{\"nodeName\":\"node-%u\","
		    "\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"1400m\",\"memory\":"
		    "\"1Gi\"}}}]",
		    i, i % 20, i % 50, i % NODES);
	if (i % 10 == 0)
		strbuf_addf(sb,
			    ",\"affinity\":{\"podAntiAffinity\":{\"requiredDuringSchedulingIgnoredDuring"
			    "Execution\":[{\"topologyKey\":\"kubernetes.io/hostname\",\"labelSelector\":"
			    "{\"matchLabels\":{\"app\":\"app-%u\"}}}]}}",
			    i % 50);
	strbuf_adds(sb, "},\"status\":{\"phase\":\"Running\"}}\n");
}

static const char subject[] =
	"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"subject\",\"namespace\":\"ns-0\","
	"\"labels\":{\"app\":\"app-0\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":"
	"{\"cpu\":\"4\",\"memory\":\"1Gi\"}}}],\"nodeSelector\":{\"disk\":\"ssd\"},"
	"\"topologySpreadConstraints\":[{\"maxSkew\":1,\"topologyKey\":\"topology.kubernetes.io/zone\","
	"\"whenUnsatisfiable\":\"DoNotSchedule\",\"labelSelector\":{\"matchLabels\":{\"app\":\"app-0\"}}}],"
	"\"affinity\":{\"podAntiAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":[{\"topologyKey\":"
	"\"kubernetes.io/hostname\",\"labelSelector\":{\"matchLabels\":{\"app\":\"app-0\"}}}]}}},"
	"\"status\":{\"phase\":\"Pending\"}}\n";

static struct cluster *crowded_cluster(void)
{
	struct cluster *c = cluster_new();
	struct loader *l = loader_new(c, "bench", LOAD_JSON, -1);
	struct strbuf sb = STRBUF_INIT;
	struct error err = ERROR_INIT;

	for (unsigned i = 0; i < NODES; i++)
		add_node(&sb, i);
	for (unsigned i = 0; i < NODES * PODS_PER_NODE; i++)
		add_pod(&sb, i);
	strbuf_adds(&sb, subject);
	if (loader_push(l, sb.buf, sb.len, &err) < 0 || loader_finish(l, &err) < 0)
		fprintf(stderr, "%s\n", err.msg);
	loader_free(l);
	strbuf_release(&sb);
	load_finish(c);
	return c;
}

static const struct pod *find_pending(const struct cluster *c)
{
	for (size_t i = 0; i < c->objects[KIND_POD].n; i++) {
		const struct pod *p = (const struct pod *)c->objects[KIND_POD].v[i];

		if (sym_empty(p->spec.node_name) && !pod_is_finished(p))
			return p;
	}
	return NULL;
}

struct times {
	double sum, worst;
	unsigned n;
};

static void note(struct times *t, double took)
{
	t->sum += took;
	t->n++;
	if (took > t->worst)
		t->worst = took;
}

/* Each toggle in turn, one more at a time: what a key press waits for. */
static struct times tick(struct session *s)
{
	struct times t = { 0 };

	for (uint32_t i = 0; t.n < TICKS; i++) {
		const uint32_t offered = session_toggles(s)->n;
		double start;

		if (!offered)
			break;
		if (i % 8 == 7)
			session_clear(s);
		start = now_ms();
		session_tick(s, i % offered);
		session_consequences(s);
		session_toggles(s);
		note(&t, now_ms() - start);
	}
	return t;
}

static int bench(const char *name, struct cluster *c)
{
	struct profile profile;
	const struct diagnose_options opts = { .source = { .kind = SOURCE_SNAPSHOT },
					       .release = release_newest(),
					       .release_exact = true,
					       .profiles = &profile,
					       .profile_count = 1 };
	const struct pod *p = find_pending(c);
	const char *names[1] = { p ? sym_text(p->meta.name) : "" };
	const struct selection sel = { .namespace_ = p ? sym_text(p->meta.namespace_) : NULL,
				       .names = names, .n = 1 };
	struct reports reports = { 0 };
	struct error err = ERROR_INIT;
	struct diagnosis *d;
	struct session *s;
	struct times t;
	double start, first, mean;

	profile_init_default(&profile, release_newest());
	d = diagnosis_new(c, &opts);
	start = now_ms();
	if (!p || diagnose_selection(d, &sel, &reports, &err) < 0) {
		fprintf(stderr, "%s\n", p ? err.msg : "no pod is pending");
		return 2;
	}
	s = session_new(d, reports_get(&reports, 0));
	first = now_ms() - start;
	t = tick(s);
	mean = t.n ? t.sum / t.n : 0;
	printf("%s: first diagnosis with fixes %.1f ms; a tick %.2f ms, at worst %.2f ms (%u ticks): 1/%.1f\n",
	       name, first, mean, t.worst, t.n, mean > 0 ? first / mean : 0);
	session_free(s);
	reports_release(&reports);
	diagnosis_free(d);
	cluster_free(c);
	return !t.n || t.worst > FRAME_MS * SLOW || mean > first;
}

int main(int argc, char **argv)
{
	struct cluster *c = cluster_new();
	struct error err = ERROR_INIT;
	int late;

	if (argc != 2 || snapshot_read(c, argv[1], &err)) {
		fprintf(stderr, "%s\n", argc == 2 ? err.msg : "usage: bench_what_if FILE");
		return 2;
	}
	load_finish(c);
	late = bench(argv[1], c);
	return bench("spread and pod affinity", crowded_cluster()) | late;
}
