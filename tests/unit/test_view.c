/* Overlay and undo: whatever is changed, undoing it gives the view as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "load/load.h"
#include "replay/topology.h"
#include "replay/view.h"

static const char snapshot[] =
	"{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":["
	"{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\",\"labels\":{\"zone\":\"a\"}},\"status\":{\"allocatable\":"
	"{\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"10\",\"example.com/gpu\":\"2\"}}},"
	"{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n2\"},\"status\":{\"allocatable\":"
	"{\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"10\"}}},"
	"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\",\"namespace\":\"x\"},"
	"\"spec\":{\"nodeName\":\"n1\",\"containers\":[{\"name\":\"c\",\"ports\":[{\"containerPort\":80,"
	"\"hostPort\":80}],\"resources\":{\"requests\":{\"cpu\":\"1\",\"example.com/gpu\":\"1\"}}}]},"
	"\"status\":{\"phase\":\"Running\"}},"
	"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"b\",\"namespace\":\"x\"},"
	"\"spec\":{\"nodeName\":\"n1\",\"containers\":[{\"name\":\"c\",\"ports\":[{\"containerPort\":80,"
	"\"hostPort\":80}],\"resources\":{\"requests\":{\"memory\":\"1Gi\"}}}]},"
	"\"status\":{\"phase\":\"Running\"}},"
	"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"c\",\"namespace\":\"y\"},"
	"\"spec\":{\"nodeName\":\"gone\",\"containers\":[{\"name\":\"c\"}]},\"status\":{\"phase\":\"Running\"}},"
	"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"d\",\"namespace\":\"y\"},"
	"\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"1\"}}}],"
	"\"affinity\":{\"podAntiAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":"
	"[{\"topologyKey\":\"zone\",\"labelSelector\":{}}]}}},"
	"\"status\":{\"phase\":\"Pending\",\"nominatedNodeName\":\"n2\"}},"
	"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"e\",\"namespace\":\"y\"},"
	"\"spec\":{\"nodeName\":\"n1\",\"containers\":[{\"name\":\"c\"}]},\"status\":{\"phase\":\"Succeeded\"}},"
	"{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolume\",\"metadata\":{\"name\":\"pv\"}}"
	"]}";

static struct cluster *load(void)
{
	struct cluster *c = cluster_new();
	struct error err = ERROR_INIT;

	assert_int_equal(snapshot_read_memory(c, "test", snapshot, strlen(snapshot), &err), 0);
	load_finish(c);
	assert_int_equal(c->notes.n, 0);
	return c;
}

static int compare_ports(const void *a, const void *b)
{
	return ((const struct host_port *)a)->port - ((const struct host_port *)b)->port;
}

static void describe_amounts(struct strbuf *out, const struct amounts *a, sym gpu)
{
	strbuf_addf(out, " cpu=%lld mem=%lld eph=%lld pods=%lld gpu=%lld", (long long)a->cpu,
		    (long long)a->memory, (long long)a->ephemeral, (long long)a->pods,
		    (long long)amounts_get(a, gpu));
}

static bool alike(const struct pod *a, const struct pod *b)
{
	const struct affinity *x = a->spec.affinity, *y = b->spec.affinity;

	if (!sym_eq(a->meta.namespace_, b->meta.namespace_) || a->meta.labels.n != b->meta.labels.n ||
	    (x != NULL) != (y != NULL))
		return false;
	for (uint32_t i = 0; i < a->meta.labels.n; i++)
		if (!sym_eq(a->meta.labels.v[i].value, b->meta.labels.v[i].value))
			return false;
	return true;
}

/* The groups against a comparison of each pod with each. */
static void check_groups(const struct view *v)
{
	const struct pod_infos *pods = view_pods(v);
	const struct pod_groups *gs = view_pod_groups(v);
	uint32_t members = 0;

	for (uint32_t i = 0; i < gs->n; i++) {
		assert_int_equal(gs->v[i]->index, i);
		members += gs->v[i]->pods.n;
		assert_true(gs->v[i]->pods.n);
	}
	assert_int_equal(members, pods->n);
	for (uint32_t i = 0; i < pods->n; i++) {
		const struct pod_info *p = pods->v[i];

		assert_ptr_equal(p->group->pods.v[p->place], p);
		assert_ptr_equal(gs->v[p->group->index], p->group);
		for (uint32_t k = 0; k < i; k++)
			assert_int_equal(pods->v[k]->group == p->group,
					 alike(pods->v[k]->pod, p->pod));
	}
}

