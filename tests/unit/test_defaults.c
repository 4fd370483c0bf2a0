/* What the API server would have filled in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lib/load_case.h"
#include "lib/object_dump.h"

static const struct pod *pod_of(const struct cluster *c, size_t i)
{
	return (const struct pod *)c->objects[KIND_POD].v[i];
}

#define POD(name, spec) "kind: Pod\nmetadata: {name: " name "}\nspec: {" spec "}\n---\n"

/* Equal containers are one array, until a default makes a difference. */
static void test_shared(void **state)
{
	struct cluster *c = cluster_of(
		POD("a", "containers: [{name: c, ports: [{containerPort: 80, protocol: TCP}]}]")
		POD("b", "containers: [{name: c, ports: [{containerPort: 80, protocol: TCP}]}]")
		POD("c", "hostNetwork: true, containers: [{name: c, ports: [{containerPort: 80, protocol: TCP}]}]"));

	(void)state;
	assert_ptr_equal(pod_of(c, 0)->spec.containers.v, pod_of(c, 1)->spec.containers.v);
	assert_false(pod_of(c, 0)->spec.containers.v[0].ports.v[0].host_port.set);
	assert_int_equal(pod_of(c, 2)->spec.containers.v[0].ports.v[0].host_port.v, 80);
	cluster_free(c);
}

static char *dumped(const struct cluster *c, enum kind kind, size_t i)
{
	struct strbuf out = STRBUF_INIT;

	object_dump(&out, kind_tables[kind], c->objects[kind].v[i]);
	return out.buf;
}

