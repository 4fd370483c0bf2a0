/* Objects by kind, replacement, coverage, notes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "model/cluster.h"

static struct node *add_node(struct cluster *c, const char *name, const char *version)
{
	struct node *n = ARENA_NEW(c->arena, struct node);

	n->meta.name = sym_str(c->syms, name);
	n->kubelet_version = sym_str(c->syms, version);
	cluster_add(c, KIND_NODE, &n->meta);
	return n;
}

static void test_kinds(void **state)
{
	static const struct { const char *name, *group; int kind; } cases[] = {
		{ "Pod", "", KIND_POD },
		{ "Pod", "apps", -1 },
		{ "pod", "", -1 },
		{ "StorageClass", "storage.k8s.io", KIND_STORAGE_CLASS },
		{ "Event", "", KIND_EVENT },
		{ "Event", "events.k8s.io", KIND_EVENT },
		{ "Event", "example.com", -1 },
		{ "", "", -1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(kind_find(cases[i].name, cases[i].group), cases[i].kind);
	assert_int_equal(kinds[KIND_NODE].size, sizeof(struct node));
	assert_false(kinds[KIND_NODE].namespaced);
	assert_true(kinds[KIND_POD].namespaced);
}

static void test_replace(void **state)
{
	struct cluster *c = cluster_new();
	struct meta *first;

	(void)state;
	for (int i = 0; i < 100; i++) {
		char name[16];

		snprintf(name, sizeof(name), "n%d", i);
		add_node(c, name, "v1.35.0");
	}
	first = c->objects[KIND_NODE].v[3];
	add_node(c, "n3", "v1.36.0");
	assert_int_equal(c->objects[KIND_NODE].n, 100);
	assert_ptr_equal(c->objects[KIND_NODE].v[3], first);
	assert_string_equal(((struct node *)first)->kubelet_version.s, "v1.36.0");
	assert_ptr_equal(cluster_find(c, KIND_NODE, (sym){ NULL }, sym_str(c->syms, "n3")), first);
	assert_null(cluster_find(c, KIND_NODE, (sym){ NULL }, sym_str(c->syms, "n100")));
	assert_null(cluster_find(c, KIND_NODE, (sym){ NULL }, (sym){ NULL }));
	assert_int_equal(c->notes.n, 1);
	assert_int_equal(c->notes.v[0].severity, NOTE_WARNING);
	assert_string_equal(c->notes.v[0].text, "Node n3 appears twice; the later one counts");
	cluster_free(c);
}

static void test_same_name_in_two_namespaces(void **state)
{
	struct cluster *c = cluster_new();

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct pod *p = ARENA_NEW(c->arena, struct pod);

		p->meta.name = sym_str(c->syms, "web");
		p->meta.namespace_ = sym_str(c->syms, i ? "b" : "a");
		cluster_add(c, KIND_POD, &p->meta);
	}
	assert_int_equal(c->objects[KIND_POD].n, 2);
	assert_int_equal(c->notes.n, 0);
	assert_ptr_equal(cluster_find(c, KIND_POD, sym_str(c->syms, "b"), sym_str(c->syms, "web")),
			 c->objects[KIND_POD].v[1]);
	cluster_free(c);
}

static void test_coverage(void **state)
{
	struct cluster *c = cluster_new();

	(void)state;
	add_node(c, "n", "");
	c->coverage[KIND_POD] = COVER_NONE;
	cluster_finish(c);
	assert_int_equal(c->coverage[KIND_NODE], COVER_READ);
	assert_int_equal(c->coverage[KIND_POD], COVER_NONE);
	assert_int_equal(c->coverage[KIND_PV], COVER_ABSENT);
	cluster_free(c);
}

static void test_notes_are_bounded(void **state)
{
	struct cluster *c = cluster_new();

	(void)state;
	for (int i = 0; i < 5000; i++)
		cluster_note(c, true, "%d", i);
	assert_int_equal(c->notes.n, 1001);
	assert_string_equal(c->notes.v[999].text, "999");
	assert_string_equal(c->notes.v[1000].text,
			    "more than 1000 problems in the input; the rest is not listed");
	cluster_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_replace),
		cmocka_unit_test(test_same_name_in_two_namespaces),
		cmocka_unit_test(test_coverage),
		cmocka_unit_test(test_notes_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
