/* KubeSchedulerConfiguration: which plugins run, in which order, with which arguments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "load/load.h"
#include "load/scheduler_config.h"
#include "report/strings.h"
#include "replay/profile.h"

struct fixture {
	struct cluster *c;
	struct arena *arena;
	struct scheduler_config config;
	struct profile *profiles;
	uint32_t n;
	struct error err;
};

/* body: what follows apiVersion and kind.  The result of profiles_from_config(). */
static int read_config(struct fixture *f, const char *body)
{
	char path[] = "/tmp/whypending-profile-XXXXXX";
	static const char head[] = "apiVersion: kubescheduler.config.k8s.io/v1\n"
				   "kind: KubeSchedulerConfiguration\n";
	int fd = mkstemp(path), rc;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, head, strlen(head)), strlen(head));
	assert_int_equal(write(fd, body, strlen(body)), strlen(body));
	close(fd);
	*f = (struct fixture){ .c = cluster_new(), .arena = arena_new() };
	rc = scheduler_config_read(path, f->c, &f->config, &f->err);
	unlink(path);
	if (rc == 0)
		rc = profiles_from_config(&f->config, release_newest(), f->arena, &f->profiles, &f->n,
					  &f->err);
	return rc;
}

static void release_config(struct fixture *f)
{
	cluster_free(f->c);
	arena_free(f->arena);
}

static const char *filters(struct fixture *f, const struct profile *p)
{
	struct strings names = { 0 };

	for (uint32_t i = 0; i < p->n; i++)
		strings_push(&names, p->plugins[i]->name, f->arena);
	return strings_join(&names, " ", f->arena);
}

static const char *prefilters(struct fixture *f, const struct profile *p)
{
	struct strings names = { 0 };

	for (uint32_t i = 0; i < p->prefilter_n; i++)
		strings_push(&names, p->plugins[p->prefilter_order[i]]->name, f->arena);
	return strings_join(&names, " ", f->arena);
}

static const char *unknowns(struct fixture *f, const struct profile *p)
{
	struct strings names = { 0 };

	for (uint32_t i = 0; i < p->unknown.n; i++)
		strings_push(&names, p->unknown.v[i].what, f->arena);
	return strings_join(&names, " ", f->arena);
}

#define DEFAULT_FILTERS                                                                          \
	"SchedulingGates NodeUnschedulable NodeName TaintToleration NodeAffinity NodePorts "     \
	"NodeResourcesFit VolumeRestrictions NodeVolumeLimits VolumeBinding VolumeZone "         \
	"PodTopologySpread InterPodAffinity DynamicResources NodeDeclaredFeatures"

