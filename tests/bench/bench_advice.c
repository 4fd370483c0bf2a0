/*
 * Clauses and moves beside reading the cluster: processor seconds for each.
 * usage: bench_advice FILE
 *
 * FILE is what make_cluster writes; its first pending pod gets clauses.  Moves are looked for in
 * clusters as large: one with a move on many nodes, one where two pods have to go, and one where
 * nothing helps, so that all of the work that is allowed is done.  Fails if any takes longer than
 * reading FILE.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "advice/clauses.h"
#include "advice/moves.h"
#include "base/strbuf.h"
#include "load/load.h"
#include "replay/replay.h"

#define NODES 5000u
#define PODS_PER_NODE 10u

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const struct pod *find_pending(const struct view *v)
{
	for (uint32_t i = 0; i < view_pods(v)->n; i++)
		if (sym_empty(view_pods(v)->v[i]->pod->spec.node_name))
			return view_pods(v)->v[i]->pod;
	return NULL;
}

struct stuck { /* a pod that is stuck in a view */
	struct cluster *cluster;
	struct view *view;
	struct profile profile;
	const struct pod *pod;
	struct arena *arena;
	struct replay *replay;
};

static int subject_init(struct stuck *s, struct cluster *c)
{
	double start;

	*s = (struct stuck){ .cluster = c, .arena = arena_new() };
	s->view = view_new(c, release_newest());
	profile_init_default(&s->profile, release_newest());
	s->pod = find_pending(s->view);
	if (!s->pod)
		return -1;
	start = now();
	s->replay = replay_run(s->view, s->pod, &s->profile, s->arena);
	printf("  replay  %.3f s, %u nodes fit\n", now() - start, (unsigned)s->replay->feasible.n);
	return 0;
}

static void subject_release(struct stuck *s)
{
	arena_free(s->arena);
	view_free(s->view);
	cluster_free(s->cluster);
}

static double bench_clauses(struct stuck *s)
{
	struct advice a = { 0 };
	double start = now(), took;

	clauses_find(s->view, s->pod, &s->profile, s->replay, s->arena, &a);
	took = now() - start;
	printf("  clauses %.3f s: %u, %u conjunctions\n", took, (unsigned)a.clauses.n,
	       (unsigned)a.conjunctions.n);
	return took;
}

static double bench_moves(struct stuck *s)
{
	struct advice a = { 0 };
	double start = now(), took;

	moves_find(s->view, s->pod, &s->profile, s->replay, s->arena, &a);
	took = now() - start;
	printf("  moves   %.3f s: %u%s\n", took, (unsigned)a.moves.n,
	       a.moves_exact ? ", exact" : "");
	return took;
}

static void add_pod(struct strbuf *sb, unsigned i, unsigned milli)
{
	strbuf_addf(sb, "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"run-%u\",\"namespace\":\"ns-%u\",\"labels\":{"
		    "\"app\":\"app-%u\"},\"ownerReferences\":[{\"kind\":\"ReplicaSet\",\"name\":\"r\",\"uid\":\"r\","
		    "\"controller\":true}]},\"spec\":{\"nodeName\":\"node-%u\",\"containers\":[{\"name\":\"c\","
		    "\"resources\":{\"requests\":{\"cpu\":\"%um\",\"memory\":\"1Gi\"}}}]", i, i % 20, i % 50,
		    i / PODS_PER_NODE, milli);
	if (i % 5 == 0)
		strbuf_addf(sb, ",\"affinity\":{\"podAntiAffinity\":{\"requiredDuringSchedulingIgnoredDuring"
			    "Execution\":[{\"topologyKey\":\"kubernetes.io/hostname\",\"labelSelector\":"
			    "{\"matchLabels\":{\"app\":\"app-%u\"}}}]}}", i % 50);
	if (i % 5 == 1)
		strbuf_addf(sb, ",\"topologySpreadConstraints\":[{\"maxSkew\":5,\"topologyKey\":\"topology.kubernetes"
			    ".io/zone\",\"whenUnsatisfiable\":\"DoNotSchedule\",\"labelSelector\":{\"matchLabels\":"
			    "{\"app\":\"app-%u\"}}}]", i % 50);
	strbuf_adds(sb, "},\"status\":{\"phase\":\"Running\"}}\n");
}

/* step: how far the pods' sizes lie apart.  Each node has one cpu left. */
static struct cluster *full_cluster(unsigned least, unsigned step, unsigned wanted)
{
	struct cluster *c = cluster_new();
	struct loader *l = loader_new(c, "bench", LOAD_JSON, -1);
	struct strbuf sb = STRBUF_INIT;
	struct error err = ERROR_INIT;
	unsigned sum = 0;

	for (unsigned k = 0; k < PODS_PER_NODE; k++)
		sum += least + k * step;
	for (unsigned i = 0; i < NODES; i++)
		strbuf_addf(&sb, "{\"kind\":\"Node\",\"metadata\":{\"name\":\"node-%u\",\"labels\":{\"kubernetes.io/"
			    "hostname\":\"node-%u\",\"topology.kubernetes.io/zone\":\"zone-%u\"}},\"status\":{"
			    "\"allocatable\":{\"cpu\":\"%um\",\"memory\":\"64Gi\",\"pods\":\"110\"}}}\n", i, i, i % 3,
			    sum + 1000);
	for (unsigned i = 0; i < NODES * PODS_PER_NODE; i++)
		add_pod(&sb, i, least + i % PODS_PER_NODE * step);
	strbuf_addf(&sb, "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"subject\",\"namespace\":\"ns-0\"},\"spec\":{"
		    "\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"%um\"}}}]}}\n", wanted);
	if (loader_push(l, sb.buf, sb.len, &err) < 0 || loader_finish(l, &err) < 0)
		fprintf(stderr, "%s\n", err.msg);
	loader_free(l);
	strbuf_release(&sb);
	load_finish(c);
	return c;
}

static double bench_full(const char *name, unsigned least, unsigned step, unsigned wanted)
{
	struct stuck s;
	double worst = 0, took;

	printf("%s\n", name);
	if (!subject_init(&s, full_cluster(least, step, wanted))) {
		worst = bench_clauses(&s);
		took = bench_moves(&s);
		worst += took;
	}
	subject_release(&s);
	return worst;
}

int main(int argc, char **argv)
{
	struct cluster *c = cluster_new();
	struct error err = ERROR_INIT;
	double start = now(), reading, took[4] = { 0 };
	struct stuck s;
	int late = 0;

	if (argc != 2 || snapshot_read(c, argv[1], &err)) {
		fprintf(stderr, "%s\n", argc == 2 ? err.msg : "usage: bench_advice FILE");
		return 2;
	}
	load_finish(c);
	reading = now() - start;
	printf("%s\n  reading %.3f s\n", argv[1], reading);
	if (!subject_init(&s, c))
		took[0] = bench_clauses(&s);
	subject_release(&s);
	took[1] = bench_full("full nodes, one move helps", 500, 100, 1500);
	took[2] = bench_full("full nodes, two moves help", 700, 20, 2300);
	took[3] = bench_full("full nodes, nothing helps", 1100, 20, 2000);
	for (int i = 0; i < 4; i++)
		late |= took[i] > reading;
	return late;
}
