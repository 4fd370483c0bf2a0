/* What the cluster autoscaler writes, in both of its formats and in none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/strbuf.h"
#include "load/autoscaler_status.h"
#include "load/load.h"

#define OLD_HEAD "Cluster-autoscaler status at 2026-01-01 00:59:50.25 +0000 UTC:\nCluster-wide:\n" \
	"  Health:      Healthy (ready=3 unready=0 registered=3 longUnregistered=0)\n\nNodeGroups:\n"

static const struct {
	const char *name, *text;
	const char *wanted; /* NULL: no known format */
} cases[] = {
	{ "nothing", "", NULL },
	{ "prose", "all is well", NULL },
	{ "a list", "- 1\n- 2\n", NULL },
	{ "another mapping", "nodeGroups: []\n", NULL },
	{ "broken YAML", "time: [\n", NULL },
	{ "YAML without groups", "time: 2026-01-01 00:59:50.25 +0000 UTC\nautoscalerStatus: Initializing\n",
	  "1767229190250000 Initializing" },
	{ "YAML", "autoscalerStatus: Running\ntime: 2026-01-01 00:59:50.25 +0000 UTC m=+7.5\nnodeGroups:\n"
	  "- name: a\n  health:\n    nodeCounts: {registered: {total: 2}, longUnregistered: 1}\n"
	  "    cloudProviderTarget: 3\n    minSize: 1\n    maxSize: 4\n  scaleUp:\n    status: Backoff\n"
	  "    backoffInfo: {errorCode: QUOTA, errorMessage: no more}\n- name: b\n",
	  "1767229190250000 Running a:Backoff:2:1:3:1:4:QUOTA:no more b::-:-:-:-:-::" },
	{ "a number for a name", "time: x\nnodeGroups:\n- name: 7\n", NULL },
	{ "no time", "time: yesterday\n", "- -" },
	{ "another zone", "time: 2026-01-01 00:59:50 +0100 CET\n", "- -" },
	{ "text", OLD_HEAD "  Name:        a\n"
	  "  Health:      Healthy (ready=2 registered=2 longUnregistered=1 cloudProviderTarget=3 "
	  "(minSize=1, maxSize=4))\n               LastProbeTime:      x\n"
	  "  ScaleUp:     Backoff (ready=2 cloudProviderTarget=3)\n  Name:        b\n",
	  "1767229190250000 - a:Backoff:2:1:3:1:4:: b::-:-:-:-:-::" },
	{ "text, cut off", OLD_HEAD "  Name:        a\n  Health:      Healthy (registered=",
	  "1767229190250000 - a::-:-:-:-:-::" },
	{ "text, numbers too large", OLD_HEAD "  Name: a\n  Health: (registered=99999999999999999999)\n",
	  "1767229190250000 - a::-:-:-:-:-::" },
	{ "text, no groups", "Cluster-autoscaler status at :", "- -" },
};

static void add_number(struct strbuf *out, struct opt_i64 n)
{
	if (n.set)
		strbuf_addf(out, ":%lld", (long long)n.v);
	else
		strbuf_adds(out, ":-");
}

static void describe(struct strbuf *out, const struct autoscaler_status *s)
{
	if (s->time.set)
		strbuf_addf(out, "%lld", (long long)s->time.us);
	else
		strbuf_addc(out, '-');
	strbuf_addf(out, " %s", sym_empty(s->state) ? "-" : s->state.s);
	for (uint32_t i = 0; i < s->groups.n; i++) {
		const struct autoscaled_group *g = &s->groups.v[i];

		strbuf_addf(out, " %s:%s", sym_text(g->name), sym_text(g->scale_up));
		add_number(out, g->registered);
		add_number(out, g->long_unregistered);
		add_number(out, g->target);
		add_number(out, g->min);
		add_number(out, g->max);
		strbuf_addf(out, ":%s:%s", sym_text(g->error_code), sym_text(g->error_message));
	}
}

static void test_formats(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cluster *c = cluster_new();
		struct config_map m = { .status = sym_str(c->syms, cases[i].text) };
		struct strbuf got = STRBUF_INIT;

		print_message("%s\n", cases[i].name);
		autoscaler_status_read(c, &m);
		if (m.autoscaler)
			describe(&got, m.autoscaler);
		if (cases[i].wanted)
			assert_string_equal(got.buf, cases[i].wanted);
		else
			assert_null(m.autoscaler);
		strbuf_release(&got);
		cluster_free(c);
	}
}

/* Of all ConfigMaps only this one is kept, and nothing is said about the others. */
static void test_others(void **state)
{
#define MAP(namespace_, name, data) "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{" \
	"\"namespace\":\"" namespace_ "\",\"name\":\"" name "\"},\"data\":" data "}\n"
	static const char input[] = MAP("a", "b", "{\"status\":\"secret\"}") MAP("a", "c", "{\"status\":5}")
		MAP("default", "cluster-autoscaler-status", "{\"status\":\"time: x\"}")
		MAP("kube-system", "cluster-autoscaler-status", "{\"status\":\"time: x\",\"other\":\"y\"}");
	struct cluster *c = cluster_new();
	struct error err = ERROR_INIT;

	(void)state;
	assert_int_equal(snapshot_read_memory(c, "f", input, sizeof(input) - 1, &err), 0);
	assert_int_equal(c->objects[KIND_CONFIG_MAP].n, 1);
	assert_int_equal(c->notes.n, 0);
	assert_non_null(((const struct config_map *)c->objects[KIND_CONFIG_MAP].v[0])->autoscaler);
	cluster_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_formats),
		cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests_name("autoscaler_status", tests, NULL, NULL);
}