static const struct {
	const char *name, *body;
	const char *filters;    /* NULL: the default ones */
	const char *prefilters; /* NULL: as filters */
	const char *unknown;
	bool no_preemption;
} cases[] = {
	{ "no profiles", "", NULL, NULL, "", false },
	{ "an empty profile", "profiles:\n- schedulerName: default-scheduler\n", NULL, NULL, "", false },
	{ "one disabled everywhere",
	  "profiles:\n- plugins:\n    multiPoint:\n      disabled: [{name: NodeAffinity}]\n",
	  "SchedulingGates NodeUnschedulable NodeName TaintToleration NodePorts NodeResourcesFit "
	  "VolumeRestrictions NodeVolumeLimits VolumeBinding VolumeZone PodTopologySpread "
	  "InterPodAffinity DynamicResources NodeDeclaredFeatures",
	  NULL, "", false },
	{ "everything off, some on again",
	  "profiles:\n- plugins:\n    multiPoint:\n      disabled: [{name: '*'}]\n"
	  "      enabled: [{name: PrioritySort}, {name: NodeName}, {name: NodeResourcesFit}]\n",
	  "NodeName NodeResourcesFit", NULL, "", true },
	{ "off at filter and preFilter only",
	  "profiles:\n- plugins:\n    filter: {disabled: [{name: '*'}], enabled: [{name: NodeName}]}\n"
	  "    preFilter: {disabled: [{name: '*'}]}\n",
	  "NodeName", "", "", false },
	{ "a specific one comes first",
	  "profiles:\n- plugins:\n    filter: {enabled: [{name: NodeResourcesFit}]}\n",
	  "NodeResourcesFit SchedulingGates NodeUnschedulable NodeName TaintToleration NodeAffinity "
	  "NodePorts VolumeRestrictions NodeVolumeLimits VolumeBinding VolumeZone PodTopologySpread "
	  "InterPodAffinity DynamicResources NodeDeclaredFeatures",
	  DEFAULT_FILTERS, "", false },
	{ "preFilter has its own order",
	  "profiles:\n- plugins:\n    preFilter: {enabled: [{name: VolumeZone}]}\n", NULL,
	  "VolumeZone SchedulingGates NodeUnschedulable NodeName TaintToleration NodeAffinity "
	  "NodePorts NodeResourcesFit VolumeRestrictions NodeVolumeLimits VolumeBinding "
	  "PodTopologySpread InterPodAffinity DynamicResources NodeDeclaredFeatures",
	  "", false },
	{ "an out-of-tree plugin",
	  "profiles:\n- plugins:\n    multiPoint: {enabled: [{name: Coscheduling}]}\n", NULL, NULL,
	  "Coscheduling", false },
	{ "scores do not matter",
	  "profiles:\n- plugins:\n    multiPoint: {enabled: [{name: ImageLocality, weight: 5}]}\n", NULL,
	  NULL, "", false },
	{ "preemption off",
	  "profiles:\n- plugins:\n    postFilter: {disabled: [{name: DefaultPreemption}]}\n", NULL, NULL,
	  "", true },
	{ "an extender", "extenders:\n- urlPrefix: https://x\n  filterVerb: filter\n", NULL, NULL,
	  "extender https://x", false },
	{ "an extender that only scores", "extenders:\n- urlPrefix: https://x\n  prioritizeVerb: p\n",
	  NULL, NULL, "", false },
};

static void test_plugins(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *wanted = cases[i].filters ? cases[i].filters : DEFAULT_FILTERS;
		struct fixture f;

		print_message("%s\n", cases[i].name);
		assert_int_equal(read_config(&f, cases[i].body), 0);
		assert_int_equal(f.n, 1);
		assert_string_equal(filters(&f, f.profiles), wanted);
		assert_string_equal(prefilters(&f, f.profiles),
				    cases[i].prefilters ? cases[i].prefilters : wanted);
		assert_string_equal(unknowns(&f, f.profiles), cases[i].unknown);
		assert_int_equal(f.profiles->preemption, !cases[i].no_preemption);
		release_config(&f);
	}
}

static void test_args(void **state)
{
	struct fixture f;

	(void)state;
	assert_int_equal(
		read_config(&f, "profiles:\n- pluginConfig:\n"
				"  - name: NodeResourcesFit\n    args: {ignoredResources: [a/b], "
				"ignoredResourceGroups: [example.com]}\n"
				"  - name: NodeAffinity\n    args: {addedAffinity: "
				"{requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
				"[{matchExpressions: [{key: k, operator: In, values: [v]}]}]}}}\n"
				"  - name: PodTopologySpread\n    args: {defaultingType: List, "
				"defaultConstraints: [{maxSkew: 2, topologyKey: zone, "
				"whenUnsatisfiable: DoNotSchedule}]}\n"),
		0);
	assert_int_equal(f.profiles->ignored_resources.n, 1);
	assert_string_equal(f.profiles->ignored_resource_groups.v[0].s, "example.com");
	assert_int_equal(f.profiles->added_affinity->required->terms.n, 1);
	assert_int_equal(f.profiles->default_constraints.n, 1);
	assert_int_equal(f.profiles->default_constraints.v[0].max_skew.v, 2);
	release_config(&f);
}

