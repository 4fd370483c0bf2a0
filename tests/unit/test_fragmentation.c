/*
 * Fragmentation: only resources stand in the way, some suitable node would hold the pod if it were
 * empty, and what is free in all would be enough for every resource and for pod slots.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "diagnose/diagnose.h"
#include "lib/world.h"

#define NODE(name, cpu, memory, pods) "{'kind':'Node','metadata':{'name':'" name "'},'status':"     \
	"{'allocatable':{'cpu':'" cpu "','memory':'" memory "','pods':'" pods "'}}}"
#define CORDONED(name, cpu, memory) "{'kind':'Node','metadata':{'name':'" name "'},'spec':"          \
	"{'unschedulable':true},'status':{'allocatable':{'cpu':'" cpu "','memory':'" memory          \
	"','pods':'110'}}}"
#define POD(name, node, cpu, memory) "{'kind':'Pod','metadata':{'name':'" name "','namespace':'a'},"  \
	"'spec':{'nodeName':'" node "','containers':[{'name':'c','resources':{'requests':{'cpu':'"    \
	cpu "','memory':'" memory "'}}}]},'status':{'phase':'Running'}}"
#define WANTS(cpu, memory) "{'kind':'Pod','metadata':{'name':'p','namespace':'a'},'spec':"            \
	"{'containers':[{'name':'c','resources':{'requests':{'cpu':'" cpu "','memory':'" memory "'}}}]}}"

static const struct {
	const char *name, *items;
	enum stage stage;
	const char *resource, *largest, *node; /* of the resource told in the sentence */
} cases[] = {
	{ "halves on two nodes",
	  NODE("n1", "4", "8Gi", "9") "," NODE("n2", "4", "8Gi", "9") "," POD("x", "n1", "1", "6Gi") ","
	  POD("y", "n2", "1", "5Gi") "," WANTS("1", "4Gi"), STAGE_FRAGMENTATION, "memory", "3Gi", "n2" },
	{ "exactly the sum", NODE("n1", "2", "8Gi", "9") "," NODE("n2", "2", "8Gi", "9") ","
	  POD("x", "n1", "1", "1Gi") "," POD("y", "n2", "1", "1Gi") "," WANTS("2", "1Gi"),
	  STAGE_FRAGMENTATION, "cpu", "1", "n1" },
	{ "one thousandth more than the sum",
	  NODE("n1", "4", "8Gi", "9") "," NODE("n2", "4", "8Gi", "9") "," POD("x", "n1", "3", "1Gi") ","
	  POD("y", "n2", "3", "1Gi") "," WANTS("2001m", "1Gi"), STAGE_FILTER_FAILURE, NULL, NULL, NULL },
	{ "larger than any node", NODE("n1", "2", "8Gi", "9") "," NODE("n2", "2", "8Gi", "9") ","
	  WANTS("3", "1Gi"), STAGE_FILTER_FAILURE, NULL, NULL, NULL },
	{ "another resource is short in all",
	  NODE("n1", "4", "2Gi", "9") "," NODE("n2", "4", "2Gi", "9") "," POD("x", "n1", "3", "2Gi") ","
	  POD("y", "n2", "3", "2Gi") "," WANTS("2", "1Gi"), STAGE_FILTER_FAILURE, NULL, NULL, NULL },
	{ "an over-committed node does not reduce the sum",
	  NODE("n1", "4", "8Gi", "9") "," NODE("n2", "4", "8Gi", "9") "," NODE("n3", "4", "8Gi", "9") ","
	  POD("x", "n1", "3", "1Gi") "," POD("y", "n2", "3", "1Gi") "," POD("z", "n3", "9", "1Gi") ","
	  WANTS("2", "1Gi"), STAGE_FRAGMENTATION, "cpu", "1", "n1" },
	{ "no pod slot anywhere", NODE("n1", "4", "8Gi", "1") "," NODE("n2", "4", "8Gi", "1") ","
	  POD("x", "n1", "3", "1Gi") "," POD("y", "n2", "3", "1Gi") "," WANTS("2", "1Gi"),
	  STAGE_FILTER_FAILURE, NULL, NULL, NULL },
	{ "room and pod slots on different nodes",
	  NODE("n1", "4", "8Gi", "1") "," NODE("n2", "4", "8Gi", "9") "," POD("x", "n1", "1", "1Gi") ","
	  POD("y", "n2", "3", "1Gi") "," WANTS("2", "1Gi"), STAGE_FRAGMENTATION, NULL, NULL, NULL },
	{ "what is free on closed nodes does not count",
	  NODE("n1", "4", "8Gi", "9") "," CORDONED("n2", "4", "8Gi") "," POD("x", "n1", "3", "1Gi") ","
	  WANTS("2", "1Gi"), STAGE_FILTER_FAILURE, NULL, NULL, NULL },
	{ "one suitable node cannot be fragmented: its own hole is all there is",
	  NODE("n1", "4", "8Gi", "9") "," POD("x", "n1", "3", "1Gi") "," WANTS("2", "1Gi"),
	  STAGE_FILTER_FAILURE, NULL, NULL, NULL },
};

static const struct fragment *find_fragment(const struct report *r, const char *name)
{
	for (uint32_t i = 0; i < r->fragmentation.resources.n; i++)
		if (strcmp(r->fragmentation.resources.v[i].name, name) == 0)
			return &r->fragmentation.resources.v[i];
	fail_msg("no resource %s", name);
	return r->fragmentation.resources.v;
}

static void check(size_t i)
{
	struct diagnose_options opts = { .release = release_newest() };
	const struct fragment *f;
	struct diagnosis *d;
	struct report *r;
	struct world w;

	world_read(&w, cases[i].items);
	world_look(&w, "1.36");
	opts.profiles = &w.profile;
	opts.profile_count = 1;
	d = diagnosis_new(w.cluster, &opts);
	r = diagnose_pod(d, world_pod(&w, "a", "p")->pod);
	if (r->stage != cases[i].stage)
		fail_msg("%s: %s: %s", cases[i].name, stage_name(r->stage), r->cause.summary);
	assert_int_equal(r->fragmentation.set, r->stage == STAGE_FRAGMENTATION);
	if (cases[i].resource) {
		f = find_fragment(r, cases[i].resource);
		assert_string_equal(f->largest_hole, cases[i].largest);
		assert_string_equal(f->node, cases[i].node);
		assert_non_null(strstr(r->cause.summary, cases[i].resource));
	}
	report_free(r);
	diagnosis_free(d);
	world_release(&w);
}

static void test_fragmentation(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		check(i);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_fragmentation) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