static void check_topology(const struct view *v)
{
	struct arena *arena = arena_new();
	const struct topology *t = topology_of(v, view_sym(v, "zone"), arena);

	for (uint32_t i = 0; i < view_node_count(v); i++) {
		const struct node_info *n = view_node(v, i);
		sym value = labels_get(&n->node->meta.labels, t->key);

		assert_int_equal(topology_domain(t, n) != 0, value.s != NULL);
		assert_true(sym_eq(t->values[topology_domain(t, n)], value));
	}
	arena_free(arena);
}

/* Everything that a predicate could see, as text. */
static void describe(const struct view *v, struct strbuf *out)
{
	sym gpu = view_sym(v, "example.com/gpu");

	check_groups(v);
	check_topology(v);
	strbuf_reset(out);
	for (uint32_t i = 0; i < view_node_count(v); i++) {
		struct node_info *n = view_node(v, i);

		assert_int_equal(n->index, i);
		assert_ptr_equal(view_find_node(v, n->node->meta.name), n);
		strbuf_addf(out, "node %s", n->node->meta.name.s);
		describe_amounts(out, &n->used, gpu);
		describe_amounts(out, &n->allocatable, gpu);
		for (uint32_t k = 0; k < n->pods.n; k++)
			strbuf_addf(out, " %s", n->pods.v[k]->pod->meta.name.s);
		for (uint32_t k = 0; k < n->nominated.n; k++)
			strbuf_addf(out, " (%s)", n->nominated.v[k]->pod->meta.name.s);
		if (n->ports.n)
			qsort(n->ports.v, n->ports.n, sizeof(struct host_port), compare_ports);
		for (uint32_t k = 0; k < n->ports.n; k++)
			strbuf_addf(out, " :%d", n->ports.v[k].port);
		strbuf_addc(out, '\n');
	}
	for (uint32_t i = 0; i < view_pods(v)->n; i++) {
		struct pod_info *p = view_pods(v)->v[i];

		strbuf_addf(out, "pod %s on %s\n", p->pod->meta.name.s,
			    p->node ? p->node->node->meta.name.s : "none");
		assert_ptr_equal(view_find_pod(v, p->pod->meta.namespace_, p->pod->meta.name), p);
	}
	for (int kind = 0; kind < KIND_COUNT; kind++) {
		const struct objects *l = view_objects(v, (enum kind)kind);

		for (size_t i = 0; i < l->n; i++) {
			strbuf_addf(out, "%s %s\n", kinds[kind].name, l->v[i]->name.s);
			assert_ptr_equal(view_find(v, (enum kind)kind, l->v[i]->namespace_, l->v[i]->name),
					 l->v[i]);
		}
	}
}

static void test_accounting(void **state)
{
	struct cluster *c = load();
	struct view *v = view_new(c, release_newest());
	struct strbuf text = STRBUF_INIT;

	(void)state;
	describe(v, &text);
	assert_non_null(strstr(text.buf, "node n1 cpu=1000 mem=1073741824 eph=0 pods=2 gpu=1"
					 " cpu=4000 mem=8589934592 eph=0 pods=10 gpu=2 a b :80\n"));
	assert_non_null(strstr(text.buf, " (d)\n"));
	assert_non_null(strstr(text.buf, "pod c on none\n"));
	assert_null(strstr(text.buf, "pod e on"));
	strbuf_release(&text);
	view_free(v);
	cluster_free(c);
}

/* Ports are a set without counts: one holder leaving frees the port although another stays. */
static void test_ports_are_a_set(void **state)
{
	struct cluster *c = load();
	struct view *v = view_new(c, release_newest());
	struct node_info *n1 = view_find_node(v, view_sym(v, "n1"));
	struct pod_info *a = view_find_pod(v, view_sym(v, "x"), view_sym(v, "a"));
	view_mark_t mark = view_mark(v);

	(void)state;
	assert_int_equal(n1->ports.n, 1);
	view_unbind(v, a);
	assert_int_equal(n1->ports.n, 0);
	view_undo(v, mark);
	assert_int_equal(n1->ports.n, 1);
	view_free(v);
	cluster_free(c);
}

static struct labels one_label(struct view *v, struct arena *arena, const char *key, unsigned value)
{
	static const char *const values[] = { "a", "b", "" };
	const struct labels none = { NULL, 0 };

	if (value % 4 == 3)
		return none;
	return labels_with(&none, view_sym(v, key), view_sym(v, values[value % 4]), arena);
}

static struct pod *changed_pod(struct view *v, struct arena *arena, unsigned random)
{
	static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
	static const char *const nodes[] = { "n1", "n2", "n3", "gone", "" };
	const struct meta *old;
	struct pod *p = ARENA_NEW(arena, struct pod);