static void test_profiles(void **state)
{
	struct fixture f;

	(void)state;
	assert_int_equal(read_config(&f, "profiles:\n- schedulerName: a\n- schedulerName: b\n"), 0);
	assert_int_equal(f.n, 2);
	assert_true(profile_serves(&f.profiles[0], sym_str(f.c->syms, "b")));
	assert_false(profile_serves(&f.profiles[0], sym_str(f.c->syms, "default-scheduler")));
	release_config(&f);
	assert_int_equal(read_config(&f, "profiles:\n- schedulerName: a\n- schedulerName: a\n"), -1);
	assert_non_null(strstr(f.err.msg, "two profiles"));
	release_config(&f);
	assert_int_equal(read_config(&f, "profiles: 3\n"), -1);
	release_config(&f);
}

/* kube-scheduler decodes strictly, and would not even start. */
static void test_strict(void **state)
{
	static const struct {
		const char *body, *message; /* NULL: it is read */
	} typos[] = {
		{ "profile: []\n", "profile: no such field; did you mean profiles?" },
		{ "profiles:\n- plugin: {}\n", "profiles[0].plugin: no such field; did you mean plugins?" },
		{ "profiles:\n- plugins: {filtre: {}}\n",
		  "profiles[0].plugins.filtre: no such field; did you mean filter?" },
		{ "profiles:\n- plugins: {filter: {disable: []}}\n",
		  "profiles[0].plugins.filter.disable: no such field; did you mean disabled?" },
		{ "profiles:\n- pluginConfig:\n  - name: NodeAffinity\n    args: {addedAfinity: {}}\n",
		  "profiles[0].pluginConfig[0].args: addedAfinity: no such field; did you mean "
		  "addedAffinity?" },
		{ "profiles:\n- pluginConfig:\n  - args: {addedAffinity: {required: {}}}\n"
		  "    name: NodeAffinity\n",
		  "profiles[0].pluginConfig[0].args: addedAffinity.required: no such field" },
		{ "nonsense: 1\n", "nonsense: no such field" },
		{ "profiles:\n- pluginConfig:\n  - {name: NodeResourcesFit, args: {ignoredResources: 3}}\n",
		  "profiles[0].pluginConfig[0].args: ignoredResources: wants a list of strings, found a number" },
		{ "kind: Deployment\nspec: {}\n", "kind is \"Deployment\"" },
		{ "apiVersion: kubescheduler.config.k8s.io/v1beta3\nold: 1\n",
		  "apiVersion \"kubescheduler.config.k8s.io/v1beta3\" is not supported" },
		{ "parallelism: 16\nleaderElection: {leaderElect: false}\nclientConnection: {qps: 50}\n"
		  "podMaxBackoffSeconds: 10\nprofiles:\n- percentageOfNodesToScore: 5\n  plugins:\n"
		  "    score: {enabled: [{name: ImageLocality, weight: 3}]}\n  pluginConfig:\n"
		  "  - name: MyOwn\n    args: {anything: {goes: [1]}}\n  - name: NodeAffinity\n"
		  "    args: {kind: NodeAffinityArgs, addedAffinity: "
		  "{preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]}}\n"
		  "extenders:\n- {urlPrefix: https://x, weight: 1, httpTimeout: 1s, ignorable: true}\n", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(typos) / sizeof(typos[0]); i++) {
		struct fixture f;
		int rc = read_config(&f, typos[i].body);

		print_message("%s", typos[i].body);
		assert_int_equal(rc, typos[i].message ? -1 : 0);
		if (rc < 0 && !strstr(f.err.msg, typos[i].message))
			assert_string_equal(f.err.msg, typos[i].message);
		release_config(&f);
	}
}

static void test_names(void **state)
{
	(void)state;
	assert_true(profile_knows_plugin("NodeAffinity"));
	assert_true(profile_knows_plugin("ImageLocality"));
	assert_false(profile_knows_plugin("NodeAfinity"));
	assert_string_equal(profile_near_plugin("NodeAfinity"), "NodeAffinity");
	assert_string_equal(profile_near_plugin("nodeports"), "NodePorts");
	assert_null(profile_near_plugin("Coscheduling"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plugins),
		cmocka_unit_test(test_args),
		cmocka_unit_test(test_profiles),
		cmocka_unit_test(test_strict),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests_name("profile", tests, NULL, NULL);
}