static void test_defaults(void **state)
{
	static const struct { const char *input; enum kind kind; const char *want; } cases[] = {
		{ POD("a", ""), KIND_POD,
		  "{\"metadata\":{\"name\":\"a\",\"namespace\":\"default\"},\"spec\":{\"schedulerName\":\"default-scheduler\","
		  "\"preemptionPolicy\":\"PreemptLowerPriority\",\"restartPolicy\":\"Always\",\"priority\":0,"
		  "\"terminationGracePeriodSeconds\":30},\"status\":{\"phase\":\"Pending\"}}" },
		{ "kind: Namespace\nmetadata: {name: a, labels: {z: '1', a: '2'}}\n", KIND_NAMESPACE,
		  "{\"metadata\":{\"name\":\"a\",\"labels\":{\"a\":\"2\",\"kubernetes.io/metadata.name\":\"a\",\"z\":\"1\"}},"
		  "\"status\":{\"phase\":\"Active\"}}" },
		{ "kind: StorageClass\nmetadata: {name: a, namespace: x}\nprovisioner: p\n", KIND_STORAGE_CLASS,
		  "{\"metadata\":{\"name\":\"a\"},\"provisioner\":\"p\",\"volumeBindingMode\":\"Immediate\"}" },
		{ "kind: PersistentVolumeClaim\nmetadata: {name: a}\n", KIND_PVC,
		  "{\"metadata\":{\"name\":\"a\",\"namespace\":\"default\"},\"spec\":{\"volumeMode\":\"Filesystem\"},"
		  "\"status\":{\"phase\":\"Pending\"}}" },
		{ "kind: PriorityClass\nmetadata: {name: a}\nvalue: 5\n", KIND_PRIORITY_CLASS,
		  "{\"metadata\":{\"name\":\"a\"},\"value\":5,\"preemptionPolicy\":\"PreemptLowerPriority\"}" },
		{ "kind: Job\nmetadata: {name: a}\n", KIND_JOB,
		  "{\"metadata\":{\"name\":\"a\",\"namespace\":\"default\"},\"spec\":{\"parallelism\":1,\"completions\":1}}" },
		{ "kind: Pod\nmetadata: {generateName: a-}\nstatus: {phase: Running}\nspec: {priority: 7, preemptionPolicy: Never,"
		  " schedulerName: s, restartPolicy: Never, terminationGracePeriodSeconds: 0}\n", KIND_POD,
		  "{\"metadata\":{\"name\":\"a-\",\"namespace\":\"default\"},\"spec\":{\"schedulerName\":\"s\","
		  "\"preemptionPolicy\":\"Never\",\"restartPolicy\":\"Never\",\"priority\":7,"
		  "\"terminationGracePeriodSeconds\":0},\"status\":{\"phase\":\"Running\"}}" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cluster *c = cluster_of(cases[i].input);
		char *got = dumped(c, cases[i].kind, 0);

		assert_string_equal(got, cases[i].want);
		free(got);
		cluster_free(c);
	}
}

/* "requests|limits" of the pod, then of its first container. */
static void check_resources(const char *spec, const char *pod, const char *container)
{
	struct strbuf input = STRBUF_INIT, got = STRBUF_INIT;
	const struct field rows[] = {
		{ F_RESOURCES("r", struct pod_spec, requests) },
		{ F_RESOURCES("l", struct pod_spec, limits) },
	};
	const struct field container_rows[] = {
		{ F_RESOURCES("r", struct container, requests) },
		{ F_RESOURCES("l", struct container, limits) },
	};
	const struct field_table table = TABLE(rows), container_table = TABLE(container_rows);
	struct cluster *c;

	strbuf_addf(&input, "kind: Pod\nmetadata: {name: a}\nspec: {%s}\n", spec);
	c = cluster_of(input.buf);
	object_dump(&got, &table, &pod_of(c, 0)->spec);
	assert_string_equal(got.buf, pod);
	strbuf_reset(&got);
	object_dump(&got, &container_table, &pod_of(c, 0)->spec.containers.v[0]);
	assert_string_equal(got.buf, container);
	strbuf_release(&got);
	strbuf_release(&input);
	cluster_free(c);
}

static void test_default_resources(void **state)
{
	(void)state;
	check_resources("containers: [{resources: {limits: {cpu: 2, memory: 1Gi}, requests: {cpu: 1}}}]", "{}",
			"{\"r\":{\"cpu\":\"1\",\"memory\":\"1Gi\"},\"l\":{\"cpu\":\"2\",\"memory\":\"1Gi\"}}");
	/* Pod level: from the containers where one has a request, else from the pod's limit. */
	check_resources("resources: {limits: {cpu: 8, memory: 8Gi}}, containers: [{resources: {requests: {cpu: 1}}},"
			" {resources: {requests: {cpu: 500m}}}]",
			"{\"r\":{\"cpu\":\"1500m\",\"memory\":\"8Gi\"},\"l\":{\"cpu\":\"8\",\"memory\":\"8Gi\"}}",
			"{\"r\":{\"cpu\":\"1\"}}");
	check_resources("resources: {limits: {cpu: 8}}, containers: [{resources: {requests: {cpu: 1}}}],"
			" initContainers: [{restartPolicy: Always, resources: {requests: {cpu: 2}}},"
			" {resources: {requests: {cpu: 4}}}]",
			"{\"r\":{\"cpu\":\"6\"},\"l\":{\"cpu\":\"8\"}}", "{\"r\":{\"cpu\":\"1\"}}");
	/* Without a pod-level limit nothing is filled in. */
	check_resources("resources: {requests: {cpu: 8}}, containers: [{resources: {requests: {memory: 1}}}]",
			"{\"r\":{\"cpu\":\"8\"}}", "{\"r\":{\"memory\":\"1\"}}");
	check_resources("resources: {requests: {cpu: 8}}, containers: [{resources: {limits: {hugepages-2Mi: 2Mi}}}]",
			"{\"r\":{\"cpu\":\"8\",\"hugepages-2Mi\":\"2Mi\"},\"l\":{\"hugepages-2Mi\":\"2Mi\"}}",
			"{\"r\":{\"hugepages-2Mi\":\"2Mi\"},\"l\":{\"hugepages-2Mi\":\"2Mi\"}}");
}

static void test_priorities(void **state)
{
	static const char classes[] =
		"kind: PriorityClass\nmetadata: {name: high}\nvalue: 9\npreemptionPolicy: Never\n---\n"
		"kind: PriorityClass\nmetadata: {name: usual}\nvalue: 3\nglobalDefault: true\n---\n"
		"kind: PriorityClass\nmetadata: {name: low}\nvalue: 2\nglobalDefault: true\n---\n";
	static const struct { const char *spec; int64_t priority; bool set; const char *class, *policy; } cases[] = {
		{ "", 2, true, "low", "PreemptLowerPriority" },
		{ "priorityClassName: high", 9, true, "high", "Never" },
		{ "priorityClassName: none", 0, false, "none", "PreemptLowerPriority" },
		{ "priorityClassName: system-node-critical", 2000001000, true, "system-node-critical",
		  "PreemptLowerPriority" },
		{ "priorityClassName: system-cluster-critical", 2000000000, true, "system-cluster-critical",
		  "PreemptLowerPriority" },
		/* The API server has been there: what it left out stays out. */
		{ "priorityClassName: high, priority: 4", 4, true, "high", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct strbuf input = STRBUF_INIT;
		const struct pod_spec *s;
		struct cluster *c;

		/* The classes come after the pod: that must not matter. */
		strbuf_addf(&input, "kind: Pod\nmetadata: {name: a}\nspec: {%s}\n---\n%s", cases[i].spec, classes);
		c = cluster_of(input.buf);
		s = &pod_of(c, 0)->spec;
		assert_int_equal(s->priority.set, cases[i].set);
		assert_true(s->priority.v == cases[i].priority);
		assert_string_equal(sym_text(s->priority_class_name), cases[i].class);
		assert_string_equal(sym_text(s->preemption_policy), cases[i].policy);
		strbuf_release(&input);
		cluster_free(c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shared),
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_default_resources),
		cmocka_unit_test(test_priorities),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