	old = view_find(v, KIND_POD, view_sym(v, random & 1 ? "x" : "y"),
			view_sym(v, names[random / 2 % 6]));
	if (old)
		*p = *(const struct pod *)(const void *)old;
	p->meta.namespace_ = view_sym(v, random & 1 ? "x" : "y");
	p->meta.name = view_sym(v, names[random / 2 % 6]);
	p->meta.labels = one_label(v, arena, "app", random / 1024);
	p->spec.node_name = view_sym(v, nodes[random / 16 % 5]);
	p->status.nominated_node = view_sym(v, nodes[random / 128 % 5]);
	return p;
}

static struct node *changed_node(struct view *v, struct arena *arena, unsigned random)
{
	static const char *const nodes[] = { "n1", "n2", "n3", "n0" };
	struct node *n = ARENA_NEW(arena, struct node);

	n->meta.name = view_sym(v, nodes[random % 4]);
	n->meta.labels = one_label(v, arena, "zone", random / 16);
	n->unschedulable = random & 8 ? TRI_TRUE : TRI_UNSET;
	return n;
}

static void change_something(struct view *v, struct arena *arena, unsigned random)
{
	const struct meta *m;

	switch (random % 5) {
	case 0:
		view_put(v, KIND_POD, &changed_pod(v, arena, random / 5)->meta);
		break;
	case 1:
		view_remove(v, KIND_POD, &changed_pod(v, arena, random / 5)->meta);
		break;
	case 2:
		view_put(v, KIND_NODE, &changed_node(v, arena, random / 5)->meta);
		break;
	case 3:
		view_remove(v, KIND_NODE, &changed_node(v, arena, random / 5)->meta);
		break;
	default:
		m = view_find(v, KIND_PV, (sym){ NULL }, view_sym(v, "pv"));
		if (m)
			view_remove(v, KIND_PV, m);
		break;
	}
}

static void test_undo(void **state)
{
	struct cluster *c = load();
	struct view *v = view_new(c, release_newest());
	struct arena *arena = arena_new();
	struct strbuf before = STRBUF_INIT, middle = STRBUF_INIT, after = STRBUF_INIT;
	unsigned random = 12345;

	(void)state;
	describe(v, &before);
	for (int round = 0; round < 300; round++) {
		view_mark_t mark = view_mark(v), inner;

		for (int i = 0; i < round % 7; i++) {
			random = random * 1103515245u + 12345u;
			change_something(v, arena, random >> 8);
		}
		describe(v, &middle);
		inner = view_mark(v);
		for (int i = 0; i < 4; i++) {
			random = random * 1103515245u + 12345u;
			change_something(v, arena, random >> 8);
		}
		view_undo(v, inner);
		describe(v, &after);
		assert_string_equal(middle.buf, after.buf);
		view_undo(v, mark);
		describe(v, &after);
		assert_string_equal(before.buf, after.buf);
	}
	strbuf_release(&before);
	strbuf_release(&middle);
	strbuf_release(&after);
	arena_free(arena);
	view_free(v);
	cluster_free(c);
}

static void test_releases(void **state)
{
	static const struct {
		const char *version, *name;
		bool exact;
	} cases[] = {
		{ "1.30.1", "1.30.1", true },	{ "1.30", "1.30.2", true },
		{ "1.30.0", "1.30.1", true },	{ "v1.33.0", "1.33.0", true },
		{ "1.34.0", "1.34.1", true },	{ "1.34.1", "1.34.1", true },
		{ "1.34.5", "1.34.2", true },	{ "1.34", "1.34.2", true },
		{ "1.36.2", "1.36.2", true },	{ "1.31", "1.31.1", true },
		{ "1.32.9-eks-1", "1.32.2", true }, { "v1.35.3+k3s1", "1.35.3", true },
		{ "1.29.4", "1.30.1", false },	{ "1.37", "1.36.2", false },
		{ "2.0", "1.36.2", false },	{ "1.28+", "1.30.1", false },
		{ "", NULL, false },		{ "1", NULL, false },
		{ "1.x", NULL, false },		{ "latest", NULL, false },
		{ "1.30.", NULL, false },	{ "1.30.1.2", NULL, false },
		{ "1.99999999999999999999", NULL, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct release *r;
		struct error err = ERROR_INIT;
		bool exact;

		if (!cases[i].name) {
			assert_int_equal(release_find(cases[i].version, &r, &exact, &err), -1);
			continue;
		}
		assert_int_equal(release_find(cases[i].version, &r, &exact, &err), 0);
		assert_string_equal(release_name(r), cases[i].name);
		assert_int_equal(exact, cases[i].exact);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_accounting),
		cmocka_unit_test(test_ports_are_a_set),
		cmocka_unit_test(test_undo),
		cmocka_unit_test(test_releases),
	};

	return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}
