/*
 * The replay of one pod with spread and affinity terms, apart from loading: nanoseconds per node
 * for the whole, and per node and predicate.  Three cluster sizes in one run, so that what is
 * quoted are ratios.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/strbuf.h"
#include "load/load.h"
#include "replay/cycle.h"
#include "replay/replay.h"

#define PODS_PER_NODE 10
#define ROUNDS 25

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void add_node(struct strbuf *sb, unsigned i)
{
	strbuf_addf(sb,
		    "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"node-%u\",\"labels\":{"
		    "\"kubernetes.io/hostname\":\"node-%u\",\"topology.kubernetes.io/zone\":\"zone-%u\","
		    "\"disk\":\"%s\"}},\"spec\":{\"taints\":[{\"key\":\"team\",\"value\":\"t%u\",\"effect\":"
		    "\"PreferNoSchedule\"}]},\"status\":{\"allocatable\":{\"cpu\":\"16\",\"memory\":\"64Gi\","
		    "\"pods\":\"110\",\"ephemeral-storage\":\"200Gi\"}}}\n",
		    i, i, i % 3, i % 2 ? "ssd" : "hdd", i % 7);
}

static void add_pod(struct strbuf *sb, unsigned i, unsigned nodes)
{
	strbuf_addf(sb,
		    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"run-%u\",\"namespace\":"
		    "\"ns-%u\",\"labels\":{\"app\":\"app-%u\",\"tier\":\"gold\"}},\"spec\":{\"nodeName\":"
		    "\"node-%u\",\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"500m\","
		    "\"memory\":\"1Gi\"}}}]",
		    i, i % 20, i % 50, i % nodes);
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
	"{\"cpu\":\"20\",\"memory\":\"1Gi\"}}}],\"nodeSelector\":{\"disk\":\"ssd\"},"
	"\"topologySpreadConstraints\":[{\"maxSkew\":1,\"topologyKey\":\"topology.kubernetes.io/zone\","
	"\"whenUnsatisfiable\":\"DoNotSchedule\",\"labelSelector\":{\"matchLabels\":{\"app\":\"app-0\"}}}],"
	"\"affinity\":{\"podAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":[{\"topologyKey\":"
	"\"topology.kubernetes.io/zone\",\"labelSelector\":{\"matchLabels\":{\"app\":\"app-10\"}},"
	"\"namespaces\":[\"ns-10\"]}]},\"podAntiAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":"
	"[{\"topologyKey\":\"kubernetes.io/hostname\",\"labelSelector\":{\"matchLabels\":{\"app\":\"app-0\"}}}]}}},"
	"\"status\":{\"phase\":\"Pending\"}}\n";

static struct cluster *make_cluster(unsigned nodes)
{
	struct cluster *c = cluster_new();
	struct loader *l = loader_new(c, "bench", LOAD_JSON, -1);
	struct strbuf sb = STRBUF_INIT;
	struct error err = ERROR_INIT;

	for (unsigned i = 0; i < nodes; i++)
		add_node(&sb, i);
	for (unsigned i = 0; i < nodes * PODS_PER_NODE; i++)
		add_pod(&sb, i, nodes);
	strbuf_adds(&sb, subject);
	if (loader_push(l, sb.buf, sb.len, &err) < 0 || loader_finish(l, &err) < 0)
		fprintf(stderr, "%s\n", err.msg);
	loader_free(l);
	strbuf_release(&sb);
	load_finish(c);
	return c;
}

/* Each plugin alone over all nodes, with evidence: nanoseconds per node. */
static void bench_predicates(struct view *v, const struct pod *pod, const struct profile *p)
{
	uint32_t n = view_node_count(v);
	struct arena *arena = arena_new();
	struct cycle *c = cycle_new(v, pod, p);

	for (uint32_t i = 0; i < p->n; i++) {
		double best = 1e18;

		for (int round = 0; round < ROUNDS; round++) {
			double start = now_ns(), took;

			for (uint32_t k = 0; k < n; k++) {
				struct outcome out = outcome_init(WANT_DETAILS, arena);

				cycle_filter(c, i, view_node(v, k), &out);
			}
			took = now_ns() - start;
			arena_reset(arena);
			if (took < best)
				best = took;
		}
		printf("  %-22s %8.1f ns per node\n", p->plugins[i]->name, best / n);
	}
	cycle_free(c);
	arena_free(arena);
}

static double bench_size(unsigned nodes)
{
	struct cluster *c = make_cluster(nodes);
	struct view *v = view_new(c, release_newest());
	struct profile p;
	const struct meta *m;
	double best = 1e18, prefilter = 1e18;

	profile_init_default(&p, release_newest());
	m = view_find(v, KIND_POD, view_sym(v, "ns-0"), view_sym(v, "subject"));
	for (int round = 0; m && round < ROUNDS; round++) {
		struct arena *arena = arena_new();
		double start = now_ns(), took;
		struct cycle *cycle;

		replay_run(v, (const struct pod *)(const void *)m, &p, arena);
		took = now_ns() - start;
		if (took < best)
			best = took;
		arena_free(arena);
		start = now_ns();
		cycle = cycle_new(v, (const struct pod *)(const void *)m, &p);
		took = now_ns() - start;
		if (took < prefilter)
			prefilter = took;
		cycle_free(cycle);
	}
	printf("%u nodes, %u pods: replay %.2f ms, %.0f ns per node (PreFilter %.2f ms of it)\n", nodes,
	       nodes * PODS_PER_NODE, best / 1e6, best / nodes, prefilter / 1e6);
	if (m)
		bench_predicates(v, (const struct pod *)(const void *)m, &p);
	view_free(v);
	cluster_free(c);
	return best;
}

int main(void)
{
	double small = bench_size(1000), middle = bench_size(2500), large = bench_size(5000);

	printf("growth: 1,000 -> 2,500 nodes takes %.2f times as long, 1,000 -> 5,000 %.2f times\n",
	       middle / small, large / small);
	return 0;
}
